//! The field of a grid with full relative precision in every cell, however far from the goal.
//!
//! What is computed is v = q / tilt, where q = 1 - p is 1 at goals and 0 at walls, and the tilt takes the bias out (see
//! [`Bias`]): then every free cell is a sum of shares of its four neighbours, the same both ways. Between walls v falls
//! off by a factor for each step away from the goal; after a few hundred cells it is below anything a number can hold,
//! and long before that an ordinary solver returns noise. So the field is computed in decades, outwards: a *patch* of
//! open cells around the cells that are known is solved at its own scale, with zero beyond it; cells within the first
//! decades of the patch are kept, as logarithms; and the next patch starts from them.
//!
//! A cell is kept if its value is well above the solver's rounding, and well above what is found at the cut where the
//! patch ends. The cut's effect on a cell is about the square of the ratio of both values (down to the cut and back),
//! which is what [`ABOVE_CUT`] is chosen for. Where values do not fall off, patches grow until they have no cut: then
//! this is one solve for the whole grid. What was found of cells that are not kept is the guess from which the next
//! patch begins, so later patches take half the steps. Cost: a few times that of solving each cell once, whatever the
//! shape; measured in [`Marched::solved_cells`].

use crate::bias::Bias;
use crate::checkers::{Board, Layout, stretches};
use crate::conjugate::System;
use crate::grid::{CellId, Grid};
use rayon::slice::ParallelSliceMut;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Kept values are at least this share of their patch's largest.
const FLOOR: f64 = 1e-6;
/// Kept values are at least so many times the largest value at the cut.
const ABOVE_CUT: f64 = 1e5;
/// Known cells of at least this share (as a logarithm) of the largest that has open neighbours start a patch. What the
/// others add is counted as if it stood at a cut.
const START_SPAN: f64 = 27.0;
/// Layers of cells of a patch: at first and at least.
const FIRST_DEPTH: u32 = 64;
const LEAST_DEPTH: f64 = 8.0;
/// Decades from the largest value to the cut: those between [`FLOOR`] and the cut spoil nothing, and the rest is kept.
const DECADES: f64 = 11.5;
/// Patches of which only cells above this value could be kept are given up for a larger one.
const HOPELESS: f64 = 0.02;
/// Shares of a patch's largest value that the solver cannot tell from zero.
const ROUNDING: f64 = 1e-17;
/// A patch of more than this share of all open cells takes the others too: without a cut it keeps the most.
const NEARLY_ALL: f64 = 0.6;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Wall,
    Open,
    Known,
}

/// The field, and what it cost.
#[derive(Clone, Debug)]
pub struct Marched {
    /// ln q for each cell; minus infinity in walls and where no goal can be reached.
    pub log_q: Vec<f64>,
    /// Cells of all patches together.
    pub solved_cells: usize,
}

/// Computes ln q for a grid and its goal cells, which must be free.
pub fn march(grid: &Grid, goals: &[CellId], bias: Bias) -> Marched {
    let mut front = Front::new(grid, bias);
    for &goal in goals {
        let place = front.padded(goal);
        front.log_v[place] = -front.tilt_at(place);
        front.state[place] = State::Known;
        front.depth[place] = FIRST_DEPTH;
        front.open -= 1;
    }
    for &goal in goals {
        front.wait(front.padded(goal));
    }
    while front.advance() {}
    front.finished(grid)
}

/// A known cell that waits, the largest first.
#[derive(Clone, Copy, PartialEq)]
struct Waiting {
    log_v: f64,
    place: usize,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.log_v.total_cmp(&other.log_v).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The march so far. Places are cells of the grid with a frame of walls around it.
struct Front {
    stride: usize,
    tilt: [f64; 2],
    shares: [f64; 2],
    state: Vec<State>,
    /// ln v of known cells; of open ones a first guess, from patches of which they were not kept.
    log_v: Vec<f64>,
    /// How many cells are open.
    open: usize,
    /// The round in which a place was last taken into a patch, and then into a connected part of it.
    taken: Vec<u32>,
    parted: Vec<u32>,
    round: u32,
    waiting: BinaryHeap<Waiting>,
    /// For known places: how many layers the next patch from here has. In a patch: how many are left.
    depth: Vec<u32>,
    solved_cells: usize,
}

/// A connected part of a patch with its solution.
struct Solved {
    places: Vec<usize>,
    /// v as a share of exp(scale).
    values: Vec<f64>,
    scale: f64,
    /// ln v of the largest cell at the cut; minus infinity if there is none.
    log_cut: f64,
    /// Given up: the values are right to a few digits only.
    is_rough: bool,
}

/// Layers of the next patch, so that values fall off by [`DECADES`] down to its cut.
fn next_depth(used: u32, decades: f64) -> u32 {
    if decades.is_finite() {
        (f64::from(used) * (DECADES / decades.max(0.1)).clamp(0.5, 4.0)).ceil().clamp(LEAST_DEPTH, 1e9) as u32
    } else {
        used
    }
}

impl Front {
    fn new(grid: &Grid, bias: Bias) -> Self {
        let [columns, rows] = grid.size();
        let stride = columns + 2;
        let places = stride * (rows + 2);
        let mut state = vec![State::Wall; places];
        for cell in grid.free_cells() {
            let [column, row] = grid.column_row(cell);
            state[(row + 1) * stride + column + 1] = State::Open;
        }
        Self {
            stride,
            tilt: bias.tilt(),
            shares: bias.symmetric_shares(),
            state,
            log_v: vec![f64::NEG_INFINITY; places],
            open: grid.free_count(),
            taken: vec![0; places],
            parted: vec![0; places],
            round: 0,
            waiting: BinaryHeap::new(),
            depth: vec![0; places],
            solved_cells: 0,
        }
    }

    fn padded(&self, cell: CellId) -> usize {
        let columns = self.stride - 2;
        (cell.index() / columns + 1) * self.stride + cell.index() % columns + 1
    }

    /// ln (q / v) at a place.
    fn tilt_at(&self, place: usize) -> f64 {
        self.tilt[0] * (place % self.stride) as f64 + self.tilt[1] * (place / self.stride) as f64
    }

    fn around(&self, place: usize) -> [usize; 4] {
        [place - 1, place + 1, place - self.stride, place + self.stride]
    }

    fn has_open_neighbour(&self, place: usize) -> bool {
        self.around(place).iter().any(|&n| self.state[n] == State::Open)
    }

    fn wait(&mut self, place: usize) {
        if self.has_open_neighbour(place) {
            self.waiting.push(Waiting { log_v: self.log_v[place], place });
        }
    }

    /// One round: the patches around the largest known cells that have open neighbours. False when there are none.
    fn advance(&mut self) -> bool {
        let starts = self.starts();
        let Some(&first) = starts.first() else { return false };
        let most = self.log_v[first];
        self.round += 1;
        let patch = self.patch(&starts);
        let parts = self.parts(&patch);
        let solved: Vec<Solved> = parts.into_iter().map(|part| self.solve(part)).collect();
        // Parts may hear of each other beyond their cuts: the largest cut counts for all.
        let cut = solved.iter().map(|part| part.log_cut).fold(most - START_SPAN, f64::max);
        for part in &solved {
            self.keep(part, cut);
        }
        self.solved_cells += patch.len();
        for place in starts {
            self.wait(place);
        }
        true
    }

    /// The largest known cells with open neighbours.
    fn starts(&mut self) -> Vec<usize> {
        let mut starts: Vec<usize> = Vec::new();
        let mut least = f64::NEG_INFINITY;
        while let Some(&Waiting { log_v, place }) = self.waiting.peek() {
            if !starts.is_empty() && log_v < least {
                break;
            }
            self.waiting.pop();
            if self.has_open_neighbour(place) {
                if starts.is_empty() {
                    least = log_v - START_SPAN;
                }
                starts.push(place);
            }
        }
        starts
    }

    /// Open cells around the starts, layer by layer, as many layers as each start asks for.
    fn patch(&mut self, starts: &[usize]) -> Vec<usize> {
        let mut patch = Vec::new();
        let mut layer: Vec<usize> = starts.to_vec();
        let mut next = Vec::new();
        while !layer.is_empty() {
            for place in layer.drain(..) {
                let left = self.depth[place];
                if left > 0 {
                    self.take_around(place, left - 1, &mut patch, &mut next);
                }
            }
            std::mem::swap(&mut layer, &mut next);
        }
        if patch.len() as f64 > NEARLY_ALL * self.open as f64 {
            self.take_the_rest(&mut patch);
        }
        patch
    }

    /// All open cells that a patch is connected with.
    fn take_the_rest(&mut self, patch: &mut Vec<usize>) {
        let mut next = 0;
        while next < patch.len() {
            for beside in self.around(patch[next]) {
                if self.state[beside] == State::Open && self.taken[beside] != self.round {
                    self.taken[beside] = self.round;
                    patch.push(beside);
                }
            }
            next += 1;
        }
    }

    fn take_around(&mut self, place: usize, left: u32, patch: &mut Vec<usize>, next: &mut Vec<usize>) {
        for beside in self.around(place) {
            if self.state[beside] != State::Open {
                continue;
            }
            let is_new = self.taken[beside] != self.round;
            if is_new {
                self.taken[beside] = self.round;
                patch.push(beside);
            }
            if is_new || self.depth[beside] < left {
                self.depth[beside] = left;
                next.push(beside);
            }
        }
    }

    /// The connected parts of a patch.
    fn parts(&mut self, patch: &[usize]) -> Vec<Vec<usize>> {
        let mut parts = Vec::new();
        for &start in patch {
            if self.parted[start] == self.round {
                continue;
            }
            self.parted[start] = self.round;
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                for place in self.around(part[next]) {
                    if self.taken[place] == self.round && self.parted[place] != self.round {
                        self.parted[place] = self.round;
                        part.push(place);
                    }
                }
                next += 1;
            }
            parts.push(part);
        }
        parts
    }

    /// Solves a connected part of the patch.
    fn solve(&self, mut places: Vec<usize>) -> Solved {
        places.par_sort_unstable();
        let frame = Box2::of(&places, self.stride);
        let scale = self.scale(&places);
        let layout = Layout::new(frame.size);
        let [mut b, mut guess] = [Board::new(layout), Board::new(layout)];
        let mut mask = Board::new(layout);
        for &place in &places {
            let [x, y] = frame.at(place);
            mask.set(layout, x, y, 1.0);
            b.set(layout, x, y, self.given(place, scale));
            guess.set(layout, x, y, self.guessed(place, scale));
        }
        let stretches = stretches(places.iter().map(|&place| frame.at(place)));
        let cut: Vec<[usize; 2]> =
            places.iter().filter(|&&place| self.is_at_cut(place)).map(|&place| frame.at(place)).collect();
        let largest_at_cut =
            |x: &Board<f64>| cut.iter().map(|&[column, row]| x.at(layout, column, row)).fold(0.0, f64::max);
        // Known values are at most 1 here, and so is everything else.
        let is_hopeless = |x: &Board<f64>| largest_at_cut(x) * ABOVE_CUT > HOPELESS;
        let (solution, is_rough) =
            System { layout, mask, stretches, coefficients: self.shares }.solve(b, guess, is_hopeless);
        let value = |place: usize| {
            let [x, y] = frame.at(place);
            solution.at(layout, x, y)
        };
        let values: Vec<f64> = places.iter().map(|&place| value(place)).collect();
        // Below the solver's rounding the cut is as good as there.
        let at_cut = if cut.is_empty() { 0.0 } else { largest_at_cut(&solution).max(ROUNDING) };
        let log_cut = at_cut.ln() + scale;
        Solved { places, values, scale, log_cut, is_rough }
    }

    /// Takes over what is certain, and plans how deep the next patches from here are.
    fn keep(&mut self, part: &Solved, log_cut: f64) {
        let most = part.values.iter().copied().fold(0.0, f64::max);
        let (floor, above_cut) = (FLOOR * most, ABOVE_CUT * (log_cut - part.scale).exp());
        let beside = part.places.iter().flat_map(|&place| self.around(place));
        let known: Vec<usize> = beside.filter(|&n| self.state[n] == State::Known).collect();
        let used = known.iter().map(|&n| self.depth[n]).max().unwrap_or(FIRST_DEPTH);
        let depth = next_depth(used, (most.ln() + part.scale - part.log_cut) / 10.0_f64.ln());
        let least = if part.is_rough { f64::INFINITY } else { floor.max(above_cut).max(f64::MIN_POSITIVE) };
        let mut kept = Vec::new();
        for (&place, &v) in part.places.iter().zip(&part.values) {
            self.log_v[place] = if v > 0.0 { v.ln() + part.scale } else { f64::NEG_INFINITY };
            if v >= least {
                self.state[place] = State::Known;
                self.depth[place] = depth;
                kept.push(place);
            }
        }
        self.open -= kept.len();
        known.into_iter().for_each(|n| self.depth[n] = depth);
        kept.into_iter().for_each(|place| self.wait(place));
    }

    /// The largest known value beside a part.
    fn scale(&self, part: &[usize]) -> f64 {
        let known = part.iter().flat_map(|&place| self.around(place)).filter(|&n| self.state[n] == State::Known);
        known.map(|n| self.log_v[n]).fold(f64::NEG_INFINITY, f64::max)
    }

    /// What known neighbours add to a cell.
    fn given(&self, place: usize, scale: f64) -> f64 {
        let share = |n: usize, share: f64| match self.state[n] {
            State::Known => share * (self.log_v[n] - scale).exp(),
            _ => 0.0,
        };
        let [left, right, below, above] = self.around(place);
        let [x, y] = self.shares;
        share(left, x) + share(right, x) + share(below, y) + share(above, y)
    }

    /// What is thought of a cell that is not known yet.
    fn guessed(&self, place: usize, scale: f64) -> f64 {
        let log = self.log_v[place];
        if log.is_finite() { (log - scale).exp() } else { 0.0 }
    }

    /// Beside an open cell that was left out of the patch.
    fn is_at_cut(&self, place: usize) -> bool {
        self.around(place).iter().any(|&n| self.state[n] == State::Open && self.taken[n] != self.round)
    }

    fn finished(self, grid: &Grid) -> Marched {
        let log_q = |cell: usize| {
            let place = self.padded(CellId(cell as u32));
            match self.state[place] {
                State::Known => self.log_v[place] + self.tilt_at(place),
                _ => f64::NEG_INFINITY,
            }
        };
        let log_q = (0..grid.len()).map(log_q).collect();
        Marched { log_q, solved_cells: self.solved_cells }
    }
}

/// The box around a part, in places of the front.
struct Box2 {
    stride: usize,
    low: [usize; 2],
    size: [usize; 2],
}

impl Box2 {
    fn of(part: &[usize], stride: usize) -> Self {
        let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
        for place in part {
            let at = [place % stride, place / stride];
            for axis in 0..2 {
                low[axis] = low[axis].min(at[axis]);
                high[axis] = high[axis].max(at[axis]);
            }
        }
        Self { stride, low, size: [high[0] - low[0] + 1, high[1] - low[1] + 1] }
    }

    fn at(&self, place: usize) -> [usize; 2] {
        [place % self.stride - self.low[0], place / self.stride - self.low[1]]
    }
}
