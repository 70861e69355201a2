//! The same shapes give the same domain, whatever the order, direction and starting point in which they are described;
//! clean ones are kept as they are; and the report says what was not clean.

use std::collections::BTreeMap;
use wayfront_domain::{Domain, Repair};
use wayfront_geometry::{Bounds, Point};
use wayfront_testkit::free_space::{Edge, Oracle};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, clean_world, mapped, rectangle, wall, world};
use wayfront_world::{Field, Place, Polygon, World};

fn any_world(rng: &mut Rng) -> World {
    match rng.below(3) {
        0 => world(rng, Coordinates::Grid(6)),
        1 => world(rng, Coordinates::Grid(10)),
        _ => world(rng, Coordinates::Floats),
    }
}

// ---- the same shapes, described differently

fn redescribed(world: &World, rng: &mut Rng) -> World {
    let bounds = Bounds::of(world.points());
    let mut world = world.clone();
    rng.shuffle(&mut world.areas);
    rng.shuffle(&mut world.obstacles);
    rng.shuffle(&mut world.walls);
    for polygon in world.areas.iter_mut().chain(&mut world.obstacles) {
        rng.shuffle(&mut polygon.holes);
        for ring in std::iter::once(&mut polygon.outer).chain(&mut polygon.holes) {
            *ring = redescribed_ring(ring, &bounds, rng);
        }
    }
    for wall in &mut world.walls {
        if rng.chance(0.5) {
            wall.points.reverse();
        }
    }
    world
}

/// Started elsewhere, turned around, with repeated points and spikes.
fn redescribed_ring(ring: &[Point], bounds: &Bounds, rng: &mut Rng) -> Vec<Point> {
    let mut ring = ring.to_vec();
    let start = rng.below(ring.len());
    ring.rotate_left(start);
    if rng.chance(0.5) {
        ring.reverse();
    }
    let mut described = Vec::new();
    for &p in &ring {
        described.push(p);
        if rng.chance(0.2) {
            described.push(p);
        }
        if rng.chance(0.1) {
            let tip = bounds.min + Point::new(bounds.width() * rng.unit(), bounds.height() * rng.unit());
            described.extend([tip, p]);
        }
    }
    if rng.chance(0.3) {
        described.push(described[0]);
    }
    described
}

fn bits(points: &[Point]) -> Vec<[u64; 2]> {
    points.iter().map(|p| [p.x.to_bits(), p.y.to_bits()]).collect()
}

fn describes_the_same(world: &World, rng: &mut Rng) -> Verdict {
    let other = redescribed(world, rng);
    let (first, second) = match (Domain::without_doors(world), Domain::without_doors(&other)) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(_), Err(_)) => return Ok(()),
        _ => return Err(format!("only one is built: {other:?}")),
    };
    if bits(first.corner_points()) != bits(second.corner_points()) {
        return Err(format!("other corners for {}", wayfront_testkit::shrink::as_code(&other)));
    }
    if first.sides() != second.sides() {
        return Err(format!("other triangles for {}", wayfront_testkit::shrink::as_code(&other)));
    }
    Ok(())
}

#[test]
fn descriptions_do_not_matter() {
    check("descriptions_do_not_matter", 4000, any_world, describes_the_same);
}

// ---- moved and scaled without rounding

fn moves_along(world: &World, rng: &mut Rng) -> Verdict {
    let scale = 2f64.powi(*rng.pick(&[-30, -3, 0, 0, 30, 60]));
    let far = *rng.pick(&[0.0, 1e6, 1e9, -3e9]);
    let shift = Point::new(far, far / 2.0) * scale;
    let to = |p: Point| p * scale + shift;
    let (Ok(here), Ok(there)) = (Domain::without_doors(world), Domain::without_doors(&mapped(world, to))) else {
        return Ok(());
    };
    there.sanity_check().map_err(|e| format!("insane, moved by {far}, scaled by {scale}: {e}"))?;
    let is_exact = |d: &Domain| d.report().repairs.iter().all(|m| m.moved() == 0.0);
    if !is_exact(&here) || !is_exact(&there) {
        return Ok(());
    }
    let moved: Vec<Point> = here.corner_points().iter().map(|&p| to(p)).collect();
    let links = |d: &Domain| d.sides().iter().map(|s| (s.origin, s.twin)).collect::<Vec<_>>();
    if moved != there.corner_points() || links(&here) != links(&there) {
        return Err(format!("another domain when moved by {far}, scaled by {scale}"));
    }
    Ok(())
}

#[test]
fn exact_motions_change_nothing() {
    // With an area of its own: the default box is 5 % larger, which rounds.
    let make = |rng: &mut Rng| loop {
        let world = world(rng, Coordinates::Grid(10));
        if !world.areas.is_empty() {
            return world;
        }
    };
    check("exact_motions_change_nothing", 3000, make, moves_along);
}

/// The properties on outlines are only checked where no crossing was rounded: that must be the case often enough.
#[test]
fn many_grid_worlds_are_exact() {
    let grid = |seed| world(&mut Rng::new(seed), Coordinates::Grid(6));
    let domains: Vec<Domain> = (0..1000).filter_map(|seed| Domain::without_doors(&grid(seed)).ok()).collect();
    let exact = domains.iter().filter(|d| d.report().repairs.iter().all(|m| m.moved() == 0.0)).count();
    let touched = domains.iter().filter(|d| d.vertex_count() < d.corner_count()).count();
    assert!(exact > 300, "{exact} of {} are exact", domains.len());
    assert!(touched > 300, "{touched} of {} have vertices with several sectors", domains.len());
}

// ---- clean input

fn is_kept(world: &World, _: &mut Rng) -> Verdict {
    let domain = Domain::without_doors(world).map_err(|e| e.to_string())?;
    domain.sanity_check().map_err(|e| e.to_string())?;
    let known: std::collections::HashSet<[u64; 2]> = world.points().map(|p| [p.x.to_bits(), p.y.to_bits()]).collect();
    if let Some(p) = bits(domain.corner_points()).iter().find(|p| !known.contains(*p)) {
        return Err(format!("the corner {:?} is not in the input", p.map(f64::from_bits)));
    }
    if domain.vertex_count() != known.len() {
        return Err(format!("{} vertices of {} are kept", domain.vertex_count(), known.len()));
    }
    if domain.report().is_clean() { Ok(()) } else { Err(format!("{:?}", domain.report())) }
}

#[test]
fn clean_worlds_are_kept_bit_for_bit() {
    check("clean_worlds_are_kept_bit_for_bit", 2000, clean_world, is_kept);
}

// ---- what the report says

/// Crossings of each pair of outlines. `None` if outlines touch or share an edge: then counting is another matter.
fn crossings_by_pair(world: &World) -> Option<BTreeMap<[Place; 2], usize>> {
    let oracle = Oracle::of(world);
    let places = places(world);
    let key = |k: usize| {
        let e = &oracle.edges[k];
        let ends = [[e.a.x.to_bits(), e.a.y.to_bits()], [e.b.x.to_bits(), e.b.y.to_bits()]];
        [ends[0].min(ends[1]), ends[0].max(ends[1])]
    };
    let mut owner = BTreeMap::new();
    for k in 0..oracle.edges.len() {
        if *owner.entry(key(k)).or_insert(oracle.edges[k].outline) != oracle.edges[k].outline {
            return None;
        }
    }
    let ends = || oracle.edges.iter().flat_map(|e| [e.a, e.b]);
    let is_inside = |e: &Edge, p: Point| p != e.a && p != e.b && e.distance(p) == 0.0;
    if oracle.edges.iter().any(|e| ends().any(|p| is_inside(e, p))) {
        return None;
    }
    // Edges that an outline runs through twice cross once.
    let different: std::collections::BTreeSet<_> = oracle
        .crossings
        .iter()
        .map(|c| {
            let [i, j] = c.edges.map(|k| (oracle.edges[k].outline, key(k)));
            if i < j { (i, j) } else { (j, i) }
        })
        .collect();
    let mut pairs = BTreeMap::new();
    for (i, j) in different {
        *pairs.entry([places[i.0], places[j.0]]).or_insert(0) += 1;
    }
    Some(pairs)
}

fn places(world: &World) -> Vec<Place> {
    let rings = |field: Field, polygons: &[Polygon]| -> Vec<Place> {
        let of = |(k, p): (usize, &Polygon)| {
            (0..=p.holes.len()).map(move |ring| Place { ring: ring as u32, ..Place::of(field, k) }).collect::<Vec<_>>()
        };
        polygons.iter().enumerate().flat_map(of).collect()
    };
    let areas = world.walkable().expect("generated worlds are not empty");
    let walls = (0..world.walls.len()).map(|k| Place::of(Field::Walls, k));
    rings(Field::Areas, &areas).into_iter().chain(rings(Field::Obstacles, &world.obstacles)).chain(walls).collect()
}

fn crossings_are_reported(world: &World, _: &mut Rng) -> Verdict {
    let domain = Domain::without_doors(world).map_err(|e| e.to_string())?;
    let Some(expected) = crossings_by_pair(world) else { return Ok(()) };
    let oracle = Oracle::of(world);
    let mut reported = BTreeMap::new();
    for m in &domain.report().repairs {
        let (pair, times, at) = match *m {
            Repair::Crossed { first, second, times, at, .. } => ([first, second], times, at),
            Repair::CrossedItself { place, times, at, .. } => ([place, place], times, at),
            _ => continue,
        };
        reported.insert(pair, times);
        if oracle.crossings.iter().all(|c| c.at.distance(at) > oracle.tolerance()) {
            return Err(format!("nothing crosses at {at}"));
        }
    }
    if reported == expected { Ok(()) } else { Err(format!("reported {reported:?}, expected {expected:?}")) }
}

#[test]
fn reports_name_what_crosses() {
    let make = |rng: &mut Rng| world(rng, Coordinates::Floats);
    check("reports_name_what_crosses", 2000, make, crossings_are_reported);
}

fn hall(obstacles: Vec<Vec<Point>>) -> World {
    let obstacles = obstacles.into_iter().map(Polygon::ring).collect();
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 10.0))).with_obstacles(obstacles)
}

fn repairs(world: &World) -> Vec<Repair> {
    Domain::without_doors(world).expect("can be built").report().repairs.clone()
}

#[test]
fn reports_name_what_overlaps() {
    let [first, second] = [0, 1].map(|k| Place::of(Field::Obstacles, k));
    let large = rectangle(1.0, 1.0, 8.0, 8.0);
    let nested = repairs(&hall(vec![large.clone(), rectangle(2.0, 2.0, 4.0, 4.0)]));
    assert!(nested.contains(&Repair::Overlapped { first, second }), "{nested:?}");
    assert!(nested.contains(&Repair::WithoutEffect { place: second }), "{nested:?}");
    let twice = repairs(&hall(vec![large.clone(), large.clone()]));
    assert_eq!(twice, [Repair::Overlapped { first, second }]);
    let touching = repairs(&hall(vec![large, rectangle(8.0, 2.0, 9.0, 4.0)]));
    assert_eq!(touching, []);
}

#[test]
fn reports_name_flat_and_idle_shapes() {
    let place = Place::of(Field::Obstacles, 0);
    let flat = repairs(&hall(vec![[(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)].map(Point::from).to_vec()]));
    assert_eq!(flat, [Repair::Flat { place }]);
    let outside = repairs(&hall(vec![rectangle(20.0, 0.0, 21.0, 1.0)]));
    assert_eq!(outside, [Repair::WithoutEffect { place }]);
    let mut world = hall(vec![rectangle(1.0, 1.0, 5.0, 5.0)]);
    world.walls.push(wall(vec![(2.0, 2.0).into(), (3.0, 3.0).into()]));
    assert_eq!(repairs(&world), [Repair::WithoutEffect { place: Place::of(Field::Walls, 0) }]);
}

#[test]
fn reports_name_every_outline_along_a_crossed_edge() {
    let twice = rectangle(2.0, 2.0, 4.0, 4.0);
    let mut world = hall(vec![twice.clone(), twice]);
    world.walls.push(wall(vec![(1.0, 3.0).into(), (5.0, 3.0).into()]));
    let reported = repairs(&world);
    for k in 0..2 {
        let first = Place::of(Field::Obstacles, k);
        let is_named = |m: &Repair| matches!(*m, Repair::Crossed { first: f, times: 2, .. } if f == first);
        assert!(reported.iter().any(is_named), "{reported:?}");
    }
}
