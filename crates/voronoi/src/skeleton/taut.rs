//! The shortest way within a corridor: pulled taut between its two hands.
//!
//! Every place of the skeleton has a foot on the left and one on the right. A body keeps its radius from both, so its centre
//! crosses between the two places on the legs to the feet that are a radius away from them: a portal. Between two portals
//! the hands are lines, or arcs around corners; these are replaced by chords. The string through all
//! portals is then that of a channel of triangles (Lee and Preparata 1984). Linear in the number of portals.

use super::{CorridorStop, Skeleton};
use crate::site::Bisector;
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Tolerance: Ends of portals that are nearer than this share of the clearance are the same.
const SAME: f64 = 1e-9;
/// Cosine of half of the angle that one chord takes of a corner, at least.
const LEAST_SHARE: f64 = 0.9;
/// How often the way along one edge is halved, at most.
const MOST_HALVINGS: u32 = 10;

impl Skeleton {
    /// The shortest way of a body within the [corridor](Self::corridor) between two places, with arcs around corners as chords:
    /// both its distance from walls and its place are right within `tolerance`.
    ///
    /// # Errors
    /// If a place is blocked, or no way is wide enough.
    pub fn taut_way(&self, a: Point, b: Point, radius: f64, tolerance: f64) -> Result<Vec<Point>, NoPath> {
        let mut portals = Vec::new();
        for (edge, ends) in self.pieces(a, b, radius)? {
            self.portals_along(edge, ends, radius, tolerance, &mut portals);
        }
        Ok(taut(a, &between(&portals, a, b)))
    }

    fn portals_along(
        &self,
        edge: u32,
        [from, to]: [Point; 2],
        radius: f64,
        tolerance: f64,
        portals: &mut Vec<[Point; 2]>,
    ) {
        let (graph, frame) = (&self.voronoi.graph, self.voronoi.frame);
        let [i, j] = [edge, graph.twin(edge)].map(|h| graph.site(graph.face(h)));
        let curve = Bisector::between(i, j, from - frame, to - frame).moved(frame);
        let share = (1.0 - tolerance / radius.max(f64::MIN_POSITIVE)).max(LEAST_SHARE);
        let sees = |t: f64| self.stop(edge, curve.at(t));
        let mut stops = vec![sees(0.0)];
        stops_between(&sees, 2.0 * share.acos(), [0.0, 1.0], MOST_HALVINGS, &mut stops);
        for stop in stops {
            let before = portals.last().copied();
            let leg = if stop.clearance > 0.0 { (radius / stop.clearance).min(1.0) } else { 1.0 };
            portals.push([(0, stop.left), (1, stop.right)].map(|(hand, foot)| {
                let end = foot.lerp(stop.at, leg);
                // Ends that are the same but for rounding would lie in any direction from each other.
                let is_same = |last: &Point| last.distance(end) <= SAME * stop.clearance;
                before.map(|before| before[hand]).filter(is_same).unwrap_or(end)
            }));
        }
    }
}

/// Stops after the first, such that the legs to the feet turn by no more than an angle from one to the next.
fn stops_between(
    stop: &impl Fn(f64) -> CorridorStop,
    most: f64,
    [from, to]: [f64; 2],
    halvings: u32,
    stops: &mut Vec<CorridorStop>,
) {
    let [start, end] = [stop(from), stop(to)];
    let turns = [angle(start.at - start.left, end.at - end.left), angle(start.at - start.right, end.at - end.right)];
    if halvings == 0 || turns[0].max(turns[1]) <= most {
        stops.push(end);
        return;
    }
    let middle = f64::midpoint(from, to);
    stops_between(stop, most, [from, middle], halvings - 1, stops);
    stops_between(stop, most, [middle, to], halvings - 1, stops);
}

/// The portals that lead from one place to another, and there. The legs to the two feet of a stop do not go on straight, so an
/// end that lies on one of them may be beyond its portal, or beyond several.
fn between(portals: &[[Point; 2]], a: Point, b: Point) -> Vec<[Point; 2]> {
    let begin = portals.iter().take_while(|portal| ahead_of(**portal, a).is_some_and(|far| far >= 0.0)).count();
    let beyond = |portal: &&[Point; 2]| ahead_of(**portal, b).is_some_and(|far| far <= 0.0);
    let end = portals.len() - portals.iter().rev().take_while(beyond).count();
    let mut way = portals.get(begin..end).unwrap_or_default().to_vec();
    way.push([b, b]);
    way
}

/// How far a place is beyond a portal, negative before it; `None` if it is not in front of the portal itself.
fn ahead_of([left, right]: [Point; 2], p: Point) -> Option<f64> {
    let across = left - right;
    let along = across.dot(p - right);
    (along >= 0.0 && along <= across.dot(across)).then(|| -across.cross(p - right))
}

/// The shortest way from a place through all portals, each a left and a right end; the last is where it leads.
fn taut(start: Point, portals: &[[Point; 2]]) -> Vec<Point> {
    let (mut way, mut apex) = (vec![start], start);
    // What bounds the directions in which all portals so far are seen from the apex, and at which portal.
    let mut hands = [(start, 0); 2];
    let mut k = 0;
    while k < portals.len() {
        for (hand, sign) in [(0, 1.0), (1, -1.0)] {
            let (p, own, other) = (portals[k][hand], hands[hand], hands[1 - hand]);
            let turn = |q: Point| sign * (q - apex).cross(p - apex);
            if own.0 != apex && turn(own.0) > 0.0 {
                continue; // wider than it was
            }
            if other.0 != apex && turn(other.0) < 0.0 {
                // Beyond the other hand: the string turns there, and starts anew.
                (apex, k) = other;
                way.push(apex);
                hands = [other; 2];
                break;
            }
            hands[hand] = (p, k);
        }
        k += 1;
    }
    way.extend(portals.last().map(|last| last[0]));
    way.dedup();
    way
}

/// The angle between two directions, without its sign.
fn angle(p: Point, q: Point) -> f64 {
    p.cross(q).abs().atan2(p.dot(q))
}
