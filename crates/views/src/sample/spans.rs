//! Which pixels lie in a triangle.
//!
//! A row crosses two sides; the pixels between them are the triangle's. Where a row crosses a side is computed from the
//! side's lower end, thus the same for the triangles on both sides: a pixel centre belongs to exactly one of them, also
//! if it lies on a side (then to the one on the right, or above).

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::packet::ROWS;
use super::tile::{Patch, Tile};
use std::ops::Range;
use wayfront_geometry::{Point, Raster};

/// The smallest whole number that is not below `x`.
#[inline(always)]
pub(crate) fn ceil(x: f64) -> i32 {
    // Saturating, and zero for NaN; without a call, on every processor.
    let whole = x as i32;
    whole.saturating_add(i32::from(f64::from(whole) < x))
}

/// Whole numbers from `low` on and below `high`, within `0..limit`.
#[inline(always)]
fn between(low: f64, high: f64, limit: usize) -> Range<i32> {
    let end = ceil(high).min(limit as i32);
    ceil(low).max(0).min(end)..end
}

/// A side as rows see it.
#[derive(Clone, Copy)]
struct Slope {
    low: Point,
    /// Columns per row.
    lean: f64,
}

impl Slope {
    #[inline(always)]
    fn of(p: Point, q: Point) -> Self {
        let (low, high) = if p.y < q.y { (p, q) } else { (q, p) };
        // A level side is crossed by no row: whatever it leans, it is not asked.
        Self { low, lean: (high.x - low.x) / (high.y - low.y) }
    }

    #[inline(always)]
    fn at(&self, row: i32) -> f64 {
        self.low.x + (f64::from(row) - self.low.y) * self.lean
    }
}

/// A triangle in units of pixels.
#[derive(Clone, Copy)]
pub(crate) struct Spans {
    /// Rows with pixels, perhaps.
    pub rows: Range32,
    /// Columns with pixels, perhaps.
    pub columns: Range32,
    pub points: [Point; 3],
    /// The world's point at the first column and row.
    pub first: Point,
    /// Bound on the size of coordinates, in pixels.
    pub farthest: f64,
}

/// A range that can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range32 {
    pub start: i32,
    pub end: i32,
}

impl From<Range<i32>> for Range32 {
    #[inline(always)]
    fn from(range: Range<i32>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

impl Spans {
    /// The triangle of three points of the world, or `None` if no pixel can lie in it.
    #[inline(always)]
    pub fn of(raster: &Raster, corners: [Point; 3]) -> Option<Self> {
        let points = corners.map(|p| raster.in_pixels(p));
        let [a, b, c] = points;
        let rows = between(a.y.min(b.y).min(c.y), a.y.max(b.y).max(c.y), raster.height());
        let columns = between(a.x.min(b.x).min(c.x), a.x.max(b.x).max(c.x), raster.width());
        let is_hit = !rows.is_empty() && !columns.is_empty();
        is_hit.then(|| {
            let first = raster.centre(columns.start as usize, rows.start as usize);
            let farthest = f64::from(rows.end) + f64::from(columns.end);
            Self { rows: rows.into(), columns: columns.into(), points, first, farthest }
        })
    }

    /// Pixels of the box around it.
    #[inline(always)]
    pub fn area(&self) -> i32 {
        (self.rows.end - self.rows.start).saturating_mul(self.columns.end - self.columns.start)
    }

    /// The triangle as a patch, counted from its first column and row.
    #[inline(always)]
    pub(super) fn patch(&self) -> Patch<3> {
        let (column, row) = (self.columns.start, self.rows.start);
        let corners = self.points.map(|p| [(p.x - f64::from(column)) as f32, (p.y - f64::from(row)) as f32]);
        let [a, b, c] = corners;
        let third = 1.0 / 3.0;
        let tile = Tile {
            first_column: 0.0,
            last_column: (self.columns.end - 1 - column) as f32,
            first_row: 0.0,
            last_row: (self.rows.end - 1 - row) as f32,
        };
        Patch { tile, centre: [(a[0] + b[0] + c[0]) * third, (a[1] + b[1] + c[1]) * third], corners }
    }

    /// The sides, to be asked for many rows at once.
    #[inline(always)]
    pub fn sides(&self) -> Sides {
        // From the lowest point on, counter-clockwise.
        let [a, b, c] = self.points;
        let [low, right, left] = if a.y <= b.y && a.y <= c.y {
            [a, b, c]
        } else if b.y <= c.y {
            [b, c, a]
        } else {
            [c, a, b]
        };
        // The upper side is on the left or on the right, as the higher of the other two points is.
        let is_left_higher = left.y > right.y;
        let (lower_left, lower_right, upper) = (Slope::of(low, left), Slope::of(low, right), Slope::of(left, right));
        let (bend, upper_left, upper_right) =
            if is_left_higher { (right.y, lower_left, upper) } else { (left.y, upper, lower_right) };
        Sides { bend: ceil(bend), lower: [lower_left, lower_right], upper: [upper_left, upper_right] }
    }
}

/// The left and the right side of a triangle, below its middle point and above.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    bend: i32,
    lower: [Slope; 2],
    upper: [Slope; 2],
}

/// Columns of the rows of a strip: where they start, and where they end.
#[derive(Clone, Copy)]
pub(crate) struct Columns {
    pub start: [i32; ROWS],
    pub end: [i32; ROWS],
}

impl Sides {
    /// The columns of up to [`ROWS`] rows; those of the others are empty.
    #[inline(always)]
    pub fn columns(&self, rows: Range32, width: usize) -> Columns {
        let start = self.crossings(0, rows.start, width);
        let end = self.crossings(1, rows.start, width);
        let mut columns = Columns { start, end };
        for k in 0..ROWS {
            let is_asked = (k as i32) < rows.end - rows.start;
            columns.end[k] = if is_asked { end[k] } else { 0 };
            columns.start[k] = if start[k] < columns.end[k] { start[k] } else { columns.end[k] };
        }
        columns
    }

    /// The first columns that are not left of a side, in [`ROWS`] rows.
    #[inline(always)]
    fn crossings(&self, side: usize, first: i32, width: usize) -> [i32; ROWS] {
        let (lower, upper, limit) = (self.lower[side], self.upper[side], width as f64);
        let mut columns = [0; ROWS];
        for k in 0..ROWS {
            let row = first + k as i32;
            let slope = if row < self.bend { lower } else { upper };
            let column = slope.at(row);
            let column = if column > 0.0 { column } else { 0.0 };
            columns[k] = ceil_small(if column < limit { column } else { limit });
        }
        columns
    }
}

/// [`ceil`] of a number that is not negative and less than 2^31, without a conversion: that would not become vectors.
#[inline(always)]
fn ceil_small(x: f64) -> i32 {
    // From here on, neighbouring numbers are a whole apart, and the last bits are the whole number itself.
    const WHOLE: f64 = (1u64 << 52) as f64;
    let near = (x + WHOLE) - WHOLE;
    let whole = if near < x { near + 1.0 } else { near };
    (whole + WHOLE).to_bits() as i32
}

impl Columns {
    /// From the first column of all rows to the last; empty if there is none.
    #[inline(always)]
    pub fn reach(&self) -> Range32 {
        let (mut start, mut end) = ([i32::MAX; ROWS], self.end);
        for k in 0..ROWS {
            start[k] = if self.start[k] < self.end[k] { self.start[k] } else { i32::MAX };
            end[k] = if self.start[k] < self.end[k] { self.end[k] } else { 0 };
        }
        let mut reach = Range32 { start: start[0], end: end[0] };
        for k in 1..ROWS {
            reach.start = reach.start.min(start[k]);
            reach.end = reach.end.max(end[k]);
        }
        reach
    }

    /// Those of a row that lie within a part.
    #[inline(always)]
    pub fn within(&self, k: usize, part: Range32) -> Range32 {
        Range32 { start: self.start[k % ROWS].max(part.start), end: self.end[k % ROWS].min(part.end) }
    }
}
