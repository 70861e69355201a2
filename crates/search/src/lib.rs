//! Search on grids and graphs: answers by a deadline, repaired when the world changes, with places that cost more.

mod cells;
mod fault;
mod lattice;
mod pair;
mod planner;
mod space;
mod spaces;
mod wave;

pub use cells::{CellSpace, octile_ticks};
pub use fault::SearchError;
pub use lattice::{DIAGONAL, Diagonals, Lattice, STRAIGHT};
pub use pair::{AStar, Budget, SearchAnswer, SearchStatus};
pub use planner::{Planner, Round};
pub use space::{BadLowerBound, Space, StateId, Ticks, UNKNOWN, check_least};
pub use spaces::{EdgeSpace, HybridSpace, QuadSpace, TriangleSpace, cells_between, pulled_taut};
pub use wave::{Wave, WaveRepair};
