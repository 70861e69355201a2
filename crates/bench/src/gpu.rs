//! Table `gpu`: what kernels take on the adapter that is there, beside a plain copy of the bytes that they must move and
//! beside the processor, in turns in one run.
//!
//! On a driver in software times say nothing about a card; the share of a copy's time does: a card that moves the model's
//! bytes at its bandwidth takes at least `bytes / bandwidth`, and as many times that as it takes the copy here.

mod flood;
mod local;
mod maps;
mod shadows;
mod wave;

use crate::stopwatch::Times;
use crate::table::{Section, Table};
use std::io;
use std::time::{Duration, Instant};
use wayfront::gpu::device::Store;
use wayfront::gpu::{Gpu, GpuError};

/// Turns of each measurement at least, and the time after which no other is begun.
const FEWEST: usize = 3;
const BUDGET: Duration = Duration::from_secs(8);
/// Gigabytes per second of a card of the middle class, for what is calculated.
const CARD: f64 = 448.0;

/// What a section of the table takes: turns of each measurement.
#[derive(Clone, Copy)]
pub struct Effort {
    pub turns: usize,
    pub is_quick: bool,
}

/// Sections of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// Exact maps: samples and questions
    Maps,
    /// The papers' path map by fans
    Fans,
    /// Where that differs from the exact map, as the resolution grows
    Differences,
    /// Local maps
    Local,
    /// Waves and repairs
    Wave,
    /// Jump flooding
    Flood,
}

/// Runs the parts asked for.
///
/// # Errors
/// If there is no adapter, the device is lost, or the table cannot be printed.
pub fn run(quick: bool, parts: &[Part], table: &mut Table) -> io::Result<()> {
    let gpu = Gpu::open(None).map_err(io::Error::other)?;
    let effort = Effort { turns: if quick { 3 } else { 15 }, is_quick: quick };
    let adapter = gpu.adapter();
    let mut section = Section::new("The adapter");
    section.remark(format!("{}, {} {}", adapter.name, adapter.driver, adapter.driver_info));
    section.remark(format!(
        "{CARD} GB/s: calculated, not measured: ms on a card of that bandwidth, at as many copies as here"
    ));
    table.add(section)?;
    for &part in parts {
        let section = match part {
            Part::Maps => maps::section(&gpu, effort),
            Part::Fans => shadows::section(&gpu, effort),
            Part::Differences => shadows::differences(&gpu, effort),
            Part::Local => local::section(&gpu, effort),
            Part::Wave => wave::section(&gpu, effort),
            Part::Flood => flood::section(&gpu, effort),
        };
        table.add(section.map_err(io::Error::other)?)?;
    }
    Ok(())
}

/// A copy on the device, from one buffer to another.
pub struct Copier {
    gpu: Gpu,
    from: Store,
    to: Store,
    /// Bytes that are copied in all: by parts, where one buffer does not hold them.
    half: u64,
}

impl Copier {
    /// Of so many bytes, read and written ones counted together.
    pub fn new(gpu: &Gpu, bytes: u64) -> Result<Self, GpuError> {
        let half = (bytes / 2).next_multiple_of(4).max(16);
        let (mut from, mut to) = (Store::array(gpu, "copied")?, Store::array(gpu, "copy")?);
        let part = half.min(gpu.adapter().limits.max_storage_buffer_binding_size / 4 * 4);
        from.reserve(part)?;
        to.reserve(part)?;
        Ok(Self { gpu: gpu.clone(), from, to, half })
    }

    pub fn run(&mut self) -> Result<(), GpuError> {
        let mut commands = self.gpu.commands();
        let mut left = self.half;
        while left > 0 {
            let part = left.min(self.from.used());
            commands.copy_buffer_to_buffer(self.from.buffer(), 0, self.to.buffer(), 0, part);
            left -= part;
        }
        self.gpu.submit(commands)?;
        self.gpu.finish()
    }
}

/// Times of a kernel, of a copy of its model's bytes, and of the processor, in turns.
pub fn measured(
    gpu: &Gpu,
    effort: Effort,
    model_bytes: u64,
    mut kernel: impl FnMut() -> Result<(), GpuError>,
    mut processor: Option<&mut dyn FnMut()>,
) -> Result<[Option<Times>; 3], GpuError> {
    let mut copier = Copier::new(gpu, model_bytes)?;
    let mut seconds = [Vec::new(), Vec::new(), Vec::new()];
    let began = Instant::now();
    for turn in 0..=effort.turns {
        if turn > FEWEST && began.elapsed() > BUDGET {
            break;
        }
        let start = Instant::now();
        kernel()?;
        gpu.finish()?;
        let ran = start.elapsed().as_secs_f64();
        let start = Instant::now();
        copier.run()?;
        let copied = start.elapsed().as_secs_f64();
        let start = Instant::now();
        if let Some(processor) = processor.as_mut() {
            processor();
        }
        let computed = start.elapsed().as_secs_f64();
        // The first turn compiles kernels.
        if turn > 0 {
            seconds.iter_mut().zip([ran, copied, computed]).for_each(|(list, second)| list.push(second));
        }
    }
    let [ran, copied, computed] = seconds.map(Times::of);
    Ok([Some(ran), Some(copied), processor.map(|_| computed)])
}

/// Adds a kernel to a section: its time, and what follows from those of [`measured`].
pub fn add(section: &mut Section, what: &str, size: usize, model_bytes: u64, times: [Option<Times>; 3]) {
    let [Some(ran), copied, computed] = times else { return };
    section.row(what, size, ran);
    if let Some(copied) = copied {
        let copies = ran.over(copied);
        section.ratio(format!("{what}: kernel / copy of its {:.2} MB", model_bytes as f64 / 1e6), copies);
        let on_card = copies.map(|copies| copies * model_bytes as f64 / CARD / 1e6);
        section.ratio(format!("{what}: ms at {CARD} GB/s"), on_card);
    }
    if let Some(computed) = computed {
        section.ratio(format!("{what}: kernel / processor"), ran.over(computed));
    }
}
