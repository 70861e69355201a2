//! Every verb ends by itself on damaged scenes, with one of its exit statuses and without a panic.

use crate::common::{command, folder};
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};
use wayfront_testkit::bytes::{corpus, damaged};
use wayfront_testkit::rng::Congruential;
use wayfront_testkit::runner::each_seed;

/// Seconds after which a command on so small a scene hangs.
const LONGEST: u64 = 120;

const HALL: &str = "\
[world]
boundary = [[0, 0], [20, 0], [20, 10], [0, 10]]
obstacles = [[[8, 2], [10, 2], [10, 8], [8, 8]], { outline = [[13, 3], [16, 3], [16, 7], [13, 7]], holes = [[[14, 4], [15, 4], [15, 6]]] }]
walls = [[[4, 0], [4, 4]]]
[[sources]]
name = \"east\"
segment = [[20, 4], [20, 6]]
offset = 1
[[sources]]
point = [1, 9]
[[weights]]
corner = [10, 8]
weight = 0.5
[[barriers]]
segment = [[9, 8], [9, 10]]
delay = 2
[[doors]]
name = \"door\"
segment = [[4, 4], [4, 10]]
open = true
[[motions]]
door = \"door\"
times = [0, 3]
open = [true, false]
[flow]
entrances = [[[0, 2], [0, 8]]]
exits = [[[20, 2], [20, 8]]]
radius = 0.25
[crowd]
seconds = 3
seed = 4
[[crowd.groups]]
area = [[5, 1], [7, 1], [7, 9], [5, 9]]
count = 8
goal = \"east\"
";

const MESH: &str =
    "OFF\n5 6 0\n0 0 0\n2 0 0\n2 2 0\n0 2 0\n1 1 1.5\n3 0 1 4\n3 1 2 4\n3 2 3 4\n3 3 0 4\n3 0 2 1\n3 0 3 2\n";

/// Runs a verb on damaged files; `{}` among the arguments stands for the file.
fn ends_by_itself(name: &str, ending: &str, own: &str, endings: &[&str], arguments: &[&str]) {
    let mut samples = vec![(ending.to_owned(), own.as_bytes().to_vec())];
    samples.extend(corpus(endings));
    let out = folder().join(format!("noise-{name}"));
    each_seed(name, 6, |seed| {
        let mut random = Congruential::new(seed ^ 0x5eed);
        // Half of the files are our own sample, which has a bit of everything.
        let sample = if random.below(2) == 0 { 0 } else { random.below(samples.len()) };
        let (ending, sound) = &samples[sample];
        let file = folder().join(format!("noise-{name}-{}.{ending}", std::process::id()));
        std::fs::write(&file, damaged(sound, &mut random)).unwrap();
        let file = file.to_str().unwrap().to_owned();
        let out = out.to_str().unwrap();
        let arguments: Vec<String> =
            arguments.iter().map(|argument| argument.replace("{}", &file).replace("OUT", out)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut child = command(&arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).map(|_| String::from_utf8_lossy(&text).into_owned())
        });
        let start = Instant::now();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None if start.elapsed() > Duration::from_secs(LONGEST) => {
                    child.kill().unwrap();
                    panic!("{arguments:?} does not end");
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        let reply = reader.join().unwrap().unwrap();
        let is_expected = status.code().is_some_and(|code| (0..=2).contains(&code));
        assert!(is_expected && !reply.contains("panicked"), "{arguments:?}: {status}\n{reply}");
        std::fs::remove_file(&file).unwrap();
    });
}

const SCENES: &[&str] = &["toml", "json", "geojson", "wkt", "map", "txt"];

#[test]
fn check() {
    ends_by_itself("check", "toml", HALL, SCENES, &["check", "{}"]);
}

#[test]
fn convert() {
    ends_by_itself("convert", "toml", HALL, SCENES, &["convert", "{}", "OUT.toml"]);
}

#[test]
fn draw() {
    ends_by_itself("draw", "toml", HALL, SCENES, &["draw", "{}", "--picture", "OUT.png", "--size", "64"]);
}

#[test]
fn map() {
    let arguments = ["map", "{}", "--to", "6,5", "--size", "64", "--picture", "OUT.svg", "--shapes", "OUT.geojson"];
    ends_by_itself("map", "toml", HALL, SCENES, &arguments);
}

#[test]
fn path() {
    ends_by_itself("path", "toml", HALL, SCENES, &["path", "{}", "--from", "6,5", "--time", "1"]);
}

#[test]
fn query() {
    let points = "x,y\n1,1\n19.5,5\n7,9\n-3,0\n";
    ends_by_itself("query", "csv", points, &["csv"], &["query", "office", "--points", "{}"]);
}

#[test]
fn flow() {
    ends_by_itself("flow", "toml", HALL, SCENES, &["flow", "{}", "--radius", "0.3", "--size", "64"]);
}

#[test]
fn potential() {
    ends_by_itself("potential", "toml", HALL, SCENES, &["potential", "{}", "--to", "6,5", "--max-cells", "100000"]);
}

#[test]
fn surface() {
    ends_by_itself("surface", "off", MESH, &["off", "obj", "ply", "stl"], &["surface", "{}", "--free-rim"]);
}

#[test]
fn simulate() {
    let arguments = ["simulate", "{}", "--seconds", "3", "--out", "OUT.txt"];
    ends_by_itself("simulate", "toml", HALL, &["toml"], &arguments);
}
