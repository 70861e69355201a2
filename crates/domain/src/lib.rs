//! The free space of a world: cleaned, triangulated, and quick to ask.
//!
//! [`Domain::new`] takes a world as its user described it and resolves overlaps, crossings and touching outlines. The
//! result answers: is this point free ([`Domain::locate`]), does this point see that one ([`Domain::sees`]), where does
//! a ray end ([`Domain::cast`]), what is the nearest free point ([`Domain::nearest_free`]). All of these decide by
//! exact predicates. [`Domain::check_scene`] says whether sources, weights, barriers and flow chains lie where they
//! should. [`Domain::with_gates`] also takes segments that can be crossed at a price, such as queues and doors. A
//! [`Ground`] makes the domains of a world in which things move. Maps run over its flat arrays of triangles and corners; [`Cells::of`] gives
//! the free space as cells of a grid, for fields and searches on grids.

mod assemble;
mod build;
mod cells;
mod cover;
mod domain;
mod edges;
mod fit;
mod gates;
mod grid;
mod ground;
mod guide;
mod ids;
mod lay;
mod locate;
mod mending;
mod mesh;
mod nearest;
mod outlines;
mod polygons;
mod report;
mod sanity;
mod scene;
mod sight;

pub use build::Unbuildable;
pub use cells::{CellGrid, CellId, Cells, CellsError};
pub use domain::{Domain, NO_SIDE, Side};
pub use gates::{Across, GateSide};
pub use ground::Ground;
pub use guide::{Guide, NoWay};
pub use ids::{CornerId, GateId, SideId, TriangleId};
pub use locate::Spot;
pub use report::{Mended, Onto, Report};
pub use sanity::Insane;
pub use scene::SceneCheck;
pub use sight::{Hit, Leg, Trail};
