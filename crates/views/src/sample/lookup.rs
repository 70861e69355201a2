//! Answers from pixels and the table of generators alone.

use super::{NO_GENERATOR, Sample};
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;
use wayfront_pathmap::{Answer, GeneratorId};

impl Sample {
    /// Everything the sample knows about a point: it goes straight to the generator of its pixel.
    ///
    /// At the centre of a pixel that is the exact answer. Elsewhere, where the path to the centre is free, the cost is at
    /// most a pixel's diagonal above the exact one; it may be below it only where the generator is hidden by a corner
    /// within the pixel. A wall that crosses a pixel is not seen: points beyond it get the answer of the centre's side.
    ///
    /// A point in a blocked pixel takes the generator of the nearest of the eight pixels around it that has one, so that
    /// agents along a wall are led too.
    ///
    /// # Errors
    /// If no source can be reached from the pixel; if it and its neighbours are blocked or cannot reach a source; if the
    /// point lies outside the raster.
    pub fn answer(&self, p: Point) -> Result<Answer, NoPath> {
        let id = self.generator_at(p)?;
        Ok(Answer {
            cost: self.table.cost(id, p),
            aim: self.table.aim(id, p),
            generator: GeneratorId(id),
            source: self.table.source(id),
        })
    }

    /// The whole route from `p` to its source, into the memory of an earlier one. Returns its cost.
    ///
    /// # Errors
    /// If there is no path from `p`; then the route is empty.
    #[inline]
    pub fn route_into(&self, p: Point, route: &mut Vec<Point>) -> Result<f64, NoPath> {
        route.clear();
        let first = self.generator_at(p)?;
        route.push(p);
        let (mut at, mut next) = (p, Some(first));
        while let Some(id) = next {
            let aim = self.table.aim(id, at);
            if aim != at {
                route.push(aim);
            }
            at = aim;
            next = self.table.parent(id);
        }
        Ok(self.table.cost(first, p))
    }

    /// The generator of the pixel at `p`, or of the nearest beside it.
    #[inline]
    fn generator_at(&self, p: Point) -> Result<u32, NoPath> {
        let (column, row) = self.raster.pixel_at(p).ok_or(NoPath::Blocked)?;
        match self.generators[row * self.raster.width() + column] {
            NO_GENERATOR => self.generator_beside(p, column, row),
            id => Ok(id),
        }
    }

    /// The generator of the nearest of the pixels around one that has none.
    fn generator_beside(&self, p: Point, column: usize, row: usize) -> Result<u32, NoPath> {
        let (width, height) = (self.raster.width(), self.raster.height());
        let columns = column.saturating_sub(1)..(column + 2).min(width);
        let rows = row.saturating_sub(1)..(row + 2).min(height);
        let ids = |row: usize| &self.generators[row * width + columns.start..row * width + columns.end];
        // Most blocked pixels are deep in an obstacle.
        let is_deep = rows.clone().all(|row| ids(row).iter().all(|&id| id == NO_GENERATOR));
        if !self.costs[row * width + column].is_nan() {
            return Err(NoPath::Unreachable);
        }
        if is_deep {
            return Err(NoPath::Blocked);
        }
        let beside =
            rows.flat_map(|row| ids(row).iter().zip(columns.clone()).map(move |(&id, column)| (id, column, row)));
        let distance = |column, row| self.raster.centre(column, row).distance(p);
        beside
            .filter(|&(id, ..)| id != NO_GENERATOR)
            .min_by(|a, b| distance(a.1, a.2).total_cmp(&distance(b.1, b.2)))
            .map(|(id, ..)| id)
            .ok_or(NoPath::Blocked)
    }
}

/// As [`Sample::answer`].
impl Guide for Sample {
    #[inline]
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        self.generator_at(p).map(|id| self.table.cost(id, p))
    }

    #[inline]
    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        self.generator_at(p).map(|id| self.table.aim(id, p))
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let mut route = Vec::new();
        self.route_into(p, &mut route)?;
        Ok(route)
    }
}
