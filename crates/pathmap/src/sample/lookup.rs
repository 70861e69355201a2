//! Answers from pixels and the table of generators alone.

use super::{NO_GENERATOR, Sample};
use crate::front::GeneratorId;
use crate::map::Answer;
use wayfront_domain::{Guide, NoWay};
use wayfront_geometry::Point;

impl Sample {
    /// Everything the sample knows about a point: it goes straight to the generator of its pixel.
    ///
    /// At the centre of a pixel that is the exact answer. Elsewhere, where the way to the centre is free, the cost is at
    /// most a pixel's diagonal above the exact one; it may be below it only where the generator is hidden by a corner
    /// within the pixel. A wall that crosses a pixel is not seen: points beyond it get the answer of the centre's side.
    ///
    /// A point in a blocked pixel takes the generator of the nearest of the eight pixels around it that has one, so that
    /// walkers along a wall are led too.
    ///
    /// # Errors
    /// If the pixel and its neighbours are blocked, or no source can be reached from them, or the point lies outside the
    /// raster.
    pub fn answer(&self, p: Point) -> Result<Answer, NoWay> {
        let id = self.generator_at(p)?;
        Ok(Answer {
            cost: self.table.cost(id, p),
            aim: self.table.aim(id, p),
            generator: GeneratorId(id),
            source: self.table.source(id),
        })
    }

    /// The whole way from `p` to its source, into the memory of an earlier one. Returns its cost.
    ///
    /// # Errors
    /// If there is no way from `p`; then the route is empty.
    #[inline]
    pub fn route_into(&self, p: Point, route: &mut Vec<Point>) -> Result<f64, NoWay> {
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
    fn generator_at(&self, p: Point) -> Result<u32, NoWay> {
        let (column, row) = self.raster.pixel_at(p).ok_or(NoWay::Blocked)?;
        let pixel = row * self.raster.width() + column;
        match self.generators[pixel] {
            NO_GENERATOR if self.costs[pixel].is_nan() => self.generator_beside(p, column, row),
            NO_GENERATOR => Err(NoWay::Unreachable),
            id => Ok(id),
        }
    }

    #[cold]
    fn generator_beside(&self, p: Point, column: usize, row: usize) -> Result<u32, NoWay> {
        let (width, height) = (self.raster.width(), self.raster.height());
        let mut nearest = (f64::INFINITY, Err(NoWay::Blocked));
        for row in row.saturating_sub(1)..(row + 2).min(height) {
            for column in column.saturating_sub(1)..(column + 2).min(width) {
                let pixel = row * width + column;
                let id = self.generators[pixel];
                if id == NO_GENERATOR {
                    if self.costs[pixel].is_infinite() && nearest.1.is_err() {
                        nearest.1 = Err(NoWay::Unreachable);
                    }
                    continue;
                }
                let distance = self.raster.centre(column, row).distance(p);
                if distance < nearest.0 {
                    nearest = (distance, Ok(id));
                }
            }
        }
        nearest.1
    }
}

/// As [`Sample::answer`].
impl Guide for Sample {
    #[inline]
    fn cost(&self, p: Point) -> Result<f64, NoWay> {
        self.generator_at(p).map(|id| self.table.cost(id, p))
    }

    #[inline]
    fn aim(&self, p: Point) -> Result<Point, NoWay> {
        self.generator_at(p).map(|id| self.table.aim(id, p))
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoWay> {
        let mut route = Vec::new();
        self.route_into(p, &mut route)?;
        Ok(route)
    }
}
