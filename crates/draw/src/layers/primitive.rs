//! The drawing primitives.

use super::{Fill, RasterImage, Stroke};
use crate::colours::Colour;
use wayfront_geometry::Point;

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Primitive {
    /// Rings filled together as one area.
    Polygons {
        /// Closed rings; the closing point is not repeated.
        rings: Vec<Vec<Point>>,
        /// How they are filled.
        fill: Fill,
        /// Drawn below the fill, so that only its outer half shows, and nothing where filled rings overlap.
        outline: Option<Stroke>,
    },
    /// Polylines.
    Lines {
        /// Each with at least two points.
        lines: Vec<Vec<Point>>,
        /// Joined end to start.
        closed: bool,
        /// How they are drawn.
        stroke: Stroke,
    },
    /// Marks of fixed size.
    Marks {
        /// Where.
        centres: Vec<Point>,
        /// Which.
        mark: Mark,
        /// Half of the mark's width, in units.
        radius: f64,
        /// Inside.
        fill: Colour,
        /// Around it.
        outline: Option<Stroke>,
    },
    /// An image.
    Image(RasterImage),
    /// Names. They are placed beside their points so that none covers another; those that find no place are left out.
    Labels(Vec<Label>),
    /// Texts just where they are said to be.
    Captions(Vec<Caption>),
}

/// Which mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A disc.
    Disc,
    /// A square on its corner.
    Diamond,
}

/// A name beside a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What it names.
    pub at: Point,
    /// The name.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
}

/// A text at a point, level with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// Where.
    pub at: Point,
    /// What it says.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
    /// Which part of it lies there.
    pub anchor: Anchor,
}

/// A part of a line of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}
