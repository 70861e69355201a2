//! Every listed file of the data folder is read, or refused for the right reason.

use std::path::{Path, PathBuf};
use wayfront_geometry::ring_area;
use wayfront_testkit::data;
use wayfront_world::{Fault, Polygon, World, YAxis, read_file};

/// A file of the data folder, where there is one.
fn listed(name: &str) -> PathBuf {
    data::file(name).expect("there is a data folder")
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|e| e.to_str()).unwrap_or_default()
}

fn area(polygon: &Polygon) -> f64 {
    polygon.rings().enumerate().map(|(i, ring)| ring_area(ring).abs() * if i == 0 { 1.0 } else { -1.0 }).sum()
}

/// Exact where obstacles neither overlap nor leave the area.
fn free_area(world: &World) -> f64 {
    world.areas.iter().map(area).sum::<f64>() - world.obstacles.iter().map(area).sum::<f64>()
}

/// What is refused, and why; everything else must be read.
fn expected_fault(path: &Path) -> Option<fn(&Fault) -> bool> {
    let name = path.file_name().unwrap().to_str().unwrap();
    Some(match (ending(path), name) {
        ("off" | "obj" | "ply" | "stl", _) => |f| matches!(f, Fault::OtherKind { what: "a triangle mesh", .. }),
        ("scen", _) => |f| matches!(f, Fault::OtherKind { advice: "give the .map that it belongs to", .. }),
        ("tsv", _) => |f| matches!(f, Fault::OtherKind { what: "a table", .. }),
        ("pgm", _) => |f| matches!(f, Fault::OtherKind { what: "an image", .. }),
        ("md", _) => |f| matches!(f, Fault::UnknownKind { .. }),
        (_, "exact-paths.json" | "extremitypathfinder-cases.json") => |f| matches!(f, Fault::NotAScene { .. }),
        (_, "reference-values.txt") => |f| matches!(f, Fault::Syntax { .. }),
        // Its boundary is a line.
        (_, "issue107.json") => |f| matches!(f, Fault::TooFewPoints { found: 2 }),
        // Points without any edge.
        (_, "OnEdge.txt" | "issue-65-wrong-edges.txt" | "regression_issue_38_wrong_hull_small.txt") => {
            |f| matches!(f, Fault::Empty)
        }
        _ => return None,
    })
}

#[test]
fn every_file_is_read_or_refused_as_expected() {
    let Some(all) = data::all() else { return };
    let mut read = 0;
    for path in all {
        match (read_file(&path), expected_fault(&path)) {
            (Ok(_), None) => read += 1,
            (Ok(_), Some(_)) => panic!("{} was read", path.display()),
            (Err(rejected), None) => panic!("{rejected}"),
            (Err(rejected), Some(fits)) => {
                assert_eq!(rejected.problems.len(), 1, "{rejected}");
                assert!(fits(&rejected.problems[0].fault), "{rejected}");
            }
        }
    }
    assert!(read > 90, "only {read} files were read");
}

#[test]
fn maps_have_as_much_free_area_as_free_letters() {
    for name in ["arena", "den312d", "brc202d", "lak303d", "Berlin_0_256", "maze512-8-0"] {
        let Some(path) = data::file(&format!("grids/{name}.map")) else { return };
        let text = std::fs::read_to_string(&path).unwrap();
        let rows = text.lines().skip(4);
        let free = rows.flat_map(str::bytes).filter(|b| !b"@OTW\r".contains(b)).count();
        let world = read_file(&path).unwrap();
        assert_eq!(free_area(&world), free as f64, "{name}");
        assert_eq!(world.y_axis, YAxis::Down);
    }
}

#[test]
fn the_depot_has_its_free_pixels() {
    let Some(depot) = data::file("ros/depot.yaml") else { return };
    let world = read_file(&depot).unwrap();
    let pixels = free_area(&world) / (0.05 * 0.05);
    assert!((pixels - 179_481.0).abs() < 1e-3, "{pixels}");
    assert_eq!(world.files.len(), 2);
    let corner = world.areas[0].outer[0];
    assert_eq!((corner.x, corner.y), (0.0, 307.0 * 0.05));
}

#[test]
fn floor_plans_have_their_parts() {
    if data::FLOOR_PLANS.paths().is_none() {
        return;
    }
    let plan = |name: &str| read_file(&listed(&format!("floorplans/{name}"))).unwrap();
    for (name, obstacles) in [("BUW.wkt", 40), ("arena.wkt", 18), ("corner_with_shortcut.wkt", 1)] {
        let world = plan(name);
        assert_eq!((world.areas.len(), world.obstacles.len()), (1, obstacles), "{name}");
    }
    assert_eq!(free_area(&plan("corner_with_shortcut.wkt")), 337.5);

    let floor = plan("westport-house-floor-gf.geojson");
    assert_eq!((floor.areas.len(), floor.obstacles.len()), (1, 39 + 20 + 6 + 6 + 1));
    let notes: Vec<String> = floor.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes[0], "features[5]: 2 features with type = \"bathroom\": of no known meaning, left out");
    assert_eq!(notes[1], "features[14]: 36 features with type = \"door\": nothing in the way");
    assert!(notes[2].starts_with("the coordinates are longitude and latitude"), "{}", notes[2]);
    assert_eq!(notes.len(), 3);

    let outline = &plan("westport-house-floor-1.geojson").areas[0];
    assert_eq!(outline.outer[0].x.to_bits(), (-2.978_015_585_426_666f64).to_bits());
    assert_eq!((outline.place.line, outline.place.index), (6, 0));
}

#[test]
fn rings_keep_their_area_where_they_are_valid() {
    let Some(table) = data::file("polygons/earcut-areas.tsv") else { return };
    let table = std::fs::read_to_string(table).unwrap();
    let mut compared = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        if cells[3] != "True" {
            continue;
        }
        let world = read_file(&listed(&format!("polygons/earcut/{}.json", cells[0]))).unwrap();
        let expected: f64 = cells[4].parse().unwrap();
        assert!((free_area(&world) - expected).abs() <= 1e-9 * expected, "{}: {}", cells[0], free_area(&world));
        compared += 1;
    }
    assert!(compared > 10, "only {compared}");
    let steiner = read_file(&listed("polygons/earcut/steiner.json")).unwrap();
    assert_eq!(steiner.notes[0].to_string(), "ring[1]: holes without area (a single point or line) are left out: 4");
}

#[test]
fn edges_become_walls() {
    if data::CDT.paths().is_none() {
        return;
    }
    let walls = |name: &str| read_file(&listed(&format!("polygons/cdt/{name}"))).unwrap().walls.len();
    assert_eq!(walls("Constrained Sweden.txt"), 2619);
    assert_eq!(walls("cdt.txt"), 101); // two of the 103 have no length
    assert_eq!(walls("unit square.txt"), 4);
}
