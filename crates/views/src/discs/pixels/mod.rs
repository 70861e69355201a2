//! The pixels of a map for discs, triangle by triangle.
//!
//! What lies nearer to something solid than the radius is painted first (`room`). Then the windows of each triangle compete,
//! the cheapest first, eight pixels at a time (`lanes`), until no further one can win a pixel. A leg to a pixel counts if
//! none of the few corners that can come near to legs from its window to its triangle do: these are gathered once for the
//! two (`near`), instead of a search along each leg.
//!
//! Plain numbers decide where they are sure. Pixels where they are not, where the two cheapest cost nearly the same, or where
//! openings are near, are asked of the map: so generators are the map's, and costs are too, but for rounding to `f32`.
//!
//! Cost: the windows of each triangle, the corners near them, and some nanoseconds for each pixel and window.

mod candidate;
mod lanes;
mod near;
mod room;
mod wide;

use super::pixel;
use crate::sample::NO_GENERATOR;
use crate::sample::spans::{Range32, Spans};
use candidate::{Candidate, Judge};
use lanes::Pixels;
use rayon::prelude::*;
use room::{Outlines, Room};
use wayfront_domain::TriangleId;
use wayfront_geometry::{Cancel, Point, Raster, checkpoint};
use wayfront_pathmap::DiscMap;
use wayfront_pathmap::view::DiscView;

/// Bands of rows for each thread, so that all end at about the same time.
const BANDS: usize = 4;

/// Share of a cost by which the cheapest must be cheaper than all others to be told without asking the map.
const TIE: f64 = 1e-8;

/// Pixels within which a centre lies on a side.
const ON_SIDE: f64 = 1e-7;

/// A map, as it is drawn.
#[derive(Clone, Copy)]
struct Scene<'a> {
    map: &'a DiscMap,
    view: DiscView<'a>,
    raster: &'a Raster,
    /// The centres of columns.
    xs: &'a [f64],
}

/// Costs and generators of all pixels.
pub(super) fn fill(map: &DiscMap, view: DiscView, raster: &Raster, costs: &mut [f32], ids: &mut [u32]) {
    let xs: Vec<f64> = (0..raster.width()).map(|column| raster.centre(column, 0).x).collect();
    let scene = Scene { map, view, raster, xs: &xs };
    let domain = view.domain();
    let free = (0..domain.free_triangles() as u32).map(TriangleId);
    let touched: Vec<(TriangleId, Spans)> =
        free.filter_map(|triangle| Some((triangle, Spans::of(raster, domain.triangle(triangle))?))).collect();
    let outlines = Outlines::of(view);
    let bands = if rayon::current_num_threads() == 1 { 1 } else { BANDS * rayon::current_num_threads() };
    let rows = raster.height().div_ceil(bands).max(1);
    let pixels = rows * raster.width();
    let cancel = Cancel::here();
    let parts = costs.par_chunks_mut(pixels).zip(ids.par_chunks_mut(pixels)).enumerate();
    parts.for_each(|(k, (costs, ids))| {
        cancel.carry(|| {
            let rows = Range32 { start: (k * rows) as i32, end: ((k + 1) * rows).min(raster.height()) as i32 };
            let mut room = Room::default();
            room.paint(scene.raster, rows, &outlines, view.radius(), domain.rounding());
            let mut pen = Pen {
                scene,
                rows,
                room: &room,
                costs,
                ids,
                judge: Judge::default(),
                candidates: Vec::new(),
                contest: Contest::default(),
            };
            wide::fill(&mut pen, &touched);
        });
    });
}

/// Fills the pixels of a band of rows.
struct Pen<'a> {
    scene: Scene<'a>,
    rows: Range32,
    room: &'a Room,
    costs: &'a mut [f32],
    ids: &'a mut [u32],
    judge: Judge,
    candidates: Vec<Candidate>,
    contest: Contest,
}

/// The pixels of a triangle, row by row, while windows compete for them.
#[derive(Default)]
struct Contest {
    rows: Vec<Row>,
    /// The cheapest so far; less than everything where nothing is asked.
    best: Vec<f64>,
    /// What is nearly as cheap, or would be if it were sure.
    rival: Vec<f64>,
    ids: Vec<u32>,
}

/// Some pixels side by side, and where they are in the lists.
#[derive(Clone, Copy)]
struct Row {
    row: i32,
    columns: Range32,
    first: usize,
}

impl Row {
    fn len(&self) -> usize {
        (self.columns.end - self.columns.start) as usize
    }
}

impl Contest {
    /// Pixels of a triangle in a band, those with room first to be won. False if there are none.
    fn begin(&mut self, spans: &Spans, pen_rows: Range32, width: usize, room: &Room) -> bool {
        self.rows.clear();
        self.best.clear();
        let sides = spans.sides();
        let (mut first, end) = (spans.rows.start.max(pen_rows.start), spans.rows.end.min(pen_rows.end));
        while first < end {
            let strip = Range32 { start: first, end: end.min(first + crate::sample::packet::ROWS as i32) };
            let columns = sides.columns(strip, width);
            for row in strip.start..strip.end {
                let k = (row - strip.start) as usize;
                let columns = Range32 { start: columns.start[k], end: columns.end[k] };
                if columns.start < columns.end {
                    self.rows.push(Row { row, columns, first: self.best.len() });
                    let states = room.states(row, columns);
                    self.best.extend(
                        states
                            .iter()
                            .map(|&state| [f64::INFINITY, f64::NEG_INFINITY][usize::from(state != room::FREE)]),
                    );
                }
            }
            first = strip.end;
        }
        self.rival.clear();
        self.rival.resize(self.best.len(), f64::INFINITY);
        self.ids.clear();
        self.ids.resize(self.best.len(), NO_GENERATOR);
        self.doubt_sides(spans.points);
        self.best.contains(&f64::INFINITY)
    }

    /// What lies on a side of the triangle may be seen in the next one only: the map is asked. In a row these are the first
    /// and the last pixel, but where a side is level.
    fn doubt_sides(&mut self, [a, b, c]: [Point; 3]) {
        for row in &self.rows {
            let last = row.len() - 1;
            for [p, q] in [[a, b], [b, c], [c, a]] {
                let along = q - p;
                let is_level = along.y.abs() < 1.0;
                let mut doubt = |k: usize| {
                    let at = Point::new(f64::from(row.columns.start) + k as f64, f64::from(row.row));
                    if along.cross(at - p).abs() <= ON_SIDE * along.length() {
                        self.rival[row.first + k] = f64::NEG_INFINITY;
                    }
                };
                if is_level {
                    (0..=last).for_each(doubt);
                } else {
                    doubt(0);
                    doubt(last);
                }
            }
        }
    }

    /// The first row from some on of which the pixels that a candidate may see are what is looked for.
    #[inline(always)]
    fn find(
        &mut self,
        scene: Scene,
        candidate: &Candidate,
        first: usize,
        mut is_it: impl FnMut(Pixels) -> bool,
    ) -> Option<usize> {
        let Self { rows, best, rival, ids } = self;
        // No closure of an iterator: it would not be compiled for wide vectors.
        for (k, row) in rows.iter().enumerate().skip(first) {
            let y = scene.raster.centre(0, row.row as usize).y;
            let Range32 { start, end } = candidate.columns(scene.raster, y, row.columns);
            if start >= end {
                continue;
            }
            let (from, to) = ((start - row.columns.start) as usize, (end - row.columns.start) as usize);
            let part = row.first + from..row.first + to;
            let pixels = Pixels {
                y,
                xs: &scene.xs[start as usize..end as usize],
                best: &mut best[part.clone()],
                rival: &mut rival[part.clone()],
                ids: &mut ids[part],
            };
            if is_it(pixels) {
                return Some(k);
            }
        }
        None
    }

    /// What the dearest pixel costs so far.
    #[inline(always)]
    fn dearest(&self) -> f64 {
        self.best.iter().fold(f64::NEG_INFINITY, |a, &b| if a > b { a } else { b })
    }
}

impl Pen<'_> {
    #[inline(always)]
    fn fill(&mut self, touched: &[(TriangleId, Spans)]) {
        self.costs.fill(f32::NAN);
        self.ids.fill(NO_GENERATOR);
        for (k, (triangle, spans)) in touched.iter().enumerate() {
            if spans.rows.start < self.rows.end && self.rows.start < spans.rows.end {
                self.fill_triangle(*triangle, spans);
            }
            if k % 256 == 0 {
                checkpoint();
            }
        }
        let Scene { map, raster, .. } = self.scene;
        for (column, row) in self.room.doubtful() {
            let at = (row - self.rows.start as usize) * raster.width() + column;
            (self.costs[at], self.ids[at]) = pixel(map.answer(raster.centre(column, row)));
        }
    }

    #[inline(always)]
    fn fill_triangle(&mut self, triangle: TriangleId, spans: &Spans) {
        let Scene { view, raster, .. } = self.scene;
        if !self.contest.begin(spans, self.rows, raster.width(), self.room) {
            return;
        }
        let corners = view.domain().triangle(triangle);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(view.windows(triangle).filter_map(|window| self.judge.candidate(view, corners, &window)));
        // The cheapest in the middle first: most of the others are then dearer at once.
        candidates.sort_unstable_by(|a, b| a.key.total_cmp(&b.key).then(a.number.cmp(&b.number)));
        let mut dearest = f64::INFINITY;
        for candidate in &mut candidates {
            if candidate.least > dearest + TIE * dearest.abs() {
                continue;
            }
            if let Some(first) = self.first_row(candidate) {
                self.judge.look(view, triangle, candidate);
                self.compete(candidate, first);
                dearest = self.contest.dearest();
            }
        }
        self.candidates = candidates;
        self.tell();
    }

    /// The first row in which a candidate would win pixels, if nothing were in its way.
    #[inline(always)]
    fn first_row(&mut self, candidate: &Candidate) -> Option<usize> {
        self.contest.find(
            self.scene,
            candidate,
            0,
            #[inline(always)]
            |pixels| pixels.may_be_won(candidate),
        )
    }

    /// Lets a candidate compete for the pixels that it may see, from a row on.
    #[inline(always)]
    fn compete(&mut self, candidate: &Candidate, first: usize) {
        let Self { contest, scene, judge, .. } = self;
        contest.find(
            *scene,
            candidate,
            first,
            #[inline(always)]
            |mut pixels| {
                pixels.compete(candidate, judge.corners());
                false
            },
        );
    }

    /// Writes what was found, and asks the map where that is not sure.
    #[inline(always)]
    fn tell(&mut self) {
        let Scene { map, raster, .. } = self.scene;
        let Contest { rows, best, rival, ids } = &self.contest;
        for row in rows {
            let first = (row.row - self.rows.start) as usize * raster.width() + row.columns.start as usize;
            let part = row.first..row.first + row.len();
            let found = best[part.clone()].iter().zip(&rival[part.clone()]).zip(&ids[part]);
            let states = self.room.states(row.row, row.columns);
            for (k, (((&best, &rival), &id), &state)) in found.zip(states).enumerate() {
                if state != room::FREE {
                    continue;
                }
                let is_sure = rival == f64::INFINITY || rival > best + TIE * best.abs();
                (self.costs[first + k], self.ids[first + k]) = if is_sure {
                    (best as f32, id)
                } else {
                    pixel(map.answer(raster.centre(row.columns.start as usize + k, row.row as usize)))
                };
            }
        }
    }
}
