//! What blocks the pruning rules: slow corners, and gates that make the rest of a leg dearer.
//!
//! The rules that drop a window know a cheaper place, from which the window's ray can be joined. The path from there is
//! bent where it meets the ray, so it can be pulled taut and gets shorter: what wins behind the window does not come
//! through it. Unless the taut path costs more than its length: it bends at a *slow corner*, or crosses a gate with a
//! *factor*. Such a path stays between the place, the ray and what lies behind; what is not there blocks nothing.
//!
//! A slow corner blocks paths that come from its own hand of the ray, and only if a taut path can bend around its
//! obstacle in a direction between those of the joined path and of the ray. And it sees where the ray was joined: between
//! the taut path and the bent one nothing is in the way. So nothing is blocked out of its sight. All of this is decided
//! in doubt for the window.

use super::directions::{Hand, Turn, may_be_left_of};
use super::sight::Views;
use crate::generators::{LayerId, SlowId};
use crate::wave::front::Line;
use wayfront_domain::{CornerId, Domain, SideId, TriangleId};
use wayfront_geometry::{Bounds, Point};

/// A corner at which one gets slower.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slow {
    pub at: Point,
    /// The sector in which ways bend around it.
    pub sector: CornerId,
    /// In which directions a taut way touches it with its obstacle on the left hand, and on the right.
    touched: [Turn; 2],
}

impl Slow {
    /// Each line has it on the left hand. In doubt, yes.
    fn may_be_between(&self, lines: &[Line]) -> bool {
        lines.iter().all(|line| may_be_left_of(line, self.at))
    }

    /// A way from a place on some hand of a ray to a point on it may be pulled over this corner, which lies on the same
    /// hand. It turns towards the ray's direction: at the corner it comes from the direction in which the place sees it,
    /// or has turned farther, and not yet as far as the ray.
    pub fn catches(&self, hand: Hand, place: Point, ray: Point) -> bool {
        let turn = hand.turn(self.at - place, ray);
        turn.may_be() && self.is_touched(hand, &turn)
    }

    /// The ways past this corner for which it may pay to turn at `corner`: a path that came there from `start`, pulled taut,
    /// would bend here. `ahead` leads on from the corner; what came from a flat front has no single start.
    pub fn detours(&self, start: Option<Point>, corner: Point, ahead: Point) -> [Option<Detour>; 2] {
        let (before, now) = (start.map_or(ahead, |start| self.at - start), self.at - corner);
        [Hand::Left, Hand::Right].map(|hand| {
            let is_bent = hand.turn(ahead, before).may_be() && self.is_touched(hand, &hand.turn(before, now));
            is_bent.then_some(Detour { hand, before, now })
        })
    }

    /// In some of these directions a taut way may touch its obstacle, on a hand.
    fn is_touched(&self, hand: Hand, turn: &Turn) -> bool {
        self.touched[hand as usize].meets(turn)
    }
}

/// A way past a slow corner that does not bend there, because it turned elsewhere before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detour {
    /// On which hand of it the slow corner is passed.
    pub hand: Hand,
    /// The direction from which one would come to the slow corner without the turn, and with it.
    pub before: Point,
    pub now: Point,
}

impl Detour {
    /// The directions in which it leads: from where one turned they lead to what is seen behind the slow corner.
    pub fn turn(&self) -> Turn {
        self.hand.turn(self.before, self.now)
    }

    /// A neighbour of the slow corner, this far from it, lies beyond all of its ways: they cross the line between both.
    pub fn crosses(&self, way: Point) -> bool {
        !self.hand.turn(self.now, way).may_be() && !self.hand.turn(self.before, way).may_be()
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Blocking {
    /// Gates that make the rest of a leg dearer.
    factors: Vec<[Point; 2]>,
    /// Slow corners of a world with gates. Where gates cut ways and sources, corners on one line are parents of each other
    /// by rounding: there a slow corner blocks all that it may lie between, seen or not.
    unseen: Vec<Point>,
    /// From left to right.
    slow: Vec<Slow>,
    /// What slow corners see.
    views: Views,
}

impl Blocking {
    /// What blocks the rules on a domain: sides that lie on gates with factors, and corners at which one gets slower.
    pub fn set(
        &mut self,
        domain: &Domain,
        factors: impl Iterator<Item = SideId>,
        slow: impl Iterator<Item = CornerId>,
    ) {
        self.factors.clear();
        self.factors.extend(factors.map(|side| domain.side_points(side)));
        self.unseen.clear();
        let mut seen: Vec<(Slow, CornerId)> = Vec::new();
        // At vertices that gates alone have made no path turns, so they outdo nothing either.
        let has_gates =
            domain.has_gates() || (0..domain.corner_count() as u32).any(|c| domain.is_made_by_gates(CornerId(c)));
        if has_gates {
            self.unseen.extend(slow.map(|corner| domain.point(corner)));
        } else {
            seen.extend(slow.filter_map(|corner| Some((slow_corner(domain, corner)?, corner))));
        }
        seen.sort_by(|(a, _), (b, _)| a.at.x.total_cmp(&b.at.x));
        let corners: Vec<CornerId>;
        (self.slow, corners) = seen.into_iter().unzip();
        self.views.fill(domain, &corners);
    }

    /// Some gate makes the rest of a leg dearer.
    #[inline]
    pub fn has_factors(&self) -> bool {
        !self.factors.is_empty()
    }

    /// In this layer a way that bends may cost more than its length.
    #[inline]
    pub fn are_in(&self, layer: LayerId) -> bool {
        self.has_factors() || layer.is_first() && (self.are_unseen() || !self.slow.is_empty())
    }

    /// Something that blocks without being seen may lie between some lines, each on its left hand: a gate with a factor,
    /// or a slow corner of a world with gates.
    pub fn has_any_between(&self, layer: LayerId, lines: &[Line]) -> bool {
        let is_inside = |ends: &[Point]| lines.iter().all(|line| ends.iter().any(|&p| may_be_left_of(line, p)));
        self.factors.iter().any(|gate| is_inside(gate))
            || layer.is_first() && self.unseen.iter().any(|&corner| is_inside(&[corner]))
    }

    /// Slow corners block all that they may lie between, seen or not.
    #[inline]
    pub fn are_unseen(&self) -> bool {
        !self.unseen.is_empty()
    }

    /// The corners that slow down what is in a layer.
    fn slow(&self, layer: LayerId) -> &[Slow] {
        // Where a speed was picked up, one never gets slower.
        if layer.is_first() { &self.slow } else { &[] }
    }

    /// It may pay to turn at this corner to keep away from slow ones: from those that see it.
    pub fn may_shun_at(&self, layer: LayerId, corner: CornerId) -> bool {
        layer.is_first() && (self.are_unseen() || !self.views.corners.get(corner.index()).is_empty())
    }

    /// The slow corners that see a corner.
    pub fn slow_seeing_corner(&self, corner: CornerId) -> &[SlowId] {
        self.views.corners.get(corner.index())
    }

    /// How many slow corners are seen.
    pub fn slow_count(&self) -> usize {
        self.slow.len()
    }

    pub fn slow_corner(&self, id: SlowId) -> &Slow {
        &self.slow[id.index()]
    }

    /// The slow corners that see a triangle, and may lie between some lines, each on its left hand.
    pub fn slow_seeing<'a>(
        &'a self,
        layer: LayerId,
        triangle: TriangleId,
        lines: &'a [Line],
    ) -> impl Iterator<Item = &'a Slow> + 'a {
        let viewers = if layer.is_first() { self.views.triangles.get(triangle.index()) } else { &[] };
        viewers.iter().map(|&k| &self.slow[k.index()]).filter(|slow| slow.may_be_between(lines))
    }

    /// The slow corners in a box that may lie between some lines, each on its left hand.
    pub fn slow_within<'a>(
        &'a self,
        layer: LayerId,
        bounds: Bounds,
        lines: &'a [Line],
    ) -> impl Iterator<Item = &'a Slow> + 'a {
        let slow = self.slow(layer);
        let start = slow.partition_point(|slow| slow.at.x < bounds.min.x);
        let near = slow[start..].iter().take_while(move |slow| slow.at.x <= bounds.max.x);
        near.filter(move |slow| bounds.contains(slow.at) && slow.may_be_between(lines))
    }
}

/// `None` if no taut way bends there.
fn slow_corner(domain: &Domain, corner: CornerId) -> Option<Slow> {
    let at = domain.point(corner);
    // Of all sectors of a vertex, one at most is wider than half a turn.
    let sector = domain.sectors(corner).find(|&sector| domain.bends(sector))?;
    let first = domain.first_side(sector);
    let last = domain.fan(sector).last().unwrap_or(first);
    let begin = domain.point(domain.side(first.next()).origin) - at;
    let end = domain.point(domain.side(last.prev()).origin) - at;
    Some(Slow { at, sector, touched: [Turn { from: -begin, to: end }, Turn { from: begin, to: -end }] })
}
