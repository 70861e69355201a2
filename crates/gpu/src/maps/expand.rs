//! Writes candidates and places relative to an origin, and cuts triangles into pieces: one for each cell that a triangle
//! touches, with a list of the candidates that may win there.

use super::grid::AROUND;
use super::look::{Frame, LOOK};
use super::rows::{Rows, halves};
use crate::device::{Gpu, GpuError, Kernel, Store, Uniform, groups};
use bytemuck::{Pod, Zeroable};
use wayfront_geometry::Point;

/// Bytes of a place as `expand.wgsl` writes it.
const PLACE: u64 = 32;
/// Texels of a piece and of a candidate.
const TEXELS: usize = 3;
/// Texels in a line.
const LINE: usize = 4096;

/// Rows in a texture: kernels fetch four numbers at once from it, through the cache that is made for that. It is bound as a
/// storage texture, which has no levels to choose from: on a driver in software that is half of what a fetch takes.
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
        let (format, usage) = (wgpu::TextureFormat::Rgba32Uint, wgpu::TextureUsages::STORAGE_BINDING);
        let texture = gpu.texture(label, (LINE, lines), format, usage)?;
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
    candidates: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Work {
    count: u32,
    margin: f32,
}

/// What is written.
#[derive(Debug)]
pub struct Expansion {
    expand: Kernel,
    cut: Kernel,
    origin: Uniform<Origin>,
    frame: Uniform<Frame>,
    work: Uniform<Work>,
    pub pieces: Sheet,
    pub candidates: Sheet,
    pub places: Store,
}

impl Expansion {
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let cut = [LOOK, include_str!("pieces.wgsl")].concat();
        Ok(Self {
            expand: Kernel::new(gpu, "expand", include_str!("expand.wgsl"), &[])?,
            cut: Kernel::new(gpu, "cut", &cut, &[])?,
            origin: Uniform::new(gpu, "origin")?,
            frame: Uniform::new(gpu, "frame of pieces")?,
            work: Uniform::new(gpu, "work")?,
            pieces: Sheet::new(gpu, "pieces of triangles")?,
            candidates: Sheet::new(gpu, "candidates")?,
            places: Store::array(gpu, "places")?,
        })
    }

    /// Writes generators and candidates relative to `origin`; `inputs` are their rows, as they were uploaded.
    pub fn place(
        &mut self,
        commands: &mut wgpu::CommandEncoder,
        rows: &Rows,
        inputs: [&Store; 2],
        origin: Point,
    ) -> Result<(), GpuError> {
        let counts = [rows.generators.len(), rows.candidates.len()];
        self.places.reserve(counts[0] as u64 * PLACE)?;
        self.candidates.reserve(counts[1])?;
        let (at, rest) = halves(origin - rows.centre);
        let [generators, candidates] = counts.map(|count| count as u32);
        self.origin.set(Origin { at, rest, generators, candidates })?;
        let [g, c] = inputs.map(Store::binding);
        let entries = [self.origin.binding(), g, c, self.candidates.binding(), self.places.binding()];
        let bound = self.expand.bind(&entries);
        self.expand.run(commands, &bound, groups(counts[0].max(counts[1]), 64))
    }

    /// Writes the pieces of triangles, with lists of candidates, which were written before; `inputs` are the rows of
    /// triangles, and which of them touch which cell.
    pub fn cut(
        &mut self,
        commands: &mut wgpu::CommandEncoder,
        count: usize,
        inputs: [&Store; 2],
        frame: Frame,
    ) -> Result<(), GpuError> {
        self.pieces.reserve(count)?;
        self.frame.set(frame)?;
        self.work.set(Work { count: count as u32, margin: AROUND as f32 })?;
        let [triangles, members] = inputs.map(Store::binding);
        let own = [self.work.binding(), self.places.binding(), triangles, members, self.pieces.binding()];
        let looked_at = [(0, self.frame.binding()), (3, self.candidates.binding())];
        let entries: Vec<_> = looked_at.into_iter().chain((4..).zip(own)).collect();
        self.cut.run(commands, &self.cut.bind_at(&entries), groups(count, 64))
    }
}
