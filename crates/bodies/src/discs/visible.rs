//! The corners that a place sees, as points do.
//!
//! Windows between corners, over triangles, without costs and without a radius: exact orientations alone. Cost: the triangles
//! of which something is seen; a walk that takes too many steps is given up.

use wayfront_domain::{CornerId, Domain, SideId, TriangleId};
use wayfront_geometry::{Point, orient};

/// Steps after which a walk is given up. Among small posts a place sees thousands of triangles, nearly all of them through
/// gaps that no body fits through.
const MOST_STEPS: usize = 2_000;

/// Share of a sum of products within which rounding might hide the sign of their difference.
const SURELY: f64 = 8.0 * f64::EPSILON;

/// An edge of a window: a corner, and where it is seen.
#[derive(Clone, Copy, Debug)]
struct Edge {
    corner: CornerId,
    towards: Point,
}

/// What is seen over a side: a visibility cone between two corners.
#[derive(Clone, Copy, Debug)]
struct Cone {
    /// The side, of the triangle that is entered.
    side: SideId,
    right: Edge,
    left: Edge,
}

/// A corner that is seen, and corners that are seen exactly in the same direction, at an edge of the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub corner: CornerId,
    pub behind_right: Option<CornerId>,
    pub behind_left: Option<CornerId>,
}

impl Seen {
    fn alone(corner: CornerId) -> Self {
        Self { corner, behind_right: None, behind_left: None }
    }
}

/// The memory of walks.
#[derive(Debug, Default)]
pub(super) struct Walk {
    stack: Vec<Cone>,
}

impl Walk {
    /// Shows all that a corner sees in its sector; false if it was given up.
    pub fn look_from_corner(&mut self, domain: &Domain, corner: CornerId, mut see: impl FnMut(Seen)) -> bool {
        let at = domain.point(corner);
        self.stack.clear();
        for (k, side) in domain.fan(corner).enumerate() {
            let [right, left] = domain.side_corners(side.next());
            if k == 0 {
                see(Seen::alone(right));
            }
            see(Seen::alone(left));
            self.push(domain, at, side.next());
        }
        self.run(domain, at, see)
    }

    /// Shows all that a point in some triangles sees; false if it was given up.
    pub fn look_from_point(
        &mut self,
        domain: &Domain,
        at: Point,
        triangles: &[TriangleId],
        mut see: impl FnMut(Seen),
    ) -> bool {
        self.stack.clear();
        for side in triangles.iter().flat_map(|triangle| triangle.sides()) {
            see(Seen::alone(domain.side(side).origin));
            self.push(domain, at, side);
        }
        self.run(domain, at, see)
    }

    /// All that is seen over a side of a triangle.
    fn push(&mut self, domain: &Domain, at: Point, side: SideId) {
        if let Some(twin) = domain.twin(side) {
            let [right, left] =
                domain.side_corners(side).map(|corner| Edge { corner, towards: domain.point(corner) - at });
            self.stack.push(Cone { side: twin, right, left });
        }
    }

    fn run(&mut self, domain: &Domain, at: Point, mut see: impl FnMut(Seen)) -> bool {
        let mut steps = 0;
        while let Some(mut cone) = self.stack.pop() {
            loop {
                steps += 1;
                if steps > MOST_STEPS {
                    return false;
                }
                let Cone { side, right, left } = cone;
                let corner = domain.side(side.prev()).origin;
                let apex = Edge { corner, towards: domain.point(corner) - at };
                let beyond_left = turn(domain, at, &left, &apex);
                let beyond_right = turn(domain, at, &right, &apex);
                let [on_left, on_right] = [domain.twin(side.prev()), domain.twin(side.next())];
                let next = if beyond_left > 0.0 {
                    on_right.map(|side| Cone { side, ..cone })
                } else if beyond_right < 0.0 {
                    on_left.map(|side| Cone { side, ..cone })
                } else {
                    see(Seen {
                        corner,
                        behind_right: (beyond_right == 0.0).then_some(right.corner),
                        behind_left: (beyond_left == 0.0).then_some(left.corner),
                    });
                    let on_left = on_left.filter(|_| beyond_left < 0.0);
                    let on_right = on_right.filter(|_| beyond_right > 0.0);
                    let goes_right = on_right.map(|side| Cone { side, right, left: apex });
                    let goes_left = on_left.map(|side| Cone { side, right: apex, left });
                    if goes_right.is_some() {
                        self.stack.extend(goes_left);
                    }
                    goes_right.or(goes_left)
                };
                let Some(next) = next else { break };
                cone = next;
            }
        }
        true
    }
}

/// On which side of an edge something is seen: positive on the left. Exact.
#[inline]
fn turn(domain: &Domain, at: Point, edge: &Edge, seen: &Edge) -> f64 {
    let (plus, minus) = (edge.towards.x * seen.towards.y, edge.towards.y * seen.towards.x);
    let plain = plus - minus;
    if plain.abs() > SURELY * (plus.abs() + minus.abs()) {
        plain
    } else {
        orient(at, domain.point(edge.corner), domain.point(seen.corner))
    }
}
