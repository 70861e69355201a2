//! How areas are filled and lines are drawn.

use crate::colours::Colour;

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
    /// Where rings wind around: the union of rings with the same orientation; opposite ones cut holes.
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

impl Fill {
    /// The union of rings with the same orientation.
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
