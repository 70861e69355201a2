//! What a picture is made of, in world coordinates: layers of drawing primitives, and the entries of the key.
//!
//! Everything here is plain data that a caller fills in. Lengths that belong to the look (line widths, mark sizes) are
//! in *units*, thousandths of the picture's size; places are in world coordinates.

mod image;
mod key;
mod numbers;
mod primitive;
mod stroke;

pub use image::RasterImage;
pub use key::Key;
pub(crate) use numbers::{round_length, short_number};
pub use primitive::{Anchor, Caption, Label, Mark, Primitive};
pub use stroke::{Fill, FillRule, Stroke};

/// Primitives that belong together. In SVG a layer is a group with this name.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Layer {
    /// What it shows; the `id` of its group.
    pub name: String,
    /// What it covers and what covers it.
    pub level: ZLevel,
    /// What to draw, in this order.
    pub primitives: Vec<Primitive>,
}

/// Height of a layer: higher levels cover lower ones; within a level, later layers cover earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZLevel {
    /// The walkable area.
    Ground,
    /// What is computed for every point of it: costs, densities. Cut off at the walkable area's outline.
    Field,
    /// Obstacles. Cut off at the walkable area's outline.
    Solid,
    /// Walls, routes, borders.
    Line,
    /// Sources, agents and other marks.
    Mark,
}

impl Layer {
    /// A layer of one primitive.
    #[must_use]
    pub fn new(name: impl Into<String>, level: ZLevel, primitive: Primitive) -> Self {
        Self::of(name, level, vec![primitive])
    }

    /// A layer of several primitives.
    #[must_use]
    pub fn of(name: impl Into<String>, level: ZLevel, primitives: Vec<Primitive>) -> Self {
        Self { name: name.into(), level, primitives }
    }
}
