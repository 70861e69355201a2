//! Harmonic fields on grids: smooth routes that keep away from walls and never get stuck.
//!
//! A [`PotentialMap`] is 1 at walls, 0 at goals and, everywhere between, the mean of what is around it. Its steepest
//! descent leads every walker to a goal (Connolly, Burns and Weiss 1990; the BVP planner of Trevisan, Dapper, Silveira
//! and others, with a [`Bias`] that makes walkers prefer a direction). The papers relax the field sweep by sweep and
//! lose it in long corridors, where all potentials round to 1. Here it is solved by multigrid, and kept as a logarithm
//! that never goes flat.
//!
//! Walkers that see each other have a [`LocalMap`] each; a [`Swarm`] moves hundreds of them in parallel. A [`Group`] keeps
//! a [`Formation`] on its way, and [`SketchedRoutes`] are drawn by hand; a [`Tour`] leads groups along them.

mod bias;
mod checkers;
mod conjugate;
mod direction;
mod fault;
mod goals;
mod grid;
mod group;
mod local;
mod map;
mod march;
mod mend;
mod multigrid;
mod raster;
mod relax;
mod route;
mod sketch;
mod swarm;
mod tour;

pub use bias::Bias;
pub use fault::PotentialFault;
pub use grid::{CellId, Grid};
pub use group::{Formation, Group};
pub use local::{LocalCell, LocalMap};
pub use map::{PotentialMap, Stats};
pub use relax::{Relaxed, relax};
pub use sketch::{RouteFollower, SketchedRoutes, StrokeFault};
pub use swarm::{BiasOverTime, Swarm, SwarmOptions, Walker};
pub use tour::{Journey, Tour};
