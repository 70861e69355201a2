//! The command on every listed file of the data folder: a report with the right numbers and paths through it, or a refusal with
//! its reason.

use crate::common::{wayfront, written};
use serde_json::Value;
use std::path::{Path, PathBuf};
use wayfront::{Domain, Point, world};
use wayfront_testkit::data;

/// Part of the message with which a file is refused; `None` for those that are scenes.
fn refusal(path: &Path) -> Option<&'static str> {
    let name = path.file_name().unwrap().to_str().unwrap();
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
    Some(match (ending, name) {
        ("off" | "obj" | "ply" | "stl", _) => "this is a triangle mesh, not a scene",
        ("scen", _) => "give the .map that it belongs to",
        ("tsv", _) => "this is a table, not a scene",
        ("pgm", _) => "give the .yaml of the ROS map",
        ("md", _) => "no scene format has the ending `md`",
        (_, "exact-paths.json" | "extremitypathfinder-cases.json") => "no field of a scene is here",
        (_, "reference-values.txt") => "this is not a list of points and edges",
        (_, "issue107.json") => "the ring has 2 different points",
        (_, "OnEdge.txt" | "issue-65-wrong-edges.txt" | "regression_issue_38_wrong_hull_small.txt") => {
            "the scene describes no area to walk on"
        }
        _ => return None,
    })
}

/// A file of the data folder, where there is one.
fn listed(name: &str) -> PathBuf {
    data::file(name).expect("there is a data folder")
}

fn checked(path: &Path) -> Value {
    let run = wayfront(&["check", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", path.display());
    run.json()
}

#[test]
fn every_file_gets_a_report_and_the_right_status() {
    let Some(all) = data::all() else { return };
    let mut good = 0;
    for path in all {
        if let Some(reason) = refusal(&path) {
            let run = wayfront(&["check", path.to_str().unwrap()]);
            assert_eq!(run.status, 1, "{}", path.display());
            assert!(run.err.contains(reason), "{}: {}", path.display(), run.err);
            continue;
        }
        let report = checked(&path);
        assert_eq!(report["ok"], Value::Bool(true), "{}", path.display());
        // The boundary of the first is a line, holes fill all of the others.
        let blocked = ["earcut/degenerate.json", "earcut/empty-square.json", "earcut/issue83.json"];
        let is_free = !blocked.iter().any(|name| path.ends_with(name));
        assert_eq!(report["area"].as_f64().map(|area| area > 0.0), Some(is_free), "{}: {report}", path.display());
        assert_eq!(report["components"].as_u64().map(|n| n > 0), Some(is_free), "{}", path.display());
        good += 1;
    }
    assert!(good > 90, "only {good} were read");
}

#[test]
fn maps_have_one_unit_of_area_for_each_free_cell() {
    for name in ["arena", "den312d", "brc202d", "lak303d", "Berlin_0_256", "maze512-8-0"] {
        let Some(path) = data::file(&format!("grids/{name}.map")) else { return };
        let text = std::fs::read_to_string(&path).unwrap();
        let free = text.lines().skip(4).flat_map(str::bytes).filter(|b| !b"@OTW\r".contains(b)).count();
        assert_eq!(checked(&path)["area"].as_f64(), Some(free as f64), "{name}");
    }
}

#[test]
fn the_depot_has_its_free_pixels() {
    let Some(depot) = data::file("ros/depot.yaml") else { return };
    let report = checked(&depot);
    let pixels = report["area"].as_f64().unwrap() / (0.05 * 0.05);
    assert!((pixels - 179_481.0).abs() < 1e-3, "{pixels}");
    assert_eq!(report["files"].as_array().map(Vec::len), Some(2));
}

#[test]
fn floor_plans_have_their_rooms() {
    if data::FLOOR_PLANS.paths().is_none() {
        return;
    }
    let plan = |name: &str| checked(&listed(&format!("floorplans/{name}")));
    for (name, obstacles) in [("BUW.wkt", 40), ("arena.wkt", 18), ("corner_with_shortcut.wkt", 1)] {
        let report = plan(name);
        assert_eq!(report["obstacles"].as_u64(), Some(obstacles), "{name}");
        assert_eq!(report["mended"].as_array().map(Vec::len), Some(0), "{name}");
    }
    assert_eq!(plan("corner_with_shortcut.wkt")["area"].as_f64(), Some(337.5));
    let westport = plan("westport-house-floor-gf.geojson");
    assert!(westport["notes"].to_string().contains("longitude and latitude"), "{}", westport["notes"]);
    assert!(westport["mended"].as_array().is_some_and(|m| !m.is_empty()), "its rooms overlap");
}

/// Areas by the even-odd rule, computed elsewhere; comparable where the rings are valid.
#[test]
fn rings_have_their_areas() {
    let Some(table) = data::file("polygons/earcut-areas.tsv") else { return };
    let table = std::fs::read_to_string(table).unwrap();
    let mut compared = 0;
    for cells in table.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>()) {
        if cells[3] == "True" {
            let area = checked(&listed(&format!("polygons/earcut/{}.json", cells[0])))["area"].as_f64().unwrap();
            let expected: f64 = cells[4].parse().unwrap();
            assert!((area - expected).abs() <= 1e-9 * expected, "{}: {area} instead of {expected}", cells[0]);
            compared += 1;
        }
    }
    assert!(compared > 10, "only {compared}");
}

/// Scenes of the data folder that have free space.
fn scenes() -> Option<Vec<(String, Domain)>> {
    let scenes = data::all()?.into_iter().filter(|path| refusal(path).is_none());
    let domain = |path: &Path| Domain::without_doors(&world::read_file(path).unwrap()).unwrap();
    let opened = scenes.map(|path| (path.to_str().unwrap().to_owned(), domain(&path)));
    Some(opened.filter(|(_, domain)| domain.free_triangles() > 0).collect())
}

/// A free point near the middle.
fn middle(domain: &Domain) -> Point {
    let bounds = domain.bounds();
    domain.nearest_free(bounds.min.lerp(bounds.max, 0.5)).expect("something is free")
}

/// Points all over a domain, as lines.
fn everywhere(domain: &Domain, side: usize) -> String {
    let (bounds, share) = (domain.bounds(), |k: usize| (k as f64 + 0.5) / side as f64);
    let at = |k: usize| bounds.min + Point::new(share(k % side) * bounds.width(), share(k / side) * bounds.height());
    (0..side * side).map(at).map(|p| format!("{},{}\n", p.x, p.y)).collect()
}

#[test]
fn every_scene_has_paths() {
    let Some(scenes) = scenes() else { return };
    assert!(scenes.len() > 80, "only {} scenes", scenes.len());
    for (k, (file, domain)) in scenes.iter().enumerate() {
        let to = middle(domain);
        let to = format!("{},{}", to.x, to.y);
        let points = written(&format!("everywhere-{k}.csv"), &everywhere(domain, 12));
        let run = wayfront(&["query", file, "--to", &to, "--points", &points]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{file}");
        assert_eq!(run.out.lines().count(), 145, "{file}");
        for cells in run.out.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
            let p = Point::new(cells[0].parse().unwrap(), cells[1].parse().unwrap());
            assert!(domain.contains(p) || cells[2] != "unreachable", "{file}: {cells:?}");
        }
        let Some(far) = run.out.lines().rfind(|line| line.contains(",ok,")) else { continue };
        let cells: Vec<&str> = far.split(',').collect();
        let from = format!("{},{}", cells[0], cells[1]);
        let path = wayfront(&["path", file, "--from", &from, "--to", &to, "--format", "json"]);
        assert!(path.out.contains(&format!("\"cost\": {},", number(cells[3]))), "{file}: {far} {}", path.out);
    }
}

/// Numbers, pixels, shapes and a picture of the map to a point in the middle.
#[test]
fn every_scene_is_mapped() {
    let Some(scenes) = scenes() else { return };
    for (k, (file, domain)) in scenes.iter().enumerate() {
        let to = middle(domain);
        let to = format!("{},{}", to.x, to.y);
        let [picture, raster, shapes] =
            ["svg", "npz", "geojson"].map(|ending| written(&format!("map-{k}.{ending}"), ""));
        let mut arguments = vec!["map", file, "--to", &to, "--size", "200", "--format", "json", "--raster", &raster];
        arguments.extend(["--shapes", &shapes, "--picture", &picture]);
        let run = wayfront(&arguments);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{file}");
        let report = run.json();
        assert_eq!(report["triangles"].as_u64(), Some(domain.free_triangles() as u64), "{file}");
        assert!(report["max_cost"].as_f64().is_some_and(f64::is_finite), "{file}");
        for written in [&picture, &raster, &shapes] {
            assert!(std::fs::metadata(written).unwrap().len() > 100, "{file}: {written} is empty");
        }
    }
}

/// As serde writes it.
fn number(text: &str) -> String {
    serde_json::to_string(&text.parse::<f64>().unwrap()).unwrap()
}

#[test]
fn floor_plans_have_capacity_cut_and_lanes() {
    for (plan, entrance, exit, lanes) in PLANS {
        let Some(file) = data::file(&format!("floorplans/{plan}")) else { return };
        let chains = ["--entrance", entrance[0], entrance[1], "--exit", exit[0], exit[1]];
        let options = ["flow", file.to_str().unwrap(), "--radius", "0.25", "--format", "json"];
        let run = wayfront(&[&options, &chains[..]].concat());
        assert_eq!(run.status, 0, "{plan}: {}", run.err);
        let json = run.json();
        assert!(json["capacity"].as_f64() >= Some(0.5 * f64::from(lanes)), "{plan}: {}", json["capacity"]);
        assert_eq!(json["lane_capacity"].as_u64(), Some(u64::from(lanes)), "{plan}");
        assert_eq!(json["lanes"].as_array().unwrap().len(), lanes as usize, "{plan}");
        assert!(!json["min_cut"].as_array().unwrap().is_empty(), "{plan}");
    }
}

#[test]
fn lanes_are_followed_in_degrees_too() {
    let Some(file) = data::file("floorplans/westport-house-floor-gf.geojson") else { return };
    let ends = [
        ["--entrance", "-2.9786442844508842,56.460060661387395", "-2.9786728226314976,56.46013807751235"],
        ["--exit", "-2.9779853353369146,56.46026540830014", "-2.977945001883912,56.460155899414936"],
    ]
    .concat();
    let run = wayfront(&[&["flow", file.to_str().unwrap(), "--format", "json"], &ends[..]].concat());
    assert_eq!(run.status, 0, "capacity needs no lanes: {}", run.err);
    assert!((run.json()["capacity"].as_f64().unwrap() - 1.906_833_3e-5).abs() < 1e-11);
    // A tenth of a metre, far from the origin for numbers so small.
    let lanes = [&["flow", file.to_str().unwrap(), "--radius", "1e-6", "--format", "json"], &ends[..]].concat();
    let run = wayfront(&lanes);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.json()["lanes"].as_array().unwrap().len(), 9);
}

/// Floor plans with a door in and a door out, and the lanes for people half a metre wide, counted at the narrowest place.
const PLANS: [(&str, [&str; 2], [&str; 2], u32); 2] = [
    // Both doors are a little wider than two metres.
    ("BUW.wkt", ["30.01,8.27", "32.07,8.27"], ["58.73,26.8", "58.73,28.85"], 4),
    // A corner of five metres and a shortcut beside it.
    ("corner_with_shortcut.wkt", ["0,0", "0,5"], ["25,30", "30,30"], 10),
];
