//! The equations of a mesh, each free vertex the weighted mean of its neighbours, and their factorisation.
//!
//! `weights` says how much vertices hear from each other, `dissect` in which order unknowns are eliminated, `factor`
//! eliminates them and solves.

mod dissect;
mod factor;
mod weights;

pub use factor::{Factor, FactorError};
pub use weights::{Couplings, Weights};
