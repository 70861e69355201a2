//! What a turn sees, and where its discs can pass, for all arrivals at it.
//!
//! The walk over triangles of `sight`, without costs: corners between which something is seen, directions between which a disc
//! may pass. None of that depends on where the disc comes from, if it is looked at from the first of all directions on. What is
//! left for an arrival is to pass over what lies before its own direction or beyond the last that is worth while, and what is
//! too late. So the walk is kept as a list in which each glance says where those end that lie behind it.
//!
//! Cost: once for a turn and a radius, what it sees. Memory: seventy bytes for each glance.

use super::field::Window;
use super::passages::{Passages, SideSlot};
use super::sight::{Part, Passing, Root};
use super::turns::{Arrival, STRAIGHT, turned};
use super::visible::{Edge, turn};
use std::f64::consts::{FRAC_PI_2, TAU};
use wayfront_domain::{CornerId, Domain, SideId, TriangleId};
use wayfront_geometry::{Hand, LegEnd, Point};

/// Glances of a turn at most.
const MOST: usize = 1_000;

/// Radians by which angles in single precision are rounded outwards.
const WIDER: f64 = 1e-6;

/// A triangle of which something is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    triangle: TriangleId,
    /// Where those end that lie behind it, from the first of the turn on.
    end: u32,
    /// The corners between which it is seen; none of the triangles around the corner.
    bounds: Option<[CornerId; 2]>,
    /// The side that was crossed.
    side: SideSlot,
    passing: Passing,
    /// The same as angles of the turn, the first and the last.
    angles: [f32; 2],
    /// Lengths along the passage between which it is crossed.
    crossed: [f32; 2],
}

/// A walk that waits, or goes on.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The side, of the triangle that is entered; its right and its left end.
    side: SideId,
    ends: [Point; 2],
    edges: [Edge; 2],
    passing: Passing,
    counted: [bool; 2],
    /// Angles between which legs lead to what is seen.
    angles: [f64; 2],
    depth: u32,
}

/// Memory for walks.
#[derive(Debug, Default)]
pub(super) struct Walk {
    stack: Vec<Step>,
    depths: Vec<u32>,
}

/// A turn to look from: where it is, the middle of its directions, and the first and the last of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Post {
    pub corner: CornerId,
    pub end: LegEnd,
    pub middle: Point,
    pub directions: [Point; 2],
    pub radius: f64,
}

impl Walk {
    /// Adds what a turn sees to a list; false if that is too much.
    pub fn look(&mut self, domain: &Domain, passages: &Passages, post: Post, glances: &mut Vec<Glance>) -> bool {
        let first = glances.len();
        let root = Root::new(0, post.end, 0.0, post.directions[0], post.radius);
        let open = root.passing(f64::INFINITY);
        self.depths.clear();
        for side in domain.fan(post.corner) {
            let Some(around) = post.glance_around(domain, side, open) else { continue };
            self.depths.push(0);
            glances.push(around);
            let edges = domain.side_corners(side.next()).map(|corner| edge(domain, &root, corner));
            let (ends, angles) = (edges.map(|edge| edge.towards), [0.0; 2]);
            let step = Step { side, ends, edges, passing: open, counted: [false; 2], angles, depth: 1 };
            self.stack.extend(send(domain, &root, &post, side.next(), step));
            while let Some(step) = self.stack.pop() {
                let Some(glance) = glance(passages, &root, &post, &step) else { continue };
                self.depths.push(step.depth);
                glances.push(glance);
                if self.depths.len() > MOST {
                    self.stack.clear();
                    glances.truncate(first);
                    return false;
                }
                enter(domain, &root, &post, &step, |next| self.stack.push(next));
            }
        }
        // Each ends where the next begins that is no deeper.
        let depths = &self.depths;
        for k in 0..depths.len() {
            let mut end = k + 1;
            while depths.get(end).is_some_and(|&depth| depth > depths[k]) {
                end += 1;
            }
            glances[first + k].end = end as u32;
        }
        true
    }
}

fn edge(domain: &Domain, root: &Root, corner: CornerId) -> Edge {
    Edge { corner, towards: domain.point(corner) - root.end.at }
}

/// What is seen by a step of the walk; `None` if no disc gets there.
fn glance(passages: &Passages, root: &Root, post: &Post, step: &Step) -> Option<Glance> {
    let [first, last] = post.in_order([step.passing.right, step.passing.left]);
    let angle = |ray: Point, otherwise: f64| if ray == Point::default() { otherwise } else { post.angle(ray) };
    let [low, high] = step.angles;
    let angles = [low.max(angle(first, f64::NEG_INFINITY)), high.min(angle(last, f64::INFINITY))];
    let side = passages.slot_of(step.side, post.end.at, post.radius);
    Some(Glance {
        triangle: step.side.triangle(),
        end: 0,
        bounds: Some(step.edges.map(|edge| edge.corner)),
        side,
        passing: step.passing,
        angles: post.in_reach(angles)?,
        crossed: passages.crossed(root, side, step.passing)?,
    })
}

/// One step: over one of the other two sides of the triangle, or over both.
fn enter(domain: &Domain, root: &Root, post: &Post, step: &Step, mut show: impl FnMut(Step)) {
    let Step { side, ends: [first, last], edges: [right, left], counted, depth, .. } = *step;
    let apex = edge(domain, root, domain.side(side.prev()).origin);
    let on_right = Step { ends: [first, apex.towards], depth: depth + 1, ..*step };
    let on_left = Step { ends: [apex.towards, last], depth: depth + 1, ..*step };
    let beyond_left = turn(domain, root.end.at, &left, &apex);
    let beyond_right = turn(domain, root.end.at, &right, &apex);
    if beyond_left > 0.0 {
        send(domain, root, post, side.next(), on_right).into_iter().for_each(show);
    } else if beyond_right < 0.0 {
        send(domain, root, post, side.prev(), on_left).into_iter().for_each(show);
    } else {
        if beyond_left < 0.0 {
            let step = Step { edges: [apex, left], counted: [false, counted[1]], ..on_left };
            send(domain, root, post, side.prev(), step).into_iter().for_each(&mut show);
        }
        if beyond_right > 0.0 {
            let step = Step { edges: [right, apex], counted: [counted[0], false], ..on_right };
            send(domain, root, post, side.next(), step).into_iter().for_each(&mut show);
        }
    }
}

/// Over a side of a triangle, if a disc may pass there.
fn send(domain: &Domain, root: &Root, post: &Post, side: SideId, mut step: Step) -> Option<Step> {
    step.side = domain.twin(side)?;
    let bounds = step.edges.map(|edge| edge.towards);
    let part = root.part_seen(step.ends, bounds);
    let is_solid = |k: usize| domain.is_solid(step.edges[k].corner);
    let narrowed = (&mut step.passing, &mut step.counted);
    step.angles = post.leading_to(&part);
    root.narrow(&part, narrowed, bounds, root.centre_beside(), is_solid).then_some(step)
}

impl Post {
    fn hand(&self) -> Hand {
        self.end.hand.unwrap_or(Hand::Left)
    }

    /// The angle of a direction. All that is seen lies between across the first direction and half a turn from there on; what
    /// comes before, around the corner, counts as coming last.
    fn angle(&self, direction: Point) -> f64 {
        let angle = |direction: Point| turned(self.middle, direction, self.hand());
        let (angle, first) = (angle(direction), angle(self.directions[0]));
        if angle < first - FRAC_PI_2 - WIDER { angle + TAU } else { angle }
    }

    /// Angles between which some direction leads, rounded outwards; `None` if that are none in which discs leave.
    fn in_reach(&self, [low, high]: [f64; 2]) -> Option<[f32; 2]> {
        let [first, last] = self.directions.map(|direction| turned(self.middle, direction, self.hand()));
        let is_within = low <= high + WIDER && low <= last + WIDER && high >= first - WIDER;
        is_within.then_some([(low - WIDER) as f32, (high + WIDER) as f32])
    }

    /// One of the triangles around the corner, if discs come there.
    fn glance_around(&self, domain: &Domain, side: SideId, passing: Passing) -> Option<Glance> {
        let ends = self.in_order(domain.side_points(side.next())).map(|p| p - self.end.at);
        let [first, last] = ends.map(|end| self.angle(end));
        let low = if last < first { f64::NEG_INFINITY } else { first };
        Some(Glance {
            triangle: side.triangle(),
            end: 0,
            bounds: None,
            side: SideSlot::NONE,
            passing,
            angles: self.in_reach([low, last + FRAC_PI_2])?,
            crossed: [f32::NEG_INFINITY, f32::INFINITY],
        })
    }

    /// What is on the right and on the left, the one first to which a disc comes that turns.
    fn in_order<T>(&self, [right, left]: [T; 2]) -> [T; 2] {
        if self.hand() == Hand::Left { [right, left] } else { [left, right] }
    }

    /// The angles between which legs lead to what is seen beyond a part of a side: the way of the centre lies a radius beside
    /// the ray from the corner, so what is seen in some direction is met by legs that go a little farther around.
    fn leading_to(&self, part: &Part) -> [f64; 2] {
        let farther = (self.radius / part.square.sqrt().max(self.radius)).asin();
        let [first, last] = self.in_order(part.ends).map(|end| self.angle(end));
        // What begins before all directions.
        [if last < first { f64::NEG_INFINITY } else { first }, last + farther]
    }
}

/// An arrival that looks at the glances of its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Onlooker {
    root: Root,
    passing: Passing,
    /// Between which angles it leaves.
    angles: [f64; 2],
}

impl Onlooker {
    pub fn new(number: u32, arrival: &Arrival, angle: f64, radius: f64) -> Self {
        let root = Root::new(number, arrival.end, arrival.cost, arrival.direction, radius);
        let angles = [angle - STRAIGHT, angle + arrival.worthwhile + STRAIGHT];
        Self { root, passing: root.passing(arrival.worthwhile), angles }
    }

    /// Shows the windows that are not too late.
    pub fn look(&self, passages: &Passages, glances: &[Glance], mut show: impl FnMut(TriangleId, Window)) {
        let mut k = 0;
        while let Some(glance) = glances.get(k) {
            let [first, last] = glance.angles.map(f64::from);
            let is_ahead = last >= self.angles[0] && first <= self.angles[1];
            if is_ahead && let Some(passing) = self.admitted(passages, glance) {
                let Glance { triangle, bounds, .. } = *glance;
                show(triangle, Window { number: self.root.number, passing, bounds });
                k += 1;
            } else {
                k = glance.end as usize;
            }
        }
    }

    /// The directions in which its discs pass; `None` if something cheaper is known for all of them.
    #[inline]
    fn admitted(&self, passages: &Passages, glance: &Glance) -> Option<Passing> {
        let mut passing = glance.passing;
        let is_left = self.root.end.hand == Some(Hand::Left);
        // The own direction is the first: on the right for a corner on the left.
        let is_first = f64::from(glance.angles[0]) <= self.angles[0];
        let is_last = f64::from(glance.angles[1]) >= self.angles[1];
        let Passing { right, left } = self.passing;
        if (if is_left { is_first } else { is_last }) && right != Point::default() {
            passing.right = right;
        }
        if (if is_left { is_last } else { is_first }) && left != Point::default() {
            passing.left = left;
        }
        let crossed = if is_first || is_last { None } else { Some(glance.crossed) };
        passages.admits(&self.root, glance.side, passing, crossed).then_some(passing)
    }
}
