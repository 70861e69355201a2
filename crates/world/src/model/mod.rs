//! The world as plain data, without any reading or checking.
//!
//! `table` is the form in which each kind of thing is described: `things`, `motion`, `constraint`, `crowd` and `group` are
//! such tables. `world` holds them all; `lookup` (which thing is meant), `extent` (how large) and `moment` (what it is at
//! a time) answer questions about it; `setters` make worlds.

mod constraint;
mod crowd;
mod extent;
#[cfg(feature = "geo-types")]
mod geo_types;
mod group;
mod handle;
mod lookup;
mod moment;
mod motion;
mod place;
mod seek;
mod setters;
mod spread;
mod start;
pub(crate) mod table;
mod things;
mod world;

pub use constraint::{Constraint, ConstraintRegion, ConstraintSide, ConstraintStrength, Preposition};
pub use crowd::{Crowd, Measure, MeasureShape, Passing, Rerouting, SpeedArea, Steering, Stop};
pub use group::{Group, GuideKind, Profile, SizePlan};
pub use handle::{Handle, Kind};
pub use motion::{Change, Motion, Thing};
pub use place::{Field, Note, Place};
pub use seek::{Goods, Seek};
pub use spread::Distribution;
pub use start::Start;
pub use things::{Barrier, BarrierCost, Door, Flow, Polygon, Shape, Source, Wall, Weight, YAxis};
pub use world::World;
pub(crate) use world::{AREA, SCENE, SOLID, WORLD};
