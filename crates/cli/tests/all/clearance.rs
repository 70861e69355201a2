//! `path --radius`: bodies of several sizes, for people and for programs, and what is said where there is no room.

use crate::common::{folder, wayfront, written};
use serde_json::json;

/// A room with a block in the middle, and a gap above it, 1 wide where it is narrowest.
const ROOM: &str = "[world]
boundary = [[0, 0], [10, 0], [10, 10], [0, 10]]
obstacles = [[[4, 0], [6, 0], [6, 8.9], [4, 9]]]
[[sources]]
name = \"west\"
point = [1, 3]
[[sources]]
name = \"niche\"
point = [9.9, 5]
";

#[test]
fn three_sizes_take_three_paths() {
    let picture = folder().join("sizes.svg");
    let run = wayfront(&[
        "path",
        "sizes",
        "--from",
        "6,12",
        "--radius",
        "0.3,0.7,1.2",
        "--format",
        "json",
        "--picture",
        picture.to_str().unwrap(),
    ]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let paths = run.json();
    let widths: Vec<f64> = (0..3).map(|k| paths[k]["narrowest"]["width"].as_f64().unwrap()).collect();
    for (width, right) in widths.iter().zip([0.8, 1.6, 3.0]) {
        assert!((width - right).abs() < 1e-9, "{widths:?}");
    }
    let lengths: Vec<f64> = (0..3).map(|k| paths[k]["length"].as_f64().unwrap()).collect();
    assert!(lengths[0] == 28.0 && lengths[0] < lengths[1] && lengths[1] < lengths[2], "{lengths:?}");
    let arcs = |k: usize| paths[k]["pieces"].as_array().unwrap().iter().filter(|p| p.get("arc").is_some()).count();
    assert_eq!([arcs(0), arcs(1), arcs(2)], [0, 2, 2]);
    assert!(std::fs::read_to_string(picture).unwrap().contains("radius 1.2"));
}

#[test]
fn barriers_are_paid_for_when_the_centre_crosses() {
    let cost = |more: &[&str]| {
        let run = wayfront(&[&["path", "queue-delay", "--radius", "0.3", "--format", "json"], more].concat());
        [run.json()["cost"].as_f64().unwrap(), run.json()["length"].as_f64().unwrap()]
    };
    // Before the middle corridor one waits in it, from the side one goes around.
    let [plain, waiting] = [cost(&["--from", "19,13", "--plain"]), cost(&["--from", "19,13"])];
    assert!((waiting[0] - plain[0] - 10.0).abs() < 1e-9 && (waiting[1] - plain[1]).abs() < 1e-9, "{waiting:?}");
    let [plain, around] = [cost(&["--from", "2,8", "--plain"]), cost(&["--from", "2,8"])];
    assert!((around[0] - around[1]).abs() < 1e-9 && around[0] > plain[0] && around[0] < plain[0] + 10.0, "{around:?}");
}

#[test]
fn paths_lead_to_doors_too() {
    let run = wayfront(&["path", "office", "--from", "3,2", "--radius", "0.3", "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let [point, body] =
        [&["path", "office", "--from", "3,2", "--format", "json"][..], &[]].map(|arguments| match arguments {
            [] => run.json()["length"].as_f64().unwrap(),
            arguments => wayfront(arguments).json()["length"].as_f64().unwrap(),
        });
    assert!(body > point && body < 1.1 * point, "{point} {body}");
}

#[test]
fn maps_and_queries_take_a_radius() {
    let room = written("room-map.toml", ROOM);
    let [picture, shapes, raster] =
        ["disc-map.svg", "disc-map.geojson", "disc-map.npz"].map(|name| folder().join(name));
    let files = [&picture, &shapes, &raster].map(|file| file.to_str().unwrap());
    let run = wayfront(&[
        "map",
        &room,
        "--radius",
        "0.4",
        "--size",
        "200",
        "--format",
        "json",
        "--picture",
        files[0],
        "--shapes",
        files[1],
        "--raster",
        files[2],
    ]);
    assert_eq!(run.status, 0, "{}", run.err);
    let report = run.json();
    assert_eq!((&report["radius"], &report["unreachable"]), (&json!(0.4), &json!(0.0)));
    let svg = std::fs::read_to_string(&picture).unwrap();
    assert!(["isolines", "borders", "routes"].iter().all(|layer| svg.contains(layer)));
    let shapes: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&shapes).unwrap()).unwrap();
    let roles: Vec<&str> =
        shapes["features"].as_array().unwrap().iter().filter_map(|f| f["properties"]["role"].as_str()).collect();
    assert!(["border", "isoline", "source"].iter().all(|role| roles.contains(role)), "{roles:?}");
    let points = written("room-points.csv", "8,5\n3.8,5\n5,9.5\n");
    let ask = |radius: &[&str]| wayfront(&[&["query", &room, "--points", &points], radius].concat()).out;
    let rows = ask(&["--radius", "0.5"]);
    let statuses: Vec<&str> = rows.lines().skip(1).map(|row| row.split(',').nth(2).unwrap()).collect();
    assert_eq!(statuses, ["ok", "blocked", "ok"], "{rows}");
    assert_eq!(ask(&["--radius", "0"]), ask(&[]), "without a size it is the map of points");
}

/// Quick paths say what they are, and are never shorter than the shortest.
#[test]
fn quick_paths_are_marked() {
    // The sources of the scene are doors: to segments the exact path is given.
    let questions = [
        (&["--radius", "0.25"][..], "exact"),
        (&[], "exact"),
        (&["--to", "20,12", "--radius", "0.2"], "local"),
        (&["--to", "20,12"], "local"),
    ];
    for (extra, kind) in questions {
        let ask = |quick: &[&str]| {
            let all = [&["path", "office", "--from", "3,2", "--format", "json"][..], extra, quick].concat();
            wayfront(&all).json()
        };
        let (exact, quick) = (ask(&[]), ask(&["--quick"]));
        let lengths = [&exact, &quick].map(|found| found["length"].as_f64().unwrap());
        assert!(lengths[1] >= lengths[0] - 1e-9 && lengths[1] < 1.1 * lengths[0], "{extra:?}: {lengths:?}");
        assert_eq!(quick["kind"], json!(kind));
    }
}

/// What an exact path pays and where it ends, a quick one pays and ends there too: or it is the exact one.
#[test]
fn quick_paths_pay_for_barriers_and_reach_the_ends_of_segments() {
    let room = "[world]\nboundary = [[0, 0], [10, 0], [10, 6], [0, 6]]\n";
    let barrier = "[[sources]]\npoint = [9.5, 3]\n[[barriers]]\nsegment = [[5, 0], [5, 6]]\ndelay = 2\n";
    let slow = "[[sources]]\npoint = [9.5, 3]\n[[barriers]]\nsegment = [[5, 0], [5, 6]]\nweight = 3\n";
    let segment = "[[sources]]\nsegment = [[5.5, 3], [9, 3]]\n";
    for (name, rest) in [("barrier", barrier), ("slow", slow), ("segment", segment)] {
        let file = written(&format!("quick-{name}.toml"), &format!("{room}{rest}"));
        for radius in ["0", "0.3"] {
            let ask = |quick: &[&str]| {
                let all = ["path", &file, "--from", "0.5,3", "--radius", radius, "--format", "json"];
                wayfront(&[&all[..], quick].concat())
            };
            let (exact, quick) = (ask(&[]).json(), ask(&["--quick"]));
            assert_eq!(quick.json(), exact, "{name} with {radius}");
            assert!(quick.err.contains("--quick is for points"), "{}", quick.err);
        }
    }
}
