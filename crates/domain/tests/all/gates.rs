//! Gates close what they are meant to close: against an oracle that takes them for walls, on random worlds, turned
//! ones included, where every end misses its outline by rounding.

use wayfront_domain::{CornerId, Domain, GateId, NO_SIDE, Repair, SceneCheck, SideId, TriangleId};
use wayfront_geometry::{Point, closest_on_segment, orient};
use wayfront_testkit::domains::built_with_gates;
use wayfront_testkit::free_space::{Oracle, sector_width};
use wayfront_testkit::rng::Rng;
use wayfront_testkit::runner::{Verdict, check};
use wayfront_testkit::worlds::{Coordinates, clean_world, mapped, rectangle, wall, world};
use wayfront_world::{Barrier, BarrierCost, Door, Fault, Field, Place, Polygon, Source, World};

type Gate = [Point; 2];

// ---- worlds with gates, which are kept as barriers

fn barrier(segment: Gate) -> Barrier {
    Barrier::new(segment, BarrierCost::Delay(1.0))
}

fn gates_of(world: &World) -> Vec<Gate> {
    world.barriers.iter().map(|b| b.segment).collect()
}

/// The same with walls instead of gates.
fn walled(world: &World) -> World {
    let mut walled = world.clone();
    walled.walls.extend(gates_of(world).into_iter().map(|gate| wall(gate.to_vec())));
    walled
}

/// Adds a few gates: from vertex to vertex, along edges, from somewhere, and again along one another.
fn with_random_gates(mut world: World, rng: &mut Rng, from: Coordinates) -> World {
    world.areas = world.walkable().expect("something is there").into_owned();
    let edges = Oracle::of(&world).edges;
    for _ in 0..1 + rng.below(4) {
        let end = |rng: &mut Rng| match rng.below(3) {
            0 => rng.pick(&edges).a,
            _ => from.point(rng),
        };
        let gate = match rng.below(6) {
            0 => {
                let e = rng.pick(&edges);
                [e.a, e.b]
            }
            1 if !world.barriers.is_empty() => {
                let other = rng.pick(&world.barriers).segment;
                [other[0], if rng.chance(0.5) { other[1] } else { end(rng) }]
            }
            // Straight across: whatever is crossed is often crossed at a whole number.
            2 | 3 => {
                let (p, side) = (end(rng), from.side());
                if rng.chance(0.5) { [Point::new(p.x, 0.0), Point::new(p.x, side)] } else { [Point::new(0.0, p.y), p] }
            }
            _ => [end(rng), end(rng)],
        };
        if gate[0] != gate[1] {
            world.barriers.push(barrier(gate));
        }
    }
    world
}

fn grid(rng: &mut Rng) -> World {
    let from = Coordinates::Grid(if rng.chance(0.5) { 6 } else { 10 });
    let bare = if rng.chance(0.5) { simple_world(rng) } else { world(rng, from) };
    with_random_gates(bare, rng, from)
}

fn floats(rng: &mut Rng) -> World {
    let bare = if rng.chance(0.5) { clean_world(rng) } else { world(rng, Coordinates::Floats) };
    with_random_gates(bare, rng, Coordinates::Floats)
}

/// Worlds that have no domain without gates have none with them.
fn on_domains(property: impl Fn(&World, &Domain, &mut Rng) -> Verdict) -> impl Fn(&World, &mut Rng) -> Verdict {
    move |world, rng| match Domain::without_doors(world) {
        Ok(_) => property(world, &built(world)?, rng),
        Err(_) => Ok(()),
    }
}

fn built(world: &World) -> Result<Domain, String> {
    built_with_gates(world, &gates_of(world))
}

fn is_exact(domain: &Domain) -> bool {
    domain.report().repairs.iter().all(|m| m.moved() == 0.0)
}

// ---- what is connected without passing a gate

/// Per free triangle: its part, if no gate is ever passed.
fn closed_parts(domain: &Domain) -> Vec<usize> {
    let mut part = vec![usize::MAX; domain.free_triangles()];
    for first in 0..part.len() {
        let mut open = if part[first] == usize::MAX { vec![first] } else { Vec::new() };
        while let Some(t) = open.pop() {
            part[t] = first;
            let beyond = TriangleId(t as u32).sides().into_iter().filter_map(|s| domain.twin(s));
            open.extend(beyond.map(|s| s.triangle().index()).filter(|&u| part[u] == usize::MAX));
        }
    }
    part
}

/// Areas of these parts, smallest first, without those that rounding made.
fn closed_areas(domain: &Domain, smallest: f64) -> Vec<f64> {
    let mut areas = vec![0.0; domain.free_triangles()];
    for (t, &part) in closed_parts(domain).iter().enumerate() {
        let [a, b, c] = domain.triangle(TriangleId(t as u32));
        areas[part] += orient(a, b, c) / 2.0;
    }
    areas.retain(|&a| a > smallest);
    areas.sort_by(f64::total_cmp);
    areas
}

fn same_areas(what: &str, ours: &[f64], theirs: &[f64], tolerance: f64) -> Verdict {
    let are_same = ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() <= tolerance);
    if are_same { Ok(()) } else { Err(format!("{what}: parts of {ours:?}, should be {theirs:?}")) }
}

fn closes_what_walls_would(world: &World, domain: &Domain, _: &mut Rng) -> Verdict {
    if !is_exact(domain) {
        return Ok(());
    }
    let oracle = Oracle::of(&walled(world));
    let tolerance = 1e-9 * oracle.size * oracle.size;
    same_areas("closed", &closed_areas(domain, 0.0), &oracle.parts(), tolerance)
}

#[test]
fn closed_gates_part_what_walls_would() {
    check("closed_gates_part_what_walls_would", 3000, grid, on_domains(closes_what_walls_would));
}

/// Against the domain without gates: the same area, the same parts, the same free points.
fn changes_nothing_else(world: &World, domain: &Domain, rng: &mut Rng) -> Verdict {
    let plain = Domain::without_doors(world).map_err(|e| e.to_string())?;
    let size = plain.bounds().size();
    if (domain.area() - plain.area()).abs() > 1e-9 * size * size {
        return Err(format!("the area is {}, was {}", domain.area(), plain.area()));
    }
    if !is_exact(domain) {
        return Ok(());
    }
    if domain.component_count() != plain.component_count() {
        return Err(format!("{} components, should be {}", domain.component_count(), plain.component_count()));
    }
    for k in 0..40 {
        let anywhere = Point::new(rng.unit(), rng.unit()) * size;
        let p = if k % 2 == 0 { anywhere } else { Point::new(anywhere.x.round(), anywhere.y.round()) };
        if domain.contains(p) != plain.contains(p) {
            return Err(format!("{p} is free: {}", domain.contains(p)));
        }
    }
    Ok(())
}

#[test]
fn gates_take_nothing_away() {
    check("gates_take_nothing_away", 2000, grid, on_domains(changes_nothing_else));
    check("gates_take_nothing_away", 1000, floats, on_domains(changes_nothing_else));
}

/// At every vertex the sectors are those between outlines, walls and gates.
fn sectors_end_at_gates(world: &World, domain: &Domain, _: &mut Rng) -> Verdict {
    if !is_exact(domain) {
        return Ok(());
    }
    let oracle = Oracle::of(&walled(world));
    for corner in (0..domain.corner_count() as u32).map(CornerId) {
        let Some(widths) = oracle.sectors(domain.point(corner)) else { continue };
        let mut ours: Vec<f64> = domain.sectors(corner).map(|c| sector_width(domain, c)).collect();
        ours.sort_by(f64::total_cmp);
        same_areas(&format!("sectors at {}", domain.point(corner)), &ours, &widths, 1e-6)?;
    }
    Ok(())
}

#[test]
fn each_side_of_a_gate_has_its_own_corners() {
    check("each_side_of_a_gate_has_its_own_corners", 2000, grid, on_domains(sectors_end_at_gates));
}

/// A side lies on just those gates that its two ends lie on.
fn numbers_are_right(world: &World, domain: &Domain, _: &mut Rng) -> Verdict {
    let reach = 4.0 * domain.rounding();
    let is_near = |[a, b]: Gate, p: Point| closest_on_segment(a, b, p).distance(p) <= reach;
    let sides = || (0..domain.sides().len() as u32).map(SideId);
    let is_thin = |side: SideId| {
        let ends = domain.side_points(side);
        domain.corner_points().iter().any(|&p| !ends.contains(&p) && is_near(ends, p))
    };
    if sides().any(is_thin) {
        return Ok(()); // two sides lie where one should
    }
    for side in sides() {
        let [from, to] = domain.side_points(side);
        let along = |&k: &u32| gates_of(world)[k as usize];
        let covers = |k: &u32| is_near(along(k), from) && is_near(along(k), to);
        let expected: Vec<GateId> = (0..world.barriers.len() as u32).filter(covers).map(GateId).collect();
        let ours = domain.gate(side).map_or(Vec::new(), |gate| gate.gates.to_vec());
        // Where it is closed for good, gates do not count.
        let may_differ = domain.side(side).twin.0 == NO_SIDE && ours.is_empty();
        if ours != expected && !may_differ {
            return Err(format!("{from} to {to} lies on {ours:?}, should on {expected:?}"));
        }
    }
    Ok(())
}

#[test]
fn sides_know_their_gates() {
    check("sides_know_their_gates", 2000, grid, on_domains(numbers_are_right));
    check("sides_know_their_gates", 1000, floats, on_domains(numbers_are_right));
}

/// Lines end at gates as at walls; through open gates they go as if there were none.
fn lines_are_right(world: &World, domain: &Domain, rng: &mut Rng) -> Verdict {
    let plain = Domain::without_doors(world).map_err(|e| e.to_string())?;
    let closed = Domain::without_doors(&walled(world)).map_err(|e| e.to_string())?;
    if ![domain, &plain, &closed].into_iter().all(is_exact) {
        return Ok(());
    }
    let mut points: Vec<Point> = domain.corner_points().to_vec();
    points.extend((0..20).map(|_| Coordinates::Grid(10).point(rng)));
    for _ in 0..20 {
        let (a, b) = (*rng.pick(&points), *rng.pick(&points));
        if a != b && domain.sees(a, b) != closed.sees(a, b) {
            return Err(format!("{a} sees {b}: {}", domain.sees(a, b)));
        }
        if a != b && domain.trail_through_gates(a, b).is_some() != plain.sees(a, b) {
            return Err(format!("{a} sees {b} through gates: {}", !plain.sees(a, b)));
        }
        let far = |d: &Domain| d.nearest_outline(a).map_or(f64::INFINITY, |q| q.distance(a));
        if (far(domain) - far(&plain)).abs() > 1e-12 {
            return Err(format!("{a} is {} from an outline, should be {}", far(domain), far(&plain)));
        }
    }
    Ok(())
}

#[test]
fn lines_end_at_gates_or_pass_them() {
    check("lines_end_at_gates_or_pass_them", 2000, grid, on_domains(lines_are_right));
}

/// Gates block nothing: a scene is in order with them if it is without.
fn scenes_are_checked_alike(world: &World, domain: &Domain, rng: &mut Rng) -> Verdict {
    let plain = Domain::without_doors(world).map_err(|e| e.to_string())?;
    if !is_exact(domain) || !is_exact(&plain) {
        return Ok(());
    }
    let mut scene = world.clone();
    for _ in 0..4 {
        let ends = [Coordinates::Grid(10).point(rng), Coordinates::Grid(10).point(rng)];
        if ends[0] != ends[1] {
            scene.sources.push(Source::segment(ends[0], ends[1]));
        }
    }
    let [ours, theirs] = [domain, &plain].map(|d| d.check_scene(&scene));
    let reported = |check: &SceneCheck| check.problems.iter().map(|p| (p.place, p.to_string())).collect::<Vec<_>>();
    if reported(&ours) == reported(&theirs) {
        Ok(())
    } else {
        Err(format!("{:?}, should be {:?}", reported(&ours), reported(&theirs)))
    }
}

#[test]
fn gates_stop_no_source() {
    check("gates_stop_no_source", 2000, grid, on_domains(scenes_are_checked_alike));
}

/// The properties above say nothing about worlds in which crossings were rounded, or gates closed nothing.
#[test]
fn many_gates_close_something_exactly() {
    let domains = (0..500).filter_map(|seed| built(&grid(&mut Rng::new(seed))).ok());
    let exact: Vec<Domain> = domains.filter(is_exact).collect();
    let parted = exact.iter().filter(|d| closed_areas(d, 0.0).len() > d.component_count()).count();
    assert!(exact.len() > 100 && parted > 50, "{} are exact, {parted} of them parted", exact.len());
}

// ---- rounding leaves no loophole

/// Gates may touch whatever they like.
fn simple_grid(rng: &mut Rng) -> World {
    let bare = simple_world(rng);
    with_random_gates(bare, rng, Coordinates::Grid(10))
}

/// A world on a grid whose outlines neither cross nor touch, so that turning it does nothing to them.
fn simple_world(rng: &mut Rng) -> World {
    loop {
        let mut bare = World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 10.0)));
        for _ in 0..rng.below(5) {
            let points = (0..3).map(|_| Coordinates::Grid(10).point(rng));
            bare.obstacles.push(Polygon::ring(points.collect::<Vec<_>>()));
        }
        if rng.chance(0.5) {
            bare.walls.push(wall(vec![Coordinates::Grid(10).point(rng), Coordinates::Grid(10).point(rng)]));
        }
        if is_simple(&bare) {
            return bare;
        }
    }
}

fn is_simple(world: &World) -> bool {
    if world.areas.is_empty() || !wayfront_world::validate(world).is_empty() {
        return false;
    }
    let oracle = Oracle::of(world);
    let touches = |p: Point| oracle.edges.iter().filter(|e| e.distance(p) == 0.0).count();
    let is_end = |p: Point| world.walls.iter().any(|w| w.points.contains(&p));
    let is_alone = |p: Point| touches(p) == if is_end(p) { 1 } else { 2 };
    oracle.crossings.is_empty() && oracle.edges.iter().all(|e| is_alone(e.a) && is_alone(e.b))
}

fn turned(world: &World, rng: &mut Rng) -> (World, f64) {
    let (sin, cos) = (rng.unit() * 7.0).sin_cos();
    let scale = 10f64.powi(rng.between(-6, 6));
    let shift = Point::new(rng.unit(), rng.unit()) * (scale * 10f64.powi(rng.between(-3, 4)));
    let to = |p: Point| Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos) * scale + shift;
    let mut turned = mapped(world, to);
    for barrier in &mut turned.barriers {
        barrier.segment = barrier.segment.map(to);
    }
    (turned, scale)
}

fn stays_closed_when_turned(world: &World, rng: &mut Rng) -> Verdict {
    if !is_simple(world) {
        return Ok(());
    }
    let straight = Oracle::of(&walled(world)).parts();
    let (world, scale) = turned(world, rng);
    let domain = built(&world)?;
    let ours: Vec<f64> = closed_areas(&domain, 1e-6 * scale * scale).iter().map(|a| a / (scale * scale)).collect();
    same_areas("turned", &ours, &straight, 1e-6)
}

#[test]
fn turned_gates_leave_no_gap() {
    check("turned_gates_leave_no_gap", 4000, simple_grid, stays_closed_when_turned);
}

/// One gate, each of its ends moved by nearly as much as counts as rounding.
fn stays_closed_when_shaken(world: &World, rng: &mut Rng) -> Verdict {
    let mut world = world.clone();
    world.barriers.truncate(1);
    if !is_simple(&world) {
        return Ok(());
    }
    let straight = Oracle::of(&walled(&world)).parts();
    let (mut world, scale) = turned(&world, rng);
    let rounding = Domain::without_doors(&world).map_err(|e| e.to_string())?.rounding();
    for p in world.barriers.iter_mut().flat_map(|b| &mut b.segment) {
        let (sin, cos) = (rng.unit() * 7.0).sin_cos();
        *p = *p + Point::new(cos, sin) * (0.9 * rounding);
    }
    let domain = built(&world)?;
    let ours: Vec<f64> = closed_areas(&domain, 1e-6 * scale * scale).iter().map(|a| a / (scale * scale)).collect();
    same_areas("shaken", &ours, &straight, 1e-6)
}

#[test]
fn shaken_gates_leave_no_gap() {
    check("shaken_gates_leave_no_gap", 4000, simple_grid, stays_closed_when_shaken);
}

/// A bent corridor between two chains of slanted edges, and gates from one to the other.
#[test]
fn gates_close_a_slanted_corridor() {
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let count = 3 + rng.below(5);
        let chain: Vec<Point> = (0..count).map(|k| Point::new(k as f64 * 3.0, rng.unit() * 4.0)).collect();
        let width = Point::new(0.3 * rng.unit(), 1.0 + rng.unit());
        let other: Vec<Point> = chain.iter().map(|&p| p + width).collect();
        let ring: Vec<Point> = chain.iter().copied().chain(other.iter().rev().copied()).collect();
        let mut world = World::new().area(Polygon::ring(ring));
        for k in 0..count - 1 {
            let (t, u) = (rng.unit(), rng.unit());
            world.barriers.push(barrier([chain[k].lerp(chain[k + 1], t), other[k].lerp(other[k + 1], u)]));
        }
        let (world, _) = turned(&world, &mut rng);
        let domain = built(&world).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let parts: std::collections::HashSet<usize> = closed_parts(&domain).into_iter().collect();
        assert!(parts.len() >= count, "seed {seed}: {} gates leave {} parts", count - 1, parts.len());
        assert_eq!(domain.component_count(), 1, "seed {seed}");
    }
}

// ---- single cases

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn hall() -> World {
    World::new().area(Polygon::ring(rectangle(0.0, 0.0, 10.0, 5.0)))
}

fn parts(domain: &Domain) -> usize {
    closed_areas(domain, 0.0).len()
}

fn corners_at(domain: &Domain, at: Point) -> Vec<CornerId> {
    (0..domain.corner_count() as u32).map(CornerId).filter(|&c| domain.point(c) == at).collect()
}

fn sane(world: &World, gates: &[Gate]) -> Domain {
    let domain = Domain::with_gates(world, gates).expect("can be built");
    domain.sanity_check().expect("is sane");
    domain
}

#[test]
fn a_loose_end_can_be_walked_around() {
    let domain = sane(&hall(), &[[p(4.0, 0.0), p(4.0, 3.0)]]);
    assert_eq!(parts(&domain), 1);
    let foot = corners_at(&domain, p(4.0, 0.0));
    assert_eq!(foot.len(), 2);
    assert_eq!(domain.across(foot[0]).iter().map(|a| a.corner).collect::<Vec<_>>(), [foot[1]]);
    let tip = corners_at(&domain, p(4.0, 3.0));
    assert_eq!(tip.len(), 1);
    assert!(domain.bends(tip[0]) && domain.across(tip[0]).is_empty());
}

#[test]
fn gates_that_cross_have_four_quarters() {
    let domain = sane(&hall(), &[[p(4.0, 0.0), p(4.0, 5.0)], [p(0.0, 2.0), p(10.0, 2.0)]]);
    assert_eq!(parts(&domain), 4);
    let middle = corners_at(&domain, p(4.0, 2.0));
    assert_eq!(middle.len(), 4);
    for &corner in &middle {
        let gates: Vec<_> = domain.across(corner).iter().map(|a| domain.gate(a.side).expect("a gate").gates).collect();
        assert!(gates.contains(&&[GateId(0)][..]) && gates.contains(&&[GateId(1)][..]), "{gates:?}");
    }
}

#[test]
fn gates_on_top_of_each_other_are_all_named() {
    let domain = sane(&hall(), &[[p(4.0, 0.0), p(4.0, 5.0)], [p(4.0, 5.0), p(4.0, 2.0)]]);
    let mut named: Vec<&[GateId]> = domain.gate_sides().map(|s| domain.gate(s).expect("a gate").gates).collect();
    named.sort();
    named.dedup();
    assert_eq!(named, [&[GateId(0)][..], &[GateId(0), GateId(1)][..]]);
    assert!(domain.report().is_clean());
}

#[test]
fn gates_along_outlines_and_walls_close_nothing() {
    let mut world = hall();
    world.walls.push(wall(vec![p(2.0, 1.0), p(2.0, 4.0)]));
    let domain = sane(&world, &[[p(2.0, 1.0), p(2.0, 4.0)], [p(0.0, 5.0), p(7.0, 5.0)], [p(20.0, 1.0), p(30.0, 2.0)]]);
    assert!(!domain.has_gates());
    assert_eq!(domain.gate_sides().count(), 0);
}

#[test]
fn a_gate_beyond_the_world_is_cut_at_its_border() {
    let domain = sane(&hall(), &[[p(-1e6, 1.0), p(1e6, 2.0)]]);
    assert_eq!(parts(&domain), 2);
    assert_eq!(domain.bounds(), Domain::without_doors(&hall()).expect("can be built").bounds());
}

#[test]
fn a_gate_through_an_obstacle_closes_both_sides() {
    let mut world = hall();
    world.obstacles.push(Polygon::ring(rectangle(3.0, 1.0, 5.0, 3.0)));
    assert_eq!(parts(&sane(&world, &[[p(4.0, 0.0), p(4.0, 5.0)]])), 2);
    // Touching its corner in the middle: three.
    let pieces = sane(&world, &[[p(3.0, 5.0), p(7.0, 1.0)], [p(7.0, 1.0), p(7.0, 0.0)]]);
    assert_eq!(parts(&pieces), 2);
}

#[test]
fn what_was_moved_is_reported() {
    let mut world = hall();
    let gate = [p(4.0, 1e-9), p(6.0, 5.0)];
    world.barriers.push(barrier(gate));
    let domain = sane(&world, &[gate]);
    let place = Place::of(Field::Barriers, 0);
    let reported = domain.report().repairs.clone();
    assert!(matches!(reported[..], [Repair::Fitted { place: found, .. }] if found == place), "{reported:?}");
    assert_eq!(reported[0].to_string(), "barriers[0] missed what it meets at (4, 0.000000001) by 1.0e-9: led there");
    assert_eq!(parts(&domain), 2);
}

#[test]
fn gates_that_are_no_numbers_are_refused() {
    let error = Domain::with_gates(&hall(), &[[p(0.0, 0.0), p(f64::NAN, 1.0)]]).expect_err("not a number");
    assert_eq!(error.problems.len(), 1);
    assert_eq!(error.problems[0].fault, Fault::NotFinite);
    assert_eq!(error.problems[0].vertex, Some(1));
}

#[test]
fn doors_are_named_like_barriers() {
    let mut world = hall();
    let gate = [p(4.0, 1e-9), p(6.0, 5.0)];
    world.doors.push(Door::new("hall", gate[0], gate[1]));
    let reported = sane(&world, &[gate]).report().repairs.clone();
    assert_eq!(reported[0].to_string(), "doors[0] missed what it meets at (4, 0.000000001) by 1.0e-9: led there");
    world.doors[0].segment[1].y = f64::NAN;
    let error = Domain::with_gates(&world, &[world.doors[0].segment]).expect_err("not a number");
    let reported: Vec<String> = error.problems.iter().map(ToString::to_string).collect();
    assert_eq!(reported, ["doors[0] point 1 at (6, NaN): a coordinate is not a finite number"]);
}
