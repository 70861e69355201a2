//! Starts far from each other, and the routes from there.

use wayfront_domain::{Guide, TriangleId};
use wayfront_geometry::{FarthestFirst, Point};
use wayfront_pathmap::PathMap;

/// Points among which starts are chosen.
const CANDIDATES: usize = 4_000;
/// Share of the world's size that starts keep from sources.
const LEAST_COST: f64 = 0.06;

/// Routes from `count` reachable points that are far from each other and from the sources: each next start is the
/// candidate farthest from those chosen.
pub fn sample_routes(map: &PathMap, count: usize) -> Vec<Vec<Point>> {
    let least = LEAST_COST * map.domain().bounds().size();
    let is_away = |p: &Point| map.route(*p).is_ok_and(|route| length(&route) > least);
    let candidates: Vec<Point> = candidates(map).into_iter().filter(is_away).collect();
    // The world's edge counts as chosen, less so than starts do.
    let distances = candidates.iter().map(|&p| 3.0 * from_edge(map, p)).collect();
    let mut farthest = FarthestFirst::from_distances(&candidates, distances, |a, b| a.distance(*b));
    // The first has the highest cost.
    let longest = |a: &usize, b: &usize| {
        let cost = |k: usize| map.cost(candidates[k]).unwrap_or(0.0);
        cost(*a).total_cmp(&cost(*b))
    };
    let mut routes: Vec<Vec<Point>> = Vec::new();
    let mut next = (0..candidates.len()).max_by(longest);
    if let Some(first) = next {
        farthest.keep_off(&candidates[first]);
    }
    while let Some(k) = next.filter(|_| routes.len() < count) {
        routes.extend(map.route(candidates[k]).ok());
        next = farthest.next().filter(|&(_, distance)| distance > 0.0).map(|(k, _)| k);
    }
    routes
}

/// Distance from the box around the world.
fn from_edge(map: &PathMap, p: Point) -> f64 {
    let bounds = map.domain().bounds();
    let (low, high) = (p - bounds.min, bounds.max - p);
    low.x.min(low.y).min(high.x).min(high.y)
}

/// The middles of triangles, and of the parts of large ones: inside, and more of them where there is more space.
fn candidates(map: &PathMap) -> Vec<Point> {
    let domain = map.domain();
    let count = domain.free_triangles();
    let every = count.div_ceil(CANDIDATES).max(1);
    let share = domain.area() / CANDIDATES as f64;
    let mut middles = Vec::new();
    for t in (0..count).step_by(every) {
        split(domain.triangle(TriangleId(t as u32)), share * every as f64, 8, &mut middles);
    }
    middles
}

/// Halves a triangle at its longest side until its parts are small.
fn split([a, b, c]: [Point; 3], share: f64, depth: u32, middles: &mut Vec<Point>) {
    if depth == 0 || (b - a).cross(c - a) / 2.0 <= share {
        middles.push((a + b + c) * (1.0 / 3.0));
        return;
    }
    let sides = [a.distance(b), b.distance(c), c.distance(a)];
    let [a, b, c] = match sides {
        [ab, bc, ca] if ab >= bc && ab >= ca => [a, b, c],
        [_, bc, ca] if bc >= ca => [b, c, a],
        _ => [c, a, b],
    };
    let middle = a.lerp(b, 0.5);
    split([a, middle, c], share, depth - 1, middles);
    split([middle, b, c], share, depth - 1, middles);
}

fn length(route: &[Point]) -> f64 {
    route.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}
