//! The inner loop: eight pixels of a row against the candidates of their tile.
//!
//! Plain arrays of eight numbers, which the compiler turns into vectors of whatever width the processor has. Only
//! additions, multiplications, roots and comparisons, in the same order everywhere: every processor gives the same bits.
// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::NO_GENERATOR;
use super::packet::{LANES, Line, Packet, ROWS, View};

/// A candidate in the rows of a strip.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    id: u32,
    cost: f32,
    u_column: f32,
    u: [f32; ROWS],
    /// The square of `v`.
    vv: [f32; ROWS],
    low: [f32; ROWS],
    high: [f32; ROWS],
}

impl Rows {
    const NONE: Self = Self {
        id: NO_GENERATOR,
        cost: f32::INFINITY,
        u_column: 0.0,
        u: [0.0; ROWS],
        vv: [0.0; ROWS],
        low: [f32::NEG_INFINITY; ROWS],
        high: [f32::INFINITY; ROWS],
    };

    /// The candidate in rows from `first` on.
    #[inline(always)]
    pub fn of(packet: &Packet, lane: usize, is_whole: bool, first: f32) -> Self {
        let mut rows = Self::NONE;
        rows.set(packet, lane, is_whole, first);
        rows
    }

    /// Becomes the candidate in rows from `first` on.
    #[inline(always)]
    pub fn set(&mut self, packet: &Packet, lane: usize, is_whole: bool, first: f32) {
        let cone = packet.cone(lane);
        (self.id, self.cost, self.u_column) = (cone.id, cone.cost, cone.u_column);
        for k in 0..ROWS {
            let row = first + k as f32;
            let v = cone.v + row * cone.v_row;
            self.u[k] = cone.u + row * cone.u_row;
            self.vv[k] = v * v;
        }
        if is_whole {
            (self.low, self.high) = ([f32::NEG_INFINITY; ROWS], [f32::INFINITY; ROWS]);
        } else {
            self.limit(packet.view(lane), first);
        }
    }

    #[inline(always)]
    fn limit(&mut self, view: View, first: f32) {
        let at = |line: Line, k: usize| line.start + (f64::from(first) + k as f64) * line.lean;
        for k in 0..ROWS {
            let (low, low_too) = (at(view.low[0], k), at(view.low[1], k));
            let (high, high_too) = (at(view.high[0], k), at(view.high[1], k));
            // Rounding to f32 keeps order, and columns are exact: a column between the lines stays there.
            self.low[k] = if low > low_too { low } else { low_too } as f32;
            self.high[k] = if high < high_too { high } else { high_too } as f32;
        }
    }
}

/// The candidates that were chosen. Those of earlier tiles are written over, not moved: they are large.
#[derive(Default)]
pub(super) struct Chosen {
    rows: Vec<Rows>,
    count: usize,
}

impl Chosen {
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// The place of the next one.
    #[inline(always)]
    pub fn add(&mut self) -> &mut Rows {
        if self.count == self.rows.len() {
            self.rows.push(Rows::NONE);
        }
        self.count += 1;
        &mut self.rows[self.count - 1]
    }

    #[inline(always)]
    pub fn rows(&self) -> &[Rows] {
        &self.rows[..self.count]
    }
}

/// The cheapest for eight pixels.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub cost: [f32; LANES],
    pub id: [u32; LANES],
}

/// Eight columns from `first` on.
#[inline(always)]
fn columns(first: f32) -> [f32; LANES] {
    // Not from zero on: the compiler would treat the first lane on its own, which costs more than it saves.
    const STEPS: [f32; LANES] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
    let (mut columns, before) = (STEPS, first - 1.0);
    for lane in 0..LANES {
        columns[lane] += before;
    }
    columns
}

impl Rows {
    /// The cost in some columns of the row `k` of the strip, whether they are seen or not.
    #[inline(always)]
    fn costs(&self, k: usize, columns: &[f32; LANES]) -> [f32; LANES] {
        let (scale, start, vv, cost) = (self.u_column, self.u[k % ROWS], self.vv[k % ROWS], self.cost);
        let mut costs = [0.0; LANES];
        for lane in 0..LANES {
            let u = columns[lane] * scale + start;
            costs[lane] = cost + (u * u + vv).sqrt();
        }
        costs
    }

    /// Improves on what eight pixels have.
    #[inline(always)]
    fn improve(&self, k: usize, columns: &[f32; LANES], best: &mut Best) {
        let (low, high, id) = (self.low[k % ROWS], self.high[k % ROWS], self.id);
        let costs = self.costs(k, columns);
        for lane in 0..LANES {
            let is_seen = (columns[lane] >= low) & (columns[lane] <= high);
            let is_better = (costs[lane] < best.cost[lane]) & is_seen;
            best.cost[lane] = if is_better { costs[lane] } else { best.cost[lane] };
            best.id[lane] = if is_better { id } else { best.id[lane] };
        }
    }
}

/// Decides what pixels get, eight at a time.
// Not closures: these would not be compiled for wider vectors with their caller.
pub(super) trait Brush {
    /// The eight pixels from column `first` on in the row `k` of the strip. Those from column `end` on are not looked at.
    fn best(&mut self, k: usize, first: f32, end: f32) -> Best;
}

/// Pixels outside free space.
pub(super) struct Blocked;

impl Brush for Blocked {
    #[inline(always)]
    fn best(&mut self, _: usize, _: f32, _: f32) -> Best {
        Best { cost: [f32::NAN; LANES], id: [NO_GENERATOR; LANES] }
    }
}

/// One candidate that sees all.
pub(super) struct Alone<'a> {
    pub rows: &'a Rows,
}

impl Brush for Alone<'_> {
    #[inline(always)]
    fn best(&mut self, k: usize, first: f32, _: f32) -> Best {
        Best { cost: self.rows.costs(k, &columns(first)), id: [self.rows.id; LANES] }
    }
}

/// Several candidates.
pub(super) struct Contest<'a> {
    pub rows: &'a [Rows],
    /// The highest costs given so far.
    pub dearest: [f32; LANES],
}

impl Brush for Contest<'_> {
    #[inline(always)]
    fn best(&mut self, k: usize, first: f32, end: f32) -> Best {
        let mut best = Best { cost: [f32::INFINITY; LANES], id: [NO_GENERATOR; LANES] };
        let columns = columns(first);
        for candidate in self.rows {
            candidate.improve(k, &columns, &mut best);
        }
        for lane in 0..LANES {
            let is_dearer = (best.cost[lane] > self.dearest[lane]) & (columns[lane] < end);
            self.dearest[lane] = if is_dearer { best.cost[lane] } else { self.dearest[lane] };
        }
        best
    }
}
