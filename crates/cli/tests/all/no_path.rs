//! `clearance` and `navgraph` where no path leads: which agent, where, how much is missing.

use crate::common::{folder, wayfront, written};

/// A hall that a wall parts into 8 m and 12 m, and a part of 12 m by 3 m behind a gap of 1 m.
const PARTED: &str = "[world]
boundary = [[0, 0], [20, 0], [20, 10], [0, 10]]
walls = [[[8, 0], [8, 10]], [[8, 7], [13, 7]], [[14, 7], [20, 7]]]
";

#[test]
fn another_part_is_reported_with_its_size_and_place() {
    let hall = written("parted.toml", PARTED);
    let run = wayfront(&["clearance", &hall, "--from", "2,5", "--to", "15,3"]);
    assert_eq!(
        (run.status, run.err.replace(&hall, "HALL")),
        (
            1,
            "HALL: no path leads from (2, 5) to (15, 3): the one is in a part of 80 m² from (0, 0) to (8, 10), the other in a \
             part of 120 m² from (8, 0) to (20, 10)\n    open a door between the two parts, or choose a place in the same \
             one\n"
                .to_owned()
        )
    );
}

#[test]
fn a_gap_that_is_too_narrow_is_reported_with_its_width_and_place() {
    let hall = written("parted-narrow.toml", PARTED);
    let run =
        wayfront(&["clearance", &hall, "--from", "10,3", "--to", "10,8.5", "--radius", "0.6", "--format", "json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let found = run.json();
    assert_eq!((&found["fits"], &found["widest"]["width"]), (&false.into(), &1.0.into()));
    assert_eq!(found["widest"]["between"], serde_json::json!(["world.walls[1]", "world.walls[2]"]));
    assert_eq!(
        (found["problem"].as_str(), found["advice"].as_str()),
        (
            Some(
                "no path from (10, 3) to (10, 8.5) is wide enough for a radius of 0.6: the widest is 1 wide at its \
                 narrowest place, (13.5, 7)"
            ),
            Some("bodies up to a radius of 0.5 get through")
        )
    );
    let run = wayfront(&["clearance", &hall, "--from", "10,3", "--to", "10,7.2", "--radius", "0.4"]);
    assert!(
        run.out.contains("a body of radius 0.4 has no room at (10, 7.2): the nearest wall is 0.2 away"),
        "{}",
        run.out
    );
    assert!(run.out.contains("the nearest place with room is (10, 7.4)"), "{}", run.out);
}

#[test]
fn an_agent_without_a_route_says_why() {
    let hall = written("parted-graph.toml", PARTED);
    let ask = |agent: usize| {
        let agent = agent.to_string();
        wayfront(&["navgraph", &hall, "--agents", "20", "--agent", &agent, "--radius", "0.2", "--format", "json"])
            .json()
    };
    let all: Vec<serde_json::Value> = (0..20).map(ask).collect();
    let reason = |found: &serde_json::Value| found["problem"].as_str().map(str::to_owned);
    let (led, not): (Vec<_>, Vec<_>) = all.iter().partition(|found| !found["cost"].is_null());
    assert!(!led.is_empty() && !not.is_empty());
    assert!(led.iter().all(|found| reason(found).is_none()));
    for found in not {
        let why = reason(found).expect("a reason");
        let sides = [&found["from"], &found["to"]].map(|p| p[0].as_f64().unwrap() < 8.0);
        assert!(sides[0] != sides[1] && why.contains("part of 80 m²") && why.contains("part of 120 m²"), "{why}");
    }
}

#[test]
fn numbers_that_are_none_are_refused() {
    for verb in ["clearance", "navgraph"] {
        for radius in ["-1", "nan", "inf", "wide"] {
            let run = wayfront(&[verb, "office", "--radius", radius]);
            assert!(run.status == 2 && run.err.contains(radius), "{verb} {radius}: {}", run.err);
        }
    }
}

#[test]
fn a_world_without_obstacles_and_agents() {
    let empty = written("empty-hall.toml", "[world]\nboundary = [[0, 0], [20, 0], [20, 10], [0, 10]]\n");
    let run = wayfront(&["clearance", &empty, "--from", "2,5", "--to", "18,5", "--format", "json"]);
    assert_eq!((run.status, run.json()["widest"]["width"].as_f64()), (0, Some(4.0)));
    let run = wayfront(&["navgraph", &empty, "--agents", "1", "--format", "json"]);
    assert!(run.status == 0 && run.json()["cost"].as_f64().is_some(), "{}", run.err);
    let empty = wayfront(&["navgraph", &empty, "--agents", "0"]);
    assert_eq!(empty.status, 1);
    assert!(empty.err.contains("0 agents found room, so there is no agent 0"), "{}", empty.err);
}

/// A comb of 60,000 sides with less memory than its diagram takes: reported before the work begins.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_reported_in_numbers() {
    let mut ring = String::new();
    for k in 0..30_000 {
        ring += &format!("[{k}, {}], [{}.5, 1], ", k % 2, k);
    }
    let comb = written("comb.toml", &format!("[world]\nboundary = [{ring}[30000, 5], [0, 5]]\n"));
    let wayfront = env!("CARGO_BIN_EXE_wayfront");
    let limited = |megabytes: u64| {
        let command =
            format!("ulimit -v {}; exec '{wayfront}' clearance '{comb}' --threads 1 --quiet", megabytes * 1024);
        std::process::Command::new("sh").args(["-c", &command]).current_dir(folder()).output().unwrap()
    };
    let run = limited(220);
    let message = String::from_utf8_lossy(&run.stderr).replace(&comb, "COMB");
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(
        message.starts_with("COMB: the Voronoi diagram of 60002 sides needs about 246 MB of memory, and "),
        "{message}"
    );
    assert!(message.contains(" are free\n    make the outlines simpler"), "{message}");
    assert_eq!(limited(4000).status.code(), Some(0));
}
