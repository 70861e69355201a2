//! Which agents are near each other: squares of the plane, filled by a counting sort at each step.
//!
//! The squares are folded onto a table of fixed size, as if the plane were a torus: however far a crowd is scattered,
//! there are about as many squares as agents, and agents of far squares that share a place in the table are kept apart
//! by their distance. Squares are made so small that an agent shares its own with a few others, so a question reads a
//! few short runs of memory. Within a square agents stand in the order of their ids: nothing depends on slots. Linear
//! time to fill.
//!
//! No [`CellGrid`](wayfront_domain::CellGrid): there is no box, squares are refilled in every step, and the folding and
//! the arrays of `f32` are what the speed of a question rests on.

mod nearest;

pub use nearest::Nearest;

use crate::agents::Agents;
use std::f64::consts::PI;
use wayfront_geometry::{Bounds, Point};
use wide::f32x4;

/// How many agents an agent should find in its own square, itself included.
const COMPANY: f64 = 4.0;
/// How often squares are made smaller before a crowd counts as one that stands in one point.
const ATTEMPTS: usize = 4;

/// Side of squares at least, in parts of the reach: beyond that a question would visit millions of empty ones.
const SMALLEST_SQUARE: f64 = 1e-3;

/// Agents that are looked at at once.
const EIGHT: usize = 8;
/// Tolerance: What rounding to `f32` may do to distances, in parts of the crowd's extent.
const ROUNDING: f64 = 1e-6;
/// Squares along the crowd's extent at most: what `f32` can count. And a number that is farther than all of them.
const MOST_SQUARES: f64 = 16_777_216.0;
const FARTHEST_SQUARE: f32 = 1e9;

/// An agent as its neighbours see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub at: Point,
    pub velocity: [f32; 2],
    pub radius: f32,
    pub slot: u32,
}

/// What lists are filled up with: far away.
const NOBODY: Seen = Seen { at: Point { x: 1e15, y: 0.0 }, velocity: [0.0; 2], radius: 0.0, slot: u32::MAX };

/// Who is near whom.
#[derive(Clone, Debug)]
pub struct Neighbours {
    reach: f64,
    /// Side of a square, and what times a length gives squares.
    square: f64,
    per_metre: f64,
    origin: Point,
    /// Columns and rows of the table, powers of two, minus one.
    masks: [usize; 2],
    /// Where each square's agents begin; one more at the end.
    starts: Vec<u32>,
    /// The agents, square by square, and nobody.
    seen: Vec<Seen>,
    /// Where they are from the origin, roughly, and seven more so that eight can be read everywhere.
    flat_x: Vec<f32>,
    flat_y: Vec<f32>,
    /// What the roughness of these may do to distances.
    slack: f64,
    /// Per slot: its square.
    squares: Vec<u32>,
}

impl Neighbours {
    /// For questions about `reach` around; farther ones are answered too.
    #[must_use]
    pub fn new(reach: f64) -> Self {
        let origin = Point::new(0.0, 0.0);
        Self {
            reach,
            square: 1.0,
            per_metre: 1.0,
            origin,
            masks: [0, 0],
            starts: vec![0, 0],
            flat_x: Vec::new(),
            flat_y: Vec::new(),
            seen: vec![NOBODY],
            slack: 0.0,
            squares: Vec::new(),
        }
    }

    /// Looks where everybody is now.
    pub fn rebuild(&mut self, agents: &Agents) {
        self.lay_table(agents.len());
        let bounds = Bounds::of(agents.position());
        self.origin = if bounds.is_empty() { Point::new(0.0, 0.0) } else { bounds.min };
        let (width, height) = (bounds.width().max(0.0), bounds.height().max(0.0));
        self.slack = ROUNDING * width.max(height);
        let room = width * height / agents.len().max(1) as f64;
        let mut square = (COMPANY * room).sqrt();
        for _ in 0..ATTEMPTS {
            self.set_square(square, width.max(height));
            let company = self.count(agents);
            if company <= 2.0 * COMPANY {
                break;
            }
            square = self.square * (COMPANY / company).sqrt();
        }
        self.sort(agents);
    }

    /// Calls `found` with the slots of all agents whose centres lie within `distance` of `p`.
    pub fn around(&self, agents: &Agents, p: Point, distance: f64, mut found: impl FnMut(usize)) {
        let corner = Point::new(distance, distance);
        self.runs(self.square_at(p - corner), self.square_at(p + corner), |from, to| {
            for seen in &self.seen[from..to] {
                let slot = seen.slot as usize;
                let apart = agents.position()[slot] - p;
                if apart.dot(apart) <= distance * distance {
                    found(slot);
                }
            }
        });
    }

    /// How many agents there are.
    pub(crate) fn len(&self) -> usize {
        self.seen.len() - 1
    }

    /// The agents, square by square.
    pub(crate) fn seen(&self) -> &[Seen] {
        &self.seen[..self.len()]
    }

    /// The rank of nobody: somebody without size, far away.
    pub(crate) fn nobody(&self) -> u32 {
        self.len() as u32
    }

    /// The agent of a rank, as others see it.
    #[inline]
    pub(crate) fn walker(&self, rank: u32) -> Seen {
        self.seen[rank as usize]
    }

    /// Where the agent of a rank is: its place square by square.
    #[inline]
    pub(crate) fn point(&self, rank: usize) -> Point {
        self.seen[rank].at
    }

    /// A table with a place or two for each agent.
    fn lay_table(&mut self, walkers: usize) {
        let bits = (walkers.max(32) * 2).next_power_of_two().ilog2();
        let columns = bits.div_ceil(2);
        self.masks = [(1 << columns) - 1, (1 << (bits - columns)) - 1];
        self.starts.resize((1 << bits) + 1, 0);
    }

    fn set_square(&mut self, side: f64, extent: f64) {
        let largest = self.reach.max(f64::MIN_POSITIVE);
        self.square = side.clamp(largest * SMALLEST_SQUARE, largest).max(extent / MOST_SQUARES);
        self.per_metre = 1.0 / self.square;
    }

    /// Counts the agents of each square. Tells how many others, and itself, an agent finds in its own on average.
    fn count(&mut self, agents: &Agents) -> f64 {
        self.starts.fill(0);
        self.squares.clear();
        for &p in agents.position() {
            let square = self.folded(self.square_at(p));
            self.squares.push(square as u32);
            self.starts[square] += 1;
        }
        let company: u64 = self.starts.iter().map(|&count| u64::from(count) * u64::from(count)).sum();
        company as f64 / agents.len().max(1) as f64
    }

    /// Puts agents into the order of their squares, and within a square of their ids.
    fn sort(&mut self, agents: &Agents) {
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.seen.clear();
        self.seen.resize(agents.len() + 1, NOBODY);
        // From the last slot on, each start sinks to where its square begins.
        for (slot, &square) in self.squares.iter().enumerate().rev() {
            let start = &mut self.starts[square as usize];
            *start -= 1;
            let (at, velocity) = (agents.position()[slot], agents.velocity()[slot]);
            let velocity = [velocity.x as f32, velocity.y as f32];
            let radius = agents.radius()[slot] as f32;
            self.seen[*start as usize] = Seen { at, velocity, radius, slot: slot as u32 };
        }
        self.sort_by_id(agents);
        let flat = self.seen[..agents.len()].iter().map(|seen| seen.at - self.origin);
        self.flat_x.clear();
        self.flat_x.extend(flat.clone().map(|p| p.x as f32).chain([f32::INFINITY; EIGHT - 1]));
        self.flat_y.clear();
        self.flat_y.extend(flat.map(|p| p.y as f32).chain([f32::INFINITY; EIGHT - 1]));
    }

    fn sort_by_id(&mut self, agents: &Agents) {
        if agents.id().is_sorted() {
            return;
        }
        for square in self.starts.windows(2) {
            let walkers = &mut self.seen[square[0] as usize..square[1] as usize];
            if walkers.len() > 1 {
                walkers.sort_unstable_by_key(|seen| agents.id()[seen.slot as usize]);
            }
        }
    }

    /// Column and row of a point, unfolded: of the nearest that there are, for points below all agents.
    #[inline]
    fn square_at(&self, p: Point) -> [i64; 2] {
        let apart = p - self.origin;
        [apart.x, apart.y].map(|v| (v * self.per_metre).max(0.0) as i64)
    }

    #[inline]
    fn folded(&self, [column, row]: [i64; 2]) -> usize {
        (row as usize & self.masks[1]) * (self.masks[0] + 1) + (column as usize & self.masks[0])
    }

    /// The squared distance within which an even crowd has so many.
    fn evenly(&self, walkers: f32) -> f32 {
        (f64::from(walkers) * self.square * self.square / (COMPANY * PI)) as f32
    }

    /// The runs of ranks that hold all agents up to a squared distance from the one of a rank.
    #[inline(always)]
    fn runs_around(&self, rank: usize, squared: f32, run: impl FnMut(usize, usize)) {
        let distance = squared.sqrt() * (1.0 + ROUNDING as f32) + self.slack as f32;
        let [x, y] = [self.flat_x[rank], self.flat_y[rank]];
        let corners = f32x4::new([x - distance, y - distance, x + distance, y + distance]);
        let squares = (corners * self.per_metre as f32).fast_clamp(f32x4::ZERO, f32x4::splat(FARTHEST_SQUARE));
        let [left, low, right, high] = squares.fast_trunc_int().to_array().map(i64::from);
        self.runs([left, low], [right, high], run);
    }

    /// The runs of ranks that hold all squares from `low` to `high`, each agent once, in the order of ranks.
    #[inline(always)]
    fn runs(&self, low: [i64; 2], high: [i64; 2], mut run: impl FnMut(usize, usize)) {
        let [columns, rows] = [0, 1].map(|axis| Folded::of(low[axis], high[axis], self.masks[axis]));
        for row in (0..rows.wrapped).chain(rows.from..rows.to) {
            let start = row * (self.masks[0] + 1);
            let pieces = [[0, columns.wrapped], [columns.from, columns.to]];
            for piece in &pieces[usize::from(columns.wrapped == 0)..] {
                let [from, to] = piece.map(|column| self.starts[start + column] as usize);
                run(from, to);
            }
        }
    }
}

/// A range of columns or rows on the torus: those before `wrapped`, if it goes around, and those from one to before
/// another.
struct Folded {
    wrapped: usize,
    from: usize,
    to: usize,
}

impl Folded {
    #[inline(always)]
    fn of(low: i64, high: i64, mask: usize) -> Self {
        if high.saturating_sub(low) >= mask as i64 {
            return Self { wrapped: 0, from: 0, to: mask + 1 };
        }
        let (from, to) = (low as usize & mask, high as usize & mask);
        if from <= to { Self { wrapped: 0, from, to: to + 1 } } else { Self { wrapped: to + 1, from, to: mask + 1 } }
    }
}
