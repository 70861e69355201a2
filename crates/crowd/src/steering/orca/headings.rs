//! Where everybody wants to go, and who is bound for another place: known to all before anybody is steered.

use super::program::FOUR;
use crate::neighbours::Seen;
use crate::steering::model::Surroundings;
use rayon::prelude::*;
use wayfront_geometry::Point;
use wide::f32x4;

/// Cosine of the angle between two wishes from which on they cross. Whoever goes more alike is not in the way.
pub const ACROSS: f32 = 0.5;

/// Agents whose headings one task finds.
const TASK: usize = 64;

/// Where everybody wants to go, by ranks: directions of length 1, or 0. Of two, each sees the same.
pub struct Headings(Vec<[f32; 2]>);

impl Headings {
    /// As agents wish now.
    pub fn of(around: &Surroundings<'_>) -> Self {
        let wish = |seen: &Seen| around.agents.wish()[seen.slot as usize];
        Self(around.near.seen().par_iter().with_min_len(TASK).map(|seen| unit(wish(seen))).collect())
    }

    /// Of one agent.
    pub fn of_rank(&self, rank: usize) -> [f32; 2] {
        self.0[rank]
    }

    /// Which of up to four agents, with their headings, may come across the path of the one with a rank: those who are bound for another place
    /// and go in another direction, or all if nothing is known of where it is bound for.
    #[inline(always)]
    pub fn crossing(&self, around: &Surroundings<'_>, rank: usize, others: &[u32], theirs: [f32x4; 2]) -> f32x4 {
        let slot = around.near.seen()[rank].slot as usize;
        let Some(place) = around.agents.bound()[slot] else { return f32x4::ZERO.simd_eq(f32x4::ZERO) };
        let across = dot(self.0[rank].map(f32x4::splat), theirs).simd_lt(f32x4::splat(ACROSS));
        if across.none() { across } else { across & strangers(around, others, place) }
    }

    /// Of up to four agents. The last of four that are fewer go along with `rest`.
    #[inline(always)]
    pub fn of_four(&self, ranks: &[u32], rest: [f32; 2]) -> [f32x4; 2] {
        let four = match ranks.first_chunk::<FOUR>() {
            Some(ranks) => ranks.map(|rank| self.0[rank as usize]),
            None => std::array::from_fn(|k| ranks.get(k).map_or(rest, |&rank| self.0[rank as usize])),
        };
        [f32x4::new(four.map(|heading| heading[0])), f32x4::new(four.map(|heading| heading[1]))]
    }
}

/// A direction of length 1, or 0.
fn unit(wish: Point) -> [f32; 2] {
    let [x, y] = [wish.x as f32, wish.y as f32];
    let length = (x * x + y * y).sqrt();
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    [x * scale, y * scale]
}

/// Which of up to four agents are bound for another place.
#[inline(never)]
pub fn strangers(around: &Surroundings<'_>, ranks: &[u32], place: u32) -> f32x4 {
    let mut alike = [1.0; FOUR];
    for (k, &rank) in ranks.iter().enumerate() {
        let slot = around.near.seen()[rank as usize].slot as usize;
        alike[k] = if around.agents.bound()[slot] == Some(place) { 1.0 } else { 0.0 };
    }
    f32x4::new(alike).simd_eq(f32x4::ZERO)
}

pub fn dot(a: [f32x4; 2], b: [f32x4; 2]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1]
}
