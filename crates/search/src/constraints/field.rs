//! The multiplier of lengths that all constraints make together, and its integral along a line.

use super::region::{BASE, ConstraintArea};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::World;

/// What walking costs at each place, as a factor on its length.
///
/// ```
/// use wayfront_search::ConstraintField;
/// use wayfront_world::{Constraint, World};
///
/// let square = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
/// let grass = Constraint::terrain([[3.0, 0.0], [6.0, 0.0], [6.0, 9.0], [3.0, 9.0]], 1.5);
/// let field = ConstraintField::of(&World::new().area(square).constraint(grass));
/// assert!((field.integral((0.0, 1.0).into(), (9.0, 1.0).into()) - 10.5).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConstraintField {
    areas: Vec<ConstraintArea>,
    /// The weight that attraction is counted from.
    offset: f64,
}

/// The largest multiplier, so that costs stay numbers.
const MOST: f64 = 255.0;
/// Tolerance: The largest error of an integral, as a part of the line's length.
const ERROR: f64 = 1e-9;
/// How often a piece of a line is halved at most.
const HALVINGS: u32 = 24;

impl ConstraintField {
    /// The field of a world's constraints, at the moment that it describes.
    #[must_use]
    pub fn of(world: &World) -> Self {
        Self::new(ConstraintArea::all(world))
    }

    /// The field of some areas.
    #[must_use]
    pub fn new(areas: Vec<ConstraintArea>) -> Self {
        let offset = largest_attraction(&areas);
        Self { areas, offset }
    }

    /// The areas.
    #[must_use]
    pub fn areas(&self) -> &[ConstraintArea] {
        &self.areas
    }

    /// The weight that attraction is counted from: the largest sum of attracting weights at one place.
    #[must_use]
    pub const fn offset(&self) -> f64 {
        self.offset
    }

    /// No place has a smaller multiplier than 1; where nothing applies it is this.
    #[must_use]
    pub fn elsewhere(&self) -> f64 {
        BASE.powf(self.offset).min(MOST)
    }

    /// The multiplier at a point.
    #[must_use]
    pub fn multiplier(&self, p: Point) -> f64 {
        self.multiplier_of(self.areas.iter().map(|area| area.weight_at(p)).sum())
    }

    fn multiplier_of(&self, sum: f64) -> f64 {
        if sum == 0.0 && self.offset == 0.0 { 1.0 } else { BASE.powf(self.offset - sum).clamp(1.0, MOST) }
    }

    /// The integral of the multiplier along a line: cut where a weight jumps or changes its form, and in between halved
    /// until it no longer changes.
    #[must_use]
    pub fn integral(&self, a: Point, b: Point) -> f64 {
        let length = a.distance(b);
        let around = Bounds::of(&[a, b]);
        let is_near = |area: &&ConstraintArea| !area.is_hard && area.bounds().distance(&around) == 0.0;
        let near: Vec<&ConstraintArea> = self.areas.iter().filter(is_near).collect();
        if length == 0.0 || near.is_empty() {
            return length * self.elsewhere();
        }
        let mut cuts = vec![0.0, 1.0];
        near.iter().for_each(|area| area.crossings(a, b, &mut cuts));
        near.iter().for_each(|area| area.bends(a, b, &mut cuts));
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        let at = |t: f64| {
            let p = a.lerp(b, t);
            self.multiplier_of(near.iter().map(|area| area.weight_at(p)).sum())
        };
        length * cuts.windows(2).map(|cut| adaptive(&at, cut[0], cut[1], ERROR, HALVINGS)).sum::<f64>()
    }

    /// Whether a line enters a hard constraint.
    #[must_use]
    pub fn is_forbidden(&self, a: Point, b: Point) -> bool {
        let around = Bounds::of(&[a, b]);
        let hard = self.areas.iter().filter(|area| area.is_hard && area.bounds().distance(&around) == 0.0);
        hard.into_iter().any(|area| !area.parts_within(a, b).is_empty())
    }

    /// For each area how much of a path it applies to, and what is paid there: its reach counts as part of it.
    #[must_use]
    pub fn shares_of(&self, path: &[Point]) -> Vec<ConstraintShare> {
        let of_leg = |share: ConstraintShare, area: &ConstraintArea, a: Point, b: Point| {
            area.parts_within(a, b).into_iter().fold(share, |share, [from, to]| ConstraintShare {
                length: share.length + (to - from) * a.distance(b),
                cost: share.cost + self.integral(a.lerp(b, from), a.lerp(b, to)),
            })
        };
        let of_path =
            |area| path.windows(2).fold(ConstraintShare::default(), |share, leg| of_leg(share, area, leg[0], leg[1]));
        self.areas.iter().map(of_path).collect()
    }
}

/// What a path has to do with a constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ConstraintShare {
    /// How much of the path lies where the constraint applies.
    pub length: f64,
    /// What that part costs, by all constraints.
    pub cost: f64,
}

/// The largest sum of attracting weights: regions that overlap are found by their outlines, of which the densest place is a
/// corner, a crossing, or the inside of a region.
fn largest_attraction(areas: &[ConstraintArea]) -> f64 {
    let pulling: Vec<&ConstraintArea> = areas.iter().filter(|area| area.weight > 0.0 && !area.is_hard).collect();
    let mut places: Vec<Point> = Vec::new();
    for area in &pulling {
        let ends = area.ring.iter().zip(area.ring.iter().cycle().skip(1));
        for (a, b) in ends.clone() {
            // A little inside, since weights hold inside of regions.
            places.push(*a);
            let mut cuts = Vec::new();
            pulling.iter().for_each(|other| other.crossings(*a, *b, &mut cuts));
            places.extend(cuts.into_iter().map(|t| a.lerp(*b, t)));
        }
        let middle = area.ring.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / area.ring.len() as f64);
        places.push(middle);
    }
    // On an outline both sides count: the sum over all regions whose closed area holds the place.
    let sum = |p: Point| pulling.iter().map(|area| area.closed_weight_at(p)).sum::<f64>();
    places.into_iter().map(sum).fold(0.0, f64::max)
}

/// Gauss's rule with three points on the whole and on both halves, until they agree.
fn adaptive(f: &impl Fn(f64) -> f64, from: f64, to: f64, error: f64, halvings: u32) -> f64 {
    let middle = f64::midpoint(from, to);
    let (whole, left, right) = (gauss(f, from, to), gauss(f, from, middle), gauss(f, middle, to));
    if halvings == 0 || (left + right - whole).abs() <= error * (to - from).max(1e-3) {
        return left + right;
    }
    adaptive(f, from, middle, error, halvings - 1) + adaptive(f, middle, to, error, halvings - 1)
}

fn gauss(f: &impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let (middle, half) = (f64::midpoint(from, to), (to - from) / 2.0);
    let away = half * 0.6f64.sqrt();
    half * (5.0 * f(middle - away) + 8.0 * f(middle) + 5.0 * f(middle + away)) / 9.0
}
