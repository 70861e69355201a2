//! Many questions at once, in the order of their places ([`Domain::ask_all`](wayfront_domain::Domain::ask_all)).

use crate::map::PathMap;
use wayfront_domain::{Guide, NoPath};
use wayfront_geometry::Point;

/// Questions that one thread answers in a row: their answers and the order of their places stay in the cache.
const CHUNK: usize = 1 << 16;

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
        self.domain().ask_all(points, CHUNK, |p| ask(self, p))
    }
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
}
