//! Worlds from grids of cells: maps of games and of robots. The outlines of the blocked cells become obstacles.

mod moving_ai;
mod outline;
mod pgm;
mod ros;
mod yaml;

pub(crate) use moving_ai::read as read_moving_ai;
pub(crate) use ros::{describe, world};

use outline::Grid;
