//! Agents that follow harmonic fields: they see walls and each other in a local map of their own, or keep a formation.
//!
//! A [`Swarm`] moves hundreds of [`FieldAgent`]s in parallel, each by a
//! [`LocalMap`](crate::LocalMap) around it. A [`FormationGroup`] keeps a [`Formation`] on its way;
//! [`SketchedRoutes`] are drawn by hand, and a [`Tour`] leads formations along them. None of these needs a steering model:
//! the field itself leads around the others. Agents with steering models are in the room `crowd`.

mod agent;
mod formation;
mod group;
mod sketch;
mod swarm;
mod tour;

pub use agent::{BiasOverTime, FieldAgent};
pub use formation::Formation;
pub use group::FormationGroup;
pub use sketch::{RouteFollower, SketchedRoutes, StrokeError};
pub use swarm::{Swarm, SwarmOptions};
pub use tour::{Journey, Tour};
