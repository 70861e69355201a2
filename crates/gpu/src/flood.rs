//! Voronoi diagrams of first and second order as pixels, by jump flooding: whose is the nearest site, whose the second nearest, and
//! how far both are.
//!
//! Sud and others 2008 draw distances with the depth buffer, one pass for each order; here both orders flood
//! together in about log2 of the width passes, for any number of sites. A site is a segment with a radius, so points,
//! walls and agents are sites; those of one owner (an obstacle, an agent) count as one for the second order. *Precision*:
//! distances are those from the sites, in 32 bits, relative to the middle of the picture. Jump flooding may miss a site
//! for single pixels near borders of cells, and where more than two owners share a pixel: the distance is then too large
//! by less than the diagonal of a pixel (tests see to it; most pixels are right). What is outside of the picture counts as
//! if it were seen from its rim. *Beside it* stands the room `voronoi`, which is exact.

mod sites;

use crate::device::{Gpu, GpuError, Kernel, Readback, Store, Uniform, groups};
use bytemuck::{Pod, Zeroable};
pub use sites::{FloodSite, sites_of};
use wayfront_geometry::{Bounds, Point};

const WGSL: &str = include_str!("flood/flood.wgsl");
const METHOD: &str = "jump flooding";
/// Passes at distances that a width of 2^30 would take, and two more.
const MOST_PASSES: usize = 32;
/// Uniforms are bound at multiples of this.
const STRIDE: usize = 256;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
struct Frame {
    width: u32,
    height: u32,
    sites: u32,
    scale: f32,
}

/// A site as the card knows it: pixels from the middle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
struct SiteRow {
    ends: [f32; 4],
    radius: f32,
    owner: u32,
    spare: [u32; 2],
}

/// What a pixel knows: owners, and how far they are. `None` where there are not so many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloodPixel {
    /// The nearest owner and the distance from it: the clearance.
    pub first: Option<(u32, f32)>,
    /// The nearest of all others.
    pub second: Option<(u32, f32)>,
}

/// The kernels with what they work on. Keep it: it owns its memory.
#[derive(Debug)]
pub struct GpuFlood {
    gpu: Gpu,
    kernels: [Kernel; 5],
    numbers: Uniform<Frame>,
    sites: Store,
    /// Read and written in turns.
    pairs: [Store; 2],
    jumps: Uniform<[i32; MOST_PASSES * STRIDE / 4]>,
    pixels: Store,
    readback: Readback,
    frame: Frame,
    rows: Vec<SiteRow>,
}

impl GpuFlood {
    /// Compiles the kernels.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let kernel = |name| Kernel::new(gpu, name, WGSL, &[]);
        Ok(Self {
            gpu: gpu.clone(),
            kernels: [
                kernel("clear")?,
                kernel("lay_first")?,
                kernel("lay_second")?,
                kernel("flood")?,
                kernel("measure")?,
            ],
            numbers: Uniform::new(gpu, "numbers of a flood")?,
            sites: Store::array(gpu, "sites of a flood")?,
            pairs: [Store::array(gpu, "pixels of a flood")?, Store::array(gpu, "other pixels of a flood")?],
            jumps: Uniform::new(gpu, "jumps of a flood")?,
            pixels: Store::array(gpu, "diagram of a flood")?,
            readback: Readback::new(gpu)?,
            frame: Frame::default(),
            rows: Vec::new(),
        })
    }

    /// Floods a picture of so many pixels over a box of the scene; the result stays on the card. Sites that did not
    /// change since the last call are not uploaded again.
    ///
    /// # Errors
    /// If the picture or the box is empty, the picture larger than the device can hold, or the device is lost.
    pub fn run(&mut self, view: Bounds, [width, height]: [usize; 2], sites: &[FloodSite]) -> Result<(), GpuError> {
        let pixel = pixel_size(view, [width, height])?;
        self.upload(view.min.lerp(view.max, 0.5), pixel, [width, height], sites)?;
        let mut commands = self.gpu.commands();
        let [clear, lay_first, lay_second, flood, measure] = &self.kernels;
        let (all, each) = (groups(width * height, 64), groups(sites.len(), 64));
        let (numbers, site_rows) = (|| (0, self.numbers.binding()), || (1, self.sites.binding()));
        let seeds = || (2, self.pairs[0].binding());
        clear.run(&mut commands, &clear.bind_at(&[numbers(), seeds()]), all)?;
        for kernel in [lay_first, lay_second] {
            kernel.run(&mut commands, &kernel.bind_at(&[numbers(), site_rows(), seeds()]), each)?;
        }
        let passes = steps(width.max(height)).len();
        for pass in 0..passes {
            let [before, after] = [&self.pairs[pass % 2], &self.pairs[(pass + 1) % 2]];
            let step = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: self.jumps.store().buffer(),
                offset: (pass * STRIDE) as u64,
                size: std::num::NonZeroU64::new(32),
            });
            let bound =
                flood.bind_at(&[numbers(), site_rows(), (3, before.binding()), (4, after.binding()), (5, step)]);
            flood.run(&mut commands, &bound, all)?;
        }
        let last = (3, self.pairs[passes % 2].binding());
        let bound = measure.bind_at(&[numbers(), site_rows(), last, (6, self.pixels.binding())]);
        measure.run(&mut commands, &bound, all)?;
        self.gpu.submit(commands)
    }

    fn upload(
        &mut self,
        middle: Point,
        pixel: f64,
        [width, height]: [usize; 2],
        sites: &[FloodSite],
    ) -> Result<(), GpuError> {
        let bytes = 8 * (width * height) as u64;
        self.pairs.iter_mut().try_for_each(|pairs| pairs.reserve(bytes))?;
        self.pixels.reserve(2 * bytes)?;
        let rows: Vec<SiteRow> = sites.iter().map(|site| row(site, middle, pixel)).collect();
        if rows.len() != self.rows.len() || rows.is_empty() {
            // An array without a single row cannot be bound.
            self.sites.reserve(size_of::<SiteRow>() as u64)?;
            self.sites.write(&rows)?;
        } else {
            for (from, to) in changed_runs(&self.rows, &rows) {
                self.sites.write_at((from * size_of::<SiteRow>()) as u64, &rows[from..to])?;
            }
        }
        self.rows = rows;
        let frame =
            Frame { width: width as u32, height: height as u32, sites: sites.len() as u32, scale: pixel as f32 };
        let mut jumps = [0_i32; MOST_PASSES * STRIDE / 4];
        for (pass, step) in steps(width.max(height)).into_iter().enumerate() {
            jumps[pass * STRIDE / 4] = step;
        }
        self.jumps.set(jumps)?;
        self.numbers.set(frame)?;
        self.frame = frame;
        Ok(())
    }

    /// The result of the last run, where kernels can read it: for each pixel two owners and two distances (32 bits each), row
    /// by row from the lowest.
    #[must_use]
    pub fn buffer(&self) -> &wgpu::Buffer {
        self.pixels.buffer()
    }

    /// Reads the result of the last run back, row by row from the lowest.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn read(&mut self) -> Result<Vec<FloodPixel>, GpuError> {
        let count = self.frame.width as usize * self.frame.height as usize;
        let rows: Vec<[u32; 4]> = self.readback.rows(self.pixels.buffer(), count)?;
        let known = |owner: u32, bits: u32| (owner != u32::MAX).then(|| (owner, f32::from_bits(bits)));
        Ok(rows.into_iter().map(|[a, b, c, d]| FloodPixel { first: known(a, c), second: known(b, d) }).collect())
    }
}

/// Distances of jumps: from half of the width down to one, and twice more at the end, which mends most of what was missed.
fn steps(width: usize) -> Vec<i32> {
    let mut step = width.next_power_of_two() / 2;
    let mut steps = Vec::new();
    while step >= 1 {
        steps.push(step as i32);
        step /= 2;
    }
    steps.extend([2, 1]);
    steps
}

/// The side of a pixel: the whole box is in the picture.
fn pixel_size(view: Bounds, [width, height]: [usize; 2]) -> Result<f64, GpuError> {
    let (size, pixels) = (view.max - view.min, [width as f64, height as f64]);
    let pixel = (size.x / pixels[0]).max(size.y / pixels[1]);
    if width > 0 && height > 0 && pixel > 0.0 && pixel.is_finite() {
        return Ok(pixel);
    }
    let what = format!("a picture of {width} x {height} pixels over {} x {}", size.x, size.y);
    Err(GpuError::Unsupported { method: METHOD, what, advice: "take a picture and a box with an area" })
}

fn row(site: &FloodSite, middle: Point, pixel: f64) -> SiteRow {
    let [a, b] = site.ends.map(|p| (p - middle) * (1.0 / pixel));
    SiteRow {
        ends: [a.x as f32, a.y as f32, b.x as f32, b.y as f32],
        radius: (site.radius / pixel) as f32,
        owner: site.owner,
        spare: [0; 2],
    }
}

/// From and to of what differs.
fn changed_runs(old: &[SiteRow], new: &[SiteRow]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for k in (0..new.len()).filter(|&k| old[k] != new[k]) {
        match runs.last_mut() {
            Some(run) if run.1 == k => run.1 += 1,
            _ => runs.push((k, k + 1)),
        }
    }
    runs
}
