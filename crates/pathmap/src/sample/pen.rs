//! Filling a band of rows: triangle by triangle, and a triangle tile by tile.

use super::candidates::Candidates;
use super::fill::Scene;
use super::lanes::{Alone, Best, Brush, Contest, LANES, Rows};
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
        let is_whole = tile.choose(self.candidates.packets(), &mut self.judged, &mut self.rows);
        let width = self.scene.raster.width();
        let mut dearest = [0.0; LANES];
        for (k, (row, columns)) in (rows.start..rows.end).zip(columns).enumerate() {
            let (start, end) = (columns.start.max(part.start), columns.end.min(part.end));
            if start >= end {
                continue;
            }
            let first = (row - band.rows.start) as usize * width;
            let pixels = first + start as usize..first + end as usize;
            let mut stroke =
                Stroke { unit: self.unit, costs: &mut band.costs[pixels.clone()], ids: &mut band.ids[pixels] };
            let start = (start - column) as f32;
            match self.rows.as_slice() {
                [rows] if is_whole => stroke.draw(start, &mut Alone { rows, k }),
                rows => {
                    let mut contest = Contest { rows, k, dearest };
                    stroke.draw(start, &mut contest);
                    dearest = contest.dearest;
                }
            }
        }
        if !is_whole && dearest.contains(&f32::INFINITY) && !self.candidates.packets().is_empty() {
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

/// Pixels of a row, side by side.
struct Stroke<'a> {
    unit: f32,
    costs: &'a mut [f32],
    ids: &'a mut [u32],
}

impl Stroke<'_> {
    /// Draws the pixels, eight at a time; the first is in column `first`.
    #[inline(always)]
    fn draw(&mut self, first: f32, brush: &mut impl Brush) {
        let Some(last) = self.costs.len().checked_sub(LANES) else { return self.draw_few(&brush.best(first)) };
        let mut at = 0;
        while at < last {
            self.put(at, &brush.best(first + at as i32 as f32));
            at += LANES;
        }
        // The last eight may repeat some: that is faster than to draw less than eight.
        self.put(last, &brush.best(first + last as i32 as f32));
    }

    #[inline(always)]
    fn put(&mut self, at: usize, best: &Best) {
        let (Some(costs), Some(ids)) = (self.costs.get_mut(at..at + LANES), self.ids.get_mut(at..at + LANES)) else {
            return;
        };
        costs.copy_from_slice(&scaled(&best.cost, self.unit));
        ids.copy_from_slice(&best.id);
    }

    /// Less than eight.
    #[inline(always)]
    fn draw_few(&mut self, best: &Best) {
        put_few(self.costs, &scaled(&best.cost, self.unit));
        put_few(self.ids, &best.id);
    }
}

#[inline(always)]
fn scaled(costs: &[f32; LANES], unit: f32) -> [f32; LANES] {
    let mut scaled = *costs;
    for cost in &mut scaled {
        *cost *= unit;
    }
    scaled
}

/// Copies less than eight values: the first and the last four, two or one of them, which may overlap.
#[inline(always)]
fn put_few<T: Copy>(to: &mut [T], from: &[T; LANES]) {
    let count = to.len();
    if count >= 4 {
        put_ends::<T, 4>(to, from, count);
    } else if count >= 2 {
        put_ends::<T, 2>(to, from, count);
    } else if let Some(to) = to.first_mut() {
        *to = from[0];
    }
}

#[inline(always)]
fn put_ends<T: Copy, const N: usize>(to: &mut [T], from: &[T; LANES], count: usize) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *to = *from;
    }
    if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.get(count - N..).and_then(<[T]>::first_chunk)) {
        *to = *from;
    }
}
