//! Shortest paths, slow and obviously right: a visibility graph over all corners, Dijkstra, every pair tried.
//!
//! A straight last leg to a segment source ends at the foot or at an end: were the nearest visible point another one,
//! a corner would hide the foot, and the path over that corner is at least as short.

use wayfront_domain::{CornerId, Domain};
use wayfront_geometry::{Point, closest_on_segment, orient};
use wayfront_world::{Source, World};

/// Shortest paths in a domain.
pub struct PathOracle<'a> {
    domain: &'a Domain,
    sources: &'a [Source],
    is_lenient: bool,
    /// Cost of each corner.
    pub costs: Vec<f64>,
}

impl<'a> PathOracle<'a> {
    /// Feet are rounded: they may lie beside the segment, beyond an outline that it runs along. A strict oracle takes
    /// those that are seen, a lenient one also those that are seen but for the last bit of the leg; the truth is one or
    /// the other.
    #[must_use]
    pub fn of(domain: &'a Domain, sources: &'a [Source], is_lenient: bool) -> Self {
        let count = domain.corner_count() as u32;
        let ids: Vec<CornerId> = (0..count).map(CornerId).collect();
        let mut oracle = Self { domain, sources, is_lenient, costs: Vec::new() };
        oracle.costs = ids.iter().map(|&c| oracle.direct(domain.point(c), |q| domain.corner_sees(c, q))).collect();
        let mut open: Vec<CornerId> = ids.clone();
        while let Some(k) =
            (0..open.len()).min_by(|&i, &j| oracle.costs[open[i].index()].total_cmp(&oracle.costs[open[j].index()]))
        {
            let from = open.swap_remove(k);
            let cost = oracle.costs[from.index()];
            if cost.is_infinite() {
                break;
            }
            for &to in &open {
                let through = cost + domain.point(from).distance(domain.point(to));
                if through < oracle.costs[to.index()] && domain.corners_see(from, to) {
                    oracle.costs[to.index()] = through;
                }
            }
        }
        oracle
    }

    /// The cost of one straight leg to a source.
    fn direct(&self, p: Point, sees: impl Fn(Point) -> bool) -> f64 {
        let mut best = f64::INFINITY;
        for source in self.sources {
            let points = source.shape.points();
            let ends = points.iter().copied();
            let feet = points.windows(2).map(|w| closest_on_segment(w[0], w[1], p));
            for (k, q) in ends.chain(feet).enumerate() {
                let cost = source.offset + p.distance(q);
                if cost < best && (sees(q) || self.is_lenient && k >= points.len() && sees_foot(p, q, &sees)) {
                    best = cost;
                }
            }
        }
        best
    }

    /// The cost at any free point; infinite where no source can be reached.
    #[must_use]
    pub fn cost(&self, p: Point) -> f64 {
        self.cost_at(p)
    }

    /// The same where points on a wall are on both of its sides: see [`beside_walls`].
    #[must_use]
    pub fn cost_on_walls(&self, world: &World, p: Point) -> f64 {
        beside_walls(world, p).into_iter().map(|p| self.cost_at(p)).fold(f64::INFINITY, f64::min)
    }

    fn cost_at(&self, p: Point) -> f64 {
        let mut best = self.direct(p, |q| self.domain.sees(p, q));
        for (k, &cost) in self.costs.iter().enumerate() {
            let corner = CornerId(k as u32);
            let through = cost + self.domain.point(corner).distance(p);
            if through < best && self.domain.corner_sees(corner, p) {
                best = through;
            }
        }
        best
    }
}

/// How far beside a wall a point on it is looked at: less than costs are compared by.
const BESIDE: f64 = 1e-12;
/// In how many directions: sectors between walls that are narrower are missed.
const AROUND: u32 = 48;

/// The point itself; and where it lies on a wall without thickness, places all around it. Points on a wall are on both of
/// its sides, even where another outline cuts the wall at a rounded place and bends it; and where walls cross, they are
/// in all of the sectors between them.
#[must_use]
pub fn beside_walls(world: &World, p: Point) -> Vec<Point> {
    let mut places = vec![p];
    for ends in world.walls.iter().flat_map(|wall| wall.points.windows(2)) {
        let [a, b] = [ends[0], ends[1]];
        if a != b && orient(a, b, p) == 0.0 && (p - a).dot(p - b) < 0.0 {
            let along = (b - a) * (BESIDE / a.distance(b));
            let turned = |k: u32| {
                let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / f64::from(AROUND)).sin_cos();
                along * cos + along.left() * sin
            };
            places.extend((0..AROUND).map(|k| p + turned(k)));
        }
    }
    places
}

/// The sources, and for each of their points that lies on a wall without thickness the places on either side of the wall:
/// see [`beside_walls`].
#[must_use]
pub fn on_both_sides(world: &World, sources: &[Source]) -> Vec<Source> {
    let mut all = sources.to_vec();
    for source in sources {
        let beside = source.shape.points().iter().flat_map(|&p| beside_walls(world, p).into_iter().skip(1));
        all.extend(beside.map(|p| Source::point(p).with_offset(source.offset)));
    }
    all
}

/// A little before the foot will do.
fn sees_foot(p: Point, foot: Point, sees: &impl Fn(Point) -> bool) -> bool {
    [1e-12, 1e-9, 1e-6].iter().map(|&share| foot.lerp(p, share)).any(|short| short != foot && sees(short))
}
