//! The red graph of a frame as flat arrays: vertices at which three edges meet, and what lies between two of them as one
//! arc.
//!
//! Vertices of degree two (places of least clearance) are passed, branches into corners and borders between a side and its
//! own end are left out. Linear; in the memory of the last frame.

use crate::cost::{GraphCost, price};
use crate::graph::{Graph, NONE};
use crate::site::is_spoke;
use wayfront_geometry::{Lists, Point};

/// An arc from a node to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct RedArc {
    pub to: u32,
    /// The half-edge with which it begins.
    pub edge: u32,
    /// What is on both sides of it.
    pub faces: [u32; 2],
    pub cost: f64,
    /// The least on the way.
    pub clearance: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct RedGraph {
    /// Per vertex of the diagram: its node, or `NONE`.
    pub node_of: Vec<u32>,
    /// Per node: its vertex, and where it lies.
    pub vertices: Vec<u32>,
    pub places: Vec<Point>,
    /// Per node: its arcs.
    arcs: Lists<RedArc>,
    /// Per arc: the node that it leads from.
    origins: Vec<u32>,
    /// Per half-edge with which an arc begins that is known from its other end: the number of that.
    backwards: Vec<u32>,
}

/// A vertex that only parts an edge.
pub(super) fn is_passed(graph: &Graph, v: u32) -> bool {
    let first = graph.vertex(v).leaving;
    let second = graph.twin(graph.edge(first).prev);
    second != NONE && second != first && graph.twin(graph.edge(second).prev) == first
}

impl RedGraph {
    pub fn fill(&mut self, graph: &Graph, cost: &GraphCost) {
        let (vertices, edges) = (graph.vertices.capacity(), graph.edges.capacity());
        self.node_of.clear();
        self.node_of.reserve(vertices);
        self.node_of.resize(graph.vertices.len(), NONE);
        self.vertices.clear();
        self.vertices.reserve(vertices);
        self.places.clear();
        self.places.reserve(vertices);
        for (v, vertex) in (0..).zip(&graph.vertices) {
            if vertex.leaving != NONE && !vertex.is_fixed && !is_passed(graph, v) {
                self.node_of[v as usize] = self.vertices.len() as u32;
                self.vertices.push(v);
                self.places.push(vertex.at);
            }
        }
        self.arcs.clear(vertices, edges);
        self.origins.clear();
        self.origins.reserve(edges);
        self.backwards.clear();
        self.backwards.reserve(edges);
        self.backwards.resize(graph.edges.len(), NONE);
        for node in 0..self.vertices.len() {
            for h in graph.star(self.vertices[node]) {
                let arc = match self.backwards[h as usize] {
                    NONE => self.follow(graph, h, cost),
                    other => Some((self.reverse(other, h), NONE)),
                };
                if let Some((arc, last)) = arc {
                    if last != NONE {
                        self.backwards[graph.twin(last) as usize] = self.arcs.items().len() as u32;
                    }
                    self.arcs.push(arc);
                    self.origins.push(node as u32);
                }
            }
            self.arcs.end_list();
        }
    }

    /// Nodes for which there is room.
    pub fn room(&self) -> usize {
        self.vertices.capacity()
    }

    pub fn arcs(&self, node: u32) -> &[RedArc] {
        self.arcs.list(node as usize)
    }

    /// The same with their numbers.
    pub fn numbered(&self, node: u32) -> impl Iterator<Item = (u32, &RedArc)> {
        (self.arcs.range(node as usize).start as u32..).zip(self.arcs(node))
    }

    /// The node that an arc leads from, and the arc.
    pub fn arc(&self, number: u32) -> (u32, &RedArc) {
        (self.origins[number as usize], &self.arcs.items()[number as usize])
    }

    /// An arc from its end to its start, which begins with `edge`.
    fn reverse(&self, number: u32, edge: u32) -> RedArc {
        let (to, arc) = self.arc(number);
        RedArc { to, edge, faces: [arc.faces[1], arc.faces[0]], ..*arc }
    }

    /// From a half-edge on to the next node, and the last half-edge on the way.
    pub fn follow(&self, graph: &Graph, edge: u32, cost: &GraphCost) -> Option<(RedArc, u32)> {
        let faces = [graph.face(edge), graph.face(graph.twin(edge))];
        let [i, j] = faces.map(|face| graph.site(face));
        if is_spoke(i, j) {
            return None;
        }
        let (mut paid, mut least, mut h) = (0.0, graph.vertex(graph.origin(edge)).clearance, edge);
        loop {
            let [from, to] = [graph.origin(h), graph.target(h)].map(|v| graph.vertex(v));
            paid += price([i, j], [from, to].map(|v| (v.at, v.clearance)), cost);
            least = least.min(to.clearance);
            let v = graph.target(h);
            match self.node_of[v as usize] {
                NONE if to.is_fixed => return None,
                NONE => h = graph.next(h),
                node => return Some((RedArc { to: node, edge, faces, cost: paid, clearance: least }, h)),
            }
        }
    }
}
