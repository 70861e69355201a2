//! The corners that a disc can turn around, and the outlines that meet there: kept for the domain, for all radii.

use wayfront_domain::{CornerId, Domain, Openings};
use wayfront_geometry::{DiscLeg, Hand, LegEnd, Point};

/// Tolerance: Share of a product by which its sign is certain.
const SURELY: f64 = 1e-9;

/// Tolerance: Sines below which the exact leg decides.
const DOUBTFUL: f64 = 1e-6;

/// For each corner that bends and is solid the far ends of the two outlines between which its sector lies.
#[derive(Debug, Default)]
pub(super) struct Corners {
    ends: Vec<Option<[Point; 2]>>,
    /// The same for corners at which outlines are open, in their order.
    opened: Vec<(CornerId, Option<[Point; 2]>)>,
    /// The directions in which they lead, where they are asked for.
    along: Vec<[Point; 2]>,
}

impl Corners {
    /// Looks at the corners once, and at openings again.
    pub fn prepare(&mut self, domain: &Domain, openings: &Openings) {
        if self.ends.is_empty() {
            let last = |corner| domain.fan(corner).last().unwrap_or_else(|| domain.first_side(corner));
            let ends = |k: u32| {
                let corner = CornerId(k);
                let first = domain.first_side(corner);
                (domain.bends(corner) && domain.is_solid(corner))
                    .then(|| [domain.side_points(first)[1], domain.side_points(last(corner).prev())[0]])
            };
            self.ends = (0..domain.corner_count() as u32).map(ends).collect();
        }
        self.opened.clear();
        self.opened.extend(openings.corners(domain).map(|corner| {
            let at = domain.point(corner);
            let left = match openings.outlines(domain, corner) {
                // Where an opening ends is rounded, so that an outline may bend that is straight by itself.
                [Some(first), Some(last)] => Some([first, last]),
                // Something else that touches here is solid.
                [None, None] => openings.is_solid(domain, corner).then_some([at; 2]),
                // Discs turn around the end of the opening.
                _ => None,
            };
            (corner, left)
        }));
        self.opened.sort_unstable_by_key(|&(corner, _)| corner);
    }

    /// Looks once at where outlines lead.
    pub fn prepare_directions(&mut self, domain: &Domain) {
        if self.along.len() != self.ends.len() {
            let along = |(k, ends): (u32, &Option<[Point; 2]>)| {
                let at = domain.point(CornerId(k));
                ends.map_or([Point::default(); 2], |ends| ends.map(|far| unit(far - at)))
            };
            self.along = (0..).zip(&self.ends).map(along).collect();
        }
    }

    /// The directions of these outlines, once [prepared](Self::prepare_directions).
    #[inline]
    pub fn along(&self, corner: CornerId) -> [Point; 2] {
        self.along[corner.index()]
    }

    /// The far ends of the two outlines at a corner that a disc can turn around.
    #[inline]
    pub fn outlines(&self, corner: CornerId) -> Option<[Point; 2]> {
        if self.opened.is_empty() { self.ends[corner.index()] } else { self.left_of(corner) }
    }

    #[cold]
    fn left_of(&self, corner: CornerId) -> Option<[Point; 2]> {
        let opened = self.opened.binary_search_by_key(&corner, |&(corner, _)| corner);
        opened.map_or(self.ends[corner.index()], |k| self.opened[k].1)
    }
}

/// One of the outlines that meet in a corner surely does not lie on the hand on which the disc has it, that comes along
/// `v`, or turned from there away from the hand by no more than a quarter of a turn: it lies beyond, and backwards.
#[inline]
pub(super) fn are_surely_in_the_way(outlines: [Point; 2], at: Point, v: Point, hand: Hand) -> bool {
    let sign = if hand == Hand::Left { -1.0 } else { 1.0 };
    outlines.into_iter().any(|far| {
        let w = far - at;
        let slack = SURELY * (v.x.abs() + v.y.abs()) * (w.x.abs() + w.y.abs());
        sign * v.cross(w) > slack && v.dot(w) < -slack
    })
}

/// The outlines that meet in a corner perhaps lie on the hand on which the disc has it that comes along `v`, turned so
/// that the corner lies `aside` farther to the left of its line than where it comes from.
#[inline]
pub(super) fn may_keep_aside(outlines: [Point; 2], at: Point, v: Point, aside: f64, hand: Hand) -> bool {
    let square = v.dot(v);
    let under = square - aside * aside;
    if under <= SURELY * square {
        return true;
    }
    // The leg's direction, times that square.
    let along = v * under.sqrt() - v.left() * aside;
    let sign = if hand == Hand::Left { 1.0 } else { -1.0 };
    outlines.into_iter().all(|far| {
        let w = far - at;
        sign * along.cross(w) >= -DOUBTFUL * square * (w.x.abs() + w.y.abs())
    })
}

/// The outlines that meet in a corner lie on the hand on which the disc has it.
#[inline]
pub(super) fn keep_aside(outlines: [Point; 2], leg: &DiscLeg, end: LegEnd) -> bool {
    let wanted = if end.hand == Some(Hand::Left) { 1 } else { -1 };
    outlines.into_iter().all(|far| leg.side_of(end.at, far) * wanted >= 0)
}

/// A direction.
pub(super) fn unit(v: Point) -> Point {
    v * (1.0 / v.length())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_aside_is_never_passed_over() {
        let mut state = 11u64;
        let mut coordinate = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % 9) as f64
        };
        let (mut kept, mut passed_over) = (0, 0);
        for _ in 0..20_000 {
            let [from, at, p, q] = [(); 4].map(|()| Point::new(coordinate(), coordinate()));
            for hand in [Hand::Left, Hand::Right] {
                for start in [LegEnd::point(from), LegEnd::turn(from, Hand::Left), LegEnd::turn(from, Hand::Right)] {
                    let end = LegEnd::turn(at, hand);
                    let Some(leg) = DiscLeg::new(start, end, 0.5) else { continue };
                    let side = |end: LegEnd| end.hand.map_or(0.0, |hand| if hand == Hand::Left { 0.5 } else { -0.5 });
                    let may = may_keep_aside([p, q], at, at - from, side(end) - side(start), hand);
                    let does = keep_aside([p, q], &leg, end);
                    assert!(may || !does, "{start:?} {end:?} {p} {q}");
                    kept += usize::from(does);
                    passed_over += usize::from(!may);
                }
            }
        }
        assert!(kept > 1000 && passed_over > 1000);
    }
}
