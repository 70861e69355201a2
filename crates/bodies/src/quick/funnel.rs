//! The shortest way of a disc within a channel: a funnel of tangents, from corner to corner.
//!
//! The funnel opens at its apex, between the tangents to a corner on the left and one on the right. The next side of the
//! channel narrows it; where the two tangents would cross, the corner that is touched first is the next that one turns
//! around. (For points that is always the one of the earlier side; a disc may touch the other one first, where it enters a
//! gap at a slant.) A corner that the disc is turning around bounds nothing on its own hand.

use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// Starts anew after a new apex, for each side of the channel at most.
const STARTS: usize = 4;

/// A corner that the disc turns around.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bend {
    pub corner: CornerId,
    pub at: Point,
    pub hand: Hand,
}

impl Bend {
    pub(super) fn end(&self) -> LegEnd {
        LegEnd::turn(self.at, self.hand)
    }
}

/// A tangent that bounds the funnel.
#[derive(Clone, Copy, Debug)]
struct Bound {
    direction: Point,
    length: f64,
    /// What it leads to, at which side of the channel; the goal has no corner.
    bend: Option<Bend>,
    portal: usize,
}

/// Memory for bends.
#[derive(Debug, Default)]
pub(super) struct Funnel {
    bends: Vec<Bend>,
}

impl Funnel {
    /// The corners that the way turns around; `None` where corners are too close to pass between them.
    pub(super) fn pull(
        &mut self,
        domain: &Domain,
        channel: &[SideId],
        [from, to]: [Point; 2],
        radius: f64,
    ) -> Option<&[Bend]> {
        self.bends.clear();
        let (mut apex, mut apex_corner) = (LegEnd::point(from), None::<Point>);
        let mut bounds: [Option<Bound>; 2] = [None; 2];
        let (mut portal, mut starts) = (0, 0);
        while portal <= channel.len() {
            let ends = channel.get(portal).map(|&side| bends(domain, side));
            let mut next: Option<Bound> = None;
            for hand in [Hand::Right, Hand::Left] {
                let bend = ends.map(|ends| ends[hand as usize]);
                if bend.is_some_and(|bend| Some(bend.at) == apex_corner) {
                    continue;
                }
                let end = bend.map_or(LegEnd::point(to), |bend| bend.end());
                let leg = DiscLeg::new(apex, end, radius)?;
                let direction = leg.direction();
                let (own, other) = (bounds[hand as usize], bounds[1 - hand as usize]);
                if own.is_some_and(|own| is_outside(own.direction, direction, hand)) {
                    continue;
                }
                let bound = Bound { direction, length: leg.length(), bend, portal };
                let crossed = other.filter(|other| is_outside(direction, other.direction, hand));
                let is_first = |other: &Bound| radius == 0.0 || other.length <= bound.length;
                next = crossed.map(|other| if is_first(&other) { other } else { bound });
                if next.is_some_and(|next| next.bend.is_some()) {
                    break;
                }
                bounds[hand as usize] = Some(bound);
            }
            let Some((bend, at)) = next.and_then(|next| Some((next.bend?, next.portal))) else {
                portal += 1;
                continue;
            };
            starts += 1;
            if starts > STARTS * (channel.len() + 1) {
                return None;
            }
            self.bends.push(bend);
            (apex, apex_corner) = (bend.end(), Some(bend.at));
            // Of the side itself the other end may still bound a disc.
            (bounds, portal) = ([None; 2], if radius == 0.0 { at + 1 } else { at });
        }
        Some(&self.bends)
    }
}

/// A direction lies beyond a bound on its hand: right of the right one, left of the left one.
fn is_outside(bound: Point, direction: Point, hand: Hand) -> bool {
    let turn = bound.cross(direction);
    if hand == Hand::Right { turn < 0.0 } else { turn > 0.0 }
}

/// The two ends of a side that is crossed outwards, by hand.
fn bends(domain: &Domain, side: SideId) -> [Bend; 2] {
    let [right, left] = domain.side_corners(side);
    [(left, Hand::Left), (right, Hand::Right)].map(|(corner, hand)| Bend { corner, at: domain.point(corner), hand })
}
