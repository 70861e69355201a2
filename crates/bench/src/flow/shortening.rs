//! Shortened lanes of the built-in scenes.

use crate::stopwatch::repeat;
use crate::table::Section;
use wayfront::FlowMap;
use wayfront::world::{builtin, builtin_names};

/// Radius for scenes that give none.
const RADIUS: f64 = 0.3;

pub fn section() -> Section {
    let mut section = Section::new("Shortened lanes");
    for (name, _) in builtin_names() {
        let Some(world) = builtin(name).filter(|w| w.flow.is_some()) else { continue };
        let radius = world.flow.as_ref().and_then(|f| f.radius).unwrap_or(RADIUS);
        let flow = FlowMap::new(&world).expect("built-in scenes are sound");
        let lanes = flow.lanes(radius).expect("the radius is sound");
        let (times, taut) = repeat(|| lanes.shortened());
        section.row(format!("{name}: pulled taut"), lanes.lanes().len(), times);
        let check = taut.check().map_or_else(|violation| violation.to_string(), |()| "all checks hold".into());
        let lengths = [lanes.total_length(), taut.total_length()];
        section.remark(format!("{name}: {:.2} as the flow runs, {:.2} taut; {check}", lengths[0], lengths[1]));
    }
    section
}
