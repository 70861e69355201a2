//! `potential` and `surface`: their numbers, their files, and what they say when something is wrong.

use crate::common::{folder, wayfront, written};

const ROOM: &str = "[world]
boundary = [[0, 0], [4, 0], [4, 4], [0, 4]]
walls = [[[0, 3], [4, 3]]]
[[sources]]
point = [0.5, 0.5]
";

#[test]
fn potential_gives_programs_its_numbers() {
    let room = written("field.toml", ROOM);
    let run = wayfront(&["potential", &room, "--cell", "0.25", "--from", "3,2", "--from", "3,3.5", "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let report = run.json();
    assert_eq!(report["cells"], 256);
    // The wall takes the row of cells above it.
    assert_eq!((&report["free_cells"], &report["unreachable_cells"]), (&240.into(), &48.into()));
    assert!(report["residual"].as_f64().unwrap() < 1e-8);
    assert!(report["solve_seconds"].as_f64().unwrap() > 0.0);
    let routes = report["routes"].as_array().unwrap();
    assert_eq!((&routes[0]["reached"], &routes[1]["reached"]), (&true.into(), &false.into()));
    let points = routes[0]["points"].as_array().unwrap();
    assert_eq!(
        (&points[0], &points[points.len() - 1]),
        (&serde_json::json!([3.0, 2.0]), &serde_json::json!([0.5, 0.5]))
    );
}

/// Header and numbers of an array in an archive.
fn array(archive: &[u8], name: &str) -> (String, Vec<u8>) {
    let file = format!("{name}.npy");
    let name = archive.windows(file.len()).position(|w| w == file.as_bytes()).expect("is in the archive");
    let start = name + file.len();
    // Before the name: its length, and before that the size of the file.
    let size = u32::from_le_bytes(archive[name - 8..name - 4].try_into().unwrap()) as usize;
    let array = &archive[start..start + size];
    let head = 10 + usize::from(u16::from_le_bytes([array[8], array[9]]));
    (String::from_utf8(array[10..head].to_vec()).unwrap(), array[head..].to_vec())
}

fn floats((header, bytes): (String, Vec<u8>), shape: &str) -> Vec<f64> {
    assert!(header.contains("'<f8'") && header.contains(&format!("'shape': {shape}, ")), "{header}");
    bytes.chunks(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn potential_writes_its_field_as_numbers() {
    let room = written("field-raster.toml", ROOM);
    let file = folder().join("field.npz");
    let run = wayfront(&["potential", &room, "--cell", "0.25", "--raster", file.to_str().unwrap(), "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.json()["raster"], file.to_str().unwrap());
    let archive = std::fs::read(&file).unwrap();
    let [potential, depth] = ["potential", "depth"].map(|name| floats(array(&archive, name), "(16, 16)"));
    assert_eq!(floats(array(&archive, "bounds"), "(4,)"), [0.0, 0.0, 4.0, 4.0]);
    assert_eq!(floats(array(&archive, "cell"), "()"), [0.25]);
    // The source is a corner of four cells; beyond the wall nothing is reached.
    let goals = potential.iter().filter(|p| **p == 0.0).count();
    assert!((1..=4).contains(&goals) && potential[2 * 16 + 2].min(potential[16 + 1]) == 0.0, "{goals}");
    assert!(potential[13 * 16..].iter().all(|p| *p == 1.0) && depth[13 * 16..].iter().all(|d| d.is_infinite()));
    for (p, d) in potential.iter().zip(&depth) {
        assert!((0.0..=1.0).contains(p) && (p + (-d).exp_m1()).abs() < 1e-12, "{p}, {d}");
    }
    let mut inside = potential.iter().zip(&depth).filter(|(p, d)| **p > 0.0 && d.is_finite());
    assert!(inside.next().is_some());
    assert_eq!(wayfront(&["potential", &room, "--raster", "field.png"]).status, 2);
    assert_eq!(wayfront(&["potential", &room, "--raster", "no/such/folder/field.npz"]).status, 1);
}

#[test]
fn surface_writes_its_field_as_numbers() {
    let file = folder().join("torus.npz");
    let run = wayfront(&["surface", "torus", "--goal", "vertex:7", "--raster", file.to_str().unwrap()]);
    assert!(run.status == 0 && run.out.ends_with("torus.npz\n"), "{}{}", run.out, run.err);
    let archive = std::fs::read(&file).unwrap();
    let vertices = floats(array(&archive, "vertices"), "(3200, 3)");
    assert!(vertices.iter().all(|x| x.abs() <= 1.5));
    let (header, triangles) = array(&archive, "triangles");
    assert!(header.contains("'<u4'") && header.contains("(6400, 3)"), "{header}");
    let triangles: Vec<u32> = triangles.chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect();
    assert!(triangles.len() == 3 * 6400 && triangles.iter().all(|&v| v < 3200));
    let [potential, depth] = ["potential", "depth"].map(|name| floats(array(&archive, name), "(3200,)"));
    assert_eq!(potential.iter().position(|p| *p == 0.0), Some(7));
    assert!(depth[7] == 0.0 && depth.iter().enumerate().all(|(v, d)| v == 7 || *d > 0.0));
    assert_eq!(wayfront(&["surface", "torus", "--raster", "field.ply"]).status, 2);
}

#[test]
fn groups_go_to_the_goal_or_along_a_drawn_route() {
    let group = |more: &[&str]| {
        let start = ["potential", "three-ways", "--from", "5,12", "--group", "6", "--format", "json"];
        wayfront(&[&start[..], more].concat())
    };
    let straight = group(&[]).json();
    assert_eq!((&straight["groups"][0]["arrived"], &straight["routes"][0]["reached"]), (&true.into(), &true.into()));
    assert_eq!(straight["groups"][0]["trails"].as_array().unwrap().len(), 6);
    // The upper passage, and back to where the group came from.
    let drawn = group(&["--sketch", "5,12 20,20 35,12", "--formation", "1,0 -1,1 -1,-1"]).json();
    let trail = drawn["groups"][0]["trails"][0].as_array().unwrap();
    let highest = trail.iter().map(|p| p[1].as_f64().unwrap()).fold(0.0, f64::max);
    assert!(drawn["groups"][0]["arrived"] == true && highest > 17.0, "{highest}");
    let away = group(&["--sketch", "5,12 20,20", "--sketch", "35,12 36,12"]);
    assert_eq!(away.status, 1);
    assert!(away.err.contains("away from the tree"), "{}", away.err);
    assert_eq!(wayfront(&["potential", "three-ways", "--sketch", "5,12 20,20"]).status, 2);
}

#[test]
fn bias_chooses_the_passage() {
    for (bias, upper) in [("0,1", true), ("0,-1", false)] {
        let run = wayfront(&["potential", "three-ways", "--from", "3,12", "--bias", bias, "--format", "json"]);
        let report = run.json();
        let points = report["routes"][0]["points"].as_array().unwrap();
        let passing = points.iter().find(|p| p[0].as_f64().unwrap() > 20.0).unwrap()[1].as_f64().unwrap();
        assert_eq!(passing > 12.0, upper, "{bias}: {passing}");
        assert!((passing - 12.0).abs() > 5.0);
    }
}

#[test]
fn surface_gives_programs_its_numbers() {
    let (picture, export) = (folder().join("torus.png"), folder().join("torus.ply"));
    let run = wayfront(&[
        "surface",
        "torus",
        "--goal",
        "vertex:0",
        "--from",
        "vertex:1600",
        "--from",
        "-1,0.5,0",
        "--format",
        "json",
        "--picture",
        picture.to_str().unwrap(),
        "--export",
        export.to_str().unwrap(),
        "--size",
        "200",
    ]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let report = run.json();
    assert_eq!((&report["vertices"], &report["faces"]), (&3200.into(), &6400.into()));
    for route in report["routes"].as_array().unwrap() {
        assert_eq!(route["reached"], true);
        assert!(route["length"].as_f64().unwrap() > 2.0);
        let points = route["points"].as_array().unwrap();
        assert_eq!(points[points.len() - 1], serde_json::json!([1.4, 0.0, 0.0]));
    }
    assert_eq!(&std::fs::read(&picture).unwrap()[1..4], b"PNG");
    assert!(std::fs::read_to_string(&export).unwrap().starts_with("ply\n"));
}
