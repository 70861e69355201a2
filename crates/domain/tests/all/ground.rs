//! A hundred random edits of a world: after each, the ground's domain is the free space that a fresh build gives.

use wayfront_domain::{Domain, DynamicDomain};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::each_seed;
use wayfront_testkit::shrink::as_code;
use wayfront_testkit::worlds::{Coordinates, clean_world, polygon, rectangle, wall, world};
use wayfront_world::{Fault, Field, Place, Polygon, World};

type Gate = [Point; 2];

/// Moves, adds, removes or changes something.
fn edit(world: &mut World, rng: &mut Rng, from: Coordinates) {
    let count = world.obstacles.len();
    match rng.below(10) {
        0 => world.obstacles.push(polygon(rng, from)),
        1 if count > 1 => drop(world.obstacles.remove(rng.below(count))),
        2 if count > 1 => world.obstacles.swap(0, count - 1),
        3 => world.obstacles.insert(0, polygon(rng, from)),
        4 if world.walls.is_empty() => world.walls.push(wall(vec![from.point(rng), from.point(rng)])),
        4 => world.walls.clear(),
        5 if rng.chance(0.3) => world.areas = vec![Polygon::ring(rectangle(0.0, 0.0, from.side(), from.side()))],
        6 if rng.chance(0.1) => world.areas.clear(),
        _ if count > 0 => {
            let by = from.point(rng) - from.point(rng);
            let by = if rng.chance(0.05) { by * 40.0 } else { by };
            let moved = &mut world.obstacles[rng.below(count)];
            for p in std::iter::once(&mut moved.outer).chain(&mut moved.holes).flatten() {
                *p = *p + by;
            }
        }
        _ => world.obstacles.push(polygon(rng, from)),
    }
}

fn some_gates(world: &World, rng: &mut Rng, from: Coordinates) -> Vec<Gate> {
    let vertices: Vec<Point> = world.points().copied().collect();
    let end = |rng: &mut Rng| if rng.chance(0.5) { *rng.pick(&vertices) } else { from.point(rng) };
    (0..rng.below(3)).map(|_| [end(rng), end(rng)]).collect()
}

fn is_exact(domain: &Domain) -> bool {
    domain.report().repairs.iter().all(|m| m.moved() == 0.0)
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points
}

/// What is wrong with `ours`, if `fresh` is right.
fn compare(ours: &Domain, fresh: &Domain, world: &World, rng: &mut Rng) -> Result<(), String> {
    ours.sanity_check().map_err(|e| format!("insane: {e}"))?;
    let size = fresh.bounds().size();
    if ours.bounds() != fresh.bounds() {
        return Err(format!("bounds {:?}, should be {:?}", ours.bounds(), fresh.bounds()));
    }
    if (ours.area() - fresh.area()).abs() > 1e-9 * size * size {
        return Err(format!("area {}, should be {}", ours.area(), fresh.area()));
    }
    let exact = is_exact(ours) && is_exact(fresh);
    if exact {
        compare_exactly(ours, fresh, rng)?;
    }
    for _ in 0..20 {
        let p = fresh.bounds().min + Point::new(rng.unit(), rng.unit()) * size;
        if ours.contains(p) != fresh.contains(p) && (exact || !is_near_outline(world, p, 1e-6 * size)) {
            return Err(format!("{p} is free: {}", ours.contains(p)));
        }
    }
    Ok(())
}

fn compare_exactly(ours: &Domain, fresh: &Domain, rng: &mut Rng) -> Result<(), String> {
    let corners = |d: &Domain| sorted(d.corner_points().to_vec());
    if corners(ours) != corners(fresh) {
        return Err(format!("corners {:?}, should be {:?}", corners(ours), corners(fresh)));
    }
    let bends = |d: &Domain| {
        let bending = d.corner_points().iter().zip(d.bending()).filter(|(_, bends)| **bends);
        sorted(bending.map(|(p, _)| *p).collect())
    };
    if bends(ours) != bends(fresh) || ours.component_count() != fresh.component_count() {
        return Err("other bends or components".into());
    }
    // Where several outlines coincide, which of them is named depends on the order in which they were added.
    if ours.report().is_clean() != fresh.report().is_clean() {
        return Err(format!("reported {:?}, should be {:?}", ours.report(), fresh.report()));
    }
    if gated_length(ours).iter().zip(gated_length(fresh)).any(|(a, b)| (a - b).abs() > 1e-9 * fresh.bounds().size()) {
        return Err(format!("gates of {:?}, should be {:?}", gated_length(ours), gated_length(fresh)));
    }
    let points = fresh.corner_points();
    for _ in 0..if points.is_empty() { 0 } else { 20 } {
        let (a, b) = (*rng.pick(points), *rng.pick(points));
        if ours.sees(a, b) != fresh.sees(a, b) {
            return Err(format!("{a} sees {b}: {}", ours.sees(a, b)));
        }
    }
    Ok(())
}

/// Per gate: how much of it closes something.
fn gated_length(domain: &Domain) -> [f64; 3] {
    let mut lengths = [0.0; 3];
    for side in domain.gate_sides() {
        for gate in domain.gate(side).expect("it is one").gates {
            lengths[gate.index()] += domain.side(side).length;
        }
    }
    lengths
}

fn is_near_outline(world: &World, p: Point, reach: f64) -> bool {
    let areas = world.walkable().expect("something is there").into_owned();
    let rings = areas.iter().chain(&world.obstacles).flat_map(Polygon::rings);
    let mut edges = rings.flat_map(|r| (0..r.len()).map(move |k| [r[k], r[(k + 1) % r.len()]]));
    edges.any(|[a, b]| closest_on_segment(a, b, p).distance(p) < reach)
}

fn follow_edits(seed: u64, from: Coordinates, first: impl Fn(&mut Rng) -> World) {
    let mut rng = Rng::new(seed);
    let mut world = first(&mut rng);
    let Ok(mut ground) = DynamicDomain::with_movable(&world, [0, 2]) else { return };
    for step in 0..100 {
        edit(&mut world, &mut rng, from);
        let gates = some_gates(&world, &mut rng, from);
        let verdict = match (ground.domain_with_gates(&world, &gates), Domain::with_gates(&world, &gates)) {
            (Ok(ours), Ok(fresh)) => compare(&ours, &fresh, &world, &mut rng),
            (Err(ours), Err(fresh)) if ours == fresh => Ok(()),
            (ours, fresh) => Err(format!("{:?}, should be {:?}", ours.err(), fresh.err())),
        };
        if let Err(why) = verdict {
            panic!("seed {seed}, step {step}: {why}\nwith the gates {gates:?}\n{}", as_code(&world));
        }
    }
}

#[test]
fn edits_on_grids() {
    each_seed("edits_on_grids", 80, |seed| {
        let from = Coordinates::Grid(if seed % 2 == 0 { 6 } else { 10 });
        follow_edits(seed, from, |rng| world(rng, from));
    });
}

#[test]
fn edits_among_floats() {
    each_seed("edits_among_floats", 30, |seed| {
        follow_edits(seed, Coordinates::Floats, |rng| world(rng, Coordinates::Floats));
        follow_edits(1000 + seed, Coordinates::Floats, clean_world);
    });
}

/// The comparison of corners says nothing about worlds in which crossings were rounded.
#[test]
fn many_edits_are_exact() {
    let mut exact = 0;
    for seed in 0..20 {
        let (mut rng, from) = (Rng::new(seed), Coordinates::Grid(6));
        let mut world = world(&mut rng, from);
        for _ in 0..20 {
            edit(&mut world, &mut rng, from);
            exact += usize::from(Domain::without_doors(&world).is_ok_and(|d| is_exact(&d)));
        }
    }
    assert!(exact > 100, "{exact} of 400");
}

fn hall(xs: &[f64]) -> World {
    let obstacles = xs.iter().map(|&x| Polygon::ring(rectangle(x, 1.0, x + 1.0, 2.0))).collect();
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 5.0))).with_obstacles(obstacles)
}

#[test]
fn nothing_moved_changes_nothing() {
    let world = hall(&[2.0, 6.0]);
    let (fresh, ours) =
        (Domain::without_doors(&world), DynamicDomain::new(&world).and_then(|mut ground| ground.domain(&world)));
    let (fresh, ours) = (fresh.expect("can be built"), ours.expect("can be built"));
    assert_eq!(ours.sides(), fresh.sides());
    assert_eq!(ours.corner_points(), fresh.corner_points());
}

#[test]
fn a_bad_world_does_no_harm() {
    let mut ground = DynamicDomain::new(&hall(&[2.0])).expect("can be built");
    let error = ground.domain(&hall(&[f64::NAN])).expect_err("not a number");
    assert_eq!(error.problems[0].fault, Fault::NotFinite);
    let error = ground.domain(&World::default()).expect_err("nothing there");
    assert_eq!(error.problems[0].fault, Fault::Empty);
    assert_eq!(ground.domain(&hall(&[3.0])).expect("can be built").area(), 49.0);
}

#[test]
fn everything_may_leave_and_come_back() {
    let mut ground = DynamicDomain::with_movable(&hall(&[2.0]), [0]).expect("can be built");
    for (xs, area) in [(&[][..], 50.0), (&[1.0, 4.0], 48.0), (&[300.0], 50.0), (&[-0.5], 49.5), (&[2.0, 2.0], 49.0)] {
        let domain = ground.domain(&hall(xs)).expect("can be built");
        domain.sanity_check().expect("is sane");
        assert_eq!(domain.area(), area, "{xs:?}");
    }
}

#[test]
fn reports_speak_of_the_world_as_it_is() {
    let mut ground = DynamicDomain::new(&hall(&[2.0, 2.5, 7.0])).expect("can be built");
    let domain = ground.domain(&hall(&[4.0, 2.0, 2.5, 7.0])).expect("can be built");
    let fresh = Domain::without_doors(&hall(&[4.0, 2.0, 2.5, 7.0])).expect("can be built");
    assert_eq!(domain.report(), fresh.report());
    assert_eq!(domain.report().repairs[0].place(), Place::of(Field::Obstacles, 1));
}

#[test]
fn numbers_that_no_obstacle_has_are_passed_over() {
    let mut ground = DynamicDomain::with_movable(&hall(&[2.0]), [7]).expect("can be built");
    assert_eq!(ground.domain(&hall(&[5.0])).expect("can be built").area(), 49.0);
}
