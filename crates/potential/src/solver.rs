//! The field of a grid with full relative precision in every cell: [`march()`] solves it patch by patch, outwards from
//! the goals, and [`repair()`] makes sure that every cell has a neighbour that is strictly nearer to a goal.
//!
//! From the inside out: `checkers` lays a patch out by colours, `system` is its five-point system, `multigrid` one cycle
//! of the preconditioner, `conjugate` the iteration to rounding, `march` the patches.

mod checkers;
mod conjugate;
mod march;
mod multigrid;
mod repair;
mod system;

pub use march::{Marched, march};
pub use repair::repair;
