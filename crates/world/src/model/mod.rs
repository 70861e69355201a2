//! The world as plain data, without any reading or checking. Each file builds on those above it:
//! `place` and `things`, `crowd`, `motion`, then `world` itself, and what a world can say about itself: `lookup` (which
//! thing is meant), `extent` (how large), `moment` (what it is at a time). `setters` make worlds.

mod constraint;
mod crowd;
mod extent;
#[cfg(feature = "geo-types")]
mod geo_types;
mod lookup;
mod moment;
mod motion;
mod place;
mod seek;
mod setters;
mod things;
mod world;

pub use constraint::{Constraint, ConstraintRegion, ConstraintSide, ConstraintStrength, Preposition};
pub use crowd::{
    Crowd, Distribution, Group, GuideKind, Measure, MeasureShape, Passing, Profile, Rerouting, SizePlan, SpeedArea,
    Start, Steering, Stop,
};
pub use motion::{Change, Handle, Kind, Motion, Thing};
pub use place::{Field, FileId, Note, Place};
pub use seek::{Goods, Seek};
pub use things::{Barrier, BarrierCost, Door, Flow, Polygon, Shape, Source, Wall, Weight, YAxis};
pub use world::World;
