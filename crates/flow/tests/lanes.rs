//! Lanes of random worlds: their number, their ends, and all distances, exactly.

mod common;

use common::worlds;
use wayfront_flow::FlowMap;
use wayfront_world::{Flow, World, builtin, builtin_names, random_polygons};

#[test]
fn all_lanes_exist_and_keep_their_distance() {
    let mut lanes_in_all = 0;
    let mut bad = 0;
    for seed in 0..400 {
        let world = worlds::world(seed);
        let Ok(flow) = FlowMap::new(&world) else { continue };
        for radius in [0.08, 0.25, 0.5, 0.31, 1.0 / 3.0, 0.75] {
            let lanes = flow.lanes(radius).unwrap();
            if let Err(violation) = lanes.check() {
                println!("seed {seed}, radius {radius}: {violation}");
                bad += 1;
            }
            lanes_in_all += lanes.lanes().len();
            if seed % 10 == 0 && radius >= 0.25 {
                let shortened = lanes.shortened();
                if let Err(violation) = shortened.check() {
                    println!("seed {seed}, radius {radius}, shortened: {violation}");
                    bad += 1;
                }
                let (before, after) = (lanes.total_length(), shortened.total_length());
                assert!(after <= before * (1.0 + 1e-12), "seed {seed}, radius {radius}: {before} became {after}");
            }
        }
    }
    assert_eq!(bad, 0);
    assert!(lanes_in_all > 5000, "only {lanes_in_all} lanes");
}

fn crossed(mut world: World) -> World {
    let side = world.bounds().max.x;
    let chain = |x: f64| vec![vec![(x, 0.0).into(), (x, side).into()]];
    world.flow = Some(Flow { entrances: chain(0.0), exits: chain(side), ..Flow::default() });
    world
}

#[test]
fn large_worlds_lose_no_lane() {
    for (obstacles, seed) in [(300, 5), (1000, 1), (1000, 2), (1000, 3)] {
        let flow = FlowMap::new(&crossed(random_polygons(obstacles, 6, seed))).unwrap();
        for radius in [0.3, 0.5] {
            let lanes = flow.lanes(radius).unwrap();
            assert_eq!(lanes.check(), Ok(()), "{obstacles} obstacles, seed {seed}, radius {radius}");
        }
    }
}

#[test]
fn built_in_scenes_have_all_their_lanes_before_and_after_shortening() {
    let mut scenes = 0;
    for (name, _) in builtin_names() {
        let Some(world) = builtin(name).filter(|w| w.flow.is_some()) else { continue };
        let flow = FlowMap::new(&world).unwrap();
        let radius = world.flow.as_ref().and_then(|f| f.radius).unwrap_or(0.3);
        let lanes = flow.lanes(radius).unwrap();
        assert!(!lanes.lanes().is_empty(), "{name}");
        assert_eq!(lanes.check(), Ok(()), "{name}");
        let shortened = lanes.shortened();
        assert_eq!(shortened.check(), Ok(()), "{name}, shortened");
        assert!(shortened.total_length() < lanes.total_length(), "{name}");
        assert_eq!(shortened.lanes(), lanes.shortened().lanes(), "{name}: the same every time");
        scenes += 1;
    }
    assert!(scenes >= 7);
}

#[test]
fn whole_lanes_are_won_where_a_flow_without_radius_would_lose_them() {
    // Lines of the plain flow, a lane's width apart, run into gaps that have room for one and a half.
    let world = builtin("leftovers").unwrap();
    let flow = FlowMap::new(&world).unwrap();
    let radius = 0.5;
    let fits = |line: &wayfront_pathmap::LevelLine| {
        let near = |piece: &wayfront_geometry::Piece| {
            flow.solid_pieces().map(|side| side.distance(piece)).fold(f64::INFINITY, f64::min)
        };
        let leads_out = line.end.and_then(|s| flow.terminal(s)).is_some_and(|t| !t.is_entrance());
        leads_out && line.pieces.iter().all(|piece| near(piece) >= radius - 1e-9)
    };
    let entrances: Vec<_> = flow.open_sides().filter(|(_, t)| t.is_entrance()).collect();
    let levels = (0..8).map(|k| radius + 2.0 * radius * f64::from(k));
    let plain = levels
        .flat_map(|level| entrances.iter().flat_map(move |(side, _)| flow_lines(&flow_of("leftovers"), *side, level)))
        .filter(fits)
        .count();
    let lanes = flow.lanes(radius).unwrap().lanes().len();
    assert!(plain < lanes, "{plain} lines of the plain flow have room, {lanes} lanes");
}

fn flow_of(name: &str) -> FlowMap {
    FlowMap::new(&builtin(name).unwrap()).unwrap()
}

fn flow_lines(flow: &FlowMap, side: wayfront_domain::SideId, level: f64) -> Vec<wayfront_pathmap::LevelLine> {
    flow.levels().level_lines_from(side, level)
}
