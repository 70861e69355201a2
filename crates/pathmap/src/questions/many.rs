//! Many questions at once: asked place by place, so that what one has read is still at hand for the next.
//!
//! A question to a large map mostly waits for memory, since the last one was about another end of the world. Triangles
//! are numbered along Hilbert's curve, and so is all that belongs to them: questions are sorted by the numbers of
//! triangles nearby. A counting sort, linear in questions.

use crate::map::PathMap;
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;

/// Questions that are worth being sorted.
const MANY: usize = 512;
/// Places that are told from each other, per question: more do not find more at hand.
const PLACES: usize = 4;

impl PathMap {
    /// [`cost`](Guide::cost) of many points: the same answers, on large maps about twice as fast.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wayfront_domain::{Domain, Guide};
    /// use wayfront_geometry::Point;
    /// use wayfront_pathmap::PathMap;
    ///
    /// let world = wayfront_world::builtin("two-rooms").unwrap();
    /// let domain = Arc::new(Domain::without_doors(&world).unwrap());
    /// let map = PathMap::new(domain, &world.sources).unwrap();
    /// let points = [Point::new(1.0, 2.0), Point::new(3.0, 1.0)];
    /// assert_eq!(map.costs(&points), points.map(|p| map.cost(p)));
    /// ```
    #[must_use]
    pub fn costs(&self, points: &[Point]) -> Vec<Result<f64, NoPath>> {
        if points.len() < MANY {
            return points.iter().map(|&p| self.cost(p)).collect();
        }
        let mut costs = vec![Err(NoPath::Blocked); points.len()];
        let near: Vec<u32> = points.iter().map(|&p| self.domain().near(p).0).collect();
        for k in by_place(&near, self.domain().triangle_count()) {
            costs[k as usize] = self.cost(points[k as usize]);
        }
        costs
    }
}

/// The numbers of all questions, place by place: `near` of each is below `most`.
fn by_place(near: &[u32], most: usize) -> Vec<u32> {
    let mut shift = 0;
    while most >> shift > PLACES * near.len() {
        shift += 1;
    }
    let mut starts = vec![0_u32; (most >> shift) + 2];
    for place in near {
        starts[(place >> shift) as usize + 1] += 1;
    }
    let mut start = 0;
    for count in &mut starts {
        start += *count;
        *count = start;
    }
    let mut order = vec![0; near.len()];
    for (k, place) in (0..).zip(near) {
        let slot = &mut starts[(place >> shift) as usize];
        order[*slot as usize] = k;
        *slot += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::Random;

    #[test]
    fn every_question_has_its_turn_near_its_neighbours() {
        let mut random = Random::new(5);
        for most in [1, 7, 1_000, 4_096, 400_000] {
            let near: Vec<u32> = (0..3_000).map(|_| random.below(most) as u32).collect();
            let mut order = by_place(&near, most);
            let far = order.windows(2).map(|w| near[w[0] as usize].saturating_sub(near[w[1] as usize])).max();
            assert!(far.is_some_and(|far| far as usize <= most / (PLACES * near.len()) * 2), "{far:?} of {most}");
            order.sort_unstable();
            assert!(order.into_iter().eq(0..3_000));
        }
    }
}
