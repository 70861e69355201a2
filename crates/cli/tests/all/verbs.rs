//! Every verb for people and for programs, its exit status, and what it says when something is wrong.

use crate::common::{Run, folder, wayfront, written};
use serde_json::{Value, json};

#[test]
fn check_prints_what_is_there_for_people() {
    let run = wayfront(&["check", "two-rooms"]);
    assert_eq!(
        run.out,
        "two-rooms: ok\n  free space  188 m² in 1 piece\n  extent      20 m x 10 m, from (0, 0) to (20, 10)\n  \
         obstacles   1 polygon, 2 walls\n  vertices    12, in 14 free triangles\n  sources     1: door\n"
    );
    assert_eq!((run.err.as_str(), run.status), ("", 0));
}

#[test]
fn check_prints_the_same_for_programs() {
    let run = wayfront(&["check", "two-rooms", "--format", "json"]);
    let report = run.json();
    assert_eq!(run.status, 0);
    for (field, value) in [
        ("ok", json!(true)),
        ("vertices", json!(12)),
        ("obstacles", json!(1)),
        ("area", json!(188.0)),
        ("components", json!(1)),
        ("mended", json!([])),
        ("problems", json!([])),
        ("name", json!("two-rooms")),
    ] {
        assert_eq!(report[field], value, "{field}");
    }
}

#[test]
fn without_a_scene_the_office_is_taken() {
    assert!(wayfront(&["check"]).out.starts_with("office: ok\n"));
    let picture = folder().join("no-scene.svg");
    let run = wayfront(&["draw", "--picture", picture.to_str().unwrap()]);
    assert!(run.out.starts_with("office: 64 obstacles, "), "{}", run.out);
}

const BROKEN: &str = "name = \"Hall\"
[world]
boundary = [[0, 0], [20, 0], [20, 10], [0, 10]]
obstacles = [
  [[5, 2], [8, 2], [8, 6], [5, 6]],
  [[7, 5], [12, 5], [12, 8], [7, 8]],
]
[[sources]]
point = [6, 2.5]
[[sources]]
point = [20.000000000001, 5]
[[weights]]
corner = [5, 5]
weight = 1.5
[[barriers]]
segment = [[8, 3], [8, 9]]
delay = 3
[flow]
entrances = [[[20, 2], [20, 8]]]
exits = [[[0, 2], [1, 8]]]
";

#[test]
fn check_lists_every_problem_with_its_line_and_advice() {
    let run = wayfront(&["check", &written("broken.toml", BROKEN)]);
    assert_eq!(run.status, 1);
    let repaired = [
        "(Hall): 4 problems\n",
        "  repaired\n    line 5: world.obstacles[0] and world.obstacles[1] cross twice (at (8, 5)): joined\n",
        "    line 10: sources[1] at (20.000000000001, 5) missed the free space by 1.0e-12: moved to (20, 5)\n",
    ];
    for text in repaired {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    let problems = [
        "broken.toml:8: sources[0] at (6, 2.5): the source lies 0.5 outside the free space\n    move it to (6, 2), the nearest free point\n",
        "broken.toml:12: weights[0] at (5, 5): no vertex lies at the weight's corner; the nearest is 1 away\n    put it at the vertex (5, 6)\n",
        "broken.toml:15: barriers[0] point 1 at (8, 9): the barrier does not close a corridor: this end is 1 away from the nearest outline\n    end it at (8, 8)\n",
        "broken.toml:18: flow.exits[0] point 1 at (1, 8): the chain's point lies 1 off the boundary\n    move that point to (0, 8)\n",
    ];
    for text in problems {
        assert!(run.err.contains(text), "{text}: {}", run.err);
    }
}

#[test]
fn check_gives_programs_the_places_of_problems() {
    let file = written("broken-too.toml", BROKEN);
    let run = wayfront(&["check", &file, "--format", "json"]);
    let report = run.json();
    assert_eq!((run.status, &report["ok"], &report["files"]), (1, &json!(false), &json!([file])));
    assert_eq!(
        report["problems"][0],
        json!({
            "file": file, "line": 8, "field": "sources", "index": 0, "ring": 0, "vertex": null, "at": [6.0, 2.5],
            "what": "the source lies 0.5 outside the free space",
            "advice": "move it to (6, 2), the nearest free point",
        })
    );
    assert_eq!(report["problems"].as_array().map(Vec::len), Some(4));
    assert_eq!(report["mended"][1]["field"], json!("sources"));
    assert!(report["mended"][1]["moved"].as_f64().is_some_and(|moved| moved > 0.0 && moved < 1e-11));
}

#[test]
fn refused_scenes_have_no_numbers() {
    let file = written("refused.toml", "[world]\nboundary = [[0, 0], [1, nan]]\nobstacels = []\n");
    let run = wayfront(&["check", &file, "--format", "json"]);
    let report = run.json();
    assert_eq!((run.status, &report["area"], &report["vertices"]), (1, &Value::Null, &Value::Null));
    assert_eq!(report["problems"].as_array().map(Vec::len), Some(3), "{report}");
    assert!(run.err.contains("refused.toml:3: world: unknown field `obstacels`\n    did you mean `obstacles`?"));
    assert!(
        run.err.contains("refused.toml:2: world.boundary point 1 at (1, NaN): a coordinate is not a finite number")
    );
}

#[test]
fn long_lists_are_cut_for_people_only() {
    let sources: String = (0..30).map(|k| format!("[[sources]]\npoint = [{}, 50]\n", k)).collect();
    let file = written("many.toml", &format!("[world]\nboundary = [[0, 0], [40, 0], [40, 9]]\n{sources}"));
    let run = wayfront(&["check", &file]);
    assert!(run.err.ends_with("and 10 more (all with --format json)\n"), "{}", run.err);
    let report = wayfront(&["check", &file, "--format", "json"]).json();
    assert_eq!(report["problems"].as_array().map(Vec::len), Some(30));
}

#[test]
fn unknown_scenes_are_reported_with_the_names_of_known_ones() {
    let run = wayfront(&["check", "ofice"]);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.err.contains("there is no file `ofice`, and no built-in scene of that name"));
    assert!(run.err.contains("did you mean `office`?") && run.err.contains("two-rooms"), "{}", run.err);
    assert!(wayfront(&["draw", "no/such/hall.toml", "--picture", "x.png"]).err.contains("look at the spelling"));
}

#[test]
fn a_file_comes_before_a_built_in_scene_and_a_folder_after() {
    let here = folder().join("names");
    std::fs::create_dir_all(here.join("city")).unwrap();
    std::fs::write(here.join("office"), "POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))").unwrap();
    assert!(
        Run::of(crate::common::command(&["check", "office"]).current_dir(&here)).out.contains("free space  4 m² in")
    );
    assert!(Run::of(crate::common::command(&["check", "city"]).current_dir(&here)).out.starts_with("city: ok"));
}

#[test]
fn convert_goes_there_and_back() {
    let (toml, wkt) = (folder().join("hall.toml"), folder().join("hall.wkt"));
    let (toml, wkt) = (toml.to_str().unwrap(), wkt.to_str().unwrap());
    let run = wayfront(&["convert", "hall", toml]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out, format!("{toml}: 1 area, 29 obstacles, 2 sources\n"));
    let area = |scene: &str| wayfront(&["check", scene, "--format", "json"]).json()["area"].clone();
    assert_eq!(area(toml), area("hall"));

    let run = wayfront(&["convert", toml, wkt]);
    assert_eq!((run.status, run.err.as_str()), (0, "WKT cannot hold sources, name, flow: left out\n"));
    assert_eq!(area(wkt), area("hall"));
    let run = wayfront(&["convert", toml, wkt, "--format", "json", "--quiet"]);
    assert_eq!(run.json()["left_out"], json!(["sources", "name", "flow"]));
    assert_eq!((run.json()["format"].clone(), run.err.as_str()), (json!("WKT"), ""));
}

#[test]
fn draw_writes_pictures_and_says_how_large_they_are() {
    let png = folder().join("spiral.png");
    let run = wayfront(&["draw", "spiral", "--picture", png.to_str().unwrap(), "--size", "300", "--dark"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let bytes = std::fs::read(&png).unwrap();
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert!(run.out.ends_with(&format!("spiral.png: {} x {} pixels\n", side(16), side(20))), "{}", run.out);

    let svg = folder().join("spiral.svg");
    let run = wayfront(&["draw", "spiral", "--picture", svg.to_str().unwrap(), "--format", "json"]);
    assert_eq!(run.json()["picture"], json!(svg.to_str().unwrap()));
    let width = run.json()["size"][0].as_u64().unwrap();
    assert!(std::fs::read_to_string(&svg).unwrap().contains(&format!("width=\"{width}\"")));
}

#[test]
fn scenes_with_problems_are_drawn_and_the_problems_counted() {
    let picture = folder().join("broken.png");
    let file = written("drawn.toml", BROKEN);
    let run = wayfront(&["draw", &file, "--picture", picture.to_str().unwrap()]);
    assert_eq!(run.status, 0);
    assert!(run.err.contains("4 problems; see `wayfront check"), "{}", run.err);
    assert!(picture.exists());
}

#[test]
fn scenes_are_printed_as_files_that_mean_the_same() {
    for name in ["office", "museum", "profiling1"] {
        let printed = wayfront(&["scenes", name]);
        let again = wayfront(&["scenes", name, "--format", "json"]);
        assert_eq!((printed.status, again.status), (0, 0));
        assert!(printed.out.starts_with(&format!("name = \"{name}\"\n\n[world]\n")), "{}", printed.out);
        let copies = [written("printed.toml", &printed.out), written("printed.json", &again.out)];
        let facts = |scene: &str| {
            let mut facts = wayfront(&["check", scene, "--format", "json"]).json();
            ["scene", "files"].iter().for_each(|field| drop(facts[*field].take()));
            facts
        };
        assert_eq!(copies.map(|file| facts(&file)), [facts(name), facts(name)]);
    }
    let schema = wayfront(&["scenes", "--schema"]).json();
    assert!(schema["properties"]["crowd"].is_object());
}

#[test]
fn scenes_that_are_not_built_in_are_not_printed() {
    let run = wayfront(&["scenes", "ofice"]);
    assert_eq!(run.status, 1);
    assert!(
        run.err.starts_with("there is no file `ofice`, and no built-in scene of that name\n    did you mean `office`?"),
        "{}",
        run.err
    );
}

#[test]
fn scenes_lists_all_that_can_be_checked() {
    let listed = wayfront(&["scenes", "--format", "json"]).json();
    let names: Vec<&str> = listed["scenes"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(wayfront(&["scenes"]).out.lines().count(), names.len());
    for name in names {
        let run = wayfront(&["check", name]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{name}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &[][..],
        &["chekc"],
        &["check", "a", "b"],
        &["check", "--format", "xml"],
        &["check", "--threads", "0"],
        &["draw", "office"],
        &["draw", "--picture", "office.gif"],
        &["draw", "--picture", "office.png", "--size", "-3"],
        &["draw", "--picture", "office.png", "--size", "1"],
        &["draw", "--picture", "office.png", "--size", "4000000000"],
        &["convert", "office"],
        &["convert", "office", "office.map"],
        &["convert", "office", "office"],
    ] {
        let run = wayfront(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn results_that_cannot_be_written_are_status_1() {
    for arguments in
        [&["draw", "--picture", "no/such/folder/office.png"][..], &["convert", "office", "no/such/folder/office.toml"]]
    {
        let run = wayfront(arguments);
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{arguments:?}");
        assert!(run.err.contains("look at the folder and its permissions"), "{}", run.err);
    }
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (name, text, reason) in [
        ("empty.toml", &b""[..], "the scene describes no area to walk on"),
        ("empty.map", b"", "the line `map` is missing"),
        ("empty.geojson", b"", "this is not GeoJSON"),
        ("binary.toml", b"\x89PNG\r\n\x1a\n\0\0\xff\xfe", "the file is not text"),
        ("binary.wkt", b"\0\0\0\0", "this is not WKT"),
        ("deep.json", nested.as_bytes(), "deep.json"),
        ("huge.wkt", b"POLYGON ((0 0, 1e300 0, 1e300 1e300, 0 0))", "outside the range 1e-50 to 1e50"),
        ("nan.toml", b"[world]\nboundary = [[0, 0], [nan, 0], [1, 1]]\n", "not a finite number"),
        ("nan.wkt", b"POLYGON ((0 0, NaN 0, 1 1, 0 0))", "nan.wkt"),
        ("strange.xyz", b"hello", "no scene format has the ending `xyz`"),
        ("line.toml", b"[world]\nboundary = [[0, 0], [1, 1], [0, 0]]\n", "the ring has 2 different points"),
    ] {
        let path = folder().join(name);
        std::fs::write(&path, text).unwrap();
        let run = wayfront(&["check", path.to_str().unwrap()]);
        assert_eq!(run.status, 1, "{name}: {}", run.err);
        assert!(run.err.contains(reason), "{name}: {}", run.err);
        assert!(run.err.lines().count() >= 2, "{name} has no advice: {}", run.err);
    }
    let run = wayfront(&["check", folder().to_str().unwrap()]);
    assert!(run.status == 1 && run.err.contains("is a folder\n    name a file in it"), "{}", run.err);
}

#[test]
fn help_and_version_are_results() {
    let run = wayfront(&["--version"]);
    assert_eq!((run.status, run.out), (0, format!("wayfront {}\n", env!("CARGO_PKG_VERSION"))));
    let run = wayfront(&["--help"]);
    assert!(run.status == 0 && run.out.contains("Examples:") && run.out.contains("Exit status:"));
}

#[test]
fn the_page_of_the_command_shows_what_it_says() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/command.md")).unwrap();
    let run = Run::of(crate::common::command(&["check", "docs/examples/broken-hall.toml"]).current_dir(&root));
    assert!(page.contains(&format!("{}{}```", run.out, run.err)), "{}{}", run.out, run.err);
}

#[test]
fn every_built_in_scene_is_sound_at_every_moment() {
    let listed = wayfront(&["scenes", "--format", "json"]).json();
    for scene in listed["scenes"].as_array().unwrap() {
        let run = wayfront(&["check", scene["name"].as_str().unwrap()]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    }
}

/// What a reader assumed is reported by `check`, unless it is to be quiet.
#[test]
fn check_tells_what_was_assumed() {
    let plan = r#"{"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]]]}"#;
    let plan = crate::common::written("assumed.geojson", plan);
    let [loud, quiet] = [&["check", &plan][..], &["check", &plan, "--quiet"]].map(wayfront);
    assert!(loud.out.contains("no feature has a role: the polygon is the free space"), "{}", loud.out);
    assert!(quiet.status == 0 && !quiet.out.contains("no feature has a role"), "{}", quiet.out);
}

#[test]
fn shells_read_their_completions() {
    for (shell, complete) in
        [("bash", "complete -F _wayfront"), ("zsh", "#compdef wayfront"), ("fish", "complete -c wayfront")]
    {
        let script = wayfront(&["completions", shell]);
        assert_eq!(script.status, 0, "{}", script.err);
        assert!(script.out.contains(complete), "{shell}");
        assert!(script.out.contains("rerouting"), "{shell}: options of verbs");
    }
    assert_eq!(wayfront(&["completions", "tcsh"]).status, 2);
    let script = written("wayfront.bash", &wayfront(&["completions", "bash"]).out);
    if cfg!(unix) {
        assert_eq!(Run::of(std::process::Command::new("bash").args(["-n", &script])).err, "");
    }
}

#[test]
fn every_verb_has_a_manual_page() {
    let page = wayfront(&["man"]);
    assert!(page.out.contains(".TH wayfront 1") && page.out.contains("wayfront\\-simulate"), "{}", page.out);
    let pages = crate::common::folder().join("man");
    assert_eq!(wayfront(&["man", "--out", pages.to_str().unwrap()]).status, 0);
    let simulate = std::fs::read_to_string(pages.join("wayfront-simulate.1")).unwrap();
    assert!(simulate.contains("\\-\\-rerouting"));
    let file = written("a-file", "");
    let refused = wayfront(&["man", "--out", &format!("{file}/man")]);
    assert_eq!(refused.status, 1);
    assert!(refused.err.contains("cannot write the manual pages"), "{}", refused.err);
}
