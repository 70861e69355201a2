//! Points at which maps are asked.

use super::SEED;
use wayfront::world::Random;
use wayfront::{Domain, Point};

/// Random points of the free space.
pub fn questions(domain: &Domain, count: usize) -> Vec<Point> {
    let mut random = Random::new(SEED);
    let bounds = domain.bounds();
    let anywhere = std::iter::repeat_with(|| {
        Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y))
    });
    anywhere.filter(|&at| domain.contains(at)).take(count).collect()
}
