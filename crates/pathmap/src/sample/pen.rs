//! Filling a band of rows: triangle by triangle, and a triangle tile by tile.

use super::candidates::Candidates;
use super::fill::Scene;
use super::lanes::{Best, LANES, Rows, best_of};
use super::spans::{Range32, Sides, Spans};
use super::tile::{Judged, Tile};
use wayfront_domain::TriangleId;

/// Columns of a tile. Its rows are as many as there are lanes.
const TILE: i32 = 32;

/// Some rows of the output.
pub(super) struct Band<'a> {
    pub rows: Range32,
    /// The triangles that touch it.
    pub triangles: &'a [u32],
    pub costs: &'a mut [f32],
    pub ids: &'a mut [u32],
}

/// Fills bands. Its memory is kept from tile to tile.
pub(super) struct Pen<'a> {
    scene: Scene<'a>,
    candidates: Candidates<'a>,
    /// Unit of the candidates' costs.
    unit: f32,
    judged: Vec<Judged>,
    rows: Vec<Rows>,
}

impl<'a> Pen<'a> {
    pub fn new(scene: Scene<'a>) -> Self {
        let built = scene.map.built();
        let candidates = Candidates::new(scene.raster, &built.nodes, &built.flats);
        let unit = scene.raster.unit() as f32;
        Self { scene, candidates, unit, judged: Vec::new(), rows: Vec::new() }
    }

    /// Fills a band.
    #[inline(always)]
    pub fn fill(&mut self, mut band: Band) {
        band.costs.fill(f32::NAN);
        band.ids.fill(u32::MAX);
        for &triangle in band.triangles {
            self.fill_triangle(&mut band, TriangleId(triangle));
        }
    }

    #[inline(always)]
    fn fill_triangle(&mut self, band: &mut Band, triangle: TriangleId) {
        let Some(spans) = Spans::of(self.scene.raster, self.scene.map.domain().triangle(triangle)) else { return };
        self.gather(&spans, triangle);
        let sides = spans.sides();
        let end = spans.rows.end.min(band.rows.end);
        let mut first = spans.rows.start.max(band.rows.start);
        while first < end {
            let count = (end - first).min(LANES as i32);
            self.fill_rows(band, &spans, &sides, Range32 { start: first, end: first + count });
            first += count;
        }
    }

    /// Everything that may win somewhere in the triangle.
    #[inline(always)]
    fn gather(&mut self, spans: &Spans, triangle: TriangleId) {
        let (domain, built) = (self.scene.map.domain(), self.scene.map.built());
        self.candidates.clear();
        for side in triangle.sides() {
            let corner = domain.side(side).origin;
            if domain.bends(corner) {
                self.candidates.add_corner(spans, corner.0);
            }
        }
        for window in built.index.of(triangle.index()) {
            self.candidates.add_window(spans, window);
        }
        self.candidates.settle();
    }

    /// Up to eight rows.
    #[inline(always)]
    fn fill_rows(&mut self, band: &mut Band, spans: &Spans, sides: &Sides, rows: Range32) {
        let width = self.scene.raster.width();
        let mut columns = [Range32 { start: 0, end: 0 }; LANES];
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for (row, columns) in (rows.start..rows.end).zip(&mut columns) {
            *columns = sides.columns(row, width);
            if columns.start < columns.end {
                (least, most) = (least.min(columns.start), most.max(columns.end));
            }
        }
        while least < most {
            let part = Range32 { start: least, end: most.min(least + TILE) };
            self.fill_tile(band, spans, &columns, rows, part);
            least = part.end;
        }
    }

    /// Up to eight rows of some columns.
    #[inline(always)]
    fn fill_tile(&mut self, band: &mut Band, spans: &Spans, columns: &[Range32; LANES], rows: Range32, part: Range32) {
        let (column, row) = (spans.columns.start, spans.rows.start);
        let tile = Tile {
            first_column: (part.start - column) as f32,
            last_column: (part.end - 1 - column) as f32,
            first_row: (rows.start - row) as f32,
            last_row: (rows.end - 1 - row) as f32,
        };
        tile.choose(self.candidates.packets(), &mut self.judged, &mut self.rows);
        let width = self.scene.raster.width();
        let mut dearest = [0.0; LANES];
        for (k, (row, columns)) in (rows.start..rows.end).zip(columns).enumerate() {
            let span = Range32 { start: columns.start.max(part.start), end: columns.end.min(part.end) };
            let start = (row - band.rows.start) as usize * width;
            let (costs, ids) = (&mut band.costs[start..start + width], &mut band.ids[start..start + width]);
            let mut at = span.start;
            while at < span.end {
                let best_at = |first: i32| best_of(&self.rows, k, (first - column) as f32);
                let left = Range32 { start: at, ..span };
                if width >= LANES {
                    // At the end of a row the eight pixels begin earlier, with some that are not the triangle's.
                    let first = at.min((width - LANES) as i32);
                    put(&best_at(first), self.unit, costs, ids, first, left, &mut dearest);
                } else {
                    put_few(&best_at(at), self.unit, costs, ids, left, &mut dearest);
                }
                at += LANES as i32;
            }
        }
        if dearest.contains(&f32::INFINITY) && !self.candidates.packets().is_empty() {
            self.mend(band, columns, rows, part);
        }
    }

    /// Asks the exact map for pixels that fell between all candidates. They do not, but where a raster is so much finer
    /// than the world is large that seams are less than rounding.
    #[cold]
    #[inline(never)]
    fn mend(&self, band: &mut Band, columns: &[Range32; LANES], rows: Range32, part: Range32) {
        let Scene { map, raster } = self.scene;
        for (row, columns) in (rows.start..rows.end).zip(columns) {
            for column in columns.start.max(part.start)..columns.end.min(part.end) {
                let pixel = (row - band.rows.start) as usize * raster.width() + column as usize;
                if band.costs[pixel] == f32::INFINITY
                    && let Ok(answer) = map.answer(raster.centre(column as usize, row as usize))
                {
                    (band.costs[pixel], band.ids[pixel]) = (answer.cost as f32, answer.generator.0);
                }
            }
        }
    }
}

/// Writes those of eight pixels from `column` on that lie in `span`; remembers the dearest per lane.
#[inline(always)]
fn put(
    best: &Best,
    unit: f32,
    costs: &mut [f32],
    ids: &mut [u32],
    column: i32,
    span: Range32,
    dearest: &mut [f32; LANES],
) {
    let (Some(costs), Some(ids)) = (eight(costs, column), eight(ids, column)) else { return };
    let (mut new_costs, mut new_ids) = (*costs, *ids);
    for lane in 0..LANES {
        let at = column + lane as i32;
        let is_in = (at >= span.start) & (at < span.end);
        let cost = best.cost[lane] * unit;
        new_costs[lane] = if is_in { cost } else { new_costs[lane] };
        new_ids[lane] = if is_in { best.id[lane] } else { new_ids[lane] };
        let is_dearer = is_in & (best.cost[lane] > dearest[lane]);
        dearest[lane] = if is_dearer { best.cost[lane] } else { dearest[lane] };
    }
    (*costs, *ids) = (new_costs, new_ids);
}

/// Eight pixels of a row.
#[inline(always)]
fn eight<T>(row: &mut [T], column: i32) -> Option<&mut [T; LANES]> {
    row.get_mut(column as usize..)?.first_chunk_mut()
}

/// The same in a raster of less than eight columns.
#[inline(never)]
fn put_few(best: &Best, unit: f32, costs: &mut [f32], ids: &mut [u32], span: Range32, dearest: &mut [f32; LANES]) {
    for (lane, column) in (span.start as usize..span.end as usize).enumerate() {
        (costs[column], ids[column]) = (best.cost[lane] * unit, best.id[lane]);
        dearest[lane] = dearest[lane].max(best.cost[lane]);
    }
}
