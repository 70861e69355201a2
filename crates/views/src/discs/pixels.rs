//! The pixels of a map for discs.
//!
//! 1. In a row of pixels the centres nearer to a segment than a distance lie side by side. So each outline paints one run of
//!    blocked pixels in each row that it comes near to, for a radius that is less by more than rounding.
//! 2. An outline with openings takes back what was painted near it: there the openings decide where there is room.
//! 3. Every other pixel asks the map. The triangle of the pixel before is where the search for its own begins.
//!
//! Invariant: costs and generators are the map's answers, on any number of threads. Cost: the outlines for each band of rows,
//! and a query for each pixel that is not painted.

use super::pixel;
use crate::sample::NO_GENERATOR;
use crate::sample::spans::ceil;
use rayon::prelude::*;
use std::ops::Range;
use wayfront_bodies::SceneMap;
use wayfront_domain::SideId;
use wayfront_geometry::{Cancel, Point, Raster, checkpoint};

/// Rows that are painted together.
const BAND: usize = 16;

/// Tolerance: Share of the radius and of a pixel within which rounding decides.
const DOUBT: f64 = 1e-9;

/// Costs and generators of all pixels.
pub(super) fn fill(map: &SceneMap, raster: &Raster, costs: &mut [f32], generators: &mut [u32]) {
    let outlines = Outlines::of(map, raster);
    let pixels = BAND * raster.width();
    let cancel = Cancel::here();
    let bands = costs.par_chunks_mut(pixels).zip(generators.par_chunks_mut(pixels)).enumerate();
    bands.for_each(|(k, band)| cancel.carry(|| fill_band(map, raster, k * BAND, &outlines, band)));
}

/// The pixels of some rows.
fn fill_band(
    map: &SceneMap,
    raster: &Raster,
    first: usize,
    outlines: &Outlines,
    (costs, generators): (&mut [f32], &mut [u32]),
) {
    let width = raster.width();
    let mut band = Band { raster, first, is_blocked: vec![false; costs.len()] };
    outlines.solid.iter().for_each(|&ends| band.paint(ends, outlines.least, true));
    outlines.opened.iter().for_each(|&ends| band.paint(ends, outlines.most, false));
    let rows = costs.chunks_mut(width).zip(generators.chunks_mut(width)).zip(band.is_blocked.chunks(width));
    for (row, ((costs, generators), is_blocked)) in (first..).zip(rows) {
        checkpoint();
        let mut near = map.domain().near(raster.centre(0, row));
        for column in 0..width {
            (costs[column], generators[column]) = if is_blocked[column] {
                (f32::NAN, NO_GENERATOR)
            } else {
                pixel(map.answer_near(raster.centre(column, row), &mut near))
            };
        }
    }
}

/// The outlines near which discs have no room.
#[derive(Debug, Default)]
struct Outlines {
    /// What is solid of them: surely no room is nearer than `least`.
    solid: Vec<[Point; 2]>,
    least: f64,
    /// Those with openings: beyond `most` they decide nothing.
    opened: Vec<[Point; 2]>,
    most: f64,
}

impl Outlines {
    fn of(map: &SceneMap, raster: &Raster) -> Self {
        let (domain, openings, radius) = (map.domain(), map.openings(), map.radius());
        let doubt = DOUBT * (radius + raster.pixel().x.max(raster.pixel().y)) + domain.rounding();
        let mut outlines = Self { least: radius - doubt, most: radius + doubt, ..Self::default() };
        if outlines.least <= 0.0 {
            return outlines;
        }
        for side in (0..3 * domain.free_triangles() as u32).map(SideId).filter(|&side| domain.twin(side).is_none()) {
            let whole = domain.side_points(side);
            outlines.solid.extend(openings.parts(domain, side));
            if !openings.is_empty() && openings.parts(domain, side).next() != Some(whole) {
                outlines.opened.push(whole);
            }
        }
        outlines
    }
}

/// The blocked pixels of some rows.
struct Band<'a> {
    raster: &'a Raster,
    first: usize,
    is_blocked: Vec<bool>,
}

impl Band<'_> {
    /// Paints the pixels nearer to a segment than a distance.
    fn paint(&mut self, [a, b]: [Point; 2], reach: f64, is_blocked: bool) {
        let Self { raster, first, .. } = *self;
        let row = |y: f64| raster.in_pixels(Point::new(0.0, y)).y;
        let end = first + self.is_blocked.len() / raster.width();
        let from = (ceil(row(a.y.min(b.y) - reach)).max(0) as usize).max(first);
        let to = (ceil(row(a.y.max(b.y) + reach)).saturating_add(1).max(0) as usize).min(end);
        let solid = Solid::of(a, b);
        for row in from..to {
            let columns = columns(raster, solid.nearer(raster.centre(0, row).y, reach));
            let start = (row - first) * raster.width();
            self.is_blocked[start..][columns].fill(is_blocked);
        }
    }
}

/// The columns whose centres lie between two places.
fn columns(raster: &Raster, [from, to]: [f64; 2]) -> Range<usize> {
    let column = |x: f64| (ceil(raster.in_pixels(Point::new(x, 0.0)).x).max(0) as usize).min(raster.width());
    let end = column(to);
    column(from).min(end)..end
}

/// Something solid, a segment.
struct Solid {
    a: Point,
    b: Point,
    /// Of length 1; 0 for a point.
    along: Point,
    length: f64,
}

impl Solid {
    fn of(a: Point, b: Point) -> Self {
        Self { a, b, along: (b - a).unit().unwrap_or_default(), length: a.distance(b) }
    }

    /// The places of a row that are nearer than a distance: from where to where.
    #[inline]
    fn nearer(&self, y: f64, reach: f64) -> [f64; 2] {
        let mut part = [f64::INFINITY, f64::NEG_INFINITY];
        let mut add = |[low, high]: [f64; 2]| {
            if low < high {
                part = [part[0].min(low), part[1].max(high)];
            }
        };
        for p in [self.a, self.b] {
            let off = y - p.y;
            if off.abs() < reach {
                let half = ((reach - off) * (reach + off)).sqrt();
                add([p.x - half, p.x + half]);
            }
        }
        // Beside the inside of the segment: between its ends, and on either side of its line.
        let (u, off) = (self.along, y - self.a.y);
        let foot = strip(u.x, off * u.y, 0.0, self.length);
        let height = strip(-u.y, off * u.x, -reach, reach);
        add([self.a.x + foot[0].max(height[0]), self.a.x + foot[1].min(height[1])]);
        part
    }
}

/// The numbers `x` for which `slope x + offset` lies between two others.
#[inline]
fn strip(slope: f64, offset: f64, low: f64, high: f64) -> [f64; 2] {
    if slope == 0.0 {
        return if offset > low && offset < high { [f64::NEG_INFINITY, f64::INFINITY] } else { [1.0, 0.0] };
    }
    let [x, y] = [(low - offset) / slope, (high - offset) / slope];
    [x.min(y), x.max(y)]
}
