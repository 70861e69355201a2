//! From a constraint of the scene to a region of the plane.

use super::sight::visible_region;
use wayfront_domain::Domain;
use wayfront_geometry::{Bounds, Point, orient};
use wayfront_world::{
    Constraint, ConstraintRegion, ConstraintSide, ConstraintStrength, Handle, Kind, Preposition, Shape, World,
};

/// A constraint as a region with a weight, at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintArea {
    /// Its index among the scene's constraints.
    pub index: usize,
    /// The region, counter-clockwise or not.
    pub ring: Vec<Point>,
    /// How far around the region it counts, falling linearly.
    pub reach: f64,
    /// Attracts if positive, repels if negative; not used if hard.
    pub weight: f64,
    /// Nothing enters.
    pub is_hard: bool,
    bounds: Bounds,
}

/// The base of weights: each unit changes costs by a tenth.
pub(super) const BASE: f64 = 1.1;
/// Tolerance: A place that is nearer to an outline counts as on it, in sizes of the region.
const ON_OUTLINE: f64 = 1e-9;
/// Tolerance: A line that misses a side's end by less crosses it, in lengths of the side: one cut too many does no
/// harm.
const PAST_END: f64 = 1e-9;
/// Corners of the circle that limits sight.
const CIRCLE: usize = 64;

impl ConstraintArea {
    /// The areas of all constraints of a world, at the moment that it describes. Those of things that are not there are
    /// left out.
    #[must_use]
    pub fn all(world: &World) -> Vec<Self> {
        let constraints = world.constraints.iter().enumerate();
        constraints.filter_map(|(index, constraint)| Self::of(index, constraint, world)).collect()
    }

    fn of(index: usize, constraint: &Constraint, world: &World) -> Option<Self> {
        let ring = ring_of(constraint, world)?;
        let (weight, is_hard) = match constraint.strength {
            ConstraintStrength::Weight(weight) => (weight, false),
            ConstraintStrength::Factor(factor) => (-factor.ln() / BASE.ln(), false),
            ConstraintStrength::Hard => (0.0, true),
        };
        let reach = match constraint.preposition {
            Preposition::Near { reach, .. } => reach.unwrap_or(weight.abs()),
            _ => 0.0,
        };
        let bounds = Bounds::of(&ring).grown(reach);
        Some(Self { index, ring, reach, weight, is_hard, bounds })
    }

    /// The box outside of which it counts for nothing.
    #[must_use]
    pub const fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The weight at a point; 0 for hard ones.
    #[must_use]
    pub fn weight_at(&self, p: Point) -> f64 {
        if self.is_hard || !self.bounds.contains(p) {
            0.0
        } else if self.contains(p) {
            self.weight
        } else if self.reach > 0.0 {
            self.weight * ((self.reach - self.distance(p)) / self.reach).max(0.0)
        } else {
            0.0
        }
    }

    /// The weight at a point, where the outline counts as inside.
    pub(super) fn closed_weight_at(&self, p: Point) -> f64 {
        let size = self.bounds.size();
        let is_on = || self.distance(p) <= ON_OUTLINE * size;
        if self.bounds.grown(ON_OUTLINE * size).contains(p) && is_on() { self.weight } else { self.weight_at(p) }
    }

    /// Whether a point lies in the region.
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        let ends = self.ring.iter().zip(self.ring.iter().cycle().skip(1));
        let turn = |(a, b): (&Point, &Point)| match (a.y <= p.y, b.y <= p.y) {
            (true, false) if orient(*a, *b, p) > 0.0 => 1,
            (false, true) if orient(*a, *b, p) < 0.0 => -1,
            _ => 0,
        };
        ends.map(turn).sum::<i32>() != 0
    }

    /// The parts of the line from `a` to `b` to which the constraint applies: in the region, or within reach of it.
    pub(super) fn parts_within(&self, a: Point, b: Point) -> Vec<[f64; 2]> {
        let mut cuts = vec![0.0, 1.0];
        self.crossings(a, b, &mut cuts);
        self.bends(a, b, &mut cuts);
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        let applies = |p: Point| self.contains(p) || self.reach > 0.0 && self.distance(p) < self.reach;
        let is_within = |cut: &&[f64]| applies(a.lerp(b, f64::midpoint(cut[0], cut[1])));
        cuts.windows(2).filter(is_within).map(|cut| [cut[0], cut[1]]).collect()
    }

    /// How far a point is from the region's outline.
    fn distance(&self, p: Point) -> f64 {
        let ends = self.ring.iter().zip(self.ring.iter().cycle().skip(1));
        ends.map(|(a, b)| nearest_on(*a, *b, p).distance(p)).fold(f64::INFINITY, f64::min)
    }

    /// Where along the line from `a` to `b` the region's outline is crossed, as parts of it.
    pub(super) fn crossings(&self, a: Point, b: Point, found: &mut Vec<f64>) {
        let along = b - a;
        for (c, d) in self.ring.iter().zip(self.ring.iter().cycle().skip(1)) {
            let side = *d - *c;
            let area = along.cross(side);
            if area != 0.0 {
                let t = (*c - a).cross(side) / area;
                let s = (*c - a).cross(along) / area;
                if (0.0..=1.0).contains(&t) && (-PAST_END..=1.0 + PAST_END).contains(&s) {
                    found.push(t);
                }
            }
        }
    }

    /// Where along the line from `a` to `b` the weight may change its form besides: at the reach, and where another part
    /// of the outline becomes the nearest.
    pub(super) fn bends(&self, a: Point, b: Point, found: &mut Vec<f64>) {
        if self.reach <= 0.0 {
            return;
        }
        let along = b - a;
        let mut linear = |offset: f64, slope: f64| {
            if slope != 0.0 && (0.0..=1.0).contains(&(offset / slope)) {
                found.push(offset / slope);
            }
        };
        for (c, d) in self.ring.iter().zip(self.ring.iter().cycle().skip(1)) {
            let Some(side) = (*d - *c).unit() else { continue };
            let (start, length) = (*c - a, c.distance(*d));
            for height in [self.reach, -self.reach] {
                linear(start.dot(side.left()) + height, along.dot(side.left()));
            }
            for end in [0.0, length] {
                linear(start.dot(side) + end, along.dot(side));
            }
            // Around each vertex a circle.
            let (square, half) = (along.dot(along), along.dot(start));
            let rest = half * half - square * (start.dot(start) - self.reach * self.reach);
            if rest >= 0.0 && square > 0.0 {
                linear(half - rest.sqrt(), square);
                linear(half + rest.sqrt(), square);
            }
        }
    }
}

/// The point of a side that is nearest to another.
fn nearest_on(a: Point, b: Point, p: Point) -> Point {
    let side = b - a;
    let length = side.dot(side);
    let t = if length > 0.0 { ((p - a).dot(side) / length).clamp(0.0, 1.0) } else { 0.0 };
    a + side * t
}

fn ring_of(constraint: &Constraint, world: &World) -> Option<Vec<Point>> {
    let obstacle = |handle: &Handle| match constraint.thing_in(handle, world)? {
        (Kind::Obstacle, index) => Some(world.obstacles[index].outer.clone()),
        _ => None,
    };
    match &constraint.preposition {
        Preposition::In(region) | Preposition::Near { region, .. } => match region {
            ConstraintRegion::Ring(ring) => Some(ring.clone()),
            ConstraintRegion::Obstacle(handle) => obstacle(handle),
        },
        Preposition::Beside { side, obstacle: handle, facing, depth } => {
            Some(beside(&obstacle(handle)?, *side, *facing, *depth))
        }
        Preposition::Between([a, b]) => {
            let mut points = obstacle(a)?;
            points.extend(obstacle(b)?);
            Some(hull(points))
        }
        Preposition::Sight { of, reach } => sight(constraint.thing_in(of, world)?, *reach, world),
    }
}

/// The box beside an obstacle, in the directions in which it faces.
fn beside(ring: &[Point], side: ConstraintSide, facing: Point, depth: Option<f64>) -> Vec<Point> {
    let ahead = facing * (1.0 / facing.length());
    let left = Point::new(-ahead.y, ahead.x);
    let extent = |axis: Point| {
        let along = ring.iter().map(|p| p.dot(axis));
        [along.clone().fold(f64::INFINITY, f64::min), along.fold(f64::NEG_INFINITY, f64::max)]
    };
    let ([back, front], [right, wide]) = (extent(ahead), extent(left));
    let (long, broad) = (depth.unwrap_or(front - back), depth.unwrap_or(wide - right));
    let [u, v] = match side {
        ConstraintSide::Left => [[back, front], [wide, wide + broad]],
        ConstraintSide::Right => [[back, front], [right - broad, right]],
        ConstraintSide::Front => [[front, front + long], [right, wide]],
        ConstraintSide::Back => [[back - long, back], [right, wide]],
    };
    let at = |u: f64, v: f64| ahead * u + left * v;
    vec![at(u[0], v[0]), at(u[1], v[0]), at(u[1], v[1]), at(u[0], v[1])]
}

/// The convex hull, counter-clockwise (Andrew's monotone chain).
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let mut ring: Vec<Point> = Vec::new();
    for pass in 0..2 {
        let kept = ring.len();
        for &p in &points {
            while ring.len() >= kept + 2 && orient(ring[ring.len() - 2], ring[ring.len() - 1], p) <= 0.0 {
                ring.pop();
            }
            ring.push(p);
        }
        ring.pop();
        if pass == 0 {
            points.reverse();
        }
    }
    ring
}

/// What a thing sees: from the middle of a source, or of an obstacle, which does not hide the view from itself.
fn sight((kind, index): (Kind, usize), reach: Option<f64>, world: &World) -> Option<Vec<Point>> {
    let mut around = World::clone(&world.walled());
    let eye = if kind == Kind::Obstacle {
        let outer = &world.obstacles[index].outer;
        around.areas = world.walkable()?.into_owned();
        around.obstacles.remove(index);
        outer.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / outer.len() as f64)
    } else {
        let points: &[Point] = match &world.sources[index].shape {
            Shape::Point(p) => std::slice::from_ref(p),
            shape => shape.points(),
        };
        points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / points.len() as f64)
    };
    around = around.with_sources(Vec::new()).with_weights(Vec::new()).with_constraints(Vec::new()).with_crowd(None);
    around = around.with_motions(Vec::new()).with_flow(None).with_barriers(Vec::new());
    let domain = Domain::without_doors(&around).ok()?;
    let seen = visible_region(&domain, eye)?;
    Some(match reach {
        Some(reach) => clipped(seen, eye, reach),
        None => seen,
    })
}

/// A star-shaped region within a circle around its centre: rays that are longer end at the circle.
fn clipped(ring: Vec<Point>, eye: Point, reach: f64) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        // Fine steps along each side keep the circle round.
        let turn = (*a - eye).cross(*b - eye).atan2((*a - eye).dot(*b - eye)).abs();
        let parts = (turn / std::f64::consts::TAU * CIRCLE as f64).ceil().max(1.0) as usize;
        for k in 0..parts {
            let p = a.lerp(*b, k as f64 / parts as f64);
            let distance = p.distance(eye);
            points.push(if distance > reach { eye + (p - eye) * (reach / distance) } else { p });
        }
    }
    points.dedup();
    points
}
