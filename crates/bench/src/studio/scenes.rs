//! Something is dragged: how long until its paths are there, how many bytes that takes; and lanes.

use super::page::Page;
use crate::stopwatch::{Figures, Times};
use crate::table::{Bound, Section};
use serde_json::{Value, json};
use std::io;
use wayfront::world::{Format, Source, random_polygons, write_text};

/// Bytes of an answer of the office, at most.
const MOST_BYTES: f64 = 250_000.0;

pub fn drags(times: usize) -> io::Result<Section> {
    let mut section = Section::new("An obstacle is dragged, answered with the exact map");
    let scattered = |count: usize| -> io::Result<String> {
        let mut world = random_polygons(count, 8, 1);
        let middle = world.bounds().min;
        world.sources = vec![Source::point((middle.x + 0.01, middle.y + 0.01))];
        let path = std::env::temp_dir().join(format!("wayfront-bench-{}-{count}.json", std::process::id()));
        std::fs::write(&path, write_text(&world, Format::SceneJson).map_err(io::Error::other)?)?;
        Ok(path.display().to_string())
    };
    let windows = json!({"path": {"form": "windows"}});
    let raster = json!({"path": {"form": "raster"}});
    drag(&mut section, "office", "office", &windows, times, Some((4.0, 12.0)))?;
    drag(&mut section, "office, raster of 1,600 pixels", "office", &raster, times, None)?;
    for (count, most) in [(200, 6.0), (1250, 33.0)] {
        let path = scattered(count)?;
        drag(&mut section, &format!("{count} octagons"), &path, &windows, times, Some((most, f64::INFINITY)))?;
        std::fs::remove_file(path)?;
    }
    Ok(section)
}

fn drag(
    section: &mut Section,
    what: &str,
    scene: &str,
    layers: &Value,
    times: usize,
    must: Option<(f64, f64)>,
) -> io::Result<()> {
    let mut page = Page::open(scene)?;
    let is_taken = |text: &Value| text["type"] == "took" && text["layer"] == "path";
    let shown = page.ask(&json!({"type": "show", "frame": 1, "layers": layers, "pixels": [1600, 960]}), is_taken)?;
    let vertices: usize = page.things.iter().map(|thing| points(&thing["value"])).sum();
    let thing = page.things.iter().rfind(|thing| thing["kind"] == "obstacle").cloned();
    let thing = thing.ok_or_else(|| io::Error::other("no obstacle to drag"))?;
    let mut seconds = Vec::with_capacity(times);
    let mut most_bytes = shown.bytes;
    for k in 0..times + 3 {
        let value = shifted(&thing["value"], 1e-3 * (k % 40) as f64);
        let edits = json!([{"op": "set", "id": thing["id"], "value": value}]);
        let frame = 2 + k;
        let is_drawn = |text: &Value| is_taken(text) && text["frame"] == frame;
        let answer = page.ask(&json!({"type": "drag", "frame": frame, "edits": edits}), is_drawn)?;
        // The first ones lay the triangulation that moves.
        if k >= 3 {
            seconds.push(answer.seconds);
        }
        most_bytes = most_bytes.max(answer.bytes);
    }
    seconds.sort_by(f64::total_cmp);
    let late = 1e3 * seconds[(seconds.len() * 99 / 100).min(seconds.len() - 1)];
    let times = Times::of(seconds);
    section.remark(format!("{what}: {late:.2} ms at the 99th percentile, {most_bytes} bytes"));
    if let Some((median, p99)) = must {
        section.target(format!("{what}, ms"), times.map(|seconds| 1e3 * seconds), Bound::AtMost(median));
        if p99.is_finite() {
            section.target(format!("{what}, 99th percentile, ms"), Figures::of(late), Bound::AtMost(p99));
            section.target(format!("{what}, bytes"), Figures::of(most_bytes as f64), Bound::AtMost(MOST_BYTES));
        }
    }
    section.row(what, vertices, times);
    Ok(())
}

fn points(value: &Value) -> usize {
    match value {
        Value::Array(list) if list.len() == 2 && list.iter().all(Value::is_number) => 1,
        Value::Array(list) => list.iter().map(points).sum(),
        Value::Object(fields) => fields.values().map(points).sum(),
        _ => 0,
    }
}

fn shifted(ring: &Value, by: f64) -> Value {
    let point = |p: &Value| json!([p[0].as_f64().unwrap_or_default() + by, p[1]]);
    ring.as_array().into_iter().flatten().map(point).collect()
}

pub fn lanes() -> io::Result<Section> {
    let mut section = Section::new("Lanes, from the question to the lanes and to taut ones");
    for scene in ["grove", "narrow-door", "terminal", "station"] {
        let Ok(mut page) = Page::open(scene) else { continue };
        let has_stage = |text: &Value, stage: &str| text["type"] == "took" && !text["ms"][stage].is_null();
        for (stage, what) in [("lanes", "lanes"), ("taut", "taut")] {
            let show = json!({"type": "show", "frame": 2, "layers": {"flow": {"radius": 0.3}}});
            let answer = page.ask(&show, |text| has_stage(text, stage) || text["type"] == "none")?;
            if answer.last["type"] == "none" {
                break;
            }
            if stage == "lanes" {
                section.target(format!("{scene}, lanes, ms"), Figures::of(1e3 * answer.seconds), Bound::AtMost(100.0));
            }
            section.row(format!("{scene}: {what}"), 1, Times::of(vec![answer.seconds]));
        }
    }
    Ok(section)
}
