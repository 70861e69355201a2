//! The verb `simulate`: what it tells, what it writes, and what is left of a run that is interrupted.

use crate::common::{command, folder, wayfront};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

fn file(name: &str) -> String {
    folder().join(name).to_str().unwrap().to_owned()
}

fn simulated(arguments: &[&str]) -> Value {
    let run = wayfront(&[&["simulate"], arguments, &["--format", "json"]].concat());
    assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
    run.json()
}

#[test]
fn programs_get_every_field() {
    let result = simulated(&["crossing"]);
    assert_eq!((&result["arrived"], &result["remaining"], &result["entered"]), (&json!(100), &json!(0), &json!(100)));
    let number = |field: &str| result[field].as_f64().unwrap_or_else(|| panic!("{field}: {}", result[field]));
    assert!(number("time") >= number("evacuation_time") && number("evacuation_time") > 15.0);
    assert!((0.5..1.8).contains(&number("mean_speed")));
    assert!(number("longest_travel") >= number("mean_travel") && number("longest_wait") >= number("mean_wait"));
    assert!((number("walker_steps_per_second") * number("run_seconds") / number("walker_steps") - 1.0).abs() < 1e-9);
    let phases = result["phases"].as_array().unwrap();
    let names: Vec<&str> = phases.iter().map(|phase| phase["name"].as_str().unwrap()).collect();
    assert!(["enter", "guide", "neighbours", "steer", "move", "arrive"].iter().all(|name| names.contains(name)));
    let seconds: f64 = phases.iter().map(|phase| phase["seconds"].as_f64().unwrap()).sum();
    assert!((seconds / number("run_seconds") - 1.0).abs() < 1e-9);
    let groups = result["groups"].as_array().unwrap();
    assert_eq!(groups.iter().map(|group| group["arrived"].as_u64().unwrap()).sum::<u64>(), 100);
    assert_eq!((groups[0]["name"].as_str(), groups[0]["guide"].as_str()), (Some("eastwards"), Some("path")));
    assert_eq!((&result["measures"][0]["kind"], &result["measures"][0]["name"]), (&json!("area"), &json!("middle")));
    assert_eq!((&result["seed"], &result["step"], &result["interrupted"]), (&json!(1), &json!(0.05), &json!(false)));
}

#[test]
fn people_read_what_happened() {
    let run = wayfront(&["simulate"]);
    assert_eq!(run.status, 0, "{}", run.err);
    for part in [
        "three-corridors: all 180 arrived",
        "  travel  ",
        "  waiting ",
        "middle corridor: ",
        "  queues\n",
        "times real time",
        "  phases  ",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert_eq!(run.err, "");
}

#[test]
fn options_change_the_run() {
    let short = simulated(&["crossing", "--seconds", "3.5"]);
    assert!((short["time"].as_f64().unwrap() - 3.5).abs() < 0.05 + 1e-9 && short["arrived"] == 0);
    let other = simulated(&["crossing", "--seconds", "15", "--seed", "7", "--step", "0.1"]);
    assert_eq!((&other["seed"], &other["step"], &other["steps"]), (&json!(7), &json!(0.1), &json!(150)));
    let straight = simulated(&["pocket", "--guide", "straight", "--seconds", "60"]);
    let mapped = simulated(&["pocket", "--guide", "path", "--seconds", "60"]);
    assert!(straight["arrived"].as_u64().unwrap() < mapped["arrived"].as_u64().unwrap());
    assert_eq!(mapped["groups"][0]["guide"], "path");
    let field = simulated(&["pocket", "--guide", "potential", "--seconds", "60"]);
    assert_eq!(field["groups"][1]["guide"], "potential");
    assert!(field["arrived"].as_u64() > straight["arrived"].as_u64());
    let forces = simulated(&["pocket", "--steering", "social-force", "--guide", "path", "--seconds", "10"]);
    assert_eq!(forces["steering"], "social-force");
    let ignored = simulated(&["three-corridors", "--barriers", "none", "--seconds", "60"]);
    assert_eq!((&ignored["barriers"], &ignored["queues"]), (&json!("none"), &json!([])));
    let weighed = simulated(&["three-corridors", "--rerouting", "2.5", "--seconds", "60"]);
    assert!(weighed["barriers"] == 2.5 && !weighed["queues"].as_array().unwrap().is_empty());
    let lanes = simulated(&["lanes-bends", "--guide", "flow", "--seconds", "5"]);
    assert_eq!(lanes["groups"][0]["guide"], "flow");
}

#[test]
fn pictures_are_written() {
    let [trails, density, arrivals, diagram, frames] =
        ["trails.svg", "density.svg", "arrived.svg", "diagram.svg", "frame-##.svg"].map(file);
    let pictures = ["--picture", &trails, "--density", &density, "--arrivals", &arrivals, "--diagram", &diagram];
    let film = ["--animate", &frames, "--fps", "2", "--faster", "4", "--colour", "pace", "--size", "500"];
    let result = simulated(&[&["museum", "--seconds", "20"], &pictures[..], &film[..]].concat());
    assert_eq!(result["files"].as_array().unwrap().len(), 4 + 11);
    let svg = |name: &str| std::fs::read_to_string(file(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    for (name, part) in [
        ("trails.svg", "id=\"trails\""),
        ("density.svg", "id=\"occupancy\""),
        ("arrived.svg", "without a ticket"),
        ("diagram.svg", "Weidmann"),
        ("frame-01.svg", "museum, 0.0 s: 20 walking, 0 arrived"),
        ("frame-11.svg", "museum, 20.0 s: "),
    ] {
        assert!(svg(name).contains(part), "{name}: {part}");
    }
    assert!(!Path::new(&file("frame-12.svg")).exists());
}

#[test]
fn tables_agree_with_the_result() {
    let tables = file("tables");
    let result = simulated(&["museum", "--summary", &tables]);
    let table = |name: &str| -> Vec<Vec<String>> {
        let text = std::fs::read_to_string(Path::new(&tables).join(name)).unwrap();
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let arrivals = table("arrivals.csv");
    assert_eq!(arrivals[0], ["time", "arrived", "visitors", "without a ticket"]);
    assert_eq!(arrivals.last().unwrap()[1..], ["100", "80", "20"]);
    assert!(arrivals.iter().all(|row| row.len() == 4));
    let trips = table("trips.csv");
    assert_eq!((trips[0].len(), trips.len() as u64 - 1), (9, result["arrived"].as_u64().unwrap()));
    assert!(trips[0][8] == "exit" && trips[1..].iter().all(|row| row[8] == "exit"), "the exit is called `exit`");
    let exits = table("exits.csv");
    assert_eq!((exits[0].join(","), exits.last().unwrap()[1].as_str()), ("time,exit".into(), "100"));
    let travel: f64 = trips[1..].iter().map(|row| row[4].parse::<f64>().unwrap()).sum();
    assert!((travel / 100.0 - result["mean_travel"].as_f64().unwrap()).abs() < 1e-5);
    let passages = table("passages.csv");
    assert_eq!(passages.len() as u64 - 1, result["measures"][0]["passed"].as_u64().unwrap());
    let areas = table("areas.csv");
    assert_eq!(areas.len() as u64 - 1, result["measures"][1]["samples"].as_u64().unwrap());
    assert_eq!(table("queues.csv").len() - 1, result["queues"].as_array().unwrap().len());
    let json: Value = serde_json::from_slice(&std::fs::read(Path::new(&tables).join("summary.json")).unwrap()).unwrap();
    assert_eq!(json["arrived"], result["arrived"]);
}

/// Eastwards over a line that is described upwards is from its left to its right; described downwards, to its left.
#[test]
fn passages_say_to_which_side_of_the_line_they_lead() {
    let scene = crate::common::written(
        "sides.toml",
        "[world]\nboundary = [[0, 0], [12, 0], [12, 4], [0, 4]]\n[[exits]]\nsegment = [[12, 1], [12, 3]]\n\
         [crowd]\nseconds = 60\n[[crowd.groups]]\npoints = [[2, 2]]\n\
         [[crowd.measures]]\nname = \"up\"\nsegment = [[6, 0], [6, 4]]\n\
         [[crowd.measures]]\nname = \"down\"\nsegment = [[8, 4], [8, 0]]\n",
    );
    let tables = file("sides");
    simulated(&[&scene, "--summary", &tables]);
    let text = std::fs::read_to_string(Path::new(&tables).join("passages.csv")).unwrap();
    let sides: Vec<(&str, &str)> =
        text.lines().skip(1).filter_map(|line| Some((line.split(',').next()?, line.rsplit(',').next()?))).collect();
    assert_eq!(sides, [("up", "right"), ("down", "left")]);
}

#[test]
fn recordings_are_the_same_on_any_number_of_threads() {
    for ending in ["txt", "sqlite"] {
        let bytes = [1, 2].map(|threads| {
            let out = file(&format!("threads-{threads}.{ending}"));
            let threads = threads.to_string();
            let result = simulated(&["evacuation", "--seconds", "12", "--threads", &threads, "--out", &out]);
            assert_eq!((&result["recording"]["frames"], &result["recording"]["fps"]), (&json!(121), &json!(10.0)));
            std::fs::read(out).unwrap()
        });
        assert!(bytes[0].len() > 100_000, "{}", bytes[0].len());
        assert!(bytes[0] == bytes[1], "{ending} differs");
    }
    let out = file("seed.txt");
    simulated(&["evacuation", "--seconds", "12", "--seed", "2", "--out", &out]);
    assert!(std::fs::read(out).unwrap() != std::fs::read(file("threads-1.txt")).unwrap());
}

/// A run that would take minutes, once it has written something that counts: a file may grow before its first batch is
/// complete.
fn started(out: &Path) -> Child {
    let _ = std::fs::remove_file(out);
    let mut command = command(&["simulate", "lanes-bends", "--seconds", "1000000", "--format", "json", "--out"]);
    let child = command.arg(out).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !has_frames(out) {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

fn has_frames(out: &Path) -> bool {
    if out.extension().is_some_and(|ending| ending == "txt") {
        return std::fs::metadata(out).is_ok_and(|file| file.len() > 100_000);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let first = Connection::open_with_flags(out, flags)
        .and_then(|connection| connection.query_row("SELECT max(frame) FROM frame_data", [], |row| row.get(0)));
    matches!(first, Ok(Some(0_i64..)))
}

fn stop(child: Child, signal: &str) -> std::process::Output {
    let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}

/// How many frames a database has; it must be sound, and every frame whole.
fn frames(out: &Path) -> u64 {
    let connection = Connection::open(out).unwrap();
    let check: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    let number = |query: &str| -> i64 { connection.query_row(query, [], |row| row.get(0)).unwrap() };
    let frames = number("SELECT count(*) FROM frame_data");
    assert_eq!(number("SELECT max(frame) FROM frame_data"), frames - 1);
    assert_eq!(number("SELECT max(frame) FROM trajectory_data"), frames - 1);
    frames as u64
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_leaves_results_and_files() {
    for name in ["interrupted.sqlite", "interrupted.txt"] {
        let out: PathBuf = folder().join(name);
        let output = stop(started(&out), "-INT");
        assert_eq!(output.status.code(), Some(130));
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(messages.contains("interrupted: results and files are those of the first"), "{messages}");
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["interrupted"], true);
        let recorded = result["recording"]["frames"].as_u64().unwrap();
        assert_eq!(recorded, result["steps"].as_u64().unwrap() / 2 + 1);
        if name.ends_with("sqlite") {
            assert_eq!(frames(&out), recorded);
        } else {
            let text = std::fs::read_to_string(&out).unwrap();
            let last = text.lines().last().unwrap();
            assert_eq!(last.split(' ').count(), 5, "{last}");
            assert_eq!(last.split(' ').nth(1), Some((recorded - 1).to_string().as_str()));
        }
    }
}

#[test]
#[cfg(unix)]
fn a_killed_run_leaves_a_readable_database() {
    let out = folder().join("killed.sqlite");
    let output = stop(started(&out), "-KILL");
    assert_eq!(output.status.code(), None);
    assert!(frames(&out) > 0);
}
