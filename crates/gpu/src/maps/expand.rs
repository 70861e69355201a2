//! Writes triangles, candidates and places relative to an origin.

use super::rows::{Rows, halves};
use crate::device::{Gpu, GpuError, Kernel, Store, Uniform, groups};
use bytemuck::{Pod, Zeroable};
use wayfront_geometry::Point;

/// Bytes of a place as `expand.wgsl` writes it.
const PLACE: u64 = 32;
/// Texels of a triangle and of a candidate.
const TEXELS: usize = 3;
/// Texels in a line.
const LINE: usize = 4096;

/// Rows in a texture: kernels fetch four numbers at once from it, through the cache that is made for that.
#[derive(Debug)]
pub struct Sheet {
    gpu: Gpu,
    label: &'static str,
    texture: wgpu::Texture,
    view: wgpu::TextureView,
    rows: usize,
}

impl Sheet {
    fn new(gpu: &Gpu, label: &'static str) -> Result<Self, GpuError> {
        let (texture, view) = Self::with_lines(gpu, label, 1)?;
        Ok(Self { gpu: gpu.clone(), label, texture, view, rows: 0 })
    }

    fn with_lines(
        gpu: &Gpu,
        label: &'static str,
        lines: usize,
    ) -> Result<(wgpu::Texture, wgpu::TextureView), GpuError> {
        let usage = wgpu::TextureUsages::STORAGE_BINDING | wgpu::TextureUsages::TEXTURE_BINDING;
        let texture = gpu.texture(label, (LINE, lines), wgpu::TextureFormat::Rgba32Uint, usage)?;
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok((texture, view))
    }

    fn reserve(&mut self, rows: usize) -> Result<(), GpuError> {
        let lines = (rows * TEXELS).div_ceil(LINE).max(1);
        if lines > self.texture.height() as usize {
            let most = self.gpu.adapter().limits.max_texture_dimension_2d as usize;
            let roomy = (lines + lines / 2).min(most).max(lines);
            (self.texture, self.view) = Self::with_lines(&self.gpu, self.label, roomy)?;
        }
        self.rows = rows;
        Ok(())
    }

    pub fn binding(&self) -> wgpu::BindingResource<'_> {
        wgpu::BindingResource::TextureView(&self.view)
    }

    /// Bytes of its rows.
    pub fn used(&self) -> u64 {
        (self.rows * TEXELS * 16) as u64
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Origin {
    at: [f32; 2],
    rest: [f32; 2],
    generators: u32,
    triangles: u32,
    candidates: u32,
    first: u32,
}

/// What is written.
#[derive(Debug)]
pub struct Expansion {
    kernel: Kernel,
    uniform: Uniform<Origin>,
    pub triangles: Sheet,
    pub candidates: Sheet,
    pub places: Store,
}

impl Expansion {
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            kernel: Kernel::new(gpu, "expand", include_str!("expand.wgsl"), &[])?,
            uniform: Uniform::new(gpu, "origin")?,
            triangles: Sheet::new(gpu, "triangles")?,
            candidates: Sheet::new(gpu, "candidates")?,
            places: Store::array(gpu, "places")?,
        })
    }

    /// Writes everything relative to `origin`; `inputs` are the rows, as they were uploaded.
    pub fn run(
        &mut self,
        commands: &mut wgpu::CommandEncoder,
        rows: &Rows,
        inputs: [&Store; 3],
        origin: Point,
    ) -> Result<(), GpuError> {
        let counts = [rows.generators.len(), rows.triangle_count(), rows.candidates.len()];
        self.places.reserve(counts[0] as u64 * PLACE)?;
        self.triangles.reserve(counts[1])?;
        self.candidates.reserve(counts[2])?;
        let (at, rest) = halves(origin - rows.centre);
        let [generators, triangles, candidates] = counts.map(|count| count as u32);
        self.uniform.set(Origin { at, rest, generators, triangles, candidates, first: 0 })?;
        let [g, t, c] = inputs.map(Store::binding);
        let [triangles, candidates] = [&self.triangles, &self.candidates].map(Sheet::binding);
        let places = self.places.binding();
        let bound = self.kernel.bind(&[self.uniform.binding(), g, t, c, triangles, candidates, places]);
        let most = counts.into_iter().max().unwrap_or(0);
        self.kernel.run(commands, &bound, groups(most, 64))
    }
}
