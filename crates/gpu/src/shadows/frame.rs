//! Pixels as the kernels count them, and the textures of a map.

use crate::device::{Gpu, GpuError};
use wayfront_geometry::{Point, Raster};
use wgpu::{TextureFormat, TextureUsages};

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

/// Costs and generators of a raster: the textures of before, if they have its size.
pub fn textures(
    gpu: &Gpu,
    known: Option<[wgpu::Texture; 2]>,
    raster: &Raster,
    usage: TextureUsages,
) -> Result<[wgpu::Texture; 2], GpuError> {
    let size = (raster.width(), raster.height());
    let fits = |[costs, _]: &[wgpu::Texture; 2]| (costs.width() as usize, costs.height() as usize) == size;
    if let Some(known) = known.filter(fits) {
        return Ok(known);
    }
    let usage = usage | TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC;
    Ok([
        gpu.texture("costs by shadows", size, TextureFormat::R32Float, usage)?,
        gpu.texture("generators by shadows", size, TextureFormat::R32Uint, usage)?,
    ])
}
