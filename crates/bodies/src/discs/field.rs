//! What the wave of a map leaves, and the cheapest way to a place from it.
//!
//! A place costs the least of what the windows of its triangle offer it. The cheapest is looked at before it is believed: its
//! whole stadium, since something beside the triangles that it crosses may be in its way. A stadium that is free has room at
//! both ends: whether a place has room at all is asked only where a leg is blocked.
//!
//! Cost of a question: the windows of a triangle, and for one or two of them the triangles along the leg.

use super::batch::{Batch, LANES, Relative};
use super::sight::{Bounds, Passing};
use super::tolls::Tolls;
use super::turns::{Arrivals, NONE};
use std::ops::Range;
use wayfront_domain::{Domain, NoPath, Openings, Spot, TriangleId};
use wayfront_geometry::{DiscLeg, LegEnd, Point};

/// Tolerance: Share by which estimates of costs are rounded.
const ESTIMATE: f64 = 1e-12;

/// Windows that are worth being shared by two threads.
const SHARED: usize = 2_000;

/// What an arrival may see of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub number: u32,
    pub passing: Passing,
    /// The corners between which it is seen.
    pub bounds: Bounds,
}

/// A window by its key, of single precision and rounded down, and its place in the list: as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Ordered(u64);

impl Ordered {
    #[inline]
    fn new(key: f64, index: u32) -> Self {
        let rounded = key as f32;
        let bits = (if f64::from(rounded) > key { rounded.next_down() } else { rounded }).to_bits();
        // Numbers in their order: negative ones turned around, before all others.
        let order = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        Self(u64::from(order) << 32 | u64::from(index))
    }

    #[inline]
    fn key(self) -> f64 {
        let order = (self.0 >> 32) as u32;
        f64::from(f32::from_bits(if order >> 31 == 1 { order & !(1 << 31) } else { !order }))
    }

    #[inline]
    fn index(self) -> usize {
        self.0 as u32 as usize
    }
}

/// What a wave leaves: arrivals, and for each triangle what they may see of it.
#[derive(Debug, Default)]
pub(crate) struct DiscField {
    pub arrivals: Arrivals,
    pub radius: f64,
    tolls: Tolls,
    /// As they were found.
    pub(super) kept: Vec<(TriangleId, Window)>,
    /// For each triangle the first of its windows in their order, and its first batch.
    starts: Vec<[u32; 2]>,
    /// One over the size of the world.
    scale: f64,
    /// Windows by triangle, each with its key, the least first.
    order: Vec<Ordered>,
    batches: Vec<Batch>,
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

impl DiscField {
    /// Sorts the windows that were kept by triangle.
    pub fn index(&mut self, domain: &Domain, radius: f64, tolls: &Tolls) {
        self.radius = radius;
        self.tolls.clone_from(tolls);
        self.scale = 1.0 / domain.bounds().size();
        let kept = &self.kept;
        let triangles = domain.free_triangles();
        self.starts.clear();
        self.starts.resize(triangles + 1, [0; 2]);
        for (triangle, _) in kept {
            self.starts[triangle.index() + 1][0] += 1;
        }
        for k in 0..triangles {
            self.starts[k + 1][0] += self.starts[k][0];
        }
        self.order.clear();
        self.order.resize(kept.len(), Ordered(0));
        // Each start moves up to the next one, and all of them back by one place at the end.
        for (k, (triangle, window)) in (0..).zip(kept) {
            let key = self.key(window, middle_of(domain, *triangle));
            let slot = &mut self.starts[triangle.index()][0];
            self.order[*slot as usize] = Ordered::new(key, k);
            *slot += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = [0; 2];
        for k in 0..triangles {
            let [windows, end] = [k, k + 1].map(|k| self.starts[k][0]);
            self.starts[k + 1][1] = self.starts[k][1] + (end - windows).div_ceil(LANES as u32);
        }
        // What was there before is written over.
        self.batches.resize_with(self.starts[triangles][1] as usize, || Batch::new(0.0, 0.0));
        let (mut order, mut batches) = (std::mem::take(&mut self.order), std::mem::take(&mut self.batches));
        self.group(domain, 0..triangles, &mut order, &mut batches);
        (self.order, self.batches) = (order, batches);
    }

    /// Sorts the windows of some triangles by their keys and puts them into batches, on all threads.
    fn group(&self, domain: &Domain, triangles: Range<usize>, order: &mut [Ordered], batches: &mut [Batch]) {
        let first = self.starts[triangles.start];
        if order.len() > SHARED && triangles.len() > 1 {
            let middle = triangles.start + triangles.len() / 2;
            let cut = [0, 1].map(|k| (self.starts[middle][k] - first[k]) as usize);
            let (order, batches) = (order.split_at_mut(cut[0]), batches.split_at_mut(cut[1]));
            rayon::join(
                || self.group(domain, triangles.start..middle, order.0, batches.0),
                || self.group(domain, middle..triangles.end, order.1, batches.1),
            );
            return;
        }
        for k in triangles {
            let [from, to] = [k, k + 1].map(|k| [0, 1].map(|i| (self.starts[k][i] - first[i]) as usize));
            let order = &mut order[from[0]..to[0]];
            order.sort_unstable();
            self.put(domain, TriangleId(k as u32), order, &mut batches[from[1]..to[1]]);
        }
    }

    /// What coordinates in the batches of a triangle are relative to.
    #[inline]
    fn relative(&self, domain: &Domain, triangle: TriangleId) -> Relative {
        Relative { middle: middle_of(domain, triangle), scale: self.scale }
    }

    /// Puts the windows of a triangle, in their order, into batches.
    fn put(&self, domain: &Domain, triangle: TriangleId, order: &[Ordered], batches: &mut [Batch]) {
        let relative = self.relative(domain, triangle);
        // The key of a segment is no number.
        let base = order.iter().map(|window| window.key()).find(|key| key.is_finite()).unwrap_or(0.0);
        for (windows, batch) in order.chunks(LANES).zip(batches) {
            *batch = Batch::new(windows[0].key(), base);
            for (lane, window) in windows.iter().enumerate() {
                let Window { number, passing, bounds } = self.kept[window.index()].1;
                let bounds = bounds.map(|bounds| bounds.map(|corner| domain.point(corner)));
                let arrival = (&self.arrivals.list[number as usize], self.radius);
                batch.set(lane, number, arrival, &relative, (bounds, passing));
            }
        }
    }

    /// How many windows there are.
    pub fn window_count(&self) -> usize {
        self.kept.len()
    }

    /// The cheapest path to a place that lies in a spot.
    pub fn cheapest(&self, domain: &Domain, openings: &Openings, p: Point, spot: Spot) -> Result<Cheapest, NoPath> {
        let has_room = || domain.room_with(p, self.radius, openings).is_some();
        let openings = (!openings.is_empty()).then_some(openings);
        match spot {
            Spot::Inside(triangle) => self.cheapest_in(domain, openings, p, &[triangle], has_room),
            spot => self.cheapest_in(domain, openings, p, &domain.triangles_at(spot), has_room),
        }
    }

    fn cheapest_in(
        &self,
        domain: &Domain,
        openings: Option<&Openings>,
        p: Point,
        triangles: &[TriangleId],
        has_room: impl Fn() -> bool,
    ) -> Result<Cheapest, NoPath> {
        // Dearer than what is known to be blocked, if something is.
        let mut after = None;
        loop {
            let best = self.next(domain, p, triangles, after);
            if let (Some((cost, number, leg)), Some(&start)) = (best, triangles.first())
                && domain.leg_is_free_from(&leg, start, openings)
            {
                return Ok(Cheapest { cost, number, from: leg.centres()[0] });
            }
            if after.is_none() && !has_room() {
                return Err(NoPath::Blocked);
            }
            let Some((cost, number, _)) = best else { return Err(NoPath::Unreachable) };
            after = Some((cost, number));
        }
    }

    /// The cheapest last leg to a place, proved or not, of those that come after some other.
    #[inline]
    fn next(
        &self,
        domain: &Domain,
        p: Point,
        triangles: &[TriangleId],
        after: Option<(f64, u32)>,
    ) -> Option<(f64, u32, DiscLeg)> {
        let mut best: Option<(f64, u32, DiscLeg)> = None;
        let mut most = f64::INFINITY;
        for &triangle in triangles {
            let relative = self.relative(domain, triangle);
            let (at, off) = (relative.place(p), relative.middle.distance(p));
            let [from, to] = [triangle.index(), triangle.index() + 1].map(|k| self.starts[k][1] as usize);
            for batch in &self.batches[from..to] {
                // No window that follows offers as much.
                if (batch.key - off) * (1.0 - ESTIMATE) > most {
                    break;
                }
                let mut least = batch.least(at);
                while let Some(lane) = cheapest_of(&least, (most - batch.base) * self.scale) {
                    least[lane] = f32::INFINITY;
                    let number = batch.numbers[lane];
                    let Some((cost, leg)) = self.last_leg(number, p) else { continue };
                    let is_next = after.is_none_or(|after| after < (cost, number));
                    if is_next && best.is_none_or(|(known, other, _)| (cost, number) < (known, other)) {
                        (best, most) = (Some((cost, number, leg)), cost);
                    }
                }
            }
        }
        best
    }

    /// The leg from an arrival to a place, and what it costs there.
    #[inline]
    fn last_leg(&self, number: u32, p: Point) -> Option<(f64, DiscLeg)> {
        let leg = self.arrivals.leg(number, LegEnd::point(p), self.radius)?;
        Some((self.arrivals.list[number as usize].cost_of(&leg, &self.tolls)?, leg))
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

/// The least of some numbers, if it is below infinity and not above another.
#[inline]
fn cheapest_of(least: &[f32; LANES], most: f64) -> Option<usize> {
    let mut found = (f32::INFINITY, LANES);
    for (k, &value) in least.iter().enumerate() {
        if value < found.0 {
            found = (value, k);
        }
    }
    (found.1 < LANES && f64::from(found.0) <= most).then_some(found.1)
}

/// The middle of a triangle.
#[inline]
fn middle_of(domain: &Domain, triangle: TriangleId) -> Point {
    let [a, b, c] = domain.triangle(triangle);
    (a + b + c) * (1.0 / 3.0)
}
