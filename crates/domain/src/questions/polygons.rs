//! The free space as polygons with holes, for formats that know nothing else.
//!
//! Sides of free triangles without a free triangle beyond are the outline. At a vertex it goes on within the sector of
//! free space in which it arrived, so that pieces that only touch in a point stay apart. A ring that comes to a vertex
//! twice is parted there. So rings are simple, and polygons are valid in the sense of OGC's simple features: rings meet
//! in single points at most, and the inside of each polygon is connected. Walls without thickness and gates take no area
//! away: they leave no trace.
//!
//! Cost: linear in the triangles; for each hole, the vertices of the outlines whose box it lies in.

use crate::{Domain, TriangleId};
use std::collections::HashMap;
use wayfront_geometry::{Bounds, Point, orient, ring_area, winding_number};
use wayfront_world::Polygon;

type Key = [u64; 2];

fn key(p: Point) -> Key {
    [p.x.to_bits(), p.y.to_bits()]
}

impl Domain {
    /// The free space as polygons whose insides are apart: outer rings counter-clockwise, holes clockwise.
    ///
    /// ```
    /// use wayfront_domain::Domain;
    /// use wayfront_world::{Polygon, World};
    /// let mut world = World::default();
    /// world.areas.push(Polygon::ring([(0.0, 0.0), (9.0, 0.0), (9.0, 5.0), (0.0, 5.0)]));
    /// // Along the boundary and beyond it: a notch, not a hole.
    /// world.obstacles.push(Polygon::ring([(4.0, -1.0), (5.0, -1.0), (5.0, 2.0), (4.0, 2.0)]));
    /// let polygons = Domain::without_doors(&world)?.polygons();
    /// assert!(polygons.len() == 1 && polygons[0].holes.is_empty() && polygons[0].outer.len() == 8);
    /// # Ok::<(), wayfront_domain::DomainError>(())
    /// ```
    #[must_use]
    pub fn polygons(&self) -> Vec<Polygon> {
        let rings = traced(&outline(self));
        let (mut shells, mut holes) = (Vec::new(), Vec::new());
        for ring in rings.into_iter().flat_map(|ring| simple_rings(&ring)) {
            if ring_area(&ring) > 0.0 { &mut shells } else { &mut holes }.push(ring);
        }
        nested(shells, holes)
    }
}

/// Sides of free triangles with nothing free beyond; the free space lies to their left.
fn outline(domain: &Domain) -> Vec<[Point; 2]> {
    let triangles = (0..domain.free_triangles()).map(|t| domain.triangle(TriangleId(t as u32)));
    let sides: Vec<[Point; 2]> = triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    let known: std::collections::HashSet<[Key; 2]> = sides.iter().map(|side| side.map(key)).collect();
    sides.into_iter().filter(|&[a, b]| !known.contains(&[key(b), key(a)])).collect()
}

/// The outline as closed rings, each within one connected part of the free space.
fn traced(sides: &[[Point; 2]]) -> Vec<Vec<Point>> {
    let mut leaving: HashMap<Key, Vec<usize>> = HashMap::new();
    for (k, side) in sides.iter().enumerate() {
        leaving.entry(key(side[0])).or_default().push(k);
    }
    let mut is_done = vec![false; sides.len()];
    let mut rings = Vec::new();
    for start in 0..sides.len() {
        let (mut ring, mut k) = (Vec::new(), start);
        while !is_done[k] {
            is_done[k] = true;
            let [from, at] = sides[k];
            ring.push(from);
            let on = leaving.get(&key(at)).into_iter().flatten().copied();
            // Sides around a vertex alternate between coming and leaving: there is always one to go on with.
            let Some(next) = on.reduce(|a, b| if is_sooner(at, from, sides[b][1], sides[a][1]) { b } else { a }) else {
                break;
            };
            k = next;
        }
        if !ring.is_empty() {
            rings.push(ring);
        }
    }
    rings
}

/// Turning clockwise about `at`, from the direction of `from` on, `p` comes before `q`.
fn is_sooner(at: Point, from: Point, p: Point, q: Point) -> bool {
    let half = |r: Point| orient(at, from, r) > 0.0;
    match (half(p), half(q)) {
        (false, true) => true,
        (true, false) => false,
        _ => orient(at, p, q) < 0.0,
    }
}

/// The parts of a ring between visits to the same vertex.
fn simple_rings(ring: &[Point]) -> Vec<Vec<Point>> {
    let mut rings = Vec::new();
    let mut walked: Vec<Point> = Vec::new();
    let mut seen: HashMap<Key, usize> = HashMap::new();
    for &p in ring {
        if let Some(&first) = seen.get(&key(p)) {
            let part = walked.split_off(first);
            for q in &part {
                seen.remove(&key(*q));
            }
            rings.push(part);
        }
        seen.insert(key(p), walked.len());
        walked.push(p);
    }
    rings.push(walked);
    rings
}

/// Gives each hole to the smallest outer ring around it.
fn nested(mut shells: Vec<Vec<Point>>, holes: Vec<Vec<Point>>) -> Vec<Polygon> {
    shells.sort_by(|a, b| ring_area(a).total_cmp(&ring_area(b)));
    let boxes: Vec<Bounds> = shells.iter().map(Bounds::of).collect();
    let mut polygons: Vec<Polygon> = shells.into_iter().map(Polygon::ring).collect();
    for hole in holes {
        let near = |k: &usize| hole.iter().all(|&p| boxes[*k].contains(p));
        let candidates: Vec<usize> = (0..polygons.len()).filter(near).collect();
        let around = match candidates[..] {
            [only] => Some(only),
            _ => candidates.into_iter().find(|&k| surrounds(&polygons[k].outer, &hole)),
        };
        if let Some(k) = around {
            polygons[k].holes.push(hole);
        }
    }
    // The largest first: most readers look at that alone.
    polygons.reverse();
    polygons
}

/// A hole may touch the ring around it in one vertex; any other shows that it lies outside.
fn surrounds(shell: &[Point], hole: &[Point]) -> bool {
    hole.iter().find_map(|&p| winding_number(shell, p)).is_some_and(|winding| winding != 0)
}
