//! Free space by brute force: winding numbers of test points, and wedges between the edges that meet in a point.
//!
//! Nothing is cut, linked or triangulated. Computed points are taken to lie on an edge within [`Oracle::tolerance`];
//! where something lies farther away than that but nearer than [`Oracle::doubt`], the oracle does not answer. Small
//! integers never come near the doubt, random floats hardly ever.

mod lines;
mod slabs;

use std::f64::consts::{PI, TAU};
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::{Point, closest_on_segment, orient, winding_number};
use wayfront_world::World;

/// An edge of an outline, or a piece of a wall.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where it begins.
    pub a: Point,
    /// Where it ends.
    pub b: Point,
    /// It belongs to a wall.
    pub is_wall: bool,
    /// Which ring or wall: areas, then obstacles, then walls.
    pub outline: usize,
}

impl Edge {
    /// How far a point is from it.
    #[must_use]
    pub fn distance(&self, p: Point) -> f64 {
        closest_on_segment(self.a, self.b, p).distance(p)
    }
}

/// A ring of a polygon.
pub struct Ring {
    /// Its vertices.
    pub points: Vec<Point>,
    /// Which polygon: areas, then obstacles.
    pub shape: usize,
    /// It is a hole of it.
    pub is_hole: bool,
}

/// The free space of a world.
pub struct Oracle {
    /// Rings of all polygons.
    pub rings: Vec<Ring>,
    /// Per shape: it is an area.
    pub areas: Vec<bool>,
    /// All edges.
    pub edges: Vec<Edge>,
    /// Where edges cross, strictly inside both.
    pub crossings: Vec<Crossing>,
    /// The larger side of the box around all edges.
    pub size: f64,
    /// Some vertex lies within the tolerance of an edge, but not on it: only areas can be judged.
    pub is_thin: bool,
}

/// Where two edges cross.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// The point, rounded.
    pub at: Point,
    /// Which edges.
    pub edges: [usize; 2],
}

/// Free or blocked space between two neighbouring directions at a point.
#[derive(Clone, Copy, Debug)]
pub struct Wedge {
    /// Direction with which it begins, in radians.
    pub from: f64,
    /// In radians.
    pub width: f64,
    /// It is free space.
    pub is_free: bool,
    /// A wall lies along its beginning.
    pub begins_at_wall: bool,
}

/// The space around a point on the left and on the right of a direction.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// All on the left is free, and no wall begins inside it.
    pub left_is_open: bool,
    /// The same on the right.
    pub right_is_open: bool,
    /// A wall lies along the direction itself.
    pub wall_ahead: bool,
}

impl Oracle {
    /// The oracle of a world.
    ///
    /// # Panics
    /// If the world has no point.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let walkable = world.walkable().expect("generated worlds are not empty");
        let (mut rings, mut edges, mut areas) = (Vec::new(), Vec::new(), Vec::new());
        let shapes = walkable.iter().map(|p| (p, true)).chain(world.obstacles.iter().map(|p| (p, false)));
        for (shape, (polygon, is_area)) in shapes.enumerate() {
            areas.push(is_area);
            for (k, ring) in polygon.rings().enumerate() {
                let outline = rings.len();
                for (i, &a) in ring.iter().enumerate() {
                    edges.push(Edge { a, b: ring[(i + 1) % ring.len()], is_wall: false, outline });
                }
                rings.push(Ring { points: ring.to_vec(), shape, is_hole: k > 0 });
            }
        }
        for (k, wall) in world.walls.iter().enumerate() {
            let outline = rings.len() + k;
            edges.extend(wall.points.windows(2).map(|p| Edge { a: p[0], b: p[1], is_wall: true, outline }));
        }
        edges.retain(|e| e.a != e.b);
        let bounds = wayfront_geometry::Bounds::of(edges.iter().flat_map(|e| [&e.a, &e.b]));
        let crossings = crossings(&edges);
        let mut oracle = Self { rings, areas, edges, crossings, size: bounds.size(), is_thin: false };
        let is_thin = |p: Point| {
            let mut near = oracle.edges.iter().filter(|e| e.distance(p) < oracle.tolerance());
            near.any(|e| !oracle.lies_on(e, p))
        };
        oracle.is_thin = oracle.edges.iter().any(|e| is_thin(e.a) || is_thin(e.b));
        oracle
    }

    /// What lies nearer to an edge lies on it.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        1e-9 * self.size
    }

    /// What lies nearer to an edge without lying on it is not judged.
    #[must_use]
    pub fn doubt(&self) -> f64 {
        1e-6 * self.size
    }

    /// Free space covers `p`; `None` on an outline of a polygon. Exact.
    #[must_use]
    pub fn covers(&self, p: Point) -> Option<bool> {
        let mut outer = vec![false; self.areas.len()];
        let mut in_hole = vec![false; self.areas.len()];
        for ring in &self.rings {
            let is_inside = winding_number(&ring.points, p)? != 0;
            let inside = if ring.is_hole { &mut in_hole } else { &mut outer };
            inside[ring.shape] |= is_inside;
        }
        let covered = |is_area: bool| (0..outer.len()).any(|s| self.areas[s] == is_area && outer[s] && !in_hole[s]);
        Some(covered(true) && !covered(false))
    }

    /// `p` lies so near an edge, but not on it, that rounding of crossings might matter.
    #[must_use]
    pub fn is_close_call(&self, p: Point) -> bool {
        self.edges.iter().any(|e| e.distance(p) < self.doubt() && !self.lies_on(e, p))
    }

    fn lies_on(&self, e: &Edge, p: Point) -> bool {
        p == e.a || p == e.b || orient(e.a, e.b, p) == 0.0 && e.distance(p) < self.tolerance()
    }

    /// `p` lies on an edge, or so near that rounding of crossings might matter.
    #[must_use]
    pub fn is_near_outline(&self, p: Point) -> bool {
        self.edges.iter().any(|e| e.distance(p) < self.doubt())
    }

    /// `p` is free: inside, or on an outline with free space beside it.
    #[must_use]
    pub fn is_free(&self, p: Point) -> Option<bool> {
        Some(self.wedges(p, &[])?.iter().any(|w| w.is_free))
    }

    /// The wedges around `p`, counter-clockwise, between the edges that pass there and the `extra` directions.
    #[must_use]
    pub fn wedges(&self, p: Point, extra: &[f64]) -> Option<Vec<Wedge>> {
        let mut directions: Vec<(f64, bool)> = extra.iter().map(|&angle| (angle, false)).collect();
        let mut reach = self.size;
        let mut ends = Vec::new();
        for e in &self.edges {
            let distance = e.distance(p);
            if distance > self.tolerance() {
                reach = reach.min(distance);
                continue;
            }
            for end in [e.a, e.b] {
                let length = end.distance(p);
                if length > self.tolerance() {
                    directions.push(((end.y - p.y).atan2(end.x - p.x), e.is_wall));
                    ends.push(end);
                    reach = reach.min(length);
                }
            }
        }
        if self.is_thin || reach < self.doubt() || self.edges.iter().any(|e| e.a == p) && has_needle(p, &ends) {
            return None;
        }
        let directions = merged(directions)?;
        if directions.is_empty() {
            return Some(vec![Wedge { from: 0.0, width: TAU, is_free: self.covers(p)?, begins_at_wall: false }]);
        }
        let count = directions.len();
        let wedge = |k: usize| {
            let (from, begins_at_wall) = directions[k];
            let to = directions[(k + 1) % count].0 + if k + 1 == count { TAU } else { 0.0 };
            let (sin, cos) = ((from + to) / 2.0).sin_cos();
            let is_free = self.covers(p + Point::new(cos, sin) * (reach / 8.0))?;
            Some(Wedge { from, width: to - from, is_free, begins_at_wall })
        };
        (0..count).map(wedge).collect()
    }

    /// Widths of the free sectors around `p`: runs of free wedges without a wall between them.
    #[must_use]
    pub fn sectors(&self, p: Point) -> Option<Vec<f64>> {
        let wedges = self.wedges(p, &[])?;
        let count = wedges.len();
        let begins = |k: usize| {
            let before = wedges[(k + count - 1) % count];
            wedges[k].is_free && (wedges[k].begins_at_wall || !before.is_free)
        };
        let starts: Vec<usize> = (0..count).filter(|&k| begins(k)).collect();
        if starts.is_empty() {
            return Some(if wedges[0].is_free { vec![TAU] } else { Vec::new() });
        }
        let width = |start: usize| {
            let rest = (1..count).map(|k| (start + k) % count);
            let more: f64 = rest.take_while(|&k| wedges[k].is_free && !begins(k)).map(|k| wedges[k].width).sum();
            wedges[start].width + more
        };
        let mut widths: Vec<f64> = starts.into_iter().map(width).collect();
        widths.sort_by(f64::total_cmp);
        Some(widths)
    }

    /// No blocked wedge and no wall at `p`: a vertex here would be surrounded.
    #[must_use]
    pub fn is_surrounded(&self, p: Point) -> Option<bool> {
        Some(self.wedges(p, &[])?.iter().all(|w| w.is_free && !w.begins_at_wall))
    }

    /// The space to both sides of `direction` at `p`.
    #[must_use]
    pub fn around(&self, p: Point, direction: Point) -> Option<Surroundings> {
        let ahead = direction.y.atan2(direction.x);
        let behind = if ahead > 0.0 { ahead - PI } else { ahead + PI };
        let wedges = self.wedges(p, &[ahead, behind])?;
        let mut around = Surroundings { left_is_open: true, right_is_open: true, wall_ahead: false };
        for w in &wedges {
            let turn = (w.from - ahead).rem_euclid(TAU);
            let is_along = |a: f64| (turn - a).abs() < ANGLE;
            let (is_ahead, is_behind) = (is_along(0.0) || is_along(TAU), is_along(PI));
            let is_left = is_ahead || !is_behind && turn < PI;
            let open = if is_left { &mut around.left_is_open } else { &mut around.right_is_open };
            *open &= w.is_free && (is_ahead || is_behind || !w.begins_at_wall);
            around.wall_ahead |= is_ahead && w.begins_at_wall;
        }
        Some(around)
    }

    /// Pieces of outlines and walls beside which there is free space.
    #[must_use]
    pub fn free_outline(&self) -> Option<Vec<[Point; 2]>> {
        let mut pieces = Vec::new();
        for e in &self.edges {
            let length = e.a.distance(e.b);
            let mut cuts = vec![0.0, 1.0];
            cuts.extend(self.edges.iter().flat_map(|other| self.cuts(e, other)));
            cuts.sort_by(f64::total_cmp);
            cuts.dedup_by(|a, b| (*a - *b) * length < self.tolerance());
            for pair in cuts.windows(2) {
                let around = self.around(e.a.lerp(e.b, (pair[0] + pair[1]) / 2.0), e.b - e.a)?;
                if around.left_is_open || around.right_is_open {
                    pieces.push([e.a.lerp(e.b, pair[0]), e.a.lerp(e.b, pair[1])]);
                }
            }
        }
        Some(pieces)
    }

    /// Where `other` begins, ends or crosses on `e`, as shares of its length.
    fn cuts(&self, e: &Edge, other: &Edge) -> Vec<f64> {
        let along = e.b - e.a;
        let share = |p: Point| (p - e.a).dot(along) / along.dot(along);
        let mut cuts: Vec<f64> =
            [other.a, other.b].into_iter().filter(|&p| e.distance(p) < self.tolerance()).map(share).collect();
        cuts.extend(proper_crossing(e, other).map(share));
        cuts.retain(|&t| t > 0.0 && t < 1.0);
        cuts
    }
}

/// Directions nearer than this are the same.
const ANGLE: f64 = 1e-11;

/// Two directions from the vertex `p` differ by so little that they look the same.
fn has_needle(p: Point, ends: &[Point]) -> bool {
    let is_needle = |q: Point, r: Point| {
        let (q, r) = (q - p, r - p);
        q.cross(r).abs() < 1e-4 * q.length() * r.length() && q.dot(r) > 0.0
    };
    ends.iter().any(|&q| ends.iter().any(|&r| is_needle(q, r) && orient(p, q, r) != 0.0))
}

/// Sorted, each once. `None` if two are suspiciously close.
fn merged(mut directions: Vec<(f64, bool)>) -> Option<Vec<(f64, bool)>> {
    for d in &mut directions {
        // The seam at half a turn: both of its sides are the same direction.
        if d.0 > PI - ANGLE {
            d.0 -= TAU;
        }
    }
    directions.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut kept: Vec<(f64, bool)> = Vec::new();
    for (angle, is_wall) in directions {
        match kept.last_mut() {
            Some(last) if angle - last.0 < ANGLE => last.1 |= is_wall,
            Some(last) if angle - last.0 < 1e-4 => return None,
            _ => kept.push((angle, is_wall)),
        }
    }
    Some(kept)
}

/// The point in which two edges cross, if it lies strictly inside both.
#[must_use]
pub fn proper_crossing(e: &Edge, f: &Edge) -> Option<Point> {
    let (a, b) = (orient(f.a, f.b, e.a), orient(f.a, f.b, e.b));
    let (c, d) = (orient(e.a, e.b, f.a), orient(e.a, e.b, f.b));
    let opposite = |p: f64, q: f64| p < 0.0 && q > 0.0 || p > 0.0 && q < 0.0;
    (opposite(a, b) && opposite(c, d)).then(|| e.a.lerp(e.b, a / (a - b)))
}

fn crossings(edges: &[Edge]) -> Vec<Crossing> {
    let mut found = Vec::new();
    for (i, e) in edges.iter().enumerate() {
        for (j, f) in edges.iter().enumerate().skip(i + 1) {
            if let Some(at) = proper_crossing(e, f) {
                found.push(Crossing { at, edges: [i, j] });
            }
        }
    }
    found
}

/// How wide a corner's sector is, as the sum of its triangles' angles.
#[must_use]
pub fn sector_width(domain: &Domain, corner: CornerId) -> f64 {
    let width = |side: SideId| {
        let [a, b, c] = [side, side.next(), side.prev()].map(|s| domain.point(domain.side(s).origin));
        (b - a).cross(c - a).atan2((b - a).dot(c - a))
    };
    domain.fan(corner).map(width).sum()
}
