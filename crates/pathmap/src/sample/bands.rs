//! The rows of a raster, cut into bands of about known work, and the triangles that touch each.
//!
//! A triangle is prepared anew in every band that it touches: bands are as few as threads allow. Each thread first gets
//! a large one; small ones follow, so that all threads end together.

use super::fill::Scene;
use super::spans::{Range32, Spans};
use wayfront_domain::TriangleId;

/// The share of all work that large bands take together.
const LARGE: f32 = 0.72;
/// Small bands per thread.
const SMALL: usize = 2;

/// Work in units of about a pixel: to prepare a triangle, and for each of its windows.
const PER_TRIANGLE: f32 = 100.0;
const PER_WINDOW: f32 = 20.0;

/// Pixels per blocked triangle above which it is faster to draw these than to clear all pixels first.
const DRAWN: usize = 64;

/// A triangle and its rows.
#[derive(Clone, Copy, Debug)]
struct Touched {
    triangle: u32,
    rows: Range32,
}

/// Bands and their triangles. Its memory is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Bands {
    /// Triangles that may contain pixels: blocked ones, if they are drawn, before free ones.
    touched: Vec<Touched>,
    /// Per row, by how much its work is above that of the row before; then the work up to and with it.
    work: Vec<f32>,
    /// Per row its band.
    band_of: Vec<u32>,
    /// Per band the end of its rows, and of its triangles.
    row_ends: Vec<u32>,
    ends: Vec<u32>,
    triangles: Vec<u32>,
    is_covered: bool,
}

impl Bands {
    /// Cuts for some threads. Linear.
    pub fn cut(&mut self, scene: Scene, threads: usize) {
        self.touch(scene);
        self.cut_rows(scene.raster.height(), threads);
        self.place();
    }

    /// Number of bands.
    pub fn len(&self) -> usize {
        self.row_ends.len()
    }

    /// Every pixel belongs to a triangle: none needs to be cleared.
    pub fn is_covered(&self) -> bool {
        self.is_covered
    }

    /// Rows of a band.
    pub fn rows(&self, band: usize) -> Range32 {
        let start = if band == 0 { 0 } else { self.row_ends[band - 1] };
        Range32 { start: start as i32, end: self.row_ends[band] as i32 }
    }

    /// Triangles of a band.
    pub fn triangles(&self, band: usize) -> &[u32] {
        let start = if band == 0 { 0 } else { self.ends[band - 1] };
        &self.triangles[start as usize..self.ends[band] as usize]
    }

    fn touch(&mut self, scene: Scene) {
        let (domain, raster) = (scene.map.domain(), scene.raster);
        let (free, all) = (domain.free_triangles(), domain.triangle_count());
        self.touched.clear();
        self.work.clear();
        self.work.resize(raster.height() + 1, 0.0);
        let [inner, outer] = [raster.bounds(), domain.bounds()];
        self.is_covered = outer.contains(inner.min)
            && outer.contains(inner.max)
            && (all - free) * DRAWN < raster.width() * raster.height();
        let blocked = if self.is_covered { free..all } else { all..all };
        for t in blocked.chain(0..free) {
            let Some(spans) = Spans::of(raster, domain.triangle(TriangleId(t as u32))) else { continue };
            self.touched.push(Touched { triangle: t as u32, rows: spans.rows });
            let windows = if t < free { scene.map.built().index.of(t).len() } else { 0 };
            let per_row = (PER_TRIANGLE + PER_WINDOW * windows as f32) / (spans.rows.end - spans.rows.start) as f32
                + 0.5 * (spans.columns.end - spans.columns.start) as f32;
            self.work[spans.rows.start as usize] += per_row;
            self.work[spans.rows.end as usize] -= per_row;
        }
    }

    fn cut_rows(&mut self, height: usize, threads: usize) {
        let (mut per_row, mut all) = (0.0, 0.0);
        for work in &mut self.work {
            per_row += *work;
            // Rounding must not make it less than nothing.
            all += per_row.max(0.0);
            *work = all;
        }
        self.row_ends.clear();
        self.band_of.clear();
        let small = (1.0 - LARGE) / (SMALL * threads) as f32;
        for (row, &work) in self.work[..height].iter().enumerate() {
            let band = self.row_ends.len();
            self.band_of.push(band as u32);
            let large = LARGE * (band + 1).min(threads) as f32 / threads as f32;
            let share = large + small * (band + 1).saturating_sub(threads) as f32;
            let is_last = row + 1 == height;
            if is_last || (threads > 1 && work >= share * all && band + 1 < (1 + SMALL) * threads) {
                self.row_ends.push(row as u32 + 1);
            }
        }
    }

    fn place(&mut self) {
        self.ends.clear();
        self.ends.resize(self.row_ends.len(), 0);
        let bands = |rows: Range32, band_of: &[u32]| {
            band_of[rows.start as usize] as usize..=band_of[rows.end as usize - 1] as usize
        };
        for touched in &self.touched {
            for count in &mut self.ends[bands(touched.rows, &self.band_of)] {
                *count += 1;
            }
        }
        let mut start = 0;
        for count in &mut self.ends {
            (start, *count) = (start + *count, start);
        }
        self.triangles.clear();
        self.triangles.resize(start as usize, 0);
        for touched in &self.touched {
            for end in &mut self.ends[bands(touched.rows, &self.band_of)] {
                // Counts up from a band's start to its end.
                self.triangles[*end as usize] = touched.triangle;
                *end += 1;
            }
        }
    }
}
