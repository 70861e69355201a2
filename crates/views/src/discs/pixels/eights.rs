//! The pixels of a triangle that have room, eight by eight.
//!
//! Eight pixels are worked on at once, so they should be near to each other and few lanes should be empty: rows are taken
//! in pairs, four columns of both at a time, to and fro, and what has no room is left out. So eight pixels are mostly a block
//! of four by two, also where a triangle is three pixels wide.
//!
//! Cost: its pixels.

use super::room::Room;
use crate::sample::packet::ROWS;
use crate::sample::spans::{Range32, Spans};
use wayfront_geometry::Point;

pub(super) const LANES: usize = 8;
pub(super) type Lanes = [f64; LANES];

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

    /// How far the values of a plane with some slope reach above and below the one at the middle.
    #[inline(always)]
    pub fn spread(&self, slope: Point) -> f64 {
        slope.x.abs() * self.half.x + slope.y.abs() * self.half.y
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

impl Eights {
    /// Takes the pixels of a triangle in a band. False if none of them has room.
    #[inline(always)]
    pub fn take(&mut self, spans: &Spans, band: Range32, centres: Centres, room: &Room) -> bool {
        self.list.clear();
        let [a, b, c] = spans.points;
        let triangle = [Side::of(a, b), Side::of(b, c), Side::of(c, a)];
        let sides = spans.sides();
        let (mut first, end) = (spans.rows.start.max(band.start), spans.rows.end.min(band.end));
        let mut is_back = false;
        let none = Range32 { start: i32::MAX, end: 0 };
        while first < end {
            let strip = Range32 { start: first, end: end.min(first + ROWS as i32) };
            let columns = sides.columns(strip, centres.xs.len());
            for k in (0..(strip.end - strip.start) as usize).step_by(2) {
                let row = strip.start + k as i32;
                let mut pair = [none; 2];
                for (j, part) in pair.iter_mut().enumerate().take((strip.end - row).min(2) as usize) {
                    let found = Range32 { start: columns.start[k + j], end: columns.end[k + j] };
                    if found.start < found.end {
                        *part = found;
                    }
                }
                self.take_pair(row, pair, is_back, centres, room, |column, row| {
                    let j = (row - strip.start) as usize;
                    let is_end = column == columns.start[j] || column + 1 == columns.end[j];
                    let mut is_on = false;
                    for side in &triangle {
                        is_on |= (is_end || side.is_level) && side.has(column, row);
                    }
                    is_on
                });
                is_back = !is_back;
            }
            first = strip.end;
        }
        self.finish()
    }

    /// Takes two rows, from left to right or back.
    #[inline(always)]
    fn take_pair(
        &mut self,
        row: i32,
        pair: [Range32; 2],
        is_back: bool,
        centres: Centres,
        room: &Room,
        is_on_side: impl Fn(i32, i32) -> bool,
    ) {
        let [low, high] = [pair[0].start.min(pair[1].start), pair[0].end.max(pair[1].end)];
        if low >= high {
            return;
        }
        let (first, last) = (low / COLUMNS, (high - 1) / COLUMNS);
        for k in 0..=last - first {
            let from = COLUMNS * if is_back { last - k } else { first + k };
            for (j, part) in pair.iter().enumerate() {
                let row = row + j as i32;
                for column in part.start.max(from)..part.end.min(from + COLUMNS) {
                    let place = room.place(row, column);
                    if room.is_free(place) {
                        self.push(
                            Point::new(centres.xs[column as usize], centres.ys[row as usize]),
                            place,
                            is_on_side(column, row),
                        );
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
            let (mut low, mut high) = (Point::new(eight.xs[0], eight.ys[0]), Point::new(eight.xs[0], eight.ys[0]));
            for k in 1..LANES {
                low = Point::new(low.x.min(eight.xs[k]), low.y.min(eight.ys[k]));
                high = Point::new(high.x.max(eight.xs[k]), high.y.max(eight.ys[k]));
            }
            eight.block = Block::around(low, high);
            all_low = Point::new(all_low.x.min(low.x), all_low.y.min(low.y));
            all_high = Point::new(all_high.x.max(high.x), all_high.y.max(high.y));
        }
        self.block = Block::around(all_low, all_high);
        true
    }
}
