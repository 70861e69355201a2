//! Leaves of a quadtree over free cells: large squares where nothing is, small ones along what is blocked.
//!
//! A leaf is a square of free cells that all have the same factor. Its number is the Morton code of its lower left cell,
//! so it stays the same as long as the leaf is there, whatever happens elsewhere; neighbours are found through codes,
//! without pointers. A long grid is a row of trees. Steps lead from centre to centre of leaves that share a side: such a
//! line never leaves the two squares, and costs its length in each times the factor there, exactly. *Cost* of a change:
//! the leaves that it splits or joins. Valid paths, not the cheapest: pull them taut ([`super::pulled_taut`]). Not worth
//! it where blocked cells are scattered, or where factors differ from cell to cell, as around a `near` constraint: there
//! are hardly fewer leaves than cells.

mod codes;

use crate::cells::{CellSpace, ONE};
use crate::lattice::STRAIGHT;
use crate::space::{Space, StateId, Ticks, UNKNOWN};
use codes::Codes;
use wayfront_domain::{CellGrid, CellId};
use wayfront_geometry::Point;

/// No leaf begins here.
const NONE: u8 = u8::MAX;
/// What a block is if nothing in it is free, and if its cells are not all of one kind. Between these: free, at a factor.
const BLOCKED: u16 = 0;
const MIXED: u16 = u16::MAX;

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
    codes: Codes,
    /// For each level, of what kind each block of it is, in the order of codes: its factor in 256ths if it is a leaf
    /// or part of one.
    kinds: Vec<Vec<u16>>,
    /// For each code, the level of the leaf that begins there.
    levels: Vec<u8>,
    leaves: usize,
    dearest_factor: u16,
}

impl QuadSpace {
    /// The tree over a grid's free cells.
    #[must_use]
    pub fn new(cells: &CellSpace) -> Self {
        let codes = Codes::of(cells.grid().size());
        let mut lowest = vec![BLOCKED; codes.len()];
        for cell in cells.grid().cells() {
            lowest[codes.code_of(cells.grid().column_row(cell))] = kind_of(cells, cell);
        }
        let dearest_factor = lowest.iter().copied().max().unwrap_or(ONE).max(ONE);
        let mut kinds = vec![lowest];
        for level in 0..usize::from(codes.height()) {
            kinds.push(kinds[level].chunks(4).map(joined).collect());
        }
        let levels = vec![NONE; codes.len()];
        let mut tree = Self { grid: *cells.grid(), codes, levels, kinds, leaves: 0, dearest_factor };
        for root in 0..tree.kinds[usize::from(codes.height())].len() {
            tree.number(root << (2 * codes.height()), codes.height(), &mut Vec::new());
        }
        tree
    }

    /// Numbers the leaves of a block.
    fn number(&mut self, code: usize, level: u8, found: &mut Vec<StateId>) {
        match self.kinds[usize::from(level)][code >> (2 * level)] {
            BLOCKED => {}
            MIXED => (0..4).for_each(|k| self.number(code + (k << (2 * (level - 1))), level - 1, found)),
            _ => {
                self.levels[code] = level;
                self.leaves += 1;
                found.push(StateId(code as u32));
            }
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
        (self.codes.cell_of(leaf.index()), 1 << self.levels[leaf.index()].min(self.codes.height()))
    }

    /// The leaf over a cell: its code and level.
    fn leaf_of(&self, cell: [usize; 2]) -> Option<(usize, u8)> {
        let code = self.codes.code_of(cell);
        (0..=self.codes.height()).find_map(|level| {
            let begins = code >> (2 * level) << (2 * level);
            (self.levels[begins] == level).then_some((begins, level))
        })
    }

    /// Takes over what changed in some cells. Returns the states whose steps became others.
    pub fn follow(&mut self, cells: &CellSpace, changed: &[CellId]) -> Vec<StateId> {
        let mut blocks: Vec<(usize, u8)> = Vec::new();
        for &cell in changed {
            let at = cells.grid().column_row(cell);
            let (code, kind) = (self.codes.code_of(at), kind_of(cells, cell));
            if self.kinds[0][code] == kind {
                continue;
            }
            // What was one leaf, or will be.
            let before = self.leaf_of(at).map_or(0, |leaf| leaf.1);
            self.set_kind(code, kind);
            let is_leaf = |level: u8| !matches!(self.kinds[usize::from(level)][code >> (2 * level)], BLOCKED | MIXED);
            let after = (0..=self.codes.height()).rev().find(|&level| is_leaf(level));
            let level = before.max(after.unwrap_or(0));
            blocks.push((code >> (2 * level) << (2 * level), level));
        }
        self.renumber(blocks)
    }

    fn set_kind(&mut self, code: usize, kind: u16) {
        self.kinds[0][code] = kind;
        self.dearest_factor = self.dearest_factor.max(kind);
        for level in 1..=self.codes.height() {
            let first = code >> (2 * level) << 2;
            let kind = joined(&self.kinds[usize::from(level) - 1][first..first + 4]);
            self.kinds[usize::from(level)][code >> (2 * level)] = kind;
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
                self.each_neighbour(leaf, |neighbour, _, _| changed.push(neighbour));
            }
            self.around(code, level, &mut changed);
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// The leaves along the outside of a block.
    fn around(&self, code: usize, level: u8, found: &mut Vec<StateId>) {
        let ([x, y], side) = (self.codes.cell_of(code).map(|v| v as isize), 1isize << level);
        for t in 0..side {
            for cell in [[x - 1, y + t], [x + side, y + t], [x + t, y - 1], [x + t, y + side]] {
                found.extend(self.leaf_over(cell).map(|(code, _)| StateId(code as u32)));
            }
        }
    }

    fn leaf_over(&self, [x, y]: [isize; 2]) -> Option<(usize, u8)> {
        let [columns, rows] = self.grid.size().map(|count| count as isize);
        let is_inside = (0..columns).contains(&x) && (0..rows).contains(&y);
        is_inside.then(|| self.leaf_of([x as usize, y as usize])).flatten()
    }

    /// Leaves that share a side with one, each once, with the distance of the centres in half cells and the mean factor
    /// along the line between them, in 256ths.
    fn each_neighbour(&self, leaf: StateId, mut each: impl FnMut(StateId, f64, f64)) {
        let level = self.levels[leaf.index()];
        if level == NONE {
            return;
        }
        let ([x, y], side) = (self.codes.cell_of(leaf.index()).map(|v| v as isize), 1isize << level);
        let centre = |[x, y]: [isize; 2], side: isize| [2 * x + side, 2 * y + side];
        let (own, factor) = (centre([x, y], side), f64::from(self.factor(leaf.index(), level)));
        for (k, fixed) in [(0, x - 1), (0, x + side), (1, y - 1), (1, y + side)] {
            let (first, mut t) = (if k == 0 { y } else { x }, 0);
            while t < side {
                let cell = if k == 0 { [fixed, first + t] } else { [first + t, fixed] };
                let Some((code, level)) = self.leaf_over(cell) else {
                    t += 1;
                    continue;
                };
                let (corner, width) = (self.codes.cell_of(code).map(|v| v as isize), 1isize << level);
                let other = centre(corner, width);
                let (dx, dy) = ((other[0] - own[0]) as f64, (other[1] - own[1]) as f64);
                // The line crosses the shared side: each square holds as much of it as its side is of both sides.
                let shares = side as f64 * factor + width as f64 * f64::from(self.factor(code, level));
                each(StateId(code as u32), (dx * dx + dy * dy).sqrt(), shares / (side + width) as f64);
                t = corner[1 - k] + width - first;
            }
        }
    }

    /// The factor of a leaf, in 256ths.
    #[inline]
    fn factor(&self, code: usize, level: u8) -> u16 {
        // On even ground nothing is looked up.
        if self.dearest_factor == ONE { ONE } else { self.kinds[usize::from(level)][code >> (2 * level)] }
    }

    /// Every free cell is under exactly one leaf, whose factor is its own, no blocked one is, and neighbours are mutual.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let is_covered = |cell: CellId| {
            let at = self.grid.column_row(cell);
            let kind = self.kinds[0][self.codes.code_of(at)];
            self.leaf_of(at).map_or(BLOCKED, |(code, level)| self.factor(code, level)) == kind
        };
        let is_mutual = |leaf: StateId| {
            let mut is_mutual = true;
            self.each_neighbour(leaf, |other, halves, factor| {
                let mut is_back = false;
                self.each_neighbour(other, |back, h, f| is_back |= back == leaf && (h, f) == (halves, factor));
                is_mutual &= is_back;
            });
            is_mutual
        };
        let area: usize = self.leaves().map(|leaf| 1usize << (2 * self.levels[leaf.index()])).sum();
        let free = self.kinds[0].iter().filter(|&&kind| kind != BLOCKED).count();
        self.grid.cells().all(is_covered) && area == free && self.leaves().all(is_mutual)
    }
}

/// What a cell is.
fn kind_of(cells: &CellSpace, cell: CellId) -> u16 {
    if cells.is_free(cell) { cells.fixed(cell.0) } else { BLOCKED }
}

/// What four blocks are together.
fn joined(four: &[u16]) -> u16 {
    if four.iter().all(|&kind| kind == four[0]) { four[0] } else { MIXED }
}

impl Space for QuadSpace {
    fn len(&self) -> usize {
        self.levels.len()
    }

    fn steps(&self, from: StateId, mut each: impl FnMut(StateId, Ticks)) {
        // In half cells and 256ths; rounded up, so that the lower bound holds.
        let ticks = f64::from(STRAIGHT / 2) / f64::from(ONE);
        self.each_neighbour(from, |to, halves, factor| each(to, (halves * (factor * ticks)).ceil() as Ticks));
    }

    fn least(&self, a: StateId, b: StateId) -> Ticks {
        let centre = |state: StateId| {
            let ([x, y], side) = self.square(state);
            let side = side as f64;
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
        // Between two squares whose sides are the tree's own, at most so far.
        let (side, factor) = (u64::from(STRAIGHT) << self.codes.height(), u64::from(self.dearest_factor));
        (side * factor).div_ceil(u64::from(ONE)).min(u64::from(UNKNOWN)) as Ticks
    }

    fn tick(&self) -> f64 {
        self.grid.cell() / f64::from(STRAIGHT)
    }

    fn is_open(&self, state: StateId) -> bool {
        self.levels[state.index()] != NONE
    }
}
