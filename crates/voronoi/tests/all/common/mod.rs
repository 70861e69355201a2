//! What tests of the graph share.

use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_testkit::domains::sane;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::worlds::rectangle;
use wayfront_voronoi::{GraphDisc, NavGraph, Voronoi};
use wayfront_world::{Polygon, World};

/// The free space of a world, and its graph without discs.
pub fn graph_of(world: &World) -> (Arc<Domain>, NavGraph) {
    let domain = Arc::new(sane(world));
    let graph = NavGraph::new(&Arc::new(Voronoi::of(&domain).unwrap()));
    (domain, graph)
}

pub fn random_discs(domain: &Domain, rng: &mut Rng, count: usize, largest: f64) -> Vec<GraphDisc> {
    let bounds = domain.bounds();
    let mut discs = Vec::new();
    for _ in 0..20 * count {
        let centre = bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
        if discs.len() < count && domain.contains(centre) {
            discs.push(GraphDisc { centre, radius: largest * rng.unit() });
        }
    }
    discs
}

/// Free places.
pub fn random_goals(domain: &Domain, rng: &mut Rng, count: usize) -> Vec<Point> {
    random_discs(domain, rng, count, 0.0).iter().map(|disc| disc.centre).collect()
}

pub fn hall() -> World {
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, 20.0, 10.0)))
}

/// The points of a route up to the last vertex, with discs or without: what follows leads to the goal, which may lie beside a
/// wall.
pub fn up_to_the_last_vertex<'a>(graph: &NavGraph, points: &'a [Point]) -> &'a [Point] {
    let voronoi = graph.voronoi();
    let fixed = (0..voronoi.vertex_count() as u32).map(|v| voronoi.vertex(v).0);
    let vertices: Vec<Point> = graph.vertices().map(|v| v.0).chain(fixed).collect();
    let last = points.iter().rposition(|p| vertices.contains(p)).unwrap_or(0);
    &points[..=last]
}

/// The same from the first node of the disc's black edges on: where it stands it may have less room than it needs.
pub fn between_ends<'a>(graph: &NavGraph, disc: usize, points: &'a [Point]) -> &'a [Point] {
    let points = up_to_the_last_vertex(graph, points);
    let nodes: Vec<Point> = graph.black(disc).iter().flat_map(|line| [line[0], line[line.len() - 1]]).collect();
    let close = 1e-9 * graph.voronoi().domain().bounds().size();
    let is_node = |p: &Point| nodes.iter().any(|node| node.distance(*p) < close);
    let first = points.iter().skip(2).position(is_node).map_or(points.len(), |k| k + 2);
    &points[first..]
}
