//! A window as it crosses triangles, for figures that explain the wave.
//!
//! A window enters a triangle over one of its sides and is limited by two rays from its generator through corners. The
//! corner opposite the entered side lies right of both rays, left of both, or between them; then the window is split.
//! Here the wider part is followed. Decisions are the same orientation tests of input points that path maps make; the
//! visible parts of triangles are computed points, good enough to be looked at.

use wayfront_domain::{Domain, SideId, TriangleId};
use wayfront_geometry::{Point, Turn, turn};

/// What a generator sees of some triangles in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowTrace {
    /// The point that the window comes from.
    pub generator: Point,
    /// The triangles, from the nearest on.
    pub steps: Vec<WindowStep>,
}

/// A window in one triangle.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowStep {
    /// The triangle that is entered.
    pub triangle: TriangleId,
    /// The side over which it is entered: of this triangle, left end first.
    pub side: SideId,
    /// The points at which it is entered: right and left end of the side, as seen from the generator.
    pub entered: [Point; 2],
    /// The corners through which the limiting rays run: right and left.
    pub bounds: [Point; 2],
    /// The corner opposite the entered side.
    pub opposite: Point,
    /// Whether the window is split there.
    pub is_split: bool,
    /// The part of the triangle that is seen.
    pub seen: Vec<Point>,
}

impl WindowTrace {
    /// Follows the window that `generator` sends over a side of its triangle, through at most `count` triangles beyond.
    #[must_use]
    pub fn new(domain: &Domain, generator: Point, side: SideId, count: usize) -> Self {
        Self::between(domain, generator, side, domain.side_points(side), count)
    }

    /// The same for a window that leaves its triangle over a side between two bounds: right and left.
    #[must_use]
    pub fn between(domain: &Domain, generator: Point, side: SideId, bounds: [Point; 2], count: usize) -> Self {
        let mut steps = Vec::new();
        let mut next = Some((side, bounds));
        while let Some((over, bounds)) = next.filter(|_| steps.len() < count) {
            let Some(entered) = domain.twin(over) else { break };
            let (step, onward) = cross(domain, generator, entered, bounds);
            steps.push(step);
            next = onward;
        }
        Self { generator, steps }
    }

    /// The longest trace from a corner, of at most `count` triangles; the first of several.
    #[must_use]
    pub fn longest(domain: &Domain, generator: Point, count: usize) -> Option<Self> {
        let sides = (0..3 * domain.free_triangles() as u32).map(SideId);
        let opposite = sides.filter(|side| domain.side_points(side.prev())[0] == generator);
        let traces = opposite.map(|side| Self::new(domain, generator, side, count));
        traces.reduce(|best, other| if other.steps.len() > best.steps.len() { other } else { best })
    }
}

/// The window in the triangle of `entered`, and over which side its wider part goes on, between which bounds.
fn cross(
    domain: &Domain,
    from: Point,
    entered: SideId,
    [right, left]: [Point; 2],
) -> (WindowStep, Option<(SideId, [Point; 2])>) {
    let [end_left, end_right] = domain.side_points(entered);
    let opposite = domain.side_points(entered.prev())[0];
    let is_right = turn(from, right, opposite) != Turn::Left;
    let is_left = turn(from, left, opposite) != Turn::Right;
    let over_right = (entered.next(), [right, if is_left { left } else { opposite }]);
    let over_left = (entered.prev(), [if is_right { right } else { opposite }, left]);
    let parts = match (is_right, is_left) {
        (true, _) => vec![over_left],
        (_, true) => vec![over_right],
        _ => vec![over_right, over_left],
    };
    let open = parts.into_iter().filter(|(side, _)| domain.twin(*side).is_some());
    let onward = open.max_by(|a, b| angle(from, a.1).total_cmp(&angle(from, b.1)));
    let triangle = [end_left, end_right, opposite].to_vec();
    let seen = cut(&cut(&triangle, [from, right]), [left, from]);
    let step = WindowStep {
        triangle: entered.triangle(),
        side: entered,
        entered: [end_right, end_left],
        bounds: [right, left],
        opposite,
        is_split: !is_right && !is_left,
        seen,
    };
    (step, onward)
}

fn angle(from: Point, [right, left]: [Point; 2]) -> f64 {
    let (r, l) = (right - from, left - from);
    r.cross(l).atan2(r.dot(l))
}

/// The part of a convex ring left of the line through two points.
fn cut(ring: &[Point], [a, b]: [Point; 2]) -> Vec<Point> {
    let is_in = |p: Point| turn(a, b, p) != Turn::Right;
    let mut kept = Vec::new();
    for (k, &p) in ring.iter().enumerate() {
        let q = ring[(k + 1) % ring.len()];
        if is_in(p) {
            kept.push(p);
        }
        if is_in(p) != is_in(q) {
            kept.push(on_line([p, q], [a, b]));
        }
    }
    kept
}

/// Where a segment whose ends lie on different sides of a line meets it.
fn on_line([p, q]: [Point; 2], [a, b]: [Point; 2]) -> Point {
    let (from, to) = ((b - a).cross(p - a), (b - a).cross(q - a));
    p.lerp(q, from / (from - to))
}
