//! A coarse grid over the world: for each cell a triangle nearby, from which point location starts to walk.
//!
//! Triangles are drawn into the grid like into a picture: a cell belongs to the triangle that contains its centre. A
//! cell that rounding leaves out, or that lies among needles, takes its neighbour's. Linear in triangles and cells. Its
//! cells fill the bounds exactly and so are not quite square, unlike those of a [`CellGrid`](crate::CellGrid).

use crate::tables::faces::Face;
use serde::{Deserialize, Serialize};
use wayfront_geometry::{Bounds, Point};

/// No triangle yet.
const EMPTY: u32 = u32::MAX;
/// A triangle that spans this many rows of cells but little area is a needle: drawing it would cost more than it helps.
const NEEDLE_ROWS: f64 = 8.0;

/// A triangle for every cell of a grid over the world.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Grid {
    origin: Point,
    /// Cells per unit of length.
    scale: Point,
    columns: u32,
    rows: u32,
    starts: Vec<u32>,
}

impl Grid {
    /// About two cells for each triangle.
    pub(crate) fn over(bounds: &Bounds, faces: &[Face]) -> Self {
        let (columns, rows) = grid_shape(bounds, 2 * faces.len());
        let scale = Point::new(f64::from(columns) / bounds.width(), f64::from(rows) / bounds.height());
        let starts = vec![EMPTY; columns as usize * rows as usize];
        let mut grid = Self { origin: bounds.min, scale, columns, rows, starts };
        for (t, face) in faces.iter().enumerate() {
            grid.draw(t as u32, face);
        }
        grid.fill_gaps();
        grid
    }

    /// The same grid with other numbers for its triangles.
    pub(crate) fn renumbered(&self, number: &[u32]) -> Self {
        let starts = self.starts.iter().map(|&t| number[t as usize]).collect();
        Self { starts, ..*self }
    }

    /// The same grid in coordinates relative to another origin.
    pub(crate) fn relative_to(&self, origin: Point) -> Self {
        Self { origin: self.origin - origin, starts: self.starts.clone(), ..*self }
    }

    /// Every cell has one of so many triangles.
    pub(crate) fn is_within(&self, triangles: usize) -> bool {
        self.columns > 0
            && self.rows > 0
            && self.starts.len() == self.columns as usize * self.rows as usize
            && self.starts.iter().all(|&t| (t as usize) < triangles)
    }

    /// A triangle near `p`, which must be inside the bounds.
    #[inline]
    pub(crate) fn start(&self, p: Point) -> u32 {
        // Saturating casts; points are inside the bounds, so only the upper border needs care.
        let column = (((p.x - self.origin.x) * self.scale.x) as u32).min(self.columns - 1);
        let row = (((p.y - self.origin.y) * self.scale.y) as u32).min(self.rows - 1);
        self.starts[row as usize * self.columns as usize + column as usize]
    }

    /// Marks the cells whose centres lie in a triangle.
    fn draw(&mut self, triangle: u32, face: &Face) {
        // In units of cells, with centres at whole numbers.
        let corners = face.points.map(|p| {
            let q = p - self.origin;
            Point::new(q.x * self.scale.x - 0.5, q.y * self.scale.y - 0.5)
        });
        let [a, b, c] = corners;
        let low = a.y.min(b.y).min(c.y).ceil().max(0.0);
        let high = a.y.max(b.y).max(c.y).floor().min(f64::from(self.rows) - 1.0);
        if low > high || high - low > NEEDLE_ROWS && (b - a).cross(c - a) < high - low {
            return;
        }
        for row in low as u32..=high as u32 {
            let (from, to) = span_at(&corners, f64::from(row));
            let (from, to) = (from.ceil().max(0.0), to.floor().min(f64::from(self.columns) - 1.0));
            if from <= to {
                let start = row as usize * self.columns as usize;
                self.starts[start + from as usize..=start + to as usize].fill(triangle);
            }
        }
    }

    fn fill_gaps(&mut self) {
        let mut below = 0;
        for row in self.starts.chunks_mut(self.columns as usize) {
            let mut last = row.iter().copied().find(|&t| t != EMPTY).unwrap_or(below);
            for start in &mut *row {
                if *start == EMPTY {
                    *start = last;
                }
                last = *start;
            }
            below = row[0];
        }
    }
}

/// Where a horizontal line enters and leaves a triangle.
fn span_at(corners: &[Point; 3], y: f64) -> (f64, f64) {
    let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
    for k in 0..3 {
        let (p, q) = (corners[k], corners[if k == 2 { 0 } else { k + 1 }]);
        if (p.y <= y) != (q.y <= y) {
            let x = p.x + (q.x - p.x) * ((y - p.y) / (q.y - p.y));
            (from, to) = (from.min(x), to.max(x));
        }
    }
    (from, to)
}

/// Columns and rows of nearly square cells, about `cells` in all.
fn grid_shape(bounds: &Bounds, cells: usize) -> (u32, u32) {
    let (width, height) = (bounds.width(), bounds.height());
    if width.max(height) <= 0.0 {
        return (1, 1);
    }
    let cells = (cells as f64).clamp(1.0, 64e6);
    let columns = (cells * width / height).sqrt().clamp(1.0, cells);
    let rows = (cells / columns).clamp(1.0, cells);
    (columns.ceil() as u32, rows.ceil() as u32)
}
