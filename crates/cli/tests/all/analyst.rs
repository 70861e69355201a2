//! What analysts ask of the command: exits, seeds, trapped people, plans without a scene, and verification.

use crate::common::{folder, wayfront};
use serde_json::Value;
use std::path::PathBuf;

/// A folder of this test's own.
fn scratch(name: &str) -> PathBuf {
    let folder = folder().join(format!("analyst-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_plan_needs_no_scene() {
    let plan = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/floor.wkt");
    let exits = ["--exit", "0,6.4", "0,7.6", "--exit", "30,6.4", "30,7.6"];
    let run = |more: &[&str]| {
        let arguments: Vec<&str> = ["simulate", plan].iter().chain(&exits).chain(more).copied().collect();
        wayfront(&[&arguments[..], &["--format", "json"]].concat())
    };
    let answer = run(&["--people", "40", "--area", "10.5,0.5", "19.5,5.3"]);
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((answer.status, json["arrived"].as_u64()), (0, Some(40)));
    let exits = json["exits"].as_array().unwrap();
    let left: u64 = exits.iter().map(|exit| exit["arrived"].as_u64().unwrap()).sum();
    assert_eq!((exits[0]["name"].as_str(), exits.len(), left), (Some("exit 1"), 2, 40));
    let last = exits.iter().filter_map(|exit| exit["last"].as_f64()).fold(0.0, f64::max);
    assert_eq!((json["percentiles"]["all"].as_f64(), json["evacuation_time"].as_f64()), (Some(last), Some(last)));
    assert!(json["percentiles"]["50"].as_f64() < json["percentiles"]["95"].as_f64());
    let anywhere: Value = serde_json::from_str(&run(&["--people", "100"]).out).unwrap();
    assert_eq!(anywhere["arrived"], 100);
}

#[test]
fn several_seeds_have_means_and_intervals() {
    let folder = scratch("seeds");
    let answer = wayfront(&[
        "simulate",
        "crossing",
        "--seeds",
        "1..4",
        "--summary",
        folder.to_str().unwrap(),
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    let runs = json["runs"].as_array().unwrap();
    assert_eq!(runs.iter().map(|run| run["seed"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let all = json["statistics"].as_array().unwrap().iter().find(|figure| figure["name"] == "percentile_all").unwrap();
    let times: Vec<f64> = runs.iter().map(|run| run["percentiles"]["all"].as_f64().unwrap()).collect();
    let mean = times.iter().sum::<f64>() / 4.0;
    assert!((all["mean"].as_f64().unwrap() - mean).abs() < 1e-6);
    assert!(all["interval"][0].as_f64().unwrap() <= mean && all["interval"][1].as_f64().unwrap() >= mean);
    let single: Value =
        serde_json::from_str(&wayfront(&["simulate", "crossing", "--seed", "3", "--format", "json"]).out).unwrap();
    assert_eq!(single["evacuation_time"].as_f64(), Some(times[2]));
    let table = std::fs::read_to_string(folder.join("seeds.csv")).unwrap();
    assert_eq!((table.lines().count(), table.starts_with("seed,arrived,remaining,trapped,percentile_50")), (5, true));
    let many = wayfront(&["simulate", "crossing", "--seeds", "0..18446744073709551614"]);
    assert!(many.status == 1 && many.err.contains("are free") && many.err.contains("fewer seeds"), "{}", many.err);
}

#[test]
fn trapped_agents_are_named() {
    let folder = scratch("trapped");
    let scene = folder.join("rooms.toml");
    let text = "[world]\nboundary = [[0, 0], [20, 0], [20, 8], [0, 8]]\nwalls = [[[4, 0], [4, 8]]]\n\
                [[exits]]\nname = \"east\"\nsegment = [[20, 2], [20, 6]]\n[crowd]\n\
                [[crowd.groups]]\nname = \"closed\"\narea = [[0, 0], [4, 0], [4, 8], [0, 8]]\ncount = 3\n\
                [[crowd.groups]]\nname = \"open\"\narea = [[0, 0], [20, 0], [20, 8], [0, 8]]\ncount = 30\n\
                [[crowd.areas]]\nname = \"ramp\"\narea = [[10, 0], [14, 0], [14, 8], [10, 8]]\nspeed = 0.6\n";
    std::fs::write(&scene, text).unwrap();
    let scene = scene.to_str().unwrap();
    let answer = wayfront(&["simulate", scene]);
    assert!(
        answer.out.contains("30 of 33 arrived, the last after") && answer.out.contains("3 are trapped"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains("agent 0 of closed at (") && answer.out.contains("  left out    "), "{}", answer.out);
    let json: Value = serde_json::from_str(&wayfront(&["simulate", scene, "--format", "json"]).out).unwrap();
    assert_eq!(
        (json["trapped"].as_u64(), json["remaining"].as_u64(), json["arrived"].as_u64()),
        (Some(3), Some(3), Some(30))
    );
    assert_eq!(json["trapped_agents"].as_array().unwrap().len(), 3);
}

#[test]
fn verification_is_reported_for_people_programs_and_authorities() {
    let folder = scratch("verify");
    let [page, text] = ["report.html", "report.md"].map(|name| folder.join(name));
    let run = |file: &std::path::Path| {
        let file = file.to_str().unwrap();
        wayfront(&["verify", "--only", "rimea-6", "--seeds", "1", "--report", file, "--format", "json"])
    };
    let answer = run(&page);
    let json: Value = serde_json::from_str(&answer.out).unwrap();
    let test = &json["tests"][0];
    assert_eq!((answer.status, test["test"].as_str(), test["steering"].as_str()), (0, Some("rimea-6"), Some("orca")));
    assert!(test["figure"].is_string() && test["limit"].is_string() && test["passed"].is_boolean());
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("data:image/png;base64,") && html.contains("RiMEA 14") && html.ends_with("</html>\n"));
    assert_eq!(run(&text).status, 0);
    let markdown = std::fs::read_to_string(&text).unwrap();
    assert!(markdown.contains("](pictures/report/corner-orca.png)"));
    assert!(folder.join("pictures/report/corner-orca.png").is_file());
    let unknown = wayfront(&["verify", "--only", "cathedral"]);
    assert!(unknown.status == 2 && unknown.err.contains("rimea-15"), "{}", unknown.err);
}
