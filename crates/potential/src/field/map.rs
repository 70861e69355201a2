//! The global map: the field of one set of goals on a grid, shared by all agents that go there.

use super::goals::{ON_BORDER, closest, goal_cells, nearest};
use crate::bias::Bias;
use crate::fault::PotentialError;
use crate::solver::{Marched, march, repair};
use rayon::prelude::*;
use std::sync::Arc;
use wayfront_domain::{CellId, Cells, Domain, NoPath, Scene};
use wayfront_geometry::{FarthestFirst, Point};
use wayfront_world::Source;

/// Cells among which far starts are chosen.
const FAR_CANDIDATES: usize = 4000;
/// No cell.
const NONE: u32 = u32::MAX;

/// A harmonic field: 0 at goals, 1 at walls, and in between the (biased) mean of what is around.
///
/// Kept as the logarithm of q = 1 - p, which no distance makes flat: between walls p comes so close to 1 after some
/// dozen widths of a corridor that its digits run out, while ln q falls on evenly.
///
/// Every cell from which a goal can be reached has a neighbour that is strictly nearer in this sense; that is what
/// routes rest on, and [`Self::sanity_check`] sees to it.
///
/// ```
/// use wayfront_domain::{Guide, Scene};
/// use wayfront_geometry::Point;
/// use wayfront_potential::{Bias, PotentialMap};
///
/// let scene = Scene::open("two-rooms")?;
/// let map = PotentialMap::of(&scene, 0.25, Bias::NONE)?;
/// let route = map.route(Point::new(1.0, 1.0))?;
/// assert!(route.len() > 10 && route.last().unwrap().x == 20.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PotentialMap {
    pub(crate) grid: Cells,
    domain: Option<Arc<Domain>>,
    sources: Vec<Source>,
    bias: Bias,
    /// Goal cells with the source that each belongs to.
    goals: Vec<(CellId, usize)>,
    pub(crate) log_q: Vec<f64>,
    /// The neighbour with the largest q, for cells from which a goal can be reached; goals are their own.
    next: Vec<u32>,
    stats: PotentialStats,
}

/// What a map cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PotentialStats {
    /// Free cells.
    pub free_cells: usize,
    /// Free cells from which a goal can be reached.
    pub reached_cells: usize,
    /// Cells solved for, those solved several times counted each time.
    pub solved_cells: usize,
    /// The largest relative residual: by which share of its value a cell differs from the mean of its neighbours.
    pub residual: f64,
}

impl PotentialMap {
    /// The map of a scene's sources on cells of its free space. Closed doors are walls; barriers and weights count for
    /// nothing in a field.
    ///
    /// # Errors
    /// If cells have no usable size, the scene has no sources or one of them lies in no free cell.
    pub fn of(scene: &Scene, cell: f64, bias: Bias) -> Result<Self, PotentialError> {
        Self::of_domain(scene.walled_domain().clone(), cell, scene.sources(), bias)
    }

    /// The map of some sources on cells of a domain. Gates are open.
    ///
    /// # Errors
    /// If cells have no usable size or a source lies in no free cell.
    pub fn of_domain(domain: Arc<Domain>, cell: f64, sources: &[Source], bias: Bias) -> Result<Self, PotentialError> {
        let grid = Cells::of(&domain, cell)?;
        Self::on_cells(domain, grid, sources, bias)
    }

    /// The map of some sources on cells that lie in a domain, such as those in which bodies have room.
    ///
    /// # Errors
    /// If a source lies in no free cell and near none.
    pub fn on_cells(domain: Arc<Domain>, grid: Cells, sources: &[Source], bias: Bias) -> Result<Self, PotentialError> {
        let goals = goal_cells(&grid, Some(&domain), sources)?;
        Ok(Self::solved(grid, Some(domain), sources.to_vec(), goals, bias))
    }

    /// The map of sources on a grid.
    ///
    /// # Errors
    /// If a source lies in no free cell.
    pub fn of_grid(grid: Cells, sources: &[Source], bias: Bias) -> Result<Self, PotentialError> {
        let goals = goal_cells(&grid, None, sources)?;
        Ok(Self::solved(grid, None, sources.to_vec(), goals, bias))
    }

    /// The same goals with another bias.
    #[must_use]
    pub fn with_bias(&self, bias: Bias) -> Self {
        let (grid, goals) = (self.grid.clone(), self.goals.clone());
        Self::solved(grid, self.domain.clone(), self.sources.clone(), goals, bias)
    }

    fn solved(
        grid: Cells,
        domain: Option<Arc<Domain>>,
        sources: Vec<Source>,
        goals: Vec<(CellId, usize)>,
        bias: Bias,
    ) -> Self {
        let cells: Vec<CellId> = goals.iter().map(|goal| goal.0).collect();
        let Marched { mut log_q, solved_cells } = march(&grid, &cells, bias);
        repair(&grid, &cells, &mut log_q);
        let next = next_cells(&grid, &cells, &log_q);
        let stats = PotentialStats {
            free_cells: grid.free_count(),
            reached_cells: log_q.iter().filter(|log| log.is_finite()).count(),
            solved_cells,
            residual: residual(&grid, &cells, &log_q, bias),
        };
        Self { grid, domain, sources, bias, goals, log_q, next, stats }
    }

    /// The cells.
    #[must_use]
    pub const fn grid(&self) -> &Cells {
        &self.grid
    }

    /// The pull.
    #[must_use]
    pub const fn bias(&self) -> Bias {
        self.bias
    }

    /// What it cost.
    #[must_use]
    pub const fn stats(&self) -> PotentialStats {
        self.stats
    }

    /// The cells that are goals.
    pub fn goals(&self) -> impl Iterator<Item = CellId> + '_ {
        self.goals.iter().map(|goal| goal.0)
    }

    /// Whether a cell is a goal.
    #[must_use]
    pub fn is_goal(&self, cell: CellId) -> bool {
        self.goals.binary_search_by_key(&cell, |goal| goal.0).is_ok()
    }

    /// The potential of a cell: 0 at goals, 1 at walls and where no goal can be reached.
    #[must_use]
    pub fn potential(&self, cell: CellId) -> f64 {
        -self.log_q[cell.index()].exp_m1()
    }

    /// -ln (1 - p): 0 at goals, and larger the farther off in the field; infinite at walls and where no goal can be
    /// reached.
    #[must_use]
    pub fn depth(&self, cell: CellId) -> f64 {
        -self.log_q[cell.index()]
    }

    /// The neighbour to go to: the one with the lowest potential. `None` at goals, walls and where there is no path.
    #[must_use]
    pub fn next(&self, cell: CellId) -> Option<CellId> {
        let next = self.next[cell.index()];
        (next != NONE && next != cell.0).then_some(CellId(next))
    }

    /// A goal can be reached from this cell.
    #[must_use]
    pub fn is_reached(&self, cell: CellId) -> bool {
        self.next[cell.index()] != NONE
    }

    /// Up to `count` points far from each other and from the goals, from all of which a goal can be reached: starts that
    /// show what a field is like.
    #[must_use]
    pub fn far_starts(&self, count: usize) -> Vec<Point> {
        let reached: Vec<CellId> = self.grid.free_cells().filter(|&cell| self.is_reached(cell)).collect();
        let every = reached.len() / FAR_CANDIDATES + 1;
        let centres: Vec<Point> = reached.iter().step_by(every).map(|&cell| self.grid.centre(cell)).collect();
        let mut farthest = FarthestFirst::new(&centres, |a, b| a.distance(*b));
        self.goals().for_each(|goal| farthest.keep_off(&self.grid.centre(goal)));
        farthest.take(count).map(|(k, _)| centres[k]).collect()
    }

    /// The cell from which an agent at `p` is led: the one it is in or, beside an obstacle that fills part of that
    /// cell, the nearest free one in sight.
    pub(crate) fn cell_for(&self, p: Point) -> Result<CellId, NoPath> {
        let own = self.grid.cell_of(p).filter(|&cell| self.grid.is_free(cell));
        let near = || nearest(&self.grid, self.domain.as_deref()?, p);
        let cell = own.or_else(near).ok_or(NoPath::Blocked)?;
        if self.is_reached(cell) { Ok(cell) } else { Err(NoPath::Unreachable) }
    }

    /// Where a route that has arrived at a goal cell ends: at the source, if that is in the cell.
    pub(crate) fn end_of(&self, cell: CellId, p: Point) -> Point {
        let Ok(found) = self.goals.binary_search_by_key(&cell, |goal| goal.0) else { return p };
        let end = closest(&self.sources[self.goals[found].1].shape, p);
        let away = end - self.grid.centre(cell);
        let half = self.grid.cell() * 0.5 * (1.0 + ON_BORDER);
        if away.x.abs() <= half && away.y.abs() <= half { end } else { p }
    }

    /// Every cell that reaches a goal has a next one that is strictly nearer, and no other cell has one.
    ///
    /// # Errors
    /// The first cell of which that is not true.
    pub fn sanity_check(&self) -> Result<(), CellId> {
        let is_sound = |cell: CellId| match self.next(cell) {
            Some(next) => self.log_q[next.index()] > self.log_q[cell.index()] && self.grid.is_free(next),
            None => self.is_goal(cell) || !self.is_reached(cell),
        };
        let cells = (0..self.grid.len() as u32).map(CellId);
        cells.into_iter().find(|&cell| !is_sound(cell)).map_or(Ok(()), Err)
    }
}

fn next_cells(grid: &Cells, goals: &[CellId], log_q: &[f64]) -> Vec<u32> {
    let best = |cell: CellId| {
        let neighbours = grid.neighbours(cell).into_iter().flatten();
        let best = neighbours.max_by(|a, b| log_q[a.index()].total_cmp(&log_q[b.index()]));
        best.filter(|best| log_q[best.index()] > log_q[cell.index()]).map_or(NONE, |best| best.0)
    };
    let cells = (0..grid.len() as u32).into_par_iter().map(CellId);
    let mut next: Vec<u32> =
        cells.map(|cell| if log_q[cell.index()].is_finite() { best(cell) } else { NONE }).collect();
    goals.iter().for_each(|goal| next[goal.index()] = goal.0);
    next
}

/// The largest relative difference between a cell and the mean of its neighbours.
fn residual(grid: &Cells, goals: &[CellId], log_q: &[f64], bias: Bias) -> f64 {
    let shares = bias.shares();
    let of = |cell: CellId| {
        let own = log_q[cell.index()];
        if !own.is_finite() || goals.binary_search(&cell).is_ok() {
            return 0.0;
        }
        let neighbours = grid.neighbours(cell).into_iter().zip(shares);
        let mean: f64 = neighbours.map(|(n, share)| n.map_or(0.0, |n| share * (log_q[n.index()] - own).exp())).sum();
        (mean - 1.0).abs()
    };
    let cells = (0..grid.len() as u32).into_par_iter().map(CellId);
    cells.map(of).reduce(|| 0.0, f64::max)
}
