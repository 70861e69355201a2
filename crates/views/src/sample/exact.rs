//! Pixels one by one, for maps whose costs are no distances: behind gates that make the rest of a leg dearer.
//!
//! Some hundred nanoseconds per pixel, each the answer to a query.

use super::NO_GENERATOR;
use rayon::prelude::*;
use wayfront_domain::NoPath;
use wayfront_geometry::{Cancel, Checkpoints, Raster};
use wayfront_pathmap::view::MapView;

/// Costs and generators of all pixels, in as many parts as threads are asked for.
pub(super) fn fill(view: MapView, raster: &Raster, threads: usize, costs: &mut [f32], generators: &mut [u32]) {
    let width = raster.width();
    let rows = raster.height().div_ceil(threads.max(1)).max(1);
    let parts = costs.par_chunks_mut(rows * width).zip(generators.par_chunks_mut(rows * width));
    let cancel = Cancel::here();
    parts.enumerate().for_each(|(part, (costs, generators))| {
        cancel.carry(|| {
            let mut checkpoints = Checkpoints::default();
            for (k, (cost, generator)) in costs.iter_mut().zip(generators).enumerate() {
                checkpoints.pass();
                let answer = view.winner(raster.centre(k % width, part * rows + k / width));
                (*cost, *generator) = match answer {
                    Ok(best) => (best.cost as f32, view.number(best.root).0),
                    Err(NoPath::Unreachable) => (f32::INFINITY, NO_GENERATOR),
                    Err(NoPath::Blocked) => (f32::NAN, NO_GENERATOR),
                };
            }
        });
    });
}
