//! Shortest ways of discs, of any radius, on the plain domain: nothing is built for a radius.
//!
//! A shortest way of the centre is straight legs and arcs of the disc's own radius around corners. A *turn* is a corner
//! and the hand on which the disc has it; legs between turns are tangents ([`DiscLeg`](wayfront_geometry::DiscLeg)), free
//! exactly if nothing enters the stadium that the disc sweeps (`Domain::leg_is_free`). What a disc that leaves a corner
//! can meet first is seen from the corner itself, as a point: the leg's stadium is convex and holds both. So the
//! wave (`wave`) walks over what a corner sees, exactly as windows for points do, tries the tangents to the corners that it
//! finds there, best first towards the goal, and believes none of them before its stadium was looked at.
//!
//! Decisions are exact for the domain's vertices. Where outlines cross, a vertex is rounded, and a gap that would be as wide
//! as the disc may be a last bit too narrow there.
//!
//! Tangent graphs: Chew 1985; Liu and Arimoto 1995. Order: A* with the straight distance. `turns` keeps the arrivals,
//! `arcs` says how far a disc can turn, `tolls` what crossing barriers costs, `route` is the answer. `tangents` is
//! the whole graph, tried pair by pair; `bitangents` is the part of it that pairs have met, for all radii.

mod arcs;
mod batch;
mod bitangents;
mod corners;
mod ends;
mod everywhere;
mod field;
mod flat;
mod gaps;
mod near;
mod offers;
mod pair;
mod passages;
mod route;
mod sight;
mod straight;
mod strips;
mod tangents;
mod tolls;
mod turns;
mod visible;
mod waiting;
mod wave;

pub(crate) use arcs::{Around, Turning};
pub(crate) use everywhere::{DiscMapWork, DiscStart, StartPlace};
pub(crate) use field::{Cheapest, DiscField};
pub(crate) use flat::Flat;
pub(crate) use gaps::narrowest;
pub(crate) use near::{Axis, Near};
pub(crate) use pair::DiscWork;
pub use route::{DiscPath, Narrowest, NoRoom};
pub(crate) use route::{arc as arc_piece, pieces};
pub use tangents::{Tangent, TangentGraph, TangentTree, TangentTurn};
pub(crate) use tolls::Tolls;
pub(crate) use turns::{NONE, STRAIGHT, turned};
