//! The verb `flow`.

use crate::common::{folder, wayfront};

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
