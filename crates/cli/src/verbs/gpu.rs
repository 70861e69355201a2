//! `wayfront gpu`: the graphics adapters of this machine, what they hold, and which one is used; agents, swarms, waves and
//! diagrams that run there.

mod local;
mod paths;
mod voronoi;
mod walk;
mod wave;

use crate::arguments::{Common, Format, Gpu, GpuWork};
use crate::failure::Failure;
use crate::output;
use serde::Serialize;
use std::path::PathBuf;
use wayfront::gpu::{Adapter, GpuError};

#[derive(Serialize)]
struct Report {
    adapters: Vec<Row>,
    /// The name of the one that is used.
    used: String,
}

#[derive(Serialize)]
struct Row {
    name: String,
    kind: String,
    backend: String,
    driver: String,
    driver_info: String,
    /// Pixels on a side of a texture, at most.
    texture_side: u32,
    /// Bytes of an array that a kernel sees, at most.
    array_bytes: u64,
    /// Agents or cells that one workgroup holds, at most.
    workgroup_size: u32,
    /// Bytes that a workgroup shares.
    workgroup_bytes: u32,
    is_used: bool,
}

/// Lists adapters, or runs what is asked for.
pub fn run(arguments: &Gpu, common: &Common) -> Result<(), Failure> {
    let adapter = arguments.adapter.as_deref();
    match &arguments.work {
        None => list(arguments, common),
        Some(GpuWork::Walk(work)) => walk::run(work, &opened(adapter)?, common),
        Some(GpuWork::Local(work)) => local::run(work, &opened(adapter)?, common),
        Some(GpuWork::Wave(work)) => wave::run(work, &opened(adapter)?, common),
        Some(GpuWork::Voronoi(work)) => voronoi::run(work, &opened(adapter)?, common),
    }
}

fn list(arguments: &Gpu, common: &Common) -> Result<(), Failure> {
    let used = opened(arguments.adapter.as_deref())?.adapter().clone();
    let adapters = Adapter::all().iter().map(|adapter| row(adapter, *adapter == used)).collect();
    let report = Report { adapters, used: used.name };
    match common.format {
        Format::Json => output::json(&report),
        Format::Text => output::text(&report.adapters.iter().map(described).collect::<String>()),
    }
}

/// The device of an adapter.
pub fn opened(name: Option<&str>) -> Result<wayfront::gpu::Gpu, Failure> {
    wayfront::gpu::Gpu::open(name).map_err(|error| match error {
        GpuError::NoSuchAdapter { .. } => Failure::Usage(error.to_string()),
        other => failed(&other),
    })
}

/// The name of a file that was asked for.
fn named(file: &Option<PathBuf>) -> Option<String> {
    file.as_ref().map(|file| file.display().to_string())
}

/// The same as the last line of a text.
fn line(file: &Option<String>) -> String {
    file.as_ref().map(|file| format!("{file}\n")).unwrap_or_default()
}

/// Something did not happen on the card.
pub fn failed(error: &GpuError) -> Failure {
    Failure::File { what: error.to_string(), advice: String::new() }
}

fn row(adapter: &Adapter, is_used: bool) -> Row {
    let Adapter { name, kind, driver, driver_info, backend, limits } = adapter.clone();
    Row {
        name,
        kind: kind.to_string(),
        backend,
        driver,
        driver_info,
        texture_side: limits.max_texture_dimension_2d,
        array_bytes: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
        workgroup_size: limits.max_compute_invocations_per_workgroup,
        workgroup_bytes: limits.max_compute_workgroup_storage_size,
        is_used,
    }
}

fn described(row: &Row) -> String {
    let used = if row.is_used { "  (used)" } else { "" };
    let megabytes = row.array_bytes >> 20;
    format!(
        "{}{used}\n  kind        {}, by {}\n  driver      {} {}\n  textures    up to {} pixels on a side\n  arrays      up to \
         {megabytes} MB\n  workgroups  up to {} with {} bytes in common\n",
        row.name,
        row.kind,
        row.backend,
        row.driver,
        row.driver_info,
        row.texture_side,
        row.workgroup_size,
        row.workgroup_bytes
    )
}
