//! `clearance` and `navgraph`: their numbers, their files, and what they say when something is wrong.

use crate::common::{folder, wayfront, written};

/// A hall of two rooms, joined by doors of 1 and 2 m in a wall without thickness.
const ROOMS: &str = "[world]
boundary = [[0, 0], [20, 0], [20, 10], [0, 10]]
walls = [[[8, 0], [8, 2]], [[8, 3], [8, 6]], [[8, 8], [8, 10]]]
";

#[test]
fn clearance_gives_programs_its_numbers() {
    let rooms = written("clearance-rooms.toml", ROOMS);
    let ask = |more: &[&str]| {
        let run = wayfront(&[&["clearance", &rooms, "--format", "json"], more].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{more:?}");
        run.json()
    };
    let doors = ask(&[]);
    let width = |k: usize| doors["narrows"][k]["width"].as_f64().unwrap();
    assert_eq!((doors["narrow_count"].as_u64(), width(0), width(1)), (Some(2), 1.0, 2.0));
    assert_eq!(doors["narrows"][0]["at"], serde_json::json!([8.0, 2.5]));
    assert_eq!(doors["narrows"][0]["between"], serde_json::json!(["world.walls[0]", "world.walls[1]"]));
    let ends = ["--from", "4,2.5", "--to", "12,2.5"];
    let widest = ask(&ends);
    assert_eq!((&widest["widest"]["width"], &widest["widest"]["at"]), (&2.0.into(), &serde_json::json!([8.0, 7.0])));
    let narrow = ask(&[&ends[..], &["--radius", "0.4"]].concat());
    assert_eq!((&narrow["parts"], &narrow["fits"]), (&1.into(), &true.into()));
    assert!(narrow["route_length"].as_f64().unwrap() < widest["route_length"].as_f64().unwrap());
    let wide = ask(&[&ends[..], &["--radius", "1.1"]].concat());
    assert_eq!((&wide["parts"], &wide["fits"], &wide["route_length"]), (&2.into(), &false.into(), &().into()));
}

#[test]
fn clearance_writes_its_files() {
    let rooms = written("clearance-files.toml", ROOMS);
    let path = |name: &str| folder().join(name).display().to_string();
    let (picture, shapes, raster) = (path("c.svg"), path("c.geojson"), path("c.npz"));
    let run = wayfront(&["clearance", &rooms, "--picture", &picture, "--shapes", &shapes, "--raster", &raster]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(std::fs::read_to_string(picture).unwrap().contains("narrow place (2)"));
    let shapes: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(shapes).unwrap()).unwrap();
    let kinds = |kind: &str| {
        let features = shapes["features"].as_array().unwrap().iter();
        features.filter(|f| f["properties"]["kind"] == kind).count()
    };
    assert!(kinds("skeleton") > 10 && kinds("narrow") == 2 && kinds("route") == 0);
    assert!(std::fs::metadata(raster).unwrap().len() > 100_000);
}

#[test]
fn navgraph_leads_all_agents_elsewhere() {
    let rooms = written("navgraph-rooms.toml", ROOMS);
    let picture = folder().join("n.svg").display().to_string();
    let arguments = [
        "navgraph",
        &rooms,
        "--agents",
        "40",
        "--walker",
        "3",
        "--radius",
        "0.2",
        "--picture",
        &picture,
        "--format",
        "json",
    ];
    let run = wayfront(&arguments);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let found = run.json();
    assert_eq!((&found["agents"], &found["shared_aims"]), (&40.into(), &0.into()));
    assert!(found["routed"].as_u64().unwrap() > 30);
    assert!(std::fs::read_to_string(picture).unwrap().contains("black: without the agent itself"));
}

/// Cars are discs of the graph, but have no group.
#[test]
fn what_moves_is_no_agent() {
    let run = wayfront(&["navgraph", "plaza", "--format", "json"]);
    assert_eq!((run.status, &run.json()["agents"]), (0, &200.into()));
    assert!(run.json()["moving_discs"].as_u64().unwrap() > 0);
    let reply = wayfront(&["navgraph", "plaza"]);
    assert!(reply.out.starts_with("plaza: 200 agents, and obstacles that move as "), "{}", reply.out);
}
