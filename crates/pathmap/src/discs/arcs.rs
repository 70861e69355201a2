//! How far a disc can turn around a corner.
//!
//! A disc that touches the corner covers points up to two radii away. A vertex nearer than that stops the arc for good,
//! and so does the foot of the corner on an outline: an arc whose two ends are free is free itself unless it passes such
//! a direction. The ends are looked at with the legs, so only these directions count here, and none of them is close to
//! the end of a free arc. Cost: what lies within two radii of the corner.

use std::f64::consts::FRAC_PI_2;
use wayfront_domain::{Domain, Openings, SideId, TriangleId};
use wayfront_geometry::{Hand, Point, closest_on_segment, is_nearer};

/// Radians by which a disc that lies along an outline may seem to have turned too far: its leg decides.
const ALONG: f64 = 1e-9;

/// Marks and a list for the search around a corner.
#[derive(Debug, Default)]
pub(crate) struct Around {
    seen: Vec<TriangleId>,
    open: Vec<SideId>,
}

/// A disc that turns around a place, and goes in a direction now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turning {
    pub at: Point,
    pub hand: Hand,
    pub direction: Point,
    pub radius: f64,
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
        let Turning { at, hand, direction, radius } = turning;
        let across = if hand == Hand::Left { -direction.left() } else { direction.left() };
        let reach = 2.0 * radius;
        let mut most = f64::INFINITY;
        self.seen.clear();
        self.open.clear();
        for triangle in starts {
            self.seen.push(triangle);
            self.open.extend(triangle.sides());
        }
        while let Some(side) = self.open.pop() {
            let [a, b] = domain.side_points(side);
            if a == at || b == at {
                // What lies beyond it is in the fan. An outline that starts here is met when the disc lies along it.
                if domain.twin(side).is_none() {
                    for [a, b] in openings.parts(domain, side).filter(|part| part.contains(&at)) {
                        let away = if a == at { b - at } else { a - at };
                        most = most.min(angle(across, away, hand) - FRAC_PI_2 + ALONG);
                    }
                }
                continue;
            }
            if closest_on_segment(a, b, at).distance(at) > reach * (1.0 + 1e-9) {
                continue;
            }
            match domain.twin(side) {
                Some(twin) if !self.seen.contains(&twin.triangle()) => {
                    self.seen.push(twin.triangle());
                    self.open.extend([twin.next(), twin.prev()]);
                }
                Some(_) => {}
                None => {
                    // What is left of an outline may end at the corner too.
                    for [a, b] in openings.parts(domain, side).filter(|part| !part.contains(&at)) {
                        for place in [closest_on_segment(a, b, at), a, b] {
                            let is_end = place == a || place == b;
                            if is_nearer(at, if is_end { [place; 2] } else { [a, b] }, reach) {
                                most = most.min(angle(across, place - at, hand));
                            }
                        }
                    }
                }
            }
        }
        most
    }
}

/// The angle from one direction to another, around the corner: from 0 to a whole turn.
fn angle(from: Point, to: Point, hand: Hand) -> f64 {
    let cross = if hand == Hand::Left { from.cross(to) } else { -from.cross(to) };
    let turn = cross.atan2(from.dot(to));
    if turn < 0.0 { turn + std::f64::consts::TAU } else { turn }
}
