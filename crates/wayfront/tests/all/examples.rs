//! The examples run to their end.

use std::path::{Path, PathBuf};
use std::process::Command;

fn names() -> Vec<String> {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// Cargo builds examples together with the tests, into a folder beside theirs.
fn built(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let profile = tests.ancestors().nth(2).unwrap();
    profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn examples_run() {
    assert!(names().len() >= 8);
    for name in names() {
        let program = built(&name);
        let mut command = Command::new(&program);
        if !program.exists() {
            // Only some of the tests were asked for, so cargo has built no examples.
            command = Command::new(env!("CARGO"));
            command.args(["run", "--quiet", "-p", "wayfront", "--example", &name]);
        }
        let run = command.output().unwrap();
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
        assert!(!run.stdout.is_empty(), "{name} prints nothing");
    }
}

/// An example is read in one look.
#[test]
fn examples_are_short() {
    for name in names() {
        let path = format!("{}/examples/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).unwrap().lines().count();
        assert!(lines <= 60, "{name} has {lines} lines");
    }
}
