//! The direction of descent at any point, continuous over the whole grid.
//!
//! At the centre of a cell it is the direction in which q grows fastest, from the differences of its neighbours (the
//! papers' equation 3.4, taken relative to the cell so that no distance makes it vanish). In between, the directions of
//! the four nearest centres are blended. Wall cells point out of the wall, so that agents beside them are turned away.

use super::map::PotentialMap;
use crate::unit::unit;
use wayfront_domain::{CellId, NoPath};
use wayfront_geometry::Point;

impl PotentialMap {
    /// The direction of steepest descent at a point, of length 1; zero at a goal.
    ///
    /// # Errors
    /// If the point is blocked, or no goal can be reached.
    pub fn direction(&self, p: Point) -> Result<Point, NoPath> {
        let cell = self.cell_for(p)?;
        let blended = self.blended(p);
        Ok(unit(blended).or_else(|| unit(self.towards_next(cell, p))).unwrap_or_default())
    }

    /// The blend of the directions around; shorter than 1 where they disagree.
    pub(crate) fn blended(&self, p: Point) -> Point {
        self.around(p).into_iter().fold(Point::default(), |sum, ([column, row], weight)| {
            if weight == 0.0 { sum } else { sum + self.centre_direction(column, row) * weight }
        })
    }

    /// -ln q at a point, blended from the four nearest centres.
    pub(crate) fn blended_depth(&self, p: Point) -> f64 {
        let log_q = |[column, row]: [isize; 2]| {
            self.grid.cell_at(column, row).map_or(f64::NEG_INFINITY, |cell| self.log_q[cell.index()])
        };
        let around = self.around(p).map(|(place, weight)| (log_q(place), weight));
        let most = around.iter().filter(|a| a.1 > 0.0).map(|a| a.0).fold(f64::NEG_INFINITY, f64::max);
        if most == f64::NEG_INFINITY {
            return f64::INFINITY;
        }
        let sum: f64 = around.iter().map(|(log_q, weight)| weight * (log_q - most).exp()).sum();
        -(most + sum.ln())
    }

    /// The four cells whose centres are nearest, and their weights.
    fn around(&self, p: Point) -> [([isize; 2], f64); 4] {
        let at = (p - self.grid.origin()) * (1.0 / self.grid.cell()) - Point::new(0.5, 0.5);
        let (column, row) = (at.x.floor(), at.y.floor());
        let (u, v) = (at.x - column, at.y - row);
        let (column, row) = (column as isize, row as isize);
        [
            ([column, row], (1.0 - u) * (1.0 - v)),
            ([column + 1, row], u * (1.0 - v)),
            ([column, row + 1], (1.0 - u) * v),
            ([column + 1, row + 1], u * v),
        ]
    }

    /// The direction at the centre of a cell: of length 1, or 0 at goals and deep in walls.
    fn centre_direction(&self, column: isize, row: isize) -> Point {
        let log_q = |dx: isize, dy: isize| {
            self.grid.cell_at(column + dx, row + dy).map_or(f64::NEG_INFINITY, |cell| self.log_q[cell.index()])
        };
        if log_q(0, 0) == 0.0 {
            return Point::default();
        }
        let [left, right, below, above] = [log_q(-1, 0), log_q(1, 0), log_q(0, -1), log_q(0, 1)];
        let most = left.max(right).max(below).max(above);
        if most == f64::NEG_INFINITY {
            return Point::default();
        }
        let q = |log: f64| (log - most).exp();
        unit(Point::new(q(right) - q(left), q(above) - q(below))).unwrap_or_default()
    }

    /// From a point to the centre of the next cell.
    pub(crate) fn towards_next(&self, cell: CellId, p: Point) -> Point {
        self.next(cell).map_or(Point::default(), |next| self.grid.centre(next) - p)
    }
}
