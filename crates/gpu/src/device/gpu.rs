//! An open device.

use super::adapter::{Adapter, choose};
use super::counts::{Counters, Counts};
use super::error::GpuError;
use std::sync::{Arc, Mutex, PoisonError};

/// An open graphics device. Clones are the same device.
///
/// ```
/// use wayfront_gpu::{Gpu, GpuError};
///
/// match Gpu::open(None) {
///     Ok(gpu) => println!("{}", gpu.adapter().name),
///     Err(GpuError::NoAdapter) => println!("everything but the card works"),
///     Err(error) => return Err(error.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    adapter: Arc<Adapter>,
    counters: Arc<Counters>,
    fault: Fault,
}

/// The first thing that went wrong, noticed by a callback of the driver.
type Fault = Arc<Mutex<Option<GpuError>>>;

impl Gpu {
    /// Opens the best adapter, or the best one whose name contains `name`.
    ///
    /// # Errors
    /// If there is no adapter, none of that name, or it gives no device.
    pub fn open(name: Option<&str>) -> Result<Self, GpuError> {
        Self::open_within(name, |_| {})
    }

    /// The same with lower limits than the adapter has: to leave memory to others, or to try what happens on a smaller one.
    ///
    /// # Errors
    /// As [`Gpu::open`].
    pub fn open_within(name: Option<&str>, lower: impl FnOnce(&mut wgpu::Limits)) -> Result<Self, GpuError> {
        let adapter = choose(name)?;
        let mut facts = Adapter::of(&adapter);
        lower(&mut facts.limits);
        let required_limits = facts.limits.clone();
        let wanted = wgpu::DeviceDescriptor { label: Some("wayfront"), required_limits, ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&wanted))
            .map_err(|error| GpuError::Refused { adapter: facts.name.clone(), reason: error.to_string() })?;
        Ok(Self::new(device, queue, facts))
    }

    /// The device of a program that draws with wgpu itself: textures made here can be bound there.
    ///
    /// Takes over the handlers of faults and of loss.
    #[must_use]
    pub fn of_device(device: wgpu::Device, queue: wgpu::Queue, adapter: &wgpu::Adapter) -> Self {
        let mut facts = Adapter::of(adapter);
        facts.limits = device.limits();
        Self::new(device, queue, facts)
    }

    fn new(device: wgpu::Device, queue: wgpu::Queue, adapter: Adapter) -> Self {
        let fault = Fault::default();
        let (first, lost) = (fault.clone(), fault.clone());
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            note(&first, GpuError::Driver { message: error.to_string() });
        }));
        device.set_device_lost_callback(move |reason, message| {
            let reason = if message.is_empty() { format!("{reason:?}").to_lowercase() } else { message };
            *lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(GpuError::Lost { reason });
        });
        Self { device, queue, adapter: Arc::new(adapter), counters: Arc::default(), fault }
    }

    /// The adapter, with its limits.
    #[must_use]
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// What was made and moved so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counters.now()
    }

    /// The device, for programs that draw what is computed here.
    #[must_use]
    pub fn device(&self) -> &wgpu::Device {
        &self.device
    }

    /// Its queue.
    #[must_use]
    pub fn queue(&self) -> &wgpu::Queue {
        &self.queue
    }

    /// Gives the device up: everything that is asked of it from now on is [`GpuError::Lost`].
    pub fn close(&self) {
        self.device.destroy();
        note(&self.fault, GpuError::Lost { reason: "closed".into() });
    }

    /// What went wrong, if something did. A lost device stays lost; other faults are reported once.
    ///
    /// # Errors
    /// The first fault since the last call.
    pub fn check(&self) -> Result<(), GpuError> {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        match &*fault {
            None => Ok(()),
            Some(lost @ GpuError::Lost { .. }) => Err(lost.clone()),
            Some(_) => Err(fault.take().unwrap_or(GpuError::NoAdapter)),
        }
    }

    /// An empty list of commands.
    #[must_use]
    pub fn commands(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("wayfront") })
    }

    /// Hands commands over; they run by themselves.
    ///
    /// # Errors
    /// What went wrong so far.
    pub fn submit(&self, commands: wgpu::CommandEncoder) -> Result<(), GpuError> {
        self.check()?;
        self.queue.submit([commands.finish()]);
        self.check()
    }

    /// Waits until everything handed over is done.
    ///
    /// # Errors
    /// What went wrong so far.
    pub fn finish(&self) -> Result<(), GpuError> {
        self.check()?;
        let polled = self.device.poll(wgpu::PollType::wait_indefinitely());
        self.check()?;
        polled.map(|_| ()).map_err(|error| GpuError::Driver { message: error.to_string() })
    }

    /// A texture that kernels write and shaders read; it can be read back.
    ///
    /// # Errors
    /// If a side is beyond the device's limit or nothing.
    pub fn texture(
        &self,
        label: &'static str,
        (width, height): (usize, usize),
        format: wgpu::TextureFormat,
        usage: wgpu::TextureUsages,
    ) -> Result<wgpu::Texture, GpuError> {
        self.check()?;
        let limit = self.adapter.limits.max_texture_dimension_2d;
        let longest = width.max(height);
        if longest > limit as usize {
            let (needed, limit) = (longest as u64, u64::from(limit));
            let limit_name = "max_texture_dimension_2d";
            return Err(GpuError::TooLarge { what: label, needed, unit: "pixels", limit, limit_name });
        }
        Counters::add(&self.counters.textures, 1);
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(label),
            size: wgpu::Extent3d { width: width as u32, height: height as u32, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage,
            view_formats: &[],
        });
        self.check()?;
        Ok(texture)
    }

    /// A buffer of its own; [`Store`](super::Store) keeps and grows one.
    pub(super) fn buffer(
        &self,
        label: &'static str,
        bytes: u64,
        usage: wgpu::BufferUsages,
    ) -> Result<wgpu::Buffer, GpuError> {
        self.check()?;
        let limits = &self.adapter.limits;
        let (limit, limit_name) = if usage.contains(wgpu::BufferUsages::STORAGE) {
            (limits.max_storage_buffer_binding_size.min(limits.max_buffer_size), "max_storage_buffer_binding_size")
        } else {
            (limits.max_buffer_size, "max_buffer_size")
        };
        if bytes > limit {
            return Err(GpuError::TooLarge { what: label, needed: bytes, unit: "bytes", limit, limit_name });
        }
        Counters::add(&self.counters.buffers, 1);
        let wanted = wgpu::BufferDescriptor { label: Some(label), size: bytes, usage, mapped_at_creation: false };
        let buffer = self.device.create_buffer(&wanted);
        self.check()?;
        Ok(buffer)
    }

    /// Sends bytes to a place of a buffer.
    pub(super) fn upload(&self, buffer: &wgpu::Buffer, offset: u64, bytes: &[u8]) {
        Counters::add(&self.counters.uploaded, bytes.len() as u64);
        self.queue.write_buffer(buffer, offset, bytes);
    }

    pub(super) fn count_read_back(&self, bytes: u64) {
        Counters::add(&self.counters.read_back, bytes);
    }

    /// Counts a kernel or a draw.
    pub fn count_dispatch(&self) {
        Counters::add(&self.counters.dispatches, 1);
    }
}

/// The first fault counts; what follows from it does not.
fn note(fault: &Fault, error: GpuError) {
    fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}
