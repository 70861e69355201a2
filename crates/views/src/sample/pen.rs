//! Filling a band of rows: triangle by triangle, and a triangle tile by tile.

use super::NO_GENERATOR;
use super::candidates::{Candidates, unit_of};
use super::lanes::{Alone, Blocked, Brush, Chosen, Contest, Rows};
use super::packet::{LANES, ROWS};
use super::scene::Scene;
use super::spans::{Columns, Range32, Spans};
use super::stroke::Stroke;
use super::tile::{Judged, Tile};
use wayfront_domain::TriangleId;

/// Columns of a tile. Its rows are those of a strip.
const TILE: i32 = 32;

/// All columns.
const EVERYWHERE: Range32 = Range32 { start: 0, end: i32::MAX };

/// Up to so many candidates all are compared with each pixel: choosing costs more than it saves.
const FEW: usize = 2;

/// The same in triangles that fit so many pixels.
const SMALL: i32 = 100;

/// Some rows of the output.
pub(super) struct Band<'a> {
    pub rows: Range32,
    /// The triangles that touch it.
    pub triangles: &'a [u32],
    /// Each pixel belongs to one of these triangles.
    pub is_covered: bool,
    pub costs: &'a mut [f32],
    pub ids: &'a mut [u32],
}

/// Some rows of a triangle: as many as are prepared at once, or less.
struct Strip<'a> {
    spans: &'a Spans,
    rows: Range32,
    columns: Columns,
}

impl Strip<'_> {
    /// Its rows in a band, with their numbers in the strip.
    #[inline(always)]
    fn rows_in(&self, band: &Band) -> impl Iterator<Item = (usize, i32)> + use<> {
        let Range32 { start, end } = self.rows;
        (start.max(band.rows.start)..end.min(band.rows.end)).map(move |row| ((row - start) as usize, row))
    }

    /// Some columns of it.
    #[inline(always)]
    fn tile(&self, part: Range32) -> Tile {
        let (column, row) = (self.spans.columns.start, self.spans.rows.start);
        Tile {
            first_column: (part.start - column) as f32,
            last_column: (part.end - 1 - column) as f32,
            first_row: (self.rows.start - row) as f32,
            last_row: (self.rows.end - 1 - row) as f32,
        }
    }
}

/// Fills bands. Its memory is kept from tile to tile.
pub(super) struct Pen<'a> {
    scene: Scene<'a>,
    candidates: Candidates<'a>,
    /// Unit of the candidates' costs.
    unit: f32,
    judged: Vec<Judged>,
    chosen: Chosen,
}

impl<'a> Pen<'a> {
    pub fn new(scene: Scene<'a>) -> Self {
        let candidates = Candidates::new(scene.raster, scene.view);
        let unit = unit_of(scene.raster) as f32;
        Self { scene, candidates, unit, judged: Vec::new(), chosen: Chosen::default() }
    }

    /// Fills a band.
    #[inline(always)]
    pub fn fill(&mut self, mut band: Band) {
        if !band.is_covered {
            band.costs.fill(f32::NAN);
            band.ids.fill(NO_GENERATOR);
        }
        for &triangle in band.triangles {
            self.fill_triangle(&mut band, TriangleId(triangle));
        }
    }

    #[inline(always)]
    fn fill_triangle(&mut self, band: &mut Band, triangle: TriangleId) {
        let Scene { view, raster } = self.scene;
        let Some(spans) = Spans::of(raster, view.domain().triangle(triangle)) else { return };
        let is_free = view.domain().is_free(triangle);
        if is_free {
            self.gather(&spans, triangle);
        }
        let sides = spans.sides();
        let end = spans.rows.end.min(band.rows.end);
        // Strips are counted from the triangle's first row, and may begin before the band and end behind it: where a
        // strip begins decides how ties are rounded, and pixels must not depend on the band.
        let before = (band.rows.start - spans.rows.start).max(0);
        let mut first = spans.rows.start + before - before % ROWS as i32;
        while first < end {
            let rows = Range32 { start: first, end: spans.rows.end.min(first + ROWS as i32) };
            let strip = Strip { spans: &spans, rows, columns: sides.columns(rows, raster.width()) };
            if is_free {
                self.fill_strip(band, &strip);
            } else {
                self.draw(band, &strip, EVERYWHERE, &mut Blocked);
            }
            first = rows.end;
        }
    }

    /// Everything that may win somewhere in the triangle.
    #[inline(always)]
    fn gather(&mut self, spans: &Spans, triangle: TriangleId) {
        let view = self.scene.view;
        self.candidates.clear();
        for node in view.bending_nodes(triangle) {
            self.candidates.add_corner(spans, node);
        }
        for window in view.windows(triangle) {
            self.candidates.add_window(spans, window);
        }
        self.candidates.settle();
        if spans.area() > SMALL {
            spans.patch().thin(self.candidates.packets_mut(), &mut self.judged);
            self.candidates.close_up();
        }
    }

    /// Some rows of a free triangle.
    #[inline(always)]
    fn fill_strip(&mut self, band: &mut Band, strip: &Strip) {
        let first_row = (strip.rows.start - strip.spans.rows.start) as f32;
        if let Some(only) = self.candidates.only() {
            let rows = Rows::of(only, 0, true, first_row);
            self.draw(band, strip, EVERYWHERE, &mut Alone { rows: &rows });
        } else if self.candidates.len() <= FEW || strip.spans.area() <= SMALL {
            self.candidates.rows(first_row, &mut self.chosen);
            self.contest(band, strip, EVERYWHERE);
        } else {
            self.fill_tiles(band, strip);
        }
    }

    /// Some rows of a triangle with many candidates.
    #[inline(always)]
    fn fill_tiles(&mut self, band: &mut Band, strip: &Strip) {
        let mut reach = strip.columns.reach();
        while reach.start < reach.end {
            let part = Range32 { start: reach.start, end: reach.end.min(reach.start + TILE) };
            let patch = strip.tile(part).patch();
            let is_whole = patch.choose(self.candidates.packets(), &mut self.judged, &mut self.chosen);
            match self.chosen.rows() {
                [rows] if is_whole => self.draw(band, strip, part, &mut Alone { rows }),
                _ => self.contest(band, strip, part),
            }
            reach.start = part.end;
        }
    }

    /// Lets the chosen candidates compete for some columns.
    #[inline(always)]
    fn contest(&self, band: &mut Band, strip: &Strip, part: Range32) {
        let mut contest = Contest { rows: self.chosen.rows(), dearest: [0.0; LANES] };
        self.draw(band, strip, part, &mut contest);
        if contest.dearest.contains(&f32::INFINITY) && self.candidates.len() > 0 {
            self.repair(band, strip, part);
        }
    }

    #[inline(always)]
    fn draw(&self, band: &mut Band, strip: &Strip, part: Range32, brush: &mut impl Brush) {
        let width = self.scene.raster.width();
        for (k, row) in strip.rows_in(band) {
            let span = strip.columns.within(k, part);
            if span.start < span.end {
                let first = (row - band.rows.start) as usize * width;
                let pixels = first + span.start as usize..first + span.end as usize;
                let (costs, ids) = (&mut band.costs[pixels.clone()], &mut band.ids[pixels]);
                let column = (span.start - strip.spans.columns.start) as f32;
                Stroke { unit: self.unit, costs, ids }.draw(k, column, brush);
            }
        }
    }

    /// Asks the exact map for pixels that fell between all candidates. They do not, but where a raster is so much finer
    /// than the world is large that seams are less than rounding.
    #[cold]
    #[inline(never)]
    fn repair(&self, band: &mut Band, strip: &Strip, part: Range32) {
        let Scene { view, raster } = self.scene;
        for (k, row) in strip.rows_in(band) {
            let span = strip.columns.within(k, part);
            for column in span.start..span.end {
                let pixel = (row - band.rows.start) as usize * raster.width() + column as usize;
                if band.costs[pixel] == f32::INFINITY
                    && let Ok(winner) = view.winner(raster.centre(column as usize, row as usize))
                {
                    (band.costs[pixel], band.ids[pixel]) = (winner.cost as f32, view.number(winner.root).0);
                }
            }
        }
    }
}
