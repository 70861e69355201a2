//! Shortest ways of discs on real maps: between bounds that know nothing of discs, where every outline is grown by polygons
//! inside of the circle and around it; and never shorter than the ways of thinner ones.

use std::f64::consts::{PI, TAU};
use std::path::Path;
use std::sync::Arc;
use wayfront_bodies::DiscSearch;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_testkit::data;
use wayfront_testkit::discs::check_way;
use wayfront_testkit::domains::outlines;
use wayfront_testkit::rng::Rng;
use wayfront_world::{Polygon, World, read_file};

/// Corners of the polygons that stand for circles.
const CORNERS: u32 = 32;

fn opened(path: &Path) -> (World, Arc<Domain>) {
    let world = read_file(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let domain = Domain::without_doors(&world).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    (world, Arc::new(domain))
}

/// A regular polygon moved along a segment: the hull of what it sweeps.
fn swept([a, b]: [Point; 2], radius: f64) -> Vec<Point> {
    let along = b - a;
    let corner = |k: u32| {
        let (sin, cos) = (TAU * (f64::from(k) + 0.5) / f64::from(CORNERS)).sin_cos();
        Point::new(cos, sin) * radius
    };
    // Corners ahead belong to the one end, those behind to the other.
    let mut ring = Vec::new();
    for k in 0..CORNERS {
        let [this, next] = [k, k + 1].map(corner);
        let [ahead, then] = [this, next].map(|p| p.dot(along) > 0.0);
        ring.push(this + if ahead { b } else { a });
        if ahead != then {
            // Where the direction turns, the polygon stands at both ends with the corner that is farthest to the side.
            let farthest = if along.cross(this).abs() > along.cross(next).abs() { this } else { next };
            let ends = if ahead { [b, a] } else { [a, b] };
            ring.extend(ends.map(|end| end + farthest));
        }
    }
    ring.dedup();
    ring
}

/// The world with every outline grown.
fn grown(world: &World, domain: &Domain, radius: f64) -> Domain {
    let rings = outlines(domain).filter(|[a, b]| a != b).map(|side| Polygon::ring(swept(side, radius)));
    let world = rings.fold(world.clone(), World::obstacle);
    Domain::without_doors(&world).unwrap()
}

fn roomy(domain: &Domain, rng: &mut Rng, radius: f64, count: usize) -> Vec<Point> {
    let bounds = domain.bounds();
    let any = |rng: &mut Rng| bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
    (0..200 * count).map(|_| any(rng)).filter(|&p| domain.has_room(p, radius)).take(count).collect()
}

#[test]
fn floor_plans_at_three_radii_lie_between_polygons_inside_and_around() {
    let Some(plans) = data::FLOOR_PLANS.ending(&["wkt", "geojson"]) else { return };
    let mut compared = 0;
    for path in plans {
        let (world, domain) = opened(&path);
        let sides: Vec<[Point; 2]> = outlines(&domain).collect();
        let (mut search, mut rng) = (DiscSearch::new(domain.clone()), Rng::new(11));
        for radius in [0.1, 0.25, 0.4] {
            let [inside, around] = [radius, radius / (PI / f64::from(CORNERS)).cos()]
                .map(|size| DiscSearch::new(Arc::new(grown(&world, &domain, size))));
            let [mut inside, mut around] = [inside, around];
            for pair in roomy(&domain, &mut rng, 1.01 * radius, 7).windows(2) {
                let [a, b] = [pair[0], pair[1]];
                let ours = search.find(a, b, radius).ok();
                let length = ours.as_ref().map_or(f64::INFINITY, |way| way.length);
                let [least, most] =
                    [&mut inside, &mut around].map(|search| search.points().length(a, b).unwrap_or(f64::INFINITY));
                let slack = 1e-9 * length.min(1e3);
                assert!(
                    least <= length + slack && length <= most + slack,
                    "{}: {a} to {b} with {radius}: {least} <= {length} <= {most}",
                    path.display()
                );
                if let Some(way) = ours {
                    check_way(&way.pieces, way.length, radius, [a, b], &sides).unwrap();
                    compared += usize::from(most.is_finite() && most < 1.01 * least);
                }
            }
        }
    }
    assert!(compared > 25, "{compared} pairs between close bounds");
}

fn never_shorter(path: &Path, radii: [f64; 3], pairs: usize) -> usize {
    let (_, domain) = opened(path);
    let (mut search, mut rng) = (DiscSearch::new(domain.clone()), Rng::new(3));
    let points = roomy(&domain, &mut rng, radii[2], 2 * pairs);
    let mut found = 0;
    for pair in points.chunks_exact(2) {
        let plain = search.points().length(pair[0], pair[1]).unwrap_or(f64::INFINITY);
        let mut last = plain;
        for radius in radii {
            let length = search.length(pair[0], pair[1], radius).unwrap_or(f64::INFINITY);
            let place = path.display();
            assert!(last <= length * (1.0 + 1e-12), "{place}: {pair:?} {last}, with {radius} {length}");
            found += usize::from(length.is_finite());
            last = length;
        }
    }
    found
}

#[test]
fn maps_of_games_are_never_shorter_for_wider_bodies() {
    let Some(maps) = data::GRIDS.ending(&["map"]) else { return };
    for path in maps {
        assert!(never_shorter(&path, [0.2, 0.5, 0.9], 4) > 4, "{}", path.display());
    }
}

#[test]
fn floor_plans_are_never_shorter_for_wider_bodies() {
    let Some(plans) = data::FLOOR_PLANS.ending(&["wkt", "geojson"]) else { return };
    // Many rooms of a house are not connected: their doors are not drawn.
    let found: usize = plans.iter().map(|path| never_shorter(path, [0.15, 0.3, 0.45], 10)).sum();
    assert!(found > 60, "{found}");
}
