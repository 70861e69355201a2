//! How many were where, on average, in some seconds of a run.

use super::SharedRun;
use crate::frame::{FrameHead, FrameKind, push_f64, push_u16};
use crate::layers::step;

/// Cells along the longer side, unless given.
const CELLS: f64 = 120.0;
/// Cells at most.
const MOST_CELLS: f64 = 1e6;

/// The layer as pages get it: persons per area of a cell, averaged over the frames from one time to another.
pub fn density(run: &SharedRun, from: f64, to: f64, cell: Option<f64>, frame: u32) -> Option<Vec<u8>> {
    let (bounds, origin) = (run.bounds, run.origin());
    if bounds.is_empty() || !(bounds.width() > 0.0 && bounds.height() > 0.0) {
        return None;
    }
    let least = (bounds.width() * bounds.height() / MOST_CELLS).sqrt().max(bounds.size() / 4096.0);
    let cell = cell.filter(|cell| cell.is_finite() && *cell > 0.0).unwrap_or(bounds.size() / CELLS).max(least);
    let size = [bounds.width(), bounds.height()].map(|length| (length / cell).ceil().max(1.0) as usize);
    let mut counts = vec![0_u32; size[0] * size[1]];
    let progress = run.progress();
    let frames = progress.frames.iter().filter(|frame| frame.time >= from && frame.time <= to);
    let mut seen = 0_u32;
    for rows in frames {
        seen += 1;
        for row in &rows.rows {
            let x = (f64::from(row.at[0]) + origin.x - bounds.min.x) / cell;
            let y = (f64::from(row.at[1]) + origin.y - bounds.min.y) / cell;
            if x >= 0.0 && y >= 0.0 && (x as usize) < size[0] && (y as usize) < size[1] {
                counts[y as usize * size[0] + x as usize] += 1;
            }
        }
    }
    drop(progress);
    let share = 1.0 / (f64::from(seen.max(1)) * cell * cell);
    let most = counts.iter().max().map_or(0.0, |&count| f64::from(count) * share);
    let head = FrameHead {
        kind: FrameKind::Density,
        frame,
        revision: run.revision,
        counts: [size[0] as u32, size[1] as u32, 0],
        origin: bounds.min.into(),
        most,
    };
    let mut bytes = head.begin(16 + 2 * counts.len());
    push_f64(&mut bytes, [cell, cell]);
    push_u16(&mut bytes, counts.iter().map(|&count| step(f64::from(count) * share, most)));
    Some(bytes)
}
