//! The candidates of a triangle side by side: the least that each may offer to a block of its pixels.
//!
//! Most of them are dearer there than another, or see nothing of it, and are asked no more. Cost: some instructions for each
//! candidate and block.

// Loops over lanes run over several arrays at once; written as indices they become vectors.
#![allow(clippy::needless_range_loop)]

use super::candidate::{Candidate, WIDER};
use super::eights::{Block, LANES, Lanes};
use super::lanes::lesser;

/// Eight candidates.
#[derive(Clone, Debug)]
struct Packet {
    /// Floors: heights at the middle of the triangle's block, and slopes.
    height: Lanes,
    x: Lanes,
    y: Lanes,
    edges: [Lines; 4],
}

/// An edge of each of eight candidates: what is inside, at the middle of the triangle's block, and how that grows.
#[derive(Clone, Copy, Debug)]
struct Lines {
    height: Lanes,
    x: Lanes,
    y: Lanes,
}

impl Packet {
    const NONE: Self = Self {
        height: [f64::INFINITY; LANES],
        x: [0.0; LANES],
        y: [0.0; LANES],
        edges: [Lines { height: [1.0; LANES], x: [0.0; LANES], y: [0.0; LANES] }; 4],
    };
}

/// The candidates of a triangle.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    pub list: Vec<Candidate>,
    packets: Vec<Packet>,
    block: Block,
}

impl Crowd {
    pub fn clear(&mut self, block: Block) {
        self.list.clear();
        self.packets.clear();
        self.block = block;
    }

    #[inline(always)]
    pub fn push(&mut self, candidate: Candidate) {
        let k = self.list.len() % LANES;
        if k == 0 {
            self.packets.push(Packet::NONE);
        }
        let Some(packet) = self.packets.last_mut() else { return };
        let floor = candidate.floor;
        (packet.height[k], packet.x[k], packet.y[k]) = (floor.height, floor.slope.x, floor.slope.y);
        let v = self.block.middle - candidate.at;
        for (lines, edge) in packet.edges.iter_mut().zip(&candidate.edges) {
            lines.height[k] = edge.inside(v) + edge.slack(v, WIDER) + edge.slack(self.block.half, WIDER);
            (lines.x[k], lines.y[k]) = (edge.normal.x, edge.normal.y);
        }
        self.list.push(candidate);
    }

    /// The least that each candidate may offer to a block; infinite where it sees nothing of that.
    #[inline(always)]
    pub fn least(&self, block: &Block, least: &mut Vec<f64>) {
        least.clear();
        let (off, half) = (block.middle - self.block.middle, block.half);
        for packet in &self.packets {
            let mut lanes = [0.0; LANES];
            for k in 0..LANES {
                let mut inside = f64::INFINITY;
                for lines in &packet.edges {
                    let (x, y) = (lines.x[k], lines.y[k]);
                    inside =
                        lesser(inside, lines.height[k] + x * off.x + y * off.y + x.abs() * half.x + y.abs() * half.y);
                }
                let (x, y) = (packet.x[k], packet.y[k]);
                let floor = packet.height[k] + x * off.x + y * off.y - x.abs() * half.x - y.abs() * half.y;
                lanes[k] = if inside >= 0.0 { floor } else { f64::INFINITY };
            }
            least.extend_from_slice(&lanes);
        }
        least.truncate(self.list.len());
    }
}
