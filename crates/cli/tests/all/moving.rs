//! Scenes that move: `check`, `--time` and `--animate`.

use crate::common::{folder, wayfront, written};
use serde_json::json;

/// A corridor with a gate, and a cart that is pushed along it. The gate opens at 2 s, the cart covers the desk at 4 s.
fn corridor(desk: &str, gate: &str) -> String {
    format!(
        "[world]
boundary = [[0, 0], [20, 0], [20, 4], [0, 4]]
solids = [{{ name = \"cart\", outline = [[1, 1], [2, 1], [2, 2], [1, 2]] }}]
[[sources]]
name = \"desk\"
point = {desk}
[[doors]]
name = \"gate\"
segment = {gate}
[[motions]]
obstacle = \"cart\"
times = [0, 8]
shifts = [[0, 0], [8, 0]]
[[motions]]
door = \"gate\"
times = [2]
open = [true]
"
    )
}

const GATE: &str = "[[15, 0], [15, 4]]";

#[test]
fn check_counts_doors_and_motions() {
    let file = written("corridor.toml", &corridor("[19, 2]", GATE));
    let run = wayfront(&["check", &file]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    for expected in [" in 1 piece\n", "  doors       1, 0 of them open\n", "  motions     2, for 8 s\n"] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
    let report = wayfront(&["check", &file, "--format", "json"]).json();
    for (field, value) in [("doors", json!(1)), ("motions", json!(2)), ("duration", json!(8.0)), ("ok", json!(true))] {
        assert_eq!(report[field], value, "{field}");
    }
}

#[test]
fn check_tells_problems_of_moments() {
    let file = written("covered.toml", &corridor("[5.5, 1.5]", GATE));
    let run = wayfront(&["check", &file]);
    assert_eq!(run.status, 1);
    let expected =
        "at 3.6 s: sources[0] at (5.5, 1.5): it lies 0.1 outside the free space\n    move it to (5.6, 1.5), ";
    assert!(run.err.starts_with(&format!("{file}:4: {expected}")), "{}", run.err);
    let report = wayfront(&["check", &file, "--format", "json"]).json();
    assert_eq!((&report["ok"], &report["problems"][0]["time"]), (&json!(false), &json!(3.6)));
}

#[test]
fn check_tells_doors_out_of_place() {
    let file = written("ajar.toml", &corridor("[19, 2]", "[[15, 0.5], [15, 4]]"));
    let run = wayfront(&["check", &file]);
    assert_eq!(
        (run.status, run.err),
        (
            1,
            format!(
                "{file}:7: doors[0] point 0 at (15, 0.5): the door does not reach from wall to wall: this end is 0.5 away \
                 from the nearest outline\n    end it at (15, 0)\n"
            )
        )
    );
    let through = written("through.toml", &corridor("[19, 2]", "[[1.5, 0], [1.5, 4]]"));
    let messages = wayfront(&["check", &through]).err;
    assert!(messages.contains("the door does not stand in an opening"), "{messages}");
}

#[test]
fn doors_are_closed_until_their_time() {
    let file = written("gate.toml", &corridor("[19, 2]", GATE));
    let from = |time: &[&str]| wayfront(&[&["path", &file, "--from", "10,2"], time].concat());
    for closed in [&[][..], &["--time", "1.9"]] {
        let run = from(closed);
        assert!(run.status == 1 && run.err.contains("no source can be reached"), "{}", run.err);
    }
    let run = from(&["--time", "2"]);
    assert!(run.status == 0 && run.out.starts_with("cost    9\n"), "{}", run.out);
    // The cart stands where one wants to start, 8 s later.
    let run = from(&["--time", "100"]);
    assert!(run.status == 0 && run.out.starts_with("cost    9\n"), "{}", run.out);
    let blocked = wayfront(&["path", &file, "--from", "9.5,1.5", "--time", "8"]);
    assert!(blocked.status == 1 && blocked.err.contains("outside the free space"), "{}", blocked.err);
}

#[test]
fn drawings_show_a_moment() {
    let file = written("drawn.toml", &corridor("[19, 2]", GATE));
    let drawn = |time: &[&str]| {
        let svg = folder().join(format!("drawn-{}.svg", time.join("")));
        let run = wayfront(&[&["draw", &file, "--picture", svg.to_str().unwrap()], time].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""));
        std::fs::read_to_string(svg).unwrap()
    };
    assert!(drawn(&[]).contains("id=\"doors\"") && drawn(&["--time", "2"]).contains("id=\"open-doors\""));
    assert_ne!(drawn(&["--time", "2"]), drawn(&["--time", "3"]));
}

/// How often a chunk of this kind is in a PNG.
fn chunks(png: &[u8], kind: &[u8; 4]) -> usize {
    let (mut at, mut found) = (8, 0);
    while let Some(head) = png.get(at..at + 8) {
        found += usize::from(&head[4..] == kind);
        at += 12 + u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
    }
    found
}

#[test]
fn animations_have_a_frame_for_each_moment() {
    let file = written("animated.toml", &corridor("[19, 2]", GATE));
    let png = folder().join("corridor.png");
    let run = wayfront(&["map", &file, "--size", "200", "--fps", "2", "--animate", png.to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("corridor.png: 17 frames, 2 per second\n"), "{}", run.out);
    let bytes = std::fs::read(&png).unwrap();
    assert_eq!((chunks(&bytes, b"acTL"), chunks(&bytes, b"fcTL"), chunks(&bytes, b"IEND")), (1, 17, 1));

    let frames = folder().join("corridor-##.svg");
    let arguments = ["map", &file, "--animate", frames.to_str().unwrap(), "--fps", "1", "--seconds", "3"];
    let run = wayfront(&[&arguments[..], &["--format", "json", "--colour", "evacuation"]].concat());
    let report = run.json();
    assert_eq!((&report["frames"], &report["frames_per_second"]), (&json!(4), &json!(1.0)));
    let frame = |k: u32| std::fs::read_to_string(folder().join(format!("corridor-0{k}.svg"))).unwrap();
    assert!(frame(2).contains("unreachable") && frame(2).contains("id=\"doors\""));
    assert!(frame(3).contains("id=\"open-doors\"") && !frame(3).contains("id=\"unreachable\""));
    // One key, one scale for all frames.
    let key = |k: u32| frame(k).split("<g id=\"scale\"").nth(1).unwrap().split("<g id=\"title\"").next().unwrap().len();
    assert!((1..=4).all(|k| key(k) == key(1)));
}

#[test]
fn a_moment_at_fault_is_named() {
    let file = written("covered-frame.toml", &corridor("[5.5, 1.5]", GATE));
    let png = folder().join("covered.png");
    let run = wayfront(&["map", &file, "--fps", "1", "--animate", png.to_str().unwrap()]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    let expected = format!("{file} at 4 s:\n{file}:4: sources[0] at (5.5, 1.5): it lies 0.5 outside the free space\n");
    assert!(run.err.starts_with(&expected), "{}", run.err);
}

#[test]
fn scenes_without_motion_are_not_animated() {
    let run = wayfront(&["map", "two-rooms", "--animate", folder().join("still.png").to_str().unwrap()]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("two-rooms: nothing moves in this scene"), "{}", run.err);
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &["map", "--animate", "map.gif"][..],
        &["map", "--animate", "map-##.apng"],
        &["map", "--seconds", "3"],
        &["map", "--animate", "map.png", "--fps", "0"],
        &["map", "--animate", "map.png", "--seconds", "-1"],
        &["map", "--animate", "map.png", "--time", "3"],
        &["map", "--farthest", "0"],
        &["map", "--time", "soon"],
        &["draw", "--picture", "a.png", "--time", "nan"],
    ] {
        let run = wayfront(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
    }
    let file = written("long.toml", &corridor("[19, 2]", GATE));
    let run = wayfront(&["map", &file, "--animate", "never.png", "--fps", "1000", "--seconds", "1000"]);
    assert!(run.status == 2 && run.err.contains("choose other --seconds or --fps"), "{}", run.err);
}
