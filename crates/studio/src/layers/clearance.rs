//! How much room there is: the distance from every point to the nearest outline, wall or closed door, as a raster.

use super::raster::encode_cells;
use crate::frame::FrameKind;
use crate::limits;
use crate::messages::ClearanceLayer;
use serde_json::{Value, json};
use std::time::Instant;
use wayfront_domain::Scene;
use wayfront_geometry::{Checkpoints, Raster};
use wayfront_world::World;

/// Pixels along the longer side, unless given.
const PIXELS: u32 = 512;

/// The layer of a world: its bytes, and milliseconds by stage. `Err` says why there is none.
pub fn compute(world: &World, layer: ClearanceLayer, frame: u32, revision: u32) -> Result<(Vec<u8>, Value), String> {
    let start = Instant::now();
    let scene = Scene::new(world.clone()).map_err(|rejected| rejected.to_string())?;
    let ground = 1e3 * start.elapsed().as_secs_f64();
    let domain = scene.walled_domain();
    let start = Instant::now();
    let bounds = domain.bounds();
    let wanted = layer.cell.filter(|cell| cell.is_finite() && *cell > 0.0).map(|cell| bounds.size() / cell);
    let pixels = wanted.map_or(PIXELS, |pixels| pixels.ceil().clamp(1.0, f64::from(limits::PIXELS)) as u32);
    let raster = Raster::fitting(bounds, pixels).map_err(|error| error.to_string())?;
    let mut checkpoints = Checkpoints::default();
    let mut distances = Vec::with_capacity(raster.width() * raster.height());
    for (column, row) in (0..raster.height()).flat_map(|row| (0..raster.width()).map(move |column| (column, row))) {
        checkpoints.pass();
        distances.push(domain.clearance(raster.centre(column, row)).unwrap_or(f64::NAN));
    }
    let ms = json!({"ground": ground, "distances": 1e3 * start.elapsed().as_secs_f64()});
    let bytes = encode_cells(FrameKind::Clearance, [frame, revision], &raster, &distances);
    Ok((bytes, ms))
}
