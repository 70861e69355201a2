//! Cells that follow a world: each new world is compared with the one that is known, and the cells in which something
//! became different are changed. Nothing is announced by hand, so nothing can be forgotten.
//!
//! *Layers*: areas and walls, which do not move, decide once which cells can be free at all. Each obstacle, closed door and
//! hard constraint covers some cells; a cell is free if nothing covers it. So a thing that moves changes the cells that
//! it covered and those that it covers now, and no triangulation is made. Constraints and terrain give each cell a factor
//! by its middle; only cells within the boxes of constraints that changed are looked at. *Invariant*: the cells are the same
//! as those of a fresh start with the same world, bit for bit.

mod cover;
mod regular;

use crate::cells::{CellSpace, MOST_FACTOR, ONE};
use crate::constraints::{ConstraintArea, ConstraintField};
use crate::fault::SearchError;
use crate::lattice::Diagonals;
use crate::space::{Space, StateId};
use cover::{Cover, covers_of, distance_to};
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;
use wayfront_domain::{CellId, Cells, Domain, Scene};
use wayfront_geometry::Point;
use wayfront_world::{Rejected, World};

/// Why cells cannot follow a world.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LiveCellsError {
    /// The world is broken.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The cells are impossible.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl LiveCellsError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Rejected(_) => "correct the scene: each problem says how".into(),
            Self::Search(error) => error.advice(),
        }
    }
}

/// What became different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// States whose steps became others.
    pub changed: Vec<StateId>,
    /// Cells that were freed or blocked, or got another factor.
    pub cells: Vec<CellId>,
    /// The cells are others altogether: solvers start anew.
    pub is_new: bool,
}

/// Cells of a world that changes.
///
/// ```
/// use wayfront_domain::Scene;
/// use wayfront_search::{LiveCells, Wave};
/// use wayfront_world::{Door, Source, World};
///
/// let mut hall = World::new().area([[0.0, 0.0], [10.0, 0.0], [10.0, 5.0], [0.0, 5.0]]);
/// hall = hall.source(Source::point((1.0, 2.5))).door(Door::new("gate", (5.1, 0.0), (5.1, 5.0)));
/// let mut live = LiveCells::of(&Scene::new(hall.clone())?, 0.5, 0.0)?;
/// let (goal, desk) = (live.space().state_at((1.0, 2.6).into()).unwrap(), live.space().state_at((9.0, 2.6).into()).unwrap());
/// let mut wave = Wave::new();
/// wave.run(live.space(), &[(goal, 0)]);
/// assert_eq!(wave.cost(desk), None); // the door is closed
/// hall.doors[0].open = true;
/// let followed = live.follow(&hall)?;
/// wave.repair(live.space(), &followed.changed);
/// assert_eq!(wave.cost(desk), Some(16 * 408));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveCells {
    space: CellSpace,
    world: Arc<World>,
    radius: f64,
    /// Cells that areas and walls leave free.
    base: Vec<bool>,
    /// By how many things each cell is covered.
    counts: Vec<u16>,
    covers: Vec<Cover>,
    field: ConstraintField,
    /// The caller's own factors; empty if all are one.
    terrain: Vec<f64>,
}

impl LiveCells {
    /// The cells of a scene, for bodies of a radius: a cell is free if nothing reaches into it and its middle is at least
    /// that far from every outline.
    ///
    /// # Errors
    /// If cells or radius have no usable size, or paths could cost more than ticks can say.
    pub fn of(scene: &Scene, cell: f64, radius: f64) -> Result<Self, LiveCellsError> {
        Self::with_rule(scene, cell, radius, Diagonals::BothFree)
    }

    /// The same with another rule for diagonals.
    ///
    /// # Errors
    /// As for [`Self::of`].
    pub fn with_rule(scene: &Scene, cell: f64, radius: f64, diagonals: Diagonals) -> Result<Self, LiveCellsError> {
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(SearchError::Radius { radius }.into());
        }
        Self::new(scene.world().clone(), cell, radius, diagonals)
    }

    fn new(world: Arc<World>, cell: f64, radius: f64, diagonals: Diagonals) -> Result<Self, LiveCellsError> {
        let ground = ground_of(&world)?;
        let cells = Cells::of(&ground, cell).map_err(SearchError::from)?;
        let grid = *cells.grid();
        let is_clear = |id: CellId| {
            let at = grid.centre(id);
            radius == 0.0 || ground.nearest_outline(at).is_none_or(|p| p.distance(at) >= radius)
        };
        let base: Vec<bool> = grid.cells().map(|id| cells.is_free(id) && is_clear(id)).collect();
        let field = ConstraintField::of(&world);
        let covers = covers_of(&world, field.areas(), &grid, radius, &mut HashMap::new());
        let mut counts = vec![0u16; grid.len()];
        covers.iter().flat_map(|cover| &cover.cells).for_each(|cell| counts[cell.index()] += 1);
        let free: Vec<bool> = base.iter().zip(&counts).map(|(&free, &count)| free && count == 0).collect();
        let space = CellSpace::of_free(grid, &free, diagonals)?;
        let mut live = Self { space, world, radius, base, counts, covers, field, terrain: Vec::new() };
        live.price(live.space.grid().cells().collect(), &mut Followed::default())?;
        Ok(live)
    }

    /// With a factor for each cell besides those of constraints.
    ///
    /// # Errors
    /// If a factor is out of range or their count is wrong.
    pub fn with_terrain(mut self, factors: Vec<f64>) -> Result<Self, LiveCellsError> {
        self.set_terrain(factors)?;
        Ok(self)
    }

    /// Gives each cell another factor besides those of constraints. Tells what became different.
    ///
    /// # Errors
    /// As for [`Self::with_terrain`].
    pub fn set_terrain(&mut self, factors: Vec<f64>) -> Result<Followed, LiveCellsError> {
        let expected = self.space.len();
        if factors.len() != expected {
            return Err(SearchError::WrongCount { expected, found: factors.len() }.into());
        }
        if let Some(&factor) = factors.iter().find(|factor| !(1.0..=MOST_FACTOR).contains(*factor)) {
            return Err(SearchError::Factor { factor }.into());
        }
        self.terrain = factors;
        let mut followed = Followed::default();
        self.price(self.space.grid().cells().collect(), &mut followed)?;
        Ok(followed)
    }

    /// The cells as they are now.
    #[must_use]
    pub const fn space(&self) -> &CellSpace {
        &self.space
    }

    /// The cells, to edit by hand; what a world covers or prices anew later comes on top.
    pub const fn space_mut(&mut self) -> &mut CellSpace {
        &mut self.space
    }

    /// What constraints make of lengths.
    #[must_use]
    pub const fn field(&self) -> &ConstraintField {
        &self.field
    }

    /// The world that the cells are of.
    #[must_use]
    pub const fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// Takes over a new world: doors, obstacles, constraints. Where areas or walls are others, all cells are new.
    ///
    /// # Errors
    /// If the world is broken, or costs would leave their range. Then the cells are as before, or in part as after.
    pub fn follow(&mut self, world: &World) -> Result<Followed, LiveCellsError> {
        let problems = wayfront_world::validate(world);
        if !problems.is_empty() {
            return Err(Rejected { files: world.files.clone(), problems }.into());
        }
        if !has_same_ground(world, &self.world) {
            let (cell, diagonals) = (self.space.grid().cell(), self.space.steps_of_cells().diagonals());
            *self = Self::new(Arc::new(world.clone()), cell, self.radius, diagonals)?;
            return Ok(Followed { is_new: true, ..Followed::default() });
        }
        let mut followed = Followed::default();
        let has_constraints = !world.constraints.is_empty() || !self.field.areas().is_empty();
        let field = if has_constraints { ConstraintField::of(world) } else { ConstraintField::default() };
        self.cover_anew(world, field.areas(), &mut followed)?;
        if field != self.field {
            let old = std::mem::replace(&mut self.field, field);
            let cells = self.cells_of_change(&old);
            self.price(cells, &mut followed)?;
        }
        self.world = Arc::new(world.clone());
        followed.changed.sort_unstable();
        followed.changed.dedup();
        followed.cells.sort_unstable();
        followed.cells.dedup();
        Ok(followed)
    }

    /// Cells that things left are freed, and those that they came to are blocked.
    fn cover_anew(
        &mut self,
        world: &World,
        areas: &[ConstraintArea],
        followed: &mut Followed,
    ) -> Result<(), SearchError> {
        let grid = *self.space.grid();
        let old = std::mem::take(&mut self.covers);
        let mut known: HashMap<u64, Vec<Cover>> = HashMap::new();
        old.into_iter().for_each(|cover| known.entry(cover.key).or_default().push(cover));
        let new = covers_of(world, areas, &grid, self.radius, &mut known);
        let mut touched: Vec<CellId> = Vec::new();
        // What is left over is gone.
        for cell in known.into_values().flatten().flat_map(|cover| cover.cells) {
            self.counts[cell.index()] -= 1;
            touched.push(cell);
        }
        for &cell in new.iter().filter(|cover| cover.is_new).flat_map(|cover| &cover.cells) {
            self.counts[cell.index()] += 1;
            touched.push(cell);
        }
        self.covers = new;
        touched.sort_unstable();
        touched.dedup();
        for free in [false, true] {
            let is_free = |cell: &CellId| self.base[cell.index()] && self.counts[cell.index()] == 0;
            let cells: Vec<CellId> = touched.iter().copied().filter(|cell| is_free(cell) == free).collect();
            let others: Vec<CellId> = cells.into_iter().filter(|&cell| self.space.is_free(cell) != free).collect();
            followed.changed.extend(self.space.set_free(&others, free)?);
            followed.cells.extend(others);
        }
        Ok(())
    }

    /// The cells whose factor may be another than under an older field.
    fn cells_of_change(&self, old: &ConstraintField) -> Vec<CellId> {
        let grid = self.space.grid();
        if old.offset() != self.field.offset() {
            return grid.cells().collect();
        }
        let mut cells: Vec<CellId> = Vec::new();
        for (areas, others) in [(old.areas(), self.field.areas()), (self.field.areas(), old.areas())] {
            for area in areas.iter().filter(|area| !area.is_hard && !others.contains(area)) {
                cells.extend(grid.cells_within(area.bounds()));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Gives cells their factors.
    fn price(&mut self, cells: Vec<CellId>, followed: &mut Followed) -> Result<(), SearchError> {
        if self.field.areas().is_empty() && self.terrain.is_empty() && self.space.lattice().is_some() {
            return Ok(());
        }
        let fixed = |cell: &CellId| {
            let terrain = self.terrain.get(cell.index()).copied().unwrap_or(1.0);
            let factor = (terrain * self.field.multiplier(self.space.grid().centre(*cell))).min(MOST_FACTOR);
            (cell.0, (factor * f64::from(ONE)).round() as u16)
        };
        let priced: Vec<(u32, u16)> = cells.iter().map(fixed).collect();
        let is_other =
            |(cell, factor): &&(u32, u16)| self.space.factor(CellId(*cell)) * f64::from(ONE) != f64::from(*factor);
        followed.cells.extend(priced.iter().filter(is_other).map(|cell| CellId(cell.0)));
        self.space.set_fixed(&priced, &mut followed.changed)
    }

    /// How far a point is from everything that covers cells, up to some distance: for checks.
    #[must_use]
    pub fn clearance(&self, p: Point) -> f64 {
        self.covers.iter().map(|cover| distance_to(&cover.rings, cover.is_line, p)).fold(f64::INFINITY, f64::min)
    }
}

/// The domain of what does not move.
fn ground_of(world: &World) -> Result<Domain, LiveCellsError> {
    let areas = world.walkable().map_or_else(Vec::new, |areas| areas.into_owned());
    let ground = World::new().with_areas(areas).with_walls(world.walls.clone()).with_files(world.files.clone());
    let rejected =
        |error: wayfront_domain::DomainError| Rejected { files: world.files.clone(), problems: error.problems };
    Ok(Domain::without_doors(&ground).map_err(rejected)?)
}

fn has_same_ground(a: &World, b: &World) -> bool {
    let outlines = |world: &World| {
        let areas = world.walkable().map_or_else(Vec::new, |areas| areas.into_owned());
        areas.into_iter().map(|area| (area.outer, area.holes)).collect::<Vec<_>>()
    };
    let walls = |world: &World| world.walls.iter().map(|wall| wall.points.clone()).collect::<Vec<_>>();
    outlines(a) == outlines(b) && walls(a) == walls(b)
}
