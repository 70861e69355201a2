//! The shortest path that keeps a preferred clearance where there is room for it, and the middle where there is less (the
//! visibility-Voronoi complex; Wein, van den Berg and Halperin 2007).
//!
//! A place is *wide* if its clearance is the preferred one or more. The path runs in all that is wide and on the skeleton where
//! that is narrower. The two meet in *doors*: places of the skeleton whose clearance is the preferred one. An end in a narrow
//! place goes straight away from what is nearest, until it is wide or on the skeleton.
//!
//! So the path is one over a graph: doors and ends, joined by shortest paths of a disc of the preferred clearance, and the narrow
//! edges of the skeleton. A* with straight distances; paths of discs are dear, so each is looked for only when its straight
//! distance would already be the next best. Build: linear in the diagram. Invariant: clearance is monotone along an edge, so
//! an edge has one door at most.

use super::{Skeleton, is_skeleton};
use crate::site::Bisector;
use std::cmp::Reverse;
use std::collections::HashMap;
use wayfront_domain::NoPath;
use wayfront_geometry::{MinHeap, Point};

/// Halvings that find a door on its edge: as many as a number has digits.
const HALVINGS: u32 = 60;

/// What a body keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeptClearance {
    /// Its radius: it never comes nearer to anything.
    pub radius: f64,
    /// The clearance that it keeps where there is room.
    pub preferred: f64,
}

/// A part of a path that keeps its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeptPiece {
    /// Straight between an end of the path and the rest of it.
    Straight([Point; 2]),
    /// The shortest path of a disc of the preferred clearance.
    Wide {
        /// Where it begins and ends.
        ends: [Point; 2],
        /// How long it is.
        length: f64,
    },
    /// Along the skeleton.
    Middle(Bisector),
}

/// A path that keeps its distance.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptRoute {
    /// How long it is.
    pub length: f64,
    /// Its parts, one after the other.
    pub pieces: Vec<KeptPiece>,
}

/// A place of the graph.
#[derive(Clone, Copy, Debug)]
struct Node {
    at: Point,
    /// The wide part that it is in.
    part: Option<u32>,
}

/// How a node was reached.
#[derive(Clone, Copy, Debug)]
enum Step {
    Wide(f64),
    Middle(Bisector),
}

/// An end of the path: its node, and the straight path there.
struct End {
    node: usize,
    stem: [Point; 2],
    /// The edge of the skeleton on which it lies, if it is narrow.
    edge: Option<u32>,
}

/// Doors, ends, and the narrow part of the skeleton.
struct Complex<'a> {
    skeleton: &'a Skeleton,
    kept: KeptClearance,
    nodes: Vec<Node>,
    paths: Vec<Vec<(usize, Bisector, f64)>>,
    /// By vertex, and by edge.
    vertices: HashMap<u32, usize>,
    doors: HashMap<u32, usize>,
}

impl Skeleton {
    /// The shortest path from `a` to `b` that keeps the preferred clearance where there is room for it, is in the middle where
    /// there is less, and nowhere nearer to anything than the radius. `wide` tells how long the shortest path of a disc of the
    /// preferred clearance is between two places; their own clearance is that but for rounding.
    ///
    /// # Errors
    /// If a place is blocked, or no path is wide enough for the radius.
    pub fn kept_route(
        &self,
        a: Point,
        b: Point,
        kept: KeptClearance,
        mut wide: impl FnMut(Point, Point) -> Option<f64>,
    ) -> Result<KeptRoute, NoPath> {
        let kept = KeptClearance { preferred: kept.preferred.max(kept.radius), ..kept };
        let mut complex = Complex::of(self, kept);
        let [from, to] = [complex.attach(a)?, complex.attach(b)?];
        if let (Some(g), Some(h)) = (from.edge, to.edge)
            && (g == h || self.voronoi.graph.twin(g) == h)
        {
            complex.join(g, from.node, to.node);
        }
        let mut pieces = vec![KeptPiece::Straight(from.stem)];
        pieces.extend(complex.search(from.node, to.node, &mut wide).ok_or(NoPath::Unreachable)?);
        pieces.push(KeptPiece::Straight([to.stem[1], to.stem[0]]));
        pieces.retain(|piece| !matches!(piece, KeptPiece::Straight([p, q]) if p == q));
        Ok(KeptRoute { length: pieces.iter().map(KeptPiece::length).sum(), pieces })
    }
}

impl KeptPiece {
    /// How long it is.
    #[must_use]
    pub fn length(&self) -> f64 {
        match self {
            Self::Straight([p, q]) => p.distance(*q),
            Self::Wide { length, .. } => *length,
            Self::Middle(curve) => curve.length(),
        }
    }
}

impl<'a> Complex<'a> {
    fn of(skeleton: &'a Skeleton, kept: KeptClearance) -> Self {
        let (nodes, paths) = (Vec::new(), Vec::new());
        let mut complex = Self { skeleton, kept, nodes, paths, vertices: HashMap::new(), doors: HashMap::new() };
        let (voronoi, graph) = (&skeleton.voronoi, &skeleton.voronoi.graph);
        let halves = (0..graph.edges.len() as u32).filter(|&h| h < graph.twin(h) && is_skeleton(voronoi, h));
        for h in halves {
            let ends = [graph.origin(h), graph.target(h)];
            if let [Some(v), Some(w)] = ends.map(|v| complex.end_of(h, v))
                && v != w
                && ends.iter().any(|&v| !complex.is_wide(v))
            {
                complex.join(h, v, w);
            }
        }
        complex
    }

    fn is_wide(&self, v: u32) -> bool {
        self.skeleton.clearance(v) >= self.kept.preferred
    }

    /// Where the narrow part of an edge ends on the side of a vertex: there, or in the door before it. `None` if the body does
    /// not fit there, or nothing of the edge is narrow.
    fn end_of(&mut self, h: u32, v: u32) -> Option<usize> {
        let clearance = self.skeleton.clearance(v);
        if clearance < self.kept.radius {
            return None;
        }
        if self.is_wide(v) {
            return self.door(h, v);
        }
        if let Some(&node) = self.vertices.get(&v) {
            return Some(node);
        }
        let at = self.skeleton.voronoi.graph.vertex(v).at + self.skeleton.voronoi.frame;
        let node = self.add(Node { at, part: None });
        self.vertices.insert(v, node);
        Some(node)
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.paths.push(Vec::new());
        self.nodes.len() - 1
    }

    /// The door of an edge of which this end is wide and the other is not.
    fn door(&mut self, h: u32, wide: u32) -> Option<usize> {
        let (graph, frame) = (&self.skeleton.voronoi.graph, self.skeleton.voronoi.frame);
        let key = h.min(graph.twin(h));
        if let Some(&door) = self.doors.get(&key) {
            return Some(door);
        }
        let other = if graph.origin(h) == wide { graph.target(h) } else { graph.origin(h) };
        if self.is_wide(other) {
            return None;
        }
        let [i, j] = [h, graph.twin(h)].map(|h| graph.site(graph.face(h)));
        let curve = Bisector::between(i, j, graph.vertex(other).at, graph.vertex(wide).at);
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if i.distance(curve.at(middle)) < self.kept.preferred { low = middle } else { high = middle }
        }
        let part = Some(self.part(wide));
        let door = self.add(Node { at: curve.at(high) + frame, part });
        self.doors.insert(key, door);
        Some(door)
    }

    /// The wide part that a vertex is in.
    fn part(&self, v: u32) -> u32 {
        self.skeleton.forest.leader(v, self.kept.preferred, |v| self.skeleton.clearance(v))
    }

    /// Joins two nodes on the same edge.
    fn join(&mut self, h: u32, v: usize, w: usize) {
        let (graph, frame) = (&self.skeleton.voronoi.graph, self.skeleton.voronoi.frame);
        let [i, j] = [h, graph.twin(h)].map(|h| graph.site(graph.face(h)));
        let [from, to] = [v, w].map(|node| self.nodes[node].at - frame);
        let curve = Bisector::between(i, j, from, to).moved(frame);
        let length = curve.length();
        self.paths[v].push((w, curve, length));
        self.paths[w].push((v, curve.reversed(), length));
    }

    /// An end of the path becomes a node, or a place straight away from what is nearest to it does.
    fn attach(&mut self, p: Point) -> Result<End, NoPath> {
        let top = self.skeleton.top(p)?;
        let KeptClearance { radius, preferred } = self.kept;
        if top.room.distance < radius {
            return Err(NoPath::Unreachable);
        }
        let room = self.skeleton.voronoi.clearance(top.at).map_or(0.0, |room| room.distance);
        if top.room.distance < preferred && room < preferred {
            let node = self.add(Node { at: top.at, part: None });
            let graph = &self.skeleton.voronoi.graph;
            for v in [graph.origin(top.edge), graph.target(top.edge)] {
                if let Some(end) = self.end_of(top.edge, v) {
                    self.join(top.edge, node, end);
                }
            }
            return Ok(End { node, stem: [p, top.at], edge: Some(top.edge) });
        }
        let away = (top.at - top.room.foot).unit().unwrap_or_default();
        let at = if top.room.distance >= preferred { p } else { top.room.foot + away * preferred };
        let part = Some(self.part(top.vertex));
        let node = self.add(Node { at, part });
        Ok(End { node, stem: [p, at], edge: None })
    }

    fn search(
        &self,
        from: usize,
        to: usize,
        wide: &mut impl FnMut(Point, Point) -> Option<f64>,
    ) -> Option<Vec<KeptPiece>> {
        let count = self.nodes.len();
        let mut paid = vec![f64::INFINITY; count];
        let mut by: Vec<Option<(usize, Step)>> = vec![None; count];
        let mut is_settled = vec![false; count];
        let left = |node: usize| self.nodes[node].at.distance(self.nodes[to].at);
        // A bound, the node, and the one before it if the path between them is not known yet.
        let mut open: MinHeap<Reverse<(usize, Option<usize>)>> = MinHeap::default();
        paid[from] = 0.0;
        open.push(left(from), Reverse((from, None)));
        while let Some((_, Reverse((node, before)))) = open.pop() {
            if is_settled[node] {
                continue;
            }
            if let Some(before) = before {
                let [p, q] = [before, node].map(|node| self.nodes[node].at);
                if paid[before] + p.distance(q) >= paid[node] {
                    continue;
                }
                let Some(length) = wide(p, q) else { continue };
                if paid[before] + length < paid[node] {
                    (paid[node], by[node]) = (paid[before] + length, Some((before, Step::Wide(length))));
                    open.push(paid[node] + left(node), Reverse((node, None)));
                }
                continue;
            }
            is_settled[node] = true;
            if node == to {
                return Some(self.trace(to, &by));
            }
            for &(next, curve, length) in &self.paths[node] {
                if paid[node] + length < paid[next] {
                    (paid[next], by[next]) = (paid[node] + length, Some((node, Step::Middle(curve))));
                    open.push(paid[next] + left(next), Reverse((next, None)));
                }
            }
            let Some(part) = self.nodes[node].part else { continue };
            for (next, other) in self.nodes.iter().enumerate() {
                if other.part == Some(part) && !is_settled[next] {
                    let bound = paid[node] + self.nodes[node].at.distance(other.at);
                    if bound < paid[next] {
                        open.push(bound + left(next), Reverse((next, Some(node))));
                    }
                }
            }
        }
        None
    }

    fn trace(&self, to: usize, by: &[Option<(usize, Step)>]) -> Vec<KeptPiece> {
        let (mut pieces, mut node) = (Vec::new(), to);
        while let Some((before, step)) = by[node] {
            pieces.push(match step {
                Step::Wide(length) => KeptPiece::Wide { ends: [before, node].map(|node| self.nodes[node].at), length },
                Step::Middle(curve) => KeptPiece::Middle(curve),
            });
            node = before;
        }
        pieces.reverse();
        pieces
    }
}
