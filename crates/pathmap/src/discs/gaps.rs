//! The narrowest of the gaps that a way goes through.
//!
//! A way between two solids crosses a side of a triangle that joins them, or the line from a corner straight across to an
//! outline of its triangle: the least of these. Cost: the triangles that the way crosses.

use super::route::Narrowest;
use wayfront_domain::Domain;
use wayfront_geometry::{Piece, Point};

/// The narrowest of the gaps that a way crosses: sides of triangles, and from a corner straight across to an outline.
pub(crate) fn narrowest(domain: &Domain, pieces: &[Piece]) -> Option<Narrowest> {
    let mut least: Option<Narrowest> = None;
    let mut offer = |a: Point, b: Point| {
        let width = a.distance(b);
        if least.is_none_or(|known| width < known.width) {
            least = Some(Narrowest { at: a.lerp(b, 0.5), width, between: [a, b] });
        }
    };
    for piece in pieces {
        let start = domain.locate(piece.at(0.5));
        let (mut seen, mut open) = (std::collections::HashSet::new(), Vec::new());
        open.extend(start.map(|spot| domain.triangles_at(spot)).unwrap_or_default());
        seen.extend(open.iter().copied());
        while let Some(triangle) = open.pop() {
            for side in triangle.sides() {
                let [a, b] = domain.side_points(side);
                let apex = domain.point(domain.side(side.prev()).origin);
                let Some(twin) = domain.twin(side) else {
                    let foot = wayfront_geometry::closest_on_segment(a, b, apex);
                    if piece.distance(&Piece::Straight([apex, foot])) == 0.0 {
                        offer(apex, foot);
                    }
                    continue;
                };
                if piece.distance(&Piece::Straight([a, b])) == 0.0 {
                    if domain.side_corners(side).iter().all(|&c| domain.is_solid(c)) {
                        offer(a, b);
                    }
                    if seen.insert(twin.triangle()) {
                        open.push(twin.triangle());
                    }
                }
            }
        }
    }
    least
}
