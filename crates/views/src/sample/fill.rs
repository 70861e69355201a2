//! Filling the pixels: bands of rows are shared out among threads; a band is filled triangle by triangle.
//!
//! What a pixel gets depends on its triangle, its column and its row, never on the band: any number of threads gives
//! the same bits.

use super::bands::Bands;
use super::pen::{Band, Pen};
use super::scene::Scene;
use super::wide;
use std::sync::Mutex;
use wayfront_geometry::{Cancel, checkpoint};

/// Fills all pixels on some threads.
pub(super) fn fill(scene: Scene, threads: usize, bands: &mut Bands, costs: &mut [f32], ids: &mut [u32]) {
    bands.cut(scene, threads.min(scene.raster.height()));
    let bands = &*bands;
    let work = Mutex::new(shared_out(bands, scene.raster.width(), costs, ids));
    let work = || {
        let mut pen = Pen::new(scene);
        // The lock is held for the iterator's step alone, which cannot panic.
        while let Some(band) = work.lock().ok().and_then(|mut work| work.next()) {
            checkpoint();
            wide::fill(&mut pen, band);
        }
    };
    // Threads that wait for work begin at once. A fresh one may begin when a small sample is half done: systems start
    // it on the core of the caller, and move it later.
    let cancel = Cancel::here();
    rayon::in_place_scope(|scope| {
        for _ in 1..threads.min(bands.len()) {
            scope.spawn(|_| cancel.carry(work));
        }
        work();
    });
}

/// The bands with their pixels.
fn shared_out<'a>(
    bands: &'a Bands,
    width: usize,
    mut costs: &'a mut [f32],
    mut ids: &'a mut [u32],
) -> impl Iterator<Item = Band<'a>> + Send {
    (0..bands.len()).map(move |band| {
        let rows = bands.rows(band);
        let pixels = width * (rows.end - rows.start) as usize;
        let (costs, ids) = (first(&mut costs, pixels), first(&mut ids, pixels));
        Band { rows, triangles: bands.triangles(band), is_covered: bands.is_covered(), costs, ids }
    })
}

/// Takes the first few off a slice.
fn first<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}
