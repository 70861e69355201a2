//! `clearance` and `navgraph` where no path leads: which agent, where, how much is missing.

use crate::common::{folder, wayfront, written};

/// A hall that a wall parts into 8 m and 12 m, and a part of 12 m by 3 m behind a gap of 1 m.
const PARTED: &str = "[world]
boundary = [[0, 0], [20, 0], [20, 10], [0, 10]]
walls = [[[8, 0], [8, 10]], [[8, 7], [13, 7]], [[14, 7], [20, 7]]]
";

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
