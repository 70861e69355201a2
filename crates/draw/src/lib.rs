//! Pictures of worlds and of what was computed in them, as PNG and SVG, and animations as PNG.
//!
//! A [`Picture`] is a list of [`Layer`]s in world coordinates. It is composed once into plain strokes, fills and
//! texts in pixels; both backends draw that same list, so that PNG and SVG look alike. Line widths and texts are
//! given in *units*, thousandths of the picture's size, so that a picture is legible at 200 and at 4000 pixels.
//!
//! ```
//! use wayfront_draw::{Options, Picture};
//! let world = wayfront_world::builtin("office").unwrap();
//! let picture = Picture::of_world(&world, &Options::default())?;
//! assert!(picture.to_svg()?.starts_with("<svg"));
//! # Ok::<(), wayfront_draw::DrawError>(())
//! ```

pub mod colours;

mod animation;
mod compose;
mod crowd;
mod error;
mod flow;
mod font;
mod frame;
mod furniture;
mod ink;
mod labels;
mod layer;
mod of_world;
mod path_map;
mod picture;
mod plot;
mod png;
mod potential;
mod surface;
mod svg;
mod theme;

pub use animation::Animation;
pub use colours::{Colour, ColourMap};
pub use crowd::CrowdColours;
pub use error::DrawError;
pub use flow::FlowPicture;
pub use furniture::Key;
pub use ink::Anchor;
pub use layer::{Caption, Fill, FillRule, Label, Layer, Level, Mark, Raster, Shape, Stroke};
pub use path_map::{MapColours, MapStyle, Scale, sample_routes};
pub use picture::{Options, Picture};
pub use plot::{Axis, Curve, Look, Plot};
pub use potential::PotentialStyle;
pub use surface::{Camera, SurfaceStyle, UpAxis, usual_depth, vertex_colour};
pub use theme::Theme;
