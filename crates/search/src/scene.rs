//! Searches in a scene: from a place to another, in the space of one's choice, with everything that there is to tell.
//!
//! Cells are there whatever is searched: they carry constraints, say which places are free, and find a start where none is
//! given. *Invariant*: ends lie where they were given. States of a quadtree are larger than cells, so that a path over their
//! middles is joined to the cells of its ends, and pays for that, the same for all paths: bounds hold for the sum.

mod ends;
mod found;

use crate::cells::CellSpace;
use crate::constraints::ConstraintArea;
use crate::fault::SearchError;
use crate::live::{LiveCells, LiveCellsError};
use crate::pair::{Budget, SearchStatus};
use crate::planner::Planner;
use crate::space::Space;
use crate::spaces::{HybridSpace, QuadSpace, TriangleSpace};
use ends::Ends;
pub use found::{ExpandedStates, FoundPath, FoundRound};
use std::time::Instant;
use thiserror::Error;
use wayfront_domain::Scene;
use wayfront_geometry::{Bounds, Point};
use wayfront_world::{World, read_cell_map};

/// Cells along the longer side, unless given.
const CELLS: f64 = 256.0;

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    /// Cells of a grid.
    Cells,
    /// Squares that are large where nothing is.
    Quadtree,
    /// The triangles of the free space.
    Triangles,
    /// Cells with the triangles' steps as highways.
    Hybrid,
}

impl SpaceKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Cells, Self::Quadtree, Self::Triangles, Self::Hybrid];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Quadtree => "quadtree",
            Self::Triangles => "triangles",
            Self::Hybrid => "hybrid",
        }
    }
}

/// Why a scene is not searched.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SceneSearchError {
    /// The cells are impossible, or an end is blocked.
    #[error(transparent)]
    Cells(#[from] LiveCellsError),
    /// A grid covers the whole extent, however little of it is free: a large one is not begun unasked.
    #[error("cells of {cell} make a grid of {columns} x {rows}; at most {most} are searched")]
    TooManyCells {
        /// The side of a cell.
        cell: f64,
        /// Cells in a row.
        columns: f64,
        /// Rows.
        rows: f64,
        /// How many cells were allowed.
        most: u64,
        /// The side of cells that are few enough.
        least: f64,
    },
    /// Triangles know nothing of bodies.
    #[error("triangles are searched for points, not for a radius of {radius}")]
    Radius {
        /// The radius.
        radius: f64,
    },
    /// Steps over triangles are coarse: a hard constraint cuts all of them, and there may still be a path.
    #[error("no step over triangles leads around {constraint}")]
    Coarse {
        /// What the constraint is called.
        constraint: String,
    },
}

impl From<SearchError> for SceneSearchError {
    fn from(error: SearchError) -> Self {
        Self::Cells(error.into())
    }
}

impl SceneSearchError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Cells(error) => error.advice(),
            Self::TooManyCells { least, .. } => format!("take larger cells, {least} or more"),
            Self::Radius { .. } => "leave the radius out, or search cells".into(),
            Self::Coarse { .. } => "search cells, a quadtree or both with highways (hybrid)".into(),
        }
    }
}

/// Where one wants to go, and over which cells.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchQuestion {
    /// Where the path begins; as far from the goal as one can be, if not given.
    pub from: Option<Point>,
    /// Where it leads; the first source of the scene, if not given.
    pub to: Option<Point>,
    /// The side of a cell; that of the file for grid maps, else a 256th of the longer side, if not given.
    pub cell: Option<f64>,
    /// The radius of the body that walks.
    pub radius: f64,
    /// Cells at most.
    pub most_cells: u64,
}

impl Default for SearchQuestion {
    fn default() -> Self {
        Self { from: None, to: None, cell: None, radius: 0.0, most_cells: 1 << 24 }
    }
}

/// A scene that is searched.
///
/// ```
/// use wayfront_domain::Scene;
/// use wayfront_search::{Budget, SceneSearch, SearchQuestion, SpaceKind};
///
/// let scene = Scene::open("guard")?;
/// let search = SceneSearch::new(&scene, &SearchQuestion::default())?;
/// let cells = search.find(&scene, SpaceKind::Cells, 3.0, Budget::Unlimited)?;
/// let squares = search.find(&scene, SpaceKind::Quadtree, 3.0, Budget::Unlimited)?;
/// assert!(cells.bound == 1.0 && squares.states < cells.states);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SceneSearch {
    live: LiveCells,
    radius: f64,
    from: Option<Point>,
    to: Point,
}

impl SceneSearch {
    /// Lays cells over a scene.
    ///
    /// # Errors
    /// When there is no goal, or the cells are impossible or too many.
    pub fn new(scene: &Scene, question: &SearchQuestion) -> Result<Self, SceneSearchError> {
        let bounds = scene.domain().bounds();
        let cell = question.cell.unwrap_or_else(|| usual_cell(scene.world(), bounds));
        check_cells(bounds, cell, question.most_cells)?;
        let live = LiveCells::of(scene, cell, question.radius)?;
        let source = scene.sources().first().map(|source| near_free(live.space(), middle(source.shape.points())));
        let to = question.to.or(source).ok_or(SearchError::NoGoal)?;
        Ok(Self { live, radius: question.radius, from: question.from, to })
    }

    /// The cells, and what they know of the world.
    #[must_use]
    pub fn live(&self) -> &LiveCells {
        &self.live
    }

    /// The same, to let them follow the world.
    pub fn live_mut(&mut self) -> &mut LiveCells {
        &mut self.live
    }

    /// Aims a planner over the cells at the ends.
    ///
    /// # Errors
    /// If one of the ends is blocked.
    pub fn aim(&self, planner: &mut Planner) -> Result<(), SceneSearchError> {
        let ends = self.cell_ends()?;
        planner.aim(self.live.space(), ends.from, ends.to);
        Ok(())
    }

    /// Finds a path that first costs at most `inflation` times the cheapest, and then less, as far as the budget goes. The
    /// scene is the one that the cells lie over.
    ///
    /// # Errors
    /// If one of the ends is blocked, or the space is not one for this question.
    pub fn find(
        &self,
        scene: &Scene,
        kind: SpaceKind,
        inflation: f64,
        budget: Budget,
    ) -> Result<FoundPath, SceneSearchError> {
        let mut planner = Planner::new(inflation);
        match kind {
            SpaceKind::Cells => Ok(self.run(self.live.space(), &self.cell_ends()?, kind, &mut planner, budget)),
            SpaceKind::Quadtree => {
                let tree = QuadSpace::new(self.live.space());
                Ok(self.run(&tree, &self.leaf_ends(&tree)?, kind, &mut planner, budget))
            }
            SpaceKind::Hybrid => {
                let space = HybridSpace::new(self.live.space().clone(), scene.walled_domain());
                Ok(self.run(&space, &self.cell_ends()?, kind, &mut planner, budget))
            }
            SpaceKind::Triangles => {
                let (space, ends) = self.triangles(scene)?;
                let found = self.run(&space, &ends, kind, &mut planner, budget);
                self.check_coarse(&found)?;
                Ok(found)
            }
        }
    }

    fn run(
        &self,
        space: &impl Space,
        ends: &Ends,
        kind: SpaceKind,
        planner: &mut Planner,
        budget: Budget,
    ) -> FoundPath {
        let start = Instant::now();
        planner.aim(space, ends.from, ends.to);
        planner.improve(space, budget);
        let elapsed = start.elapsed();
        let mut found = FoundPath::of(space, planner, ends);
        found.elapsed = elapsed;
        found.seen = self.expanded(space, planner, kind);
        found
    }

    fn triangles(&self, scene: &Scene) -> Result<(TriangleSpace, Ends), SceneSearchError> {
        if self.radius > 0.0 {
            return Err(SceneSearchError::Radius { radius: self.radius });
        }
        let from = match self.from {
            Some(p) => p,
            None => self.live.space().place(self.cell_ends()?.from),
        };
        let space = TriangleSpace::of(scene, &[from, self.to])?;
        let ends = Ends::new(space.state_of_point(0), space.state_of_point(1));
        Ok((space, ends))
    }

    fn check_coarse(&self, found: &FoundPath) -> Result<(), SceneSearchError> {
        let hard = self.live.field().areas().iter().find(|area| area.is_hard);
        match hard.filter(|_| found.status == SearchStatus::Unreachable) {
            Some(area) => Err(SceneSearchError::Coarse { constraint: self.constraint(area) }),
            None => Ok(()),
        }
    }

    /// What a constraint is called.
    fn constraint(&self, area: &ConstraintArea) -> String {
        let named = self.live.world().constraints.get(area.index).and_then(|constraint| constraint.name.as_ref());
        named.map_or_else(|| format!("constraints[{}]", area.index), |name| format!("the constraint `{name}`"))
    }
}

fn middle(points: &[Point]) -> Point {
    points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / points.len() as f64)
}

/// Sources lie on outlines as often as not: the free cell next to them is meant.
fn near_free(space: &CellSpace, p: Point) -> Point {
    if space.state_at(p).is_some() { p } else { space.nearest_free(p).unwrap_or(p) }
}

/// Grid maps have cells already.
fn usual_cell(world: &World, bounds: Bounds) -> f64 {
    let is_grid = |file: &&String| [".map", ".yaml", ".yml"].iter().any(|end| file.to_lowercase().ends_with(end));
    let map = world.files.first().filter(is_grid).and_then(|file| read_cell_map(file.as_ref()).ok());
    map.map_or(bounds.size() / CELLS, |map| map.cell)
}

fn check_cells(bounds: Bounds, cell: f64, most: u64) -> Result<(), SceneSearchError> {
    let [columns, rows] = [bounds.width(), bounds.height()].map(|length| (length / cell).ceil().max(1.0));
    if columns * rows <= most as f64 {
        return Ok(());
    }
    let least = (bounds.width() * bounds.height() / most as f64).sqrt().max(bounds.size() / most as f64);
    Err(SceneSearchError::TooManyCells { cell, columns, rows, most, least: 1.01 * least })
}
