//! `path --keep`, `--safest` and `--wide`: paths in the middle, for people and for programs.

use crate::common::{folder, wayfront, written};

/// Two halves of a room, joined by a door of 1 m near the left wall's far end and one of 0.5 m on the straight path.
const ROOM: &str = "[world]
boundary = [[0, 0], [20, 0], [20, 10], [0, 10]]
obstacles = [[[9, 0], [11, 0], [11, 2.5], [9, 2.5]], [[9, 3], [11, 3], [11, 7], [9, 7]], [[9, 8], [11, 8], [11, 10], [9, 10]]]
[[sources]]
name = \"east\"
point = [17, 2.75]
";

fn found(room: &str, rest: &[&str]) -> serde_json::Value {
    let run = wayfront(&[&["path", room, "--from", "3,2.75", "--format", "json"], rest].concat());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{rest:?}");
    run.json()
}

#[test]
fn keeping_a_metre_takes_the_middle_of_the_door() {
    let room = written("room-keep.toml", ROOM);
    let path = found(&room, &["--keep", "1"]);
    let number = |of: &serde_json::Value| of.as_f64().unwrap();
    assert_eq!(path["kind"], "keep");
    // The small door lies on the straight path, and its middle too.
    assert!((number(&path["length"]) - 14.0).abs() < 1e-9, "{path}");
    assert!((number(&path["width"]) - 0.5).abs() < 1e-9, "{path}");
    // A metre is left up to where the door's corners are a metre away.
    let narrow = 2.0 + 2.0 * (1.0_f64 - 0.0625).sqrt();
    assert!((number(&path["parts"][1]) - narrow).abs() < 1e-6, "{path}");
    let wider = found(&room, &["--keep", "1", "--radius", "0.3"]);
    assert!((number(&wider["width"]) - 1.0).abs() < 1e-9, "a body of 0.6 m takes the other door: {wider}");
}

#[test]
fn the_safest_path_takes_the_wider_door_and_pictures_show_it() {
    let (room, picture) = (written("room-safest.toml", ROOM), folder().join("safest.svg"));
    let path = found(&room, &["--safest", "--picture", picture.to_str().unwrap()]);
    assert_eq!((&path["kind"], path["source_name"].as_str()), (&serde_json::json!("safest"), Some("east")));
    assert!((path["width"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{path}");
    assert!(std::fs::read_to_string(picture).unwrap().contains("widest path"));
    let short = found(&room, &["--wide", "0.2"]);
    let wide = found(&room, &["--wide", "0.4"]);
    assert!((short["width"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{short}");
    assert!(wide["length"].as_f64() > short["length"].as_f64() && wide["kind"] == "wide");
}

/// Exits lie on outlines, where there is no room: they are met as near as a body gets.
#[test]
fn exits_on_outlines_are_met_as_near_as_a_body_gets() {
    let door = ROOM.replace("point = [17, 2.75]", "segment = [[20, 4], [20, 6]]");
    let room = written("room-exit.toml", &door);
    let asked: [(&[&str], f64); 4] = [
        (&["--safest"], 1.0),
        (&["--wide", "0.2"], 0.4),
        (&["--keep", "1", "--radius", "0.3"], 0.6),
        (&["--keep", "0.2"], 0.4),
    ];
    for (rest, right) in asked {
        let path = found(&room, rest);
        assert!((path["width"].as_f64().unwrap() - right).abs() < 1e-6, "{rest:?}: {path}");
    }
}
