//! Borders that run along sides of triangles: rounding decides which cells end there, the border is drawn once.

use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::PathMap;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, world};
use wayfront_views::{Border, BorderKind, MapShapes};
use wayfront_world::{Polygon, Source, World};

const GRID: Coordinates = Coordinates::Grid(7);
/// Far above rounding, far below what the worlds' parts measure.
const NEAR: f64 = 1e-7;

fn square(least: f64, most: f64) -> Vec<Point> {
    [(least, least), (most, least), (most, most), (least, most)].map(Point::from).to_vec()
}

fn borders(world: &World, sources: &[Source]) -> Vec<Border> {
    let domain = Arc::new(Domain::without_doors(world).unwrap());
    MapShapes::new(&PathMap::new(domain, sources).unwrap()).borders()
}

/// A corridor around a block: both ways around to the corner opposite are equally long, and a side of triangles runs
/// along the diagonal there.
#[test]
fn a_tie_along_a_diagonal_is_one_line() {
    let world =
        World::new().area(Polygon { outer: square(0.0, 10.0), holes: vec![square(1.0, 9.0)], ..Polygon::default() });
    let borders = borders(&world, &[Source::point((10.0, 0.0))]);
    let lines: Vec<&Border> = borders.iter().filter(|border| border.kind == BorderKind::Line).collect();
    assert_eq!(lines.len(), 1, "{borders:?}");
    let mut points = lines[0].line.points.clone();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    assert!(!lines[0].line.is_closed && points.len() == 2, "{points:?}");
    assert!(points[0].distance(Point::new(0.0, 10.0)) < 1e-9, "{points:?}");
    assert!(points[1].distance(Point::new(1.0, 9.0)) < 1e-9, "{points:?}");
}

/// No border goes back along itself, and none lies where another one between the same regions does.
fn borders_are_drawn_once(world: &World, rng: &mut Rng) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let free: Vec<Point> = (0..20).map(|_| GRID.point(rng)).filter(|&p| domain.contains(p)).take(3).collect();
    let sources: Vec<Source> = free.iter().map(|&p| Source::point(p)).collect();
    let Ok(map) = PathMap::new(domain, &sources) else { return Ok(()) };
    let borders = MapShapes::new(&map).borders();
    let is_back = |w: &[Point]| {
        let (in_, out) = (w[1] - w[0], w[2] - w[1]);
        in_.dot(out) < 0.0 && in_.cross(out).abs() < NEAR * in_.length() * out.length()
    };
    for (k, border) in borders.iter().enumerate() {
        let mut points = border.line.points.clone();
        if border.line.is_closed {
            points.extend_from_within(..2.min(border.line.points.len()));
        }
        if points.windows(3).any(is_back) {
            return Err(format!("{border:?} goes back along itself; {sources:?}"));
        }
        let middles = || border.line.points.windows(2).map(|w| w[0].lerp(w[1], 0.5));
        let is_on = |p: Point, w: &[Point]| closest_on_segment(w[0], w[1], p).distance(p) < NEAR;
        let others = borders[k + 1..].iter().filter(|other| other.between == border.between);
        for other in others {
            if middles().any(|p| other.line.points.windows(2).any(|w| is_on(p, w))) {
                return Err(format!("{border:?} and {other:?} lie on each other; {sources:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn borders_are_drawn_once_on_grids() {
    check("borders are drawn once on grids", 400, |rng| world(rng, GRID), borders_are_drawn_once);
}

/// A corner on a segment parts what the segment sees, and hides nothing: no border leaves it.
#[test]
fn corners_on_a_segment_have_no_border() {
    let world = World::new().area(Polygon { outer: square(0.0, 10.0), ..Polygon::default() }).with_obstacles(vec![
        Polygon::ring([(4.0, 0.0), (6.0, 0.0), (6.0, 3.0), (4.0, 3.0)]),
        Polygon::ring([(1.0, 3.0), (3.0, 3.0), (2.0, 1.0)]),
    ]);
    let ends = [Point::new(0.0, 3.0), Point::new(10.0, 3.0)];
    let borders = borders(&world, &[Source::segment(ends[0], ends[1])]);
    let above: Vec<&Border> = borders.iter().filter(|b| b.line.points.iter().any(|p| p.y > 3.001)).collect();
    assert!(above.is_empty(), "{above:?}");
}
