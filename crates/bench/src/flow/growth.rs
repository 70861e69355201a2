//! How long capacity, cut and lanes take, and how that grows.

use super::{RADIUS, world};
use crate::domain::slope;
use crate::stopwatch::{Figures, repeat};
use crate::table::Section;
use wayfront::FlowMap;

const OBSTACLES: [usize; 4] = [10, 100, 1_000, 10_000];

pub fn section(quick: bool) -> Section {
    let mut section = Section::new("Capacity, min cut and lanes");
    let mut points = Vec::new();
    for &count in OBSTACLES.iter().filter(|&&count| !quick || count <= 1_000) {
        let world = world(count);
        let (times, flow) = repeat(|| FlowMap::new(&world).expect("worlds made here are sound"));
        let size = flow.domain().vertex_count();
        if count >= 100 {
            points.push([(size as f64).ln(), times.best.ln()]);
        }
        section.row(format!("{count} obstacles: world to capacity and cut"), size, times);
        let (times, lanes) = repeat(|| flow.lanes(RADIUS).expect("the radius is sound"));
        section.row(format!("{count} obstacles: all lanes"), size, times);
        let is_right = lanes.check().map_or_else(|violation| violation.to_string(), |()| "all checks hold".into());
        section.remark(format!(
            "{count} obstacles: capacity {:.3} through {} gates, {} lanes; {is_right}",
            flow.capacity(),
            flow.cut().len(),
            lanes.lanes().len()
        ));
    }
    section.ratio("capacity: exponent of growth with vertices", Figures::of(slope(&points)));
    section
}
