//! Cells of a grid as a space: four or eight neighbours, a factor for each cell, bodies of any size.
//!
//! A step costs its length times the mean factor of both cells, in whole ticks: 408 straight and 577 diagonally on
//! ordinary ground. Factors run from 1 to 255 in 256ths. As long as all are 1, the space is a plain
//! [`Lattice`], on which waves and pairs are several times faster. *Cost* of an edit: the cells around it. Every edit
//! returns the states whose steps became others, which is what repairs ask for.

use crate::fault::SearchError;
use crate::lattice::{DIAGONAL, Diagonals, Lattice, PRICES, STRAIGHT, octile};
use crate::space::{Space, StateId, Ticks, UNKNOWN};
use wayfront_domain::{CellGrid, CellId, Cells};
use wayfront_geometry::Point;

/// A factor of one, in 256ths.
pub(crate) const ONE: u16 = 256;
/// The largest factor.
pub(crate) const MOST_FACTOR: f64 = 255.0;

/// Cells, each free or blocked, with a factor on what walking there costs.
///
/// ```
/// use wayfront_domain::Cells;
/// use wayfront_geometry::Point;
/// use wayfront_search::{AStar, Budget, CellSpace, Diagonals};
///
/// let cells = Cells::new(Point::new(0.0, 0.0), 1.0, [4, 3], vec![true; 12])?;
/// let mut space = CellSpace::new(&cells, Diagonals::BothFree)?;
/// let [from, to] = [(0.5, 1.5), (3.5, 1.5)].map(|p| space.state_at(p.into()).unwrap());
/// let mut search = AStar::new();
/// assert_eq!(search.find(&space, from, to, Budget::Unlimited).path.len(), 4);
/// space.set_free(&[space.cell_of(from).unwrap()], true);
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CellSpace {
    grid: CellGrid,
    lattice: Lattice,
    /// In 256ths; empty as long as all are one.
    factors: Vec<u16>,
    /// How many of them are not one.
    uneven: usize,
    /// The sum of all factors of free cells, in 256ths.
    load: u64,
    dearest_factor: u16,
}

impl CellSpace {
    /// The space of a grid.
    ///
    /// # Errors
    /// If paths over so many cells could cost more than ticks can say.
    pub fn new(cells: &Cells, diagonals: Diagonals) -> Result<Self, SearchError> {
        let free: Vec<bool> = cells.grid().cells().map(|cell| cells.is_free(cell)).collect();
        Self::of_free(*cells.grid(), &free, diagonals)
    }

    pub(crate) fn of_free(grid: CellGrid, free: &[bool], diagonals: Diagonals) -> Result<Self, SearchError> {
        let lattice = Lattice::new(grid.size(), free, diagonals);
        let load = lattice.free_count() as u64 * u64::from(ONE);
        let space = Self { grid, lattice, factors: Vec::new(), uneven: 0, load, dearest_factor: ONE };
        space.check_range(load, false)?;
        Ok(space)
    }

    /// With a factor for each cell, row by row.
    ///
    /// # Errors
    /// If a factor is below 1 or above 255, their count is wrong, or paths could cost more than ticks can say.
    pub fn with_factors(mut self, factors: &[f64]) -> Result<Self, SearchError> {
        if factors.len() != self.grid.len() {
            return Err(SearchError::WrongCount { expected: self.grid.len(), found: factors.len() });
        }
        let fixed = factors.iter().map(|&factor| fixed(factor)).collect::<Result<Vec<u16>, _>>()?;
        let free = (0..self.grid.len() as u32).filter(|&cell| self.lattice.is_free(cell));
        let load = free.map(|cell| u64::from(fixed[cell as usize])).sum();
        self.uneven = fixed.iter().filter(|&&factor| factor != ONE).count();
        self.check_range(load, self.uneven > 0)?;
        self.load = load;
        self.dearest_factor = fixed.iter().copied().max().unwrap_or(ONE);
        self.factors = fixed;
        Ok(self)
    }

    /// A path without loops enters each cell at most once. On even ground it pays no more than a straight step for each:
    /// a diagonal one passes two more cells that no shortest path enters as well.
    fn check_range(&self, load: u64, is_uneven: bool) -> Result<(), SearchError> {
        let price = if is_uneven { DIAGONAL } else { STRAIGHT };
        let most = load * u64::from(price) / u64::from(ONE);
        let cells = self.lattice.free_count();
        if most < u64::from(UNKNOWN) { Ok(()) } else { Err(SearchError::TooLargeForTicks { cells, most }) }
    }

    /// Where the cells are.
    #[must_use]
    pub const fn grid(&self) -> &CellGrid {
        &self.grid
    }

    /// What is free, and which steps there are.
    #[must_use]
    pub const fn steps_of_cells(&self) -> &Lattice {
        &self.lattice
    }

    /// The free cell that a point lies in, as a state.
    #[must_use]
    pub fn state_at(&self, p: Point) -> Option<StateId> {
        self.grid.cell_of(p).filter(|cell| self.lattice.is_free(cell.0)).map(|cell| StateId(cell.0))
    }

    /// The state for a start or a goal.
    ///
    /// # Errors
    /// If the cell there is blocked, with the nearest place that is not.
    pub fn state_for(&self, what: &'static str, p: Point) -> Result<StateId, SearchError> {
        self.state_at(p).ok_or_else(|| SearchError::blocked(what, p, self.nearest_free(p)))
    }

    /// The centre of the free cell that is nearest to a point.
    #[must_use]
    pub fn nearest_free(&self, p: Point) -> Option<Point> {
        let free = self.grid.cells().filter(|cell| self.lattice.is_free(cell.0));
        let centres = free.map(|cell| self.grid.centre(cell));
        centres.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
    }

    /// The cell of a state.
    #[must_use]
    pub fn cell_of(&self, state: StateId) -> Option<CellId> {
        (state.index() < self.grid.len()).then_some(CellId(state.0))
    }

    /// Whether a cell is free.
    #[must_use]
    pub fn is_free(&self, cell: CellId) -> bool {
        self.lattice.is_free(cell.0)
    }

    /// The factor of a cell.
    #[must_use]
    pub fn factor(&self, cell: CellId) -> f64 {
        f64::from(self.fixed(cell.0)) / f64::from(ONE)
    }

    #[inline]
    pub(crate) fn fixed(&self, cell: u32) -> u16 {
        self.factors.get(cell as usize).copied().unwrap_or(ONE)
    }

    /// Frees or blocks cells. Returns the states whose steps became others.
    ///
    /// # Errors
    /// If paths over so many free cells could cost more than ticks can say; then nothing is changed.
    pub fn set_free(&mut self, cells: &[CellId], free: bool) -> Result<Vec<StateId>, SearchError> {
        let others = cells.iter().map(|cell| cell.0).filter(|&cell| self.lattice.is_free(cell) != free);
        let mut cells: Vec<u32> = others.collect();
        cells.sort_unstable();
        cells.dedup();
        let load: u64 = cells.iter().map(|&cell| u64::from(self.fixed(cell))).sum();
        let load = if free { self.load + load } else { self.load - load };
        self.check_range(load, self.uneven > 0)?;
        self.load = load;
        let mut changed = Vec::new();
        self.lattice.set_free(&cells, free, &mut changed);
        changed.sort_unstable();
        changed.dedup();
        Ok(changed.into_iter().map(StateId).collect())
    }

    /// Gives cells another factor. Returns the states whose steps became others.
    ///
    /// # Errors
    /// If the factor is below 1 or above 255, or paths could cost more than ticks can say; then nothing is changed.
    pub fn set_factor(&mut self, cells: &[CellId], factor: f64) -> Result<Vec<StateId>, SearchError> {
        let factor = fixed(factor)?;
        let pairs: Vec<(u32, u16)> = cells.iter().map(|cell| (cell.0, factor)).collect();
        let mut changed = Vec::new();
        self.set_fixed(&pairs, &mut changed)?;
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }

    /// Gives each of some cells its factor; adds the states whose steps became others, some of them twice.
    pub(crate) fn set_fixed(&mut self, cells: &[(u32, u16)], changed: &mut Vec<StateId>) -> Result<(), SearchError> {
        let is_one = cells.iter().all(|cell| cell.1 == ONE);
        if self.factors.is_empty() {
            if is_one {
                return Ok(());
            }
            self.factors = vec![ONE; self.grid.len()];
        }
        let mut load = self.load;
        for &(cell, factor) in cells.iter().filter(|cell| self.lattice.is_free(cell.0)) {
            load = load + u64::from(factor) - u64::from(self.factors[cell as usize]);
        }
        self.check_range(load, true)?;
        self.load = load;
        let strides = self.lattice.strides();
        for &(cell, factor) in cells {
            let old = std::mem::replace(&mut self.factors[cell as usize], factor);
            if old == factor {
                continue;
            }
            self.uneven = self.uneven + usize::from(factor != ONE) - usize::from(old != ONE);
            self.dearest_factor = self.dearest_factor.max(factor);
            if self.lattice.is_free(cell) {
                changed.push(StateId(cell));
                let moves = self.lattice.moves(cell);
                let around = strides.iter().enumerate().filter(|(k, _)| moves & 1 << k != 0);
                changed.extend(around.map(|(_, stride)| StateId((cell as i32 + stride) as u32)));
            }
        }
        Ok(())
    }

    /// Parts that blocked cells may have separated are numbered anew: see [`Lattice::relabel`].
    pub fn relabel(&mut self) {
        self.lattice.relabel();
    }

    /// The length of a path over cells in the units of the scene: a + b times the root of two.
    #[must_use]
    pub fn length(&self, path: &[StateId]) -> f64 {
        let columns = self.grid.size()[0] as u32;
        let is_diagonal = |pair: &[StateId]| {
            let [a, b] = [pair[0].0, pair[1].0];
            a % columns != b % columns && a / columns != b / columns
        };
        let diagonal = path.windows(2).filter(|pair| is_diagonal(pair)).count();
        let straight = path.len().saturating_sub(1) - diagonal;
        (straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2) * self.grid.cell()
    }
}

/// A factor in 256ths, rounded.
pub(crate) fn fixed(factor: f64) -> Result<u16, SearchError> {
    if (1.0..=MOST_FACTOR).contains(&factor) {
        Ok((factor * f64::from(ONE)).round() as u16)
    } else {
        Err(SearchError::Factor { factor })
    }
}

impl Space for CellSpace {
    fn len(&self) -> usize {
        self.grid.len()
    }

    #[inline]
    fn steps(&self, from: StateId, mut each: impl FnMut(StateId, Ticks)) {
        let columns = self.grid.size()[0] as i32;
        let mut moves = self.lattice.moves(from.0);
        if self.uneven == 0 {
            return plain_steps(from.0, moves, columns, each);
        }
        let own = u32::from(self.fixed(from.0));
        while moves != 0 {
            let k = moves.trailing_zeros() as usize & 7;
            moves &= moves - 1;
            let (x, y) = crate::lattice::OFFSETS[k];
            let to = (from.0 as i32 + x + y * columns) as u32;
            each(StateId(to), price(PRICES[k], own + u32::from(self.fixed(to))));
        }
    }

    #[inline]
    fn least(&self, a: StateId, b: StateId) -> Ticks {
        self.lattice.octile(a.0, b.0)
    }

    fn place(&self, state: StateId) -> Point {
        self.grid.centre(CellId(state.0))
    }

    fn cheapest(&self) -> Ticks {
        STRAIGHT
    }

    fn dearest(&self) -> Ticks {
        price(DIAGONAL, 2 * u32::from(self.dearest_factor))
    }

    fn tick(&self) -> f64 {
        self.grid.cell() / f64::from(STRAIGHT)
    }

    fn is_open(&self, state: StateId) -> bool {
        self.lattice.is_free(state.0)
    }

    fn may_reach(&self, a: StateId, b: StateId) -> bool {
        self.lattice.may_reach(a.0, b.0)
    }

    fn lattice(&self) -> Option<&Lattice> {
        (self.uneven == 0).then_some(&self.lattice)
    }
}

/// The steps of a cell among cells of equal price.
#[inline]
pub(crate) fn plain_steps(from: u32, mut moves: u8, columns: i32, mut each: impl FnMut(StateId, Ticks)) {
    while moves != 0 {
        let k = moves.trailing_zeros() as usize & 7;
        moves &= moves - 1;
        let (x, y) = crate::lattice::OFFSETS[k];
        each(StateId((from as i32 + x + y * columns) as u32), PRICES[k]);
    }
}

/// Cells of equal price and nothing more, for the inner loops of repairs.
pub(crate) struct PlainCells<'a> {
    lattice: &'a Lattice,
    strides: [i32; 8],
}

impl<'a> PlainCells<'a> {
    pub fn new(lattice: &'a Lattice) -> Self {
        Self { lattice, strides: lattice.strides() }
    }
}

impl Space for PlainCells<'_> {
    fn len(&self) -> usize {
        self.lattice.all_moves().len()
    }

    #[inline]
    fn steps(&self, from: StateId, mut each: impl FnMut(StateId, Ticks)) {
        let mut moves = self.lattice.moves(from.0);
        while moves != 0 {
            let k = moves.trailing_zeros() as usize & 7;
            moves &= moves - 1;
            each(StateId((from.0 as i32 + self.strides[k]) as u32), PRICES[k]);
        }
    }

    #[inline]
    fn both_ways(&self, from: StateId, is_meant: impl FnMut(StateId, Ticks) -> bool) -> Option<bool> {
        Some(self.any_step(from, is_meant))
    }

    #[inline]
    fn any_step(&self, from: StateId, mut is_meant: impl FnMut(StateId, Ticks) -> bool) -> bool {
        let mut moves = self.lattice.moves(from.0);
        while moves != 0 {
            let k = moves.trailing_zeros() as usize & 7;
            moves &= moves - 1;
            if is_meant(StateId((from.0 as i32 + self.strides[k]) as u32), PRICES[k]) {
                return true;
            }
        }
        false
    }

    fn place(&self, state: StateId) -> Point {
        let [column, row] = self.lattice.column_row(state.0);
        Point::new(column as f64, row as f64)
    }

    fn cheapest(&self) -> Ticks {
        STRAIGHT
    }

    fn dearest(&self) -> Ticks {
        DIAGONAL
    }

    fn is_open(&self, state: StateId) -> bool {
        self.lattice.is_free(state.0)
    }

    fn lattice(&self) -> Option<&Lattice> {
        Some(self.lattice)
    }
}

/// A step's price with the factors of both cells added, in 256ths each. On ordinary ground the step's own.
#[inline]
const fn price(step: u32, factors: u32) -> u32 {
    (step * factors + ONE as u32) / (2 * ONE as u32)
}

/// The least price over so many columns and rows.
#[must_use]
pub const fn octile_ticks(columns: u32, rows: u32) -> Ticks {
    octile(columns, rows, Diagonals::BothFree)
}
