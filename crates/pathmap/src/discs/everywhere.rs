//! The wave of a map: from all sources until nothing is left.
//!
//! A leg that ends in a place is free only if its start sees the place as a point does, so what an arrival sees of a
//! triangle is kept there, with the directions in which its disc may pass.

use super::arcs::Turning;
use super::field::{DiscField, Window};
use super::flat::Flat;
use super::lookout::{Lookout, Seen};
use super::passages::Known;
use super::rows::{Arrived, Rows, turn_of};
use super::sight::{Bounds, Part, Passing, Root};
use super::tolls::Tolls;
use super::turns::{NONE, Turn};
use super::waiting::{Kind, Untried, Waiting};
use super::wave::{Goal, Wave};
use wayfront_domain::{CornerId, Domain, Openings, TriangleId};
use wayfront_geometry::{DiscLeg, LegEnd, Point};

/// Every place.
#[derive(Debug, Default)]
pub(super) struct AllPlaces {
    kept: Vec<(TriangleId, Window)>,
    rows: Rows,
    /// Rows are asked for.
    has_rows: bool,
    /// Arrivals whose legs came from rows: what they see is looked at when all costs are known.
    waiting: Vec<(u32, Arrived)>,
    parts: Vec<Seen>,
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

    fn look_around(wave: &mut Wave<Self>, domain: &Domain, number: u32, corner: CornerId) {
        let row = turn_of(&wave.arrivals.list[number as usize]).and_then(|turn| row_of(wave, domain, turn));
        match row {
            Some(row) => take_legs(wave, domain, number, row),
            None => wave.send_around(domain, number, corner),
        }
    }

    #[inline]
    fn is_needless(&self, untried: &Untried) -> bool {
        untried.laid != NONE && self.rows.is_needless(untried.laid, untried.cost)
    }

    /// The next leg of the same arrival.
    #[inline]
    fn follows(&self, legs: &[Untried], leg: usize) -> Option<usize> {
        let Untried { from, laid, .. } = legs[leg];
        if laid == NONE {
            return None;
        }
        let mut next = (leg + 1..).zip(&legs[leg + 1..]).take_while(|(_, next)| next.from == from);
        next.find(|(_, next)| !self.is_needless(next)).map(|(number, _)| number)
    }

    fn most(wave: &mut Wave<Self>, domain: &Domain, corner: CornerId, turning: Turning) -> f64 {
        match row_of(wave, domain, Turn { corner, hand: turning.hand }) {
            Some(row) => wave.goal.rows.most(row, turning),
            None => wave.most(domain, corner, turning),
        }
    }

    #[inline]
    fn is_free(wave: &mut Wave<Self>, domain: &Domain, untried: &Untried, leg: &DiscLeg) -> bool {
        if untried.laid == NONE {
            return wave.is_free(domain, untried.from, leg);
        }
        wave.goal.rows.is_free(untried.laid).unwrap_or_else(|| {
            let is_free = wave.is_free(domain, untried.from, leg);
            wave.goal.rows.set_free(untried.laid, is_free);
            is_free
        })
    }
}

/// The row of a turn, if rows are asked for and it has one.
#[inline]
fn row_of(wave: &mut Wave<AllPlaces>, domain: &Domain, turn: Turn) -> Option<usize> {
    let Wave { goal, corners, around, passages, .. } = wave;
    if !goal.has_rows {
        return None;
    }
    goal.rows.row(domain, (corners, around), passages, turn)
}

/// Puts the legs of an arrival that is in a row into the list, the cheapest first, and that one into the queue.
fn take_legs(wave: &mut Wave<AllPlaces>, domain: &Domain, number: u32, row: usize) {
    let Wave { goal, arrivals, passages, legs, queue, .. } = wave;
    let arrival = &arrivals.list[number as usize];
    let Some(turn) = turn_of(arrival) else { return };
    let arrived = goal.rows.arrive(row, turn, arrival);
    goal.waiting.push((number, arrived));
    goal.rows.claim(domain, turn, arrived, arrival.most, passages);
    let first = legs.len();
    goal.rows.legs(arrived, arrival.worthwhile, |laid, turn, cost| {
        legs.push(Untried { from: number, turn, cost, laid });
    });
    legs[first..].sort_unstable_by(|a, b| a.cost.total_cmp(&b.cost).then(a.laid.cmp(&b.laid)));
    if let Some(cheapest) = legs.get(first) {
        queue.push(Waiting::new(cheapest.cost, Kind::Leg, first as u32));
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

impl DiscMapWork {
    /// The next map is one of another domain.
    pub fn forget_domain(&mut self) {
        self.wave.forget_domain();
        self.wave.goal.rows.forget_domain();
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
        std::mem::swap(&mut wave.goal.kept, &mut field.kept);
        wave.openings.clone_from(openings);
        wave.tolls.clone_from(tolls);
        wave.restart(domain, radius);
        wave.goal.kept.clear();
        wave.goal.waiting.clear();
        wave.goal.has_rows = openings.is_empty() && tolls.is_empty() && {
            let Wave { goal, corners, passages, .. } = wave;
            goal.rows.restart(domain, corners, passages, radius)
        };
        if wave.goal.has_rows {
            let Wave { arrivals, tolls, openings, passages, radius, .. } = wave;
            passages.look_at_all(Known { arrivals, tolls, openings, radius: *radius }, domain);
        }
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
        let Wave { goal: AllPlaces { waiting, parts, kept, rows, .. }, passages, arrivals, .. } = wave;
        Lookout { passages, arrivals, rows }.look(waiting, parts, kept);
        std::mem::swap(&mut wave.arrivals, &mut field.arrivals);
        std::mem::swap(&mut wave.goal.kept, &mut field.kept);
        field.index(domain, radius, tolls);
    }
}
