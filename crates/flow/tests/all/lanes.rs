//! Lanes of random worlds: their number, their ends, and all distances, exactly.

use wayfront_flow::FlowMap;
use wayfront_geometry::{Piece, Point};
use wayfront_testkit::flows;
use wayfront_testkit::runner::each_seed;
use wayfront_world::{builtin, builtin_names};

#[test]
fn all_lanes_exist_and_keep_their_distance() {
    let mut lanes_in_all = 0;
    let mut bad = 0;
    let are_all = each_seed("all_lanes_exist_and_keep_their_distance", 400, |seed| {
        let world = flows::world(seed);
        let Ok(flow) = FlowMap::new(&world) else { return };
        for radius in [0.08, 0.25, 0.5, 0.31, 1.0 / 3.0, 0.75] {
            let lanes = flow.lanes(radius).unwrap();
            if let Err(violation) = lanes.check() {
                println!("seed {seed}, radius {radius}: {violation}");
                bad += 1;
            }
            lanes_in_all += lanes.lanes().len();
            if seed % 3 == 0 && radius >= 0.25 {
                let shortened = lanes.shortened();
                if let Err(violation) = shortened.check() {
                    println!("seed {seed}, radius {radius}, shortened: {violation}");
                    bad += 1;
                }
                let (before, after) = (lanes.total_length(), shortened.total_length());
                assert!(after <= before * (1.0 + 1e-12), "seed {seed}, radius {radius}: {before} became {after}");
            }
        }
    });
    assert_eq!(bad, 0);
    assert!(!are_all || lanes_in_all > 5000, "only {lanes_in_all} lanes");
}

/// The same, without the library's own check: lanes as polylines, world as described, all pairs.
#[test]
fn lanes_keep_their_distance_plainly() {
    let mut seen = 0;
    for seed in 0..120 {
        let world = flows::world(seed);
        let is_plain = world.areas[0].outer.len() == 4;
        let Some(flow) = FlowMap::new(&world).ok().filter(|_| is_plain) else { continue };
        let radius = 0.4;
        let lanes = flow.lanes(radius).unwrap();
        for lanes in [lanes.shortened(), lanes] {
            let lines: Vec<Vec<Point>> = lanes.lanes().iter().map(|lane| lane.polyline(1e-5)).collect();
            let edges = |ring: &[Point]| -> Vec<[Point; 2]> {
                (0..ring.len()).map(|k| [ring[k], ring[(k + 1) % ring.len()]]).collect()
            };
            let solid: Vec<[Point; 2]> = world.obstacles.iter().flat_map(|o| edges(&o.outer)).collect();
            for (k, line) in lines.iter().enumerate() {
                let near = apart(&legs(line), &solid);
                assert!(near >= radius - 2e-5, "seed {seed}: lane {k} comes within {near} of an obstacle");
                for other in &lines[k + 1..] {
                    let near = apart(&legs(line), &legs(other));
                    assert!(near >= 2.0 * radius - 4e-5, "seed {seed}: lane {k} comes within {near} of another");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 1000, "only {seen} pairs");
}

fn legs(line: &[Point]) -> Vec<[Point; 2]> {
    line.windows(2).map(|leg| [leg[0], leg[1]]).collect()
}

fn apart(some: &[[Point; 2]], others: &[[Point; 2]]) -> f64 {
    let pairs = some.iter().flat_map(|s| others.iter().map(move |t| (s, t)));
    pairs.map(|(s, t)| Piece::Straight(*s).distance(&Piece::Straight(*t))).fold(f64::INFINITY, f64::min)
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
    let lines = flow.plain_lines(radius).unwrap();
    let plain = lines.iter().filter(|line| line.has_room).count();
    // By the distances to all solids.
    let near = |piece: &Piece| flow.solid_pieces().map(|side| side.distance(piece)).fold(f64::INFINITY, f64::min);
    for line in &lines {
        assert_eq!(line.has_room, line.lane.pieces.iter().all(|piece| near(piece) >= radius - 1e-6));
    }
    assert!(lines.len() >= 8, "{} lines", lines.len());
    let lanes = flow.lanes(radius).unwrap().lanes().len();
    assert!(plain < lanes, "{plain} lines of the plain flow have room, {lanes} lanes");
    assert!(flow.plain_lines(0.0).is_err());
}
