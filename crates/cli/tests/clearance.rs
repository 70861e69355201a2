//! `path --radius`: bodies of several sizes, for people and for programs, and what is said where there is no room.

mod common;

use common::{folder, wayfront, written};
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
fn three_sizes_take_three_ways() {
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
    let ways = run.json();
    let widths: Vec<f64> = (0..3).map(|k| ways[k]["narrowest"]["width"].as_f64().unwrap()).collect();
    for (width, right) in widths.iter().zip([0.8, 1.6, 3.0]) {
        assert!((width - right).abs() < 1e-9, "{widths:?}");
    }
    let lengths: Vec<f64> = (0..3).map(|k| ways[k]["length"].as_f64().unwrap()).collect();
    assert!(lengths[0] == 28.0 && lengths[0] < lengths[1] && lengths[1] < lengths[2], "{lengths:?}");
    let arcs = |k: usize| ways[k]["pieces"].as_array().unwrap().iter().filter(|p| p.get("arc").is_some()).count();
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

#[test]
fn what_does_not_go_with_a_radius_is_refused() {
    let run = wayfront(&["path", "office", "--from", "3,2", "--radius", "0.3"]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("with --radius a way leads to a point, and no source is one"), "{}", run.err);
    let run = wayfront(&["path", "bicycle", "--from", "20,50", "--radius", "0.3"]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("weights and barriers do not count with --radius"), "{}", run.err);
}
