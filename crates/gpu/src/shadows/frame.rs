//! Pixels as the kernels count them.

use wayfront_geometry::{Point, Raster};

/// Lengths in widths of pixels, relative to the middle of a raster.
#[derive(Clone, Copy, Debug)]
pub struct InPixels {
    middle: Point,
    pub pixel: f64,
}

impl InPixels {
    pub fn of(raster: &Raster) -> Self {
        let bounds = raster.bounds();
        Self { middle: bounds.min.lerp(bounds.max, 0.5), pixel: raster.pixel().x }
    }

    pub fn exactly(&self, p: Point) -> Point {
        (p - self.middle) * (1.0 / self.pixel)
    }

    pub fn place(&self, p: Point) -> [f32; 2] {
        rounded(self.exactly(p))
    }
}

pub fn rounded(p: Point) -> [f32; 2] {
    [p.x as f32, p.y as f32]
}
