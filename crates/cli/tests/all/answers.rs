//! Answers in bulk, and tables to the second.

use crate::common::{folder, wayfront, written};

/// More points than a batch of every thread has: one object all the same, with an answer for each point in its place.
#[test]
fn many_answers_are_one_object() {
    let count = 30_000;
    let points: String = (0..count).map(|k| format!("{},{}\n", 0.5 + f64::from(k) * 7e-4, 6)).collect();
    let points = written("many.csv", &points);
    for threads in ["1", "2", "3"] {
        let arguments = ["query", "office", "--points", &points, "--format", "json", "--threads", threads];
        let answers = wayfront(&arguments).json();
        let answers = answers["points"].as_array().unwrap();
        assert_eq!(answers.len(), count as usize);
        for (k, answer) in answers.iter().enumerate().step_by(997) {
            let x = answer["x"].as_f64().unwrap();
            assert!((x - (0.5 + k as f64 * 7e-4)).abs() < 1e-9, "{k}: {x}");
        }
    }
}

/// An arrival at a full second is counted in it.
#[test]
fn arrivals_at_full_seconds_count_in_them() {
    let places: Vec<String> = (0..12).map(|k| format!("[{}, {}]", 16.0 - 0.25 * f64::from(k), 1 + 2 * k)).collect();
    let scene = written(
        "seconds.toml",
        &format!(
            "[world]\nboundary = [[0, 0], [20, 0], [20, 25], [0, 25]]\n[[sources]]\nsegment = [[20, 0], [20, 25]]\n\
             [crowd]\nstep = 0.25\nseconds = 20\n[[crowd.groups]]\npoints = [{}]\nspeed = 1\nradius = 0.5\n",
            places.join(", ")
        ),
    );
    let tables = folder().join("full-seconds");
    let run = wayfront(&["simulate", &scene, "--summary", tables.to_str().unwrap()]);
    assert_eq!(run.status, 0, "{}", run.err);
    let rows = |name: &str| -> Vec<Vec<f64>> {
        let text = std::fs::read_to_string(tables.join(name)).unwrap();
        let numbers = |line: &str| line.split(',').map(|field| field.parse().unwrap_or(f64::NAN)).collect();
        text.lines().skip(1).map(numbers).collect()
    };
    let arrived: Vec<f64> = rows("trips.csv").iter().map(|trip| trip[3]).collect();
    assert_eq!(arrived.len(), 12);
    assert!(arrived.iter().any(|time| time.fract() == 0.0), "none arrives at a full second: {arrived:?}");
    for row in rows("arrivals.csv") {
        let expected = arrived.iter().filter(|&&time| time <= row[0]).count();
        assert_eq!(row[1], expected as f64, "at {} s", row[0]);
    }
}
