//! Writing the pixels of a row.
//!
//! All stores are of whole vectors, or of halves and quarters of them: stores with a mask are slow on many processors.

use super::lanes::{Best, Brush};
use super::packet::LANES;

/// Pixels of a row, side by side.
pub(super) struct Stroke<'a> {
    pub unit: f32,
    pub costs: &'a mut [f32],
    pub ids: &'a mut [u32],
}

impl Stroke<'_> {
    /// Draws the pixels, eight at a time, of the row `k` of a strip; the first is in column `first`.
    #[inline(always)]
    pub fn draw(&mut self, k: usize, first: f32, brush: &mut impl Brush) {
        let count = self.costs.len();
        let end = first + count as i32 as f32;
        let Some(last) = count.checked_sub(LANES) else { return self.draw_few(&brush.best(k, first, end)) };
        let mut at = 0;
        while at < last {
            self.put(at, &brush.best(k, first + at as i32 as f32, end));
            at += LANES;
        }
        // The last eight may repeat some: that is faster than to draw less than eight.
        self.put(last, &brush.best(k, first + last as i32 as f32, end));
    }

    #[inline(always)]
    fn put(&mut self, at: usize, best: &Best) {
        let (Some(costs), Some(ids)) = (self.costs.get_mut(at..at + LANES), self.ids.get_mut(at..at + LANES)) else {
            return;
        };
        costs.copy_from_slice(&scaled(&best.cost, self.unit));
        ids.copy_from_slice(&best.id);
    }

    /// Less than eight.
    #[inline(always)]
    fn draw_few(&mut self, best: &Best) {
        put_few(self.costs, &scaled(&best.cost, self.unit));
        put_few(self.ids, &best.id);
    }
}

#[inline(always)]
fn scaled(costs: &[f32; LANES], unit: f32) -> [f32; LANES] {
    let mut scaled = *costs;
    for cost in &mut scaled {
        *cost *= unit;
    }
    scaled
}

/// Copies less than eight values: the first and the last four, two or one of them, which may overlap.
#[inline(always)]
fn put_few<T: Copy>(to: &mut [T], from: &[T; LANES]) {
    let count = to.len();
    if count >= 4 {
        put_ends::<T, 4>(to, from, count);
    } else if count >= 2 {
        put_ends::<T, 2>(to, from, count);
    } else if let Some(to) = to.first_mut() {
        *to = from[0];
    }
}

#[inline(always)]
fn put_ends<T: Copy, const N: usize>(to: &mut [T], from: &[T; LANES], count: usize) {
    if let (Some(to), Some(from)) = (to.first_chunk_mut::<N>(), from.first_chunk()) {
        *to = *from;
    }
    if let (Some(to), Some(from)) = (to.last_chunk_mut::<N>(), from.get(count - N..).and_then(<[T]>::first_chunk)) {
        *to = *from;
    }
}
