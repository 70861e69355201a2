//! Cells with highways: the steps of a domain's triangles as shortcuts between cells.
//!
//! The middle of each side of a free triangle belongs to its nearest free cell; where two such cells of one triangle see
//! each other, a straight step leads from one to the other. With a large inflation a search takes highways, since one
//! step brings it far; with none it takes whatever is cheapest. A highway costs what walking over the cells below it
//! costs: its length times the mean factor of the cells that it passes.

use crate::cells::CellSpace;
use crate::lattice::STRAIGHT;
use crate::space::{Space, StateId, Ticks};
use crate::spaces::taut::cells_between;
use std::collections::BTreeMap;
use wayfront_domain::{CellId, Domain, SideId, TriangleId};
use wayfront_geometry::Point;

/// Cells, and shortcuts between some of them.
#[derive(Clone, Debug)]
pub struct HybridSpace {
    cells: CellSpace,
    /// The highways of a cell, both ways.
    highways: BTreeMap<u32, Vec<(u32, Ticks)>>,
    dearest: Ticks,
}

impl HybridSpace {
    /// The cells of a space, with highways along the triangles of the domain that it was made of. Those that are too long
    /// for ticks are left out.
    #[must_use]
    pub fn new(cells: CellSpace, domain: &Domain) -> Self {
        let mut space = Self { dearest: cells.dearest(), cells, highways: BTreeMap::new() };
        let ends: Vec<Option<CellId>> =
            (0..domain.sides().len() as u32).map(|side| space.end_at(domain, SideId(side))).collect();
        for triangle in (0..domain.free_triangles() as u32).map(TriangleId) {
            let [a, b, c] = triangle.sides().map(|side| ends[side.index()]);
            for (from, to) in [(a, b), (b, c), (c, a)] {
                if let (Some(from), Some(to)) = (from, to) {
                    space.add(domain, from, to);
                }
            }
        }
        space
    }

    /// The free cell that the middle of a side belongs to: its own, or one next to it.
    fn end_at(&self, domain: &Domain, side: SideId) -> Option<CellId> {
        let [a, b] = domain.side_points(side);
        let middle = a.lerp(b, 0.5);
        domain.twin(side)?;
        let grid = self.cells.grid();
        let [column, row] = grid.column_row(grid.cell_of(middle)?).map(|v| v as isize);
        let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (column + x, row + y)));
        let cells = near.filter_map(|(column, row)| grid.cell_at(column, row)).filter(|&cell| self.cells.is_free(cell));
        cells.min_by(|a, b| grid.centre(*a).distance(middle).total_cmp(&grid.centre(*b).distance(middle)))
    }

    fn add(&mut self, domain: &Domain, from: CellId, to: CellId) {
        let grid = *self.cells.grid();
        let [[ax, ay], [bx, by]] = [from, to].map(|cell| grid.column_row(cell));
        let is_near = ax.abs_diff(bx) <= 1 && ay.abs_diff(by) <= 1;
        let known = self.highways.get(&from.0).is_some_and(|list| list.iter().any(|end| end.0 == to.0));
        let (a, b) = (grid.centre(from), grid.centre(to));
        if is_near || known || !domain.sees(a, b) {
            return;
        }
        if let Some(cost) = self.price(from, to) {
            self.dearest = self.dearest.max(cost);
            self.highways.entry(from.0).or_default().push((to.0, cost));
            self.highways.entry(to.0).or_default().push((from.0, cost));
        }
    }

    /// The length times the mean factor of the cells below; `None` if one of them is blocked.
    fn price(&self, from: CellId, to: CellId) -> Option<Ticks> {
        let grid = self.cells.grid();
        let (a, b) = (grid.centre(from), grid.centre(to));
        let (mut sum, mut count, mut is_free) = (0.0, 0.0, true);
        cells_between(grid, a, b, |cell| {
            is_free &= self.cells.is_free(cell);
            sum += self.cells.factor(cell);
            count += 1.0;
        });
        let cost = (a.distance(b) / grid.cell() * f64::from(STRAIGHT) * (sum / count)).ceil();
        (is_free && cost < f64::from(crate::space::UNKNOWN) / 4.0).then_some(cost as Ticks)
    }

    /// The cells.
    #[must_use]
    pub const fn cells(&self) -> &CellSpace {
        &self.cells
    }

    /// How many highways there are.
    #[must_use]
    pub fn highway_count(&self) -> usize {
        self.highways.values().map(Vec::len).sum::<usize>() / 2
    }

    /// Takes over cells in which something changed: highways over them are priced anew, or closed. Returns the states
    /// whose steps became others.
    pub fn follow(&mut self, cells: CellSpace, changed: &[StateId]) -> Vec<StateId> {
        self.cells = cells;
        let mut all = changed.to_vec();
        let keys: Vec<u32> = self.highways.keys().copied().collect();
        for from in keys {
            let mut list = self.highways.get(&from).cloned().unwrap_or_default();
            let before = list.clone();
            for (to, cost) in &mut list {
                // A closed highway stays on the list, at a price that no path pays.
                *cost = self.price(CellId(from.min(*to)), CellId(from.max(*to))).unwrap_or(CLOSED);
            }
            if list != before {
                all.push(StateId(from));
                let open = list.iter().map(|end| end.1).filter(|&cost| cost != CLOSED);
                self.dearest = open.fold(self.dearest, Ticks::max);
                self.highways.insert(from, list);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The price of a highway over a blocked cell.
const CLOSED: Ticks = 0;

impl Space for HybridSpace {
    fn len(&self) -> usize {
        self.cells.len()
    }

    fn steps(&self, from: StateId, mut each: impl FnMut(StateId, Ticks)) {
        self.cells.steps(from, &mut each);
        let highways = self.highways.get(&from.0).into_iter().flatten();
        highways.filter(|end| end.1 != CLOSED).for_each(|&(to, cost)| each(StateId(to), cost));
    }

    fn least(&self, a: StateId, b: StateId) -> Ticks {
        let [[ax, ay], [bx, by]] = [a, b].map(|state| self.cells.grid().column_row(CellId(state.0)).map(|v| v as f64));
        (((ax - bx).powi(2) + (ay - by).powi(2)).sqrt() * f64::from(STRAIGHT)) as Ticks
    }

    fn place(&self, state: StateId) -> Point {
        self.cells.place(state)
    }

    fn cheapest(&self) -> Ticks {
        self.cells.cheapest()
    }

    fn dearest(&self) -> Ticks {
        self.dearest.max(self.cells.dearest())
    }

    fn tick(&self) -> f64 {
        self.cells.tick()
    }

    fn is_open(&self, state: StateId) -> bool {
        self.cells.is_open(state)
    }

    fn may_reach(&self, a: StateId, b: StateId) -> bool {
        self.cells.may_reach(a, b)
    }
}
