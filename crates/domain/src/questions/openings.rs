//! Parts of outlines through which bodies leave: no path turns around them, but for their ends.
//!
//! An opening lies along sides on outlines and takes its part of them away; what is left of such a side is solid as
//! before, and ends where the opening does. Everything else is as the domain says: an opening makes nothing free beyond
//! the outline.

use crate::questions::locate::Spot;
use crate::tables::domain::{Domain, NO_SIDE};
use crate::tables::ids::{CornerId, SideId, TriangleId};
use wayfront_geometry::{Point, is_nearer};

/// The openings in the outlines of a domain.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// What is left of the sides on which openings lie, by their numbers.
    rest: Vec<(SideId, Vec<[Point; 2]>)>,
    /// Corners of which nothing solid is left, by their numbers.
    gone: Vec<CornerId>,
    ends: Vec<OpeningEnd>,
}

/// An end of what is solid of an outline, where an opening begins.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningEnd {
    /// Where it is.
    pub at: Point,
    /// The other end of the solid part.
    pub far: Point,
    /// The side on which the opening lies.
    pub side: SideId,
    /// The triangles around it.
    pub triangles: Vec<TriangleId>,
}

impl Openings {
    /// Opens outlines along some segments. Those that lie on no outline open nothing.
    #[must_use]
    pub fn of(domain: &Domain, segments: &[[Point; 2]]) -> Self {
        let mut openings = Self::default();
        if segments.is_empty() {
            return openings;
        }
        let slack = domain.rounding();
        let sides = (0..domain.sides().len() as u32).map(SideId);
        for side in sides.filter(|&side| domain.is_free(side.triangle()) && domain.twin(side).is_none()) {
            // Both sides of a wall are cut alike, whatever their direction.
            let [mut a, mut b] = domain.side_points(side);
            let is_turned = (b.x, b.y) < (a.x, a.y);
            if is_turned {
                (a, b) = (b, a);
            }
            let mut taken: Vec<[f64; 2]> = segments.iter().filter_map(|&s| shared([a, b], s, slack)).collect();
            if taken.is_empty() {
                continue;
            }
            taken.sort_by(|s, t| s[0].total_cmp(&t[0]));
            let length = a.distance(b);
            let at = |x: f64| {
                if x <= slack {
                    a
                } else if x >= length - slack {
                    b
                } else {
                    a.lerp(b, x / length)
                }
            };
            let (mut rest, mut end) = (Vec::new(), 0.0);
            for [from, to] in taken.into_iter().chain([[length, length]]) {
                if from > end + slack {
                    rest.push([at(end), at(from)]);
                }
                end = end.max(to);
            }
            if is_turned {
                rest.reverse();
                rest.iter_mut().for_each(|part: &mut [Point; 2]| part.reverse());
            }
            // Sides come by their numbers.
            openings.rest.push((side, rest));
        }
        openings.find_gone(domain);
        openings.ends = openings.rest.iter().flat_map(|&(side, _)| openings.ends_on(domain, side)).collect();
        openings
    }

    /// The ends of openings on a side: within it, and at its own ends those of the outlines that go on there.
    fn ends_on(&self, domain: &Domain, side: SideId) -> Vec<OpeningEnd> {
        let [a, b] = domain.side_points(side);
        let within = |at: Point, far: Point| OpeningEnd { at, far, side, triangles: vec![side.triangle()] };
        let mut ends: Vec<OpeningEnd> = Vec::new();
        for [p, q] in self.parts(domain, side) {
            ends.extend((p != a).then(|| within(p, q)));
            ends.extend((q != b).then(|| within(q, p)));
        }
        for (at, corner) in [a, b].into_iter().zip(domain.side_corners(side)) {
            if self.parts(domain, side).any(|part| part.contains(&at)) {
                continue;
            }
            let fan: Vec<SideId> = domain.fan(corner).collect();
            let outlines = fan.iter().flat_map(|&side| [side, side.prev()]).filter(|&side| domain.twin(side).is_none());
            let solid = outlines.flat_map(|side| self.parts(domain, side)).find(|part| part.contains(&at));
            ends.extend(solid.map(|[p, q]| OpeningEnd {
                at,
                far: if p == at { q } else { p },
                side,
                triangles: fan.iter().map(|side| side.triangle()).collect(),
            }));
        }
        ends
    }

    /// Where openings begin and end: bodies turn around these.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> &[OpeningEnd] {
        &self.ends
    }

    fn find_gone(&mut self, domain: &Domain) {
        let sides: Vec<SideId> = self.rest.iter().map(|&(side, _)| side).collect();
        let mut gone = Vec::new();
        for corner in sides.into_iter().flat_map(|side| domain.side_corners(side)) {
            let at = domain.point(corner);
            let touches =
                |side: SideId| domain.twin(side).is_none() && self.parts(domain, side).any(|p| p.contains(&at));
            let around = domain.sectors(corner).flat_map(|sector| domain.fan(sector));
            if !around.flat_map(|side| [side, side.prev()]).any(touches) {
                gone.push(corner);
            }
        }
        gone.sort_unstable();
        gone.dedup();
        self.gone = gone;
    }

    /// There are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// What is solid of a side on an outline, a wall or a gate.
    #[inline]
    pub fn parts<'a>(&'a self, domain: &Domain, side: SideId) -> impl Iterator<Item = [Point; 2]> + use<'a> {
        let known = self.rest.binary_search_by_key(&side, |&(side, _)| side);
        let rest = known.ok().map(|k| &self.rest[k].1);
        let whole = rest.is_none().then(|| domain.side_points(side));
        whole.into_iter().chain(rest.into_iter().flatten().copied())
    }

    /// The sides along which a segment opens outlines.
    pub fn along<'a>(&'a self, domain: &'a Domain, segment: [Point; 2]) -> impl Iterator<Item = SideId> + use<'a> {
        let slack = domain.rounding();
        let sides = self.rest.iter().map(|&(side, _)| side);
        sides.filter(move |&side| shared(domain.side_points(side), segment, slack).is_some())
    }

    /// The corners at the ends of sides on which openings lie.
    pub fn corners<'a>(&'a self, domain: &'a Domain) -> impl Iterator<Item = CornerId> + use<'a> {
        self.rest.iter().flat_map(|&(side, _)| domain.side_corners(side))
    }

    /// Where the two outlines lead between which a corner's sector lies, as far as they are solid from the corner on.
    #[must_use]
    pub fn outlines(&self, domain: &Domain, corner: CornerId) -> [Option<Point>; 2] {
        let (at, first) = (domain.point(corner), domain.first_side(corner));
        let last = domain.fan(corner).last().unwrap_or(first);
        [first, last.prev()].map(|side| {
            let [p, q] = self.parts(domain, side).find(|part| part.contains(&at))?;
            Some(if p == at { q } else { p })
        })
    }

    /// The other face of a wall without thickness that is open here or there: what is behind it is in the way of bodies that
    /// lean out.
    #[must_use]
    pub fn through(&self, domain: &Domain, side: SideId) -> Option<SideId> {
        self.rest.binary_search_by_key(&side, |&(side, _)| side).ok()?;
        let other = SideId(domain.beyond(side));
        (other.0 != NO_SIDE && domain.is_free(other.triangle())).then_some(other)
    }

    /// Something solid is left at a corner.
    #[inline]
    #[must_use]
    pub fn is_solid(&self, domain: &Domain, corner: CornerId) -> bool {
        domain.is_solid(corner) && self.gone.binary_search(&corner).is_err()
    }
}

impl Domain {
    /// [`Self::has_room`] where some parts of outlines are open. Exact.
    #[must_use]
    pub fn has_room_with(&self, p: Point, radius: f64, openings: &Openings) -> bool {
        self.room_with(p, radius, openings).is_some()
    }

    /// Where a point is, if [there is room](Self::has_room_with).
    #[must_use]
    pub fn room_with(&self, p: Point, radius: f64, openings: &Openings) -> Option<Spot> {
        let spot = self.locate(p)?;
        let has_room = self.has_room_at(p, spot, radius) || !openings.is_empty() && self.leans_out(p, radius, openings);
        has_room.then_some(spot)
    }

    /// Only openings are nearer than the radius.
    #[cold]
    fn leans_out(&self, p: Point, radius: f64, openings: &Openings) -> bool {
        let reach = radius * (1.0 + 1e-12) + self.rounding_of_distances();
        let is_clear = |side: SideId| openings.parts(self, side).all(|part| !is_nearer(p, part, radius));
        radius.is_finite() && self.sides_within(p, reach, Some(openings)).into_iter().all(is_clear)
    }
}

/// The part of a side, as lengths along it, that a segment covers.
fn shared([a, b]: [Point; 2], segment: [Point; 2], slack: f64) -> Option<[f64; 2]> {
    let length = a.distance(b);
    let along = (b - a) * (1.0 / length);
    let [(s, p), (t, q)] = segment.map(|end| ((end - a).dot(along), along.cross(end - a)));
    let (from, to) = (s.min(t).max(0.0), s.max(t).min(length));
    if to - from <= slack {
        return None;
    }
    // How far the segment's line is from the side where the shared part begins and ends.
    let off = |at: f64| (p + (q - p) * ((at - s) / (t - s))).abs();
    (off(from) <= slack && off(to) <= slack).then_some([from, to])
}
