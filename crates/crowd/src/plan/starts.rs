//! Where agents stand when a run begins, and where others come in.
//!
//! Areas are filled at random; if that finds no room any more, from a lattice as dense as discs can stand in rows. So an
//! area takes nearly as many as fit, or says how many it takes. Only the part of an area that lies in the world is
//! looked at, and of its lattice a limited number of places: memory and time do not grow with the area.

use super::goals::part_within;
use super::{GroupPlan, Planner, Stage, Target, largest};
use crate::agents::traits::{Traits, stream};
use crate::lead::Guidance;
use std::collections::HashMap;
use wayfront_geometry::{Bounds, Point, winding_number};
use wayfront_world::{CrowdFault, Group, Start};

/// Throws for each agent before the lattice is asked.
const THROWS: usize = 40;
/// Places of a lattice that are looked at, for all of a group together: some seconds.
const MOST_PLACES: usize = 20_000_000;
/// How much farther than touching agents stand apart at first.
const APART: f64 = 1.0 + 1e-6;

/// An agent that is there when the run begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub crew: usize,
    pub at: Point,
    pub nature: Traits,
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

/// Who stands where, in squares as wide as the widest.
struct Occupied {
    square: f64,
    squares: HashMap<(i64, i64), Vec<(Point, f64)>>,
}

impl Occupied {
    fn new(widest: f64) -> Self {
        Self { square: 2.0 * widest * APART, squares: HashMap::new() }
    }

    fn square_of(&self, p: Point) -> (i64, i64) {
        ((p.x / self.square).floor() as i64, (p.y / self.square).floor() as i64)
    }

    /// Somebody whom a disc there would overlap.
    fn overlapped(&self, p: Point, radius: f64) -> Option<(Point, f64)> {
        let (column, row) = self.square_of(p);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (column + dx, row + dy)));
        let near = around.filter_map(|square| self.squares.get(&square)).flatten();
        near.copied().find(|&(q, r)| p.distance(q) < radius + r)
    }

    fn add(&mut self, p: Point, radius: f64) {
        self.squares.entry(self.square_of(p)).or_default().push((p, radius));
    }
}

impl Planner<'_> {
    /// Everybody who is there at the start, in the order of groups.
    pub(super) fn placed(&mut self, crews: &[GroupPlan], targets: &[Vec<Target>]) -> Vec<Standing> {
        let widest = crews.iter().map(|crew| largest(&crew.group)).fold(0.0, f64::max);
        let mut occupied = Occupied::new(widest);
        let mut standing: Vec<Standing> = Vec::new();
        for (number, crew) in crews.iter().enumerate() {
            let first = standing.len();
            match &crew.group.start {
                Start::Points(points) => self.at_points(number, &crew.group, points, &mut occupied, &mut standing),
                Start::Area { outline, count } => {
                    self.in_area(number, &crew.group, outline, *count, &mut occupied, &mut standing);
                }
                Start::Entrance { .. } | Start::Flow { .. } => {}
            }
            let stuck = standing[first..]
                .iter()
                .find(|walker| !self.has_way(&targets[number], walker.at))
                .map(|walker| walker.at);
            if let Some(at) = stuck {
                self.no_way(crew, at);
            }
        }
        standing
    }

    fn at_points(
        &mut self,
        crew: usize,
        group: &Group,
        points: &[Point],
        occupied: &mut Occupied,
        out: &mut Vec<Standing>,
    ) {
        for &at in points {
            let nature = Traits::of(group, self.crowd.seed, out.len() as u64);
            let radius = nature.radius;
            if !self.walls.is_clear(at, radius) {
                let clearance = if self.walls.is_clear(at, 0.0) { self.walls.clearance(at) } else { 0.0 };
                self.refuse_at::<()>(group, at, CrowdFault::InWall { radius, clearance });
                continue;
            }
            if let Some((other, r)) = occupied.overlapped(at, radius) {
                let (distance, needed) = (other.distance(at), radius + r);
                self.refuse_at::<()>(group, at, CrowdFault::Overlap { distance, needed, other });
                continue;
            }
            occupied.add(at, radius);
            out.push(Standing { crew, at, nature });
        }
    }

    fn in_area(
        &mut self,
        crew: usize,
        group: &Group,
        ring: &[Point],
        count: usize,
        occupied: &mut Occupied,
        out: &mut Vec<Standing>,
    ) {
        let bounds = part_within(ring, self.scene.walled_domain().bounds());
        if bounds.is_empty() {
            self.refuse::<()>(group, CrowdFault::Crowded { placed: 0, count });
            return;
        }
        let mut random = stream(self.crowd.seed, u64::MAX - crew as u64);
        let mut lattice = None;
        for placed in 0..count {
            let nature = Traits::of(group, self.crowd.seed, out.len() as u64);
            let fits = |p: Point| {
                winding_number(ring, p).is_none_or(|turns| turns != 0)
                    && occupied.overlapped(p, nature.radius * APART).is_none()
                    && self.walls.is_clear(p, nature.radius)
            };
            let mut thrown = (0..THROWS).map(|_| {
                Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y))
            });
            let at = match lattice.is_none().then(|| thrown.find(|&p| fits(p))).flatten() {
                Some(at) => Some(at),
                None => {
                    let places = lattice.get_or_insert_with(|| lattice_in(bounds, largest(group)));
                    places.find(|&p| fits(p))
                }
            };
            let Some(at) = at else {
                self.refuse::<()>(group, CrowdFault::Crowded { placed, count });
                return;
            };
            occupied.add(at, nature.radius);
            out.push(Standing { crew, at, nature });
        }
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

    /// A way leads from `at` to all targets of a crew, one after the other; or may do so later.
    fn has_way(&self, targets: &[Target], at: Point) -> bool {
        self.stage != Stage::Whole
            || targets.iter().all(|target| match &self.leads[target.lead] {
                Guidance::Straight(_) => true,
                lead => lead.cost(at).is_some(),
            })
    }

    fn no_way(&mut self, crew: &GroupPlan, at: Point) {
        let goal = match crew.group.goals.as_slice() {
            [] => "any goal".to_owned(),
            names => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        };
        let radius = largest(&crew.group);
        self.refuse_at::<()>(&crew.group, at, CrowdFault::NoPath { goal, radius });
    }

    /// Entrances from which some goal cannot be reached.
    pub(super) fn check_gateways(&mut self, crews: &[GroupPlan], targets: &[Vec<Target>]) {
        for (crew, targets) in crews.iter().zip(targets) {
            let Some(gateway) = &crew.gateway else { continue };
            let stuck = gateway.places.iter().find(|&&at| !self.has_way(targets, at)).copied();
            if let Some(at) = stuck {
                self.no_way(crew, at);
            }
        }
    }
}

/// Rows of touching discs, each shifted by half a disc.
fn lattice_in(bounds: Bounds, radius: f64) -> impl Iterator<Item = Point> {
    let width = 2.0 * radius * APART;
    let height = width * 0.75_f64.sqrt();
    let rows = (bounds.height() / height) as usize + 1;
    let columns = (bounds.width() / width) as usize + 2;
    let place = move |row: usize, column: usize| {
        let shift = if row.is_multiple_of(2) { 0.0 } else { 0.5 };
        bounds.min + Point::new((column as f64 + shift) * width, row as f64 * height)
    };
    let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    places.map(move |(r, c)| place(r, c)).take(MOST_PLACES)
}
