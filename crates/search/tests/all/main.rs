//! All integration tests of this room, as one program: it is linked once.

mod common;
mod live;
mod pairs;
mod parallel;
mod planner;
mod scenarios;
mod spaces;
mod waves;
