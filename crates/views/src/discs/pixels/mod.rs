//! The pixels of a map for discs, triangle by triangle.
//!
//! What lies nearer to something solid than the radius is painted first (`room`). Then the windows of each triangle compete
//! for its pixels, eight near to each other at a time (`eights`). Planes below the costs of eight windows at once tell which
//! of them may win (`crowd`), and only these are asked what they offer (`lanes`). The cheapest is found as if nothing were in
//! anybody's way; then it is looked whether its legs are free, and where they are not the next cheapest follows (`contest`).
//! A leg is free if none of the few corners that can come near to legs from its window to these pixels do: these are
//! gathered once for the two (`judge`, `near`), instead of a search along each leg.
//!
//! Plain numbers decide where they are sure. Pixels where they are not, where the two cheapest cost nearly the same, or where
//! openings are near, are asked of the map: so generators are the map's, and costs are too, but for rounding to `f32`.
//!
//! Which pixels are asked does not depend on the band of rows that they are in: so results are the same on any number of
//! threads.
//!
//! Cost: the windows of each triangle, the corners near those that win, and some nanoseconds for each pixel.

mod candidate;
mod contest;
mod crowd;
mod eights;
mod judge;
mod lanes;
mod near;
mod room;
mod wide;

use super::pixel;
use crate::sample::spans::{Range32, Spans};
use candidate::{Area, Candidate, Points};
use contest::{Contest, Ring};
use crowd::Crowd;
use eights::{Centres, Eights};
use judge::Judge;
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

/// A map, as it is drawn.
#[derive(Clone, Copy)]
struct Scene<'a> {
    map: &'a DiscMap,
    view: DiscView<'a>,
    raster: &'a Raster,
    centres: Centres<'a>,
}

/// Costs and generators of all pixels.
pub(super) fn fill(map: &DiscMap, view: DiscView, raster: &Raster, costs: &mut [f32], ids: &mut [u32]) {
    let xs: Vec<f64> = (0..raster.width()).map(|column| raster.centre(column, 0).x).collect();
    let ys: Vec<f64> = (0..raster.height()).map(|row| raster.centre(0, row).y).collect();
    let scene = Scene { map, view, raster, centres: Centres { xs: &xs, ys: &ys } };
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
                eights: Eights::default(),
                points: Points::default(),
                crowd: Crowd::default(),
                judge: Judge::default(),
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
    eights: Eights,
    points: Points,
    crowd: Crowd,
    judge: Judge,
    contest: Contest,
}

impl Pen<'_> {
    #[inline(always)]
    fn fill(&mut self, touched: &[(TriangleId, Spans)]) {
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
        let Scene { map, view, centres, .. } = self.scene;
        let Self { eights, points, crowd, judge, contest, .. } = self;
        if !eights.take(spans, self.rows, centres, self.room) {
            return;
        }
        let area = Area { corners: view.domain().triangle(triangle), block: eights.block };
        crowd.clear(area);
        judge.restart();
        for window in view.windows(triangle) {
            if let Some(candidate) = Candidate::of(view, points, &window, &area) {
                crowd.list.push(candidate);
            }
        }
        crowd.line_up();
        let mut ring = Ring { view, triangle, crowd, judge };
        for eight in &eights.list {
            let standing = contest.run(&mut ring, eight);
            for k in 0..eight.len {
                let at = eight.places[k];
                (self.costs[at], self.ids[at]) = if standing.is_sure(k) {
                    (standing.best[k] as f32, standing.number(k))
                } else {
                    pixel(map.answer(Point::new(eight.xs[k], eight.ys[k])))
                };
            }
        }
    }
}
