//! Closed rings of points (the closing point is not repeated).

use crate::{Point, orient};

/// Signed area of a ring: positive when it runs counter-clockwise.
#[must_use]
pub fn ring_area(ring: &[Point]) -> f64 {
    let Some(&origin) = ring.first() else { return 0.0 };
    // Relative to the first point, so that rings far from the origin keep their digits.
    let mut twice = 0.0;
    for pair in ring.windows(2) {
        twice += (pair[0] - origin).cross(pair[1] - origin);
    }
    twice / 2.0
}

/// How often `ring` winds around `p`, counter-clockwise positive; `None` if `p` lies on the ring. Exact.
#[must_use]
pub fn winding_number(ring: &[Point], p: Point) -> Option<i32> {
    let mut winding = 0;
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        if a == p {
            return None;
        }
        if a.y == p.y && b.y == p.y && (a.x < p.x) != (b.x < p.x) {
            return None;
        }
        let upwards = a.y <= p.y && p.y < b.y;
        let downwards = b.y <= p.y && p.y < a.y;
        if !upwards && !downwards {
            continue;
        }
        let side = orient(a, b, p);
        if side == 0.0 {
            return None;
        }
        if upwards && side > 0.0 {
            winding += 1;
        } else if downwards && side < 0.0 {
            winding -= 1;
        }
    }
    Some(winding)
}
