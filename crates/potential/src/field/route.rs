//! Routes that arrive.
//!
//! A route follows the continuous [direction](PotentialMap::direction) in steps of half a cell. It is sure to arrive
//! because it is kept on a leash: every few steps it must have entered a cell that is strictly nearer to the goal than
//! all before. If it has not, or would leave the free cells, it returns to where it last was nearest and goes straight
//! to the [next](PotentialMap::next) cell, which is nearer. There are finitely many cells, so it ends; each leg stays in
//! two free cells that share a side, so it never touches a wall.

use super::map::PotentialMap;
use crate::unit::unit;
use wayfront_domain::{CellId, Guide, NoPath};
use wayfront_geometry::Point;

/// Length of a step, in cells.
const STEP: f64 = 0.5;
/// Steps within which the route must come nearer.
const LEASH: usize = 8;

impl PotentialMap {
    /// The route from a point, for as long as it is asked for points; the first is `p`.
    fn legs(&self, p: Point, cell: CellId) -> Vec<Point> {
        let mut route = vec![p];
        let mut nearest = cell;
        if self.grid.cell_of(p) != Some(cell) {
            route.push(self.grid.centre(cell));
        }
        while let Some(next) = self.next(nearest) {
            let kept = route.len();
            let from = route[kept - 1]; // never empty
            match self.follow(from, nearest, &mut route) {
                Some(nearer) => nearest = nearer,
                None => {
                    route.truncate(kept);
                    route.push(self.grid.centre(next));
                    nearest = next;
                }
            }
        }
        let last = route[route.len() - 1];
        let end = self.end_of(nearest, last);
        if end != last {
            route.push(end);
        }
        route
    }

    /// Steps along the direction until a cell nearer than `nearest` is entered.
    fn follow(&self, mut at: Point, nearest: CellId, route: &mut Vec<Point>) -> Option<CellId> {
        let mut cell = nearest;
        for _ in 0..LEASH {
            let direction = unit(self.blended(at))?;
            let to = at + direction * (STEP * self.grid.cell());
            cell = self.stepped(cell, to)?;
            route.push(to);
            at = to;
            if self.log_q[cell.index()] > self.log_q[nearest.index()] {
                return Some(cell);
            }
        }
        None
    }

    /// The cell of `to`, half a cell or less away from a point in `cell`, if the step stays in free cells.
    fn stepped(&self, cell: CellId, to: Point) -> Option<CellId> {
        let reached = self.grid.cell_of(to).filter(|&cell| self.is_reached(cell))?;
        let [from, into] = [cell, reached].map(|cell| self.grid.column_row(cell));
        // Across a corner both cells beside it must be free.
        let corner = [[from[0], into[1]], [into[0], from[1]]];
        let is_open = |[column, row]: [usize; 2]| self.grid.is_free_cell(column as isize, row as isize);
        corner.into_iter().all(is_open).then_some(reached)
    }
}

impl Guide for PotentialMap {
    /// -ln (1 - p) at the point, blended between cells: 0 at goals, growing with the distance from them.
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        let cell = self.cell_for(p)?;
        let blended = self.blended_depth(p);
        Ok(if blended.is_finite() { blended.max(0.0) } else { self.depth(cell) })
    }

    /// A point half a cell on, or the goal.
    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        let cell = self.cell_for(p)?;
        let Some(next) = self.next(cell) else { return Ok(self.end_of(cell, p)) };
        if self.grid.cell_of(p) != Some(cell) {
            return Ok(self.grid.centre(cell));
        }
        let mut steps = Vec::new();
        let nearer = self.follow(p, cell, &mut steps);
        Ok(if nearer.is_some() { steps[0] } else { self.grid.centre(next) })
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let cell = self.cell_for(p)?;
        Ok(self.legs(p, cell))
    }
}
