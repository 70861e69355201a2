//! Which pixels have room: those that are no nearer to anything solid than the radius.
//!
//! In a row the places nearer to a segment than a distance are side by side, so each solid paints a run of pixels for each
//! row that it comes near to. Runs for a radius that is a little less are surely blocked, for one a little more perhaps.

use crate::sample::spans::{Range32, ceil};
use wayfront_domain::SideId;
use wayfront_geometry::{Point, Raster};
use wayfront_pathmap::view::DiscView;

/// There is room.
const FREE: u8 = 0;
/// There is none.
const BLOCKED: u8 = 1;
/// Rounding decides.
const DOUBTFUL: u8 = 2;

/// Pixels that are passed over at once.
const PART: usize = 256;

/// Share of the radius and of a pixel within which rounding decides.
const DOUBT: f64 = 1e-9;

/// What leaves no room.
#[derive(Debug, Default)]
pub(super) struct Outlines {
    solid: Vec<[Point; 2]>,
    /// Outlines with openings. What lies behind one is in nobody's way, however near: near these the map is asked.
    opened: Vec<[Point; 2]>,
}

impl Outlines {
    pub fn of(view: DiscView) -> Self {
        let (domain, openings) = (view.domain(), view.openings());
        let mut outlines = Self::default();
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

/// The pixels of some rows.
#[derive(Debug, Default)]
pub(super) struct Room {
    width: usize,
    first: i32,
    states: Vec<u8>,
}

impl Room {
    /// Paints what outlines leave no room for.
    pub fn paint(&mut self, raster: &Raster, rows: Range32, outlines: &Outlines, radius: f64, rounding: f64) {
        self.width = raster.width();
        self.first = rows.start;
        self.states.clear();
        self.states.resize(self.width * (rows.end - rows.start).max(0) as usize, FREE);
        let doubt = DOUBT * (radius + raster.pixel().x.max(raster.pixel().y)) + rounding;
        let (most, least) = (radius + doubt, radius - doubt);
        for &ends in &outlines.solid {
            self.each_row(raster, rows, ends, most, |room, row, y, outer, solid| {
                let inner = room.columns(raster, solid.nearer(y, least));
                room.mark(row, outer, inner);
            });
        }
        for &ends in &outlines.opened {
            self.each_row(raster, rows, ends, most, |room, row, _, outer, _| room.row(row, outer).fill(DOUBTFUL));
        }
    }

    /// The rows and columns nearer to an outline than a distance.
    fn each_row(
        &mut self,
        raster: &Raster,
        rows: Range32,
        [a, b]: [Point; 2],
        reach: f64,
        mut paint: impl FnMut(&mut Self, i32, f64, Range32, &Solid),
    ) {
        let low = raster.in_pixels(Point::new(0.0, a.y.min(b.y) - reach)).y;
        let high = raster.in_pixels(Point::new(0.0, a.y.max(b.y) + reach)).y;
        let solid = Solid::of(a, b);
        for row in ceil(low).max(rows.start)..ceil(high).saturating_add(1).min(rows.end) {
            let y = raster.centre(0, row as usize).y;
            let columns = self.columns(raster, solid.nearer(y, reach));
            if columns.start < columns.end {
                paint(self, row, y, columns, &solid);
            }
        }
    }

    /// The columns whose centres lie between two places.
    fn columns(&self, raster: &Raster, [from, to]: [f64; 2]) -> Range32 {
        let column = |x: f64| raster.in_pixels(Point::new(x, 0.0)).x;
        let end = ceil(column(to)).min(self.width as i32);
        Range32 { start: ceil(column(from)).max(0), end }
    }

    fn mark(&mut self, row: i32, outer: Range32, inner: Range32) {
        let inner = if inner.start < inner.end { inner } else { Range32 { start: outer.end, end: outer.end } };
        for rim in [Range32 { start: outer.start, end: inner.start }, Range32 { start: inner.end, end: outer.end }] {
            for state in self.row(row, rim) {
                if *state == FREE {
                    *state = DOUBTFUL;
                }
            }
        }
        self.row(row, inner).fill(BLOCKED);
    }

    fn row(&mut self, row: i32, columns: Range32) -> &mut [u8] {
        let first = (row - self.first) as usize * self.width;
        &mut self.states[first + columns.start as usize..first + columns.end as usize]
    }

    /// The pixels where rounding decides, as columns and rows: few, so many are passed over at once.
    pub fn doubtful(&self) -> impl Iterator<Item = (usize, usize)> {
        let parts = self.states.chunks(PART).enumerate().filter(|(_, part)| {
            let most = part.iter().fold(0, |most, &state| if state > most { state } else { most });
            most >= DOUBTFUL
        });
        parts.flat_map(|(k, part)| {
            let doubtful = part.iter().enumerate().filter(|&(_, &state)| state == DOUBTFUL);
            doubtful.map(move |(j, _)| PART * k + j).map(|k| (k % self.width, self.first as usize + k / self.width))
        })
    }

    /// Where a pixel is in the band.
    #[inline(always)]
    pub fn place(&self, row: i32, column: i32) -> usize {
        (row - self.first) as usize * self.width + column as usize
    }

    /// There is room in some place of the band.
    #[inline(always)]
    pub fn is_free(&self, place: usize) -> bool {
        self.states[place] == FREE
    }
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
