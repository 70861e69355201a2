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
