//! The diagram of everything that does not move.
//!
//! 1. *Outlines*: the vertices and sides that border on free space, each once, and farther apart than rounding.
//! 2. *Points*: the diagram of the vertices, from their Delaunay triangulation. It covers the whole plane.
//! 3. *Sides*, one by one, each from the cells of its ends: see [`crate::insert`].
//! 4. *Free space*: what lies beyond outlines is dropped; the two sides of a wall become two faces, and the cell of a
//!    vertex becomes one for each sector ([`extract`]).
//!
//! Nothing is searched for, so the cost is that of the cells around each side: about linear.

mod extract;
mod outlines;

use crate::delaunay::{self, Delaunay, circumcentre};
use crate::graph::{Face, Graph, HalfEdge, NONE, Vertex};
use crate::insert::{Inserter, Newcomer, Refused};
use crate::site::{Site, is_spoke};
pub use extract::Feature;
pub(crate) use extract::Free;
pub(crate) use outlines::Outlines;
use wayfront_domain::Domain;
use wayfront_geometry::{Bounds, Point, closest_on_segment};

/// Tolerance: Rounding of distances, in units in the last place of the world's size: some operations, each with one or
/// two. Where features are nearly as close to each other as that, other ideas of a tie help.
const ROUNDINGS: [f64; 4] = [32.0, 2.0, 1024.0, 32_768.0];

/// A side could not be inserted, the diagram does not close around it, or it is nearer than the diagram says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stuck {
    pub side: [Point; 2],
}

/// Tolerance: Share of the world's size by which a vertex may seem farther from outlines than it is.
const BEYOND: f64 = 1e-9;

/// The diagram of a domain's free space. Where something is nearer to a vertex than its own features, other ideas of a tie
/// are tried, and sides in the opposite order.
pub(crate) fn free(domain: &Domain, outlines: &mut Outlines) -> Result<Free, Stuck> {
    let mut first = None;
    for attempt in 0..2 * ROUNDINGS.len() {
        if attempt == ROUNDINGS.len() {
            outlines.segments.reverse();
        }
        let whole = whole(outlines, ROUNDINGS[attempt % ROUNDINGS.len()]);
        match whole.and_then(|whole| nearest(domain, extract::free(domain, outlines, &whole)?)) {
            Ok(free) => return Ok(free),
            Err(stuck) => first = first.or(Some(stuck)),
        }
    }
    Err(first.unwrap_or(Stuck { side: [Point::default(); 2] }))
}

/// A diagram in which nothing around a vertex is nearer to it than the features that it belongs to: not the features beyond
/// its neighbours.
fn nearest(domain: &Domain, free: Free) -> Result<Free, Stuck> {
    let beyond = BEYOND * domain.bounds().size();
    let Graph { edges, vertices, faces, .. } = &free.graph;
    let nearer = edges.iter().find_map(|edge| {
        let vertex = vertices.get(edge.origin as usize)?;
        let opposite = edges.get(edges.get(edge.next as usize)?.twin as usize)?;
        let site = &faces.get(opposite.face as usize)?.site;
        (vertex.clearance > beyond && far(site, vertex.at) + beyond < vertex.clearance).then_some(site)
    });
    match nearer {
        None => Ok(free),
        Some(&Site::Side { start, end, .. }) => Err(Stuck { side: [start, end] }),
        Some(&(Site::Point(at) | Site::Disc { centre: at, .. })) => Err(Stuck { side: [at; 2] }),
    }
}

/// How far a site is from a place; the ends of a side are parts of it.
fn far(site: &Site, p: Point) -> f64 {
    match *site {
        Site::Side { start, end, .. } => closest_on_segment(start, end, p).distance(p),
        ref site => site.distance(p),
    }
}

/// The diagram of outlines in the whole plane. Faces: four far corners of a box, the vertices, the sides.
fn whole(outlines: &Outlines, roundings: f64) -> Result<Graph, Stuck> {
    let mut graph = of_points(&outlines.mesh);
    let size = Bounds::of(&outlines.mesh.points[Delaunay::BOX as usize..]).size();
    let mut inserter = Inserter::new(roundings * f64::EPSILON * size);
    let mut near = Vec::new();
    for segment in &outlines.segments {
        let ends = segment.vertices.map(|v| v + Delaunay::BOX);
        let [start, end] = segment.vertices.map(|v| outlines.point(v));
        let stuck = Stuck { side: [start, end] };
        let new = Newcomer { site: Site::side(start, end), ends };
        insert_side(&mut graph, &mut inserter, &new, &mut near).map_err(|_| stuck)?;
        if !has_both_ends(&mut graph, &new) {
            return Err(stuck);
        }
    }
    Ok(graph)
}

/// Inserts a side from what is around its ends.
fn insert_side(
    graph: &mut Graph,
    inserter: &mut Inserter,
    new: &Newcomer,
    near: &mut Vec<u32>,
) -> Result<u32, Refused> {
    let Site::Side { start, end, .. } = new.site else { return Err(Refused::NoCell) };
    inserter.begin(graph);
    let mut seeds = [(f64::INFINITY, NONE); 2];
    for (best, (face, at)) in seeds.iter_mut().zip([(new.ends[0], start), (new.ends[1], end)]) {
        around(graph, face, at, near);
        for &v in near.iter() {
            let lead = inserter.lead(graph, new, v);
            if lead < best.0 {
                *best = (lead, v);
            }
        }
    }
    seeds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let seeds = seeds.map(|(_, v)| v);
    if seeds.contains(&NONE) { Err(Refused::NoCell) } else { inserter.insert(graph, new, seeds) }
}

/// The vertices of a point's cell, and those one edge away from the point itself.
fn around(graph: &Graph, face: u32, at: Point, near: &mut Vec<u32>) {
    near.clear();
    near.extend(graph.ring(face).map(|h| graph.origin(h)));
    let is_here = |v: u32| graph.vertex(v).is_fixed && graph.vertex(v).at == at;
    let mut here: Vec<u32> = near.iter().copied().filter(|&v| is_here(v)).collect();
    let mut k = 0;
    while k < here.len() {
        for h in graph.star(here[k]) {
            let w = graph.target(h);
            if !is_here(w) {
                near.push(w);
            } else if !here.contains(&w) {
                here.push(w);
            }
        }
        k += 1;
    }
}

/// The loop of the newest face passes both ends of its side. Where an end had no side before, its place on the border
/// becomes a vertex.
fn has_both_ends(graph: &mut Graph, new: &Newcomer) -> bool {
    let Site::Side { start, end, along, .. } = new.site else { return false };
    let face = graph.faces.len() as u32 - 1;
    [(new.ends[0], start), (new.ends[1], end)].into_iter().all(|(own, at)| {
        let is_here = |v: &Vertex| v.is_fixed && v.at == at;
        if graph.ring(face).any(|h| is_here(graph.vertex(graph.origin(h)))) {
            return true;
        }
        // Rounding hid that the end lies between: the longest border with the end's cell is cut there.
        let span = |h: u32| {
            let [from, to] = [graph.origin(h), graph.target(h)].map(|v| graph.vertex(v).at);
            along.cross(to - from).abs()
        };
        let borders = graph.ring(face).filter(|&h| graph.face(graph.twin(h)) == own);
        let Some(h) = borders.max_by(|&a, &b| span(a).total_cmp(&span(b))) else { return false };
        graph.split(h, at, 0.0);
        true
    })
}

/// The diagram of points: dual to their triangulation.
fn of_points(mesh: &Delaunay) -> Graph {
    let mut graph = Graph::default();
    let count = mesh.origin.len() as u32;
    let triangle =
        |h: u32| [h, delaunay::next(h), delaunay::prev(h)].map(|h| mesh.points[mesh.origin[h as usize] as usize]);
    graph.vertices.extend((0..count / 3).map(|t| {
        let [a, b, c] = triangle(3 * t);
        let at = circumcentre(a, b, c);
        Vertex { at, clearance: at.distance(a), leaving: NONE, is_fixed: false }
    }));
    graph.faces.extend(mesh.points.iter().map(|&p| Face { site: Site::Point(p), edge: NONE }));
    for h in 0..count {
        let (twin, face) = (mesh.twin[h as usize], mesh.origin[h as usize]);
        let origin = if twin == NONE { NONE } else { twin / 3 };
        let next = mesh.twin[delaunay::prev(h) as usize];
        let prev = if twin == NONE { NONE } else { delaunay::next(twin) };
        graph.edges.push(HalfEdge { origin, twin, next, prev, face });
        graph.faces[face as usize].edge = h;
        if origin != NONE {
            graph.vertices[origin as usize].leaving = h;
        }
    }
    close_box(&mut graph, mesh);
    graph
}

/// The cells of the box's corners are open: they are closed far away, against a face that stands for the outside.
fn close_box(graph: &mut Graph, mesh: &Delaunay) {
    let hull: Vec<u32> = (0..mesh.origin.len() as u32).filter(|&h| mesh.twin[h as usize] == NONE).collect();
    let outside = graph.faces.len() as u32;
    let size = mesh.points[0].distance(mesh.points[2]);
    graph.faces.push(Face { site: Site::Disc { centre: mesh.points[0], radius: -4.0 * size }, edge: NONE });
    // Per side of the box: the far vertex, the edge from it inwards (in the cell of the side's start), and its twin.
    let mut rays = [[NONE; 3]; 4];
    for &h in &hull {
        let (a, b) = (mesh.origin[h as usize], mesh.origin[delaunay::next(h) as usize]);
        let (p, q) = (mesh.points[a as usize], mesh.points[b as usize]);
        let far = graph.add_vertex(p.lerp(q, 0.5) - (q - p).left() * 2.0, -1.0);
        let out = graph.add_edge(h / 3, b);
        graph.edges[h as usize].origin = far;
        graph.pair(h, out);
        // In the cell of b the loop comes into the triangle over the side that starts at b.
        graph.link(delaunay::next(h), out);
        graph.vertices[far as usize].leaving = h;
        rays[a as usize] = [far, h, out];
    }
    // Around the corner b of sides a-b and b-c: out to the far vertex of a-b, over to that of b-c, and in again.
    let mut around = [[NONE; 2]; 4];
    for b in 0..4usize {
        let a = (b + 3) % 4;
        let own = graph.add_edge(rays[a][0], b as u32);
        let back = graph.add_edge(rays[b][0], outside);
        graph.pair(own, back);
        graph.link(rays[a][2], own);
        graph.link(own, rays[b][1]);
        around[b] = [own, back];
    }
    for b in 0..4usize {
        graph.link(around[(b + 1) % 4][1], around[b][1]);
    }
    graph.faces[outside as usize].edge = around[0][1];
}

/// The border of a side's cell with that of its own end.
pub(crate) fn is_border_with_end(graph: &Graph, h: u32) -> bool {
    let twin = graph.twin(h);
    twin != NONE && is_spoke(graph.site(graph.face(h)), graph.site(graph.face(twin)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_world::{Polygon, World};

    /// The first order of sides and the first idea of a tie give a diagram in which nothing is nearer.
    fn is_right_at_once(world: &World) -> bool {
        let domain = Domain::without_doors(world).unwrap();
        let outlines = Outlines::of(&domain);
        let free = extract::free(&domain, &outlines, &whole(&outlines, ROUNDINGS[0]).unwrap()).unwrap();
        nearest(&domain, free).is_ok()
    }

    /// A corner just below a long side, and another border that crosses the line of that side: where the corner's cell lies on
    /// it, on the near hand, is a small part of it.
    #[test]
    fn a_corner_just_below_a_side_keeps_its_cell() {
        let below = |depth: f64| Polygon::ring([(9.37, 8.97), (9.54, 9.85), (9.89, 10.0 - depth)]);
        let room = World::new().area(Polygon::ring([(10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]));
        for depth in [0.1, 0.01, 0.0054, 0.003, 0.001, 1e-4, 1e-6] {
            assert!(is_right_at_once(&room.clone().obstacle(below(depth))), "{depth}");
        }
    }
}
