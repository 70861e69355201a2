//! Harmonic fields on grids: smooth routes that keep away from walls and never get stuck.
//!
//! A [`PotentialMap`] is 1 at walls, 0 at goals and, everywhere between, the mean of what is around it. Its steepest
//! descent leads to a goal from everywhere (Connolly, Burns and Weiss 1990; the BVP planner of Trevisan, Dapper, Silveira
//! and others, with a [`Bias`] that makes routes prefer a direction). The papers relax the field sweep by sweep and
//! lose it in long corridors, where all potentials round to 1. Here it is solved by multigrid, and kept as a logarithm
//! that never goes flat.
//!
//! A [`LocalMap`] is such a field in a small window that moves: what one agent sees around itself. A [`Swarm`] moves agents
//! by such maps, a [`FormationGroup`] keeps several together, and a [`Tour`] leads it along drawn routes.

mod agents;
mod bias;
mod fault;
mod field;
mod local;
mod solver;
mod unit;

pub use agents::{
    BiasOverTime, FieldAgent, Formation, FormationGroup, Journey, RouteFollower, SketchedRoutes, StrokeError, Swarm,
    SwarmOptions, Tour,
};
pub use bias::Bias;
pub use fault::PotentialError;
pub use field::{PotentialMap, PotentialStats};
pub use local::{LocalCell, LocalDisc, LocalMap, LocalQuestion};
