//! Finished path maps in other forms: on pixels, and as vector shapes.
//!
//! A [`Sample`] has the cost and the generator of every pixel of a [`Raster`](wayfront_geometry::Raster), and answers from
//! that alone. [`MapShapes`] are the regions of a map, the borders between them, and lines of equal cost. Both read maps
//! through [`wayfront_pathmap::view`] alone; the exact answers of a map need neither. A [`DiscSample`] is both, of a map
//! for discs. [`Pieces`] are a map as triangles for a graphics card.

mod discs;
mod pieces;
mod sample;
mod shapes;

pub use discs::DiscSample;
pub use pieces::Pieces;
pub use sample::{Generator, NO_GENERATOR, Sample};
pub use shapes::{Border, BorderKind, Isoline, Line, MapShapes, Region, round_levels};

/// The example of this room's page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
