//! Where agents stand when a run begins, and where others come in.
//!
//! Nobody is placed in an area where no path leads to the goal, as long as there is a place in it from which one does;
//! how many places that excluded is counted. Those for whom there is none (a closed room, a point in a pocket) stay
//! where they are: they are trapped, and the result names them.

use super::goals::part_within;
use super::packing::{APART, Occupied, Packing};
use super::sizes::crew_of;
use super::{GroupPlan, Planner, Stage, Target, largest};
use crate::agents::traits::{Traits, stream};
use crate::lead::Guidance;
use std::cell::Cell;
use wayfront_domain::Domain;
use wayfront_geometry::{Bounds, Point, winding_number};
use wayfront_voronoi::NoPassage;
use wayfront_world::{CrowdFault, Field, Group, MeasureShape, Place, Problem, Start};

/// An agent that is there when the run begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub crew: usize,
    pub at: Point,
    pub nature: Traits,
    /// No path leads to its goal, now or later.
    pub trapped: bool,
}

/// Where agents of a group come in.
pub(crate) struct Gateway {
    /// Places for centres, clear of walls.
    pub places: Vec<Point>,
    pub count: Option<usize>,
    pub rate: Option<f64>,
    pub batch: usize,
    pub after: f64,
}

/// So many are looked at, however small the area is.
const MANY: f64 = 1e6;

impl Planner<'_> {
    /// Everybody who is there at the start, in the order of groups.
    pub(super) fn placed(&mut self, crews: &[GroupPlan], targets: &[Vec<Target>]) -> Vec<Standing> {
        let widest = crews.iter().map(|crew| largest(&crew.group)).fold(0.0, f64::max);
        let mut occupied = Occupied::new(widest);
        let mut standing: Vec<Standing> = Vec::new();
        let of_group = |k: &usize| *k == 0 || crews[*k].number != crews[*k - 1].number;
        for first in (0..crews.len()).filter(of_group) {
            let group = &crews[first].group;
            let paths = Paths { crews, targets, first };
            match &group.start {
                Start::Points(points) => self.at_points(group, points, &paths, &mut occupied, &mut standing),
                Start::Area { outline, count } => {
                    self.in_area(group, (outline, *count), &paths, &mut occupied, &mut standing);
                }
                Start::Entrance { .. } | Start::Flow { .. } => {}
            }
        }
        let enters = crews.iter().any(|crew| crew.gateway.is_some() || !crew.lanes.is_empty());
        if !enters && standing.iter().all(|walker| walker.trapped) {
            self.nobody_leaves(crews, &standing);
        }
        standing
    }

    /// A run in which everybody is trapped would have no result: one of each group is named.
    fn nobody_leaves(&mut self, crews: &[GroupPlan], standing: &[Standing]) {
        let mut named = None;
        for walker in standing {
            let crew = &crews[walker.crew];
            if named.replace(crew.number) != Some(crew.number) {
                self.no_path(crew, walker.at);
            }
        }
    }

    fn at_points(
        &mut self,
        group: &Group,
        points: &[Point],
        paths: &Paths<'_>,
        occupied: &mut Occupied,
        out: &mut Vec<Standing>,
    ) {
        for &at in points {
            let nature = Traits::of(group, self.crowd.seed, out.len() as u64);
            let radius = nature.radius;
            if !self.has_room(at, radius) {
                let clearance = self.walls.is_clear(at, 0.0).then(|| self.walls.clearance(at));
                let nearest = self.scene.walled_domain().nearest_free_for(at, radius);
                self.refuse_at::<()>(group, at, CrowdFault::InWall { radius, clearance, nearest });
                continue;
            }
            if let Some((other, r)) = occupied.overlapped(at, radius) {
                let (distance, needed) = (other.distance(at), radius + r);
                self.refuse_at::<()>(group, at, CrowdFault::Overlap { distance, needed, other });
                continue;
            }
            occupied.add(at, radius);
            let trapped = !self.is_path(paths, at, radius);
            out.push(Standing { crew: paths.crew(radius), at, nature, trapped });
        }
    }

    fn in_area(
        &mut self,
        group: &Group,
        (ring, count): (&[Point], usize),
        paths: &Paths<'_>,
        occupied: &mut Occupied,
        out: &mut Vec<Standing>,
    ) {
        let bounds = part_within(ring, self.scene.walled_domain().bounds());
        if bounds.is_empty() {
            self.refuse::<()>(group, CrowdFault::Crowded { placed: 0, count, excluded: 0 });
            return;
        }
        // Discs that do not overlap cover no more than the box that they are in: of a count that cannot be meant, only
        // so many are looked at.
        let least = group.radii().iter().map(|radius| radius.range()[0]).fold(f64::INFINITY, f64::min);
        let room = bounds.grown(least);
        let most = (room.width() * room.height() / (std::f64::consts::PI * least * least)).max(MANY);
        let natures: Vec<Traits> =
            (0..count.min(most as usize)).map(|k| Traits::of(group, self.crowd.seed, (out.len() + k) as u64)).collect();
        let radii: Vec<f64> = natures.iter().map(|nature| nature.radius).collect();
        let excluded = Cell::new(0_usize);
        let stands =
            |p: Point, radius: f64| winding_number(ring, p).is_none_or(|turns| turns != 0) && self.has_room(p, radius);
        // Those of a size from whom no path leads, wherever they are in the area.
        let sizes: Vec<usize> = paths.sizes().collect();
        let is_trapped = |size: usize| {
            let radius = paths.crews[size].size;
            let clear = || probes(bounds, radius).filter(|&p| stands(p, radius));
            clear().next().is_some() && !clear().any(|p| self.is_path(paths, p, radius))
        };
        let trapped: Vec<bool> = sizes.iter().map(|&size| is_trapped(size)).collect();
        let is_lost = |radius: f64| trapped[paths.crew(radius) - paths.first];
        let is_free = |p: Point, radius: f64| {
            let stands = stands(p, radius);
            let is_path = !stands || is_lost(radius) || self.is_path(paths, p, radius);
            excluded.set(excluded.get() + usize::from(!is_path));
            stands && is_path
        };
        let mut random = stream(self.crowd.seed, u64::MAX - paths.crews[paths.first].number as u64);
        let (places, then) = Packing { ring, bounds, radii: &radii, occupied, is_free: &is_free }.places(&mut random);
        let (placed, excluded) = (places.len(), excluded.get());
        if placed < count {
            self.refuse::<()>(group, CrowdFault::Crowded { placed, count, excluded });
            return;
        }
        out.extend(places.into_iter().zip(natures).map(|(at, nature)| {
            let crew = paths.crew(nature.radius);
            Standing { crew, at, nature, trapped: is_lost(nature.radius) }
        }));
        self.excluded += excluded;
        *occupied = then;
    }

    /// Where agents come in over the group's entrance, or over those of the flow.
    pub(super) fn gateway(&mut self, group: &Group) -> Option<Gateway> {
        let (lines, count, rate, batch, after) = match &group.start {
            Start::Entrance { segment, count, rate, batch, after } => (vec![*segment], *count, *rate, *batch, *after),
            Start::Flow { count, after } => {
                let chains = self.world.flow.iter().flat_map(|flow| &flow.entrances);
                let lines = chains.flat_map(|chain| chain.windows(2).map(|w| [w[0], w[1]])).collect();
                (lines, *count, None, 1, *after)
            }
            Start::Area { .. } | Start::Points(_) => return None,
        };
        let radius = largest(group);
        let places: Vec<Point> = lines.iter().flat_map(|&line| self.places_along(line, radius)).collect();
        if places.is_empty() {
            return self.refuse_at(group, lines[0][0].lerp(lines[0][1], 0.5), CrowdFault::EntranceBlocked { radius });
        }
        Some(Gateway { places, count, rate, batch, after })
    }

    /// Places along a line for centres: on it or, where it lies on a wall, beside it.
    fn places_along(&self, [a, b]: [Point; 2], radius: f64) -> Vec<Point> {
        let length = a.distance(b);
        let steps = (length / radius * 2.0).ceil().max(1.0);
        let beside = (b - a).left() * (radius * APART / length);
        let along = (0..=steps as usize).map(|k| a.lerp(b, k as f64 / steps));
        let clear = |p: Point| [p, p + beside, p - beside].into_iter().find(|&q| self.walls.is_clear(q, radius));
        along.filter_map(clear).collect()
    }

    /// A path leads from `at` to all targets of somebody, one after the other; or will do so later.
    fn is_path(&self, paths: &Paths<'_>, at: Point, radius: f64) -> bool {
        paths.targets[paths.crew(radius)].iter().all(|target| self.leads_from(target, at))
    }

    fn leads_from(&self, target: &Target, at: Point) -> bool {
        let leads = match self.stage {
            Stage::Whole => &self.leads[..],
            Stage::First => self.hopes,
            Stage::Later => return true,
        };
        match leads.get(target.lead) {
            None => true,
            Some(Guidance::Straight(lines)) => !lines.is_empty(),
            Some(Guidance::Own) => true,
            Some(lead) => lead.cost(at).is_some() || self.leads_from_beside(lead, at),
        }
    }

    /// Somebody smaller than the largest of its size may stand nearer to a wall than the free space of these: a path
    /// leads from the nearest place of it, if there is no wall between.
    fn leads_from_beside(&self, lead: &Guidance, at: Point) -> bool {
        let beside = lead.aim(at).filter(|&aim| self.scene.walled_domain().sees(at, aim));
        beside.is_some_and(|aim| lead.cost(aim).is_some())
    }

    fn no_path(&mut self, crew: &GroupPlan, at: Point) {
        let goal = match crew.group.goals.as_slice() {
            [] => "any goal".to_owned(),
            names => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        let radius = largest(&crew.group);
        let why = self.in_the_way(crew, at, radius);
        self.refuse_at::<()>(&crew.group, at, CrowdFault::NoPath { goal, radius, why });
    }

    /// What closes the path to the nearest goal: it is in another part of the free space, or the widest path is too narrow.
    fn in_the_way(&mut self, crew: &GroupPlan, at: Point, radius: f64) -> Option<String> {
        let is_goal = |name: Option<&String>| {
            let goals = &crew.group.goals;
            goals.is_empty() || name.is_some_and(|name| goals.contains(name))
        };
        let goals = self.scene.sources().iter().filter(|source| is_goal(source.name.as_ref()));
        let places = goals.flat_map(|source| source.shape.points().iter().copied());
        let goal = places.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))?;
        let goal = self.scene.walled_domain().nearest_free_for(goal, radius)?;
        match self.skeleton()?.why_no_passage(at, goal, radius)? {
            NoPassage::OtherPart { parts: [here, there], .. } => {
                Some(format!("here is {here}, the goal is in {there}"))
            }
            NoPassage::TooNarrow { widest, .. } => {
                Some(format!("the widest path is {:.3} wide at its narrowest place, {}", widest.width, widest.at))
            }
            _ => None,
        }
    }

    /// Leaves places of entrances out from which some goal cannot be reached.
    pub(super) fn check_gateways(&mut self, crews: &mut [GroupPlan], targets: &[Vec<Target>]) {
        for (crew, targets) in crews.iter_mut().zip(targets) {
            let Some(gateway) = &mut crew.gateway else { continue };
            let (before, first) = (gateway.places.len(), gateway.places[0]);
            gateway.places.retain(|&at| targets.iter().all(|target| self.leads_from(target, at)));
            let left = gateway.places.len();
            if left == 0 {
                self.no_path(crew, first);
            } else {
                self.excluded += before - left;
            }
        }
    }

    /// Measures that nobody can ever be at.
    pub(super) fn check_measures(&mut self) {
        let domain = self.scene.walled_domain();
        for (i, measure) in self.crowd.measures.iter().enumerate() {
            let place = if measure.place.field == Field::Scene { Place::of(Field::Measures, i) } else { measure.place };
            let (at, is_seen) = match &measure.shape {
                MeasureShape::Line([a, b]) => (*a, touches(domain, [*a, *b])),
                MeasureShape::Area(ring) => (ring[0], covers(domain, ring)),
            };
            if !is_seen {
                let fault = CrowdFault::MeasureOutside { name: measure.name.clone() }.into();
                self.problems.push(Problem { place, vertex: None, at: Some(at), fault });
            }
        }
    }
}

/// Some point of a line is free, or on an outline.
fn touches(domain: &Domain, [a, b]: [Point; 2]) -> bool {
    let is_near = |p: Point| domain.nearest_free(p).is_some_and(|free| free.distance(p) <= domain.rounding());
    is_near(a) || is_near(b) || (1..LOOKS).any(|k| is_near(a.lerp(b, k as f64 / LOOKS as f64)))
}

/// Some point of a ring's inside is free.
fn covers(domain: &Domain, ring: &[Point]) -> bool {
    let bounds = part_within(ring, domain.bounds());
    if bounds.is_empty() {
        return false;
    }
    let at = |k: usize, l: usize| {
        let share = |k: usize| (k as f64 + 0.5) / LOOKS_ACROSS as f64;
        bounds.min + Point::new(bounds.width() * share(k), bounds.height() * share(l))
    };
    let mut places = (0..LOOKS_ACROSS).flat_map(|k| (0..LOOKS_ACROSS).map(move |l| at(k, l)));
    let corners = ring.iter().copied().filter(|&p| domain.contains(p)).count();
    corners > 0 || places.any(|p| winding_number(ring, p) != Some(0) && domain.contains(p))
}

/// Places of a box that are looked at to see whether a path leads from any: coarsely at first, then finely.
fn probes(bounds: Bounds, radius: f64) -> impl Iterator<Item = Point> {
    let finest = (bounds.size() / radius).ceil().clamp(4.0, MOST_PROBES);
    [4.0, finest].into_iter().flat_map(move |count| {
        let at = move |k: usize, l: usize| {
            let share = |k: usize| (k as f64 + 0.5) / count;
            bounds.min + Point::new(bounds.width() * share(k), bounds.height() * share(l))
        };
        (0..count as usize).flat_map(move |k| (0..count as usize).map(move |l| at(k, l)))
    })
}

/// The people of one group, and where they go.
struct Paths<'a> {
    crews: &'a [GroupPlan],
    targets: &'a [Vec<Target>],
    /// The first of the group's.
    first: usize,
}

impl Paths<'_> {
    /// Those to whom somebody of a radius belongs.
    fn crew(&self, radius: f64) -> usize {
        crew_of(self.crews, self.first, radius)
    }

    /// All of the group's, by size.
    fn sizes(&self) -> impl Iterator<Item = usize> {
        let number = self.crews[self.first].number;
        (self.first..self.crews.len()).take_while(move |&k| self.crews[k].number == number)
    }
}

/// Points of a line that are looked at, and of an area along each side.
const LOOKS: usize = 1000;
const LOOKS_ACROSS: usize = 64;
/// Places along each side of an area that are probed for a path.
const MOST_PROBES: f64 = 150.0;
