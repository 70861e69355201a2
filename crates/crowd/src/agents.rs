//! Agents as discs: [`Flock`] holds them as arrays, [`nature`] draws what each of them is like.

mod flock;
pub(crate) mod nature;

pub use flock::{Body, Flock};
