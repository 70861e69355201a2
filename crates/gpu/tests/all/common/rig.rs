//! Exact maps to compare with: random ones, and what a card's answer may be.

use std::sync::Arc;
use wayfront_domain::{Domain, TriangleId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_gpu::maps::COST_ULPS;
use wayfront_pathmap::{GeneratorId, PathMap};
use wayfront_testkit::random_maps::random_map;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::terms::{Kind, weights};
use wayfront_testkit::worlds::{Coordinates, mapped};
use wayfront_world::{Source, World};

/// A map of points and segments in a world moved by `shift`; none if the world has no space for them.
pub fn plain_map(world: &World, rng: &mut Rng, from: Coordinates, shift: Point) -> Option<PathMap> {
    let world = mapped(world, |p| p + shift);
    let domain = Arc::new(Domain::without_doors(&world).ok()?);
    let free = |rng: &mut Rng| (0..30).map(|_| from.point(rng) + shift).find(|&p| domain.contains(p));
    let mut sources = vec![Source::point(free(rng)?).with_offset(rng.unit())];
    if let (Some(a), Some(b)) = (free(rng), free(rng))
        && a != b
        && domain.sees(a, b)
    {
        sources.push(Source::segment(a, b));
    }
    PathMap::new(domain.clone(), &sources).ok()
}

/// A map with speeds, delays and doors.
pub fn map_on_terms(world: &World, rng: &mut Rng, from: Coordinates, kind: Kind) -> Option<PathMap> {
    let random = random_map(world, rng, from, kind, |open, rng| weights(open, rng, kind.speeds)).ok()??;
    (!random.map.view().has_factors()).then_some(random.map)
}

/// What a card says of a point, beside the exact map.
pub struct Judge<'a> {
    pub map: &'a PathMap,
    /// Answers that hold only beside the point asked for.
    pub beside: usize,
    pub all: usize,
}

impl Judge<'_> {
    /// By how much a cost, or a place, may be off.
    fn bound(&self, cost: f64) -> f64 {
        let size = self.map.domain().bounds().size();
        COST_ULPS * f64::from(f32::EPSILON) * if cost.is_finite() { size.max(cost) } else { size }
    }

    fn is_right_at(&self, p: Point, cost: f32, generator: u32) -> bool {
        match self.map.answer(p) {
            Err(_) => {
                let is_free = self.map.domain().contains(p);
                (if is_free { cost == f32::INFINITY } else { cost.is_nan() }) && generator == u32::MAX
            }
            Ok(exact) => {
                let bound = self.bound(exact.cost);
                let view = self.map.view();
                let from = view.numbered(GeneratorId(generator)).map(|root| view.cost_from(root, p));
                (f64::from(cost) - exact.cost).abs() <= bound
                    && from.is_some_and(|from| (from - exact.cost).abs() <= bound)
            }
        }
    }

    /// The answer is that of the point, or of one beside it.
    pub fn judge(&mut self, p: Point, cost: f32, generator: u32) -> Result<(), String> {
        self.all += 1;
        if self.is_right_at(p, cost, generator) {
            return Ok(());
        }
        self.beside += 1;
        let reach = self.bound(0.0);
        let circles = (0..720).map(|k| {
            let (turn, far) = (f64::from(k) * std::f64::consts::TAU / 180.0, reach * f64::from(1 + k / 180) / 4.0);
            p + Point::new(turn.cos(), turn.sin()) * far
        });
        // In the tip of a wedge no circle may meet the free space.
        let tip = self.map.domain().nearest_free(p).filter(|q| q.distance(p) <= reach);
        if tip.into_iter().chain(circles).any(|q| self.is_right_at(q, cost, generator)) {
            return Ok(());
        }
        if self.is_beside_a_sliver(p) {
            return Ok(());
        }
        let exact = self.map.answer(p);
        Err(format!("at {p} the card says {cost} from {generator}, the map {exact:?}; bound {:e}", self.bound(0.0)))
    }

    /// A free triangle here is narrower than what coordinates are rounded by: the card does not resolve it.
    fn is_beside_a_sliver(&self, p: Point) -> bool {
        let (domain, near) = (self.map.domain(), 4.0 * self.bound(0.0));
        let mut triangles = (0..domain.free_triangles() as u32).map(|t| domain.triangle(TriangleId(t)));
        triangles.any(|[a, b, c]| {
            let sides = [[a, b], [b, c], [c, a]];
            let longest = sides.iter().map(|[a, b]| a.distance(*b)).fold(0.0, f64::max);
            let is_near = || sides.iter().any(|&[a, b]| closest_on_segment(a, b, p).distance(p) <= near);
            (b - a).cross(c - a) <= near * longest && is_near()
        })
    }
}
