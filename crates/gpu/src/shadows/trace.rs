//! Runs the kernels of `shadows.wgsl`: a turn for each generator, many turns in one list of commands.

use super::frame::InPixels;
use super::scene::ShadowScene;
use super::stencil::free_pixels;
use crate::device::{Gpu, GpuError, Kernel, Readback, Store, Uniform};
use crate::maps::{Canvas, Patches, Textures};
use bytemuck::{Pod, Zeroable};
use wayfront_geometry::{Point, Raster};
use wgpu::BufferUsages;

/// Pixels within which a point is on an edge's line.
const NEAR: f32 = 0.01;
/// Turns in one list of commands; after each list the card is asked whether any generator waits.
const TURNS: u32 = 32;
/// Edges in a line of their texture.
const LINE: usize = 4096;
const NONE: u32 = u32::MAX;
/// Labels of the textures, for both forms.
pub(super) const SHOWN: [&str; 2] = ["costs by shadows", "generators by shadows"];

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Facts {
    sources: u32,
    corners: u32,
    layers: u32,
    edges: u32,
    width: u32,
    height: u32,
    near: f32,
    pixel: f32,
    blocked: f32,
    unreachable: f32,
    least: f32,
    far: f32,
    aspect: f32,
    may_shun: u32,
    padding: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct CornerRow {
    at: [f32; 2],
    begin: [f32; 2],
    end: [f32; 2],
    is_wide: u32,
    layer: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct EntryRow {
    cost: f32,
    parent: u32,
    is_done: u32,
    rank: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Current {
    entry: u32,
    layer: u32,
    count: u32,
    cost: f32,
    at: [f32; 2],
    begin: [f32; 2],
    end: [f32; 2],
    is_wide: u32,
    place: u32,
    slowness: f32,
    is_source: u32,
    looks: [u32; 2],
    ahead: [[f32; 2]; 2],
}

/// How much a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShadowStats {
    /// Generators that had their turn.
    pub generators: usize,
    /// Edges that each corner and each pixel asked.
    pub edges: usize,
    /// Layers of corners, one for each speed.
    pub layers: usize,
}

/// The papers' path map on the card.
#[derive(Debug)]
pub struct ShadowMap {
    gpu: Gpu,
    kernels: [Kernel; 6],
    facts: Uniform<Facts>,
    corners: Patches<CornerRow>,
    slowness: Patches<f32>,
    /// Entries as they are before the first turn; each run copies them.
    waiting: Patches<EntryRow>,
    entries: Store,
    current: Store,
    /// A copy of it, made after each choice, from which kernels read without looking it up.
    now: Store,
    costs: Store,
    winners: Store,
    is_free: Store,
    lists: Store,
    tops: Store,
    edges: Option<wgpu::Texture>,
    canvas: Canvas,
    readback: Readback,
    known: Option<(Raster, Vec<[Point; 2]>)>,
}

const CHOOSE: usize = 0;
const REACH: usize = 1;
const FILL: usize = 2;
const CLEAR: usize = 3;
const SHOW: usize = 4;
const CULL: usize = 5;
/// Which bindings each kernel uses.
const BINDINGS: [&[u32]; 6] = [
    &[0, 2, 3, 4, 5],
    &[0, 1, 2, 3, 4, 11, 12],
    &[0, 6, 7, 11, 12, 13, 1],
    &[0, 6, 7, 8, 13],
    &[0, 6, 7, 9, 10],
    &[0, 1, 11, 12, 13],
];
/// Pixels on a side of a tile, and edges that its list holds: those of `shadows.wgsl`.
const TILE: usize = 32;
const LISTED: usize = 511;

impl ShadowMap {
    /// Nothing is computed yet.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let kernel = |name| Kernel::new(gpu, name, include_str!("shadows.wgsl"), &[]);
        let array = |label| Store::array(gpu, label);
        Ok(Self {
            gpu: gpu.clone(),
            kernels: [
                kernel("choose")?,
                kernel("reach")?,
                kernel("fill")?,
                kernel("clear")?,
                kernel("show")?,
                kernel("cull")?,
            ],
            facts: Uniform::new(gpu, "facts")?,
            corners: Patches::new(array("corners")?),
            slowness: Patches::new(array("slowness")?),
            waiting: Patches::new(array("waiting entries")?),
            entries: array("entries")?,
            current: array("current generator")?,
            now: Store::with_usage(gpu, "chosen generator", BufferUsages::UNIFORM | BufferUsages::COPY_DST)?,
            costs: array("costs of pixels")?,
            winners: array("generators of pixels")?,
            is_free: array("free pixels")?,
            lists: array("edges of tiles")?,
            tops: array("highest costs of tiles")?,
            edges: None,
            canvas: Canvas::new(gpu, SHOWN, wgpu::TextureUsages::STORAGE_BINDING),
            readback: Readback::new(gpu)?,
            known: None,
        })
    }

    /// Computes the map of a scene on some pixels. Waits for the card.
    ///
    /// # Errors
    /// If pixels, layers or edges are beyond the device's limits, or the device is lost.
    pub fn draw(&mut self, scene: &ShadowScene, raster: &Raster) -> Result<ShadowStats, GpuError> {
        self.upload(scene, raster)?;
        let corners = scene.turns.len();
        let pixels = [raster.width().div_ceil(8) as u32, raster.height().div_ceil(8) as u32, 1];
        let per_tile = [raster.width().div_ceil(TILE) as u32, raster.height().div_ceil(TILE) as u32, 1];
        let groups = [(corners.div_ceil(64) as u32).max(1), 1, 1];
        let tiles = raster.width().div_ceil(TILE) * raster.height().div_ceil(TILE);
        let tiles = [tiles.div_ceil(64) as u32, 1, 1];
        let mut bound = Vec::new();
        for (kernel, used) in self.kernels.iter().zip(BINDINGS) {
            bound.push(self.bind(kernel, used));
        }
        let mut commands = self.gpu.commands();
        let (waiting, bytes) = (self.waiting.store().buffer(), self.entries.used());
        commands.copy_buffer_to_buffer(waiting, 0, self.entries.buffer(), 0, bytes);
        self.kernels[CLEAR].run(&mut commands, &bound[CLEAR], pixels)?;
        self.gpu.submit(commands)?;
        let generators = loop {
            let mut commands = self.gpu.commands();
            for _ in 0..TURNS {
                self.kernels[CHOOSE].run(&mut commands, &bound[CHOOSE], [1, 1, 1])?;
                commands.copy_buffer_to_buffer(self.current.buffer(), 0, self.now.buffer(), 0, self.current.used());
                self.kernels[CULL].run(&mut commands, &bound[CULL], tiles)?;
                self.kernels[REACH].run(&mut commands, &bound[REACH], groups)?;
                self.kernels[FILL].run(&mut commands, &bound[FILL], per_tile)?;
            }
            self.gpu.submit(commands)?;
            let current: Vec<Current> = self.readback.rows(self.current.buffer(), 1)?;
            if let Some(last) = current.first().filter(|current| current.entry == NONE) {
                break last.count as usize;
            }
        };
        let mut commands = self.gpu.commands();
        self.kernels[SHOW].run(&mut commands, &bound[SHOW], pixels)?;
        self.gpu.submit(commands)?;
        self.gpu.finish()?;
        Ok(ShadowStats { generators, edges: scene.edges.len(), layers: scene.speeds.len() })
    }

    /// The textures that were drawn last; `None` before the first time. [`ShadowScene::generator`] says what numbers of
    /// generators stand for.
    #[must_use]
    pub fn textures(&self) -> Option<Textures<'_>> {
        self.canvas.shown()
    }

    /// Costs and generators of all pixels, row by row, the lowest first.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn read(&mut self) -> Result<(Vec<f32>, Vec<u32>), GpuError> {
        self.canvas.read()
    }

    fn upload(&mut self, scene: &ShadowScene, raster: &Raster) -> Result<(), GpuError> {
        let frame = InPixels::of(raster);
        let layers = scene.speeds.len();
        let rows = corner_rows(scene, frame);
        let sources = scene.sources.len();
        let (width, height) = (raster.width(), raster.height());
        self.corners.set(&rows)?;
        self.slowness.set(&scene.speeds.iter().map(|speed| (1.0 / speed) as f32).collect::<Vec<_>>())?;
        self.waiting.set(&entry_rows(scene))?;
        self.entries.reserve(self.waiting.store().used())?;
        self.current.write(&[Current { entry: NONE, ..Current::zeroed() }])?;
        self.now.reserve(self.current.used())?;
        let tiles = width.div_ceil(TILE) * height.div_ceil(TILE);
        self.lists.reserve((4 * tiles * (LISTED + 1)) as u64)?;
        self.tops.reserve(4 * tiles as u64)?;
        let plane = (4 * width * height) as u64;
        self.costs.reserve(plane)?;
        self.winners.reserve(plane)?;
        let is_known = self.known.as_ref().is_some_and(|(known, edges)| known == raster && edges == &scene.edges);
        if !is_known {
            self.known = None;
            self.canvas.fit(raster)?;
            self.send_edges(scene, frame)?;
            self.is_free.write(&free_pixels(&scene.domain, raster))?;
            self.known = Some((*raster, scene.edges.clone()));
        }
        self.facts.set(Facts {
            sources: sources as u32,
            corners: (rows.len() - sources) as u32,
            layers: layers as u32,
            edges: scene.edges.len() as u32,
            width: width as u32,
            height: height as u32,
            near: NEAR,
            pixel: frame.pixel as f32,
            blocked: f32::NAN,
            unreachable: f32::INFINITY,
            least: f32::MIN,
            far: f32::MAX,
            aspect: (raster.pixel().y / raster.pixel().x) as f32,
            may_shun: u32::from(scene.may_shun()),
            padding: [0; 2],
        })
    }

    fn send_edges(&mut self, scene: &ShadowScene, frame: InPixels) -> Result<(), GpuError> {
        let lines = scene.edges.len().div_ceil(LINE).max(1);
        if self.edges.as_ref().is_none_or(|edges| (edges.height() as usize) < lines) {
            let usage = wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST;
            self.edges = Some(self.gpu.texture("edges", (LINE, lines), wgpu::TextureFormat::Rgba32Float, usage)?);
        }
        let mut texels: Vec<[f32; 4]> = scene
            .edges
            .iter()
            .map(|&[a, b]| {
                let [[ax, ay], [bx, by]] = [frame.place(a), frame.place(b)];
                [ax, ay, bx, by]
            })
            .collect();
        texels.resize(lines * LINE, [0.0; 4]);
        let Some(edges) = &self.edges else { return Ok(()) };
        self.gpu.upload_texels(edges, lines as u32, bytemuck::cast_slice(&texels));
        self.gpu.check()
    }

    fn bind(&self, kernel: &Kernel, used: &[u32]) -> wgpu::BindGroup {
        let edges = self.edges.as_ref().map(|edges| edges.create_view(&Default::default()));
        let [costs, generators] = self.canvas.views().map_or([None, None], |views| views.map(Some));
        let views = [(1, edges), (9, costs), (10, generators)];
        let stores = [
            (0, self.facts.store()),
            (2, self.corners.store()),
            (3, self.slowness.store()),
            (4, &self.entries),
            (5, &self.current),
            (6, &self.costs),
            (7, &self.winners),
            (8, &self.is_free),
            (11, &self.now),
            (12, &self.lists),
            (13, &self.tops),
        ];
        let mut entries = Vec::new();
        for &k in used {
            let store = stores.iter().find(|(binding, _)| *binding == k).map(|(_, store)| store.binding());
            let view = views.iter().find(|(binding, _)| *binding == k).and_then(|(_, view)| view.as_ref());
            if let Some(resource) = store.or(view.map(wgpu::BindingResource::TextureView)) {
                entries.push((k, resource));
            }
        }
        kernel.bind_at(&entries)
    }
}

/// Pieces of sources, then corners.
fn corner_rows(scene: &ShadowScene, frame: InPixels) -> Vec<CornerRow> {
    let sources = scene.sources.iter().map(|piece| {
        let [begin, end] = piece.ends.map(|p| frame.place(p));
        CornerRow { at: begin, begin, end, is_wide: 1, layer: 0 }
    });
    let corners = scene.turns.iter().map(|turn| {
        let [begin, end] = turn.sector.map(|p| [p.x as f32, p.y as f32]);
        let layer = turn.layer.map_or(NONE, |layer| layer as u32);
        CornerRow { at: frame.place(turn.at), begin, end, is_wide: u32::from(turn.is_wide), layer }
    });
    sources.chain(corners).collect()
}

fn entry_rows(scene: &ShadowScene) -> Vec<EntryRow> {
    let row = |cost: f32| EntryRow { cost, parent: NONE, is_done: 0, rank: NONE };
    let sources = scene.sources.iter().map(|piece| row(piece.offset as f32));
    let corners = std::iter::repeat_n(row(f32::MAX), scene.turns.len() * scene.speeds.len());
    sources.chain(corners).collect()
}
