//! `path` and `query`: for people and for programs, their exit status, and what they say when something is wrong.

use crate::common::{Run, command, folder, wayfront, written};
use serde_json::json;
use std::process::Stdio;

/// A room of 10 x 10 with a block in the middle, a closed corner, and two doors; the second costs 3 more.
const ROOM: &str = "[world]
boundary = [[0, 0], [10, 0], [10, 10], [0, 10]]
obstacles = [[[4, 0], [6, 0], [6, 7], [4, 7]]]
walls = [[[8, 10], [8, 8], [10, 8]]]
[[sources]]
name = \"west\"
point = [1, 3]
[[sources]]
segment = [[10, 0], [10, 1]]
offset = 3
";

/// A run with points on standard input.
fn asked(arguments: &[&str], points: &str) -> Run {
    asked_bytes(arguments, points.as_bytes())
}

fn asked_bytes(arguments: &[&str], points: &[u8]) -> Run {
    let file = folder().join(format!("points-{:?}.csv", std::thread::current().id()));
    std::fs::write(&file, points).unwrap();
    Run::of(command(arguments).stdin(Stdio::from(std::fs::File::open(&file).unwrap())))
}

#[test]
fn routes_tell_where_the_speed_changes() {
    let run = wayfront(&["path", "bicycle", "--from", "20,50", "--format", "json"]);
    let found = run.json();
    assert_eq!(found["points"], json!([[20.0, 50.0], [26.0, 35.0], [26.0, 28.0], [44.0, 12.0]]));
    assert_eq!(found["speeds"], json!([3.0, 1.0, 1.0]));
    assert_eq!(found["changes"], json!([{"at": [26.0, 35.0], "from": 1.0, "to": 3.0}]));
    let cost = 6f64.hypot(15.0) / 3.0 + 7.0 + 18f64.hypot(16.0);
    assert!((found["cost"].as_f64().unwrap() - cost).abs() < 1e-9, "{}", run.out);
    // Near home one walks, and far away the bicycle wins though the path to it leads back.
    let near = wayfront(&["path", "bicycle", "--from", "60,20", "--format", "json"]).json();
    assert_eq!((near["speeds"].clone(), near["changes"].clone()), (json!([1.0]), json!([])));
    let far = wayfront(&["path", "bicycle", "--from", "119,2", "--format", "json"]).json();
    assert_eq!(far["changes"][0]["at"], json!([26.0, 35.0]));
}

#[test]
fn routes_tell_what_barriers_cost() {
    for (scene, crossing) in [("queue-delay", 10.0), ("queue-weight", 1.5)] {
        // One metre behind the barrier, straight ahead of the exit.
        let found = wayfront(&["path", scene, "--from", "19,13", "--format", "json"]).json();
        let [cost, extra] = ["cost", "crossing"].map(|field| found[field].as_f64().unwrap());
        assert!((extra - crossing).abs() < 1e-9 && (cost - 33.0 - crossing).abs() < 1e-9, "{scene}: {found}");
    }
    let run = wayfront(&["path", "queue-delay", "--from", "19,13"]);
    assert!(run.out.contains("cost    43\nlength  33 m\n") && run.out.contains("barrier 10\n"), "{}", run.out);
}

/// A path that crosses barriers on several of its legs pays for all of them.
#[test]
fn what_barriers_cost_is_added_up() {
    let scene = "[world]\nboundary = [[0, 0], [20, 0], [20, 10], [0, 10]]\n\
                 obstacles = [[[8, 0], [12, 0], [12, 6], [8, 6]]]\n[[sources]]\npoint = [18, 1]\n\
                 [[barriers]]\nsegment = [[4, 0], [4, 10]]\ndelay = 2\n\
                 [[barriers]]\nsegment = [[10, 6], [10, 10]]\ndelay = 0.5\n\
                 [[barriers]]\nsegment = [[16, 0], [16, 10]]\ndelay = 3\n";
    let file = written("three-barriers.toml", scene);
    let found = wayfront(&["path", &file, "--from", "2,1", "--format", "json"]).json();
    let [cost, crossing] = ["cost", "crossing"].map(|field| found[field].as_f64().unwrap());
    let length = 2.0 * 6f64.hypot(5.0) + 4.0;
    assert!((crossing - 5.5).abs() < 1e-9 && (cost - length - 5.5).abs() < 1e-9, "{found}");
}

#[test]
fn pictures_of_paths_show_scene_and_route() {
    let svg = folder().join("path.svg");
    let run = wayfront(&["path", "office", "--from", "3,2", "--picture", svg.to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let picture = std::fs::read_to_string(&svg).unwrap();
    for part in ["id=\"path\"", "id=\"start\"", "id=\"obstacles\"", "shortest path"] {
        assert!(picture.contains(part), "{part}");
    }
}

#[test]
fn query_answers_every_point_in_order() {
    let room = written("room-query.toml", ROOM);
    let points = "\u{feff}x, y\r\n# doors\r\n 1 , 3\r\n\r\n9.0,0.5 # near the second\r\n5,5\r\n9,9\r\n+6e0,8";
    let expected = "x,y,status,cost,parent_x,parent_y,source\n\
        1,3,ok,0,1,3,0\n9.0,0.5,ok,4,10,0.5,1\n5,5,blocked,,,,\n9,9,unreachable,,,,\n+6e0,8,ok,7.23606797749979,4,7,0\n";
    for threads in ["1", "2", "7"] {
        let run = asked(&["query", &room, "--points", "-", "--threads", threads], points);
        assert_eq!((run.out.as_str(), run.err.as_str(), run.status), (expected, "", 0));
    }
    let file = written("points.csv", points);
    assert_eq!(wayfront(&["query", &room, "--points", &file]).out, expected);
}

#[test]
fn query_gives_programs_one_object() {
    let room = written("room-query-json.toml", ROOM);
    let run = asked(&["query", &room, "--points", "-", "--format", "json"], "9,0.5\n5,5\n9,9\n");
    let none = |x: f64, y: f64, status: &str| json!({"x": x, "y": y, "status": status, "cost": null, "parent_x": null, "parent_y": null, "source": null});
    let first = json!({"x": 9, "y": 0.5, "status": "ok", "cost": 4, "parent_x": 10, "parent_y": 0.5, "source": 1});
    let found = run.json();
    assert_eq!(found["points"][0], first);
    let at = |k: usize| &found["points"][k];
    for (k, expected) in [(1, none(5.0, 5.0, "blocked")), (2, none(9.0, 9.0, "unreachable"))] {
        for field in ["status", "cost", "parent_x", "parent_y", "source"] {
            assert_eq!(at(k)[field], expected[field], "{k} {field}");
        }
        assert_eq!(at(k)["x"].as_f64(), expected["x"].as_f64());
    }
    let empty = asked(&["query", &room, "--points", "-", "--format", "json"], "# nothing\n");
    assert_eq!(empty.json(), json!({"points": []}));
}

#[test]
fn query_of_nothing_is_a_heading() {
    for points in ["", "\n\n", "x,y\n", "# only words"] {
        let run = asked(&["query", "office", "--points", "-"], points);
        assert_eq!((run.out.as_str(), run.status), ("x,y,status,cost,parent_x,parent_y,source\n", 0));
    }
}

#[test]
fn every_bad_line_is_reported_and_nothing_answered() {
    let points = b"x,y\n1,2\n1;2\nnan,3\n1,2,3\n,\nabc,1\n1,2 3\n1e999,0\n\xff\xfe,1\n";
    let run = asked_bytes(&["query", "office", "--points", "-"], points);
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    let messages = [
        "standard input:3: one column instead of the two of `x,y`",
        "standard input:4: `nan` is not a finite number",
        "standard input:5: 3 columns instead of the two of `x,y`",
        "standard input:6: a number is missing",
        "standard input:7: `abc` is not a number",
        "standard input:8: `2 3` is not a number",
        "standard input:9: `1e999` is not a finite number",
        "standard input:10: this is not text",
        "    write two numbers",
    ];
    for (line, message) in run.err.lines().zip(messages) {
        assert!(line.starts_with(message), "{line}");
    }
    assert_eq!(run.err.lines().count(), messages.len());
}

#[test]
fn many_points_are_the_same_on_any_number_of_threads() {
    let points: String = (0..30_000).map(|k| format!("{},{}\n", k % 173, f64::from(k) / 30_000.0 * 24.0)).collect();
    let on = |threads: &str| asked(&["query", "office", "--points", "-", "--threads", threads], &points).out;
    let one = on("1");
    assert_eq!(one.lines().count(), 30_001);
    assert!(one.contains(",ok,") && one.contains(",blocked,"));
    assert_eq!(one, on("2"));
    assert_eq!(one, on("5"));
}

/// Costs and parents of `query` parse back to the numbers of `path`.
#[test]
fn both_verbs_agree_to_the_last_bit() {
    let points = "3,2\n12.3456789,17.1\n20,20.5\n33.3,12\n";
    let run = asked(&["query", "office", "--points", "-"], points);
    for line in run.out.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let path = wayfront(&["path", "office", "--from", &format!("{},{}", cells[0], cells[1]), "--format", "json"]);
        let number = |k: usize| cells[k].parse::<f64>().ok();
        if cells[2] == "blocked" {
            assert_eq!(path.status, 1);
            continue;
        }
        let path = path.json();
        assert_eq!((number(3), number(6)), (path["cost"].as_f64(), path["source"].as_f64()), "{line}");
        assert_eq!((number(4), number(5)), (path["points"][1][0].as_f64(), path["points"][1][1].as_f64()), "{line}");
    }
}

#[test]
fn every_built_in_scene_has_paths() {
    let listed = wayfront(&["scenes", "--format", "json"]).json();
    for scene in listed["scenes"].as_array().unwrap() {
        let name = scene["name"].as_str().unwrap();
        let bounds = wayfront(&["check", name, "--format", "json"]).json()["bounds"].clone();
        let at = |k: usize, axis: usize| {
            let [low, high] = [0, 1].map(|end| bounds[end][axis].as_f64().unwrap());
            low + (high - low) * (k as f64 + 0.5) / 23.0
        };
        let points: String = (0..529).map(|k| format!("{},{}\n", at(k % 23, 0), at(k / 23, 1))).collect();
        let run = asked(&["query", name, "--points", "-"], &points);
        let ok = run.out.lines().filter(|line| line.contains(",ok,")).count();
        assert!(run.status == 0 && ok > 50, "{name}: {ok} {}", run.err);
        let line = run.out.lines().find(|line| line.contains(",ok,")).unwrap();
        let cells: Vec<&str> = line.split(',').collect();
        let run = wayfront(&["path", name, "--from", &format!("{},{}", cells[0], cells[1]), "--format", "json"]);
        // As text: the reader of JSON in these tests rounds the last digit.
        assert!(run.out.contains(&format!("\"cost\": {},", cells[3])), "{name}: {line} {}", run.out);
    }
}

#[test]
fn the_page_shows_what_query_answers() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command.md");
    let page = std::fs::read_to_string(page).unwrap();
    let run = asked(&["query", "office", "--points", "-"], "3,2\n20,12\n-1,0\n");
    let shown = format!("$ printf '3,2\\n20,12\\n-1,0\\n' | wayfront query office --points -\n{}```", run.out);
    assert!(page.contains(&shown), "{shown}");
}

#[test]
fn the_page_shows_a_route_by_bicycle() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/command.md");
    let page = std::fs::read_to_string(page).unwrap();
    let shown =
        format!("$ wayfront path bicycle --from 20,50\n{}```", wayfront(&["path", "bicycle", "--from", "20,50"]).out);
    assert!(page.contains(&shown), "{shown}");
}
