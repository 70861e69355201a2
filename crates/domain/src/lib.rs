//! The free space of a world: cleaned, triangulated, and quick to ask.
//!
//! [`Domain::new`] takes a world as its user described it and resolves overlaps, crossings and touching outlines. The
//! result answers: is this point free ([`Domain::locate`]), does this point see that one ([`Domain::sees`]), where does
//! a ray end ([`Domain::cast`]), what is the nearest free point ([`Domain::nearest_free`]). All of these decide by
//! exact predicates. [`Domain::check_scene`] says whether sources, weights, barriers and flow chains lie where they
//! should. Maps run over its flat arrays of triangles and corners.

mod assemble;
mod build;
mod cover;
mod domain;
mod edges;
mod grid;
mod guide;
mod ids;
mod locate;
mod mesh;
mod nearest;
mod outlines;
mod report;
mod sanity;
mod scene;
mod sight;

pub use build::Unbuildable;
pub use domain::{Domain, NO_SIDE, Side};
pub use guide::{Guide, NoWay};
pub use ids::{CornerId, SideId, TriangleId};
pub use locate::Spot;
pub use report::{Mended, Onto, Report};
pub use sanity::Insane;
pub use scene::SceneCheck;
pub use sight::{Hit, Leg, Trail};
