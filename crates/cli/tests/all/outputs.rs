//! What commands print is what they printed when it was last reviewed: each of a few is compared with what is kept in
//! `tests/outputs`, as text for people and as JSON for programs, and sessions with `tests/sessions`. Times are left out, long lists shortened, and numbers may
//! differ by rounding. Where an answer is to be different, `WAYFRONT_UPDATE=1` writes the kept ones anew; read the
//! difference before it is committed.

use crate::common::{Run, command, folder, wayfront};
use serde_json::Value;
use std::path::{Path, PathBuf};
use wayfront_testkit::sessions::{compared, difference, played, report};

/// Each output: its name, and the command.
const OUTPUTS: [(&str, &str); 20] = [
    ("map", "map terminal --size 100"),
    ("map-moment", "map subway --time 7 --size 100"),
    ("path", "path office --from 3,2"),
    ("path-terms", "path bicycle --from 2,2"),
    ("path-radii", "path sizes --radius 0.2,0.5 --from 4,10 --to 36,10"),
    ("flow", "flow concourse --plain"),
    ("flow-narrow", "flow narrow-door --radius 2"),
    ("flow-speed", "flow grove --speed 2 --spacing 1.5 --no-shorten"),
    ("clearance", "clearance office --narrows 3 --radius 0.4"),
    ("clearance-path", "clearance two-rooms --from 2,2 --to 18,8"),
    ("navgraph", "navgraph two-rooms --agents 5 --agent 2"),
    ("potential", "potential two-rooms --cell 0.5 --from 2,2 --bias 0,1"),
    ("search", "search guard --expansions 20000"),
    ("search-quadtree", "search two-rooms --space quadtree --from 2,2 --to 18,8"),
    ("surface", "surface --from vertex:36"),
    ("simulate", "simulate museum --seconds 40"),
    ("simulate-seeds", "simulate crossing --seeds 1..3"),
    ("check", "check museum"),
    ("check-moving", "check trains"),
    ("scenes", "scenes"),
];

/// Fields that differ from machine to machine, beside those that end in `seconds`.
const OF_THE_MACHINE: [&str; 5] = ["phases", "walker_steps_per_second", "times_real_time", "at_once", "threads"];

/// Items of a list that are kept.
const ITEMS: usize = 4;

/// Numbers differ by a share of the larger one at most, which is taken as no less than the second number.
type Rounding = (f64, f64);

const OF_OUTPUTS: Rounding = (2e-5, 1e-6);
const OF_SESSIONS: Rounding = (1e-9, 1e-3);

/// Lines and words about time, which differ from run to run, taken out.
fn without_times(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("phases"));
    let shown = lines.map(|line| {
        let cut = match line {
            _ if line.trim_start().starts_with("run ") => ", in ",
            _ if line.contains(" at once, in ") => ",",
            _ => "\n",
        };
        let line = line.split(cut).next().unwrap_or(line);
        let words: Vec<&str> = line.split(' ').collect();
        let is_time = |k: usize| words.get(k + 1).is_some_and(|unit| ["ms", "ms;", "ms,"].contains(unit));
        let word = |k: usize| if is_time(k) { "…" } else { words[k] };
        (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
    });
    shown.collect::<Vec<_>>().join("\n") + "\n"
}

/// A result without times, its long lists shortened.
fn shortened(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let is_kept = |name: &str| !name.ends_with("seconds") && !OF_THE_MACHINE.contains(&name);
            let kept = fields.iter().filter(|(name, _)| is_kept(name));
            Value::Object(kept.map(|(name, value)| (name.clone(), shortened(value))).collect())
        }
        Value::Array(items) => {
            let mut kept: Vec<Value> = items.iter().take(ITEMS).map(shortened).collect();
            if items.len() > ITEMS {
                kept.push(Value::String(format!("… {} in all", items.len())));
            }
            Value::Array(kept)
        }
        other => other.clone(),
    }
}

/// The same words and numbers, but for rounding.
fn is_same(old: &str, new: &str, (share, least): Rounding) -> bool {
    let words = |line: &str| -> Vec<String> {
        line.split(|c: char| " ,;:()[]".contains(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (old, new) = (words(old), words(new));
    let same = |(old, new): (&String, &String)| match (old.parse::<f64>(), new.parse::<f64>()) {
        (Ok(a), Ok(b)) => (a - b).abs() <= share * a.abs().max(b.abs()).max(least),
        _ => false,
    };
    old.len() == new.len() && old.iter().zip(&new).all(|pair| pair.0 == pair.1 || same(pair))
}

fn compare(path: &Path, printed: &str, rounding: Rounding, wrong: &mut Vec<String>) {
    let difference = |kept: &str, printed: &str| difference(kept, printed, |old, new| is_same(old, new, rounding));
    wrong.extend(compared(path, printed, difference));
}

fn kept() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/outputs")
}

#[test]
fn commands_say_what_they_said() {
    let mut wrong = Vec::new();
    for (name, command) in OUTPUTS {
        let arguments: Vec<&str> = command.split(' ').collect();
        let text = wayfront(&arguments);
        assert_eq!(text.status, 0, "{command}: {}", text.err);
        compare(&kept().join(format!("{name}.txt")), &without_times(&text.out), OF_OUTPUTS, &mut wrong);
        let json = wayfront(&[&arguments[..], &["--format", "json"]].concat()).json();
        let json = serde_json::to_string_pretty(&shortened(&json)).unwrap() + "\n";
        compare(&kept().join(format!("{name}.json")), &json, OF_OUTPUTS, &mut wrong);
    }
    report(&wrong);
}

/// The tables of a run with queues, their first lines.
#[test]
fn tables_hold_what_they_held() {
    let tables = folder().join("outputs-tables");
    let run = wayfront(&["simulate", "three-corridors", "--seconds", "60", "--summary", tables.to_str().unwrap()]);
    assert_eq!(run.status, 0, "{}", run.err);
    let mut wrong = Vec::new();
    for name in ["arrivals", "exits", "trips", "passages", "areas", "queues"] {
        let text = std::fs::read_to_string(tables.join(format!("{name}.csv"))).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 1, "{name} is empty");
        let first = lines.iter().take(6).chain(lines.iter().skip(6).last());
        let shown = first.copied().collect::<Vec<_>>().join("\n") + "\n";
        compare(&kept().join(format!("{name}.csv")), &shown, OF_OUTPUTS, &mut wrong);
    }
    report(&wrong);
}

/// What a command of a session prints: its result, its messages behind `!`, and its status behind `?` if that is not 0.
/// Wrong usage is followed by a usage text, of which only the first line counts.
fn printed(line: &str, folder: &Path) -> String {
    let run = Run::of(command(&line.split(' ').collect::<Vec<_>>()).current_dir(folder));
    let result = match serde_json::from_str::<Value>(&run.out) {
        Ok(value) if line.contains("--format json") => serde_json::to_string_pretty(&shortened(&value)).unwrap() + "\n",
        _ if run.out.is_empty() => String::new(),
        _ => without_times(&run.out),
    };
    let lines = if run.status == 2 { 1 } else { usize::MAX };
    // What systems say differs.
    let shown = |line: &str| match line.split_once(" (os error").and_then(|(said, _)| said.rsplit_once(": ")) {
        Some((what, _)) => format!("! {what}: …\n"),
        None => format!("! {line}\n"),
    };
    let messages: String = run.err.lines().take(lines).map(shown).collect();
    let status = if run.status == 0 { String::new() } else { format!("? {}\n", run.status) };
    result + &messages + &status
}

/// Commands run in a folder of the session's own.
#[test]
fn sessions_go_as_they_went() {
    let sessions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut wrong = Vec::new();
    for path in std::fs::read_dir(sessions).unwrap().map(|entry| entry.unwrap().path()) {
        let folder = folder().join("session").join(path.file_stem().unwrap());
        std::fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        let log = played(&std::fs::read_to_string(&path).unwrap(), write, |line| printed(line, &folder));
        compare(&path, &log, OF_SESSIONS, &mut wrong);
    }
    report(&wrong);
}
