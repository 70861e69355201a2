//! Files in and out: what was there stays until what replaces it is whole, and input without end is refused.

use crate::common::{Run, command, folder, wayfront, written};
use std::path::PathBuf;
use std::process::Command;

/// A folder of one test, empty.
fn empty(name: &str) -> PathBuf {
    let folder = folder().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The command where no file may grow beyond a block, as if the disk were full.
#[cfg(unix)]
fn on_a_full_disk(arguments: &[&str]) -> Run {
    let mut shell = Command::new("bash");
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "wayfront", env!("CARGO_BIN_EXE_wayfront")]);
    Run::of(shell.args(arguments))
}

#[test]
#[cfg(unix)]
fn on_a_full_disk_old_files_stay() {
    let folder = empty("full-disk");
    let calls: [(&[&str], &str); 10] = [
        (&["map", "office", "--size", "100", "--picture"], "a.png"),
        (&["map", "office", "--size", "100", "--raster"], "a.npz"),
        (&["map", "office", "--size", "100", "--shapes"], "a.geojson"),
        (&["map", "trains", "--size", "200", "--seconds", "1", "--animate"], "a-film.png"),
        (&["flow", "grove", "--size", "200", "--raster"], "b.npz"),
        (&["convert", "office"], "a.toml"),
        (&["draw", "office", "--picture"], "a.svg"),
        (&["surface", "torus", "--export"], "a.ply"),
        (&["simulate", "pocket", "--seconds", "20", "--out"], "a.txt"),
        (&["simulate", "pocket", "--seconds", "20", "--out"], "a.sqlite"),
    ];
    for (arguments, name) in calls {
        let file = folder.join(name);
        std::fs::write(&file, "old").unwrap();
        let path = file.to_str().unwrap();
        let run = on_a_full_disk(&[arguments, &[path]].concat());
        assert_eq!(run.status, 1, "{name}: {}", run.err);
        assert!(run.err.contains(path), "{name}: {}", run.err);
        assert!(run.err.contains("the file that was there is unchanged"), "{name}: {}", run.err);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old", "{name}");
    }
    let left = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut left: Vec<String> = left.filter(|name| name.contains("part")).collect();
    left.sort();
    // Recordings keep the frames that they have; of everything else nothing is left.
    assert!(left.iter().all(|name| name.starts_with("a.part.")), "{left:?}");
}

#[test]
#[cfg(unix)]
fn a_failure_names_every_file_that_is_missing() {
    let folder = empty("missing");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (raster, shapes, picture) = (path("a.npz"), path("a.geojson"), path("no/such.png"));
    let run = wayfront(&["map", "office", "--size", "50", "--raster", &raster, "--shapes", &shapes]);
    assert_eq!(run.status, 0, "{}", run.err);
    let run = on_a_full_disk(&["map", "office", "--raster", &raster, "--shapes", &shapes, "--picture", &picture]);
    assert!(run.err.contains(&format!("not written: `{raster}`, `{shapes}`, `{picture}`")), "{}", run.err);
    let run = wayfront(&["map", "office", "--raster", &raster, "--picture", &picture, "--shapes", &shapes]);
    assert!(run.err.contains("such.png: cannot write the picture") && !run.err.contains("not written"), "{}", run.err);
}

#[test]
fn a_recording_replaces_an_old_one_when_it_is_whole() {
    let folder = empty("replaced");
    for name in ["run.txt", "run.sqlite"] {
        let out = folder.join(name);
        let path = out.to_str().unwrap();
        let again = |seconds| wayfront(&["simulate", "pocket", "--seconds", seconds, "--out", path]);
        assert_eq!(again("2").status, 0);
        let short = std::fs::read(&out).unwrap();
        assert_eq!(again("3").status, 0);
        assert_ne!(std::fs::read(&out).unwrap(), short);
        assert_eq!(again("2").status, 0);
        assert_eq!(std::fs::read(&out).unwrap(), short);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn one_file_is_not_written_twice() {
    let folder = empty("twice");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (picture, frame, frames) = (path("a.png"), path("f-0001.png"), path("f-####.png"));
    let twice: [&[&str]; 4] = [
        &["simulate", "pocket", "--picture", &picture, "--density", &picture],
        &["simulate", "pocket", "--arrivals", &picture, "--density", &path("../twice/a.png")],
        &["map", "trains", "--picture", &picture, "--animate", &picture],
        &["map", "trains", "--picture", &frame, "--animate", &frames],
    ];
    for arguments in twice {
        let run = wayfront(arguments);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.err);
        assert!(run.err.contains("both write `"), "{}", run.err);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
#[cfg(unix)]
fn input_without_end_is_refused_at_once() {
    let start = std::time::Instant::now();
    let folder = empty("endless");
    let calls: [&[&str]; 4] = [
        &["check", "/dev/zero"],
        &["map", "/dev/zero", "--to", "1,1"],
        &["query", "office", "--points", "/dev/zero"],
        &["path", "/dev/full", "--from", "1,1"],
    ];
    for arguments in calls {
        let run = wayfront(arguments);
        assert_eq!(run.status, 1, "{arguments:?}: {}", run.err);
        assert!(run.err.contains("is a device, not a file"), "{arguments:?}: {}", run.err);
    }
    let zeros = folder.join("zeros.off");
    std::os::unix::fs::symlink("/dev/zero", &zeros).unwrap();
    let run = wayfront(&["surface", zeros.to_str().unwrap()]);
    assert!(run.status == 1 && run.err.contains("this is a device, not a file"), "{}", run.err);
    let run = Run::of(Command::new("bash").args([
        "-c",
        "\"$0\" query office --points - --max-file 1 < /dev/zero",
        env!("CARGO_BIN_EXE_wayfront"),
    ]));
    assert!(run.status == 1 && run.err.contains("more than 1048576 bytes"), "{}", run.err);
    assert!(run.err.contains("--max-file"), "{}", run.err);
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn limits_have_names_and_options() {
    let two_rooms = written(
        "far-apart.toml",
        "[world]\nareas = [{ outline = [[0, 0], [20, 0], [20, 10], [0, 10]] }, \
         { outline = [[1e6, 1e6], [1000020, 1e6], [1000020, 1000010], [1e6, 1000010]] }]\n\
         [[sources]]\npoint = [1, 1]\n",
    );
    let run = wayfront(&["potential", &two_rooms, "--cell", "300"]);
    assert_eq!(run.status, 1, "cells so large leave none free: {}", run.out);
    let run = wayfront(&["potential", &two_rooms, "--cell", "0.5"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.err.contains("make a grid of 2000040 x 2000020; at most 16777216 are solved"), "{}", run.err);
    assert!(run.err.contains("--cell 246.586 or more") && run.err.contains("--max-cells"), "{}", run.err);
    let run = wayfront(&["potential", "office", "--cell", "0.1", "--max-cells", "1000"]);
    assert!(run.status == 1 && run.err.contains("at most 1000 are solved"), "{}", run.err);
    let run = wayfront(&["check", "--max-points", "3", &two_rooms]);
    assert!(run.err.contains("the scene has 9 points; at most 3 are read"), "{}", run.err);
    assert!(run.err.contains("`--max-points`"), "{}", run.err);
    let points = written("three.csv", "1,1\n2,2\n3,3\n");
    let run = wayfront(&["query", "office", "--points", &points, "--max-points", "2"]);
    assert!(run.status == 1 && run.err.contains("has more than 2 points"), "{}", run.err);
    assert!(command(&["check", "--max-file", "0"]).output().unwrap().status.code() == Some(2));
}

/// What may not be looked at is there all the same.
#[test]
#[cfg(unix)]
fn what_cannot_be_opened_is_not_absent() {
    let folder = empty("loops");
    for name in ["around.toml", "around.off"] {
        let link = folder.join(name);
        std::os::unix::fs::symlink(name, &link).unwrap();
        let verb = if name.ends_with("off") { "surface" } else { "check" };
        let run = wayfront(&[verb, link.to_str().unwrap()]);
        assert_eq!(run.status, 1);
        assert!(!run.err.contains("there is no") && run.err.contains("symbolic links"), "{}", run.err);
    }
    let missing = folder.join("missing.toml");
    let run = wayfront(&["check", missing.to_str().unwrap()]);
    assert!(run.err.contains("there is no file"), "{}", run.err);
}

#[test]
fn a_step_that_is_advised_is_above_nothing() {
    let fast = written(
        "fast.toml",
        "[world]\nboundary = [[0, 0], [20, 0], [20, 10], [0, 10]]\n[[sources]]\nsegment = [[20, 4], [20, 6]]\n\
         [crowd]\n[[crowd.groups]]\npoints = [[5, 5]]\nspeed = 500\n",
    );
    let run = wayfront(&["simulate", &fast]);
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.err.contains("choose a `step` of 0.000") && !run.err.contains("of 0 or less"), "{}", run.err);
}
