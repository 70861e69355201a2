//! The verb `flow`.

use crate::common::{folder, wayfront, written};

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
    for part in ["2.6 m can flow through", "4 for radius 0.3 m", "gains 1 lane", "per second"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let run = wayfront(&["flow", "narrow-door", "--radius", "2"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("too narrow: 2.6 m wide, a lane needs 4 m"), "{}", run.out);
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
    refused(&["flow", "corridor", "--entrance", "1,2", "0,3"], 1, "lies 1 off the boundary");
    refused(&["flow", "corridor", "--entrance", "24,0", "24,3"], 1, "overlap");
    refused(&["flow", "office"], 1, "the scene has no flow");
    let hall = |closed: bool| {
        let walls = if closed { "[[[9, 0], [9, 10]]]" } else { "[]" };
        let boundary = "[[0, 0], [20, 0], [20, 10], [0, 10]]";
        let flow = "entrances = [[[0, 2], [0, 8]]]\nexits = [[[20, 2], [20, 8]]]";
        written(
            &format!("hall-{closed}.toml"),
            &format!("[world]\nboundary = {boundary}\nwalls = {walls}\n[flow]\n{flow}\n"),
        )
    };
    refused(&["flow", &hall(true)], 1, "no path leads from an entrance to an exit");
    refused(&["flow", &hall(true)], 1, "open a door");
    refused(&["flow", &hall(false), "--radius", "1e-9"], 1, "choose a larger --radius");
    let missing = folder().join("no").join("such.npz");
    refused(&["flow", "corridor", "--raster", missing.to_str().unwrap()], 1, "cannot write");
}

#[test]
fn agents_that_are_too_large_see_the_gate_that_decides() {
    // The entrance is 8 wide, but each path passes one of two gates, and the wider one is 2.5.
    let run = wayfront(&["flow", "corridor", "--radius", "9"]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("0 for radius 9"), "{}", run.out);
    assert!(run.out.contains("too narrow: 2.5 m wide, a lane needs 18 m, (11, 0) - (11, 2.5)"), "{}", run.out);
    let json = wayfront(&["flow", "corridor", "--radius", "9", "--format", "json"]).json();
    assert_eq!(json["lane_capacity"], 0);
    assert_eq!(json["too_narrow"]["width"], 2.5);
}

#[test]
fn closed_doors_stop_the_flow() {
    let scene = |open: bool| {
        written(
            &format!("door-{open}.toml"),
            &format!(
                "[world]\nboundary = [[0, 0], [20, 0], [20, 10], [0, 10]]\nwalls = [[[9, 0], [9, 4]], [[9, 6], [9, 10]]]\n\
                 [[doors]]\nname = \"middle\"\nsegment = [[9, 4], [9, 6]]\nopen = {open}\n\
                 [flow]\nentrances = [[[0, 2], [0, 8]]]\nexits = [[[20, 2], [20, 8]]]\nradius = 0.25\n"
            ),
        )
    };
    let run = wayfront(&["flow", &scene(true), "--format", "json"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!((run.json()["capacity"].as_f64(), run.json()["lane_capacity"].as_u64()), (Some(2.0), Some(4)));
    let run = wayfront(&["flow", &scene(false)]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("no path leads"), "{}", run.err);
}

#[test]
fn a_flow_without_radius_is_shown_beside_the_lanes() {
    let file = folder().join("leftovers.svg");
    let arguments = ["flow", "leftovers", "--plain", "--picture", file.to_str().unwrap()];
    let run = wayfront(&arguments);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("a lane's width apart that ignore the radius; "), "{}", run.out);
    let json = wayfront(&[&arguments[..], &["--format", "json"]].concat()).json();
    let (lines, room) = (json["plain_lines"]["lines"].as_u64(), json["plain_lines"]["with_room"].as_u64());
    assert!(room < json["lane_capacity"].as_u64() && lines > room, "{lines:?} lines, {room:?} with room");
    assert!(std::fs::read_to_string(file).unwrap().contains("id=\"plain-lost\""));
}

#[test]
fn the_sampled_flow_is_written_for_numpy() {
    let file = folder().join("flow.npz");
    let run = wayfront(&["flow", "corridor", "--raster", file.to_str().unwrap(), "--size", "60"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let bytes = std::fs::read(file).unwrap();
    let has = |part: &str| bytes.windows(part.len()).any(|window| window == part.as_bytes());
    assert!(has("direction.npy") && has("distance.npy") && has("bounds.npy"));
    assert!(has("'shape': (20, 60, 2)"), "rows, columns, x and y");
}

#[test]
fn lanes_are_reported_as_exact_curves_too() {
    let json = wayfront(&["flow", "corridor", "--no-shorten", "--format", "json"]).json();
    let pieces: Vec<_> =
        json["lanes"].as_array().unwrap().iter().flat_map(|l| l["pieces"].as_array().unwrap()).collect();
    assert!(pieces.iter().any(|piece| piece["arc"]["radius"].as_f64().is_some_and(|r| r > 0.0)));
    assert!(pieces.iter().all(|piece| piece["line"].is_array() || piece["arc"].is_object()));
    let length = |piece: &serde_json::Value| match piece["arc"].as_object() {
        Some(arc) => arc["radius"].as_f64().unwrap() * arc["sweep"].as_f64().unwrap().abs(),
        None => {
            let at = |k: usize, c: usize| piece["line"][k][c].as_f64().unwrap();
            (at(1, 0) - at(0, 0)).hypot(at(1, 1) - at(0, 1))
        }
    };
    let sum: f64 = pieces.iter().map(|piece| length(piece)).sum();
    assert!((sum - json["total_length"].as_f64().unwrap()).abs() < 1e-6);
}

/// Throughput: lanes times speed over the distance between two on a lane, which is four radii unless it is given.
#[test]
fn throughput_follows_from_speed_and_spacing() {
    for (options, speed, radii) in [(&[][..], 1.34, Some(4.0)), (&["--speed", "2", "--spacing", "1.5"][..], 2.0, None)]
    {
        let run = wayfront(&[&["flow", "corridor", "--format", "json"], options].concat());
        let result = run.json();
        let number = |name: &str| result[name].as_f64().unwrap_or_else(|| panic!("{name}: {result}"));
        let spacing = radii.map_or(1.5, |radii| radii * number("radius"));
        assert_eq!((number("speed"), number("spacing")), (speed, spacing));
        let expected = number("lane_capacity") * speed / spacing;
        assert!((number("agents_per_second") - expected).abs() < 1e-9 * expected, "{expected}");
    }
}
