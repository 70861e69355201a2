//! What a picture is made of, in world coordinates.

use crate::ink::Anchor;
use crate::{Colour, DrawError};
use wayfront_geometry::{Bounds, Point};

/// Shapes that belong together. In SVG a layer is a group with this name.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// What it shows; the `id` of its group.
    pub name: String,
    /// What it covers and what covers it.
    pub level: Level,
    /// What to draw, in this order.
    pub shapes: Vec<Shape>,
}

/// Height of a layer: higher levels cover lower ones; within a level, later layers cover earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The walkable area.
    Ground,
    /// What is computed for every point of it: costs, densities. Cut off at the walkable area's outline.
    Field,
    /// Obstacles. Cut off at the walkable area's outline.
    Solid,
    /// Walls, routes, borders.
    Line,
    /// Sources, walkers and other marks.
    Mark,
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
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
    Raster(Raster),
    /// Names. They are placed beside their points so that none covers another; those that find no place are left out.
    Labels(Vec<Label>),
    /// Texts just where they are said to be.
    Captions(Vec<Caption>),
}

/// How rings are filled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// The colour.
    pub colour: Colour,
    /// What is inside.
    pub rule: FillRule,
}

/// What is inside, where rings overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FillRule {
    /// Where rings wind around: the union of rings that run the same way; opposite ones cut holes.
    #[default]
    NonZero,
    /// What an odd number of rings contains.
    EvenOdd,
}

/// How a line is drawn. Lengths are in units: a thousandth of the picture's size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub colour: Colour,
    /// The width.
    pub width: f64,
    /// Lengths of dashes and gaps.
    pub dashes: Option<[f64; 2]>,
    /// An arrow head at the last point.
    pub arrow: bool,
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

/// An image that fills a box of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    bounds: Bounds,
    columns: u32,
    rows: u32,
    rgba: Vec<u8>,
    smooth: bool,
}

impl Layer {
    /// A layer of one shape.
    #[must_use]
    pub fn new(name: impl Into<String>, level: Level, shape: Shape) -> Self {
        Self { name: name.into(), level, shapes: vec![shape] }
    }
}

impl Fill {
    /// The union of rings that run the same way.
    #[must_use]
    pub const fn solid(colour: Colour) -> Self {
        Self { colour, rule: FillRule::NonZero }
    }
}

impl Stroke {
    /// A plain line; `width` in units.
    #[must_use]
    pub const fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dashes: None, arrow: false }
    }

    /// The same line with dashes and gaps of these lengths, in units.
    #[must_use]
    pub const fn dashed(self, dash: f64, gap: f64) -> Self {
        Self { dashes: Some([dash, gap]), ..self }
    }

    /// The same line with an arrow head at its end.
    #[must_use]
    pub const fn with_arrow(self) -> Self {
        Self { arrow: true, ..self }
    }
}

impl Raster {
    /// An image of `columns` x `rows` samples over `bounds`, four bytes each: red, green, blue, opacity (not
    /// multiplied). The first row lies at the lowest y of the bounds, the first column at the lowest x; where the
    /// y axis points up, the picture shows the first row at the bottom.
    ///
    /// # Errors
    /// If there are no samples, or not four bytes for each.
    pub fn new(bounds: Bounds, columns: u32, rows: u32, rgba: Vec<u8>) -> Result<Self, DrawError> {
        let needed = 4 * u64::from(columns) * u64::from(rows);
        let found = rgba.len() as u64;
        if needed == 0 || needed != found {
            return Err(DrawError::RasterSize { columns, rows, needed, found });
        }
        Ok(Self { bounds, columns, rows, rgba, smooth: false })
    }

    /// Samples blend into each other instead of showing as squares.
    #[must_use]
    pub fn smooth(self) -> Self {
        Self { smooth: true, ..self }
    }

    /// The box that it fills.
    #[must_use]
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Samples along x and y.
    #[must_use]
    pub const fn size(&self) -> [u32; 2] {
        [self.columns, self.rows]
    }

    /// Four bytes for each sample, row by row from the lowest y.
    #[must_use]
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Samples blend into each other.
    #[must_use]
    pub const fn is_smooth(&self) -> bool {
        self.smooth
    }
}
