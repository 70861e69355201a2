//! Squares over a world, and which things lie near or in each.
//!
//! No [`CellGrid`](wayfront_domain::CellGrid): a point beside the box has the nearest square, by one clamp without a
//! branch, since every agent asks several times in every step.

use super::Wall;
use wayfront_geometry::{Bounds, Point};

/// Squares at most: 256 x 512.
const MOST: f64 = 131_072.0;

/// A grid of squares over a box.
#[derive(Clone, Debug)]
pub struct Squares {
    bounds: Bounds,
    side: f64,
    /// What times a length gives squares.
    per_metre: f64,
    columns: usize,
    rows: usize,
    /// The last column and row, as they are compared.
    last: [f64; 2],
}

impl Squares {
    /// Squares of half the reach, or larger where these would be too many.
    pub fn over(bounds: Bounds, reach: f64) -> Self {
        let (width, height) = (bounds.width().max(0.0), bounds.height().max(0.0));
        let least = (width * height / MOST).sqrt().max(width.max(height) / MOST);
        let side = (reach / 2.0).max(least).max(f64::MIN_POSITIVE);
        let last = [width, height].map(|length| (length / side).floor());
        let [columns, rows] = last.map(|last| last as usize + 1);
        Self { bounds, side, per_metre: 1.0 / side, columns, rows, last }
    }

    /// The square of a point: the nearest one, for points beside the box.
    #[inline]
    pub fn of(&self, p: Point) -> usize {
        let [column, row] = self.column_row(p);
        row * self.columns + column
    }

    #[inline]
    fn column_row(&self, p: Point) -> [usize; 2] {
        let apart = p - self.bounds.min;
        let [columns, rows] = self.last;
        [(apart.x, columns), (apart.y, rows)].map(|(v, last)| (v * self.per_metre).max(0.0).min(last) as u32 as usize)
    }

    fn centre(&self, column: usize, row: usize) -> Point {
        self.bounds.min + Point::new(column as f64 + 0.5, row as f64 + 0.5) * self.side
    }

    /// Half the diagonal of a square, and a bit for rounding.
    fn half_diagonal(&self) -> f64 {
        self.side * 0.7072
    }

    /// All squares of which some point lies within `reach` of the wall.
    pub fn near(&self, wall: Wall, reach: f64, visit: &mut dyn FnMut(usize)) {
        let far = reach + self.half_diagonal();
        self.each_in(Bounds::of(&[wall.from, wall.to]).grown(far), |square, centre| {
            if wall.nearest(centre).distance(centre) <= far {
                visit(square);
            }
        });
    }

    /// All squares that share a point with the triangle, and perhaps some beside it.
    pub fn touching(&self, triangle: &[Point; 3], visit: &mut dyn FnMut(usize)) {
        let [a, b, c] = *triangle;
        let far = self.half_diagonal();
        self.each_in(Bounds::of(triangle).grown(far), |square, centre| {
            let beside = |a: Point, b: Point| (b - a).cross(centre - a) < -far * (b - a).length();
            if !beside(a, b) && !beside(b, c) && !beside(c, a) {
                visit(square);
            }
        });
    }

    fn each_in(&self, bounds: Bounds, mut visit: impl FnMut(usize, Point)) {
        let (low, high) = (self.column_row(bounds.min), self.column_row(bounds.max));
        for row in low[1]..=high[1] {
            for column in low[0]..=high[0] {
                visit(row * self.columns + column, self.centre(column, row));
            }
        }
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.columns * self.rows
    }
}

/// The things of each square, in the order of their numbers.
///
/// Most squares have none. Only those with some are touched when lists are made anew, so that costs what there is to list,
/// however many squares there are.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Per square: where its list starts, and how long it is.
    spans: Vec<[u32; 2]>,
    /// Of all squares with some.
    things: Vec<u32>,
    /// The squares with some, and each pair of a square and a thing.
    touched: Vec<u32>,
    found: Vec<[u32; 2]>,
}

impl Lists {
    /// Anew for so many things, in the same memory.
    pub fn fill(&mut self, squares: &Squares, things: usize, squares_of: impl Fn(usize, &mut dyn FnMut(usize))) {
        let Self { spans, things: lists, touched, found } = self;
        if spans.len() == squares.count() {
            touched.iter().for_each(|&square| spans[square as usize] = [0; 2]);
        } else {
            spans.clear();
            spans.resize(squares.count(), [0; 2]);
        }
        touched.clear();
        found.clear();
        for k in 0..things {
            squares_of(k, &mut |square| {
                if spans[square][1] == 0 {
                    touched.push(square as u32);
                }
                spans[square][1] += 1;
                found.push([square as u32, k as u32]);
            });
        }
        let mut start = 0;
        for &square in touched.iter() {
            let span = &mut spans[square as usize];
            start += std::mem::replace(span, [start, 0])[1];
        }
        lists.clear();
        lists.resize(found.len(), 0);
        for &[square, thing] in found.iter() {
            let [start, length] = &mut spans[square as usize];
            lists[(*start + *length) as usize] = thing;
            *length += 1;
        }
    }

    /// Gives memory back that only [`Self::fill`] needs.
    pub fn shrink(&mut self) {
        self.found = Vec::new();
    }

    /// All lists, one after the other.
    pub fn all(&self) -> &[u32] {
        &self.things
    }

    /// The squares with some.
    pub fn touched(&self) -> &[u32] {
        &self.touched
    }

    /// Where the list of a square is in [`Self::all`].
    #[inline]
    pub fn span(&self, square: usize) -> std::ops::Range<usize> {
        let [start, length] = self.spans[square];
        start as usize..(start + length) as usize
    }

    /// Another place for the list of a square, in what it stands for.
    pub fn set_span(&mut self, square: usize, span: std::ops::Range<usize>) {
        self.spans[square] = [span.start as u32, span.len() as u32];
    }
}
