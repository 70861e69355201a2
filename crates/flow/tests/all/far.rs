//! Lanes of worlds far from the origin: as many as at the origin, as long, and as far apart.

use wayfront_domain::Guide;
use wayfront_flow::{FlowError, FlowMap, Lanes};
use wayfront_geometry::Point;
use wayfront_testkit::flows;
use wayfront_testkit::runner::each_seed;
use wayfront_world::{Polygon, Wall, World};

/// Metres east and north of an UTM zone's origin, and worse.
const OFFSETS: [[f64; 2]; 6] =
    [[5e5, 5.6e6], [500_123.4, 5_654_321.7], [-2.5e6, 1e7], [0.0, 4.2e6], [9.1e5, 3.0], [-8e5, -7.7e6]];

/// Everything in a world, point by point.
fn mapped(world: &World, change: impl Fn(Point) -> Point) -> World {
    let ring =
        |polygon: &Polygon| Polygon { outer: polygon.outer.iter().map(|&p| change(p)).collect(), ..polygon.clone() };
    let chains = |chains: &[Vec<Point>]| chains.iter().map(|c| c.iter().map(|&p| change(p)).collect()).collect();
    let mut moved = world.clone();
    moved.areas = world.areas.iter().map(ring).collect();
    moved.obstacles = world.obstacles.iter().map(ring).collect();
    let wall = |w: &Wall| Wall { points: w.points.iter().map(|&p| change(p)).collect(), ..w.clone() };
    moved.walls = world.walls.iter().map(wall).collect();
    if let Some(flow) = &mut moved.flow {
        (flow.entrances, flow.exits) = (chains(&flow.entrances), chains(&flow.exits));
    }
    moved
}

fn lengths(lanes: &Lanes<'_>) -> Vec<f64> {
    lanes.lanes().iter().map(|lane| lane.length()).collect()
}

#[test]
fn lanes_far_away_are_those_at_the_origin() {
    let (mut compared, mut lanes_in_all) = (0, 0);
    let are_all = each_seed("lanes_far_away_are_those_at_the_origin", 120, |seed| {
        // Rooms of 20 m, and of 200 m.
        let scale = if seed % 2 == 0 { 1.0 } else { 10.0 };
        let world = mapped(&flows::world(seed), |p| p * scale);
        let Ok(here) = FlowMap::new(&world) else { return };
        let [x, y] = OFFSETS[seed as usize % OFFSETS.len()];
        let by = Point::new(x, y);
        let there = FlowMap::new(&mapped(&world, |p| p + by)).unwrap();
        assert!((here.capacity() - there.capacity()).abs() < 1e-6, "seed {seed}");
        for radius in [0.25 * scale, 0.31 * scale, 0.5] {
            let (near, far) = (here.lanes(radius).unwrap(), there.lanes(radius).unwrap());
            assert_eq!(near.capacity(), far.capacity(), "seed {seed}, radius {radius}");
            assert_eq!(far.check(), Ok(()), "seed {seed}, radius {radius}");
            for (k, (one, other)) in lengths(&near).into_iter().zip(lengths(&far)).enumerate() {
                assert!((one - other).abs() < 1e-6, "seed {seed}, radius {radius}, lane {k}: {one} {other}");
            }
            if seed % 8 == 0 {
                assert_eq!(far.shortened().check(), Ok(()), "seed {seed}, radius {radius}, shortened");
            }
            (compared, lanes_in_all) = (compared + 1, lanes_in_all + far.lanes().len());
        }
    });
    assert!(!are_all || compared > 250 && lanes_in_all > 3000, "{compared} worlds, {lanes_in_all} lanes");
}

#[test]
fn where_the_move_is_exact_nothing_changes() {
    // Whole numbers, moved by whole numbers: the same world to the last bit, if its corner is the origin.
    let mut compared = 0;
    for seed in 0..200 {
        let world = flows::world(seed);
        let Ok(here) = FlowMap::new(&world) else { continue };
        let is_whole = |p: &Point| p.x.fract() == 0.0 && p.y.fract() == 0.0;
        if !here.domain().corner_points().iter().all(is_whole) || world.bounds().min != Point::default() {
            continue;
        }
        let by = Point::new(5e5, 5.6e6);
        let there = FlowMap::new(&mapped(&world, |p| p + by)).unwrap();
        let (near, far) = (here.lanes(0.3).unwrap().shortened(), there.lanes(0.3).unwrap().shortened());
        assert_eq!(here.capacity(), there.capacity());
        assert_eq!(near.lanes().len(), far.lanes().len(), "seed {seed}");
        for (one, other) in near.lanes().iter().zip(far.lanes()) {
            let moved: Vec<_> = one.pieces.iter().map(|piece| piece.moved(by)).collect();
            assert_eq!(moved, other.pieces, "seed {seed}");
        }
        compared += 1;
    }
    assert!(compared >= 10, "{compared} worlds");
}

#[test]
fn small_worlds_in_degrees_have_their_lanes() {
    let mut compared = 0;
    for seed in 0..60 {
        // A room of 20 m, in degrees.
        let world = mapped(&flows::world(seed), |p| p * 1e-5);
        let Ok(here) = FlowMap::new(&world) else { continue };
        let there = FlowMap::new(&mapped(&world, |p| p + Point::new(9.99, 53.55))).unwrap();
        let far = there.lanes(0.3e-5).unwrap();
        assert_eq!(here.lanes(0.3e-5).unwrap().capacity(), far.capacity(), "seed {seed}");
        assert_eq!(far.check(), Ok(()), "seed {seed}");
        compared += 1;
    }
    assert!(compared > 40, "{compared} worlds");
}

#[test]
fn all_answers_come_in_the_coordinates_of_the_question() {
    let by = Point::new(5e5, 5.6e6);
    let mut world = wayfront_world::builtin("corridor").unwrap();
    world.sources.clear();
    let (here, there) = (FlowMap::new(&world).unwrap(), FlowMap::new(&mapped(&world, |p| p + by)).unwrap());
    let near = |p: Point, q: Point| (p + by).distance(q) < 1e-6;
    let (lanes, far) = (here.lanes(0.25).unwrap(), there.lanes(0.25).unwrap());
    let pairs = here.cut().iter().zip(there.cut()).chain(lanes.cut().iter().zip(far.cut()));
    assert!(pairs.flat_map(|(a, b)| a.points.iter().zip(&b.points)).all(|(p, q)| near(*p, *q)));
    let (one, other) = (here.narrowest_passage().unwrap(), there.narrowest_passage().unwrap());
    assert!(near(one.points[0], other.points[0]));
    let gates = |lanes: &Lanes<'_>| lanes.widenings().into_iter().map(|w| w.gate.points[0]).collect::<Vec<_>>();
    assert_eq!(gates(&lanes).len(), gates(&far).len());
    assert!(gates(&lanes).iter().zip(gates(&far)).all(|(p, q)| near(*p, q)));
    let (plain, others) = (here.plain_lines(0.25).unwrap(), there.plain_lines(0.25).unwrap());
    assert_eq!(plain.len(), others.len());
    assert!(plain.iter().zip(&others).all(|(a, b)| near(a.lane.pieces[0].start(), b.lane.pieces[0].start())));
    assert!(here.solid_pieces().zip(there.solid_pieces()).all(|(a, b)| near(a.start(), b.start())));
    assert_eq!(there.domain().bounds().min, here.domain().bounds().min + by);
    let (guide, other) = (here.guide(), there.guide());
    let p = here.domain().bounds().min + Point::new(1.0, 2.0);
    assert!((here.direction(p).unwrap() - there.direction(p + by).unwrap()).length() < 1e-6);
    assert!((guide.cost(p).unwrap() - other.cost(p + by).unwrap()).abs() < 1e-5);
    assert!(near(guide.aim(p).unwrap(), other.aim(p + by).unwrap()));
    assert!((here.levels().answer(p).unwrap().cost - there.levels().answer(p + by).unwrap().cost).abs() < 1e-6);
}

#[test]
fn worlds_beyond_all_digits_are_refused_or_right() {
    for away in [1e9, 1e11, 1e13, 1e15] {
        let by = Point::new(away, away);
        for seed in 0..12 {
            let Ok(flow) = FlowMap::new(&mapped(&flows::world(seed), |p| p + by)) else { continue };
            match flow.lanes(0.4) {
                Ok(lanes) => assert_eq!(lanes.lanes().len(), lanes.capacity(), "seed {seed}, {away} away"),
                Err(FlowError::Coarse { .. }) => {}
                Err(other) => panic!("seed {seed}, {away} away: {other}"),
            }
        }
    }
}
