//! What a search in a scene came to: the path, how good it is, and which states were expanded.

use super::ends::Ends;
use super::{SceneSearch, SpaceKind};
use crate::cells::CellSpace;
use crate::pair::SearchStatus;
use crate::planner::{Planner, Round};
use crate::space::{Space, StateId, Ticks, UNKNOWN};
use crate::spaces::QuadSpace;
use std::time::Duration;
use wayfront_domain::{CellGrid, CellId};
use wayfront_geometry::Point;

/// A path that was found, or as much of one as there was time for.
#[derive(Clone, Debug)]
pub struct FoundPath {
    /// From the start towards the goal.
    pub points: Vec<Point>,
    /// Whether it is the cheapest, and leads to the goal.
    pub status: SearchStatus,
    /// Whether it leads to the goal.
    pub arrives: bool,
    /// What it costs: lengths, dearer where constraints say so. None without a path.
    pub cost: Option<f64>,
    /// It costs at most so many times the cheapest path; proved.
    pub bound: f64,
    /// States expanded.
    pub expanded: usize,
    /// The rounds in which it became better: inflation, states expanded so far, cost, bound.
    pub rounds: Vec<FoundRound>,
    /// Open states of the space.
    pub states: usize,
    /// How long it took.
    pub elapsed: Duration,
    /// Which states were expanded, in which round.
    pub seen: ExpandedStates,
}

/// A round of a search, with its cost as a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundRound {
    /// How many times the straight distance counted.
    pub inflation: f64,
    /// States expanded so far.
    pub expanded: usize,
    /// What the path cost.
    pub cost: f64,
    /// At most so many times the cheapest path.
    pub bound: f64,
}

/// Which states were expanded, by round, from 1.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExpandedStates {
    /// The grid, and for each cell the round in which it was expanded; 0 for none.
    pub cells: Option<(CellGrid, Vec<u16>)>,
    /// Squares and the rounds in which they were expanded: leaves of a quadtree.
    pub squares: Vec<(Vec<Point>, u16)>,
    /// Places and the rounds in which they were expanded: states of a graph.
    pub places: Vec<(Point, u16)>,
}

impl FoundPath {
    pub(super) fn of(space: &impl Space, planner: &Planner, ends: &Ends) -> Self {
        let answer = planner.answer();
        let path = answer.path.iter().map(|&state| space.place(state)).collect();
        let (points, besides) = ends.joined(path, answer.is_path());
        // What the ends cost besides is the same for all paths, so that bounds hold for the sum, too.
        let cost = |ticks: Ticks| f64::from(ticks) * space.tick() + besides;
        let round = |round: &Round| FoundRound {
            inflation: round.inflation,
            expanded: round.expanded,
            cost: cost(round.cost),
            bound: round.bound,
        };
        Self {
            points,
            status: answer.status,
            arrives: answer.is_path(),
            cost: (answer.cost < UNKNOWN).then(|| cost(answer.cost)),
            bound: answer.bound,
            expanded: answer.expanded,
            rounds: planner.rounds().iter().map(round).collect(),
            states: (0..space.len() as u32).filter(|&k| space.is_open(StateId(k))).count(),
            elapsed: Duration::ZERO,
            seen: ExpandedStates::default(),
        }
    }

    /// How long the path is.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
    }
}

impl SceneSearch {
    /// What a planner over the cells expanded.
    #[must_use]
    pub fn expanded_cells(&self, planner: &Planner) -> ExpandedStates {
        self.expanded(self.live.space(), planner, SpaceKind::Cells)
    }

    pub(super) fn expanded(&self, space: &impl Space, planner: &Planner, kind: SpaceKind) -> ExpandedStates {
        let rounds = |state: u32| planner.round_of(StateId(state)).unwrap_or(0);
        let mut seen = ExpandedStates::default();
        match kind {
            SpaceKind::Cells | SpaceKind::Hybrid => {
                let of_cells = (0..space.len() as u32).map(rounds).collect();
                seen.cells = Some((*self.live.space().grid(), of_cells));
            }
            SpaceKind::Quadtree => {
                let tree = QuadSpace::new(self.live.space());
                for leaf in tree.leaves().filter(|leaf| rounds(leaf.0) > 0) {
                    seen.squares.push((square(self.live.space(), tree.square(leaf)), rounds(leaf.0)));
                }
            }
            SpaceKind::Triangles => {
                let expanded = (0..space.len() as u32).filter(|&state| rounds(state) > 0);
                seen.places = expanded.map(|state| (space.place(StateId(state)), rounds(state))).collect();
            }
        }
        seen
    }

    /// The outlines of single cells.
    #[must_use]
    pub fn outlines(&self, cells: &[CellId]) -> Vec<Vec<Point>> {
        let space = self.live.space();
        cells.iter().map(|&cell| square(space, (space.grid().column_row(cell), 1))).collect()
    }
}

/// The outline of a square of cells.
fn square(cells: &CellSpace, ([column, row], side): ([usize; 2], usize)) -> Vec<Point> {
    let corner = |x: usize, y: usize| cells.grid().corner(column + x * side, row + y * side);
    vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]
}
