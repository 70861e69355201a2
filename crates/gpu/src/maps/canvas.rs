//! Costs and generators on pixels: the two textures that every map here is drawn into.

use crate::device::{Gpu, GpuError, Readback};
use wayfront_geometry::Raster;
use wgpu::{TextureFormat, TextureUsages};

/// What was drawn.
#[derive(Clone, Copy, Debug)]
pub struct Textures<'a> {
    /// `R32Float`: cost; NaN where blocked, infinite where no source can be reached.
    pub costs: &'a wgpu::Texture,
    /// `R32Uint`: number of the generator, the largest number without.
    pub generators: &'a wgpu::Texture,
}

/// Two textures that are kept as long as their size stays the same, and how they are read back.
#[derive(Debug)]
pub(crate) struct Canvas {
    gpu: Gpu,
    labels: [&'static str; 2],
    usage: TextureUsages,
    textures: Option<[wgpu::Texture; 2]>,
    /// Made when something is first read.
    readback: Option<Readback>,
}

impl Canvas {
    /// Nothing yet. Costs and generators have labels for messages; `usage` is how they are written.
    pub fn new(gpu: &Gpu, labels: [&'static str; 2], usage: TextureUsages) -> Self {
        let usage = usage | TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC;
        Self { gpu: gpu.clone(), labels, usage, textures: None, readback: None }
    }

    /// Makes room for the pixels of a raster, where that of before has another size. On an error that of before is left.
    pub fn fit(&mut self, raster: &Raster) -> Result<(), GpuError> {
        let size = (raster.width(), raster.height());
        let fits = |[costs, _]: &[wgpu::Texture; 2]| (costs.width() as usize, costs.height() as usize) == size;
        if !self.textures.as_ref().is_some_and(fits) {
            let texture = |label, format| self.gpu.texture(label, size, format, self.usage);
            let [costs, generators] = self.labels;
            self.textures =
                Some([texture(costs, TextureFormat::R32Float)?, texture(generators, TextureFormat::R32Uint)?]);
        }
        Ok(())
    }

    /// Views of costs and generators, to draw into; `None` before it was fit to anything.
    pub fn views(&self) -> Option<[wgpu::TextureView; 2]> {
        Some(self.textures.as_ref()?.each_ref().map(|texture| texture.create_view(&Default::default())))
    }

    /// What others may bind.
    pub fn shown(&self) -> Option<Textures<'_>> {
        self.textures.as_ref().map(|[costs, generators]| Textures { costs, generators })
    }

    /// Costs and generators of all pixels, row by row. Waits for the card.
    pub fn read(&mut self) -> Result<(Vec<f32>, Vec<u32>), GpuError> {
        let Some([costs, generators]) = &self.textures else { return Ok((Vec::new(), Vec::new())) };
        let readback = match &mut self.readback {
            Some(readback) => readback,
            none => none.insert(Readback::new(&self.gpu)?),
        };
        Ok((readback.pixels(costs)?, readback.pixels(generators)?))
    }
}
