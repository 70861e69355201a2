//! The tangent graph against every tangent measured without a triangulation, and, without a radius, against the path map.

use std::sync::Arc;
use wayfront_bodies::{NoRoom, TangentGraph};
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::{Piece, Point};
use wayfront_pathmap::PathMap;
use wayfront_testkit::discs::DiscOracle;
use wayfront_testkit::domains::outlines;
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, rectangle, world};
use wayfront_world::{Polygon, Source, World};

const GRID: Coordinates = Coordinates::Grid(7);
const FLOATS: Coordinates = Coordinates::Floats;

fn agrees(world: &World, rng: &mut Rng, from: Coordinates) -> Verdict {
    let Ok(domain) = Domain::without_doors(world) else { return Ok(()) };
    let domain = Arc::new(domain);
    let sides: Vec<[Point; 2]> = outlines(&domain).collect();
    if sides.len() > 40 {
        return Ok(());
    }
    let is_rounded = domain.report().repairs.iter().any(|repair| repair.moved() > 0.0);
    let r = *rng.pick(&[0.0, 0.0, 0.25, 0.5, 0.6, 1.0]);
    let graph = TangentGraph::new(domain.clone(), r).map_err(|error| error.to_string())?;
    let any = |rng: &mut Rng| Point::new(rng.unit() * from.side(), rng.unit() * from.side());
    let roomy: Vec<Point> = (0..40).map(|_| any(rng)).filter(|&p| domain.has_room(p, r)).take(4).collect();
    let Some((&start, others)) = roomy.split_first() else { return Ok(()) };
    let tree = graph.tree(start).map_err(|error| error.to_string())?;
    for &p in others {
        let right = if r == 0.0 {
            let map = PathMap::new(domain.clone(), &[Source::point(start)]).map_err(|error| error.to_string())?;
            map.cost(p).unwrap_or(f64::INFINITY)
        } else {
            DiscOracle::of(&sides, r).length(start, p)
        };
        let way = graph.way_in(&tree, p);
        let ours = way.as_ref().map_or(f64::INFINITY, |way| way.length);
        // Where outlines cross, vertices are rounded: a gap of two radii may be a last bit too narrow, which the oracle
        // does not know. There a disc that is a little larger decides.
        let larger = if is_rounded && r > 0.0 { DiscOracle::of(&sides, r + 4e-9).length(start, p) } else { right };
        let is_explained = ours == larger || (ours - larger).abs() <= 1e-6;
        if ours != right && (ours - right).abs() > 1e-9 * right.max(1.0) && !(is_rounded && is_explained) {
            return Err(format!("{start} to {p} with {r}: {ours}, should be {right}"));
        }
        let length: f64 = way.iter().flat_map(|way| &way.pieces).map(Piece::length).sum();
        if ours.is_finite() && (length - ours).abs() > 1e-9 * ours.max(1.0) {
            return Err(format!("{start} to {p} with {r}: {ours}, but its pieces are {length} long"));
        }
    }
    Ok(())
}

#[test]
fn tangents_on_integer_grids() {
    check("tangents_on_integer_grids", 150, |rng| world(rng, GRID), |world, rng| agrees(world, rng, GRID));
}

#[test]
fn tangents_among_floats() {
    check("tangents_among_floats", 100, |rng| world(rng, FLOATS), |world, rng| agrees(world, rng, FLOATS));
}

#[test]
fn a_square_in_a_hall_has_the_tangents_that_one_counts() {
    let hall = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 20.0, 20.0)));
    let domain = Domain::without_doors(&hall.obstacle(Polygon::ring(rectangle(8.0, 8.0, 12.0, 12.0)))).unwrap();
    let graph = TangentGraph::new(Arc::new(domain), 1.0).unwrap();
    assert_eq!(graph.turns().len(), 8, "four corners, two hands");
    assert_eq!(graph.tangents().len(), 8, "along four sides, both ways");
    let tree = graph.tree(Point::new(2.0, 10.0)).unwrap();
    assert_eq!(tree.lengths.iter().flatten().count(), 8);
}

#[test]
fn bad_radii_and_blocked_places_are_named() {
    let hall = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 20.0, 20.0)));
    let domain = Arc::new(Domain::without_doors(&hall).unwrap());
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(TangentGraph::new(domain.clone(), radius), Err(NoRoom::Radius(_))));
    }
    let graph = TangentGraph::new(domain, 1.0).unwrap();
    assert!(matches!(graph.tree(Point::new(0.5, 5.0)), Err(NoRoom::Blocked { .. })));
    assert!(matches!(graph.way(Point::new(5.0, 5.0), Point::new(25.0, 5.0)), Err(NoRoom::Blocked { .. })));
}
