//! Search on grids and graphs: answers by a deadline, repaired when the world changes, with places that cost more.
//!
//! A [`Space`] is states with numbers and steps between them in whole [`Ticks`]: cells ([`CellSpace`]), leaves of a
//! quadtree ([`QuadSpace`]), triangles of a domain ([`TriangleSpace`]), cells with highways ([`HybridSpace`]), or any list
//! of edges ([`EdgeSpace`]). Over it run [`Wave`] (all states to the nearest goal), [`AStar`] (one pair) and [`Planner`]
//! (one pair, sooner or better, with a proved bound). All of them are repaired rather than run anew when steps change.
//! [`LiveCells`] follows a world with its constraints and says which steps changed; [`CellGuide`] is a wave over it that
//! leads agents. [`SceneSearch`] asks all of it about a scene: a path in any of the spaces, and what there is to tell of it.

/// The example of the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod cells;
mod constraints;
mod fault;
mod guide;
mod keep;
mod lattice;
mod live;
mod pair;
mod parallel;
mod planner;
mod scenarios;
mod scene;
mod space;
mod spaces;
mod wave;

pub use cells::{CellSpace, octile_ticks};
pub use constraints::{ConstraintArea, ConstraintField, ConstraintShare, visible_region};
pub use fault::SearchError;
pub use guide::CellGuide;
pub use keep::KeptPath;
pub use lattice::{DIAGONAL, Diagonals, Lattice, STRAIGHT};
pub use live::{Followed, LiveCells, LiveCellsError};
pub use pair::{AStar, Budget, SearchAnswer, SearchStatus};
pub use parallel::{repair_all, wave_on_threads, waves};
pub use planner::{Planner, Round};
pub use scenarios::{Scenario, ScenarioError, ScenarioMap, read_scenarios};
pub use scene::{ExpandedStates, FoundPath, FoundRound, SceneSearch, SceneSearchError, SearchQuestion, SpaceKind};
pub use space::{BadLowerBound, Space, StateId, Ticks, UNKNOWN, check_least};
pub use spaces::{EdgeSpace, HybridSpace, QuadSpace, TriangleSpace, cells_between, pulled_taut};
pub use wave::{Wave, WaveRepair};
