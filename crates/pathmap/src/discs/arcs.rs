//! How far a disc can turn around a corner.
//!
//! A disc that touches the corner covers points up to two radii away. A vertex nearer than that stops the arc for good,
//! and so does the foot of the corner on an outline: an arc whose two ends are free is free itself unless it passes such
//! a direction. The ends are looked at with the legs, so only these directions count here, and none of them is close to
//! the end of a free arc. Cost: what lies within two radii of the corner.

use wayfront_domain::{CornerId, Domain, SideId, TriangleId};
use wayfront_geometry::{Hand, Point, closest_on_segment, is_nearer};

/// Marks and a list for the search around a corner.
#[derive(Debug, Default)]
pub(super) struct Around {
    seen: Vec<TriangleId>,
    open: Vec<SideId>,
}

impl Around {
    /// The angle by which a disc that goes in `direction` can turn around a corner before something stops it for good.
    pub fn most(&mut self, domain: &Domain, corner: CornerId, hand: Hand, direction: Point, radius: f64) -> f64 {
        let at = domain.point(corner);
        let across = if hand == Hand::Left { -direction.left() } else { direction.left() };
        let reach = 2.0 * radius;
        let mut most = f64::INFINITY;
        self.seen.clear();
        self.open.clear();
        for side in domain.fan(corner) {
            self.seen.push(side.triangle());
            self.open.extend([side, side.next(), side.prev()]);
        }
        while let Some(side) = self.open.pop() {
            let [a, b] = domain.side_points(side);
            if a == at || b == at {
                // Its far end is behind the disc, and what lies beyond it is in the fan.
                continue;
            }
            let nearest = closest_on_segment(a, b, at);
            let distance = nearest.distance(at);
            if distance > reach * (1.0 + 1e-9) {
                continue;
            }
            match domain.twin(side) {
                Some(twin) if !self.seen.contains(&twin.triangle()) => {
                    self.seen.push(twin.triangle());
                    self.open.extend([twin.next(), twin.prev()]);
                }
                Some(_) => {}
                None => {
                    for place in [nearest, a, b] {
                        let is_within = if place == a || place == b {
                            is_nearer(at, [place, place], reach)
                        } else {
                            is_nearer(at, [a, b], reach)
                        };
                        if is_within {
                            most = most.min(angle(across, place - at, hand));
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
