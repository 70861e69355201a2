//! The pixels of a triangle that have room, eight by eight.
//!
//! Eight pixels are worked on at once, so they should be near to each other and few lanes should be empty: rows are taken
//! in pairs, four columns of both at a time, to and fro, and what has no room is left out. So eight pixels are mostly a block
//! of four by two, also where a triangle is three pixels wide.
//!
//! Cost: its pixels.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::room::Room;
use crate::sample::packet::ROWS;
use crate::sample::spans::{Range32, Spans};
use wayfront_geometry::Point;

pub(super) const LANES: usize = 8;
pub(super) type Lanes = [f64; LANES];

// Comparisons that become one instruction each, as `f64::min` does not.
#[inline(always)]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Pixels within which a centre lies on a side.
const ON_SIDE: f64 = 1e-7;

/// Columns that are taken from a row before the next row's.
const COLUMNS: i32 = 4;

/// The centres of columns and rows.
#[derive(Clone, Copy)]
pub(super) struct Centres<'a> {
    pub xs: &'a [f64],
    pub ys: &'a [f64],
}

/// A box: its middle and half its extent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    pub middle: Point,
    pub half: Point,
}

impl Block {
    fn around(low: Point, high: Point) -> Self {
        let middle = low.lerp(high, 0.5);
        // No less than to either end, whatever was rounded.
        let half = Point::new((high.x - middle.x).max(middle.x - low.x), (high.y - middle.y).max(middle.y - low.y));
        Self { middle, half }
    }

    /// Half its diagonal.
    #[inline(always)]
    pub fn reach(&self) -> f64 {
        self.half.dot(self.half).sqrt()
    }
}

/// Up to eight pixels near to each other. The lanes that are left repeat the last one.
#[derive(Clone, Debug)]
pub(super) struct Eight {
    pub xs: Lanes,
    pub ys: Lanes,
    /// Where they are in the band.
    pub places: [usize; LANES],
    /// They lie on a side of the triangle, and may be seen in the next one only: the map is asked.
    pub is_on_side: [bool; LANES],
    pub len: usize,
    pub block: Block,
}

/// The pixels of a triangle.
#[derive(Default)]
pub(super) struct Eights {
    pub list: Vec<Eight>,
    pub block: Block,
}

/// A side of a triangle, in pixels.
#[derive(Clone, Copy)]
struct Side {
    from: Point,
    along: Point,
    width: f64,
    /// It may have more pixels in a row than the first or the last.
    is_level: bool,
}

impl Side {
    #[inline(always)]
    fn of(from: Point, to: Point) -> Self {
        let along = to - from;
        Self { from, along, width: ON_SIDE * along.length(), is_level: along.y.abs() < 1.0 }
    }

    #[inline(always)]
    fn has(&self, column: i32, row: i32) -> bool {
        let at = Point::new(f64::from(column), f64::from(row));
        self.along.cross(at - self.from).abs() <= self.width
    }
}

/// A pixel lies on one of some sides.
#[inline(always)]
fn is_on(sides: &[Side], column: i32, row: i32) -> bool {
    let mut is_on = false;
    for side in sides {
        is_on |= side.has(column, row);
    }
    is_on
}

/// The pixels of a triangle in a row.
#[derive(Clone, Copy)]
struct Row {
    row: i32,
    columns: Range32,
    y: f64,
    /// Where column 0 is in the band.
    place: usize,
    /// The first and the last pixel lie on a side.
    is_on_side: [bool; 2],
}

impl Row {
    const NONE: Self =
        Self { row: 0, columns: Range32 { start: i32::MAX, end: 0 }, y: 0.0, place: 0, is_on_side: [false; 2] };
}

impl Eights {
    /// Takes the pixels of a triangle in a band. False if none of them has room.
    #[inline(always)]
    pub fn take(&mut self, spans: &Spans, band: Range32, centres: Centres, room: &Room) -> bool {
        self.list.clear();
        let [a, b, c] = spans.points;
        let triangle = [Side::of(a, b), Side::of(b, c), Side::of(c, a)];
        let is_level = triangle[0].is_level | triangle[1].is_level | triangle[2].is_level;
        let sides = spans.sides();
        let (mut first, end) = (spans.rows.start.max(band.start), spans.rows.end.min(band.end));
        let mut is_back = false;
        while first < end {
            let strip = Range32 { start: first, end: end.min(first + ROWS as i32) };
            let columns = sides.columns(strip, centres.xs.len());
            let mut pair = [Row::NONE; 2];
            for row in strip.start..strip.end {
                let k = (row - strip.start) as usize;
                let columns = Range32 { start: columns.start[k], end: columns.end[k] };
                pair[k % 2] = Row::NONE;
                if columns.start < columns.end {
                    let is_on_side = [is_on(&triangle, columns.start, row), is_on(&triangle, columns.end - 1, row)];
                    let (y, place) = (centres.ys[row as usize], room.place(row, 0));
                    pair[k % 2] = Row { row, columns, y, place, is_on_side };
                }
                if k % 2 == 1 || row + 1 == strip.end {
                    let sides = if is_level { &triangle[..] } else { &[] };
                    self.take_pair(&pair[..=k % 2], is_back, centres.xs, room, sides);
                    is_back = !is_back;
                }
            }
            first = strip.end;
        }
        self.finish()
    }

    /// Takes two rows, from left to right or back. Any pixel may lie on a level side.
    #[inline(always)]
    fn take_pair(&mut self, pair: &[Row], is_back: bool, xs: &[f64], room: &Room, sides: &[Side]) {
        let (mut low, mut high) = (i32::MAX, 0);
        for row in pair {
            (low, high) = (low.min(row.columns.start), high.max(row.columns.end));
        }
        if low >= high {
            return;
        }
        let (first, last) = (low / COLUMNS, (high - 1) / COLUMNS);
        for k in 0..=last - first {
            let from = COLUMNS * if is_back { last - k } else { first + k };
            for row in pair {
                for column in row.columns.start.max(from)..row.columns.end.min(from + COLUMNS) {
                    let place = row.place + column as usize;
                    if room.is_free(place) {
                        let is_on_side = (column == row.columns.start) & row.is_on_side[0]
                            | (column + 1 == row.columns.end) & row.is_on_side[1]
                            | (!sides.is_empty() && is_on(sides, column, row.row));
                        self.push(Point::new(xs[column as usize], row.y), place, is_on_side);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn push(&mut self, at: Point, place: usize, is_on_side: bool) {
        if let Some(eight) = self.list.last_mut()
            && eight.len < LANES
        {
            let k = eight.len;
            eight.xs[k] = at.x;
            eight.ys[k] = at.y;
            eight.places[k] = place;
            eight.is_on_side[k] = is_on_side;
            eight.len += 1;
        } else {
            self.list.push(Eight {
                xs: [at.x; LANES],
                ys: [at.y; LANES],
                places: [place; LANES],
                is_on_side: [is_on_side; LANES],
                len: 1,
                block: Block::default(),
            });
        }
    }

    /// Fills the lanes that are left, and finds the boxes. False if there are no pixels.
    #[inline(always)]
    fn finish(&mut self) -> bool {
        let Some(last) = self.list.last_mut() else { return false };
        for k in last.len..LANES {
            last.xs[k] = last.xs[last.len - 1];
            last.ys[k] = last.ys[last.len - 1];
        }
        let (mut all_low, mut all_high) =
            (Point::new(f64::INFINITY, f64::INFINITY), -Point::new(f64::INFINITY, f64::INFINITY));
        for eight in &mut self.list {
            let ([left, right], [lower, upper]) = (extent(&eight.xs), extent(&eight.ys));
            let (low, high) = (Point::new(left, lower), Point::new(right, upper));
            eight.block = Block::around(low, high);
            all_low = Point::new(all_low.x.min(low.x), all_low.y.min(low.y));
            all_high = Point::new(all_high.x.max(high.x), all_high.y.max(high.y));
        }
        self.block = Block::around(all_low, all_high);
        true
    }
}

/// The least and the greatest of eight numbers.
#[inline(always)]
fn extent(lanes: &Lanes) -> [f64; 2] {
    // In pairs, pairs of pairs and so on: vectors do that at once.
    let (mut low, mut high) = ([0.0; LANES / 2], [0.0; LANES / 2]);
    for k in 0..LANES / 2 {
        low[k] = lesser(lanes[k], lanes[k + LANES / 2]);
        high[k] = greater(lanes[k], lanes[k + LANES / 2]);
    }
    [
        lesser(lesser(low[0], low[2]), lesser(low[1], low[3])),
        greater(greater(high[0], high[2]), greater(high[1], high[3])),
    ]
}
