//! What users read when their input is broken, word by word.

use std::cell::RefCell;
use std::path::Path;
use wayfront_testkit::sessions::{compared, difference, played, report};
use wayfront_world::{Format, builtin, read_file, read_text, write_file, write_text};

/// The message about a text, or that it is accepted.
fn message(name: &str, text: &str) -> String {
    let format = if name == "x.rings" { Format::Rings } else { Format::of_path(name.as_ref()).unwrap() };
    read_text(text.as_bytes(), format, "x").map_or_else(|rejected| rejected.to_string(), |_| "accepted".to_owned())
}

#[test]
fn messages_are_those_that_were_reviewed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions/messages.txt");
    let file = RefCell::new(String::new());
    let write = |_: &str, text: &str| text.clone_into(&mut file.borrow_mut());
    let read = |command: &str| message(command.strip_prefix("read ").unwrap(), &file.borrow()) + "\n";
    let log = played(&std::fs::read_to_string(&path).unwrap(), write, read);
    let wrong = compared(&path, &log, |kept, printed| difference(kept, printed, |old, new| old == new));
    report(&wrong.into_iter().collect::<Vec<_>>());
}

#[test]
fn everything_is_reported_at_once() {
    let scene = "nam = 1\n[world]\nboundary = 3\nobstacles = [[[0, 0]], \"x\"]\n[[sources]]\n[[weights]]\n";
    let rejected = read_text(scene.as_bytes(), Format::SceneToml, "x").unwrap_err();
    let lines: Vec<u32> = rejected.problems.iter().map(|p| p.place.line).collect();
    assert_eq!(lines, [1, 3, 4, 4, 5, 6, 6], "{rejected}");
}

#[test]
fn files_that_are_no_scenes_are_refused_with_advice() {
    let folder = std::env::temp_dir().join(format!("wayfront-messages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    let says = |name: &str, expected: &str| {
        let message = read_file(&folder.join(name)).map_or_else(|e| e.to_string(), |_| "accepted".into());
        let shown = format!("{}/", folder.display());
        assert_eq!(message.replace(&shown, ""), expected);
    };
    says("none.toml", "none.toml: there is no file `none.toml`\n    look at the spelling and the folder");
    std::fs::create_dir_all(folder.join("hall.toml.d")).unwrap();
    says("hall.toml.d", "hall.toml.d: `hall.toml.d` is a folder\n    name a file in it");
    write("noise.toml", b"a = \xff\xfe");
    says("noise.toml", "noise.toml: the file is not text: byte 4 is not UTF-8\n    save it as UTF-8");
    write("mesh.OBJ", b"v 0 0 0");
    says(
        "mesh.OBJ",
        "mesh.OBJ: this is a triangle mesh, not a scene\n    scenes are flat floor plans; meshes belong to `wayfront surface`",
    );
    write("notes", b"hello");
    says(
        "notes",
        "notes: the format follows neither from the name nor from the content\n    give a scene (.toml, .json), .geojson, .wkt, .map, .yaml with .pgm, or a .txt list of edges",
    );
    write("plan.txt", b"POLYGON ((0 0, 9 0, 9 9))");
    says("plan.txt", "accepted");
    write("scene.toml", b"[world]\nfile = \"hall.wkt\"\n");
    says(
        "scene.toml",
        "scene.toml:2: world.file: there is no file `hall.wkt`\n    look at the spelling and the folder",
    );
    write("hall.wkt", b"POLYGON ((0 0, 9 0, 9 9), (1 1, 2 1, nan 2))");
    says(
        "scene.toml",
        "hall.wkt:1: geometry[0] ring 1 point 2 at (NaN, 2): a coordinate is not a finite number\n    give both coordinates as ordinary numbers",
    );
    write("hall.wkt", b"POLYGON ((0 0, 9 0, 9 9), (4 1, 5 1, 5 2))");
    says("scene.toml", "accepted");
    write("loop.toml", b"[world]\nfile = \"loop.toml\"\n");
    says(
        "loop.toml",
        "loop.toml:2: world.file: this is a scene, not a geometry file\n    copy its tables into this scene, or name a geometry file",
    );
    write("loop.json", b"{\"world\": {\"file\": \"loop.json\"}}");
    says(
        "loop.json",
        "loop.json:1: this is a scene, not a geometry file\n    copy its tables into this scene, or name a geometry file",
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_error_has_advice() {
    let room = "[world]\nboundary = [[0, 0], [9, 0], [9, 9]]\nobstacels = []\nwals = []\n";
    let rejected = read_text(room.as_bytes(), Format::SceneToml, "x").unwrap_err();
    assert_eq!(rejected.advice(), "did you mean `obstacles`?\ndid you mean `walls`?");
    assert_eq!(rejected.problems[1].advice(), "did you mean `walls`?");
    let mut world = builtin("two-rooms").unwrap();
    let unwritable = write_text(&world, Format::MovingAi).unwrap_err();
    assert_eq!(unwritable.to_string(), "a MovingAI map is read but not written");
    assert_eq!(unwritable.advice(), "write .toml, .json, .geojson or .wkt");
    let nowhere = write_file(&world, "scene.dwg".as_ref()).unwrap_err();
    assert_eq!(
        (nowhere.to_string().as_str(), nowhere.advice().as_str()),
        ("no format has the ending of `scene.dwg`", "write .toml, .json, .geojson or .wkt")
    );
    world.obstacles[0].outer.truncate(2);
    let broken = write_text(&world, Format::SceneToml).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "the world is broken: world.obstacles[0] at (5, 2): the ring has 2 different points; it needs three"
    );
    assert_eq!(broken.advice(), "add points, or describe a thin thing as a wall");
}

#[test]
fn a_file_that_is_added_may_hold_what_the_scene_names() {
    let folder = std::env::temp_dir().join(format!("wayfront-named-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let plan = r#"{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"role": "boundary"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]]]}},
{"type": "Feature", "properties": {"role": "exit", "name": "gate"}, "geometry": {"type": "Point", "coordinates": [8, 4]}},
{"type": "Feature", "properties": {"role": "source", "name": "desk"}, "geometry": {"type": "Point", "coordinates": [8, 5]}}]}"#;
    let scene = |goal: &str, more: &str| {
        format!(
            "{more}[world]\nfile = \"plan.geojson\"\n[[exits]]\nname = \"out\"\npoint = [8, 2]\n\
             [[motions]]\nexit = 1\ntimes = [0]\npresent = [false]\n\
             [crowd]\n[[crowd.groups]]\npoints = [[8, 3]]\ngoal = \"{goal}\"\n"
        )
    };
    std::fs::write(folder.join("plan.geojson"), plan).unwrap();
    let read = |text: String| {
        std::fs::write(folder.join("scene.toml"), text).unwrap();
        read_file(&folder.join("scene.toml"))
    };
    let world = read(scene("gate", "")).unwrap();
    let names: Vec<_> = world.sources.iter().map(|source| source.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["desk", "out", "gate"]);
    assert_eq!(world.motions[0].thing.index_in(&world), Some(2));
    let problems = read(scene("gat", "nam = 3\n")).unwrap_err().problems;
    let reported: Vec<String> = problems.iter().map(|p| format!("{}: {p}; {}", p.place.line, p.advice())).collect();
    let expected = [
        "1: unknown field `nam`; did you mean `name`?",
        "14: crowd.groups[0]: no source or exit is called `gat`; did you mean `gate`?",
    ];
    assert_eq!(reported, expected);
    // What a broken file holds is not known, so nothing is said about names.
    std::fs::write(folder.join("plan.geojson"), "{").unwrap();
    assert_eq!(read(scene("gat", "")).unwrap_err().problems.len(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}
