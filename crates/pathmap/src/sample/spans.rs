//! Which pixels lie in a triangle.
//!
//! A row crosses two sides; the pixels between them are the triangle's. Where a row crosses a side is computed from the
//! side's lower end, thus the same for the triangles on both sides: a pixel centre belongs to exactly one of them, also
//! if it lies on a side (then to the one on the right, or above).

use super::raster::Raster;
use std::ops::Range;
use wayfront_geometry::Point;

/// The smallest whole number that is not below `x`.
#[inline(always)]
pub(super) fn ceil(x: f64) -> i32 {
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
pub(super) struct Spans {
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
pub(super) struct Range32 {
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

    /// The sides, to be asked row by row.
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
pub(super) struct Sides {
    bend: i32,
    lower: [Slope; 2],
    upper: [Slope; 2],
}

impl Sides {
    /// The columns of a row.
    #[inline(always)]
    pub fn columns(&self, row: i32, width: usize) -> Range32 {
        let [left, right] = if row < self.bend { self.lower } else { self.upper };
        between(left.at(row), right.at(row), width).into()
    }
}
