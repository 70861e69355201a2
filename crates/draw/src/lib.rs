//! Pictures of worlds and of what was computed in them, as PNG and SVG, and animations as PNG.
//!
//! A [`Picture`] is a list of [`Layer`]s in world coordinates. It is composed once into plain strokes, fills and
//! texts in pixels; both backends draw that same list, so that PNG and SVG look alike. Line widths and texts are
//! given in *units*, thousandths of the picture's size, so that a picture is legible at 200 and at 4000 pixels.
//!
//! The modules in the order in which data passes them: `colours`, `layers`, `picture`, `compose` (with `font`), `encode`;
//! then what is drawn: `subjects`, [`figure`], `plot`, `animation`. README.md has the graph.
//!
//! ```
//! use wayfront_draw::{Options, Picture};
//! let world = wayfront_world::builtin("office").unwrap();
//! let picture = Picture::of_world(&world, &Options::default())?;
//! assert!(picture.to_svg()?.starts_with("<svg"));
//! # Ok::<(), wayfront_draw::DrawError>(())
//! ```

pub mod colours;
pub mod figure;

mod animation;
mod compose;
mod encode;
mod error;
mod font;
mod layers;
mod picture;
mod plot;
mod subjects;

pub use animation::Animation;
pub use colours::{Colour, ColourMap, Theme};
pub use error::DrawError;
pub use layers::{Anchor, Caption, Fill, FillRule, Key, Label, Layer, Mark, Primitive, RasterImage, Stroke, ZLevel};
pub use picture::{Options, Picture};
pub use plot::{Axis, Curve, Look, Plot};
pub use subjects::{
    Camera, CrowdColours, FilmError, FlowPicture, MapColours, MapDrawing, MapFilm, MapStyle, PotentialStyle,
    RegionNumbers, Scale, SearchDrawing, SkeletonPicture, SurfaceStyle, UpAxis, film_times, sample_routes, usual_depth,
    vertex_colour,
};

/// The example of the README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
