//! The graph in pixels: what a planner needs of it, vertices with their clearance and edges with length and least clearance.
//!
//! One scan over all squares of 2 x 2 pixels, on all threads. Squares whose pixels agree, which most do, are left out eight at
//! a time. Two different sites are a piece of an edge, more are a vertex: red if the nearest sites differ, black if the nearest
//! is one disc and the second nearest differ. Pieces of the same two sites are one edge, and a vertex is an end of the edges of
//! its pairs: nothing is followed from pixel to pixel, so this takes less than the paper's tracing does.

use super::{LARGE, PixelSite, SIDE, two_nearest_everywhere};
use rayon::prelude::*;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// No disc: the edge is red.
const RED: u32 = u32::MAX;

/// The disc in whose cell an edge is, or [`RED`], and the sites on both sides of it.
type Pair = (u32, u32, u32);

/// What is known of an edge.
#[derive(Clone, Copy)]
pub struct PixelEdge {
    /// Pixels.
    pub length: u32,
    /// The least.
    pub clearance: f32,
    /// The vertices at its ends; the last two of a pair that borders more than once.
    pub ends: [u32; 2],
}

impl PixelEdge {
    const NONE: Self = Self { length: 0, clearance: f32::INFINITY, ends: [u32::MAX; 2] };
}

/// A planner would read where it is and how much room there is.
#[cfg_attr(not(test), expect(dead_code))]
pub struct PixelVertex {
    at: [u16; 2],
    clearance: f32,
    /// The disc in whose cell it is, or [`RED`], and what it is as far from: so many of the sites.
    owner: u32,
    sites: [u32; 4],
    count: usize,
}

#[derive(Default)]
pub struct PixelGraph {
    pub vertices: Vec<PixelVertex>,
    pub edges: HashMap<Pair, PixelEdge, BuildHasherDefault<Spread>>,
}

/// Numbers of sites are spread well enough by one multiplication each.
#[derive(Default)]
pub struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(u32::from(byte)));
    }

    fn write_u32(&mut self, bits: u32) {
        self.0 = (self.0.rotate_left(23) ^ u64::from(bits)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// Red and black edges and vertices; sites from `first_disc` on are discs.
pub fn graph(sites: &[PixelSite], first_disc: usize) -> PixelGraph {
    let nearest = two_nearest_everywhere(sites);
    let bands = (0..SIDE - 1).into_par_iter().step_by(LARGE).map(|top| {
        let mut band = PixelGraph::default();
        (top..(top + LARGE).min(SIDE - 1)).for_each(|y| band.scan(sites, first_disc as u32, &nearest, y));
        band
    });
    let mut graph = bands.reduce(PixelGraph::default, PixelGraph::joined);
    graph.link();
    graph
}

impl PixelGraph {
    fn joined(mut self, other: Self) -> Self {
        if self.edges.len() < other.edges.len() {
            return other.joined(self);
        }
        self.vertices.extend(other.vertices);
        for (pair, edge) in other.edges {
            self.add(pair, edge);
        }
        self
    }

    fn add(&mut self, pair: Pair, edge: PixelEdge) {
        let known = self.edges.entry(pair).or_insert(PixelEdge::NONE);
        known.length += edge.length;
        known.clearance = known.clearance.min(edge.clearance);
    }

    /// Gives edges their ends.
    fn link(&mut self) {
        for (number, vertex) in (0..).zip(&self.vertices) {
            for k in 0..vertex.count {
                for other in k + 1..vertex.count {
                    let pair = pair(vertex.owner, vertex.sites[k], vertex.sites[other]);
                    if let Some(edge) = self.edges.get_mut(&pair) {
                        edge.ends = [edge.ends[1], number];
                    }
                }
            }
        }
    }

    /// The squares between a row and the next.
    fn scan(&mut self, sites: &[PixelSite], first_disc: u32, nearest: &[[u32; 2]], y: usize) {
        let (upper, lower) = nearest[y * SIDE..(y + 2) * SIDE].split_at(SIDE);
        let mut differs = [false; SIDE];
        for x in 0..SIDE - 1 {
            let [a, b, c, d] = [upper[x], upper[x + 1], lower[x], lower[x + 1]];
            let different = |k: usize| (a[k] ^ b[k]) | (a[k] ^ c[k]) | (a[k] ^ d[k]);
            differs[x] = (different(0) | different(1)) != 0;
        }
        for left in (0..SIDE - 1).step_by(8) {
            if differs[left..left + 8] != [false; 8] {
                for x in (left..left + 8).filter(|&x| differs[x]) {
                    self.look([upper[x], upper[x + 1], lower[x], lower[x + 1]], [x, y], sites, first_disc);
                }
            }
        }
    }

    fn look(&mut self, four: [[u32; 2]; 4], [x, y]: [usize; 2], sites: &[PixelSite], first_disc: u32) {
        let mut owner = RED;
        let (mut known, mut count) = distinct(four.map(|two| two[0]));
        if count == 1 {
            owner = known[0];
            if owner < first_disc {
                return;
            }
            (known, count) = distinct(four.map(|two| two[1]));
        }
        let clearance = sites[known[0] as usize].distance((x + 1) as f32, (y + 1) as f32);
        if count == 2 {
            self.add(pair(owner, known[0], known[1]), PixelEdge { length: 1, clearance, ..PixelEdge::NONE });
        } else {
            self.vertices.push(PixelVertex { at: [x as u16, y as u16], clearance, owner, sites: known, count });
        }
    }
}

fn pair(owner: u32, i: u32, j: u32) -> Pair {
    (owner, i.min(j), i.max(j))
}

/// The different ones of four, first, and how many.
fn distinct(four: [u32; 4]) -> ([u32; 4], usize) {
    let (mut known, mut count) = ([four[0]; 4], 1);
    for &site in &four[1..] {
        if !known[..count].contains(&site) {
            known[count] = site;
            count += 1;
        }
    }
    (known, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront::Point;

    /// Three discs in a triangle: a red vertex as far from all, and one red edge for each pair that ends there.
    #[test]
    fn three_discs_meet_in_one_red_vertex() {
        let place = |p: Point| [p.x as f32, p.y as f32];
        let centres = [(300.0, 300.0), (700.0, 300.0), (500.0, 700.0)];
        let sites: Vec<PixelSite> = centres.iter().map(|&at| PixelSite::disc(at.into(), 20.0, place)).collect();
        let graph = graph(&sites, 0);
        let red: Vec<&PixelVertex> = graph.vertices.iter().filter(|vertex| vertex.owner == RED).collect();
        assert_eq!((red.len(), red[0].count), (1, 3));
        let [x, y] = red[0].at.map(f32::from);
        assert!((x - 500.0).abs() <= 1.0 && (y - 450.0).abs() <= 1.0, "{x}, {y}");
        assert!((red[0].clearance - 230.0).abs() < 2.0, "{}", red[0].clearance);
        let edges: Vec<&PixelEdge> =
            graph.edges.iter().filter(|(pair, _)| pair.0 == RED).map(|(_, edge)| edge).collect();
        assert_eq!(edges.len(), 3);
        assert!(edges.iter().all(|edge| edge.length > 100 && edge.ends[1] != u32::MAX && edge.clearance >= 179.0));
    }
}
