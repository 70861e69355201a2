//! Shortened lanes of the built-in scenes beside random shortcuts.

use super::rival;
use crate::stopwatch::{Times, repeat};
use crate::table::{Row, Section};
use std::time::Instant;
use wayfront::FlowMap;
use wayfront::world::{builtin, builtin_names};

/// Radius for scenes that give none.
const RADIUS: f64 = 0.3;

pub fn section(tries: usize) -> Section {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for (name, _) in builtin_names() {
        let Some(world) = builtin(name).filter(|w| w.flow.is_some()) else { continue };
        let radius = world.flow.as_ref().and_then(|f| f.radius).unwrap_or(RADIUS);
        let flow = FlowMap::new(&world).expect("built-in scenes are sound");
        let lanes = flow.lanes(radius).expect("the radius is sound");
        let (times, taut) = repeat(|| lanes.shortened());
        rows.push(Row::new(format!("{name}: pulled taut"), lanes.lanes().len(), times));
        let start = Instant::now();
        let random = rival::shortened(&lanes, tries);
        let times = Times::of(vec![start.elapsed().as_secs_f64()]);
        rows.push(Row::new(format!("{name}: {tries} random shortcuts"), lanes.lanes().len(), times));
        let verdict = if taut.total_length() <= random { "not longer" } else { "LONGER" };
        let check = taut.check().map_or_else(|violation| violation.to_string(), |()| "all checks hold".into());
        remarks.push(format!(
            "{name}: {:.2} as the flow runs, {:.2} taut, {random:.2} with random shortcuts: {verdict}; {check}",
            lanes.total_length(),
            taut.total_length()
        ));
    }
    Section { title: "Shortened lanes".into(), rows, remarks }
}
