//! The diagram against distances from every outline: every edge at five places, every vertex, closed loops, Euler.

use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::data::{EARCUT, FLOOR_PLANS};
use wayfront_testkit::domains::{built, distance_to_outline, outlines, sane};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, clean_world, mapped, rectangle, wall, world};
use wayfront_voronoi::{Bisector, Feature, Voronoi, VoronoiEdge};
use wayfront_world::{Polygon, World};

/// Largest error of a distance, as a share of the world's size.
const CLOSE: f64 = 1e-9;

/// Roundings within which things far from the origin are in the same place, as for outlines.
const ROUNDINGS: f64 = 16.0;

/// Squared number of sides up to which all edges are measured.
const MOST_PAIRS: usize = 1_000_000;

fn distance(domain: &Domain, feature: Feature, p: Point) -> f64 {
    match feature {
        Feature::Side(side) => {
            let [a, b] = domain.side_points(side);
            closest_on_segment(a, b, p).distance(p)
        }
        Feature::Corner(corner) => domain.point(corner).distance(p),
    }
}

/// Largest error of a distance: places have no more digits than their coordinates.
fn close(domain: &Domain) -> f64 {
    let bounds = domain.bounds();
    let far = [bounds.min, bounds.max].map(|p| p.x.abs().max(p.y.abs()));
    CLOSE * bounds.size() + ROUNDINGS * f64::EPSILON * far[0].max(far[1])
}

fn edge_is_right(domain: &Domain, walls: &[[Point; 2]], edge: &VoronoiEdge) -> Verdict {
    let close = close(domain);
    let least =
        |p: Point| walls.iter().map(|&[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min);
    for t in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let p = edge.curve.at(t);
        let right = least(p);
        for feature in edge.features {
            let own = distance(domain, feature, p);
            if (own - right).abs() > close {
                return Err(format!("{feature:?} is {own} away at {p}, the nearest {right}: {edge:?}"));
            }
        }
        let [low, high] = [edge.clearances[0].min(edge.clearances[1]), edge.clearances[0].max(edge.clearances[1])];
        if right < low - close || right > high + close {
            return Err(format!("clearance {right} at {p} is not between {low} and {high}: {edge:?}"));
        }
    }
    let ends = [edge.curve.at(0.0), edge.curve.at(1.0)];
    for (p, clearance) in ends.into_iter().zip(edge.clearances) {
        if (least(p) - clearance).abs() > close {
            return Err(format!("clearance {clearance} at {p} should be {}", least(p)));
        }
    }
    Ok(())
}

fn is_right(domain: &Arc<Domain>, rng: &mut Rng) -> Verdict {
    if domain.free_triangles() == 0 {
        return Ok(());
    }
    let voronoi = Voronoi::of(domain).map_err(|e| e.to_string())?;
    voronoi.sanity_check()?;
    let walls: Vec<[Point; 2]> = outlines(domain).collect();
    let every = 1 + walls.len() * walls.len() / MOST_PAIRS;
    voronoi.edges().step_by(every).try_for_each(|edge| edge_is_right(domain, &walls, &edge))?;
    let bounds = domain.bounds();
    for _ in 0..20 {
        let p = bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
        let right = domain.contains(p).then(|| distance_to_outline(domain, p));
        let found = voronoi.clearance(p);
        let is_same = match (right, found) {
            (Some(right), Some(room)) => {
                let own = distance(domain, room.feature, p);
                let errors = [room.distance - right, own - right, room.foot.distance(p) - right];
                errors.into_iter().all(|error| error.abs() <= close(domain))
            }
            (None, None) => true,
            _ => false,
        };
        if !is_same {
            return Err(format!("{found:?} at {p}, should be {right:?}"));
        }
    }
    Ok(())
}

fn of_world(world: &World, rng: &mut Rng) -> Verdict {
    built(world).map_or(Ok(()), |domain| is_right(&Arc::new(domain), rng))
}

#[test]
fn worlds_on_grids() {
    check("diagrams on grids", 300, |rng| world(rng, Coordinates::Grid(7)), of_world);
    check("diagrams on small grids", 200, |rng| world(rng, Coordinates::Grid(4)), of_world);
}

#[test]
fn worlds_among_floats() {
    check("diagrams among floats", 300, |rng| world(rng, Coordinates::Floats), of_world);
    check("diagrams of clean worlds", 100, clean_world, of_world);
}

#[test]
fn turned_worlds_far_from_the_origin() {
    let turned = |rng: &mut Rng| {
        let (sin, cos) = (rng.unit() * 7.0).sin_cos();
        let far = Point::new(5e5, -4.4e6) * f64::from(rng.between(0, 1));
        let flat = world(rng, Coordinates::Grid(6));
        mapped(&flat, |p| far + Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos))
    };
    check("diagrams of turned worlds", 200, turned, of_world);
}

fn hall(size: f64) -> World {
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, size, size)))
}

fn regular(centre: Point, radius: f64, count: u32) -> Polygon {
    let angle = |k: u32| std::f64::consts::TAU * f64::from(k) / f64::from(count);
    Polygon::ring((0..count).map(|k| centre + Point::new(angle(k).cos(), angle(k).sin()) * radius))
}

/// Squares on a lattice: every vertex of the diagram is a tie of four or more.
#[test]
fn lattices() {
    for gap in [1.0, 0.1, 0.3] {
        let mut world = hall(13.0 * (1.0 + gap));
        for k in 0..36 {
            let at = Point::new(f64::from(k % 6), f64::from(k / 6)) * (2.0 * (1.0 + gap)) + Point::new(1.0, 1.0);
            world.obstacles.push(Polygon::ring(rectangle(at.x, at.y, at.x + 1.0 + gap, at.y + 1.0 + gap)));
        }
        is_right(&Arc::new(sane(&world)), &mut Rng::new(1)).unwrap();
    }
}

#[test]
fn combs_crosses_and_round_pillars() {
    let mut comb = hall(20.0);
    for k in 1..40 {
        let x = f64::from(k) * 0.5;
        comb.walls.push(wall(vec![Point::new(x, 0.0), Point::new(x, 12.0 + f64::from(k % 3))]));
    }
    let mut cross = hall(10.0);
    for k in 0..8 {
        let angle = f64::from(k) * std::f64::consts::TAU / 8.0;
        let end = Point::new(5.0 + 4.0 * angle.cos(), 5.0 + 4.0 * angle.sin());
        cross.walls.push(wall(vec![Point::new(5.0, 5.0), end]));
    }
    let mut pillars = hall(10.0);
    for k in 0..9 {
        let at = Point::new(f64::from(k % 3) * 3.0 + 2.0, f64::from(k / 3) * 3.0 + 2.0);
        pillars.obstacles.push(regular(at, 1.0, 64));
    }
    let round = World::new().area(regular(Point::new(3.0, 3.0), 3.0, 256));
    for world in [comb, cross, pillars, round] {
        is_right(&Arc::new(sane(&world)), &mut Rng::new(1)).unwrap();
    }
}

/// Squares that touch in their corners: nothing passes there, so no edge of the skeleton does.
#[test]
fn where_obstacles_touch_each_sector_ends() {
    let squares = [rectangle(2.0, 2.0, 5.0, 5.0), rectangle(5.0, 5.0, 8.0, 8.0)];
    let world = squares.into_iter().fold(hall(10.0), |w, square| w.obstacle(Polygon::ring(square)));
    let domain = Arc::new(sane(&world));
    is_right(&domain, &mut Rng::new(1)).unwrap();
    let voronoi = Voronoi::of(&domain).unwrap();
    let ends = voronoi.edges().flat_map(|e| e.vertices).filter(|&v| voronoi.vertex(v).0 == Point::new(5.0, 5.0));
    let mut ends: Vec<u32> = ends.collect();
    ends.sort_unstable();
    assert_eq!(ends.len(), 2, "a branch from each side");
    assert_ne!(ends[0], ends[1], "which do not meet");
}

/// Files that broke others: all loops close, and of the edges as many are measured as time allows.
#[test]
fn real_plans_and_polygons() {
    let (Some(plans), Some(rings)) = (FLOOR_PLANS.paths(), EARCUT.paths()) else { return };
    let mut count = 0;
    for path in plans.into_iter().chain(rings) {
        let Ok(world) = wayfront_world::read_file(&path) else { continue };
        let Ok(domain) = built(&world) else { continue };
        is_right(&Arc::new(domain), &mut Rng::new(1)).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        count += 1;
    }
    assert!(count > 20, "only {count} files");
}

/// Between a side and a point: the length of the parabola against many short chords.
#[test]
fn curves_are_as_long_as_their_chords() {
    let mut world = hall(10.0);
    world.walls.push(wall(vec![Point::new(5.0, 3.0), Point::new(5.0, 6.0)]));
    let voronoi = Voronoi::of(&Arc::new(sane(&world))).unwrap();
    let mut bent = 0;
    for edge in voronoi.edges() {
        let place = |k: u32| edge.curve.at(f64::from(k) / 10_000.0);
        let chords: f64 = (0..10_000).map(|k| place(k).distance(place(k + 1))).sum();
        assert!((edge.curve.length() - chords).abs() < 1e-6, "{edge:?}");
        let mut points = vec![edge.curve.at(0.0)];
        edge.curve.flatten_into(1e-3, &mut points);
        let off =
            |p: Point| points.windows(2).map(|l| closest_on_segment(l[0], l[1], p).distance(p)).fold(1.0, f64::min);
        assert!((0..=1000).all(|k| off(place(10 * k)) <= 1e-3));
        bent += u32::from(matches!(edge.curve, Bisector::Parabola { .. }));
    }
    assert!(bent >= 4, "{bent} parabolas");
}

/// A place on an outline is inside of its triangle or on its side by the last digit: it has no room either way.
#[test]
fn places_on_outlines_have_no_room() {
    let places = |world: &World, rng: &mut Rng| -> Verdict {
        let Ok(domain) = built(world) else { return Ok(()) };
        if domain.free_triangles() == 0 {
            return Ok(());
        }
        let voronoi = Voronoi::of(&Arc::new(domain)).map_err(|e| e.to_string())?;
        let (domain, bounds) = (voronoi.domain(), voronoi.domain().bounds());
        for _ in 0..100 {
            let p = bounds.min + Point::new(rng.unit() * bounds.width(), rng.unit() * bounds.height());
            let Some(on) = domain.nearest_wall(p) else { continue };
            let Some(room) = voronoi.clearance(on) else { continue };
            if room.distance > 1e-12 * bounds.size() {
                return Err(format!("{on} has room for {}", room.distance));
            }
        }
        Ok(())
    };
    check("places on outlines", 200, |rng| world(rng, Coordinates::Floats), places);
}

/// Every place of a line of equal clearance has that clearance, and all that cross such a line meet it.
#[test]
fn isolines_are_where_the_clearance_is() {
    let lines = |world: &World, rng: &mut Rng| -> Verdict {
        let Ok(domain) = built(world) else { return Ok(()) };
        if domain.free_triangles() == 0 {
            return Ok(());
        }
        let voronoi = Voronoi::of(&Arc::new(domain)).map_err(|e| e.to_string())?;
        let size = voronoi.domain().bounds().size();
        let most = (0..voronoi.vertex_count() as u32).map(|v| voronoi.vertex(v).1).fold(0.0, f64::max);
        if most == 0.0 {
            return Ok(()); // as thin as rounding: there is no room anywhere
        }
        let level = most * (0.05 + 0.9 * rng.unit());
        let lines = voronoi.isolines(level, 1e-4 * size);
        for &p in lines.iter().flatten() {
            let room = distance_to_outline(voronoi.domain(), p);
            if (room - level).abs() > 1e-7 * size {
                return Err(format!("{p} has {room}, not {level}"));
            }
        }
        // Ends meet: lines are closed where cells meet.
        let ends: Vec<Point> = lines.iter().flat_map(|line| [line[0], line[line.len() - 1]]).collect();
        let lonely = ends.iter().find(|&&p| ends.iter().filter(|q| q.distance(p) < 1e-6 * size).count() < 2);
        match lonely {
            Some(p) => Err(format!("a line ends at {p}")),
            None if lines.is_empty() => Err(format!("nothing has {level} of {most}")),
            None => Ok(()),
        }
    };
    check("isolines among floats", 150, |rng| world(rng, Coordinates::Floats), lines);
    check("isolines in clean worlds", 100, clean_world, lines);
}
