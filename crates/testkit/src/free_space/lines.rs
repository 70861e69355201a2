//! Straight lines by brute force: the line is cut wherever an edge touches it; each piece, and each cut, must leave
//! space to go on, in the middle or along one side.

use super::{Edge, Oracle};
use wayfront_geometry::{Point, orient};

/// Where an agent on the line may be: in open space, or beside an edge that it cannot cross.
#[derive(Clone, Copy, Default, Debug)]
struct Open {
    middle: bool,
    left: bool,
    right: bool,
}

impl Open {
    fn any(self) -> bool {
        self.middle || self.left || self.right
    }
}

impl Oracle {
    /// A straight path leads from `a` to `b`.
    #[must_use]
    pub fn sees(&self, a: Point, b: Point) -> Option<bool> {
        if !self.is_free(a)? || !self.is_free(b)? {
            return Some(false);
        }
        Some(a == b || self.reach(a, b, 1.0)? >= 1.0)
    }

    /// How far a ray from the free point `a` gets, in multiples of the distance to `towards`.
    #[must_use]
    pub fn cast(&self, a: Point, towards: Point) -> Option<f64> {
        self.reach(a, towards, 4.0 * self.size / a.distance(towards))
    }

    fn reach(&self, a: Point, b: Point, end: f64) -> Option<f64> {
        let cuts = self.cuts_of_line(a, b, end)?;
        let mut open = Open { middle: true, left: true, right: true };
        for (k, pair) in cuts.windows(2).enumerate() {
            if k > 0 {
                let around = self.around(a.lerp(b, pair[0]), b - a)?;
                let left = (open.middle || open.left) && around.left_is_open;
                let right = (open.middle || open.right) && around.right_is_open;
                open = Open { middle: left || right, left, right };
            }
            let here = self.piece(a.lerp(b, (pair[0] + pair[1]) / 2.0), b - a)?;
            open = Open {
                middle: open.middle && here.middle,
                left: open.left && here.left,
                right: open.right && here.right,
            };
            if !open.any() {
                return Some(pair[0]);
            }
        }
        Some(end)
    }

    /// The continuations on a piece of the line that no edge crosses or ends on.
    fn piece(&self, middle: Point, direction: Point) -> Option<Open> {
        let around = self.around(middle, direction)?;
        let both = around.left_is_open && around.right_is_open && !around.wall_ahead;
        Some(Open { middle: both, left: around.left_is_open && !both, right: around.right_is_open && !both })
    }

    /// Shares of the distance from `a` to `b` at which edges touch the line, from 0 to `end`.
    fn cuts_of_line(&self, a: Point, b: Point, end: f64) -> Option<Vec<f64>> {
        let along = b - a;
        let length = along.length();
        let share = |p: Point| (p - a).dot(along) / along.dot(along);
        let mut cuts = vec![0.0, end];
        for e in &self.edges {
            let offset = [e.a, e.b].map(|p| orient(a, b, p) / length);
            let on = offset.map(|o| o == 0.0);
            if offset.iter().any(|o| *o != 0.0 && o.abs() < self.doubt()) {
                return None;
            }
            cuts.extend([(e.a, on[0]), (e.b, on[1])].into_iter().filter(|p| p.1).map(|p| share(p.0)));
            if on == [false, false] && (offset[0] < 0.0) != (offset[1] < 0.0) {
                cuts.push(share(e.a.lerp(e.b, offset[0] / (offset[0] - offset[1]))));
            }
        }
        let margin = self.tolerance() / length;
        cuts.retain(|&t| t == 0.0 || t == end || t > margin && t < end - margin);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|a, b| (*a - *b) < margin);
        let is_clear = cuts.windows(2).all(|p| (p[1] - p[0]) * length > self.doubt());
        is_clear.then_some(cuts)
    }

    /// Nothing about the line from `a` to `b` changes if edges move by rounding.
    #[must_use]
    pub fn is_steady(&self, a: Point, b: Point) -> bool {
        let line = Edge { a, b, is_wall: false, outline: 0 };
        let vertices = self.edges.iter().flat_map(|e| [e.a, e.b]).chain(self.crossings.iter().map(|c| c.at));
        let is_clear = vertices.into_iter().all(|p| line.distance(p) > self.doubt());
        is_clear && !self.is_near_outline(a) && !self.is_near_outline(b)
    }
}
