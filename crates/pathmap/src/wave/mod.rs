//! The plain wave: windows leave the sources, run over triangles, split at corners and are pruned where they cannot win.
//!
//! Continuous Dijkstra (Mitchell, Mount and Papadimitriou 1987; Xin and Wang 2009). In the order of the data: a
//! [front] is a generator looked up once; a [window] is what it sees of a triangle; [`emit`] makes the first
//! windows of sources and corners; [`run`] moves them from triangle to triangle; [`rules`] prunes them; a [queue] holds
//! what waits for its turn; [`propagate`] takes turns until nothing waits; an [index] keeps the windows by triangle.
//!
//! What a build is for, and what differs from plain lengths, stands in a [goal]: the wave asks it at a few places, and
//! knows nothing about speeds, gates and solids itself. For plain lengths all of these questions have no code.

mod emit;
pub(crate) mod front;
mod goal;
mod index;
mod pace;
mod propagate;
mod queue;
mod rules;
mod run;
mod walk;
mod window;

pub(crate) use emit::{Strip, last_side};
pub(crate) use goal::{Everywhere, Goal, Never, Work};
pub(crate) use index::WindowIndex;
pub(crate) use pace::{Even, Pace};
pub(crate) use propagate::Origins;
pub(crate) use queue::Item;
pub(crate) use rules::is_beaten_apart;
pub(crate) use walk::Walk;
pub use window::Window;
