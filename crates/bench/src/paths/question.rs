//! Points at which maps are asked, each with the triangle that it lies in.

use super::SEED;
use wayfront::domain::{Spot, TriangleId};
use wayfront::world::Random;
use wayfront::{Domain, Point};

/// A point and the triangle it lies in.
#[derive(Clone, Copy)]
pub struct Question {
    pub at: Point,
    pub triangle: TriangleId,
}

pub fn located(domain: &Domain, at: Point) -> Option<Question> {
    let triangle = match domain.locate(at)? {
        Spot::Inside(triangle) => triangle,
        // Any triangle that the point belongs to will do.
        Spot::On(side) => side.triangle(),
        Spot::At(corner) => domain.first_side(corner).triangle(),
    };
    Some(Question { at, triangle })
}

/// Random points of the free space.
pub fn questions(domain: &Domain, count: usize) -> Vec<Question> {
    let mut random = Random::new(SEED);
    let bounds = domain.bounds();
    let anywhere = std::iter::repeat_with(|| {
        Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y))
    });
    anywhere.filter_map(|at| located(domain, at)).take(count).collect()
}
