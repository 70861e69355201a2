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
fn programs_get_pieces_and_the_narrowest_place() {
    let room = written("room-radius.toml", ROOM);
    let run = wayfront(&["path", &room, "--from", "2,9.5", "--to", "8,9.5", "--radius", "0.5", "--format", "json"]);
    let found = run.json();
    assert_eq!(found["pieces"], json!([{"line": [[2.0, 9.5], [8.0, 9.5]]}]));
    assert_eq!((&found["radius"], &found["clearance"], &found["kind"]), (&json!(0.5), &json!(0.5), &json!("exact")));
    assert_eq!(found["narrowest"]["width"], json!(1.0));
    assert_eq!((&found["cost"], &found["length"]), (&json!(6.0), &json!(6.0)));
}

#[test]
fn people_read_the_size_and_its_narrowest_place() {
    let room = written("room-radius-text.toml", ROOM);
    let run = wayfront(&["path", &room, "--from", "2,9.5", "--to", "8,9.5", "--radius", "0.5"]);
    assert_eq!(
        run.out,
        "cost      6\nlength    6 m\nsource    the point of --to\nradius    0.5 m\nclearance 0.5 m\n\
         narrowest 1 m at (4, 9.5)\npoints    (2, 9.5)\n          (8, 9.5)\n"
    );
}

#[test]
fn what_has_no_room_is_said() {
    let room = written("room-no-room.toml", ROOM);
    let path = |rest: &[&str]| {
        let run = wayfront(&[&["path", &room], rest].concat());
        (run.status, run.err.replace(&room, "ROOM"))
    };
    assert_eq!(
        path(&["--from", "0.2,5", "--to", "8,5", "--radius", "0.5"]),
        (
            1,
            "ROOM: --from (0.2, 5) is blocked for a radius of 0.5: its clearance is 0.2\n    the nearest place with room \
             is (0.5, 5)\n"
                .to_owned()
        )
    );
    assert_eq!(
        path(&["--from", "2,5", "--to", "8,5", "--radius", "0.75"]),
        (
            1,
            "ROOM: too narrow from (2, 5) to (8, 5) for a radius of 0.75\n    the widest radius that gets through is 0.5; \
             the narrowest gap is 1 wide, at (4, 9.5)\n"
                .to_owned()
        )
    );
    // To doors, on which no point has clearance.
    let run = wayfront(&["path", "office", "--from", "7,3", "--radius", "0.55"]);
    let narrow = "office: too narrow from (7, 3) to any source for a radius of 0.55\n    the widest radius that gets through \
                  is 0.5; the narrowest gap is 1 wide, at (7.5, 6)\n";
    assert_eq!((run.status, run.err.as_str()), (1, narrow));
    for radius in ["-1", "nan", "inf", "wide"] {
        let (status, err) = path(&["--from", "2,5", "--to", "8,5", "--radius", radius]);
        assert!(status == 2 && err.contains(radius) && err.contains("a radius is a number, 0 or more"), "{err}");
    }
    // A source of the scene without room is met as near as the body gets.
    let run = wayfront(&["path", &room, "--from", "8,5", "--radius", "0.5", "--format", "json"]);
    assert_eq!(run.json()["source_name"], "niche");
    assert!((run.json()["length"].as_f64().unwrap() - 1.5).abs() < 1e-9);
    assert!(run.err.contains("note: source 1 at (9.9, 5) has no room for a radius of 0.5: it is met at (9.5, 5)"));
}

/// A door that is too narrow is named by every verb, with its width and the radius.
#[test]
fn narrow_doors_are_named() {
    let doors = "[world]
boundary = [[0, 0], [10, 0], [10, 10], [0, 10]]
[[sources]]
name = \"front\"
segment = [[10, 4], [10, 6]]
[[sources]]
name = \"back\"
segment = [[0, 4], [0, 4.5]]
";
    let (scene, points) = (written("narrow-doors.toml", doors), written("narrow-doors.csv", "5,5\n"));
    let narrow = "source 1 (back), 0.5 wide from (0, 4) to (0, 4.5), has no room for a radius of 0.3";
    for verb in [&["path", &scene, "--from", "5,5"][..], &["map", &scene], &["query", &scene, "--points", &points]] {
        let run = wayfront(&[verb, &["--radius", "0.3"]].concat());
        assert_eq!(run.status, 1, "{verb:?}");
        assert_eq!(
            run.err,
            format!("{scene}: {narrow}\n    make it 0.6 wide or more, or take a smaller radius\n"),
            "{verb:?}"
        );
    }
    let reply = wayfront(&["check", &scene, "--radius", "0.3", "--format", "json"]).json();
    assert_eq!(reply["sizes"][0]["sources"][1]["problem"], json!(narrow));
    for radius in ["-1", "nan", "inf"] {
        for verb in [&["map", &scene][..], &["query", &scene, "--points", &points], &["check", &scene]] {
            let run = wayfront(&[verb, &["--radius", radius]].concat());
            assert!(run.status == 2 && run.err.contains(radius) && run.err.contains("0 or more"), "{}", run.err);
        }
    }
}

#[test]
fn what_does_not_go_with_a_radius_is_refused() {
    for verb in [&["path", "bicycle", "--from", "20,50"][..], &["map", "bicycle"]] {
        let run = wayfront(&[verb, &["--radius", "0.3"]].concat());
        assert_eq!(run.status, 1);
        assert!(run.err.contains("weights do not count with a radius"), "{}", run.err);
    }
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
fn one_of_several_radii_that_does_not_fit_ends_nothing() {
    let room = written("room-several.toml", ROOM);
    let ask = |format: &str| {
        wayfront(&["path", &room, "--from", "2,5", "--to", "8,5", "--radius", "0.75,0.25", "--format", format])
    };
    let run = ask("json");
    assert_eq!(run.status, 1);
    let reply = run.json();
    assert_eq!(reply[0]["radius"], json!(0.75));
    assert!(reply[0]["error"].as_str().unwrap().contains("too narrow from (2, 5) to (8, 5)"), "{reply}");
    assert!(reply[0]["advice"].as_str().unwrap().contains("the widest radius that gets through is 0.5"), "{reply}");
    assert!(reply[1]["radius"] == json!(0.25) && reply[1]["length"].as_f64().unwrap() > 10.0, "{reply}");
    let run = ask("text");
    assert!(
        run.status == 1 && run.out.contains("too narrow from") && run.out.contains("radius    0.25 m"),
        "{}",
        run.out
    );
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

#[test]
fn a_check_reports_what_each_size_reaches() {
    let room = written("room-check.toml", ROOM);
    let run = wayfront(&["check", &room, "--radius", "0.25,0.75", "--format", "json"]);
    assert_eq!(run.status, 0, "every place reaches one of the sources: {}", run.err);
    let sizes = run.json()["sizes"].clone();
    assert_eq!((&sizes[0]["cut_off"], &sizes[0]["narrow"]), (&json!(0.0), &json!([])));
    assert_eq!(sizes[0]["sources"][0]["from"], json!(1.0));
    // Both sources are in one half each, so nothing is cut off from all of them, but each from one.
    assert!(sizes[1]["sources"][0]["from"].as_f64().unwrap() < 0.6, "{sizes}");
    let only = ROOM.split("[[sources]]").take(2).collect::<Vec<_>>().join("[[sources]]");
    let room = written("room-check-one.toml", &only);
    let run = wayfront(&["check", &room, "--radius", "0.75"]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("too narrow at (4, 9.5): 1 m wide, 0.5 m short"), "{}", run.out);
    assert_eq!(wayfront(&["check", &room, "--radius", "0.5"]).status, 0);
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
    let straight = wayfront(&["path", "office", "--from", "3,2", "--to", "4,2", "--quick", "--format", "json"]).json();
    assert_eq!(straight["kind"], json!("exact"));
    let text = wayfront(&["path", "office", "--from", "3,2", "--to", "20,12", "--quick"]);
    assert!(text.out.contains("kind      local: the shortest of its channel"), "{}", text.out);
    let narrow = wayfront(&["path", "office", "--from", "3,2", "--quick", "--radius", "1.2"]);
    assert!(narrow.status == 1 && narrow.err.contains("2 wide"), "{}", narrow.err);
    let blocked = wayfront(&["path", "office", "--from", "3,2", "--to", "3,0.1", "--quick", "--radius", "0.3"]);
    assert!(blocked.status == 1 && blocked.err.contains("its clearance is 0.1"), "{}", blocked.err);
    // The start is a last bit too close to a desk.
    let close = wayfront(&["path", "office", "--from", "3,2", "--quick", "--radius", "0.4"]);
    assert!(close.err.contains("radius of 0.4: its clearance is 0.3999999999999999"), "{}", close.err);
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
