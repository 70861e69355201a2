//! Buffers that are kept: they grow by half, and are never shrunk.

use super::error::GpuError;
use super::gpu::Gpu;
use bytemuck::{NoUninit, Pod};

/// A buffer of the device that kernels read and write, kept from frame to frame.
///
/// Invariant: it holds at least as many bytes as were last asked for, and at least 16, so that it can always be bound.
/// After it has grown, what was bound before is another buffer, and its contents are gone: [`Store::generation`] says
/// how often.
#[derive(Debug)]
pub struct Store {
    gpu: Gpu,
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: wgpu::Buffer,
    used: u64,
    generation: u64,
}

const LEAST: u64 = 16;

impl Store {
    /// An array for kernels, empty so far.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn array(gpu: &Gpu, label: &'static str) -> Result<Self, GpuError> {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
        Self::with_usage(gpu, label, usage)
    }

    /// A buffer for some other use, empty so far.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn with_usage(gpu: &Gpu, label: &'static str, usage: wgpu::BufferUsages) -> Result<Self, GpuError> {
        let buffer = gpu.buffer(label, LEAST, usage)?;
        Ok(Self { gpu: gpu.clone(), label, usage, buffer, used: 0, generation: 0 })
    }

    /// Makes room for some bytes; what was in it is lost if it had to grow.
    ///
    /// # Errors
    /// If that is beyond the device's limits.
    pub fn reserve(&mut self, bytes: u64) -> Result<(), GpuError> {
        let bytes = bytes.next_multiple_of(4);
        if bytes > self.buffer.size() {
            let roomy = (bytes + bytes / 2).next_multiple_of(16);
            // Half as much again, unless only what is needed fits.
            self.buffer = match self.gpu.buffer(self.label, roomy, self.usage) {
                Err(GpuError::TooLarge { .. }) => self.gpu.buffer(self.label, bytes, self.usage)?,
                made => made?,
            };
            self.generation += 1;
        }
        self.used = bytes;
        Ok(())
    }

    /// Fills it with rows; nothing else is in it afterwards.
    ///
    /// # Errors
    /// If they are beyond the device's limits.
    pub fn write<T: NoUninit>(&mut self, rows: &[T]) -> Result<(), GpuError> {
        let bytes: &[u8] = bytemuck::cast_slice(rows);
        self.reserve(bytes.len() as u64)?;
        self.put(0, bytes)
    }

    /// Overwrites some bytes, a multiple of four from a multiple of four on.
    ///
    /// # Errors
    /// If it ends before them.
    pub fn write_at<T: NoUninit>(&mut self, offset: u64, rows: &[T]) -> Result<(), GpuError> {
        self.put(offset, bytemuck::cast_slice(rows))
    }

    fn put(&mut self, offset: u64, bytes: &[u8]) -> Result<(), GpuError> {
        let end = offset + bytes.len() as u64;
        if end > self.buffer.size() {
            let (limit, limit_name) = (self.buffer.size(), "its size");
            return Err(GpuError::TooLarge { what: self.label, needed: end, unit: "bytes", limit, limit_name });
        }
        if !bytes.is_empty() {
            self.gpu.upload(&self.buffer, offset, bytes);
        }
        self.gpu.check()
    }

    /// The buffer, for a bind group or a copy.
    #[must_use]
    pub fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// All of it as an entry of a bind group.
    #[must_use]
    pub fn binding(&self) -> wgpu::BindingResource<'_> {
        self.buffer.as_entire_binding()
    }

    /// How many bytes were last asked for.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// How often it has grown.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

/// The numbers that a kernel is called with, sent when they are others than before.
#[derive(Debug)]
pub struct Uniform<T> {
    store: Store,
    sent: Option<T>,
}

impl<T: NoUninit> Uniform<T> {
    /// Nothing is sent yet.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu, label: &'static str) -> Result<Self, GpuError> {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        Ok(Self { store: Store::with_usage(gpu, label, usage)?, sent: None })
    }

    /// Makes the buffer hold these numbers.
    ///
    /// # Errors
    /// If the device is lost.
    pub fn set(&mut self, numbers: T) -> Result<(), GpuError> {
        // Some have a NaN, which is not equal to itself: bytes are compared.
        let is_sent = |sent: &T| bytemuck::bytes_of(sent) == bytemuck::bytes_of(&numbers);
        if !self.sent.as_ref().is_some_and(is_sent) {
            self.sent = None;
            self.store.write(&[numbers])?;
            self.sent = Some(numbers);
        }
        Ok(())
    }

    /// The buffer, for a copy into it or a bind group.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// All of it as an entry of a bind group.
    #[must_use]
    pub fn binding(&self) -> wgpu::BindingResource<'_> {
        self.store.binding()
    }
}

/// What is read back: a buffer that the processor can read, kept and grown like a [`Store`].
#[derive(Debug)]
pub struct Readback {
    gpu: Gpu,
    store: Store,
}

impl Readback {
    /// Empty so far.
    ///
    /// # Errors
    /// What is wrong with the device.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        Ok(Self { gpu: gpu.clone(), store: Store::with_usage(gpu, "read back", usage)? })
    }

    /// The first rows of an array, after everything handed over so far.
    ///
    /// # Errors
    /// If the device is lost or its memory is used up.
    pub fn rows<T: Pod>(&mut self, from: &wgpu::Buffer, count: usize) -> Result<Vec<T>, GpuError> {
        let bytes = (count * size_of::<T>()) as u64;
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let padded = bytes.next_multiple_of(4);
        self.store.reserve(padded)?;
        let mut commands = self.gpu.commands();
        commands.copy_buffer_to_buffer(from, 0, &self.store.buffer, 0, padded);
        self.take(commands, bytes, |mapped| bytemuck::pod_collect_to_vec(mapped))
    }

    /// All pixels of a texture with four bytes each, row by row, the first row first.
    ///
    /// # Errors
    /// If the device is lost or its memory is used up.
    pub fn pixels<T: Pod>(&mut self, from: &wgpu::Texture) -> Result<Vec<T>, GpuError> {
        assert_eq!(size_of::<T>(), 4, "textures here have four bytes per pixel");
        let (width, height) = (u64::from(from.width()), u64::from(from.height()));
        let pitch = (4 * width).next_multiple_of(u64::from(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT));
        self.store.reserve(pitch * height)?;
        let mut commands = self.gpu.commands();
        let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(pitch as u32), rows_per_image: None };
        commands.copy_texture_to_buffer(
            from.as_image_copy(),
            wgpu::TexelCopyBufferInfo { buffer: &self.store.buffer, layout },
            from.size(),
        );
        self.take(commands, pitch * height, |mapped| {
            let mut pixels = Vec::with_capacity((width * height) as usize);
            for row in mapped.chunks_exact(pitch as usize) {
                pixels.extend(bytemuck::pod_collect_to_vec::<u8, T>(&row[..4 * width as usize]));
            }
            pixels
        })
    }

    fn take<T>(
        &mut self,
        commands: wgpu::CommandEncoder,
        bytes: u64,
        copy: impl FnOnce(&[u8]) -> Vec<T>,
    ) -> Result<Vec<T>, GpuError> {
        self.gpu.submit(commands)?;
        let slice = self.store.buffer.slice(..bytes);
        slice.map_async(wgpu::MapMode::Read, |_| {});
        self.gpu.finish()?;
        let driver = |error: wgpu::MapRangeError| GpuError::Driver { message: error.to_string() };
        let mapped = slice.get_mapped_range().map_err(driver)?;
        let copied = copy(&mapped);
        drop(mapped);
        self.store.buffer.unmap();
        self.gpu.count_read_back(bytes);
        self.gpu.check()?;
        Ok(copied)
    }
}
