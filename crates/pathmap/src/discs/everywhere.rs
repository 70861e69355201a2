//! The wave of a map: from all sources until nothing is left; and the cheapest way to a place from what it leaves.
//!
//! A leg that ends in a place is free only if its start sees the place as a point does, so what an arrival sees of a
//! triangle is kept there, with the directions in which its disc may pass. A place costs the least of what the windows of
//! its triangle offer it. The cheapest is looked at before it is believed: its whole stadium, since something beside the
//! triangles that it crosses may be in its way.
//!
//! Cost of a question: the windows of a triangle, and for one or two of them the triangles along the leg.

use super::flat::Flat;
use super::passages::Passages;
use super::sight::{Bounds, Part, Passing, Root};
use super::tolls::Tolls;
use super::turns::{Arrivals, NONE};
use super::wave::{Goal, Wave};
use wayfront_domain::{Domain, Openings, SideId, Spot, TriangleId};
use wayfront_geometry::{DiscLeg, LegEnd, Point};

/// Share by which a place may miss what is seen: what is seen along an edge counts.
const NEARLY: f64 = 1e-9;

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

/// Every place.
#[derive(Debug, Default)]
pub(super) struct AllPlaces {
    kept: Vec<(TriangleId, Window)>,
    passages: Passages,
}

impl Goal for AllPlaces {
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

    fn admits(wave: &mut Wave<Self>, domain: &Domain, root: &Root, side: SideId, passing: Passing) -> bool {
        let mut passages = std::mem::take(&mut wave.goal.passages);
        let is_needed = passages.admits(wave, domain, root, side, passing);
        wave.goal.passages = passages;
        is_needed
    }

    fn touch(wave: &mut Wave<Self>, domain: &Domain, root: &Root, side: SideId, passing: Passing) {
        let mut passages = std::mem::take(&mut wave.goal.passages);
        passages.reach(wave, domain, root, side, passing);
        wave.goal.passages = passages;
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
        self.wave.goal.passages.forget_domain();
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
        let has_outlines_only = openings.is_empty() && tolls.is_empty();
        wave.goal.passages.restart(domain, radius, has_outlines_only);
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
        let mut next = self.starts.clone();
        self.windows.clear();
        self.windows.resize(kept.len(), Window { number: 0, passing: Passing::default(), bounds: None });
        for (triangle, window) in kept {
            let slot = &mut next[triangle.index()];
            self.windows[*slot as usize] = *window;
            *slot += 1;
        }
        // In the order of what they offer to the middle: then most of those behind the best are passed over at once.
        let mut order: Vec<(f64, Window)> = Vec::new();
        for k in 0..triangles {
            let [a, b, c] = domain.triangle(TriangleId(k as u32));
            let middle = (a + b + c) * (1.0 / 3.0);
            let range = self.starts[k] as usize..self.starts[k + 1] as usize;
            order.clear();
            order.extend(self.windows[range.clone()].iter().map(|window| (self.least(window, middle), *window)));
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.windows[range].iter_mut().zip(&order).for_each(|(window, (_, sorted))| *window = *sorted);
        }
    }

    /// How many windows there are.
    pub fn window_count(&self) -> usize {
        self.windows.len()
    }

    fn windows(&self, triangle: TriangleId) -> &[Window] {
        let [from, to] = [triangle.index(), triangle.index() + 1].map(|k| self.starts[k] as usize);
        &self.windows[from..to]
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
            for window in triangles.iter().flat_map(|&triangle| self.windows(triangle)) {
                let least = self.least(window, p);
                if best.is_some_and(|(cost, ..)| least > cost) || !self.shows(window, p) {
                    continue;
                }
                let Some((cost, leg)) = self.last_leg(window, p) else { continue };
                let is_next = after < (cost, window.number);
                if is_next && best.is_none_or(|(known, number, _)| (cost, window.number) < (known, number)) {
                    best = Some((cost, window.number, leg));
                }
            }
            let (cost, number, leg) = best?;
            if is_free(&leg) {
                return Some(Cheapest { cost, number, from: leg.centres()[0] });
            }
            after = (cost, number);
        }
    }

    #[inline]
    fn shows(&self, window: &Window, p: Point) -> bool {
        window.shows(self.arrivals.list[window.number as usize].end.at, p)
    }

    /// The leg from a window's arrival to a place, and what it costs there.
    #[inline]
    fn last_leg(&self, window: &Window, p: Point) -> Option<(f64, DiscLeg)> {
        let leg = self.arrivals.leg(window.number, LegEnd::point(p), self.radius)?;
        if window.passing.excludes(leg.direction()) {
            return None;
        }
        Some((self.arrivals.list[window.number as usize].cost_of(&leg, &self.tolls)?, leg))
    }

    /// Less than what a way over a window's arrival costs, quick to tell.
    #[inline]
    fn least(&self, window: &Window, p: Point) -> f64 {
        let arrival = &self.arrivals.list[window.number as usize];
        if arrival.flat != NONE {
            return f64::NEG_INFINITY;
        }
        let apart = p - arrival.end.at;
        let square = apart.dot(apart) - if arrival.end.hand.is_some() { self.radius * self.radius } else { 0.0 };
        arrival.cost + square.max(0.0).sqrt() * (1.0 - 1e-12)
    }
}
