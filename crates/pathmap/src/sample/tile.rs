//! Dropping candidates that win nowhere in a tile of pixels, before any pixel is looked at. Eight are judged at once.
//!
//! First those go that see nothing of the tile. Then the dear ones: the candidate that sees the whole tile and is
//! cheapest at its centre is the rival of all others. Costs are convex functions of the place, so a candidate's cost
//! lies above the plane that touches it at the centre. That plane minus the rival's cost is concave: where it is
//! positive at the tile's four corners, it is positive in all of it, and the candidate is dropped.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::candidates::{Cone, Packet};
use super::lanes::{LANES, Rows};

/// Share of a cost by which a plane must be above it: more than the rounding of all that follows.
const MARGIN: f32 = 4e-6;

/// A rectangle of pixels, counted from the triangle's first, borders included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    pub first_column: f32,
    pub last_column: f32,
    pub first_row: f32,
    pub last_row: f32,
}

/// Eight candidates, judged.
#[derive(Clone, Copy)]
pub(super) struct Judged {
    /// Cost at the centre; infinite where nothing of the tile is seen.
    centre: [f32; LANES],
    /// The same; infinite where not all of the tile is seen.
    whole: [f32; LANES],
    /// How much the touching plane rises from the centre to the right border and to the upper one.
    to_right: [f32; LANES],
    to_top: [f32; LANES],
}

/// Columns between which the borders of eight views run, in the rows of a tile.
struct Borders {
    low: [[f32; LANES]; 2],
    high: [[f32; LANES]; 2],
}

impl Tile {
    /// Keeps the candidates that may win, as rows. Whether one of them sees the whole tile.
    #[inline(always)]
    pub fn choose(&self, packets: &[Packet], judged: &mut Vec<Judged>, rows: &mut Vec<Rows>) -> bool {
        judged.clear();
        rows.clear();
        let mut best = ([f32::INFINITY; LANES], [0; LANES]);
        for (k, packet) in packets.iter().enumerate() {
            let seen = self.judge(packet);
            for lane in 0..LANES {
                let is_better = seen.whole[lane] < best.0[lane];
                best.0[lane] = if is_better { seen.whole[lane] } else { best.0[lane] };
                best.1[lane] = if is_better { k as u32 } else { best.1[lane] };
            }
            judged.push(seen);
        }
        let rival = cheapest(best.0).map(|lane| (best.1[lane] as usize, lane));
        let roof = rival.map_or([f32::INFINITY; 4], |(k, lane)| self.roof(&packets[k].cone(lane)));
        for (packet, seen) in packets.iter().zip(judged.iter()) {
            let mut kept = seen.below(roof);
            while kept != 0 {
                let lane = kept.trailing_zeros() as usize % LANES;
                rows.push(Rows::of(packet, lane, seen.whole[lane] < f32::INFINITY, self.first_row));
                kept &= kept - 1;
            }
        }
        rival.is_some()
    }

    #[inline(always)]
    fn judge(&self, packet: &Packet) -> Judged {
        let (column, row) = (0.5 * (self.first_column + self.last_column), 0.5 * (self.first_row + self.last_row));
        let half = [0.5 * (self.last_column - self.first_column), 0.5 * (self.last_row - self.first_row)];
        let Borders { low, high } = self.borders(packet);
        let mut judged =
            Judged { centre: [0.0; LANES], whole: [0.0; LANES], to_right: [0.0; LANES], to_top: [0.0; LANES] };
        for lane in 0..LANES {
            let u = packet.u[lane] + column * packet.u_column[lane] + row * packet.u_row[lane];
            let v = packet.v[lane] + row * packet.v_row[lane];
            let distance = (u * u + v * v).sqrt();
            let cost = packet.cost[lane] + distance;
            // At the point itself every slope up to 1 touches; take none.
            let share = 1.0 / (distance + f32::MIN_POSITIVE);
            judged.to_right[lane] = half[0] * (u * share) * packet.u_column[lane];
            judged.to_top[lane] = half[1] * ((u * share) * packet.u_row[lane] + (v * share) * packet.v_row[lane]);
            let is_seen = (low[0][lane] <= self.last_column) & (high[1][lane] >= self.first_column);
            let is_whole = (low[1][lane] <= self.first_column) & (high[0][lane] >= self.last_column);
            judged.centre[lane] = if is_seen { cost } else { f32::INFINITY };
            judged.whole[lane] = if is_whole { cost } else { f32::INFINITY };
        }
        judged
    }

    /// Between the first row and the last, lines run straight.
    #[inline(always)]
    fn borders(&self, packet: &Packet) -> Borders {
        let (first, last) = (f64::from(self.first_row), f64::from(self.last_row));
        let (mut low, mut high) = ([[f32::NEG_INFINITY; LANES]; 2], [[f32::INFINITY; LANES]; 2]);
        for k in 0..2 {
            for lane in 0..LANES {
                let [starts, leans] = &packet.low[k];
                let (p, q) = ((starts[lane] + first * leans[lane]) as f32, (starts[lane] + last * leans[lane]) as f32);
                low[0][lane] = greater(low[0][lane], less(p, q));
                low[1][lane] = greater(low[1][lane], greater(p, q));
                let [starts, leans] = &packet.high[k];
                let (p, q) = ((starts[lane] + first * leans[lane]) as f32, (starts[lane] + last * leans[lane]) as f32);
                high[0][lane] = less(high[0][lane], less(p, q));
                high[1][lane] = less(high[1][lane], greater(p, q));
            }
        }
        Borders { low, high }
    }

    /// A cost at the four corners, and a little more.
    #[inline(always)]
    fn roof(&self, cone: &Cone) -> [f32; 4] {
        let (left, right, low, high) = (self.first_column, self.last_column, self.first_row, self.last_row);
        let (columns, rows) = ([left, right, left, right], [low, low, high, high]);
        std::array::from_fn(|k| {
            let u = cone.u + columns[k] * cone.u_column + rows[k] * cone.u_row;
            let v = cone.v + rows[k] * cone.v_row;
            let distance = (u * u + v * v).sqrt();
            cone.cost + distance + MARGIN * (cone.cost.abs() + distance)
        })
    }
}

/// `f32::min` without its care for NaN.
#[inline(always)]
fn less(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// `f32::max` without its care for NaN.
#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The lane of the least cost, if it is finite.
#[inline(always)]
fn cheapest(costs: [f32; LANES]) -> Option<usize> {
    let mut lane = 0;
    for other in 1..LANES {
        lane = if costs[other] < costs[lane] { other } else { lane };
    }
    (costs[lane] < f32::INFINITY).then_some(lane)
}

impl Judged {
    /// A bit for each lane that may be somewhere below the roof.
    #[inline(always)]
    fn below(&self, roof: [f32; 4]) -> u32 {
        let mut bits = [0; LANES];
        for lane in 0..LANES {
            let (centre, right, top) = (self.centre[lane], self.to_right[lane], self.to_top[lane]);
            let (low, high) = (centre - top, centre + top);
            let is_below = (low - right <= roof[0])
                | (low + right <= roof[1])
                | (high - right <= roof[2])
                | (high + right <= roof[3]);
            bits[lane] = if is_below & (centre < f32::INFINITY) { 1 << lane } else { 0 };
        }
        bits.iter().fold(0, |all, bit| all | bit)
    }
}
