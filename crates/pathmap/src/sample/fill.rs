//! Filling the pixels: bands of rows are shared out among threads; a band is filled triangle by triangle.
//!
//! What a pixel gets depends on its triangle, its column and its row, never on the band: any number of threads gives
//! the same bits.

use super::pen::{Band, Pen};
use super::raster::Raster;
use super::spans::{Range32, Spans};
use super::wide;
use crate::map::PathMap;
use std::sync::Mutex;
use wayfront_domain::TriangleId;

/// Rows of a band: its pixels stay in the cache while they are filled, yet most triangles lie in one band.
const BAND: usize = 64;

/// What bands are filled from.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub map: &'a PathMap,
    pub raster: &'a Raster,
}

/// Triangles by the bands that they touch. Its memory is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Bins {
    ends: Vec<u32>,
    triangles: Vec<u32>,
    touched: Vec<[u32; 3]>,
}

impl Bins {
    /// Sorts the triangles that may contain pixels. Linear.
    fn fill(&mut self, scene: Scene) {
        let bands = scene.raster.height().div_ceil(BAND);
        self.ends.clear();
        self.ends.resize(bands + 1, 0);
        self.touched.clear();
        let domain = scene.map.domain();
        for t in 0..domain.free_triangles() as u32 {
            let Some(spans) = Spans::of(scene.raster, domain.triangle(TriangleId(t))) else { continue };
            let (first, last) = (spans.rows.start as usize / BAND, (spans.rows.end - 1) as usize / BAND);
            self.touched.push([t, first as u32, last as u32]);
            self.ends[first..=last].iter_mut().for_each(|count| *count += 1);
        }
        self.place();
    }

    fn place(&mut self) {
        let mut start = 0;
        for count in &mut self.ends {
            (start, *count) = (start + *count, start);
        }
        self.triangles.clear();
        self.triangles.resize(start as usize, 0);
        for &[t, first, last] in &self.touched {
            for band in first..=last {
                // Counts up from a band's start to its end.
                let slot = &mut self.ends[band as usize];
                self.triangles[*slot as usize] = t;
                *slot += 1;
            }
        }
    }

    fn of(&self, band: usize) -> &[u32] {
        let start = if band == 0 { 0 } else { self.ends[band - 1] };
        &self.triangles[start as usize..self.ends[band] as usize]
    }
}

/// Fills all pixels on some threads.
pub(super) fn fill(scene: Scene, threads: usize, bins: &mut Bins, costs: &mut [f32], ids: &mut [u32]) {
    bins.fill(scene);
    let (width, height) = (scene.raster.width(), scene.raster.height());
    let bands = costs.chunks_mut(BAND * width).zip(ids.chunks_mut(BAND * width)).enumerate();
    let bins = &*bins;
    let bands = bands.map(|(k, (costs, ids))| {
        let rows = Range32 { start: (k * BAND) as i32, end: ((k + 1) * BAND).min(height) as i32 };
        Band { rows, triangles: bins.of(k), costs, ids }
    });
    let threads = threads.min(bands.len());
    let bands = Mutex::new(bands);
    let work = || {
        let mut pen = Pen::new(scene);
        // The lock is held for the iterator's step alone, which cannot panic.
        while let Some(band) = bands.lock().ok().and_then(|mut bands| bands.next()) {
            wide::fill(&mut pen, band);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}
