//! One patch of the march: solved at its own scale, and what is certain of it kept.

use super::{ABOVE_CUT, FIRST_DEPTH, Front, State};
use crate::solver::checkers::{Board, Layout, stretches};
use crate::solver::system::System;
use rayon::slice::ParallelSliceMut;

/// Tolerance: Kept values are at least this share of their patch's largest.
const FLOOR: f64 = 2e-7;
/// Decades from the largest value to the cut: those between [`FLOOR`] and the cut spoil nothing, and the rest is kept.
const DECADES: f64 = 12.0;
/// Tolerance: Patches of which only cells above this value could be kept are given up for a larger one.
const HOPELESS: f64 = 0.02;
/// Tolerance: Shares of a patch's largest value that the solver cannot distinguish from zero.
const ROUNDING: f64 = 1e-17;
/// Layers of cells of a patch at least.
const LEAST_DEPTH: f64 = 8.0;

/// A connected part of a patch with its solution.
pub struct Solved {
    pub places: Vec<usize>,
    /// v as a share of exp(scale).
    values: Vec<f64>,
    scale: f64,
    /// ln v of the largest cell at the cut; minus infinity if there is none.
    pub log_cut: f64,
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
    /// Solves a connected part of the patch.
    pub fn solve(&self, mut places: Vec<usize>) -> Solved {
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
    pub fn keep(&mut self, part: &Solved, log_cut: f64) {
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
        self.around(place).iter().any(|&n| self.state[n] == State::Open && !self.taken.contains(n))
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
