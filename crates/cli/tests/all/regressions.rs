//! Calls that ended wrongly once, each as small as it could be made, named after what broke.

use crate::common::{command, wayfront, written};
use serde_json::json;
use std::io::Write;
use std::process::Stdio;

#[test]
fn negative_numbers_are_points_not_options() {
    let room = written("negative.toml", "[world]\nboundary = [[-9, -9], [9, -9], [9, 9], [-9, 9]]\n");
    for from in [&["--from", "-1,2"][..], &["--from=-1,2"], &["--from", "-1, 2e0"]] {
        let run = wayfront(&[&["path", &room, "--to", "-1,-2.5", "--format", "json"], from].concat());
        assert_eq!(run.json()["cost"], json!(4.5), "{from:?}: {}", run.err);
    }
}

#[test]
fn a_reader_that_hangs_up_early_is_no_error() {
    let points: String = (0..200_000).map(|k| format!("3,{}\n", f64::from(k) / 1e5)).collect();
    let file = written("long.csv", &points);
    let mut child = command(&["query", "office", "--points", &file]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    // A writer that hangs up is the end of the points.
    let mut child =
        command(&["query", "office", "--points", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"3,2").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout.split(|&b| b == b'\n').count(), 3);
}

#[test]
fn a_reader_that_hangs_up_is_no_error() {
    let mut child = command(&["scenes"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
}
