//! The inner loop: eight pixels of a row against the candidates of their tile.
//!
//! Plain arrays of eight numbers, which the compiler turns into vectors of whatever width the processor has. Only
//! additions, multiplications, roots and comparisons, in the same order everywhere: every processor gives the same bits.
// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::candidates::{Line, Packet, View};

/// Pixels, rows and candidates that are worked on at once.
pub(super) const LANES: usize = 8;

/// A candidate in eight rows.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    id: u32,
    cost: f32,
    u_column: f32,
    u: [f32; LANES],
    /// The square of `v`.
    vv: [f32; LANES],
    low: [f32; LANES],
    high: [f32; LANES],
}

impl Rows {
    /// The candidate in eight rows from `first` on.
    #[inline(always)]
    pub fn of(packet: &Packet, lane: usize, is_whole: bool, first: f32) -> Self {
        let cone = packet.cone(lane);
        let mut rows = Self {
            id: cone.id,
            cost: cone.cost,
            u_column: cone.u_column,
            u: [0.0; LANES],
            vv: [0.0; LANES],
            low: [f32::NEG_INFINITY; LANES],
            high: [f32::INFINITY; LANES],
        };
        for k in 0..LANES {
            let row = first + k as f32;
            let v = cone.v + row * cone.v_row;
            rows.u[k] = cone.u + row * cone.u_row;
            rows.vv[k] = v * v;
        }
        if !is_whole {
            rows.limit(packet.view(lane), first);
        }
        rows
    }

    #[inline(always)]
    fn limit(&mut self, view: View, first: f32) {
        let at = |line: Line, k: usize| line.start + (f64::from(first) + k as f64) * line.lean;
        for k in 0..LANES {
            let (low, low_too) = (at(view.low[0], k), at(view.low[1], k));
            let (high, high_too) = (at(view.high[0], k), at(view.high[1], k));
            // Rounding to f32 keeps order, and columns are exact: a column between the lines stays there.
            self.low[k] = if low > low_too { low } else { low_too } as f32;
            self.high[k] = if high < high_too { high } else { high_too } as f32;
        }
    }
}

/// The best for eight pixels.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub cost: [f32; LANES],
    pub id: [u32; LANES],
}

/// The cheapest candidate for each of eight pixels from column `x` on, in the row `k` of the eight.
#[inline(always)]
pub(super) fn best_of(candidates: &[Rows], k: usize, x: f32) -> Best {
    let mut best = Best { cost: [f32::INFINITY; LANES], id: [u32::MAX; LANES] };
    let k = k % LANES;
    let columns: [f32; LANES] = std::array::from_fn(|lane| x + lane as f32);
    for candidate in candidates {
        let (scale, start, vv) = (candidate.u_column, candidate.u[k], candidate.vv[k]);
        let (low, high, cost, id) = (candidate.low[k], candidate.high[k], candidate.cost, candidate.id);
        for lane in 0..LANES {
            let column = columns[lane];
            let u = column * scale + start;
            let cost = cost + (u * u + vv).sqrt();
            let is_better = (cost < best.cost[lane]) & (column >= low) & (column <= high);
            best.cost[lane] = if is_better { cost } else { best.cost[lane] };
            best.id[lane] = if is_better { id } else { best.id[lane] };
        }
    }
    best
}
