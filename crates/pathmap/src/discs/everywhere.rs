//! The wave of a map: from all sources until nothing is left; and the cheapest way to a place from what it leaves.
//!
//! A leg that ends in a place is free only if its start sees the place as a point does, so what an arrival sees of a
//! triangle is kept there, with the directions in which its disc may pass. A place costs the least of what the windows of
//! its triangle offer it. The cheapest is looked at before it is believed: its whole stadium, since something beside the
//! triangles that it crosses may be in its way.
//!
//! Cost of a question: the windows of a triangle, and for one or two of them the triangles along the leg.

use super::flat::Flat;
use super::sight::{Bounds, Part, Passing, Root};
use super::straight::Straight;
use super::tolls::Tolls;
use super::turns::{Arrival, Arrivals, NONE};
use super::wave::{Goal, Wave};
use wayfront_domain::{Domain, Openings, Spot, TriangleId};
use wayfront_geometry::{DiscLeg, LegEnd, Point};

/// Share by which a place may miss what is seen: what is seen along an edge counts.
const NEARLY: f64 = 1e-9;

/// Share by which estimates of costs are rounded.
const ESTIMATE: f64 = 1e-12;

/// What an arrival may see of a triangle.
#[derive(Clone, Copy, Debug)]
struct Window {
    number: u32,
    passing: Passing,
    /// The corners between which it is seen, as points.
    bounds: Bounds,
}

impl Window {
    /// The arrival, which is at a corner, sees a place through it. Discs that go there are seen all the way.
    #[inline]
    fn shows(&self, at: Point, p: Point) -> bool {
        let Some(bounds) = self.bounds else { return true };
        let [right, left] = bounds.map(|bound| bound - at);
        let towards = p - at;
        let slack = NEARLY * (towards.x.abs() + towards.y.abs());
        right.cross(towards) >= -slack * (right.x.abs() + right.y.abs())
            && left.cross(towards) <= slack * (left.x.abs() + left.y.abs())
    }
}

/// What a question asks of a window before all else: most are passed over for it.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// What is offered to the middle of the triangle at least.
    key: f64,
    cost: f64,
    at: Point,
    /// By how much the square of a leg is less than that of the distance.
    less: f64,
}

impl Head {
    fn of(key: f64, arrival: &Arrival, radius: f64) -> Self {
        let cost = if arrival.flat == NONE { arrival.cost } else { f64::NEG_INFINITY };
        let less = if arrival.end.hand.is_some() { radius * radius } else { 0.0 };
        Self { key, cost, at: arrival.end.at, less }
    }

    /// Less than what is offered to a place.
    #[inline]
    fn least(&self, p: Point) -> f64 {
        let v = p - self.at;
        self.cost + (v.dot(v) - self.less).max(0.0).sqrt()
    }
}

/// Every place.
#[derive(Debug, Default)]
pub(super) struct AllPlaces {
    kept: Vec<(TriangleId, Window)>,
}

impl Goal for AllPlaces {
    /// All of them are needed.
    const AHEAD: f64 = 2.0;
    const IS_BRIEF: bool = false;

    #[inline]
    fn least(&self, root: &Root, part: &Part, passing: Passing) -> f64 {
        root.least_across(part, passing)
    }

    #[inline]
    fn least_after(&self, cost: f64, _: Point) -> f64 {
        cost
    }

    #[inline]
    fn end(&self) -> f64 {
        f64::INFINITY
    }

    #[inline]
    fn enter(wave: &mut Wave<Self>, _: &Domain, number: u32, triangle: TriangleId, passing: Passing, bounds: Bounds) {
        wave.goal.kept.push((triangle, Window { number, passing, bounds }));
    }
}

/// The memory of a wave to all places.
#[derive(Debug, Default)]
pub(crate) struct DiscMapWork {
    wave: Wave<AllPlaces>,
}

/// Where ways start: what, the triangles around it, and what it costs until there.
#[derive(Clone, Debug)]
pub(crate) struct DiscStart {
    pub from: StartPlace,
    pub triangles: Vec<TriangleId>,
    pub cost: f64,
}

/// What ways start from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StartPlace {
    Point(Point),
    /// A place that the disc touches, and where it goes at first.
    Turning(LegEnd, Point),
    Flat(Flat),
}

impl StartPlace {
    /// The centre of a disc at a place is there already.
    pub fn holds(&self, p: Point) -> bool {
        match self {
            Self::Point(at) => *at == p,
            Self::Turning(..) => false,
            Self::Flat(Flat { axis, .. }) => {
                let Point { x, y } = axis.place(p);
                let rounding = 4.0 * f64::EPSILON * (p.x.abs() + p.y.abs() + axis.length);
                y.abs() <= rounding && (0.0..=axis.length).contains(&x)
            }
        }
    }
}

/// What a wave leaves: arrivals, and for each triangle what they may see of it.
#[derive(Debug, Default)]
pub(crate) struct DiscField {
    pub arrivals: Arrivals,
    pub radius: f64,
    tolls: Tolls,
    starts: Vec<u32>,
    windows: Vec<Window>,
    /// What is looked at first, for each window; they are in the order of their keys.
    heads: Vec<Head>,
    order: Vec<(f64, u32)>,
}

/// The cheapest way to a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cheapest {
    pub cost: f64,
    /// The arrival from which the last leg starts.
    pub number: u32,
    /// Where the centre is when that leg starts.
    pub from: Point,
}

impl DiscMapWork {
    /// The next map is one of another domain.
    pub fn forget_domain(&mut self) {
        self.wave.forget_domain();
    }

    /// Fills a field from some starts, which have room.
    pub fn fill(
        &mut self,
        domain: &Domain,
        (openings, tolls): (&Openings, &Tolls),
        starts: &[DiscStart],
        radius: f64,
        field: &mut DiscField,
    ) {
        let wave = &mut self.wave;
        std::mem::swap(&mut wave.arrivals, &mut field.arrivals);
        wave.openings.clone_from(openings);
        wave.tolls.clone_from(tolls);
        wave.restart(domain, radius);
        wave.goal.kept.clear();
        for start in starts {
            let DiscStart { from, triangles, cost } = start.clone();
            match from {
                StartPlace::Point(at) => wave.start(at, triangles, cost),
                StartPlace::Turning(end, direction) => wave.start_turning(domain, end, direction, triangles, cost),
                StartPlace::Flat(flat) => wave.start_flat(flat, triangles, cost),
            };
        }
        let first = starts.iter().map(|start| start.cost).fold(f64::INFINITY, f64::min);
        for number in 0..starts.len() as u32 {
            wave.look_from_start(domain, number);
            wave.run(domain, first);
        }
        wave.propagate(domain);
        std::mem::swap(&mut wave.arrivals, &mut field.arrivals);
        field.radius = radius;
        field.tolls.clone_from(tolls);
        field.index(domain, &wave.goal.kept);
    }
}

impl DiscField {
    /// Sorts windows by triangle.
    fn index(&mut self, domain: &Domain, kept: &[(TriangleId, Window)]) {
        let triangles = domain.free_triangles();
        self.starts.clear();
        self.starts.resize(triangles + 1, 0);
        for (triangle, _) in kept {
            self.starts[triangle.index() + 1] += 1;
        }
        for k in 0..triangles {
            self.starts[k + 1] += self.starts[k];
        }
        self.order.clear();
        self.order.resize(kept.len(), (0.0, 0));
        // Each start moves up to the next one, and all of them back by one place at the end.
        for (k, (triangle, window)) in (0..).zip(kept) {
            let key = self.key(window, middle_of(domain, *triangle));
            let slot = &mut self.starts[triangle.index()];
            self.order[*slot as usize] = (key, k);
            *slot += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
        self.windows.clear();
        self.heads.clear();
        for k in 0..triangles {
            let order = &mut self.order[self.starts[k] as usize..self.starts[k + 1] as usize];
            order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            self.windows.extend(order.iter().map(|&(_, k)| kept[k as usize].1));
            let arrivals = &self.arrivals.list;
            let head =
                |&(key, k): &(f64, u32)| Head::of(key, &arrivals[kept[k as usize].1.number as usize], self.radius);
            self.heads.extend(order.iter().map(head));
        }
    }

    /// How many windows there are.
    pub fn window_count(&self) -> usize {
        self.windows.len()
    }

    /// Crossing some line costs something.
    pub fn has_tolls(&self) -> bool {
        !self.tolls.is_empty()
    }

    /// For each window of a triangle its arrival, the corners between which that sees something, and the directions between
    /// which discs may pass, on the right and on the left.
    pub fn seen_in(&self, triangle: TriangleId) -> impl Iterator<Item = (u32, Bounds, [Point; 2])> {
        self.windows(triangle)
            .map(|(_, window)| (window.number, window.bounds, [window.passing.right, window.passing.left]))
    }

    /// The windows of a triangle, and what is looked at first.
    fn windows(&self, triangle: TriangleId) -> impl Iterator<Item = (&Head, &Window)> {
        let [from, to] = [triangle.index(), triangle.index() + 1].map(|k| self.starts[k] as usize);
        self.heads[from..to].iter().zip(&self.windows[from..to])
    }

    /// The cheapest way to a place with room.
    pub fn cheapest(&self, domain: &Domain, openings: &Openings, p: Point, spot: Spot) -> Option<Cheapest> {
        let openings = (!openings.is_empty()).then_some(openings);
        match spot {
            Spot::Inside(triangle) => self.cheapest_in(domain, openings, p, &[triangle]),
            spot => self.cheapest_in(domain, openings, p, &domain.triangles_at(spot)),
        }
    }

    fn cheapest_in(
        &self,
        domain: &Domain,
        openings: Option<&Openings>,
        p: Point,
        triangles: &[TriangleId],
    ) -> Option<Cheapest> {
        let start = *triangles.first()?;
        let is_free = |leg: &DiscLeg| domain.leg_is_free_from(leg, start, openings);
        // Dearer than what is known to be blocked, if something is.
        let mut after: (f64, u32) = (f64::NEG_INFINITY, 0);
        loop {
            let mut best: Option<(f64, u32, DiscLeg)> = None;
            for &triangle in triangles {
                let off = middle_of(domain, triangle).distance(p);
                for (head, window) in self.windows(triangle) {
                    let most = best.map_or(f64::INFINITY, |(cost, ..)| cost);
                    // No window that follows offers as much.
                    if (head.key - off) * (1.0 - ESTIMATE) > most {
                        break;
                    }
                    if head.least(p) * (1.0 - ESTIMATE) > most
                        || !window.shows(head.at, p)
                        || !self.may_offer(window, p, most)
                    {
                        continue;
                    }
                    let Some((cost, leg)) = self.last_leg(window, p) else { continue };
                    let is_next = after < (cost, window.number);
                    if is_next && best.is_none_or(|(known, number, _)| (cost, window.number) < (known, number)) {
                        best = Some((cost, window.number, leg));
                    }
                }
            }
            let (cost, number, leg) = best?;
            if is_free(&leg) {
                return Some(Cheapest { cost, number, from: leg.centres()[0] });
            }
            after = (cost, number);
        }
    }

    /// What a window that sees a place offers to it is perhaps not above a cost.
    #[inline]
    fn may_offer(&self, window: &Window, p: Point, most: f64) -> bool {
        let arrival = &self.arrivals.list[window.number as usize];
        if arrival.flat != NONE {
            return true;
        }
        let root = Root::new(window.number, arrival.end, arrival.cost, arrival.direction, self.radius);
        let Some(straight) = Straight::to(&root, p) else { return true };
        let surely = |cost: f64| cost * (1.0 - ESTIMATE) > most;
        !window.passing.excludes(p - arrival.end.at, root.aside(None))
            && straight.least(&root).is_none_or(|least| !surely(least))
    }

    /// The leg from a window's arrival to a place, and what it costs there.
    #[inline]
    fn last_leg(&self, window: &Window, p: Point) -> Option<(f64, DiscLeg)> {
        let leg = self.arrivals.leg(window.number, LegEnd::point(p), self.radius)?;
        Some((self.arrivals.list[window.number as usize].cost_of(&leg, &self.tolls)?, leg))
    }

    /// Less than what a way over a window's arrival costs to a place: to others it is less by no more than they are apart.
    #[inline]
    fn key(&self, window: &Window, p: Point) -> f64 {
        let arrival = &self.arrivals.list[window.number as usize];
        if arrival.flat != NONE {
            return f64::NEG_INFINITY;
        }
        let radius = if arrival.end.hand.is_some() { self.radius } else { 0.0 };
        arrival.cost + arrival.end.at.distance(p) - radius
    }
}

/// The middle of a triangle.
#[inline]
fn middle_of(domain: &Domain, triangle: TriangleId) -> Point {
    let [a, b, c] = domain.triangle(triangle);
    (a + b + c) * (1.0 / 3.0)
}
