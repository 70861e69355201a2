//! Constraints: where a path should rather lead, or not at all.
//!
//! Each constraint of a scene becomes a region with a weight W: `W` inside, 0 outside, and for *near* falling linearly to 0
//! at its reach. Walking at x costs m(x) = max(1, 1.1^(W0 - sum of W(x))) times its length; attracting weights are
//! positive. *W0* is the smallest number that keeps the clamp from biting: the largest sum of attracting weights at one
//! place. The cost of a step is the integral of m along it (`field`), so cutting a step in two changes nothing. Hard
//! constraints block.
//!
//! After the course by Kapadia and others (2013), with two corrections: there the integral is multiplied with the step's
//! length once more, and four samples miss thin regions.

mod field;
mod region;
mod sight;

pub use field::{ConstraintField, ConstraintShare};
pub use region::ConstraintArea;
pub use sight::visible_region;
