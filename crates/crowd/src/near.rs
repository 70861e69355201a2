//! Who is near whom: squares of the plane, filled by a counting sort at each step.
//!
//! The walkers of a square stand one after the other, in the order of their slots, with their positions beside them: a
//! question reads a few short runs of memory. Linear time to fill; the order is the same every time.

use crate::Flock;
use wayfront_geometry::{Bounds, Point};

/// Squares for each walker at most: a crowd that is scattered over a large world gets larger squares instead.
const SQUARES_PER_WALKER: usize = 4;

/// Who is near whom.
#[derive(Clone, Debug)]
pub struct Near {
    reach: f64,
    square: f64,
    origin: Point,
    columns: usize,
    rows: usize,
    /// Where each square's walkers begin; one more at the end.
    starts: Vec<u32>,
    slots: Vec<u32>,
    points: Vec<Point>,
}

impl Near {
    /// For questions about `reach` around; farther ones are answered too.
    #[must_use]
    pub fn new(reach: f64) -> Self {
        let (starts, slots, points) = (vec![0, 0], Vec::new(), Vec::new());
        Self { reach, square: 1.0, origin: Point::new(0.0, 0.0), columns: 1, rows: 1, starts, slots, points }
    }

    /// Looks where everybody is now.
    pub fn rebuild(&mut self, flock: &Flock) {
        self.lay_squares(flock);
        let squares = self.columns * self.rows;
        self.starts.clear();
        self.starts.resize(squares + 1, 0);
        let of: Vec<u32> = flock.position().iter().map(|&p| self.square_of(p) as u32).collect();
        of.iter().for_each(|&square| self.starts[square as usize] += 1);
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.slots.resize(flock.len(), 0);
        // From the last slot on, each start sinks to where its square begins.
        for (slot, &square) in of.iter().enumerate().rev() {
            let start = &mut self.starts[square as usize];
            *start -= 1;
            self.slots[*start as usize] = slot as u32;
        }
        self.points.clear();
        self.points.extend(self.slots.iter().map(|&slot| flock.position()[slot as usize]));
    }

    /// Calls `found` with the slots of all walkers whose centres lie within `distance` of `p`.
    pub fn around(&self, _flock: &Flock, p: Point, distance: f64, mut found: impl FnMut(usize)) {
        let low = self.column_row(p - Point::new(distance, distance));
        let high = self.column_row(p + Point::new(distance, distance));
        for row in low[1]..=high[1] {
            let from = self.starts[row * self.columns + low[0]] as usize;
            let to = self.starts[row * self.columns + high[0] + 1] as usize;
            for k in from..to {
                let apart = self.points[k] - p;
                if apart.dot(apart) <= distance * distance {
                    found(self.slots[k] as usize);
                }
            }
        }
    }

    fn lay_squares(&mut self, flock: &Flock) {
        let bounds = Bounds::of(flock.position());
        let (width, height) = if bounds.is_empty() { (0.0, 0.0) } else { (bounds.width(), bounds.height()) };
        self.origin = if bounds.is_empty() { Point::new(0.0, 0.0) } else { bounds.min };
        let most = SQUARES_PER_WALKER * flock.len() + 16;
        self.square = self.reach.max(f64::MIN_POSITIVE);
        let count = |square: f64| (width / square + 1.0).floor() * (height / square + 1.0).floor();
        if count(self.square) > most as f64 {
            let longest = width.max(height);
            self.square = (width * height / most as f64).sqrt().max(longest / most as f64) * 2.0;
        }
        self.columns = (width / self.square) as usize + 1;
        self.rows = (height / self.square) as usize + 1;
    }

    /// The square of a point, or the nearest one: points outside belong to the margin.
    fn column_row(&self, p: Point) -> [usize; 2] {
        let apart = p - self.origin;
        // A cast takes what is below zero, and what is no number, to zero.
        let column = (apart.x / self.square) as usize;
        let row = (apart.y / self.square) as usize;
        [column.min(self.columns - 1), row.min(self.rows - 1)]
    }

    fn square_of(&self, p: Point) -> usize {
        let [column, row] = self.column_row(p);
        row * self.columns + column
    }
}
