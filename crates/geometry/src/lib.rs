//! Points, exact predicates, rings and distances: what every other room stands on.
//!
//! Coordinates are `f64` as the user gave them. *Decisions* (left or right, inside or outside a circle) go through
//! [`orient`] and [`in_circle`], which are exact: no rounding can change their answer. *Lengths* are ordinary
//! floating point.

mod bounds;
mod cancel;
mod collections;
#[cfg(any(feature = "mint", feature = "geo-types"))]
mod conversions;
mod curve;
mod exact;
mod farthest;
mod hilbert;
mod leg;
mod near;
mod point;
mod predicates;
mod raster;
mod ring;
mod segment;
mod sums;
mod twofold;
mod vectors;

pub use bounds::Bounds;
pub use cancel::{Cancel, CancelHere, Cancelled, Checkpoints, checkpoint};
pub use collections::{Lists, MinHeap, Visited};
pub use curve::{CircularArc, Piece};
pub use farthest::FarthestFirst;
pub use hilbert::hilbert_index;
pub use leg::{DiscLeg, Hand, LegEnd};
pub use near::is_nearer;
pub use point::Point;
pub use predicates::{COORDINATE_MAX, COORDINATE_MIN, Turn, computable, in_circle, is_in_circle, orient, turn};
pub use raster::{Raster, RasterError};
pub use ring::{ring_area, winding_number};
pub use segment::{closest_on_segment, crossing, is_between};
pub use sums::sum_of_products;
pub use vectors::{across, along, sure_cross};
