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

mod patch;

use crate::bias::Bias;
use patch::Solved;
use wayfront_domain::{CellId, Cells};
use wayfront_geometry::{MinHeap, Visited, checkpoint};

/// Tolerance: Kept values are at least so many times the largest value at the cut.
const ABOVE_CUT: f64 = 1e5;
/// Tolerance: Known cells of at least this share (as a logarithm) of the largest that has open neighbours start a
/// patch. What the others add is counted as if it stood at a cut.
const START_SPAN: f64 = 27.0;
/// Layers of cells of a patch at first.
const FIRST_DEPTH: u32 = 64;
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
pub fn march(grid: &Cells, goals: &[CellId], bias: Bias) -> Marched {
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
    while front.advance() {
        checkpoint();
    }
    front.finished(grid)
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
    /// The places of a patch, and of its connected parts so far.
    taken: Visited,
    parted: Visited,
    /// Known cells that wait, the largest first.
    waiting: MinHeap<usize>,
    /// For known places: how many layers the next patch from here has. In a patch: how many are left.
    depth: Vec<u32>,
    solved_cells: usize,
}

impl Front {
    fn new(grid: &Cells, bias: Bias) -> Self {
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
            taken: Visited::default(),
            parted: Visited::default(),
            waiting: MinHeap::default(),
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
            self.waiting.push(-self.log_v[place], place);
        }
    }

    /// One round: the patches around the largest known cells that have open neighbours. False when there are none.
    fn advance(&mut self) -> bool {
        let starts = self.starts();
        let Some(&first) = starts.first() else { return false };
        let most = self.log_v[first];
        self.taken.restart(self.state.len());
        self.parted.restart(self.state.len());
        let patch = self.patch(&starts);
        let parts = self.parts(&patch);
        let solved: Vec<Solved> = parts.into_iter().map(|part| self.solve(part)).collect();
        // Parts may depend on each other beyond their cuts: the largest cut counts for all.
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
        while let Some((cost, &place)) = self.waiting.peek() {
            let log_v = -cost;
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
                if self.state[beside] == State::Open && self.taken.insert(beside) {
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
            let is_new = self.taken.insert(beside);
            if is_new {
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
            if !self.parted.insert(start) {
                continue;
            }
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                for place in self.around(part[next]) {
                    if self.taken.contains(place) && self.parted.insert(place) {
                        part.push(place);
                    }
                }
                next += 1;
            }
            parts.push(part);
        }
        parts
    }

    fn finished(self, grid: &Cells) -> Marched {
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
