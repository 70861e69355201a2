//! Floor plans: a rectangular floor minus walls with thickness, as clean outlines.
//!
//! Idea: walls are boxes; the lines through their sides cut the floor into a coarse grid whose cells are free or
//! solid; the borders between them, followed with the free side on the left, are the outlines. Invariant: the
//! outlines neither cross nor touch, provided that no two walls meet in a single point.

use crate::model::Polygon;
use std::collections::BTreeMap;
use wayfront_geometry::{Point, ring_area};

/// A floor from (0, 0) to (width, depth) with walls in it.
pub struct FloorPlan {
    width: f64,
    depth: f64,
    thickness: f64,
    /// Boxes as left, bottom, right, top.
    walls: Vec<[f64; 4]>,
}

/// A grid corner, by column and row.
type Node = (usize, usize);

impl FloorPlan {
    pub fn new(width: f64, depth: f64, thickness: f64) -> Self {
        Self { width, depth, thickness, walls: Vec::new() }
    }

    /// A wall along x that starts at height `y`, with openings.
    pub fn wall_along_x(&mut self, [from, to]: [f64; 2], y: f64, doors: &[[f64; 2]]) {
        for [a, b] in between_doors(from, to, doors) {
            self.block(a, y, b, y + self.thickness);
        }
    }

    /// A wall along y that starts at `x`, with openings.
    pub fn wall_along_y(&mut self, x: f64, [from, to]: [f64; 2], doors: &[[f64; 2]]) {
        for [a, b] in between_doors(from, to, doors) {
            self.block(x, a, x + self.thickness, b);
        }
    }

    /// A solid block, such as a lift shaft.
    pub fn block(&mut self, left: f64, bottom: f64, right: f64, top: f64) {
        // Whole millimetres: 9.4 + 0.2 and 9.6 are the same line.
        self.walls.push([left, bottom, right, top].map(|v| (v * 1000.0).round() / 1000.0));
    }

    /// The floor's outline with the walls attached to it, and the walls that stand alone.
    pub fn outlines(&self) -> (Vec<Polygon>, Vec<Polygon>) {
        let (xs, ys) = (self.lines(0, self.width), self.lines(1, self.depth));
        let rings = trace(self.borders(&xs, &ys));
        let rings = rings.iter().map(|ring| ring.iter().map(|&(i, j)| Point::new(xs[i], ys[j])).collect::<Vec<_>>());
        let (floors, pieces): (Vec<_>, Vec<_>) = rings.partition(|ring| ring_area(ring) > 0.0);
        let pieces = pieces.into_iter().map(|ring| Polygon::ring(ring.into_iter().rev()));
        (floors.into_iter().map(Polygon::ring).collect(), pieces.collect())
    }

    /// Where the grid is cut along an axis.
    fn lines(&self, axis: usize, end: f64) -> Vec<f64> {
        let sides = self.walls.iter().flat_map(|wall| [wall[axis], wall[axis + 2]]);
        let mut lines: Vec<f64> = sides.chain([0.0, end]).collect();
        lines.sort_by(f64::total_cmp);
        lines.dedup();
        lines
    }

    /// The directed borders of free cells against solid ones, free side on the left.
    fn borders(&self, xs: &[f64], ys: &[f64]) -> BTreeMap<Node, Node> {
        let free = |i: usize, j: usize| {
            let inside = i < xs.len() - 1 && j < ys.len() - 1;
            inside && !self.walls.iter().any(|w| w[0] <= xs[i] && xs[i] < w[2] && w[1] <= ys[j] && ys[j] < w[3])
        };
        let mut borders = BTreeMap::new();
        for (i, j) in (0..xs.len() - 1).flat_map(|i| (0..ys.len() - 1).map(move |j| (i, j))) {
            if !free(i, j) {
                continue;
            }
            // Neighbours below, right, above, left; index 0 - 1 wraps to a cell outside, which is not free.
            let sides = [
                (free(i, j.wrapping_sub(1)), (i, j), (i + 1, j)),
                (free(i + 1, j), (i + 1, j), (i + 1, j + 1)),
                (free(i, j + 1), (i + 1, j + 1), (i, j + 1)),
                (free(i.wrapping_sub(1), j), (i, j + 1), (i, j)),
            ];
            borders.extend(sides.into_iter().filter(|side| !side.0).map(|(_, from, to)| (from, to)));
        }
        borders
    }
}

/// The stretches of a wall that its doors leave; doors in ascending order.
fn between_doors(from: f64, to: f64, doors: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let starts = std::iter::once(from).chain(doors.iter().map(|door| door[1]));
    let ends = doors.iter().map(|door| door[0]).chain([to]);
    starts.zip(ends).filter(|(a, b)| a < b).map(|(a, b)| [a, b]).collect()
}

/// Follows the borders into rings and leaves only their corners.
fn trace(mut borders: BTreeMap<Node, Node>) -> Vec<Vec<Node>> {
    let mut rings = Vec::new();
    while let Some((first, mut at)) = borders.pop_first() {
        let mut ring = vec![first];
        while at != first {
            ring.push(at);
            // Every node that a border enters is left by one: borders of cells form closed rings.
            let Some(next) = borders.remove(&at) else { break };
            at = next;
        }
        rings.push(corners(&ring));
    }
    rings
}

/// The nodes at which an axis-parallel ring turns.
fn corners(ring: &[Node]) -> Vec<Node> {
    let count = ring.len();
    let turns = |&i: &usize| {
        let (a, b) = (ring[(i + count - 1) % count], ring[(i + 1) % count]);
        a.0 != b.0 && a.1 != b.1
    };
    (0..count).filter(turns).map(|i| ring[i]).collect()
}
