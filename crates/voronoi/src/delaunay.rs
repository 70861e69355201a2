//! Delaunay triangulation of distinct points in a box: where the diagram of all vertices begins.
//!
//! Points are inserted one by one in an order that is near in space, each found by a walk from the one before and made
//! Delaunay by flips; left or right and in or out are exact. Four far corners of a box are part of it, so every point is
//! surrounded, and no empty circle among the points is much larger than the box.

use wayfront_geometry::{Bounds, Point, is_in_circle, orient};

/// No half-edge beyond: a side of the box.
pub(crate) const NONE: u32 = u32::MAX;

/// Triangles as half-edges `3 t`, `3 t + 1`, `3 t + 2`, counter-clockwise.
pub(crate) struct Delaunay {
    /// The corners of the box, then the points.
    pub points: Vec<Point>,
    pub origin: Vec<u32>,
    pub twin: Vec<u32>,
    /// Per point: a half-edge that starts there.
    pub leaving: Vec<u32>,
    open: Vec<u32>,
}

pub(crate) const fn next(h: u32) -> u32 {
    if h % 3 == 2 { h - 2 } else { h + 1 }
}

pub(crate) const fn prev(h: u32) -> u32 {
    if h.is_multiple_of(3) { h + 2 } else { h - 1 }
}

impl Delaunay {
    /// How many corners the box has: the numbers of the points begin here.
    pub const BOX: u32 = 4;

    /// Of points that all differ and lie within `bounds`. About linear if they are near in space to those before.
    pub fn of(bounds: &Bounds, points: &[Point]) -> Self {
        let mut all = bounds.grown(bounds.size().max(f64::MIN_POSITIVE)).corners().to_vec();
        all.extend_from_slice(points);
        let mut mesh = Self {
            points: all,
            origin: Vec::with_capacity(6 * points.len() + 6),
            twin: Vec::with_capacity(6 * points.len() + 6),
            leaving: Vec::new(),
            open: Vec::new(),
        };
        mesh.origin.extend([0, 1, 2, 0, 2, 3]);
        mesh.twin.extend([NONE, NONE, 3, 2, NONE, NONE]);
        let mut near = 0;
        for p in Self::BOX..mesh.points.len() as u32 {
            near = mesh.insert(p, near);
        }
        mesh.leaving = vec![NONE; mesh.points.len()];
        for (h, &v) in (0..).zip(&mesh.origin) {
            mesh.leaving[v as usize] = h;
        }
        mesh
    }

    fn point(&self, h: u32) -> Point {
        self.points[self.origin[h as usize] as usize]
    }

    /// A half-edge of the triangle that holds `p`: the one that `p` lies on, if any.
    fn locate(&self, p: Point, near: u32) -> u32 {
        let mut h = near;
        loop {
            let sides = [h, next(h), prev(h)];
            let beyond = sides.into_iter().find(|&s| orient(self.point(s), self.point(next(s)), p) < 0.0);
            match beyond {
                // Points lie strictly inside the box.
                Some(side) => h = self.twin[side as usize],
                None => {
                    let on = sides.into_iter().find(|&s| orient(self.point(s), self.point(next(s)), p) == 0.0);
                    return on.unwrap_or(h);
                }
            }
        }
    }

    /// Inserts a point; gives a half-edge near it.
    fn insert(&mut self, p: u32, near: u32) -> u32 {
        let at = self.points[p as usize];
        let ab = self.locate(at, near);
        let (bc, ca) = (next(ab), prev(ab));
        let [a, b, c] = [ab, bc, ca].map(|h| self.origin[h as usize]);
        let [beyond_bc, beyond_ca] = [bc, ca].map(|h| self.twin[h as usize]);
        let second = self.origin.len() as u32;
        let third = second + 3;
        self.origin.extend([b, c, p, c, a, p]);
        self.twin.extend([NONE; 6]);
        // The first triangle becomes a, b, p.
        self.origin[ca as usize] = p;
        self.link(second, beyond_bc);
        self.link(third, beyond_ca);
        self.link(bc, second + 2);
        self.link(second + 1, third + 2);
        self.link(third + 1, ca);
        self.open.extend([ab, second, third]);
        while let Some(h) = self.open.pop() {
            self.flip_if_needed(h);
        }
        // Triangles move when edges are flipped, but the last one made still has the point.
        third
    }

    fn link(&mut self, h: u32, k: u32) {
        self.twin[h as usize] = k;
        if k != NONE {
            self.twin[k as usize] = h;
        }
    }

    /// Flips the side of a new triangle that is opposite to the new point, if the point beyond is in its circle; or if the
    /// new point lies on that side.
    fn flip_if_needed(&mut self, h: u32) {
        let k = self.twin[h as usize];
        if k == NONE {
            return;
        }
        let (hn, hp, kn, kp) = (next(h), prev(h), next(k), prev(k));
        let [x, y, p, d] = [self.point(h), self.point(k), self.point(hp), self.point(kp)];
        if orient(x, y, p) != 0.0 && !is_in_circle(x, y, p, d) {
            return;
        }
        let (beyond_kn, beyond_hn) = (self.twin[kn as usize], self.twin[hn as usize]);
        self.origin[hn as usize] = self.origin[kp as usize];
        self.origin[kn as usize] = self.origin[hp as usize];
        self.link(h, beyond_kn);
        self.link(k, beyond_hn);
        self.link(hn, kn);
        self.open.extend([h, kp]);
    }
}

/// The centre of the circle through three points. Computed from an end of the shortest side: where two points are close
/// to each other, the third alone would leave no digits of their difference.
pub(crate) fn circumcentre(a: Point, b: Point, c: Point) -> Point {
    let squares = [[a, b], [b, c], [c, a]].map(|[p, q]| (q - p).dot(q - p));
    let [a, b, c] = if squares[0] <= squares[1] && squares[0] <= squares[2] {
        [a, b, c]
    } else if squares[1] <= squares[2] {
        [b, c, a]
    } else {
        [c, a, b]
    };
    let (u, v) = (b - a, c - a);
    let (uu, vv) = (u.dot(u), v.dot(v));
    // Of `orient` only the sign has all digits.
    let plain = u.cross(v);
    let twice = 2.0 * if plain > 0.0 { plain } else { orient(a, b, c) };
    a + Point::new((v.y * uu - u.y * vv) / twice, (u.x * vv - v.x * uu) / twice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_geometry::in_circle;

    #[test]
    fn circles_are_empty_on_grids_and_among_floats() {
        for scale in [1.0, 0.1, 0.37] {
            let points: Vec<Point> =
                (0..49).map(|k| Point::new(f64::from(k % 7), f64::from(k / 7 % 7)) * scale).collect();
            let mesh = Delaunay::of(&Bounds::of(&points), &points);
            for t in 0..mesh.origin.len() as u32 / 3 {
                let [a, b, c] = [0, 1, 2].map(|k| mesh.point(3 * t + k));
                assert!(orient(a, b, c) > 0.0);
                for &p in &mesh.points {
                    assert!(p == a || p == b || p == c || in_circle(a, b, c, p) <= 0.0);
                }
            }
            assert_eq!(mesh.origin.len(), 3 * (2 * 53 - 2 - 4));
        }
    }
}
