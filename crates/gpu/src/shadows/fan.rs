//! The path map by fans: what each generator sees is found on the processor and drawn with a depth test.
//!
//! A fan is the pieces of [`Sight`](super::sight); each is drawn as two triangles, grown by a
//! fiftieth of a pixel, so that no centre falls between two of them or beside the outline that it lies on. A fragment's depth
//! is its cost, and the depth test keeps the cheapest; what is blocked is nearer than anything. Generators have their turn
//! by rising cost, so of equal costs the first one stays. Cost: the pixels that are seen, over all generators.

use super::frame::{InPixels, rounded};
use super::generators::{Generator, trace};
use super::scene::ShadowScene;
use super::sight::{Front, Piece};
use super::stencil::free_pixels;
use crate::device::{Gpu, GpuError, Store, Uniform};
use crate::maps::{Canvas, Patches, Textures};
use bytemuck::{Pod, Zeroable};
use wayfront_geometry::{Point, Raster};
use wgpu::{BufferUsages, TextureFormat, TextureUsages};

/// Pixels by which pieces are grown. Drivers round places to a 256th.
const GROWN: f64 = 0.02;
/// The sharpest corner that is grown to its full: one plus the cosine between the normals of its sides.
const SHARPEST: f64 = 0.02;
/// Pieces that are drawn at once.
const MOST_PIECES: usize = 1 << 15;
/// Halvings of the world's size, as a cost, that leave room for long paths.
const ROOM: i32 = 24;

/// How much a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShadowStats {
    /// Generators that had their turn.
    pub generators: usize,
    /// Layers of corners, one for each speed.
    pub layers: usize,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Frame {
    size: [f32; 2],
    aspect: f32,
    least: f32,
    scale: f32,
    blocked: f32,
    unreachable: f32,
    spare: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct PieceRow {
    right: [[f32; 2]; 2],
    left: [[f32; 2]; 2],
    at: [f32; 2],
    unit: [f32; 2],
    cost: [f32; 2],
    generator: u32,
}

const ATTRIBUTES: [wgpu::VertexAttribute; 5] =
    wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4, 3 => Float32x2, 4 => Uint32];

/// The papers' path map by fans that are drawn with a depth test. Keep it: it owns its memory.
#[derive(Debug)]
pub struct FanMap {
    gpu: Gpu,
    ground: wgpu::RenderPipeline,
    fans: wgpu::RenderPipeline,
    frame: Uniform<Frame>,
    is_free: Store,
    pieces: Patches<PieceRow>,
    depth: Option<wgpu::Texture>,
    canvas: Canvas,
    known: Option<(Raster, Vec<[Point; 2]>)>,
    rows: Vec<PieceRow>,
}

impl FanMap {
    /// Nothing is drawn yet.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let pieces = BufferUsages::VERTEX | BufferUsages::COPY_DST;
        Ok(Self {
            gpu: gpu.clone(),
            ground: pipeline(gpu, ["everywhere", "ground"], &[], wgpu::CompareFunction::Always)?,
            fans: pipeline(
                gpu,
                ["fan", "fill"],
                &[Some(wgpu::VertexBufferLayout {
                    array_stride: size_of::<PieceRow>() as u64,
                    step_mode: wgpu::VertexStepMode::Instance,
                    attributes: &ATTRIBUTES,
                })],
                wgpu::CompareFunction::Less,
            )?,
            frame: Uniform::new(gpu, "frame of fans")?,
            is_free: Store::array(gpu, "free pixels")?,
            pieces: Patches::new(Store::with_usage(gpu, "pieces of fans", pieces)?),
            depth: None,
            canvas: Canvas::new(gpu, ["costs by shadows", "generators by shadows"], TextureUsages::RENDER_ATTACHMENT),
            known: None,
            rows: Vec::new(),
        })
    }

    /// Computes the map of a scene on some pixels. Returns before the card is done.
    ///
    /// # Errors
    /// If pixels are beyond the device's limits, or the device is lost.
    pub fn draw(&mut self, scene: &ShadowScene, raster: &Raster) -> Result<ShadowStats, GpuError> {
        let frame = InPixels::of(raster);
        self.prepare(scene, raster)?;
        self.start()?;
        self.rows.clear();
        let generators = trace(scene, |generator, pieces| {
            for piece in pieces {
                self.rows.push(row(generator, piece, frame));
                if self.rows.len() == MOST_PIECES {
                    self.draw_pieces()?;
                }
            }
            Ok(())
        })?;
        self.draw_pieces()?;
        Ok(ShadowStats { generators, layers: scene.speeds.len() })
    }

    /// The textures that were drawn last; `None` before the first time. [`ShadowScene::generator`] says what numbers of
    /// generators stand for.
    #[must_use]
    pub fn textures(&self) -> Option<Textures<'_>> {
        self.canvas.shown()
    }

    /// Costs and generators of all pixels, row by row, the lowest first. Waits for the card.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn read(&mut self) -> Result<(Vec<f32>, Vec<u32>), GpuError> {
        self.canvas.read()
    }

    fn prepare(&mut self, scene: &ShadowScene, raster: &Raster) -> Result<(), GpuError> {
        let is_known = self.known.as_ref().is_some_and(|(known, edges)| known == raster && edges == &scene.edges);
        if !is_known {
            self.known = None;
            self.canvas.fit(raster)?;
            let (width, height) = (raster.width(), raster.height());
            let fits = |depth: &wgpu::Texture| (depth.width() as usize, depth.height() as usize) == (width, height);
            if !self.depth.as_ref().is_some_and(fits) {
                let (format, drawn) = (TextureFormat::Depth32Float, TextureUsages::RENDER_ATTACHMENT);
                self.depth = Some(self.gpu.texture("depth of fans", (width, height), format, drawn)?);
            }
            self.is_free.write(&free_pixels(&scene.domain, raster))?;
            self.known = Some((*raster, scene.edges.clone()));
        }
        let least = scene.sources.iter().map(|piece| piece.offset).fold(f64::INFINITY, f64::min);
        let slowest = scene.speeds.iter().copied().fold(1.0, f64::min);
        let size = raster.bounds().size().max(scene.domain.bounds().size()) / slowest;
        self.frame.set(Frame {
            size: [raster.width() as f32, raster.height() as f32],
            aspect: (raster.pixel().y / raster.pixel().x) as f32,
            least: if least.is_finite() { least as f32 } else { 0.0 },
            scale: f64::powi(2.0, -(size.log2().ceil() as i32) - ROOM) as f32,
            blocked: f32::NAN,
            unreachable: f32::INFINITY,
            spare: 0.0,
        })
    }

    /// Nothing is reached; what is not free never will be.
    fn start(&mut self) -> Result<(), GpuError> {
        let bound = self.gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("ground"),
            layout: &self.ground.get_bind_group_layout(0),
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: self.frame.binding() },
                wgpu::BindGroupEntry { binding: 1, resource: self.is_free.binding() },
            ],
        });
        self.pass(&self.ground, &bound, 3, 1)
    }

    fn draw_pieces(&mut self) -> Result<(), GpuError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        self.pieces.set(&self.rows)?;
        let count = self.rows.len() as u32;
        self.rows.clear();
        let bound = self.gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("fans"),
            layout: &self.fans.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: self.frame.binding() }],
        });
        self.pass(&self.fans, &bound, 6, count)
    }

    fn pass(
        &self,
        pipeline: &wgpu::RenderPipeline,
        bound: &wgpu::BindGroup,
        vertices: u32,
        instances: u32,
    ) -> Result<(), GpuError> {
        let (Some(depth), Some([costs, generators])) = (&self.depth, self.canvas.views()) else { return Ok(()) };
        let depth = depth.create_view(&Default::default());
        let target =
            |view| Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops: kept() });
        let mut commands = self.gpu.commands();
        let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("fans"),
            color_attachments: &[target(&costs), target(&generators)],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &depth,
                depth_ops: Some(kept()),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        pass.set_pipeline(pipeline);
        pass.set_bind_group(0, bound, &[]);
        pass.set_vertex_buffer(0, self.pieces.store().buffer().slice(..));
        pass.draw(0..vertices, 0..instances);
        self.gpu.count_dispatch();
        drop(pass);
        self.gpu.submit(commands)
    }
}

/// What was drawn before stays.
fn kept<T: Default>() -> wgpu::Operations<T> {
    wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store }
}

fn pipeline(
    gpu: &Gpu,
    [vertex, fragment]: [&'static str; 2],
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    compare: wgpu::CompareFunction,
) -> Result<wgpu::RenderPipeline, GpuError> {
    gpu.check()?;
    let source = wgpu::ShaderSource::Wgsl(include_str!("fan.wgsl").into());
    let module = gpu.device().create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(fragment), source });
    let made = gpu.device().create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(fragment),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some(vertex),
            compilation_options: Default::default(),
            buffers,
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: TextureFormat::Depth32Float,
            depth_write_enabled: Some(true),
            depth_compare: Some(compare),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some(fragment),
            compilation_options: Default::default(),
            targets: &[Some(TextureFormat::R32Float.into()), Some(TextureFormat::R32Uint.into())],
        }),
        multiview_mask: None,
        cache: None,
    });
    gpu.check()?;
    Ok(made)
}

fn row(generator: &Generator, piece: &Piece, frame: InPixels) -> PieceRow {
    let [near_right, far_right, far_left, near_left] = grown(piece.map(|p| frame.exactly(p))).map(rounded);
    let (at, unit) = match generator.front {
        Front::Point(at) => (at, Point::default()),
        Front::Flat { ends, unit } => (ends[0], unit),
    };
    PieceRow {
        right: [near_right, far_right],
        left: [far_left, near_left],
        at: frame.place(at),
        unit: rounded(unit),
        cost: [generator.cost as f32, (generator.slowness * frame.pixel) as f32],
        generator: generator.entry,
    }
}

/// The same with every side moved outwards, in pixels.
fn grown([near_right, far_right, far_left, near_left]: Piece) -> Piece {
    let along = [far_right - near_right, far_left - near_left].map(Point::unit);
    let [right, left] = [along[0].or(along[1]), along[1].or(along[0])].map(Option::unwrap_or_default);
    let (out_right, out_left) = (right.left() * -1.0, left.left());
    let beyond = (far_left - far_right).unit().map_or(right, |across| across.left() * -1.0);
    let back = (right + left).unit().unwrap_or_default() * -1.0;
    [
        moved(near_right, out_right, back),
        moved(far_right, out_right, beyond),
        moved(far_left, out_left, beyond),
        moved(near_left, out_left, back),
    ]
}

/// A corner whose two sides are moved along these normals.
fn moved(corner: Point, one: Point, other: Point) -> Point {
    corner + (one + other) * (GROWN / (1.0 + one.dot(other)).max(SHARPEST))
}
