//! Figures of Voronoi diagrams.

use super::{Drawn, hall};
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_draw::colours::OKABE_ITO;
use wayfront_draw::figure::Figure;
use wayfront_draw::{Options, Picture, Stroke};
use wayfront_geometry::Point;
use wayfront_voronoi::{GraphDisc, NavGraph, Voronoi};
use wayfront_world::{Polygon, World};

/// Points of a polyline that stands for an edge.
const POINTS: u32 = 64;
const TOLERANCE: f64 = 0.01;

fn polylines(voronoi: &Voronoi) -> Vec<Vec<Point>> {
    let of_edge = |edge: wayfront_voronoi::VoronoiEdge| {
        (0..=POINTS).map(|k| edge.curve.at(f64::from(k) / f64::from(POINTS))).collect()
    };
    voronoi.edges().filter(|edge| !edge.is_spoke).map(of_edge).collect()
}

/// The diagram of a plan.
pub fn cells(options: &Options) -> Drawn {
    let world = hall().with_sources(Vec::new());
    let voronoi = Voronoi::of(&Arc::new(Domain::without_doors(&world)?))?;
    let stroke = Stroke::new(OKABE_ITO[5], 1.8);
    Ok(Figure::of_world(&world, options)?.lines(&polylines(&voronoi), stroke, "as far from two sites").picture())
}

/// A disc enters the diagram: what goes, and the border of the new cell.
pub fn insert(options: &Options) -> Drawn {
    let world = hall().with_sources(Vec::new());
    let voronoi = Arc::new(Voronoi::of(&Arc::new(Domain::without_doors(&world)?))?);
    let disc = GraphDisc { centre: Point::new(9.4, 4.6), radius: 0.6 };
    let mut graph = NavGraph::new(&voronoi);
    graph.place(&[disc]);
    let is_taken = |p: Point| {
        let own = p.distance(disc.centre) - disc.radius;
        voronoi.clearance(p).is_none_or(|nearest| own < nearest.distance)
    };
    let (mut stays, mut goes) = (Vec::new(), Vec::new());
    for line in polylines(&voronoi) {
        for part in line.chunk_by(|&a, &b| is_taken(a) == is_taken(b)) {
            let list = if is_taken(part[0]) { &mut goes } else { &mut stays };
            list.push(part.to_vec());
        }
    }
    let figure = Figure::of_world(&world, options)?
        .areas(&[graph.cell(0, TOLERANCE)], OKABE_ITO[2], "cell of the disc")
        .lines(&stays, Stroke::new(OKABE_ITO[5], 1.6), "stays")
        .lines(&goes, Stroke::new(OKABE_ITO[6], 2.2), "goes: a tree");
    Ok(figure.points(&[(disc.centre, "disc")], OKABE_ITO[6]).picture())
}

/// Four discs in a room.
pub fn discs(options: &Options) -> Drawn {
    let world = World::new()
        .area(Polygon::ring([(0.0, 0.0), (16.0, 0.0), (16.0, 9.0), (0.0, 9.0)]))
        .with_obstacles(vec![Polygon::ring([(7.0, 3.2), (9.4, 3.6), (8.2, 6.0)])]);
    let voronoi = Arc::new(Voronoi::of(&Arc::new(Domain::without_doors(&world)?))?);
    let disc = |x: f64, y: f64| GraphDisc { centre: Point::new(x, y), radius: 0.45 };
    let discs = [disc(3.0, 2.6), disc(4.6, 6.4), disc(12.2, 6.3), disc(12.8, 2.4)];
    let mut graph = NavGraph::new(&voronoi);
    graph.place(&discs);
    Ok(Picture::of_navgraph(&world, &graph, &discs, &[], options)?)
}
