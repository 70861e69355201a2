//! Max flow on a grid: the plain method to find a capacity, for comparison.
//!
//! Pixels are joined with the 32 around them in the directions (1, 0), (1, 1), (2, 1), (3, 1), (3, 2) and their mirror
//! images, if they see each other; capacities are such that the edges that a curve crosses add up to its length, by
//! Cauchy's and Crofton's formula (Boykov and Kolmogorov 2003). What is left of the directions' unevenness is
//! [`UNEVEN`]. Edges that would lead out of the world through an entrance or exit come from the source or lead to the
//! sink, so that all that cross its line count, and no others. The flow itself is pushed and
//! relabelled (Goldberg and Tarjan 1988), first in first out, with exact distances from time to time.

use std::collections::VecDeque;
use wayfront_domain::Domain;
use wayfront_flow::FlowMap;
use wayfront_geometry::{Point, closest_on_segment};

/// Share by which lengths in different directions differ at most.
pub const UNEVEN: f64 = 0.02;

/// Pixels that lie within this many of an entrance or exit may have edges that cross it.
const REACH: f64 = 4.0;

/// Share of a line that it may lack before a rounded crossing.
const LAST_BIT: f64 = 1e-9;

/// Units of capacity per length of a pixel.
const UNITS: f64 = 1e6;

/// A max flow on a grid.
pub struct GridFlow {
    /// The capacity found.
    pub value: f64,
    /// Width of a pixel.
    pub pixel: f64,
    /// Free pixels.
    pub pixels: usize,
}

/// Steps to half of the neighbours; the others are their opposites.
const STEPS: [[i32; 2]; 16] = [
    [1, 0],
    [3, 1],
    [2, 1],
    [3, 2],
    [1, 1],
    [2, 3],
    [1, 2],
    [1, 3],
    [0, 1],
    [-1, 3],
    [-1, 2],
    [-2, 3],
    [-1, 1],
    [-3, 2],
    [-2, 1],
    [-3, 1],
];

/// The max flow of a world on a grid of about `size` x `size` pixels.
#[must_use]
pub fn max_flow(flow: &FlowMap, size: usize) -> GridFlow {
    let domain = flow.domain();
    let bounds = domain.bounds();
    let pixel = bounds.size() / size as f64;
    let [columns, rows] = [bounds.width(), bounds.height()].map(|w| (w / pixel).ceil() as i32);
    // Not in the middle, so that no pixel lies on a wall.
    let centre =
        |c: i32, r: i32| bounds.min + Point::new((f64::from(c) + 0.5137) * pixel, (f64::from(r) + 0.4771) * pixel);
    let mut number = vec![u32::MAX; (columns * rows) as usize];
    let mut points = Vec::new();
    for k in 0..columns * rows {
        let p = centre(k % columns, k / columns);
        if domain.contains(p) {
            number[k as usize] = points.len() as u32;
            points.push((p, k % columns, k / columns));
        }
    }
    let weights = weights();
    let mut network = Network::new(points.len() + 2);
    for (a, &(p, c, r)) in points.iter().enumerate() {
        for ([dc, dr], weight) in STEPS.into_iter().zip(weights) {
            let (c, r) = (c + dc, r + dr);
            if c < 0 || c >= columns || r < 0 || r >= rows {
                continue;
            }
            let b = number[(r * columns + c) as usize];
            if b != u32::MAX && domain.sees(p, points[b as usize].0) {
                network.join(a as u32, b, (weight * UNITS).round() as i64);
            }
        }
    }
    let (source, sink) = (points.len() as u32, points.len() as u32 + 1);
    for (k, &(p, c, r)) in points.iter().enumerate() {
        let is_near = |[a, b]: [Point; 2]| closest_on_segment(a, b, p).distance(p) <= REACH * pixel;
        let near: Vec<(bool, [Point; 2])> = flow
            .open_sides()
            .map(|(side, terminal)| (terminal.is_entrance(), domain.side_points(side)))
            .filter(|(_, ends)| is_near(*ends))
            .collect();
        for ([dc, dr], weight) in STEPS.into_iter().zip(weights).filter(|_| !near.is_empty()) {
            for hand in [1, -1] {
                let q = centre(c + hand * dc, r + hand * dr);
                let Some(is_entrance) = left_through(domain, &near, p, q) else { continue };
                let (from, to) = if is_entrance { (source, k as u32) } else { (k as u32, sink) };
                network.add(from, to, (weight * UNITS).round() as i64, 0);
            }
        }
    }
    let value = network.max_flow(source, sink) as f64 / UNITS * pixel;
    GridFlow { value, pixel, pixels: points.len() }
}

/// Capacities per direction: half the angle between the directions beside it, by its length.
fn weights() -> [f64; 16] {
    let angle = |k: usize| {
        let [x, y] = STEPS[k % 16];
        f64::from(y).atan2(f64::from(x)) + if k >= 16 { std::f64::consts::PI } else { 0.0 }
    };
    std::array::from_fn(|k| {
        let before = if k == 0 { angle(15) - std::f64::consts::PI } else { angle(k - 1) };
        let [x, y] = STEPS[k].map(f64::from);
        0.5 * (angle(k + 1) - before) / (2.0 * x.hypot(y))
    })
}

/// Whether the straight line from `p` to `q` leaves the world through an entrance (or else an exit).
fn left_through(domain: &Domain, open: &[(bool, [Point; 2])], p: Point, q: Point) -> Option<bool> {
    if domain.contains(q) && domain.sees(p, q) {
        return None;
    }
    open.iter().find_map(|&(is_entrance, [a, b])| {
        let (along_pq, side) = (q - p, b - a);
        let turn = along_pq.cross(side);
        let (along, across) = ((a - p).cross(side) / turn, (a - p).cross(along_pq) / turn);
        let meets = (0.0..=1.0).contains(&along) && (0.0..=1.0).contains(&across);
        (meets && domain.sees(p, p.lerp(q, along * (1.0 - LAST_BIT)))).then_some(is_entrance)
    })
}

/// A network of capacities.
struct Network {
    /// Per edge: where it leads and what it can still take. Edge `e ^ 1` is its opposite.
    to: Vec<u32>,
    room: Vec<i64>,
    of_node: Vec<Vec<u32>>,
}

impl Network {
    fn new(nodes: usize) -> Self {
        Self { to: Vec::new(), room: Vec::new(), of_node: vec![Vec::new(); nodes] }
    }

    fn add(&mut self, a: u32, b: u32, there: i64, back: i64) {
        let edge = self.to.len() as u32;
        self.to.extend([b, a]);
        self.room.extend([there, back]);
        self.of_node[a as usize].push(edge);
        self.of_node[b as usize].push(edge + 1);
    }

    fn join(&mut self, a: u32, b: u32, capacity: i64) {
        self.add(a, b, capacity, capacity);
    }

    /// Steps to the sink through edges with spare capacity; those that cannot reach it get the number of nodes.
    fn distances(&self, sink: u32, source: u32) -> Vec<u32> {
        let count = self.of_node.len() as u32;
        let mut steps = vec![count; count as usize];
        steps[sink as usize] = 0;
        let mut open = VecDeque::from([sink]);
        while let Some(node) = open.pop_front() {
            for &edge in &self.of_node[node as usize] {
                let other = self.to[edge as usize];
                if self.room[edge as usize ^ 1] > 0 && steps[other as usize] == count && other != source {
                    steps[other as usize] = steps[node as usize] + 1;
                    open.push_back(other);
                }
            }
        }
        steps
    }

    /// What reaches the sink; what cannot is left where it is, since only the value is asked for.
    fn max_flow(&mut self, source: u32, sink: u32) -> i64 {
        let count = self.of_node.len();
        let mut excess = vec![0i64; count];
        let mut waiting = VecDeque::new();
        for edge in self.of_node[source as usize].clone() {
            let node = self.to[edge as usize];
            excess[node as usize] += std::mem::take(&mut self.room[edge as usize]);
            waiting.push_back(node);
        }
        let mut label = self.distances(sink, source);
        let mut next = vec![0usize; count];
        let mut is_waiting = vec![false; count];
        waiting.iter().for_each(|&n| is_waiting[n as usize] = true);
        let mut work = 0usize;
        while let Some(node) = waiting.pop_front() {
            is_waiting[node as usize] = false;
            if work > 12 * count {
                work = 0;
                label = self.distances(sink, source);
                next.fill(0);
            }
            while excess[node as usize] > 0 && label[node as usize] < count as u32 {
                let edges = &self.of_node[node as usize];
                let Some(&edge) = edges.get(next[node as usize]) else {
                    work += 12;
                    let open = edges.iter().filter(|&&e| self.room[e as usize] > 0 && self.to[e as usize] != source);
                    let lowest = open.map(|&e| label[self.to[e as usize] as usize]).min();
                    label[node as usize] = lowest.map_or(count as u32, |l| (l + 1).min(count as u32));
                    next[node as usize] = 0;
                    continue;
                };
                let other = self.to[edge as usize];
                if self.room[edge as usize] > 0 && other != source && label[node as usize] == label[other as usize] + 1
                {
                    let pushed = excess[node as usize].min(self.room[edge as usize]);
                    self.room[edge as usize] -= pushed;
                    self.room[edge as usize ^ 1] += pushed;
                    excess[node as usize] -= pushed;
                    excess[other as usize] += pushed;
                    work += 1;
                    if other != sink && !is_waiting[other as usize] {
                        is_waiting[other as usize] = true;
                        waiting.push_back(other);
                    }
                } else {
                    next[node as usize] += 1;
                }
            }
        }
        excess[sink as usize]
    }
}
