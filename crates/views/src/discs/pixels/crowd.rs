//! The candidates of a triangle side by side: the least that each may offer to a block of its pixels.
//!
//! What a candidate costs is convex in all of a ball that its corner's disc does not reach into: along a leg it grows by the
//! leg's length, across it bends by one over that. So the plane that touches it at the middle of a block is below it in all
//! of the block, and the direction of legs turns there by no more than half the diagonal over the shortest leg. Most
//! candidates are dearer than another one in all of a block, see nothing of it, or would have to turn by too much; they
//! are asked no more.
//!
//! Numbers are `f32`, in units of the farthest generator and counted from the cheapest, with margins far above their
//! rounding: what is told is below the true cost. Cost: some ten nanoseconds for eight candidates.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::candidate::{Area, Candidate, Start};
use super::eights::{Block, LANES};
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};
use wayfront_geometry::Point;

type Lanes = [f32; LANES];

/// Share of lengths that bounds are below what they bound: rounding, where legs are no shorter than [`SHORT`] tells.
const BELOW: f32 = 1e-4;
/// Share of lengths, of their squares and of costs by which blocks and regions are wider than they need be.
const WIDE: f32 = 1e-5;
/// Share of the square of a length from which on the square of the shortest leg to a block is known well enough.
const SHORT: f32 = 1e-3;
/// By how much the direction of a leg may be off, of length 1.
const SLANT: f32 = 1e-3;
/// Radians by which a turn may be off: its formula by 0.0076, the direction of the leg by rounding.
const TURN: f32 = 0.01;
/// Radians of a turn beyond which it may look like one backwards.
const AROUND: f32 = 2.6;
/// Cosine of a turn from which on the turn is known: of nearly half a one neither sine nor cosine tell much.
const BACKWARDS: f32 = -0.9;
/// More than any cost, in units of the farthest generator.
const DEAREST: f64 = 1e30;

/// Eight candidates, as seen from the middle of the triangle's block.
#[derive(Clone, Debug)]
struct Packet {
    /// From the generator to the middle.
    x: Lanes,
    y: Lanes,
    /// How large numbers get.
    size: Lanes,
    cost: Lanes,
    /// The hand: the corner lies to the left (1) or to the right, at the distance of the radius; 0 for a point.
    sign: Lanes,
    radius: Lanes,
    direction_x: Lanes,
    direction_y: Lanes,
    most: Lanes,
    /// 1 for segments, whose legs all go in their direction.
    flat: Lanes,
    edges: [Lines; 4],
}

/// An edge of each of eight candidates: what is inside, at the middle, and how that grows.
#[derive(Clone, Copy, Debug)]
struct Lines {
    inside: Lanes,
    x: Lanes,
    y: Lanes,
}

impl Packet {
    /// Nobody: nothing is inside.
    const NONE: Self = Self {
        x: [1.0; LANES],
        y: [0.0; LANES],
        size: [1.0; LANES],
        cost: [0.0; LANES],
        sign: [0.0; LANES],
        radius: [0.0; LANES],
        direction_x: [0.0; LANES],
        direction_y: [0.0; LANES],
        most: [f32::INFINITY; LANES],
        flat: [0.0; LANES],
        edges: [Lines { inside: [-1.0; LANES], x: [0.0; LANES], y: [0.0; LANES] }; 4],
    };
}

/// The candidates of a triangle.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    pub list: Vec<Candidate>,
    packets: Vec<Packet>,
    pub area: Area,
    /// The cheapest generator's cost, and the unit of lengths.
    base: f64,
    unit: f64,
}

#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

impl Crowd {
    pub fn clear(&mut self, area: Area) {
        self.list.clear();
        self.packets.clear();
        self.area = area;
    }

    /// Puts the candidates of the list side by side.
    #[inline(always)]
    pub fn line_up(&mut self) {
        let (mut base, mut unit) = (f64::INFINITY, f64::MIN_POSITIVE);
        let block = self.area.block;
        let half = block.half.x + block.half.y;
        for candidate in &self.list {
            let v = block.middle - candidate.at;
            base = base.min(candidate.cost);
            unit = unit.max(v.x.abs() + v.y.abs() + half + candidate.radius);
        }
        (self.base, self.unit) = (base, unit);
        let scale = 1.0 / unit;
        for (k, candidate) in self.list.iter().enumerate() {
            if k % LANES == 0 {
                self.packets.push(Packet::NONE);
            }
            let Some(packet) = self.packets.last_mut() else { return };
            packet.set(k % LANES, candidate, &block, base, scale);
        }
    }

    /// Planes below what each candidate offers to a block.
    #[inline(always)]
    pub fn planes(&self, block: &Block, planes: &mut Vec<Planes>) {
        planes.resize(self.packets.len(), Planes::NONE);
        let scale = 1.0 / self.unit;
        let (off, half) = ((block.middle - self.area.block.middle) * scale, block.half * scale);
        let small = Small { off: [off.x as f32, off.y as f32], half: [half.x as f32, half.y as f32] };
        for (packet, planes) in self.packets.iter().zip(planes) {
            *planes = packet.planes(&small, self.base, self.unit);
        }
    }
}

/// Planes below what eight candidates offer to a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes {
    /// The least in all of the block; not a number where a candidate surely offers nothing.
    pub least: [f64; LANES],
    /// At the middle, and how it grows from there.
    pub height: [f64; LANES],
    pub x: Lanes,
    pub y: Lanes,
}

impl Planes {
    const NONE: Self = Self { least: [0.0; LANES], height: [0.0; LANES], x: [0.0; LANES], y: [0.0; LANES] };
}

/// A block in the unit of a crowd, counted from its middle.
struct Small {
    off: [f32; 2],
    half: [f32; 2],
}

impl Packet {
    #[inline(always)]
    fn set(&mut self, k: usize, candidate: &Candidate, block: &Block, base: f64, scale: f64) {
        let v = block.middle - candidate.at;
        let half = block.half.x + block.half.y;
        let size = (v.x.abs() + v.y.abs() + half + candidate.radius) * scale;
        (self.x[k], self.y[k], self.size[k]) = ((v.x * scale) as f32, (v.y * scale) as f32, size as f32);
        self.cost[k] = ((candidate.cost - base) * scale).min(DEAREST) as f32;
        let direction = match candidate.start {
            Start::Turn { sign, direction, most } => {
                (self.sign[k], self.radius[k]) = (sign as f32, (sign.abs() * candidate.radius * scale) as f32);
                self.most[k] = most as f32;
                direction
            }
            Start::Segment { across, .. } => {
                self.flat[k] = 1.0;
                across
            }
        };
        (self.direction_x[k], self.direction_y[k]) = (direction.x as f32, direction.y as f32);
        for (lines, edge) in self.edges.iter_mut().zip(&candidate.edges) {
            if edge.is_any() {
                let Point { x, y } = edge.normal;
                let length = 1.0 / (x.abs() + y.abs());
                lines.inside[k] = (edge.inside(v) * length * scale) as f32 + WIDE * size as f32;
                (lines.x[k], lines.y[k]) = ((x * length) as f32, (y * length) as f32);
            } else {
                (lines.inside[k], lines.x[k], lines.y[k]) = (1.0, 0.0, 0.0);
            }
        }
    }

    /// Planes below what each of eight candidates offers to a block.
    #[inline(always)]
    fn planes(&self, &Small { off, half }: &Small, base: f64, unit: f64) -> Planes {
        let (mut planes, mut least, mut heights) = (Planes::NONE, [0.0; LANES], [0.0; LANES]);
        let reach = (half[0] * half[0] + half[1] * half[1]).sqrt() * (1.0 + WIDE);
        for k in 0..LANES {
            let (x, y, size, radius) = (self.x[k] + off[0], self.y[k] + off[1], self.size[k], self.radius[k]);
            let (sign, less) = (self.sign[k], radius * radius);
            let square = x * x + y * y;
            let far = greater(square - less, 0.0).sqrt();
            let near = greater(square.sqrt() - reach, 0.0);
            let shortest = near * near - less;
            let short = greater(shortest - WIDE * size * size, 0.0).sqrt();
            // The direction of the leg to the middle, and the turn until there.
            let over = 1.0 / greater(square, f32::MIN_POSITIVE);
            let (ux, uy) = ((x * far - y * sign * radius) * over, (y * far + x * sign * radius) * over);
            let sine = sign * (self.direction_x[k] * uy - self.direction_y[k] * ux);
            let cosine = self.direction_x[k] * ux + self.direction_y[k] * uy;
            let (a, b) = (sine.abs(), 1.0 + cosine);
            let share = greater(lesser(a, b), 0.0) / greater(greater(a, b), f32::MIN_POSITIVE);
            let part = share * (FRAC_PI_4 + 0.273 * (1.0 - share));
            let turn = 2.0 * if a > b { FRAC_PI_2 - part } else { part };
            // By how much legs to others turn from that.
            let other = reach / greater(short, f32::MIN_POSITIVE) + TURN;
            let is_flat = self.flat[k] > 0.0;
            let is_known = (shortest > SHORT * size * size) & (cosine > BACKWARDS);
            let is_smooth = is_known & (turn + other < AROUND) | is_flat;
            let along = x * self.direction_x[k] + y * self.direction_y[k];
            let far = if is_flat { along } else { far };
            let (ux, uy) = if is_flat { (self.direction_x[k], self.direction_y[k]) } else { (ux, uy) };
            let turn = if sine < 0.0 { -turn } else { turn };
            let below = BELOW * size + WIDE * self.cost[k].abs();
            let plane = far + radius * (turn - TURN) - SLANT * reach;
            let height = self.cost[k] - below + if is_smooth { plane } else { short };
            let (ux, uy) = if is_smooth { (ux, uy) } else { (0.0, 0.0) };
            let mut inside = 1.0;
            for lines in &self.edges {
                let (x, y) = (lines.x[k], lines.y[k]);
                let most = lines.inside[k] + x * off[0] + y * off[1] + x.abs() * half[0] + y.abs() * half[1];
                inside = lesser(inside, most);
            }
            let is_out = (inside < 0.0) | is_smooth & ((turn + other < 0.0) | (turn - other > self.most[k]));
            let floor = height - ux.abs() * half[0] - uy.abs() * half[1];
            // What cannot be told is asked.
            let floor = if floor > f32::NEG_INFINITY { floor } else { f32::NEG_INFINITY };
            least[k] = if is_out { f32::NAN } else { floor };
            heights[k] = height;
            (planes.x[k], planes.y[k]) = (ux, uy);
        }
        // Apart from the others, so that these are not as wide as they.
        for k in 0..LANES {
            planes.least[k] = base + unit * f64::from(least[k]);
            planes.height[k] = base + unit * f64::from(heights[k]);
        }
        planes
    }
}
