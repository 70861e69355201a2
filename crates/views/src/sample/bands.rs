//! The rows of a raster, cut into bands of about known work, and the triangles that touch each.
//!
//! A triangle is prepared anew in every band that it touches: bands are few, and cut where few triangles are cut. Each
//! thread first gets a large one; small ones follow, so that all threads end together.

use super::scene::Scene;
use super::spans::{Range32, Spans};
use wayfront_domain::TriangleId;

/// The share of all work that large bands take together.
const LARGE: f32 = 0.8;
/// Small bands per thread.
const SMALL: usize = 2;
/// The share of all work by which a cut may be off, to be where it is cheap.
const OFF: f32 = 0.02;

/// Work in units of about a pixel: to prepare a triangle, and for each of its windows.
const PER_TRIANGLE: f32 = 200.0;
const PER_WINDOW: f32 = 80.0;

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
    /// Per row, by how much more must be prepared twice if the rows before it are cut off; then how much.
    twice: Vec<f32>,
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
        let (domain, raster) = (scene.view.domain(), scene.raster);
        let (free, all) = (domain.free_triangles(), domain.triangle_count());
        self.touched.clear();
        self.work.clear();
        self.work.resize(raster.height() + 1, 0.0);
        self.twice.clear();
        self.twice.resize(raster.height() + 1, 0.0);
        let [inner, outer] = [raster.bounds(), domain.bounds()];
        self.is_covered = outer.contains(inner.min)
            && outer.contains(inner.max)
            && (all - free) * DRAWN < raster.width() * raster.height();
        let blocked = if self.is_covered { free..all } else { all..all };
        for t in blocked.chain(0..free) {
            let Some(spans) = Spans::of(raster, domain.triangle(TriangleId(t as u32))) else { continue };
            self.touched.push(Touched { triangle: t as u32, rows: spans.rows });
            let windows = if t < free { scene.view.windows(TriangleId(t as u32)).len() } else { 0 };
            let (first, end) = (spans.rows.start as usize, spans.rows.end as usize);
            let prepared = PER_TRIANGLE + PER_WINDOW * windows as f32;
            self.twice[first + 1] += prepared;
            self.twice[end] -= prepared;
            let per_row = prepared / (end - first) as f32 + 0.5 * (spans.columns.end - spans.columns.start) as f32;
            self.work[first] += per_row;
            self.work[end] -= per_row;
        }
        let (mut per_row, mut all, mut twice) = (0.0, 0.0, 0.0);
        for (row_work, row_twice) in self.work.iter_mut().zip(&mut self.twice) {
            per_row += *row_work;
            twice += *row_twice;
            // Rounding must not make it less than nothing.
            all += f32::max(per_row, 0.0);
            (*row_work, *row_twice) = (all, twice);
        }
    }

    fn cut_rows(&mut self, height: usize, threads: usize) {
        self.row_ends.clear();
        self.band_of.clear();
        let bands = if threads == 1 { 1 } else { (1 + SMALL) * threads };
        for band in 1..bands {
            let large = LARGE * band.min(threads) as f32 / threads as f32;
            let small = (1.0 - LARGE) * band.saturating_sub(threads) as f32 / (SMALL * threads) as f32;
            let cut = self.cheapest_cut(large + small);
            self.end_band(cut.min(height));
        }
        self.end_band(height);
    }

    /// The rows before a cut near a share of all work.
    fn cheapest_cut(&self, share: f32) -> usize {
        let all = self.work.last().copied().unwrap_or(0.0);
        let rows = |share: f32| self.work.partition_point(|&work| work < share * all);
        let (first, last) = (rows(share - OFF), rows(share + OFF));
        (first..=last.min(self.twice.len() - 1))
            .min_by(|&a, &b| self.twice[a].total_cmp(&self.twice[b]))
            .unwrap_or(first)
    }

    /// Ends a band, unless it is empty.
    fn end_band(&mut self, end: usize) {
        if end > self.band_of.len() {
            self.band_of.resize(end, self.row_ends.len() as u32);
            self.row_ends.push(end as u32);
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
