//! Dropping candidates that win nowhere in a tile of pixels, before any pixel is looked at. Eight are judged at once.
//!
//! First those go that see nothing of the tile. Then the dear ones: the candidate that sees the whole tile and is
//! cheapest at its centre is the rival of all others. Costs are convex functions of the place, so a candidate's cost
//! lies above the plane that touches it at the centre. That plane minus the rival's cost is concave: where it is
//! positive at the tile's four corners, it is positive in all of it, and the candidate is dropped.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::lanes::Chosen;
use super::packet::{Cone, LANES, Packet};

/// Tolerance: Share of costs and lengths by which a plane must be above a cost: more than the rounding of all that
/// follows.
const MARGIN: f32 = 4e-6;

/// A rectangle of pixels, counted from the triangle's first, borders included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    pub first_column: f32,
    pub last_column: f32,
    pub first_row: f32,
    pub last_row: f32,
}

/// A convex part of a tile: column and row of its corners, and of a point in it.
pub(super) struct Patch<const N: usize> {
    pub tile: Tile,
    pub centre: [f32; 2],
    pub corners: [[f32; 2]; N],
}

/// Eight candidates, judged.
#[derive(Clone, Copy)]
pub(super) struct Judged {
    /// Cost at the centre; infinite where nothing of the tile is seen.
    centre: [f32; LANES],
    /// The same; infinite where not all of the tile is seen.
    whole: [f32; LANES],
    /// How much the touching plane rises from column to column and from row to row.
    per_column: [f32; LANES],
    per_row: [f32; LANES],
}

/// Columns between which the borders of eight views run, in the rows of a tile.
struct Borders {
    low: [[f32; LANES]; 2],
    high: [[f32; LANES]; 2],
}

impl Tile {
    /// All of it.
    #[inline(always)]
    pub fn patch(self) -> Patch<4> {
        let (left, right, low, high) = (self.first_column, self.last_column, self.first_row, self.last_row);
        let centre = [0.5 * (left + right), 0.5 * (low + high)];
        Patch { tile: self, centre, corners: [[left, low], [right, low], [left, high], [right, high]] }
    }
}

impl<const N: usize> Patch<N> {
    /// Keeps the candidates that may win, as rows. Whether one of them sees the whole tile.
    #[inline(always)]
    pub fn choose(&self, packets: &[Packet], judged: &mut Vec<Judged>, chosen: &mut Chosen) -> bool {
        chosen.clear();
        let (roof, is_whole) = self.judge_all(packets, judged);
        for (packet, seen) in packets.iter().zip(judged.iter()) {
            let mut kept = self.below(seen, roof);
            while kept != 0 {
                let lane = kept.trailing_zeros() as usize % LANES;
                chosen.add().set(packet, lane, seen.whole[lane] < f32::INFINITY, self.tile.first_row);
                kept &= kept - 1;
            }
        }
        is_whole
    }

    /// Drops the candidates that cannot win.
    #[inline(always)]
    pub fn thin(&self, packets: &mut [Packet], judged: &mut Vec<Judged>) {
        let (roof, _) = self.judge_all(packets, judged);
        for (packet, seen) in packets.iter_mut().zip(judged.iter()) {
            let mut beaten = !self.below(seen, roof) & ((1 << LANES) - 1);
            while beaten != 0 {
                packet.drop(beaten.trailing_zeros() as usize % LANES);
                beaten &= beaten - 1;
            }
        }
    }

    /// Judges all; the rival's costs at the corners, and whether there is one.
    #[inline(always)]
    fn judge_all(&self, packets: &[Packet], judged: &mut Vec<Judged>) -> ([f32; N], bool) {
        judged.clear();
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
        let rival = cheapest(best.0);
        // Not a closure: it would not be compiled for wider vectors with its caller.
        let roof = match rival {
            Some(lane) => self.roof(&packets[best.1[lane] as usize].cone(lane)),
            None => [f32::INFINITY; N],
        };
        (roof, rival.is_some())
    }

    #[inline(always)]
    fn judge(&self, packet: &Packet) -> Judged {
        let ([column, row], tile) = (self.centre, &self.tile);
        let Borders { low, high } = tile.borders(packet);
        let mut judged =
            Judged { centre: [0.0; LANES], whole: [0.0; LANES], per_column: [0.0; LANES], per_row: [0.0; LANES] };
        for lane in 0..LANES {
            let u = packet.u[lane] + column * packet.u_column[lane] + row * packet.u_row[lane];
            let v = packet.v[lane] + row * packet.v_row[lane];
            let distance = (u * u + v * v).sqrt();
            let cost = packet.cost[lane] + distance;
            // At the point itself every slope up to 1 touches; take none.
            let share = 1.0 / (distance + f32::MIN_POSITIVE);
            judged.per_column[lane] = (u * share) * packet.u_column[lane];
            judged.per_row[lane] = (u * share) * packet.u_row[lane] + (v * share) * packet.v_row[lane];
            let is_seen = (low[0][lane] <= tile.last_column) & (high[1][lane] >= tile.first_column);
            let is_whole = (low[1][lane] <= tile.first_column) & (high[0][lane] >= tile.last_column);
            judged.centre[lane] = if is_seen { cost } else { f32::INFINITY };
            judged.whole[lane] = if is_whole { cost } else { f32::INFINITY };
        }
        judged
    }

    /// A cost at the corners, and a little more.
    #[inline(always)]
    fn roof(&self, cone: &Cone) -> [f32; N] {
        let mut roof = [0.0; N];
        for k in 0..N {
            let [column, row] = self.corners[k];
            let u = cone.u + column * cone.u_column + row * cone.u_row;
            let v = cone.v + row * cone.v_row;
            let distance = (u * u + v * v).sqrt();
            let from_centre = (column - self.centre[0]).abs() + (row - self.centre[1]).abs();
            roof[k] = cone.cost + distance + MARGIN * (cone.cost.abs() + distance + from_centre);
        }
        roof
    }

    /// A bit for each lane that may be somewhere below the roof.
    #[inline(always)]
    fn below(&self, judged: &Judged, roof: [f32; N]) -> u32 {
        let mut is_below = [false; LANES];
        for k in 0..N {
            let (right, up) = (self.corners[k][0] - self.centre[0], self.corners[k][1] - self.centre[1]);
            for lane in 0..LANES {
                let plane = judged.centre[lane] + (right * judged.per_column[lane] + up * judged.per_row[lane]);
                is_below[lane] |= plane <= roof[k];
            }
        }
        let mut bits = [0; LANES];
        for lane in 0..LANES {
            bits[lane] = if is_below[lane] & (judged.centre[lane] < f32::INFINITY) { 1 << lane } else { 0 };
        }
        bits.iter().fold(0, |all, bit| all | bit)
    }
}

impl Tile {
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
fn cheapest(mut costs: [f32; LANES]) -> Option<usize> {
    let mut lanes = [0, 1, 2, 3, 4, 5, 6, 7];
    // Halves against each other: three steps that wait for one another instead of seven.
    let mut half = LANES / 2;
    while half > 0 {
        for k in 0..half {
            let is_less = costs[k + half] < costs[k];
            costs[k] = if is_less { costs[k + half] } else { costs[k] };
            lanes[k] = if is_less { lanes[k + half] } else { lanes[k] };
        }
        half /= 2;
    }
    (costs[0] < f32::INFINITY).then_some(lanes[0])
}
