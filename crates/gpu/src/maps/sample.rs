//! A map on pixels, in textures that stay on the card.

use super::canvas::{Canvas, Textures};
use super::look::{Frame, LOOK};
use super::map::GpuMap;
use crate::device::{Gpu, GpuError, Kernel, Store, Uniform};
use wayfront_geometry::{Bounds, Point, Raster};

/// Pixels from the middle of a block of `blocks.wgsl` to its border.
const HALF_BLOCK: f64 = 2.0;

/// A map on pixels: cost and generator at the centre of every pixel, on the card.
///
/// The textures are kept as long as the size stays the same. Their first row is the lowest of the raster.
#[derive(Debug)]
pub struct GpuSample {
    gpu: Gpu,
    kernels: [Option<Kernel>; 8],
    frame: Uniform<Frame>,
    centres: Store,
    canvas: Canvas,
    /// What centres are uploaded for.
    view: Option<(Raster, Point)>,
}

impl GpuSample {
    /// Nothing is drawn yet.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            gpu: gpu.clone(),
            kernels: Default::default(),
            frame: Uniform::new(gpu, "frame")?,
            centres: Store::array(gpu, "centres of pixels")?,
            canvas: Canvas::new(gpu, ["sample of costs", "sample of generators"], wgpu::TextureUsages::STORAGE_BINDING),
            view: None,
        })
    }

    /// Samples a map on some pixels of any part of the plane. Returns before the card is done.
    ///
    /// # Errors
    /// If there are more pixels on a side than the device's textures have, or the device is lost.
    pub fn draw(&mut self, map: &mut GpuMap, raster: &Raster) -> Result<(), GpuError> {
        let mut commands = self.gpu.commands();
        self.record(&mut commands, map, raster)?;
        self.gpu.submit(commands)
    }

    /// The same as part of a list of commands.
    ///
    /// # Errors
    /// As [`GpuSample::draw`].
    pub fn record(
        &mut self,
        commands: &mut wgpu::CommandEncoder,
        map: &mut GpuMap,
        raster: &Raster,
    ) -> Result<(), GpuError> {
        self.canvas.fit(raster)?;
        let bounds = raster.bounds();
        let origin = map.prepare(commands, middle(&bounds), bounds.size())?;
        self.set_centres(raster, origin)?;
        let mut frame = map.frame(origin, origin);
        (frame.width, frame.height) = (raster.width() as u32, raster.height() as u32);
        self.frame.set(frame)?;
        let Some([costs, generators]) = self.canvas.views() else { return Ok(()) };
        let [costs, generators] = [&costs, &generators].map(wgpu::BindingResource::TextureView);
        let [frame, starts, pieces, candidates] = map.bindings(self.frame.store());
        let entries = [frame, starts, pieces, candidates, self.centres.binding(), costs, generators];
        let pixel = raster.pixel();
        let in_blocks = HALF_BLOCK * pixel.x.max(pixel.y) <= map.margin();
        let [across, down] = if in_blocks { [32, 16] } else { [8, 8] };
        let groups = [raster.width().div_ceil(across) as u32, raster.height().div_ceil(down) as u32, 1];
        let kernel = kernel(&mut self.kernels, &self.gpu, in_blocks, map.terms())?;
        kernel.run(commands, &kernel.bind(&entries), groups)
    }

    /// The textures that were drawn last; `None` before the first time.
    #[must_use]
    pub fn textures(&self) -> Option<Textures<'_>> {
        self.canvas.shown()
    }

    /// Costs and generators of all pixels, row by row, the lowest first, as a
    /// [`Sample`](wayfront_views::Sample) has them. Waits for the card.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn read(&mut self) -> Result<(Vec<f32>, Vec<u32>), GpuError> {
        self.canvas.read()
    }

    fn set_centres(&mut self, raster: &Raster, origin: Point) -> Result<(), GpuError> {
        if self.view == Some((*raster, origin)) {
            return Ok(());
        }
        let columns = (0..raster.width()).map(|column| raster.centre(column, 0).x - origin.x);
        let rows = (0..raster.height()).map(|row| raster.centre(0, row).y - origin.y);
        let centres: Vec<f32> = columns.chain(rows).map(|at| at as f32).collect();
        self.centres.write(&centres)?;
        self.view = Some((*raster, origin));
        Ok(())
    }
}

/// The kernel for pixels one by one or in blocks, without or with flat fronts and weights; compiled when it is first needed.
fn kernel<'a>(
    kernels: &'a mut [Option<Kernel>; 8],
    gpu: &Gpu,
    in_blocks: bool,
    [has_flats, has_weights]: [bool; 2],
) -> Result<&'a Kernel, GpuError> {
    let number = [in_blocks, has_flats, has_weights].into_iter().fold(0, |sum, bit| 2 * sum + usize::from(bit));
    let slot = &mut kernels[number];
    if let Some(kernel) = slot {
        return Ok(kernel);
    }
    let (name, own) = match in_blocks {
        true => ("blocks", include_str!("blocks.wgsl")),
        false => ("sample", include_str!("sample.wgsl")),
    };
    let [flats, weights] = [has_flats, has_weights].map(|has| f64::from(u8::from(has)));
    let constants = [("HAS_FLATS", flats), ("HAS_WEIGHTS", weights)];
    Ok(slot.insert(Kernel::new(gpu, name, &[LOOK, own].concat(), &constants)?))
}

fn middle(bounds: &Bounds) -> Point {
    bounds.min.lerp(bounds.max, 0.5)
}
