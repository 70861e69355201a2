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
use serde::Serialize;
use std::fmt;
use std::time::{Duration, Instant};
use wayfront::gpu::device::Store;
use wayfront::gpu::{Gpu, GpuError};

/// Turns of each measurement at least, and the time after which no other is begun.
const FEWEST: usize = 3;
const BUDGET: Duration = Duration::from_secs(8);
/// Gigabytes per second of a card of the middle class, for what is calculated.
const CARD: f64 = 448.0;

/// Everything measured.
#[derive(Serialize)]
pub struct Report {
    table: &'static str,
    adapter: String,
    driver: String,
    cores: usize,
    load: Option<f64>,
    rows: Vec<GpuRow>,
    remarks: Vec<String>,
}

/// One kernel.
#[derive(Serialize)]
pub struct GpuRow {
    pub what: String,
    /// Pixels, points, agents or cells.
    pub size: usize,
    pub gpu_ms: f64,
    pub best_ms: f64,
    /// What it must read and write at least.
    pub model_bytes: u64,
    /// A copy of that many bytes: half of them read, half written.
    pub copy_ms: f64,
    /// The same work on the processor, on all cores.
    pub cpu_ms: Option<f64>,
    /// What papers report, and on what.
    pub published: &'static str,
}

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

/// Runs the parts asked for, and says on the way how long each of them took.
///
/// # Errors
/// If there is no adapter, or the device is lost.
pub fn report(quick: bool, parts: &[Part]) -> Result<Report, GpuError> {
    let gpu = Gpu::open(None)?;
    let effort = Effort { turns: if quick { 3 } else { 15 }, is_quick: quick };
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for &part in parts {
        let start = Instant::now();
        let (more, said) = match part {
            Part::Maps => maps::section(&gpu, effort),
            Part::Fans => shadows::section(&gpu, effort),
            Part::Differences => shadows::differences(&gpu, effort),
            Part::Local => local::section(&gpu, effort),
            Part::Wave => wave::section(&gpu, effort),
            Part::Flood => flood::section(&gpu, effort),
        }?;
        rows.extend(more);
        remarks.extend(said);
        eprintln!("{part:?}: {:.0} s", start.elapsed().as_secs_f64());
    }
    let adapter = gpu.adapter();
    Ok(Report {
        table: "gpu",
        adapter: adapter.name.clone(),
        driver: format!("{} {}", adapter.driver, adapter.driver_info),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        load: std::fs::read_to_string("/proc/loadavg").ok().and_then(|l| l.split_whitespace().next()?.parse().ok()),
        rows,
        remarks,
    })
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

impl GpuRow {
    /// From the times of [`measured`].
    pub fn new(
        what: impl Into<String>,
        size: usize,
        model_bytes: u64,
        [ran, copied, computed]: [Option<Times>; 3],
        published: &'static str,
    ) -> Self {
        let ms = |times: Option<Times>| times.map(|times| times.median * 1e3);
        let best_ms = ran.map_or(0.0, |times| times.best * 1e3);
        Self {
            what: what.into(),
            size,
            gpu_ms: ms(ran).unwrap_or(0.0),
            best_ms,
            model_bytes,
            copy_ms: ms(copied).unwrap_or(0.0),
            cpu_ms: ms(computed),
            published,
        }
    }

    /// How many times as long as a copy of its bytes it takes.
    pub fn copies(&self) -> f64 {
        self.gpu_ms / self.copy_ms
    }

    /// Milliseconds on a card of so many gigabytes per second, by the model: as many copies as here.
    pub fn on_card(&self, gigabytes_per_second: f64) -> f64 {
        self.copies() * self.model_bytes as f64 / gigabytes_per_second / 1e6
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {}; {} cores, load {:.1}",
            self.adapter,
            self.driver,
            self.cores,
            self.load.unwrap_or(f64::NAN)
        )?;
        let width = self.rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
        let heads = ["size", "ms", "best ms", "model MB", "copy ms", "copies", "448 GB/s", "CPU ms", "of CPU"];
        write!(f, "  {:width$}", "")?;
        for head in heads {
            write!(f, " {head:>9}")?;
        }
        writeln!(f, "  published")?;
        for row in &self.rows {
            let (megabytes, copies) = (row.model_bytes as f64 / 1e6, row.copies());
            write!(f, "  {:width$} {:>9} {:>9.2} {:>9.2}", row.what, row.size, row.gpu_ms, row.best_ms)?;
            write!(f, " {megabytes:>9.2} {:>9.3} {copies:>9.1} {:>9.3}", row.copy_ms, row.on_card(CARD))?;
            match row.cpu_ms {
                Some(cpu) => write!(f, " {cpu:>9.2} {:>9.2}", row.gpu_ms / cpu)?,
                None => write!(f, " {:>9} {:>9}", "-", "-")?,
            }
            writeln!(f, "  {}", row.published)?;
        }
        writeln!(
            f,
            "  {CARD} GB/s: calculated, not measured: ms on a card of that bandwidth, at as many copies as here"
        )?;
        self.remarks.iter().try_for_each(|remark| writeln!(f, "  {remark}"))
    }
}
