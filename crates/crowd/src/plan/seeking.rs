//! Goals that change, paths of large clearance, and obstacles that move: what a plan needs of them.

use super::{Aim, Planner, Target, largest};
use crate::lead::{Guidance, as_points};
use crate::plan::Arrival;
use std::sync::Arc;
use wayfront_geometry::{Bounds, Point, closest_on_segment, winding_number};
use wayfront_voronoi::{ClearanceGuide, GraphCost, Skeleton, Voronoi};
use wayfront_world::{CrowdFault, Field, Group, Place, Polygon, Problem, Seek, Shape, Source};

/// Agents with this target are bound for places of their own.
pub(crate) const NOWHERE: u32 = u32::MAX;
/// Places along each side of goods that are looked at.
const LOOKS: usize = 48;

impl Planner<'_> {
    /// The targets of a group whose goals change: each of its sources, or none that is known before.
    pub(super) fn sought(&mut self, group: &Group) -> Option<Vec<Target>> {
        if group.seek != Seek::Random {
            let key = super::Shared { leader: group.guide, target: Aim::Own, radius: largest(group).to_bits() };
            let lead = match self.shared.get(&key) {
                Some(&known) => known,
                None => {
                    self.leads.push(Guidance::Own);
                    self.shared.insert(key, self.leads.len() - 1);
                    self.leads.len() - 1
                }
            };
            return Some(vec![Target { lead, bound: NOWHERE, arrival: Arrival::Touch(Vec::new()) }]);
        }
        let is_meant = |source: &Source| {
            group.goals.is_empty() || source.name.as_ref().is_some_and(|name| group.goals.contains(name))
        };
        let world = self.world;
        let meant = world.sources.iter().enumerate().filter(|(_, source)| is_meant(source));
        meant.map(|(k, source)| self.goal_at(group, vec![source.clone()], Aim::Source(k))).collect()
    }

    /// Paths of large clearance to some sources.
    pub(super) fn clearance(&mut self, group: &Group, sources: &[Source]) -> Option<Guidance> {
        let radius = largest(group);
        let lines = self.lines(group, sources);
        let what = || "the goal".to_owned();
        let Some(skeleton) = self.skeleton() else {
            return self.refuse(group, CrowdFault::Unreachable { what: what(), radius });
        };
        let shape = |&[a, b]: &[Point; 2]| Source::of(if a == b { Shape::Point(a) } else { Shape::Segment([a, b]) });
        let places = as_points(&lines.iter().map(shape).collect::<Vec<_>>());
        let places: Vec<Point> = places.iter().flat_map(|place| place.shape.points()).copied().collect();
        match ClearanceGuide::new(&skeleton, &places, radius, GraphCost::default()) {
            Ok(guide) => Some(Guidance::Clearance(Box::new(guide), lines)),
            Err(_) => self.refuse(group, CrowdFault::Unreachable { what: what(), radius }),
        }
    }

    pub(super) fn skeleton(&mut self) -> Option<Arc<Skeleton>> {
        if self.skeleton.is_none() {
            let voronoi = Voronoi::of(self.scene.walled_domain()).ok()?;
            self.skeleton = Some(Arc::new(Skeleton::of(&Arc::new(voronoi))));
        }
        self.skeleton.clone()
    }

    /// A body fits there when the run begins.
    pub(super) fn has_room(&self, p: Point, radius: f64) -> bool {
        self.walls.is_clear(p, radius) && self.movers.iter().all(|mover| is_apart(mover, p, radius))
    }

    /// Goods that nobody can ever take.
    pub(super) fn check_goods(&mut self) {
        let domain = self.scene.walled_domain();
        for (i, goods) in self.crowd.goods.iter().enumerate() {
            let bounds = Bounds::of(&goods.outline);
            let share = |k: usize| (k as f64 + 0.5) / LOOKS as f64;
            let at = |k: usize| {
                let (x, y) = (share(k % LOOKS), share(k / LOOKS));
                bounds.min + Point::new(bounds.width() * x, bounds.height() * y)
            };
            let is_free = |p: Point| winding_number(&goods.outline, p) != Some(0) && domain.contains(p);
            if !(0..LOOKS * LOOKS).map(at).any(is_free) {
                let place = if goods.place.field == Field::Scene { Place::of(Field::Goods, i) } else { goods.place };
                let at = goods.outline.first().copied();
                self.problems.push(Problem { place, vertex: None, at, fault: CrowdFault::GoodsOutside.into() });
            }
        }
    }
}

/// A disc touches no side of a polygon, and its centre is not inside.
pub(crate) fn is_apart(polygon: &Polygon, p: Point, radius: f64) -> bool {
    winding_number(&polygon.outer, p) == Some(0) && ring_distance(&polygon.outer, p) >= radius
}

/// How far a point is from the rim of a ring.
pub(crate) fn ring_distance(ring: &[Point], p: Point) -> f64 {
    let sides = ring.iter().zip(ring.iter().cycle().skip(1));
    sides.map(|(&a, &b)| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min)
}
