//! Which discs are near a place: squares of the plane as on the processor, sorted by rows, so that three neighbours in a row
//! follow each other.

use wayfront_geometry::Point;

/// Tolerance: Side of the squares at least: windows of no extent must not divide by 0.
const SMALLEST_SQUARE: f64 = 1e-9;

/// Discs in the order of their squares. Kept from frame to frame.
#[derive(Debug, Default)]
pub struct Squares {
    side: f64,
    /// Row and column of the square, and the disc.
    sorted: Vec<([i64; 2], usize)>,
}

impl Squares {
    pub fn sort(&mut self, side: f64, centres: impl Iterator<Item = Point>) {
        self.side = side.max(SMALLEST_SQUARE);
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.clear();
        sorted.extend(centres.enumerate().map(|(k, centre)| (self.square_of(centre), k)));
        sorted.sort_unstable();
        self.sorted = sorted;
    }

    fn square_of(&self, p: Point) -> [i64; 2] {
        [p.y, p.x].map(|v| (v / self.side).floor() as i64)
    }

    pub fn order(&self) -> impl Iterator<Item = usize> + '_ {
        self.sorted.iter().map(|entry| entry.1)
    }

    /// The discs of the nine squares around a place, in the sorted order: for each row from and to.
    pub fn spans(&self, p: Point) -> [[u32; 2]; 3] {
        let [row, column] = self.square_of(p);
        [-1, 0, 1].map(|up| {
            let from =
                self.sorted.partition_point(|entry| entry.0 < [row.saturating_add(up), column.saturating_sub(1)]);
            let to = self.sorted[from..]
                .partition_point(|entry| entry.0 <= [row.saturating_add(up), column.saturating_add(1)]);
            [from as u32, (from + to) as u32]
        })
    }
}
