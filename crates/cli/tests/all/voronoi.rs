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
fn clearance_says_it_in_words() {
    let rooms = written("clearance-words.toml", ROOMS);
    let run = wayfront(&["clearance", &rooms, "--from", "4,2.5", "--to", "12,2.5", "--radius", "0.4"]);
    let lines: Vec<&str> = run.out.lines().skip(1).collect();
    assert_eq!(
        lines[..5],
        [
            "   1  1 m         at (8, 2.5), between world.walls[0] and world.walls[1]",
            "   2  2 m         at (8, 7), between world.walls[1] and world.walls[2]",
            "widest      2 m from (4, 2.5) to (12, 2.5)",
            "narrowest   at (8, 7), between world.walls[1] and world.walls[2]",
            "radius      0.4 m: 1 part, both ends in the same one",
        ]
    );
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
fn what_is_wrong_is_reported() {
    let rooms = written("clearance-wrong.toml", ROOMS);
    let run = wayfront(&["clearance", &rooms, "--from", "-4,2.5", "--to", "12,2.5"]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("--from (-4, 2.5): the point lies 4 outside the free space"), "{}", run.err);
    assert_eq!(wayfront(&["clearance", &rooms, "--from", "4,2.5"]).status, 2);
    assert_eq!(wayfront(&["clearance", &rooms, "--radius", "-1"]).status, 2);
    let crowded = wayfront(&["navgraph", &rooms, "--agents", "3", "--agent", "7"]);
    assert_eq!(crowded.status, 1);
    assert!(crowded.err.contains("3 agents found room, so there is no agent 7"), "{}", crowded.err);
}

/// Points are bodies, too.
#[test]
fn a_radius_of_0_is_fine() {
    let rooms = written("point-rooms.toml", ROOMS);
    let parts = wayfront(&["clearance", &rooms, "--radius", "0", "--format", "json"]);
    assert_eq!((parts.status, &parts.json()["parts"]), (0, &1.into()));
    let led = wayfront(&["navgraph", &rooms, "--agents", "30", "--radius", "0", "--format", "json"]);
    assert_eq!((led.status, &led.json()["routed"], &led.json()["shared_aims"]), (0, &30.into(), &0.into()));
    for radius in ["-1", "nan"] {
        assert_eq!(wayfront(&["navgraph", &rooms, "--radius", radius]).status, 2);
    }
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

/// Walkers in one place, one inside of another, one in an obstacle, a goal that is blocked, in another part, or behind a gap
/// that is too narrow: which group, where, and what to do, before anything runs.
#[test]
fn agents_that_cannot_be_led_are_reported() {
    let scene = |name: &str, walls: &str, points: &str, goal: &str| {
        let text = format!(
            "[world]\nboundary = [[0, 0], [20, 0], [20, 10], [0, 10]]\n\
             obstacles = [[[8, 0], [12, 0], [12, 4], [8, 4]]]\nwalls = [{walls}]\n\
             [[sources]]\nname = \"goal\"\npoint = {goal}\n\
             [crowd]\n[[crowd.groups]]\npoints = {points}\nradius = 0.25\ngoal = \"goal\"\nguide = \"navgraph\"\n"
        );
        written(name, &text)
    };
    let closed = "[[15, 0], [15, 10]]";
    let gap = "[[15, 0], [15, 7]], [[15, 7.4], [15, 10]]";
    let cases = [
        (
            scene("same.toml", "", "[[2, 2], [2, 2]]", "[18, 5]"),
            "at (2, 2): two agents overlap: their centres are 0 apart",
        ),
        (scene("inside.toml", "", "[[2, 2], [2.1, 2]]", "[18, 5]"), "at (2.1, 2): two agents overlap"),
        (scene("blocked.toml", "", "[[11, 2]]", "[18, 5]"), "the nearest place with room is (12.25, 2)"),
        (scene("goal.toml", "", "[[2, 5]]", "[11, 2]"), "move it to (12, 2), the nearest free point"),
        (scene("part.toml", closed, "[[2, 5]]", "[18, 5]"), "the goal is in a part of 50 m² from (15, 0) to (20, 10)"),
        (
            scene("narrow.toml", gap, "[[2, 5]]", "[18, 5]"),
            "the widest path is 0.400 wide at its narrowest place, (15, 7.2)",
        ),
    ];
    for (file, part) in &cases {
        for verb in ["simulate", "navgraph", "check"] {
            let run = wayfront(&[verb, file]);
            assert!(run.status == 1 && run.err.contains(part), "{verb} {file}: {}\n{}", run.status, run.err);
        }
    }
}

/// Cars are discs of the graph, but have no group.
#[test]
fn what_moves_is_no_agent() {
    let run = wayfront(&["navgraph", "plaza", "--format", "json"]);
    assert_eq!((run.status, &run.json()["agents"]), (0, &200.into()));
    assert!(run.json()["moving_discs"].as_u64().unwrap() > 0);
    let reply = wayfront(&["navgraph", "plaza"]);
    assert!(reply.out.starts_with("plaza: 200 agents, and obstacles that move as "), "{}", reply.out);
    let beyond = wayfront(&["navgraph", "plaza", "--agent", "200"]);
    assert_eq!(beyond.status, 1);
    assert!(beyond.err.contains("there are 200 agents, so there is no agent 200"), "{}", beyond.err);
}
