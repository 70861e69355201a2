//! Max flow on a grid beside the exact capacity: push-relabel, since no library offers a continuous one.

use super::world;
use crate::stopwatch::{Times, repeat};
use crate::table::{Row, Section};
use std::time::Instant;
use wayfront::FlowMap;
use wayfront_testkit::flows::grid;

const OBSTACLES: [usize; 3] = [10, 100, 1_000];

pub fn section(quick: bool) -> Section {
    let size = if quick { 128 } else { 512 };
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    for count in OBSTACLES {
        let world = world(count);
        let (times, flow) = repeat(|| FlowMap::new(&world).expect("worlds made here are sound"));
        rows.push(Row::new(format!("{count} obstacles: exact"), flow.domain().vertex_count(), times));
        let start = Instant::now();
        let grid = grid::max_flow(&flow, size);
        let times = Times::of(vec![start.elapsed().as_secs_f64()]);
        rows.push(Row::new(format!("{count} obstacles: {size} x {size} pixels"), grid.pixels, times));
        let error = 100.0 * (grid.value / flow.capacity() - 1.0);
        remarks.push(format!(
            "{count} obstacles: {:.3} exactly, {:.3} on the grid ({error:+.1} %, pixels of {:.3}, uneven by {} %)",
            flow.capacity(),
            grid.value,
            grid.pixel,
            100.0 * grid::UNEVEN
        ));
    }
    Section { title: "A grid's max flow beside it".into(), rows, remarks }
}
