//! Runs that are played while they are computed, and a studio in which nothing happens.

use super::page::Page;
use crate::stopwatch::{Figures, Times};
use crate::table::{Bound, Section};
use serde_json::json;
use std::io;
use std::time::{Duration, Instant};

/// A thousand people in a hall with four doors.
const HALL: &str = r#"{"name":"Hall","world":{"boundary":[[0,0],[60,0],[60,40],[0,40]],
    "obstacles":[[[20,10],[22,10],[22,30],[20,30]],[[38,10],[40,10],[40,30],[38,30]]]},
    "exits":[{"name":"west","segment":[[0,18],[0,22]]},{"name":"east","segment":[[60,18],[60,22]]},
             {"name":"south","segment":[[28,0],[32,0]]},{"name":"north","segment":[[28,40],[32,40]]}],
    "crowd":{"seconds":120,"groups":[{"area":[[2,2],[58,2],[58,38],[2,38]],"count":1000}]}}"#;

pub fn plays(quick: bool) -> io::Result<Section> {
    let path = std::env::temp_dir().join(format!("wayfront-bench-{}-hall.json", std::process::id()));
    std::fs::write(&path, HALL)?;
    let mut page = Page::open(&path.display().to_string())?;
    std::fs::remove_file(path)?;
    let start = Instant::now();
    let until = if quick { 20.0 } else { 120.0 };
    let ran =
        page.ask(&json!({"type": "run", "until": until}), |text| text["type"] == "running" && text["ended"] == true)?;
    let computed = ran.last["computed"].as_f64().unwrap_or_default();
    let faster = computed / start.elapsed().as_secs_f64();
    let frames = ran.last["frames"].as_u64().unwrap_or_default();
    let seek = |page: &mut Page, k: u64| {
        page.binaries(&json!({"type": "frames", "from": k * 7919 % frames.max(1), "count": 1}), 1)
    };
    let seconds: io::Result<Vec<f64>> = (0..100).map(|k| seek(&mut page, k).map(|answer| answer.seconds)).collect();
    let times = Times::of(seconds?);
    let one_second = page.binaries(&json!({"type": "frames", "from": 20, "count": 20}), 20)?;
    let mut section = Section::new("A run of 1,000 agents");
    section.row("seek to a frame of 1,000 agents", 1000, times);
    section.row("a second of 20 frames", 20_000, Times::of(vec![one_second.seconds]));
    let what = format!("{computed:.0} s of a run, times real time while it is computed");
    section.target(what, Figures::of(faster), Bound::AtLeast(10.0));
    section.target("seek, ms", times.map(|seconds| 1e3 * seconds), Bound::AtMost(50.0));
    Ok(section)
}

/// The processor's time of this process, in seconds; `None` where the system does not report it.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = |place: usize| fields.get(place)?.parse::<f64>().ok();
    // A hundred ticks a second, on every Linux.
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

pub fn idle(seconds: u64) -> io::Result<Section> {
    let page = Page::open("office")?;
    // Work that was not saved would be kept after a while; nothing was edited.
    let before = cpu_seconds();
    std::thread::sleep(Duration::from_secs(seconds));
    let spent = cpu_seconds().zip(before).map(|(after, before)| after - before);
    drop(page);
    let mut section = Section::new("Idle");
    section.remark(spent.map_or_else(
        || "this system does not report the processor's time".to_owned(),
        |spent| format!("{spent:.2} s of the processor in {seconds} s with a page that is open and sends nothing"),
    ));
    Ok(section)
}
