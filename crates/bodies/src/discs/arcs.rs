//! How far a disc can turn around a corner.
//!
//! A disc that touches the corner covers points up to two radii away. A vertex nearer than that stops the arc for good,
//! and so does the foot of the corner on an outline: an arc whose two ends are free is free itself unless it passes such
//! a direction. The ends are looked at with the legs, so only these directions count here, and none of them is close to
//! the end of a free arc. Cost: what lies within two radii of the corner.

use std::f64::consts::FRAC_PI_2;
use wayfront_domain::{Domain, Openings, SideId, TriangleId};
use wayfront_geometry::{Hand, Point, closest_on_segment, is_nearer, orient};

/// Tolerance: Radians by which a disc that lies along an outline may seem to have turned too far: its leg decides.
const ALONG: f64 = 1e-9;

/// Marks and lists for the search around a corner.
#[derive(Debug, Default)]
pub(crate) struct Around {
    seen: Vec<TriangleId>,
    open: Vec<SideId>,
    stops: Vec<Stop>,
}

/// A disc that turns around a place, and goes in a direction now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turning {
    pub at: Point,
    pub hand: Hand,
    pub direction: Point,
    pub radius: f64,
}

/// What stops a disc that turns around a corner: where it is seen from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    towards: Point,
    /// An outline that starts at the corner: it is met when the disc lies along it, not across.
    is_along: bool,
}

impl Around {
    /// The angle by which a disc can turn before something stops it for good; `starts` are the triangles around the place.
    pub fn most(
        &mut self,
        domain: &Domain,
        openings: &Openings,
        turning: Turning,
        starts: impl IntoIterator<Item = TriangleId>,
    ) -> f64 {
        most(self.stops(domain, openings, (turning.at, turning.radius), starts), turning)
    }

    /// All that stops discs of a radius that turn around a place, whatever their direction.
    pub fn stops(
        &mut self,
        domain: &Domain,
        openings: &Openings,
        (at, radius): (Point, f64),
        starts: impl IntoIterator<Item = TriangleId>,
    ) -> &[Stop] {
        let Self { seen, open, stops } = self;
        let reach = 2.0 * radius;
        seen.clear();
        open.clear();
        stops.clear();
        for triangle in starts {
            seen.push(triangle);
            open.extend(triangle.sides());
        }
        while let Some(side) = open.pop() {
            let [a, b] = domain.side_points(side);
            if a == at || b == at {
                // What lies beyond it is in the fan.
                if domain.twin(side).is_none() {
                    for [a, b] in openings.parts(domain, side).filter(|part| part.contains(&at)) {
                        stops.push(Stop { towards: if a == at { b - at } else { a - at }, is_along: true });
                    }
                }
                continue;
            }
            if closest_on_segment(a, b, at).distance(at) > reach * (1.0 + 1e-9) {
                continue;
            }
            match domain.twin(side) {
                Some(twin) if !seen.contains(&twin.triangle()) => {
                    seen.push(twin.triangle());
                    open.extend([twin.next(), twin.prev()]);
                }
                Some(_) => {}
                None => {
                    // What is left of an outline may end at the corner too.
                    for [a, b] in openings.parts(domain, side).filter(|part| !part.contains(&at)) {
                        let ends = [a, b].into_iter().filter(|&end| is_nearer(at, [end; 2], reach)).map(|end| end - at);
                        let across = across(a, b, at).filter(|_| is_nearer(at, [a, b], reach));
                        stops.extend(ends.chain(across).map(|towards| Stop { towards, is_along: false }));
                    }
                }
            }
        }
        stops
    }
}

/// Where the nearest place of an outline is seen from a point, if that is none of its ends: across. The place itself, of a point
/// as near as rounding, would be anywhere. On the outline itself nobody turns.
fn across(a: Point, b: Point, at: Point) -> Option<Point> {
    let along = b - a;
    let is_within = (at - a).dot(along) > 0.0 && (b - at).dot(along) > 0.0;
    let side = orient(a, b, at);
    is_within.then(|| along.left() * if side == 0.0 { 0.0 } else { -side.signum() })
}

impl Stop {
    /// An outline along which the disc lies in the end: where it leads, of any length.
    pub fn outline(&self) -> Option<Point> {
        self.is_along.then_some(self.towards)
    }

    /// The angle by which a disc turns until it is seen across its way, and by how much it is stopped before.
    pub fn angle(&self, Turning { hand, direction, .. }: Turning) -> [f64; 2] {
        let across = if hand == Hand::Left { -direction.left() } else { direction.left() };
        [angle(across, self.towards, hand), if self.is_along { FRAC_PI_2 - ALONG } else { 0.0 }]
    }
}

/// The angle by which a disc can turn before one of the stops around its corner.
pub(super) fn most(stops: &[Stop], turning: Turning) -> f64 {
    let until = |stop: &Stop| {
        let [angle, less] = stop.angle(turning);
        angle - less
    };
    stops.iter().map(until).fold(f64::INFINITY, f64::min)
}

/// The angle from one direction to another, around the corner: from 0 to a whole turn.
fn angle(from: Point, to: Point, hand: Hand) -> f64 {
    let cross = if hand == Hand::Left { from.cross(to) } else { -from.cross(to) };
    let turn = cross.atan2(from.dot(to));
    if turn < 0.0 { turn + std::f64::consts::TAU } else { turn }
}
