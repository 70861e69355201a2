//! Agents as discs: [`Agents`] holds them as arrays, [`traits`] draws what each of them is like.

mod bodies;
pub(crate) mod traits;

pub use bodies::{Agent, Agents};
