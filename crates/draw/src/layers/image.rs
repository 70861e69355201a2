//! Images in world coordinates.

use crate::error::DrawError;
use wayfront_geometry::Bounds;

/// An image that fills a box of the world.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterImage {
    bounds: Bounds,
    columns: u32,
    rows: u32,
    rgba: Vec<u8>,
    smooth: bool,
}

impl RasterImage {
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
