//! What can be wrong with a scene: types that carry the facts, their texts, and advice on what to do.
//!
//! `motion` and `crowd` are the errors of these tables, `fault` all errors and the place of one, `advice` what to do
//! about them, and `rejected` a scene that was refused with everything that is wrong with it.

mod advice;
mod crowd;
mod fault;
mod motion;
mod rejected;

pub use crowd::CrowdFault;
pub use fault::{Fault, Problem};
pub use motion::MotionFault;
pub use rejected::{Rejected, location};
