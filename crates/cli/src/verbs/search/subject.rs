//! The scene as the spaces in which one searches, and the two ends of the path.

use super::{NOWHERE, impossible, unsearched};
use crate::arguments::{Common, Search, SpaceKind};
use crate::failure::Failure;
use crate::text::short;
use wayfront::domain::{CellId, Scene};
use wayfront::draw::SearchDrawing;
use wayfront::search::{
    CellSpace, ConstraintArea, HybridSpace, LiveCells, Planner, QuadSpace, SearchError, Space, StateId, TriangleSpace,
    Wave,
};
use wayfront::world::{World, read_cell_map};
use wayfront::{Point, geometry::Bounds};

/// Cells along the longer side, unless given.
const CELLS: f64 = 256.0;

/// Where a path begins and ends.
#[derive(Clone, Copy)]
pub struct Ends {
    pub from: StateId,
    pub to: StateId,
    /// The cells in whose middles it does, where states are so much larger that their middles lie far from there, and
    /// what a length counts there.
    within: Option<[(Point, f64); 2]>,
}

impl Ends {
    const fn new(from: StateId, to: StateId) -> Self {
        Self { from, to, within: None }
    }

    /// A path over the middles of states, from end to end, and what the ends cost besides.
    pub fn joined(&self, mut path: Vec<Point>, arrives: bool) -> (Vec<Point>, f64) {
        let (Some([(from, dear), (to, last)]), Some(&first), Some(&end)) = (self.within, path.first(), path.last())
        else {
            return (path, 0.0);
        };
        let mut cost = from.distance(first) * dear;
        path.insert(0, from);
        if arrives {
            cost += to.distance(end) * last;
            path.push(to);
        }
        path.dedup();
        (path, cost)
    }
}

/// A scene that is searched.
pub struct Subject {
    label: String,
    pub live: LiveCells,
    pub from: Option<Point>,
    pub to: Point,
}

impl Subject {
    pub fn new(label: &str, scene: &Scene, arguments: &Search, common: &Common) -> Result<Self, Failure> {
        let bounds = scene.domain().bounds();
        let cell = arguments.cell.unwrap_or_else(|| usual_cell(scene.world(), bounds));
        check_cells(label, bounds, cell, common.limits().cells)?;
        let live = LiveCells::of(scene, cell, arguments.radius).map_err(|error| unsearched(label, error))?;
        let source = scene.sources().first().map(|source| middle(source.shape.points()));
        let Some(to) = arguments.to.or(source) else {
            return Err(impossible(label, &SearchError::NoGoal));
        };
        let to = if arguments.to.is_none() { near_free(live.space(), to) } else { to };
        Ok(Self { label: label.to_owned(), live, from: arguments.from, to })
    }

    fn failed(&self, error: &SearchError) -> Failure {
        impossible(&self.label, error)
    }

    pub fn cell_ends(&self) -> Result<Ends, Failure> {
        let space = self.live.space();
        let to = space.state_for("goal", self.to).map_err(|error| self.failed(&error))?;
        let from = match self.from {
            Some(p) => space.state_for("start", p).map_err(|error| self.failed(&error))?,
            None => farthest(space, to),
        };
        Ok(Ends::new(from, to))
    }

    pub fn quadtree(&self) -> QuadSpace {
        QuadSpace::new(self.live.space())
    }

    pub fn leaf_ends(&self, tree: &QuadSpace) -> Result<Ends, Failure> {
        let cells = self.cell_ends()?;
        let places = [cells.from, cells.to].map(|state| self.live.space().place(state));
        let [from, to] = places.map(|place| tree.state_at(place).unwrap_or(NOWHERE));
        let factor = |state: StateId| self.live.space().factor(CellId(state.0));
        let within = Some([(places[0], factor(cells.from)), (places[1], factor(cells.to))]);
        Ok(Ends { from, to, within })
    }

    pub fn triangles(&self, scene: &Scene, radius: f64) -> Result<(TriangleSpace, Ends), Failure> {
        if radius > 0.0 {
            return Err(Failure::Usage("--space triangles is for points: leave --radius out, or choose cells".into()));
        }
        let from = match self.from {
            Some(p) => p,
            None => self.live.space().place(self.cell_ends()?.from),
        };
        let space = TriangleSpace::of(scene, &[from, self.to]).map_err(|error| self.failed(&error))?;
        let ends = Ends::new(space.state_of_point(0), space.state_of_point(1));
        Ok((space, ends))
    }

    /// Paths over triangles are coarse: where a hard constraint cuts all of their steps, there may still be a way.
    pub fn check_coarse(&self, is_reached: bool) -> Result<(), Failure> {
        let hard = self.live.field().areas().iter().find(|area| area.is_hard);
        hard.filter(|_| !is_reached).map_or(Ok(()), |area| {
            let what = format!("{}: no step over triangles leads around {}", self.label, self.constraint(area));
            Err(Failure::File { what, advice: "choose --space cells, quadtree or hybrid".into() })
        })
    }

    /// What a constraint is called.
    pub fn constraint(&self, area: &ConstraintArea) -> String {
        let named = self.live.world().constraints.get(area.index).and_then(|constraint| constraint.name.as_ref());
        named.map_or_else(|| format!("constraints[{}]", area.index), |name| format!("the constraint `{name}`"))
    }

    pub fn hybrid(&self, scene: &Scene) -> HybridSpace {
        HybridSpace::new(self.live.space().clone(), scene.walled_domain())
    }

    /// Adds what a planner expanded.
    pub fn expanded(&self, space: &impl Space, planner: &Planner, kind: SpaceKind, drawing: &mut SearchDrawing) {
        let rounds = |state: u32| planner.round_of(StateId(state)).unwrap_or(0);
        match kind {
            SpaceKind::Cells | SpaceKind::Hybrid => {
                let of_cells = (0..space.len() as u32).map(rounds).collect();
                drawing.cells = Some((*self.live.space().grid(), of_cells));
            }
            SpaceKind::Quadtree => {
                let tree = self.quadtree();
                for leaf in tree.leaves().filter(|leaf| rounds(leaf.0) > 0) {
                    drawing.squares.push((square(self.live.space(), tree.square(leaf)), rounds(leaf.0)));
                }
            }
            SpaceKind::Triangles => {
                let seen = (0..space.len() as u32).filter(|&state| rounds(state) > 0);
                drawing.places = seen.map(|state| (space.place(StateId(state)), rounds(state))).collect();
            }
        }
    }
}

/// The outline of a square of cells.
fn square(cells: &CellSpace, ([column, row], side): ([usize; 2], usize)) -> Vec<Point> {
    let corner = |x: usize, y: usize| cells.grid().corner(column + x * side, row + y * side);
    vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
}

/// The outlines of single cells.
pub fn outlines(cells: &CellSpace, changed: &[CellId]) -> Vec<Vec<Point>> {
    changed.iter().map(|&cell| square(cells, (cells.grid().column_row(cell), 1))).collect()
}

fn middle(points: &[Point]) -> Point {
    points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / points.len() as f64)
}

/// Sources lie on outlines as often as not: the free cell next to them is meant.
fn near_free(space: &CellSpace, p: Point) -> Point {
    if space.state_at(p).is_some() { p } else { space.nearest_free(p).unwrap_or(p) }
}

/// The state from which the way to the goal is the dearest.
fn farthest(space: &CellSpace, goal: StateId) -> StateId {
    let mut wave = Wave::new();
    wave.run(space, &[(goal, 0)]);
    let states = (0..space.len() as u32).map(StateId).filter(|&state| wave.cost(state).is_some());
    states.max_by_key(|&state| (wave.cost(state), std::cmp::Reverse(state))).unwrap_or(goal)
}

/// Grid maps have cells already.
fn usual_cell(world: &World, bounds: Bounds) -> f64 {
    let is_grid = |file: &&String| [".map", ".yaml", ".yml"].iter().any(|end| file.to_lowercase().ends_with(end));
    let map = world.files.first().filter(is_grid).and_then(|file| read_cell_map(file.as_ref()).ok());
    map.map_or(bounds.size() / CELLS, |map| map.cell)
}

/// A grid covers the whole extent, however little of it is free: a large one is not begun unasked.
fn check_cells(label: &str, bounds: Bounds, cell: f64, most: u64) -> Result<(), Failure> {
    let [columns, rows] = [bounds.width(), bounds.height()].map(|length| (length / cell).ceil().max(1.0));
    if columns * rows <= most as f64 {
        return Ok(());
    }
    let least = (bounds.width() * bounds.height() / most as f64).sqrt().max(bounds.size() / most as f64);
    Err(Failure::File {
        what: format!(
            "{label}: cells of {} make a grid of {columns} x {rows}; at most {most} are searched",
            short(cell)
        ),
        advice: format!("take larger cells, --cell {} or more, or raise the limit: --max-cells", short(1.01 * least)),
    })
}
