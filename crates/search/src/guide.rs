//! A wave over cells as a guide: what is left to pay from every point, and where to go now.
//!
//! A byte for each cell remembers the step to take, filled when it is first asked for, so that thousands of agents of one
//! goal ask for little more than a look-up. A repair forgets the bytes of the cells around what it changed.

use crate::lattice::OFFSETS;
use crate::live::{LiveCells, LiveCellsError};
use crate::space::{Space, StateId, Ticks, UNKNOWN};
use crate::spaces::cells_between;
use crate::wave::Wave;
use crate::{STRAIGHT, SearchError};
use std::sync::atomic::{AtomicU8, Ordering};
use wayfront_domain::{CellId, Guide, NoPath, Scene};
use wayfront_geometry::Point;
use wayfront_world::{Source, World};

/// Not asked for yet; a goal; no path. Between these, directions from 1 on.
const UNASKED: u8 = 0;
const GOAL: u8 = 9;
const NOWHERE: u8 = 10;
/// How far a body beside a blocked cell looks for a free one, in cells beyond its radius.
const NEAR: f64 = 2.0;

/// Guides agents over cells, with terrain and constraints, and follows the world.
///
/// ```
/// use wayfront_domain::{Guide, Scene};
/// use wayfront_search::CellGuide;
///
/// let scene = Scene::open("two-rooms")?;
/// let guide = CellGuide::of(&scene, 0.25, 0.0)?;
/// let route = guide.route((1.0, 1.0).into())?;
/// assert!(route.last().unwrap().x > 19.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CellGuide {
    live: LiveCells,
    radius: f64,
    wave: Wave,
    sources: Vec<Source>,
    next: Vec<AtomicU8>,
    /// One over the side of a cell.
    per_cell: f64,
}

impl Clone for CellGuide {
    /// What was asked for is asked for again.
    fn clone(&self) -> Self {
        let next = self.next.iter().map(|_| AtomicU8::default()).collect();
        let (live, wave, sources) = (self.live.clone(), self.wave.clone(), self.sources.clone());
        Self { live, radius: self.radius, wave, sources, next, per_cell: self.per_cell }
    }
}

impl CellGuide {
    /// A guide to the nearest source of a scene, for bodies of a radius.
    ///
    /// # Errors
    /// If cells have no usable size, there is no source, or one lies where no cell is free.
    pub fn of(scene: &Scene, cell: f64, radius: f64) -> Result<Self, LiveCellsError> {
        Self::to(scene, cell, radius, scene.sources())
    }

    /// A guide to the nearest of some sources.
    ///
    /// # Errors
    /// As for [`Self::of`].
    pub fn to(scene: &Scene, cell: f64, radius: f64, sources: &[Source]) -> Result<Self, LiveCellsError> {
        let live = LiveCells::of(scene, cell, radius)?;
        let (per_cell, sources) = (1.0 / cell, sources.to_vec());
        let mut guide = Self { live, radius, wave: Wave::new(), sources, next: Vec::new(), per_cell };
        if guide.sources.is_empty() {
            return Err(SearchError::NoGoal.into());
        }
        guide.start()?;
        Ok(guide)
    }

    fn start(&mut self) -> Result<(), SearchError> {
        let goals = goals_of(&self.live, self.radius, &self.sources)?;
        self.wave.run(self.live.space(), &goals);
        self.next.clear();
        self.next.resize_with(self.live.space().len(), AtomicU8::default);
        Ok(())
    }

    /// Takes over a new world and new sources. Returns how many cells became different. Where no cell at a source is free,
    /// nothing leads there.
    ///
    /// # Errors
    /// If the world is broken.
    pub fn follow_to(&mut self, world: &World, sources: &[Source]) -> Result<usize, LiveCellsError> {
        let is_same = self.sources == sources;
        if !is_same {
            self.sources = sources.to_vec();
        }
        let count = self.follow(world)?;
        let goals = goals_of(&self.live, self.radius, &self.sources).unwrap_or_default();
        if !is_same && goals != self.wave.goals() {
            self.wave.run(self.live.space(), &goals);
            self.forget_steps();
        }
        Ok(count)
    }

    /// Takes over a new world; the sources stay where they are. Returns how many cells became different.
    ///
    /// # Errors
    /// If the world is broken.
    pub fn follow(&mut self, world: &World) -> Result<usize, LiveCellsError> {
        let followed = self.live.follow(world)?;
        if followed.is_new {
            self.start()?;
            return Ok(self.live.space().len());
        }
        if followed.changed.is_empty() {
            return Ok(0);
        }
        // Goals that were covered may be free again, and the other way round.
        let goals = goals_of(&self.live, self.radius, &self.sources).unwrap_or_default();
        if goals.iter().any(|goal| self.wave.goals().binary_search(goal).is_err()) {
            self.wave.run(self.live.space(), &goals);
        } else {
            self.wave.repair(self.live.space(), &followed.changed);
        }
        self.forget_steps();
        Ok(followed.cells.len())
    }

    fn forget_steps(&mut self) {
        self.next.iter_mut().for_each(|next| *next.get_mut() = UNASKED);
    }

    /// Gives each cell a factor besides those of constraints, and repairs the paths. Linear in the cells.
    ///
    /// # Errors
    /// If a factor is below one or too large, or their count is wrong.
    pub fn set_terrain(&mut self, factors: Vec<f64>) -> Result<(), LiveCellsError> {
        let followed = self.live.set_terrain(factors)?;
        if !followed.cells.is_empty() {
            self.wave.repair(self.live.space(), &followed.changed);
            self.forget_steps();
        }
        Ok(())
    }

    /// Where it leads.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The cells.
    #[must_use]
    pub const fn live(&self) -> &LiveCells {
        &self.live
    }

    /// The wave.
    #[must_use]
    pub const fn wave(&self) -> &Wave {
        &self.wave
    }

    /// The step to take from a cell.
    #[inline]
    fn step(&self, cell: u32) -> u8 {
        let known = self.next[cell as usize].load(Ordering::Relaxed);
        if known != UNASKED { known } else { self.find_step(cell) }
    }

    #[cold]
    fn find_step(&self, cell: u32) -> u8 {
        let (space, state) = (self.live.space(), StateId(cell));
        let step = match self.wave.cost(state) {
            None => NOWHERE,
            Some(_) => self.wave.next(space, state).map_or(GOAL, |next| self.direction(cell, next.0)),
        };
        self.next[cell as usize].store(step, Ordering::Relaxed);
        step
    }

    fn direction(&self, from: u32, to: u32) -> u8 {
        let strides = self.live.space().steps_of_cells().strides();
        strides.iter().position(|&stride| from as i32 + stride == to as i32).map_or(NOWHERE, |k| k as u8 + 1)
    }

    /// The cell at a point is free, and a goal is reached from it.
    #[must_use]
    pub fn knows(&self, p: Point) -> bool {
        self.live.space().state_at(p).is_some_and(|state| self.wave.cost(state).is_some())
    }

    /// The cell that leads an agent at a point: its own, or the nearest free one from which a goal is reached.
    fn cell_for(&self, p: Point) -> Result<CellId, NoPath> {
        let space = self.live.space();
        if let Some(state) = space.state_at(p)
            && self.wave.cost(state).is_some()
        {
            return Ok(CellId(state.0));
        }
        let grid = space.grid();
        let own = grid.nearest_cell(p).ok_or(NoPath::Blocked)?;
        let [column, row] = grid.column_row(own).map(|v| v as isize);
        let reach = (self.radius / grid.cell() + NEAR).ceil() as isize;
        let near = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (column + x, row + y)));
        let cells = near.filter_map(|(column, row)| grid.cell_at(column, row));
        let led = cells.filter(|cell| self.wave.cost(StateId(cell.0)).is_some());
        let nearest = led.min_by(|a, b| grid.centre(*a).distance(p).total_cmp(&grid.centre(*b).distance(p)));
        let is_free = space.state_at(p).is_some();
        nearest.ok_or(if is_free { NoPath::Unreachable } else { NoPath::Blocked })
    }

    /// The point to go to now, some cells ahead where the path there is as good as over the cells: smoother than from cell
    /// to cell.
    ///
    /// # Errors
    /// If there is no path from `p`.
    pub fn aim_ahead(&self, p: Point, cells: usize) -> Result<Point, NoPath> {
        let (space, mut at) = (self.live.space(), self.cell_for(p)?);
        let mut aim = self.aim(p)?;
        for _ in 1..cells {
            let step = self.step(at.0);
            if step >= GOAL {
                break;
            }
            at = self.neighbour(at.0, step);
            let step = self.step(at.0);
            let target =
                if step == GOAL { self.end_at(at, p) } else { space.grid().centre(self.neighbour(at.0, step)) };
            if !self.is_even(p, target, space.factor(at)) {
                break;
            }
            aim = target;
        }
        Ok(aim)
    }

    /// All cells below a line are free, and none is dearer.
    fn is_even(&self, from: Point, to: Point, factor: f64) -> bool {
        let space = self.live.space();
        let mut is_even = true;
        cells_between(space.grid(), from, to, |cell| is_even &= space.is_free(cell) && space.factor(cell) <= factor);
        is_even
    }

    fn neighbour(&self, cell: u32, step: u8) -> CellId {
        let (x, y) = OFFSETS[usize::from(step - 1) & 7];
        CellId((cell as i32 + x + y * self.live.space().grid().size()[0] as i32) as u32)
    }

    /// The point of the nearest source to a goal cell.
    fn end_at(&self, cell: CellId, p: Point) -> Point {
        let centre = self.live.space().grid().centre(cell);
        let ends = self.sources.iter().map(|source| closest(source, centre));
        let end = ends.min_by(|a, b| a.distance(centre).total_cmp(&b.distance(centre)));
        end.unwrap_or(p)
    }
}

impl Guide for CellGuide {
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        let cell = self.cell_for(p)?;
        let ticks = self.wave.cost(StateId(cell.0)).ok_or(NoPath::Unreachable)?;
        Ok(f64::from(ticks) * self.live.space().tick())
    }

    #[inline]
    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        let grid = self.live.space().grid();
        // The usual question: no division, and the next cell's middle from column and row.
        let (origin, size, [columns, rows]) = (grid.origin(), grid.cell(), grid.size());
        let at = (p - origin) * self.per_cell;
        if at.x >= 0.0 && at.y >= 0.0 && at.x < columns as f64 && at.y < rows as f64 {
            let (column, row) = (at.x as u32, at.y as u32);
            let step = usize::from(self.step(row * columns as u32 + column)).wrapping_sub(1);
            if let Some(&(x, y)) = OFFSETS.get(step) {
                let place = |index: u32, step: i32| f64::from(index) + f64::from(step) + 0.5;
                return Ok(origin + Point::new(place(column, x), place(row, y)) * size);
            }
        }
        let own = grid.cell_of(p).filter(|cell| self.step(cell.0) < NOWHERE);
        let cell = match own {
            Some(cell) => cell,
            // Beside the free cells: on to the goal that is there, else first into one of them.
            None => {
                let cell = self.cell_for(p)?;
                return Ok(if self.step(cell.0) == GOAL { self.end_at(cell, p) } else { grid.centre(cell) });
            }
        };
        match self.step(cell.0) {
            GOAL => Ok(self.end_at(cell, p)),
            step => Ok(grid.centre(self.neighbour(cell.0, step))),
        }
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let cell = self.cell_for(p)?;
        let path = self.wave.path(self.live.space(), StateId(cell.0));
        let mut route = vec![p];
        route.extend(path.iter().map(|&state| self.live.space().place(state)));
        if let Some(&last) = path.last() {
            route.push(self.end_at(CellId(last.0), p));
        }
        route.dedup();
        Ok(route)
    }
}

/// The free cells at each source, with what is already paid there.
fn goals_of(live: &LiveCells, radius: f64, sources: &[Source]) -> Result<Vec<(StateId, Ticks)>, SearchError> {
    let (space, mut goals) = (live.space(), Vec::new());
    let grid = space.grid();
    let ticks = |length: f64| ((length / space.tick()).round() as u32).min(UNKNOWN / 2);
    for source in sources {
        let reach = radius + 0.75 * grid.cell();
        let before = goals.len();
        let points = source.shape.points();
        let bounds = wayfront_geometry::Bounds::of(points).grown(reach);
        for cell in grid.cells_within(bounds) {
            let centre = grid.centre(cell);
            let distance = closest(source, centre).distance(centre);
            if space.is_free(cell) && distance <= reach {
                goals.push((StateId(cell.0), ticks(distance + source.offset)));
            }
        }
        if goals.len() == before {
            let at = points[0];
            return Err(SearchError::blocked("goal", at, space.nearest_free(at)));
        }
    }
    debug_assert!(goals.iter().all(|goal| goal.1 < UNKNOWN) && STRAIGHT > 0);
    Ok(goals)
}

/// The point of a source that is nearest to another.
fn closest(source: &Source, p: Point) -> Point {
    let points = source.shape.points();
    let on = |a: Point, b: Point| {
        let side = b - a;
        let length = side.dot(side);
        a + side * if length > 0.0 { ((p - a).dot(side) / length).clamp(0.0, 1.0) } else { 0.0 }
    };
    let sides = points.windows(2).map(|pair| on(pair[0], pair[1]));
    sides.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap_or(points[0])
}
