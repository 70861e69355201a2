//! Leaves of a quadtree over free cells: large squares where nothing is, small ones along what is blocked.
//!
//! A leaf's number is the Morton code of its lower left cell, so it stays the same as long as the leaf is there, whatever
//! happens elsewhere; neighbours are found through codes, without pointers. Steps lead from centre to centre of leaves
//! that share a side, and such a line never leaves the two squares. *Cost* of a change: the leaves that it splits or
//! joins. Valid paths, not the shortest: pull them taut ([`super::pulled_taut`]). Not worth it where blocked cells are
//! scattered: there are hardly fewer leaves than cells.

use crate::cells::CellSpace;
use crate::lattice::STRAIGHT;
use crate::space::{Space, StateId, Ticks};
use wayfront_domain::{CellGrid, CellId};
use wayfront_geometry::Point;

/// No leaf begins here.
const NONE: u8 = u8::MAX;

/// Free leaves of a quadtree.
///
/// ```
/// use wayfront_domain::Cells;
/// use wayfront_geometry::Point;
/// use wayfront_search::{AStar, Budget, CellSpace, Diagonals, QuadSpace, Space};
///
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [64, 64], vec![true; 4096])?;
/// let tree = QuadSpace::new(&CellSpace::new(&cells, Diagonals::BothFree)?);
/// assert_eq!(tree.leaves().count(), 1);
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct QuadSpace {
    grid: CellGrid,
    /// The level of the tree's root: its side is two to the power of it.
    height: u8,
    /// For each level, whether each block of it is free, in the order of Morton codes.
    free: Vec<Vec<bool>>,
    /// For each code, the level of the leaf that begins there.
    levels: Vec<u8>,
    leaves: usize,
}

impl QuadSpace {
    /// The tree over a grid's free cells. Factors of cells are not taken into account.
    #[must_use]
    pub fn new(cells: &CellSpace) -> Self {
        let [columns, rows] = cells.grid().size();
        let height = columns.max(rows).max(1).next_power_of_two().trailing_zeros() as u8;
        let mut lowest = vec![false; 1 << (2 * height)];
        for cell in cells.grid().cells() {
            lowest[code_of(cells.grid().column_row(cell))] = cells.is_free(cell);
        }
        let mut free = vec![lowest];
        for level in 0..usize::from(height) {
            free.push(free[level].chunks(4).map(|four| four.iter().all(|&free| free)).collect());
        }
        let mut tree = Self { grid: *cells.grid(), height, levels: vec![NONE; free[0].len()], free, leaves: 0 };
        tree.number(0, height, &mut Vec::new());
        tree
    }

    /// Numbers the leaves of a block.
    fn number(&mut self, code: usize, level: u8, found: &mut Vec<StateId>) {
        if self.free[usize::from(level)][code >> (2 * level)] {
            self.levels[code] = level;
            self.leaves += 1;
            found.push(StateId(code as u32));
        } else if level > 0 {
            (0..4).for_each(|k| self.number(code + (k << (2 * (level - 1))), level - 1, found));
        }
    }

    /// The leaves.
    pub fn leaves(&self) -> impl Iterator<Item = StateId> + '_ {
        let codes = self.levels.iter().enumerate().filter(|(_, level)| **level != NONE);
        codes.map(|(code, _)| StateId(code as u32))
    }

    /// How many leaves there are.
    #[must_use]
    pub const fn leaf_count(&self) -> usize {
        self.leaves
    }

    /// The leaf that a point lies in.
    #[must_use]
    pub fn state_at(&self, p: Point) -> Option<StateId> {
        let cell = self.grid.cell_of(p)?;
        self.leaf_of(self.grid.column_row(cell)).map(|(code, _)| StateId(code as u32))
    }

    /// The side of a leaf in cells, and the column and row of its lower left cell.
    #[must_use]
    pub fn square(&self, leaf: StateId) -> ([usize; 2], usize) {
        (cell_of_code(leaf.index()), 1 << self.levels[leaf.index()].min(self.height))
    }

    /// The leaf over a cell: its code and level.
    fn leaf_of(&self, cell: [usize; 2]) -> Option<(usize, u8)> {
        let code = code_of(cell);
        (0..=self.height).find_map(|level| {
            let begins = code >> (2 * level) << (2 * level);
            (self.levels[begins] == level).then_some((begins, level))
        })
    }

    /// Takes over what changed in some cells. Returns the states whose steps became others.
    pub fn follow(&mut self, cells: &CellSpace, changed: &[CellId]) -> Vec<StateId> {
        let mut blocks: Vec<(usize, u8)> = Vec::new();
        for &cell in changed {
            let at = cells.grid().column_row(cell);
            let (code, is_free) = (code_of(at), cells.is_free(cell));
            if self.free[0][code] == is_free {
                continue;
            }
            // What was one leaf, or will be.
            let before = self.leaf_of(at).map_or(0, |leaf| leaf.1);
            self.set_block(code, is_free);
            let after = (0..=self.height).rev().find(|&level| self.free[usize::from(level)][code >> (2 * level)]);
            let level = before.max(after.unwrap_or(0));
            blocks.push((code >> (2 * level) << (2 * level), level));
        }
        self.renumber(blocks)
    }

    fn set_block(&mut self, code: usize, is_free: bool) {
        self.free[0][code] = is_free;
        for level in 1..=self.height {
            let first = code >> (2 * level) << 2;
            let four = &self.free[usize::from(level) - 1][first..first + 4];
            let is_free = four.iter().all(|&free| free);
            self.free[usize::from(level)][code >> (2 * level)] = is_free;
        }
    }

    /// Numbers blocks anew. The steps of their old and new leaves and of those around became others.
    fn renumber(&mut self, mut blocks: Vec<(usize, u8)>) -> Vec<StateId> {
        blocks.sort_unstable_by_key(|&(code, level)| (code, std::cmp::Reverse(level)));
        let mut changed: Vec<StateId> = Vec::new();
        let mut end = 0;
        for (code, level) in blocks {
            if code < end {
                continue;
            }
            end = code + (1 << (2 * level));
            for at in code..end {
                if std::mem::replace(&mut self.levels[at], NONE) != NONE {
                    self.leaves -= 1;
                    changed.push(StateId(at as u32));
                }
            }
            let from = changed.len();
            self.number(code, level, &mut changed);
            for k in from..changed.len() {
                let leaf = changed[k];
                self.each_neighbour(leaf, |neighbour, _| changed.push(neighbour));
            }
            self.around(code, level, &mut changed);
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// The leaves along the outside of a block.
    fn around(&self, code: usize, level: u8, found: &mut Vec<StateId>) {
        let ([x, y], side) = (cell_of_code(code).map(|v| v as isize), 1isize << level);
        for t in 0..side {
            for cell in [[x - 1, y + t], [x + side, y + t], [x + t, y - 1], [x + t, y + side]] {
                found.extend(self.leaf_over(cell).map(|(code, _)| StateId(code as u32)));
            }
        }
    }

    fn leaf_over(&self, [x, y]: [isize; 2]) -> Option<(usize, u8)> {
        let side = 1isize << self.height;
        let is_inside = (0..side).contains(&x) && (0..side).contains(&y);
        is_inside.then(|| self.leaf_of([x as usize, y as usize])).flatten()
    }

    /// Leaves that share a side with one, each once, with the distance of the centres in half cells.
    fn each_neighbour(&self, leaf: StateId, mut each: impl FnMut(StateId, f64)) {
        let level = self.levels[leaf.index()];
        if level == NONE {
            return;
        }
        let ([x, y], side) = (cell_of_code(leaf.index()).map(|v| v as isize), 1isize << level);
        let centre = |[x, y]: [isize; 2], side: isize| [2 * x + side, 2 * y + side];
        let own = centre([x, y], side);
        for (k, fixed) in [(0, x - 1), (0, x + side), (1, y - 1), (1, y + side)] {
            let (first, mut t) = (if k == 0 { y } else { x }, 0);
            while t < side {
                let cell = if k == 0 { [fixed, first + t] } else { [first + t, fixed] };
                let Some((code, level)) = self.leaf_over(cell) else {
                    t += 1;
                    continue;
                };
                let (corner, width) = (cell_of_code(code).map(|v| v as isize), 1isize << level);
                let other = centre(corner, width);
                let (dx, dy) = ((other[0] - own[0]) as f64, (other[1] - own[1]) as f64);
                each(StateId(code as u32), (dx * dx + dy * dy).sqrt());
                t = corner[1 - k] + width - first;
            }
        }
    }

    /// Every free cell is under exactly one leaf, no blocked one is, and neighbours are mutual.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let side = 1usize << self.height;
        let cells = (0..side).flat_map(|y| (0..side).map(move |x| [x, y]));
        let mut is_covered = cells.map(|cell| (self.free[0][code_of(cell)], self.leaf_of(cell).is_some()));
        let is_mutual = |leaf: StateId| {
            let mut is_mutual = true;
            self.each_neighbour(leaf, |other, _| {
                let mut is_back = false;
                self.each_neighbour(other, |back, _| is_back |= back == leaf);
                is_mutual &= is_back;
            });
            is_mutual
        };
        let area: usize = self.leaves().map(|leaf| 1usize << (2 * self.levels[leaf.index()])).sum();
        let free = self.free[0].iter().filter(|&&free| free).count();
        is_covered.all(|(free, leaf)| free == leaf) && area == free && self.leaves().all(is_mutual)
    }
}

impl Space for QuadSpace {
    fn len(&self) -> usize {
        self.levels.len()
    }

    fn steps(&self, from: StateId, mut each: impl FnMut(StateId, Ticks)) {
        // In half cells; rounded up, so that the lower bound holds.
        self.each_neighbour(from, |to, halves| each(to, (halves * f64::from(STRAIGHT / 2)).ceil() as Ticks));
    }

    fn least(&self, a: StateId, b: StateId) -> Ticks {
        let centre = |state: StateId| {
            let level = self.levels[state.index()].min(self.height);
            let ([x, y], side) = (cell_of_code(state.index()), (1usize << level) as f64);
            [2.0 * x as f64 + side, 2.0 * y as f64 + side]
        };
        let ([ax, ay], [bx, by]) = (centre(a), centre(b));
        (((ax - bx).powi(2) + (ay - by).powi(2)).sqrt() * f64::from(STRAIGHT / 2)) as Ticks
    }

    fn place(&self, state: StateId) -> Point {
        let ([x, y], side) = self.square(state);
        let half = side as f64 / 2.0;
        self.grid.origin() + Point::new(x as f64 + half, y as f64 + half) * self.grid.cell()
    }

    fn cheapest(&self) -> Ticks {
        STRAIGHT
    }

    fn dearest(&self) -> Ticks {
        STRAIGHT << self.height
    }

    fn tick(&self) -> f64 {
        self.grid.cell() / f64::from(STRAIGHT)
    }

    fn is_open(&self, state: StateId) -> bool {
        self.levels[state.index()] != NONE
    }
}

/// Column and row, bit by bit in turn: the code along Morton's curve.
const fn code_of([column, row]: [usize; 2]) -> usize {
    spread(column as u32) as usize | (spread(row as u32) as usize) << 1
}

const fn cell_of_code(code: usize) -> [usize; 2] {
    [gather(code as u32) as usize, gather(code as u32 >> 1) as usize]
}

/// Sixteen bits, each followed by a zero.
const fn spread(mut x: u32) -> u32 {
    x = (x | x << 8) & 0x00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// The other way round.
const fn gather(mut x: u32) -> u32 {
    x &= 0x5555_5555;
    x = (x | x >> 1) & 0x3333_3333;
    x = (x | x >> 2) & 0x0f0f_0f0f;
    x = (x | x >> 4) & 0x00ff_00ff;
    (x | x >> 8) & 0x0000_ffff
}
