//! `map`: its numbers, its files, and what it says when something is wrong.

use crate::common::{folder, wayfront, written};
use serde_json::{Value, json};

/// A square of 4 with a wall across it that closes off a quarter.
const SQUARE: &str = "[world]
boundary = [[0, 0], [4, 0], [4, 4], [0, 4]]
walls = [[[0, 3], [4, 3]]]
[[sources]]
name = \"corner\"
point = [0, 0]
";

#[test]
fn map_gives_programs_its_numbers() {
    let file = written("square.toml", SQUARE);
    let run = wayfront(&["map", &file, "--size", "80", "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let report = run.json();
    for (field, value) in [
        ("vertices", json!(6)),
        ("generators", json!(1)),
        ("size", json!([80, 80])),
        ("max_cost", json!(5.0)),
        ("sources", json!(1)),
        ("unreachable", json!(0.25)),
        ("picture", Value::Null),
    ] {
        assert_eq!(report[field], value, "{field}");
    }
    for field in ["triangles", "windows", "build_seconds", "sample_seconds", "domain_seconds"] {
        assert!(report[field].as_f64().is_some_and(|x| x > 0.0), "{field}: {report}");
    }
}

#[test]
fn map_prints_the_same_for_people() {
    let file = written("square-text.toml", SQUARE);
    let run = wayfront(&["map", &file, "--size", "80"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let start = format!("{file}: the nearest of 1 source from everywhere\n  free space  6 vertices, ");
    assert!(run.out.starts_with(&start), "{}", run.out);
    for line in ["sample      80 x 80 pixels; ", "cost        up to 5\n", "unreachable 25 % of the free space\n"] {
        assert!(run.out.contains(line), "{line}: {}", run.out);
    }
}

#[test]
fn without_a_scene_the_office_is_mapped() {
    assert!(wayfront(&["map", "--size", "100"]).out.starts_with("office: the nearest of 2 sources from everywhere\n"));
}

/// The array `cost` of an archive: the numbers behind its header.
fn costs(archive: &[u8]) -> Vec<f32> {
    let name = archive.windows(8).position(|w| w == b"cost.npy").expect("has costs");
    let header = name + archive[name..].windows(6).position(|w| w == b"\x93NUMPY").expect("is an array");
    let length = usize::from(u16::from_le_bytes([archive[header + 8], archive[header + 9]]));
    let text = std::str::from_utf8(&archive[header + 10..header + 10 + length]).unwrap();
    assert!(text.contains("'<f4'") && text.contains("(8, 8)"), "{text}");
    let numbers = &archive[header + 10 + length..][..4 * 64];
    numbers.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn rasters_hold_the_cost_of_every_pixel() {
    let file = written("square-raster.toml", SQUARE);
    let npz = folder().join("square.npz");
    let run = wayfront(&["map", &file, "--size", "8", "--raster", npz.to_str().unwrap(), "--format", "json"]);
    assert_eq!(run.json()["raster"], json!(npz.to_str().unwrap()));
    for (k, cost) in costs(&std::fs::read(&npz).unwrap()).into_iter().enumerate() {
        let (x, y) = (0.25 + 0.5 * (k % 8) as f32, 0.25 + 0.5 * (k / 8) as f32);
        let expected = if y > 3.0 { f32::INFINITY } else { x.hypot(y) };
        assert!(cost == expected || (cost - expected).abs() < 1e-6, "({x}, {y}): {cost} instead of {expected}");
    }
}

#[test]
fn shapes_hold_isolines_of_their_cost_and_routes() {
    let file = written("square-shapes.toml", SQUARE);
    let shapes = folder().join("square.geojson");
    let run = wayfront(&["map", &file, "--shapes", shapes.to_str().unwrap(), "--routes", "3"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let shapes: Value = serde_json::from_str(&std::fs::read_to_string(&shapes).unwrap()).unwrap();
    let features = shapes["features"].as_array().unwrap();
    let of_role = |role: &str| features.iter().filter(|f| f["properties"]["role"] == role).collect::<Vec<_>>();
    assert_eq!((of_role("route").len(), of_role("source").len()), (3, 1));
    let isolines = of_role("isoline");
    assert!(isolines.len() >= 5, "only {}", isolines.len());
    for isoline in isolines {
        let cost = isoline["properties"]["cost"].as_f64().unwrap();
        for p in isoline["geometry"]["coordinates"].as_array().unwrap() {
            let (x, y) = (p[0].as_f64().unwrap(), p[1].as_f64().unwrap());
            assert!((x.hypot(y) - cost).abs() < 1e-6 && y <= 3.0 + 1e-9, "({x}, {y}) on the line of {cost}");
        }
    }
}

#[test]
fn pictures_show_regions_or_costs() {
    for (colour, layer) in [("regions", "id=\"regions\""), ("cost", "id=\"costs\"")] {
        let svg = folder().join(format!("two-rooms-{colour}.svg"));
        let name = svg.to_str().unwrap();
        let run = wayfront(&["map", "two-rooms", "--size", "400", "--colour", colour, "--picture", name]);
        assert!(run.status == 0 && run.out.ends_with(&format!("{name}\n")), "{}{}", run.out, run.err);
        let picture = std::fs::read_to_string(&svg).unwrap();
        for part in [layer, "id=\"isolines\"", "id=\"routes\"", "door"] {
            assert!(picture.contains(part), "{colour}: {part}");
        }
    }
    let png = folder().join("two-rooms-map.png");
    wayfront(&["map", "two-rooms", "--size", "300", "--routes", "0", "--picture", png.to_str().unwrap()]);
    assert_eq!(&std::fs::read(&png).unwrap()[1..4], b"PNG");
}

/// Shapes and picture are made from the same lines and routes, and are the same as each alone.
#[test]
fn shapes_and_picture_together_are_the_same_as_apart() {
    let [together, apart] = ["together", "apart"].map(|name| {
        ["geojson", "svg"].map(|ending| folder().join(format!("drawn-{name}.{ending}")).to_str().unwrap().to_owned())
    });
    let map = |more: &[&str]| {
        let style = ["map", "office", "--size", "800", "--colour", "cost", "--farthest", "40", "--routes", "3"];
        let run = wayfront(&[&style[..], more].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""));
    };
    map(&["--shapes", &together[0], "--picture", &together[1]]);
    map(&["--shapes", &apart[0]]);
    map(&["--picture", &apart[1]]);
    for (file, other) in together.iter().zip(&apart) {
        assert!(std::fs::read(file).unwrap() == std::fs::read(other).unwrap(), "{file}");
    }
    assert!(std::fs::read_to_string(&together[1]).unwrap().contains(">40<"), "the key ends at 40");
}

#[test]
fn threads_change_nothing_but_time() {
    let raster = |threads: &str| {
        let npz = folder().join(format!("office-{threads}.npz"));
        wayfront(&["map", "office", "--size", "300", "--threads", threads, "--raster", npz.to_str().unwrap()]);
        std::fs::read(npz).unwrap()
    };
    let one = raster("1");
    assert!(one == raster("2") && one == raster("5"));
}

#[test]
fn plain_maps_leave_weights_and_barriers_out_of_the_picture_too() {
    let svg = folder().join("terminal-map.svg");
    let run = wayfront(&["map", "terminal", "--picture", svg.to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(std::fs::read_to_string(&svg).unwrap().contains("id=\"barriers\""));
    let run = wayfront(&["map", "terminal", "--plain", "--picture", svg.to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(!std::fs::read_to_string(&svg).unwrap().contains("id=\"barriers\""));
}

#[test]
fn every_built_in_scene_is_mapped_and_drawn() {
    let listed = wayfront(&["scenes", "--format", "json"]).json();
    for scene in listed["scenes"].as_array().unwrap() {
        let name = scene["name"].as_str().unwrap();
        let picture = folder().join(format!("map-of-{name}.svg"));
        let arguments = ["map", name, "--size", "300", "--format", "json", "--picture", picture.to_str().unwrap()];
        let run = wayfront(&arguments);
        assert_eq!(run.status, 0, "{name}: {}", run.err);
        assert!(run.err.lines().all(|line| line.starts_with("note: path maps do not know ")), "{name}: {}", run.err);
        assert!(run.json()["max_cost"].as_f64().is_some_and(|cost| cost > 0.0), "{name}");
        assert!(picture.exists(), "{name}");
    }
}
