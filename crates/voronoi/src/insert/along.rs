//! The lead of a newcomer along an edge: where it is 0, largest, least.

use super::Newcomer;
use crate::graph::{Graph, NONE};
use crate::site::{Bisector, Site};
use wayfront_geometry::Point;

/// Steps of the search for a root: bisection alone would take about fifty.
const MOST_STEPS: u32 = 100;
/// Places at which an edge is looked at before it is cut, and steps that narrow the best of them down.
const SAMPLES: u32 = 16;
const NARROWING: u32 = 72;

/// The lead of the newcomer along the border of two faces, and the place and clearance there.
pub(super) fn lead_along(
    graph: &Graph,
    new: &Newcomer,
    i: u32,
    j: u32,
    from: Point,
    to: Point,
) -> (impl Fn(f64) -> f64 + use<>, impl Fn(f64) -> (Point, f64) + use<>) {
    let (first, second) = (*graph.site(i), *graph.site(j));
    let track = Bisector::between(&first, &second, from, to);
    let own = new.ends.map(|end| end != NONE && (end == i || end == j));
    let new = *new;
    let place = move |t: f64| {
        let p = track.at(t);
        (p, first.distance(p))
    };
    let lead = move |t: f64| {
        let (p, clearance) = place(t);
        new.lead(p, clearance, own)
    };
    (lead, place)
}

/// Where a function that is negative at 0 becomes positive on the way to 1; 1 if it does not. Chandrupatla's method:
/// inverse quadratic interpolation where the last three values promise it, halving where not.
pub(super) fn root(f: impl Fn(f64) -> f64, at_start: f64) -> f64 {
    let (mut newest, mut other) = ((1.0, f(1.0)), (0.0, at_start.min(-f64::MIN_POSITIVE)));
    if newest.1 <= 0.0 {
        return 1.0;
    }
    let mut share = newest.1 / (newest.1 - other.1);
    for _ in 0..MOST_STEPS {
        let t = newest.0 + share * (other.0 - newest.0);
        let value = f(t);
        let third = if (value < 0.0) == (newest.1 < 0.0) { newest } else { std::mem::replace(&mut other, newest) };
        newest = (t, value);
        let best = if newest.1.abs() < other.1.abs() { newest } else { other };
        let least = f64::EPSILON * best.0.max(f64::EPSILON) / (other.0 - newest.0).abs();
        if best.1 == 0.0 || least >= 0.5 {
            return best.0;
        }
        let xi = (newest.0 - other.0) / (third.0 - other.0);
        let phi = (newest.1 - other.1) / (third.1 - other.1);
        share = if phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi {
            let a = newest.1 / (other.1 - newest.1) * (third.1 / (other.1 - third.1));
            let b = (third.0 - newest.0) / (other.0 - newest.0) * (newest.1 / (third.1 - newest.1));
            a + b * (other.1 / (third.1 - other.1))
        } else {
            0.5
        };
        share = share.clamp(least, 1.0 - least);
    }
    newest.0
}

/// The largest lead inside of an edge, and where. Along an edge that crosses the line of a new side, or a perpendicular at its
/// ends, the lead rises and falls on each side of it.
pub(super) fn largest_lead(graph: &Graph, new: &Newcomer, h: u32) -> (f64, f64) {
    let (i, j) = (graph.face(h), graph.face(graph.twin(h)));
    let [from, to] = [graph.origin(h), graph.target(h)].map(|v| graph.vertex(v).at);
    let lead = lead_along(graph, new, i, j, from, to).0;
    let mut best = (f64::NEG_INFINITY, 0.5);
    let mut start = 0.0;
    let track = Bisector::between(graph.site(i), graph.site(j), from, to);
    for end in folds(&new.site, &track).into_iter().chain([1.0]) {
        if end > start {
            let (value, share) = largest(|share| lead(start + (end - start) * share));
            if value > best.0 {
                best = (value, start + (end - start) * share);
            }
            start = end;
        }
    }
    best
}

/// Where a border crosses the line of a side, and the perpendiculars at its ends, in order: the lead is smooth between
/// them. Borders among points and sides are of degree two at most, so three places tell all of it.
fn folds(new: &Site, track: &Bisector) -> [f64; 6] {
    let mut folds = [0.0; 6];
    if let Site::Side { start, along, length, .. } = *new {
        let places = [0.0, 0.5, 1.0].map(|t| track.at(t) - start);
        let x = places.map(|p| along.dot(p));
        let heights = [places.map(|p| along.cross(p)), x, x.map(|x| x - length)];
        for (pair, values) in folds.chunks_exact_mut(2).zip(heights) {
            pair.copy_from_slice(&zeros(values));
        }
    }
    folds.sort_unstable_by(f64::total_cmp);
    folds
}

/// Where a function of degree two with these values at 0, 1/2 and 1 is 0; 0 if that is nowhere between.
fn zeros([first, middle, last]: [f64; 3]) -> [f64; 2] {
    let (a, b) = (2.0 * (first - 2.0 * middle + last), 4.0 * middle - 3.0 * first - last);
    let q = -0.5 * (b + (b * b - 4.0 * a * first).sqrt().copysign(b));
    [q / a, first / q].map(|t| if t > 0.0 && t < 1.0 { t } else { 0.0 })
}

/// The least lead inside of an edge, with its place and the clearance there.
pub(crate) fn least_lead(graph: &Graph, new: &Newcomer, h: u32) -> (f64, Point, f64) {
    let (i, j) = (graph.face(h), graph.face(graph.twin(h)));
    let [from, to] = [graph.origin(h), graph.target(h)].map(|v| graph.vertex(v).at);
    let (lead, place) = lead_along(graph, new, i, j, from, to);
    let (value, t) = largest(|t| -lead(t));
    let (at, clearance) = place(t);
    (-value, at, clearance)
}

/// The largest value of a function between 0 and 1 that rises and falls once, and where.
fn largest(f: impl Fn(f64) -> f64) -> (f64, f64) {
    let share = |k: u32| f64::from(k) / f64::from(SAMPLES);
    let best = (1..SAMPLES).max_by(|&a, &b| f(share(a)).total_cmp(&f(share(b)))).unwrap_or(1);
    let (mut low, mut high) = (share(best - 1), share(best + 1));
    for _ in 0..NARROWING {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) < f(b) { low = a } else { high = b }
    }
    let t = f64::midpoint(low, high);
    (f(t), t)
}
