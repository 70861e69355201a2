//! Every verb for people and for programs, its exit status, and what it says when something is wrong.

use crate::common::{Run, folder, wayfront, written};
use serde_json::json;

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
fn nonsense_is_refused_with_a_reason() {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (name, text, reason) in [
        ("binary.toml", &b"\x89PNG\r\n\x1a\n\0\0\xff\xfe"[..], "the file is not text"),
        ("binary.wkt", b"\0\0\0\0", "this is not WKT"),
        ("deep.json", nested.as_bytes(), "deep.json"),
    ] {
        let path = folder().join(name);
        std::fs::write(&path, text).unwrap();
        let run = wayfront(&["check", path.to_str().unwrap()]);
        assert_eq!(run.status, 1, "{name}: {}", run.err);
        assert!(run.err.contains(reason), "{name}: {}", run.err);
        assert!(run.err.lines().count() >= 2, "{name} has no advice: {}", run.err);
    }
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
