//! Shortest paths of discs, slow and obviously right: every tangent between every two corners, measured against every
//! outline, no triangulation; Dijkstra over legs, so that no two arrivals are ever compared.
//!
//! What touches is open: distances are compared with a tolerance far below any gap of the worlds on grids.

use std::f64::consts::PI;
use wayfront_geometry::{CircularArc, Piece, Point};
use wayfront_world::{Barrier, BarrierCost};

/// Distances that differ by less are taken as equal.
const TOUCH: f64 = 1e-9;

/// A place from which legs start: a corner with its hand (1 left, -1 right), or a point (0).
#[derive(Clone, Copy)]
struct Stop {
    at: Point,
    side: f64,
}

struct Leg {
    to: usize,
    direction: f64,
    length: f64,
    ends: [Point; 2],
}

/// Chords that stand for an arc where it may cross a barrier.
const CHORDS: usize = 4000;

/// All that is known about one world and one radius.
pub struct DiscOracle<'a> {
    outlines: &'a [[Point; 2]],
    radius: f64,
    stops: Vec<Stop>,
    barriers: &'a [Barrier],
}

impl<'a> DiscOracle<'a> {
    /// For discs of this radius among these outlines.
    #[must_use]
    pub fn of(outlines: &'a [[Point; 2]], radius: f64) -> Self {
        let mut stops: Vec<Stop> = Vec::new();
        for &at in outlines.iter().flatten() {
            if stops.iter().all(|stop| stop.at != at) {
                stops.extend([1.0, -1.0].map(|side| Stop { at, side }));
            }
        }
        Self { outlines, radius, stops, barriers: &[] }
    }

    /// The same with barriers, which are paid for when the centre crosses them.
    #[must_use]
    pub fn with_barriers(self, barriers: &'a [Barrier]) -> Self {
        Self { barriers, ..self }
    }

    /// What is paid up to the next corner: on an arc and a leg, as a chain of points; and on which side of each barrier that
    /// ends. Whatever comes back to its own side has not crossed.
    fn paid(&self, stop: Stop, before: f64, turn: f64, leg: &Leg, sides: &[f64]) -> (f64, Vec<f64>) {
        let angle =
            |k: usize| before - stop.side * PI / 2.0 + turn / self.radius * stop.side * k as f64 / CHORDS as f64;
        let place = |k: usize| stop.at + Point::new(angle(k).cos(), angle(k).sin()) * self.radius;
        let mut chain: Vec<Point> = if turn > 0.0 { (0..CHORDS).map(place).collect() } else { Vec::new() };
        chain.extend(leg.ends);
        let mut sides = sides.to_vec();
        let mut crossed: Vec<(f64, BarrierCost)> = Vec::new();
        for (barrier, side) in self.barriers.iter().zip(&mut sides) {
            let mut walked = 0.0;
            for pair in chain.windows(2) {
                let [p, q] = [pair[0], pair[1]].map(|p| height(barrier, p));
                if q.signum() != *side && q.abs() > TOUCH {
                    let share = if p.abs() <= TOUCH { 0.0 } else { p / (p - q) };
                    if *side != 0.0 && is_beside(barrier, pair[0].lerp(pair[1], share)) {
                        crossed.push((walked + pair[0].distance(pair[1]) * share, barrier.cost));
                    }
                    *side = q.signum();
                }
                walked += pair[0].distance(pair[1]);
            }
        }
        let all: f64 = chain.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        crossed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut paid, mut factor, mut since) = (0.0, 1.0, 0.0);
        for (at, cost) in crossed {
            paid += factor * (at - since);
            since = at;
            match cost {
                BarrierCost::Delay(delay) => paid += delay,
                BarrierCost::Weight(times) => factor *= times,
            }
        }
        (paid + factor * (all - since) - all, sides)
    }

    fn is_free(&self, piece: &Piece) -> bool {
        self.outlines.iter().all(|&side| piece.distance(&Piece::Straight(side)) >= self.radius - TOUCH)
    }

    fn leg(&self, from: Stop, to: Stop, number: usize) -> Option<Leg> {
        let (v, k) = (to.at - from.at, (to.side - from.side) * self.radius);
        let apart = v.length();
        if apart == 0.0 || apart < k.abs() - TOUCH {
            return None;
        }
        let direction = v.y.atan2(v.x) - (k / apart).clamp(-1.0, 1.0).asin();
        let aside = |stop: Stop| stop.at + Point::new(direction.sin(), -direction.cos()) * (self.radius * stop.side);
        let ends = [aside(from), aside(to)];
        self.is_free(&Piece::Straight(ends)).then(|| Leg {
            to: number,
            direction,
            length: ends[0].distance(ends[1]),
            ends,
        })
    }

    /// The arc between two directions around a corner: how far the centre goes, if it is free.
    fn arc(&self, stop: Stop, before: f64, after: f64) -> Option<f64> {
        let mut turn = ((after - before) * stop.side).rem_euclid(2.0 * PI);
        if turn > 2.0 * PI - 1e-7 {
            turn = 0.0;
        }
        if turn > PI + 1e-7 {
            return None;
        }
        let start = before - stop.side * PI / 2.0;
        let arc = CircularArc { centre: stop.at, radius: self.radius, start, sweep: turn * stop.side };
        self.is_free(&Piece::Arc(arc)).then_some(turn * self.radius)
    }

    /// The cost of the cheapest path from `a` to `b`, which is its length where there are no barriers; infinite if there is no
    /// path. The disc must have room at both.
    #[must_use]
    pub fn length(&self, a: Point, b: Point) -> f64 {
        if a == b {
            return 0.0;
        }
        let mut stops = self.stops.clone();
        let [start, goal] = [stops.len(), stops.len() + 1];
        stops.extend([a, b].map(|at| Stop { at, side: 0.0 }));
        let mut legs: Vec<Option<Vec<Leg>>> = stops.iter().map(|_| None).collect();
        let side = |barrier: &Barrier| Some(height(barrier, a)).filter(|h| h.abs() > TOUCH).map_or(0.0, f64::signum);
        let sides: Vec<f64> = self.barriers.iter().map(side).collect();
        // Legs that were taken: the cost at their end, which stop that is, where they lead, and the sides of all barriers.
        let mut open: Vec<(f64, usize, f64, Vec<f64>)> = vec![(0.0, start, 0.0, sides)];
        let mut done: Vec<(usize, f64, Vec<f64>)> = Vec::new();
        while let Some(k) = (0..open.len()).min_by(|&i, &j| open[i].0.total_cmp(&open[j].0)) {
            let (cost, at, direction, sides) = open.swap_remove(k);
            if at == goal {
                return cost;
            }
            if done.iter().any(|(stop, known, beside)| *stop == at && *known == direction && *beside == sides) {
                continue;
            }
            done.push((at, direction, sides.clone()));
            let legs = legs[at].get_or_insert_with(|| {
                let others = (0..stops.len()).filter(|&to| to != start);
                others.filter_map(|to| self.leg(stops[at], stops[to], to)).collect()
            });
            for leg in legs.iter() {
                let turn = if at == start { Some(0.0) } else { self.arc(stops[at], direction, leg.direction) };
                if let Some(turn) = turn {
                    let (paid, sides) = match self.barriers {
                        [] => (0.0, Vec::new()),
                        _ => self.paid(stops[at], direction, turn, leg, &sides),
                    };
                    open.push((cost + turn + leg.length + paid, leg.to, leg.direction, sides));
                }
            }
        }
        f64::INFINITY
    }
}

/// How far a point lies to the left of a barrier's line.
fn height(barrier: &Barrier, p: Point) -> f64 {
    let [c, d] = barrier.segment;
    (d - c).cross(p - c) / c.distance(d)
}

/// A point on a barrier's line lies on the barrier.
fn is_beside(barrier: &Barrier, p: Point) -> bool {
    let [c, d] = barrier.segment;
    ((p - c).dot(d - c)).clamp(0.0, (d - c).dot(d - c)) == (p - c).dot(d - c)
}

/// Whether a curve is a path of a disc: free, tangent where legs meet arcs, as long as it says, and between its ends.
///
/// # Errors
/// What is wrong with it.
pub fn check_way(
    pieces: &[Piece],
    length: f64,
    radius: f64,
    [a, b]: [Point; 2],
    sides: &[[Point; 2]],
) -> Result<(), String> {
    let measured: f64 = pieces.iter().map(Piece::length).sum();
    if (measured - length).abs() > 1e-9 * length.max(1.0) {
        return Err(format!("{pieces:?} has length {measured}, not {length}"));
    }
    let ends = [pieces.first().map(Piece::start), pieces.last().map(Piece::end)];
    if a != b && (ends[0].is_none_or(|p| p.distance(a) > 1e-9) || ends[1].is_none_or(|p| p.distance(b) > 1e-9)) {
        return Err(format!("{pieces:?} does not lead from {a} to {b}"));
    }
    for pair in pieces.windows(2) {
        if pair[0].end().distance(pair[1].start()) > 1e-7 {
            return Err(format!("{pieces:?} has a gap"));
        }
        let step = |piece: &Piece, from: f64, to: f64| (piece.at(to) - piece.at(from)).unit().unwrap_or_default();
        if radius > 0.0 && pair.iter().all(|piece| piece.length() > 1e-4) {
            let [before, after] = [step(&pair[0], 1.0 - 1e-6, 1.0), step(&pair[1], 0.0, 1e-6)];
            if before.dot(after) < 1.0 - 1e-4 {
                return Err(format!("{pieces:?} has a kink at {}", pair[0].end()));
            }
        }
    }
    for piece in pieces {
        let near = sides.iter().map(|&side| piece.distance(&Piece::Straight(side))).fold(f64::INFINITY, f64::min);
        // Centres are rounded: a few roundings of coordinates up to ten.
        if near < radius * (1.0 - 1e-12) - 1e-13 {
            return Err(format!("{piece:?} of {pieces:?} has clearance {near}"));
        }
    }
    Ok(())
}
