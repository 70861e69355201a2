//! The verb `flow`.

mod common;

use common::{folder, wayfront, written};

#[test]
fn scenes_tell_capacity_cut_and_lanes() {
    let run = wayfront(&["flow", "narrow-door", "--format", "json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let json = run.json();
    assert!((json["capacity"].as_f64().unwrap() - 2.6).abs() < 1e-9);
    assert_eq!(json["lane_capacity"], 4);
    assert_eq!(json["lanes"].as_array().unwrap().len(), 4);
    assert_eq!(json["min_cut"].as_array().unwrap().len(), 1);
    let sum: f64 = json["lanes"].as_array().unwrap().iter().map(|l| l["length"].as_f64().unwrap()).sum();
    assert!((sum - json["total_length"].as_f64().unwrap()).abs() < 1e-9);
    let plain = wayfront(&["flow", "narrow-door", "--no-shorten", "--format", "json"]).json();
    assert!(plain["total_length"].as_f64() > json["total_length"].as_f64());
}

#[test]
fn people_read_what_limits_them() {
    let run = wayfront(&["flow", "narrow-door", "--radius", "0.3"]);
    for part in ["2.6 can flow through", "4 for radius 0.3", "gains 1 lane", "per second"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let run = wayfront(&["flow", "narrow-door", "--radius", "2"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("too narrow: 2.6 wide, a lane needs 4"), "{}", run.out);
}

#[test]
fn pictures_are_written() {
    let file = folder().join("corridor.svg");
    let run = wayfront(&["flow", "corridor", "--picture", file.to_str().unwrap()]);
    assert_eq!(run.status, 0, "{}", run.err);
    let svg = std::fs::read_to_string(file).unwrap();
    for layer in ["isolines", "lanes-before", "lanes", "cut"] {
        assert!(svg.contains(&format!("id=\"{layer}\"")), "{layer}");
    }
}

#[test]
fn chains_of_the_command_line_stand_for_those_of_the_scene() {
    let plan = written("plan.wkt", "POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0), (8 2, 8 5, 12 5, 12 2, 8 2))");
    let run = wayfront(&["flow", &plan]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("--entrance X,Y X,Y"), "{}", run.err);
    let ends = ["--entrance", "0,0", "0,10", "--exit", "20,10", "20,0"];
    let run = wayfront(&[&["flow", &plan, "--radius", "0.5", "--format", "json"], &ends[..]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!((run.json()["capacity"].as_f64(), run.json()["lane_capacity"].as_u64()), (Some(7.0), Some(7)));
}

#[test]
fn bad_input_is_refused_with_the_facts() {
    let refused = |arguments: &[&str], status: i32, part: &str| {
        let run = wayfront(arguments);
        assert_eq!(run.status, status, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(part), "{arguments:?}: {}", run.err);
    };
    refused(&["flow", "corridor", "--radius", "0"], 1, "the radius is 0; it must be a positive number");
    refused(&["flow", "corridor", "--radius", "-2"], 1, "the radius is -2");
    refused(&["flow", "corridor", "--speed", "0"], 2, "--speed is 0");
    refused(&["flow", "corridor", "--entrance", "1,2", "0,3"], 1, "1 away");
    refused(&["flow", "corridor", "--entrance", "24,0", "24,3"], 1, "overlap");
    refused(&["flow", "office"], 1, "the scene has no flow");
}
