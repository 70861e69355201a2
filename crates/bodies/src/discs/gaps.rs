//! The narrowest of the gaps that a way goes through.
//!
//! A gap is a segment from a corner to the nearest place of an outline, or to another corner, that the way crosses. First
//! come those of the triangles that it crosses: sides, and from a corner straight across. A narrower one has both ends nearer
//! to the way than these are wide, so it is looked for there, also beyond the triangles that are crossed. Openings are not
//! solid, their ends are. Cost: the triangles that the way crosses, and for each of its pieces corners times outlines nearby.

use super::route::{DiscPath, Narrowest};
use std::collections::HashSet;
use wayfront_domain::{Domain, Openings, TriangleId};
use wayfront_geometry::{Piece, Point, closest_on_segment};

/// Tolerance: Share of coordinates by which a way may miss a gap that it goes through between two of its pieces.
const SEAM: f64 = 64.0 * f64::EPSILON;

/// The narrowest of the gaps that a way crosses.
pub(crate) fn narrowest(domain: &Domain, openings: &Openings, pieces: &[Piece]) -> Option<Narrowest> {
    let mut search = GapSearch { domain, openings, least: None };
    let crossed: Vec<Vec<TriangleId>> = pieces.iter().map(|piece| search.cross(piece)).collect();
    for (piece, crossed) in pieces.iter().zip(crossed) {
        search.look_beyond(piece, crossed);
    }
    search.least
}

impl DiscPath {
    /// How near the path comes to something solid. What lies behind an obstacle thinner than that, in whose side a door is,
    /// does not count. Cost: the triangles along the path.
    #[must_use]
    pub fn clearance(&self, domain: &Domain, openings: &Openings) -> f64 {
        self.pieces.iter().map(|piece| clearance(domain, openings, piece)).fold(f64::INFINITY, f64::min)
    }
}

fn clearance(domain: &Domain, openings: &Openings, piece: &Piece) -> f64 {
    // A place on an outline may lie beyond it, by rounding.
    let spot = [0.5, 0.0, 1.0].into_iter().find_map(|share| domain.locate(piece.at(share)));
    let mut open = spot.map(|spot| domain.triangles_at(spot)).unwrap_or_default();
    let mut seen: HashSet<TriangleId> = open.iter().copied().collect();
    let mut least = f64::INFINITY;
    while let Some(triangle) = open.pop() {
        for side in triangle.sides() {
            let ends = domain.side_points(side);
            if openings.is_solid(domain, domain.side(side).origin) {
                least = least.min(piece.distance(&Piece::Straight([ends[0]; 2])));
            }
            let Some(beyond) = domain.twin(side).or_else(|| openings.through(domain, side)) else { continue };
            if piece.distance(&Piece::Straight(ends)) < least && seen.insert(beyond.triangle()) {
                open.push(beyond.triangle());
            }
        }
        let solids = triangle.sides().into_iter().filter(|&side| domain.twin(side).is_none());
        for part in solids.flat_map(|side| openings.parts(domain, side)) {
            least = least.min(piece.distance(&Piece::Straight(part)));
        }
    }
    least
}

struct GapSearch<'a> {
    domain: &'a Domain,
    openings: &'a Openings,
    least: Option<Narrowest>,
}

impl GapSearch<'_> {
    fn offer(&mut self, piece: &Piece, a: Point, b: Point) {
        let width = a.distance(b);
        let is_less = width > 0.0 && self.least.is_none_or(|known| width < known.width);
        let size = a.x.abs().max(a.y.abs()).max(b.x.abs()).max(b.y.abs());
        // A disc that just fits turns until it is across the gap and goes on from there: the seam of two rounded pieces.
        if is_less && piece.distance(&Piece::Straight([a, b])) <= SEAM * size {
            self.least = Some(Narrowest { at: a.lerp(b, 0.5), width, between: [a, b] });
        }
    }

    /// The triangles that a piece crosses, and the gaps in them.
    fn cross(&mut self, piece: &Piece) -> Vec<TriangleId> {
        let (domain, openings) = (self.domain, self.openings);
        let mut crossed = domain.locate(piece.at(0.5)).map(|spot| domain.triangles_at(spot)).unwrap_or_default();
        let mut seen: HashSet<TriangleId> = crossed.iter().copied().collect();
        let mut next = 0;
        while let Some(&triangle) = crossed.get(next) {
            next += 1;
            for side in triangle.sides() {
                let [a, b] = domain.side_points(side);
                let Some(twin) = domain.twin(side) else {
                    let apex = domain.side(side.prev()).origin;
                    if openings.is_solid(domain, apex) {
                        let apex = domain.point(apex);
                        let parts = openings.parts(domain, side);
                        parts.for_each(|[a, b]| self.offer(piece, apex, closest_on_segment(a, b, apex)));
                    }
                    continue;
                };
                if piece.distance(&Piece::Straight([a, b])) == 0.0 {
                    if domain.side_corners(side).iter().all(|&c| openings.is_solid(domain, c)) {
                        self.offer(piece, a, b);
                    }
                    if seen.insert(twin.triangle()) {
                        crossed.push(twin.triangle());
                    }
                }
            }
        }
        crossed
    }

    /// Gaps between what lies nearer to a piece than the narrowest so far is wide.
    fn look_beyond(&mut self, piece: &Piece, mut triangles: Vec<TriangleId>) {
        let (domain, openings) = (self.domain, self.openings);
        let longest = || {
            let sides = triangles.iter().flat_map(|triangle| triangle.sides());
            sides.map(|side| domain.side(side).length).fold(0.0, f64::max)
        };
        let within = self.least.map_or_else(longest, |least| least.width);
        let mut seen: HashSet<TriangleId> = triangles.iter().copied().collect();
        let (mut corners, mut outlines): (Vec<Point>, Vec<[Point; 2]>) = (Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(&triangle) = triangles.get(next) {
            next += 1;
            for side in triangle.sides() {
                let ends = domain.side_points(side);
                if openings.is_solid(domain, domain.side(side).origin) {
                    corners.push(ends[0]);
                }
                match domain.twin(side) {
                    None => outlines.extend(openings.parts(domain, side)),
                    Some(twin) if !seen.contains(&twin.triangle()) => {
                        if piece.distance(&Piece::Straight(ends)) < within {
                            seen.insert(twin.triangle());
                            triangles.push(twin.triangle());
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        // The ends of openings are corners too.
        corners.extend(if openings.is_empty() { &[] } else { outlines.as_slice() }.iter().flatten());
        corners.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
        corners.dedup();
        for [a, b] in outlines {
            for &corner in &corners {
                self.offer(piece, corner, closest_on_segment(a, b, corner));
            }
        }
    }
}
