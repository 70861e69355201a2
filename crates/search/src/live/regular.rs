//! Whether outlines are what they seem: rings that nowhere touch themselves or each other, holes inside of the first.
//!
//! Of such outlines the cells are found from the rings alone. Others are cleaned first, which takes a triangulation: spikes
//! without width, holes that reach out, figures of eight. *Cost*: sides sorted along x, each compared with those beside it.

use wayfront_geometry::{Point, orient};

/// A side, and where it stands: ring, place in it, sides of the ring.
struct Side {
    ends: [Point; 2],
    place: [usize; 3],
}

/// Rings of which the first is filled and the others are cut out of it, none of which touches itself or another.
pub fn is_regular(rings: &[Vec<Point>]) -> bool {
    let mut sides: Vec<Side> = Vec::new();
    for (number, ring) in rings.iter().enumerate() {
        let mut points = ring.clone();
        points.dedup();
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        let count = points.len();
        if count < 3 {
            return false;
        }
        let side = |k: usize| Side { ends: [points[k], points[(k + 1) % count]], place: [number, k, count] };
        sides.extend((0..count).map(side));
    }
    let low = |side: &Side| side.ends[0].x.min(side.ends[1].x);
    sides.sort_unstable_by(|a, b| low(a).total_cmp(&low(b)));
    for (k, side) in sides.iter().enumerate() {
        let high = side.ends[0].x.max(side.ends[1].x);
        if sides[k + 1..].iter().take_while(|other| low(other) <= high).any(|other| is_touched(side, other)) {
            return false;
        }
    }
    // Nothing touches: one corner of a hole tells where all of it is.
    rings[1..].iter().enumerate().all(|(k, hole)| {
        let within = |ring: &Vec<Point>| is_within(ring, hole[0]);
        within(&rings[0]) && !rings[1..].iter().enumerate().any(|(other, ring)| other != k && within(ring))
    })
}

/// Two sides have a point in common that is not their corner.
fn is_touched(a: &Side, b: &Side) -> bool {
    let [[ring, i, count], [other, j, _]] = [a.place, b.place];
    if ring == other && ((i + 1) % count == j || (j + 1) % count == i) {
        let (first, second) = if (i + 1) % count == j { (a, b) } else { (b, a) };
        let [p, q] = first.ends;
        let r = second.ends[1];
        // The corner between them: only if the outline turns back on itself there is more in common.
        return orient(p, q, r) == 0.0 && (q - p).dot(r - q) < 0.0;
    }
    let ([p, q], [r, s]) = (a.ends, b.ends);
    let [to_r, to_s, to_p, to_q] = [orient(p, q, r), orient(p, q, s), orient(r, s, p), orient(r, s, q)];
    if to_r == 0.0 && to_s == 0.0 {
        let apart = |u: [f64; 2], v: [f64; 2]| u[0].max(u[1]) < v[0].min(v[1]) || v[0].max(v[1]) < u[0].min(u[1]);
        return !(apart([p.x, q.x], [r.x, s.x]) || apart([p.y, q.y], [r.y, s.y]));
    }
    is_parted(to_r, to_s) && is_parted(to_p, to_q)
}

/// Two points do not lie on one side of a line.
fn is_parted(a: f64, b: f64) -> bool {
    !(a > 0.0 && b > 0.0 || a < 0.0 && b < 0.0)
}

fn is_within(ring: &[Point], p: Point) -> bool {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed = ends.filter(|(a, b)| (a.y <= p.y) != (b.y <= p.y) && (orient(**a, **b, p) > 0.0) == (a.y <= b.y));
    crossed.count() % 2 == 1
}
