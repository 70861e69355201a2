//! The harmonic field on cells, as a raster of its depth.

use super::raster::step;
use crate::frame::{FrameHead, FrameKind, push_f64, push_u16};
use crate::limits;
use crate::messages::PotentialLayer;
use serde_json::{Value, json};
use std::time::Instant;
use wayfront_domain::{CellId, Scene};
use wayfront_geometry::Bounds;
use wayfront_potential::{Bias, PotentialMap};
use wayfront_world::World;

/// Cells along the longer side, unless given.
const CELLS: f64 = 256.0;

/// The layer of a world: its bytes, and milliseconds by stage. `Err` says why there is none.
pub fn compute(world: &World, layer: PotentialLayer, frame: u32, revision: u32) -> Result<(Vec<u8>, Value), String> {
    if world.sources.is_empty() {
        return Err("the scene has no sources, so there is no goal".to_owned());
    }
    let start = Instant::now();
    let scene = Scene::new(world.clone()).map_err(|rejected| rejected.to_string())?;
    let ground = 1e3 * start.elapsed().as_secs_f64();
    let bounds = scene.walled_domain().bounds();
    let cell = cell_size(layer.cell, bounds);
    let start = Instant::now();
    let map = PotentialMap::of(&scene, cell, Bias::NONE).map_err(|error| error.to_string())?;
    let solve = 1e3 * start.elapsed().as_secs_f64();
    Ok((encode(&map, frame, revision), json!({"ground": ground, "solve": solve})))
}

/// The size that was asked for, larger where that would be too many cells.
fn cell_size(wanted: Option<f64>, bounds: Bounds) -> f64 {
    let least =
        (bounds.width() * bounds.height() / limits::CELLS).sqrt().max(bounds.size() / f64::from(limits::PIXELS));
    wanted.filter(|cell| cell.is_finite() && *cell > 0.0).unwrap_or(bounds.size() / CELLS).max(least)
}

fn encode(map: &PotentialMap, frame: u32, revision: u32) -> Vec<u8> {
    let grid = map.grid();
    let [columns, rows] = grid.size();
    let depth = |column: usize, row: usize| {
        let cell = CellId((row * columns + column) as u32);
        if !grid.is_free(cell) {
            f64::NAN
        } else if map.is_reached(cell) {
            map.depth(cell)
        } else {
            f64::INFINITY
        }
    };
    let depths: Vec<f64> =
        (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).map(|(c, r)| depth(c, r)).collect();
    let most = depths.iter().copied().filter(|depth| depth.is_finite()).fold(0.0, f64::max);
    let head = FrameHead {
        kind: FrameKind::Potential,
        frame,
        revision,
        counts: [columns as u32, rows as u32, 0],
        origin: grid.bounds().min.into(),
        most,
    };
    let mut bytes = head.begin(16 + 2 * depths.len());
    push_f64(&mut bytes, [grid.cell(); 2]);
    push_u16(&mut bytes, depths.into_iter().map(|depth| step(depth, most)));
    bytes
}
