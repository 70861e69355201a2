//! The free space of a world: cleaned, triangulated, and quick to ask.
//!
//! [`Domain::without_doors`] takes a world as its user described it and resolves overlaps, crossings and touching outlines. The
//! result answers: is this point free ([`Domain::locate`]), does this point see that one ([`Domain::sees`]), where does
//! a ray end ([`Domain::cast`]), what is the nearest free point ([`Domain::nearest_free`]). All of these decide by
//! exact predicates. [`Domain::check_scene`] says whether sources, weights, barriers and flow chains lie where they
//! should. [`Domain::with_gates`] also takes segments that can be crossed at a price, such as queues and doors. A
//! [`DynamicDomain`] makes the domains of a world in which things move. Maps run over its flat arrays of triangles and corners;
//! [`Cells::of`] gives the free space as cells of a grid, for fields and searches on grids.

mod baked;
mod build;
mod cells;
mod layout;
mod questions;
mod scene;
mod tables;

pub use baked::{BakedError, bake, unbake};
pub use build::DomainError;
pub use build::ground::DynamicDomain;
pub use cells::{CellGrid, CellId, Cells, CellsError};
pub use questions::guide::{Guide, NoPath};
pub use questions::locate::Spot;
pub use questions::openings::{OpeningEnd, Openings};
pub use questions::sanity::BrokenDomain;
pub use questions::sight::{Hit, Traversal, TraversalStep};
pub use questions::sweep::{DiscHit, SweepMemory};
pub use questions::visibility::{Eye, Sighting, VisibilityCone, VisibilityCones};
pub use scene::checks::SceneCheck;
pub use scene::dynamic::{DynamicScene, Settled};
pub use scene::{Scene, gates};
pub use tables::domain::{Domain, NO_SIDE, Side};
pub use tables::gates::{Across, GateSide};
pub use tables::ids::{CornerId, GateId, SideId, TriangleId};
pub use tables::report::{Onto, Repair, RepairReport};
