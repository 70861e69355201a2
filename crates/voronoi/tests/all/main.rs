//! All integration tests of this room, as one program: it is linked once.

mod allocations;
mod cells;
mod common;
mod diagram;
mod kept;
mod lead;
mod moving;
mod navgraph;
mod regressions;
mod skeleton;
mod walkers;
mod within;
