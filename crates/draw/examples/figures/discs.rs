//! Figures of paths of discs.

use super::{Drawn, hall};
use std::sync::Arc;
use wayfront_bodies::{DiscSearch, TangentGraph};
use wayfront_domain::Domain;
use wayfront_draw::colours::OKABE_ITO;
use wayfront_draw::figure::Figure;
use wayfront_draw::{Options, Stroke};
use wayfront_geometry::{Piece, Point};

const RADIUS: f64 = 0.9;
/// Corners of a polygon that stands for a circle.
const CORNERS: u32 = 48;

fn circle(centre: Point, radius: f64) -> Vec<Point> {
    let angles = (0..=CORNERS).map(|k| std::f64::consts::TAU * f64::from(k) / f64::from(CORNERS));
    angles.map(|angle| centre + Point::new(angle.cos(), angle.sin()) * radius).collect()
}

/// What a disc sweeps that moves from one point to the other.
fn stadium(from: Point, to: Point, radius: f64) -> Vec<Point> {
    let (half, ahead) = (CORNERS / 2, (to - from) * (1.0 / from.distance(to)));
    let around = |centre: Point, first: Point| {
        (0..=half).map(move |k| {
            let (sin, cos) = (std::f64::consts::PI * f64::from(k) / f64::from(half)).sin_cos();
            centre + Point::new(first.x * cos - first.y * sin, first.x * sin + first.y * cos) * radius
        })
    };
    let right = Point::new(ahead.y, -ahead.x);
    around(to, right).chain(around(from, right * -1.0)).collect()
}

/// A shortest path: legs with their stadiums, and the circles around the corners at which it turns.
pub fn path(options: &Options) -> Drawn {
    let world = hall().with_sources(Vec::new());
    let mut search = DiscSearch::new(Arc::new(Domain::without_doors(&world)?));
    let ends = [Point::new(2.0, 1.6), Point::new(22.4, 5.6)];
    let path = search.find(ends[0], ends[1], RADIUS)?;
    let legs = path.pieces.iter().filter_map(|piece| match piece {
        Piece::Straight([from, to]) => Some(stadium(*from, *to, RADIUS)),
        Piece::Arc(_) => None,
    });
    let turns = path.pieces.iter().filter_map(|piece| match piece {
        Piece::Arc(arc) => Some(circle(arc.centre, RADIUS)),
        Piece::Straight(_) => None,
    });
    let line = path.points(0.005);
    let figure = Figure::of_world(&world, options)?
        .areas(&legs.collect::<Vec<_>>(), OKABE_ITO[2], "stadium of a leg")
        .lines(&turns.collect::<Vec<_>>(), Stroke::new(OKABE_ITO[6], 1.2).dashed(4.0, 3.0), "circle around a corner")
        .lines(&[line], Stroke::new(OKABE_ITO[5], 3.0), "path of the centre");
    Ok(figure.points(&[(ends[0], "start"), (ends[1], "goal")], OKABE_ITO[5]).picture())
}

/// All free bitangents of one radius.
pub fn tangents(options: &Options) -> Drawn {
    let world = hall().with_sources(Vec::new());
    let domain = Arc::new(Domain::without_doors(&world)?);
    let graph = TangentGraph::new(domain.clone(), RADIUS)?;
    let turns = graph.turns();
    let circles: Vec<Vec<Point>> = turns.iter().map(|turn| circle(domain.point(turn.corner), RADIUS)).collect();
    let (mut outer, mut inner) = (Vec::new(), Vec::new());
    for tangent in graph.tangents() {
        let line = tangent.leg.centres().to_vec();
        if turns[tangent.from].hand == turns[tangent.to].hand { outer.push(line) } else { inner.push(line) }
    }
    let figure = Figure::of_world(&world, options)?
        .lines(&circles, Stroke::new(OKABE_ITO[6], 1.0).dashed(4.0, 3.0), "circle around a corner")
        .lines(&outer, Stroke::new(OKABE_ITO[5], 1.6), "on the same hand")
        .lines(&inner, Stroke::new(OKABE_ITO[3], 1.6), "on different hands");
    Ok(figure.picture())
}
