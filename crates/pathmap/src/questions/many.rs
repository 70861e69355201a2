//! Many questions at once: asked place by place, so that what one has read is still at hand for the next.
//!
//! A question to a large map mostly waits for memory, since the last one was about another end of the world. Triangles
//! are numbered along Hilbert's curve, and so is all that belongs to them: questions are sorted by the numbers of
//! triangles nearby. A counting sort, linear in questions. Where there are very many, threads share them out in chunks.

use crate::map::PathMap;
use rayon::prelude::*;
use wayfront_domain::{Domain, Guide, NoPath};
use wayfront_geometry::Point;

/// Questions that are worth being sorted.
const MANY: usize = 512;
/// Places that are told from each other, per question: more do not find more at hand.
const PLACES: usize = 4;

/// Questions that one thread answers in a row: their answers and the order of their places stay in the cache.
const CHUNK: usize = 1 << 16;
/// The same for questions that take several times as long.
pub(crate) const SMALL_CHUNK: usize = 1 << 13;

impl PathMap {
    /// [`cost`](Guide::cost) of many points: the same answers, on large maps about twice as fast, and on all threads
    /// where there are more than a hundred thousand.
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
        self.ask_all(points, Self::cost)
    }

    /// Any question about many points, place by place and on all threads as [`costs`](Self::costs) are; answers are in
    /// the order of the points.
    ///
    /// ```
    /// use wayfront_domain::{Guide, Scene};
    /// use wayfront_pathmap::PathMap;
    ///
    /// let map = PathMap::of(&Scene::open("office")?)?;
    /// let nearest = map.ask_all(&[(3.0, 2.0).into(), (20.0, 12.0).into()], |map, p| map.answer(p).map(|a| a.source));
    /// assert_eq!(nearest, [Ok(0), Ok(1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ask_all<T: Clone + Send>(&self, points: &[Point], ask: impl Fn(&Self, Point) -> T + Sync) -> Vec<T> {
        place_by_place(self.domain(), points, CHUNK, |p| ask(self, p))
    }
}

/// A question about many points, place by place; answers are in the order of the points. One thread answers so many in a row.
pub(crate) fn place_by_place<T: Clone + Send>(
    domain: &Domain,
    points: &[Point],
    chunk: usize,
    ask: impl Fn(Point) -> T + Sync,
) -> Vec<T> {
    if points.len() < MANY {
        return points.iter().map(|&p| ask(p)).collect();
    }
    let mut answers = vec![ask(points[0]); points.len()];
    if points.len() <= chunk {
        ask_chunk(domain, points, &mut answers, &ask);
    } else {
        let chunks = answers.par_chunks_mut(chunk).zip(points.par_chunks(chunk));
        chunks.for_each(|(answers, points)| ask_chunk(domain, points, answers, &ask));
    }
    answers
}

fn ask_chunk<T>(domain: &Domain, points: &[Point], answers: &mut [T], ask: &impl Fn(Point) -> T) {
    let near: Vec<u32> = points.iter().map(|&p| domain.near(p).0).collect();
    for k in by_place(&near, domain.triangle_count()) {
        answers[k as usize] = ask(points[k as usize]);
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
    fn many_questions_have_the_answers_of_each_on_any_number_of_threads() {
        let scene = wayfront_domain::Scene::open("office").unwrap();
        let map = PathMap::of(&scene).unwrap();
        let bounds = map.domain().bounds().grown(1.0);
        let mut random = Random::new(20);
        let mut point =
            || Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y));
        let points: Vec<Point> = (0..2 * CHUNK + 777).map(|_| point()).collect();
        let expected: Vec<_> = points.iter().map(|&p| map.cost(p)).collect();
        assert!(expected.iter().any(Result::is_ok) && expected.iter().any(Result::is_err));
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert!(pool.install(|| map.costs(&points)) == expected, "{threads} threads");
        }
    }

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
