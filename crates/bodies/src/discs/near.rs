//! Which parts of a segment have room for a disc.
//!
//! The places of a segment that are nearer to an outline than the radius are an interval, since a distance from something
//! convex is convex along a line. What these leave has room. Cost: what lies within a radius of the segment.

use wayfront_domain::{Domain, Openings, SideId, TriangleId};
use wayfront_geometry::{Point, closest_on_segment, is_nearer};

/// A segment as the x axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub from: Point,
    /// Of length 1.
    pub along: Point,
    pub length: f64,
}

impl Axis {
    pub fn of([a, b]: [Point; 2]) -> Self {
        let length = a.distance(b);
        Self { from: a, along: (b - a) * (1.0 / length), length }
    }

    #[inline]
    pub fn at(&self, x: f64) -> Point {
        self.from + self.along * x
    }

    #[inline]
    pub fn place(&self, p: Point) -> Point {
        let w = p - self.from;
        Point::new(w.dot(self.along), self.along.cross(w))
    }
}

/// Memory for what lies near a segment.
#[derive(Debug, Default)]
pub(crate) struct Near {
    /// The triangles that come within reach of the segment, or nearly so.
    pub triangles: Vec<TriangleId>,
    open: Vec<SideId>,
    /// Solids within reach.
    given: Vec<[Point; 2]>,
    /// The same with the segment as x axis.
    solids: Vec<[Point; 2]>,
    blocked: Vec<[f64; 2]>,
}

impl Near {
    /// Looks at everything within `reach` of a segment that lies in some triangles.
    pub fn look(
        &mut self,
        domain: &Domain,
        openings: &Openings,
        axis: &Axis,
        starts: impl IntoIterator<Item = TriangleId>,
        reach: f64,
    ) {
        let Self { triangles, open, given, .. } = self;
        triangles.clear();
        open.clear();
        given.clear();
        for triangle in starts {
            if !triangles.contains(&triangle) {
                triangles.push(triangle);
                open.extend(triangle.sides());
            }
        }
        while let Some(side) = open.pop() {
            let ends = domain.side_points(side).map(|p| axis.place(p));
            if !is_near(ends, axis.length, reach) {
                continue;
            }
            let twin = domain.twin(side);
            if twin.is_none() {
                given.extend(openings.parts(domain, side));
            }
            let Some(beyond) = twin.or_else(|| openings.through(domain, side)) else { continue };
            if !triangles.contains(&beyond.triangle()) {
                triangles.push(beyond.triangle());
                open.extend([beyond.next(), beyond.prev()]);
            }
        }
        self.solids.clear();
        self.solids.extend(self.given.iter().map(|part| part.map(|p| axis.place(p))));
    }

    /// None of the solids is nearer to a place than the radius. Exact.
    pub fn leaves_room(&self, p: Point, radius: f64) -> bool {
        !self.given.iter().any(|&part| is_nearer(p, part, radius))
    }

    /// Some corner other than the segment's ends is within `reach` of it: on its left, and on its right.
    pub fn has_corners(&self, axis: &Axis, ends: [Point; 2], reach: f64) -> [bool; 2] {
        let mut found = [false; 2];
        // Placed by the same products, so they are the same.
        let ends = ends.map(|p| axis.place(p));
        for p in self.solids.iter().flatten() {
            let is_end = ends.contains(p);
            let beyond = if p.x < 0.0 { p.x } else { (p.x - axis.length).max(0.0) };
            if !is_end && beyond * beyond + p.y * p.y <= reach * reach {
                found[0] |= p.y >= 0.0;
                found[1] |= p.y <= 0.0;
            }
        }
        found
    }

    /// The parts of the segment that no solid is nearer to than `radius`, from its start to its end; touching parts are
    /// one.
    pub fn parts(&mut self, axis: &Axis, radius: f64, mut show: impl FnMut([f64; 2])) {
        self.blocked.clear();
        self.blocked.extend(self.solids.iter().filter_map(|&solid| blocked(solid, radius)));
        self.blocked.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut end = 0.0;
        for &[from, to] in self.blocked.iter().chain([&[axis.length + 1.0; 2]]) {
            let from = from.min(axis.length);
            if from > end {
                show([end, from]);
            }
            end = end.max(to);
        }
    }
}

/// A segment may come within a distance of the part of the x axis from 0 to a length.
fn is_near([a, b]: [Point; 2], length: f64, reach: f64) -> bool {
    if a.y.min(b.y) > reach || a.y.max(b.y) < -reach || a.x.max(b.x) < -reach || a.x.min(b.x) > length + reach {
        return false;
    }
    let axis = [Point::default(), Point::new(length, 0.0)];
    // Two segments that do not cross are nearest at an end.
    let is_crossed = (a.y > 0.0) != (b.y > 0.0) && {
        let x = a.x + (b.x - a.x) * (a.y / (a.y - b.y));
        (0.0..=length).contains(&x)
    };
    let apart = |p: Point, [x, y]: [Point; 2]| {
        let near = closest_on_segment(x, y, p);
        (near - p).dot(near - p) <= reach * reach
    };
    is_crossed || apart(a, axis) || apart(b, axis) || axis.iter().any(|&p| apart(p, [a, b]))
}

/// The part of the x axis that is nearer to a segment than a distance.
fn blocked([a, b]: [Point; 2], reach: f64) -> Option<[f64; 2]> {
    let mut part = [f64::INFINITY, f64::NEG_INFINITY];
    let mut add = |low: f64, high: f64| {
        if low < high {
            part = [part[0].min(low), part[1].max(high)];
        }
    };
    for p in [a, b] {
        if p.y.abs() < reach {
            let half = ((reach - p.y) * (reach + p.y)).sqrt();
            add(p.x - half, p.x + half);
        }
    }
    // Beside the inside of the segment: two strips that the axis crosses.
    let along = b - a;
    let length = along.length();
    if length > 0.0 {
        let unit = along * (1.0 / length);
        // At x the foot is (x - a.x) unit.x - a.y unit.y along, and the height (a.x - x) unit.y - a.y unit.x or so.
        let foot = strip(unit.x, -a.x * unit.x - a.y * unit.y, 0.0, length);
        let height = strip(unit.y, -a.x * unit.y + a.y * unit.x, -reach, reach);
        add(foot[0].max(height[0]), foot[1].min(height[1]));
    }
    (part[0] < part[1]).then_some(part)
}

/// The x for which `slope x + offset` lies between two numbers.
fn strip(slope: f64, offset: f64, low: f64, high: f64) -> [f64; 2] {
    if slope == 0.0 {
        return if offset > low && offset < high { [f64::NEG_INFINITY, f64::INFINITY] } else { [1.0, 0.0] };
    }
    let [x, y] = [(low - offset) / slope, (high - offset) / slope];
    [x.min(y), x.max(y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocked_parts_are_those_nearer_than_the_radius() {
        let mut state = 7u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for _ in 0..2000 {
            let [a, b] = [(); 2].map(|()| Point::new(unit() * 10.0, unit() * 4.0 - 2.0));
            let reach = 0.2 + unit();
            let part = blocked([a, b], reach);
            for k in 0..200 {
                let x = f64::from(k) * 0.07 - 2.0;
                let apart = closest_on_segment(a, b, Point::new(x, 0.0)).distance(Point::new(x, 0.0));
                let is_blocked = part.is_some_and(|[low, high]| low < x && x < high);
                assert!(is_blocked == (apart < reach) || (apart - reach).abs() < 1e-9, "{a} {b} {reach} {x} {part:?}");
            }
        }
    }
}
