//! A composed picture: what both backends draw, in pixels, from the upper left, in order.

use crate::colours::Colour;
use crate::layers::{Anchor, FillRule};
use crate::picture::Pixel;

/// Width of the halo around letters, as a share of the font size.
pub const HALO: f64 = 0.26;

/// The whole picture.
pub struct Sheet {
    pub width: u32,
    pub height: u32,
    pub background: Colour,
    pub title: Option<String>,
    /// The world's part of the sheet: left, top, width, height.
    pub window: [f64; 4],
    /// The walkable area, non-zero, for inks that are cut off at its outline.
    pub walkable: Vec<Vec<Pixel>>,
    pub groups: Vec<InkGroup>,
}

/// Inks with a name and a common clip.
pub struct InkGroup {
    pub name: String,
    pub clip: Clip,
    pub inks: Vec<Ink>,
}

/// What inks are cut off at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Clip {
    /// The sheet.
    Sheet,
    /// The world's part of the sheet.
    Window,
    /// The walkable area within the window.
    Walkable,
}

/// One drawing step.
pub enum Ink {
    Fill { rings: Vec<Vec<Pixel>>, colour: Colour, rule: FillRule, outline_below: Option<Pen> },
    Stroke { lines: Vec<Vec<Pixel>>, closed: bool, pen: Pen },
    Discs { centres: Vec<Pixel>, radius: f64, fill: Colour, outline: Option<Pen> },
    Image(Image),
    Text(TextLine),
}

/// A line's look, in pixels.
#[derive(Clone, Copy)]
pub struct Pen {
    pub colour: Colour,
    pub width: f64,
    pub dashes: Option<[f64; 2]>,
}

/// An image; the first row is on top.
pub struct Image {
    /// Left, top, width, height.
    pub place: [f64; 4],
    pub columns: u32,
    pub rows: u32,
    pub rgba: Vec<u8>,
    pub smooth: bool,
}

/// A line of text.
pub struct TextLine {
    /// Left end of the base line.
    pub at: Pixel,
    /// Its width, as the embedded font has it.
    pub width: f64,
    pub size: f64,
    pub colour: Colour,
    /// Drawn around the letters, so that they can be read on anything.
    pub halo: Option<Colour>,
    /// Which part of the text stays in place where a viewer has another font.
    pub anchor: Anchor,
    pub text: String,
}

impl Pen {
    pub const fn new(colour: Colour, width: f64) -> Self {
        Self { colour, width, dashes: None }
    }
}
