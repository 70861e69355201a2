//! Which pixels: a box of the world, cut into columns and rows.

use crate::{Bounds, Point};
use std::fmt;

/// Largest number of columns or rows. Every column is then a whole number that `f32` holds exactly.
const LONGEST: u32 = 1 << 23;

/// Tolerance: Share of a coordinate that a pixel must exceed, so that the centres of neighbours are different numbers.
const APART: f64 = 4.0 * f64::EPSILON;

/// A grid of pixels over a part of the world. A pixel stands for its centre; row 0 is the lowest.
///
/// ```
/// use wayfront_geometry::{Bounds, Point, Raster};
///
/// let bounds = Bounds { min: Point::new(0.0, 0.0), max: Point::new(20.0, 10.0) };
/// let raster = Raster::fitting(bounds, 4)?;
/// assert_eq!((raster.width(), raster.height()), (4, 2));
/// assert_eq!(raster.centre(3, 0), Point::new(17.5, 2.5));
/// assert_eq!(raster.pixel_at(Point::new(19.0, 1.0)), Some((3, 0)));
/// # Ok::<(), wayfront_geometry::RasterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raster {
    bounds: Bounds,
    width: u32,
    height: u32,
    /// Extent of a pixel.
    pixel: Point,
    /// Pixels per unit of length.
    scale: Point,
}

/// Why there cannot be such a raster.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RasterError {
    /// No columns, no rows, or too many of them.
    Size {
        /// Number of columns asked for.
        width: u32,
        /// Number of rows asked for.
        height: u32,
    },
    /// The box is empty, flat, infinite, or so small that the centres of its pixels are not different numbers.
    Bounds {
        /// The box.
        bounds: Bounds,
        /// Number of columns asked for.
        width: u32,
        /// Number of rows asked for.
        height: u32,
    },
}

impl RasterError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Size { .. } => format!("choose a size between 1 and {LONGEST}"),
            Self::Bounds { .. } => "choose fewer pixels, or a larger box".into(),
        }
    }
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { width, height } => write!(
                f,
                "a raster of {width} x {height} pixels is not possible; both numbers lie between 1 and {LONGEST}"
            ),
            Self::Bounds { bounds: Bounds { min, max }, width, height } => write!(
                f,
                "pixels need a box with an extent; this one runs from {min} to {max}, too small for {width} x {height} \
                 pixels"
            ),
        }
    }
}

impl std::error::Error for RasterError {}

impl Raster {
    /// `width` columns and `height` rows over `bounds`.
    ///
    /// # Errors
    /// If there are no pixels or too many, or if the box is too small for them.
    pub fn new(bounds: Bounds, width: u32, height: u32) -> Result<Self, RasterError> {
        let possible = 1..=LONGEST;
        if !possible.contains(&width) || !possible.contains(&height) {
            return Err(RasterError::Size { width, height });
        }
        let pixel = Point::new(bounds.width() / f64::from(width), bounds.height() / f64::from(height));
        let scale = Point::new(f64::from(width) / bounds.width(), f64::from(height) / bounds.height());
        // Centres are distinct if a pixel is more than the rounding of a coordinate.
        let coarse = |low: f64, high: f64| APART * low.abs().max(high.abs());
        let is_wide = pixel.x > coarse(bounds.min.x, bounds.max.x) && pixel.y > coarse(bounds.min.y, bounds.max.y);
        if !is_wide || !scale.is_finite() || !pixel.is_finite() {
            return Err(RasterError::Bounds { bounds, width, height });
        }
        Ok(Self { bounds, width, height, pixel, scale })
    }

    /// Pixels that are square but for rounding, `longest` along the longer side of `bounds`.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn fitting(bounds: Bounds, longest: u32) -> Result<Self, RasterError> {
        let number = |extent: f64| (f64::from(longest) * (extent / bounds.size())).round().max(1.0) as u32;
        Self::new(bounds, number(bounds.width()), number(bounds.height()))
    }

    /// The box that the pixels fill.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// Extent of a pixel.
    #[must_use]
    pub fn pixel(&self) -> Point {
        self.pixel
    }

    /// The centre of a pixel.
    #[must_use]
    pub fn centre(&self, column: usize, row: usize) -> Point {
        self.bounds.min + Point::new((column as f64 + 0.5) * self.pixel.x, (row as f64 + 0.5) * self.pixel.y)
    }

    /// Column and row of the pixel that contains `p`.
    #[inline]
    #[must_use]
    pub fn pixel_at(&self, p: Point) -> Option<(usize, usize)> {
        let (x, y) = ((p.x - self.bounds.min.x) * self.scale.x, (p.y - self.bounds.min.y) * self.scale.y);
        // False for NaN.
        let is_inside = x >= 0.0 && y >= 0.0 && p.x <= self.bounds.max.x && p.y <= self.bounds.max.y;
        // The upper borders belong to the last pixels.
        is_inside.then(|| ((x as u32).min(self.width - 1) as usize, (y as u32).min(self.height - 1) as usize))
    }

    /// `p` in units of pixels, such that the centre of the pixel (column, row) is just there.
    #[inline(always)]
    #[must_use]
    pub fn in_pixels(&self, p: Point) -> Point {
        Point::new((p.x - self.bounds.min.x) * self.scale.x - 0.5, (p.y - self.bounds.min.y) * self.scale.y - 0.5)
    }

    /// A vector in units of pixels.
    #[inline(always)]
    #[must_use]
    pub fn vector_in_pixels(&self, v: Point) -> Point {
        Point::new(v.x * self.scale.x, v.y * self.scale.y)
    }
}
