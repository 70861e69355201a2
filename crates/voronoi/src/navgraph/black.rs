//! Black: the diagram as it would be inside a disc's cell without the disc.
//!
//! Let the disc shrink, beyond a point to negative radii: its cell shrinks and stays star-shaped around the centre, and in
//! polar form its border with any other site is 1/rho = a + b·u. The border is the upper envelope of these, arcs of it only
//! vanish, and where the arc of one site between those of two others vanishes, the three are as near: a black vertex. So
//! the neighbours in their order around the cell, and the next to vanish, are all that is needed. When two are left, the
//! cell is the path from the centre to its first point: the edge between the two holds it.

mod cell;

use super::NavGraph;
use super::share::share;
use crate::graph::{Graph, NONE};
use crate::retract::meeting_on_ray;
use crate::site::Bisector;
use cell::{Arc, Cell};
use wayfront_geometry::Point;

/// Discs from which on a second thread is worth its start.
pub(super) const MANY: usize = 64;
/// Cells whose trees one task grows.
const GROVE: usize = 16;
/// Nodes that a tree has at most on average.
const USUAL: usize = 32;
/// Halvings that find a place of an edge.
const HALVINGS: u32 = 48;
/// Tolerance: Distances are rounded by this share of a cell's size.
const SLACK: f64 = 1e-9;

/// A place of the black tree: a red vertex of the cell's border, or a black vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BlackNode {
    pub at: Point,
    pub clearance: f64,
    /// The red vertex, or `NONE`.
    pub red: u32,
}

/// An edge between two nodes, as far from two sites.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlackEdge {
    pub nodes: [u32; 2],
    /// The faces of the two sites.
    pub faces: [u32; 2],
}

/// The black edges of one cell. The first nodes are red vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlackTree<'a> {
    pub nodes: &'a [BlackNode],
    pub edges: &'a [BlackEdge],
    /// The first point, and the edge that it lies on.
    pub start: Option<Point>,
    pub start_edge: u32,
}

/// The trees of some cells that are near to each other, in the order in which discs were inserted. One task grows them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grove {
    nodes: Vec<BlackNode>,
    edges: Vec<BlackEdge>,
    trees: Vec<Planted>,
    /// Room for the arcs of a cell while it shrinks.
    arcs: Vec<Arc>,
}

/// Where a tree ends in the lists of its grove, and how it begins.
#[derive(Clone, Copy, Debug)]
struct Planted {
    nodes: u32,
    edges: u32,
    start: Option<Point>,
    start_edge: u32,
}

/// The tree at the end of a grove: its nodes count from the first of its own.
struct Growing<'a> {
    nodes: &'a mut Vec<BlackNode>,
    edges: &'a mut Vec<BlackEdge>,
    first_node: usize,
    first_edge: usize,
}

impl Growing<'_> {
    fn add_node(&mut self, node: BlackNode) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1 - self.first_node) as u32
    }

    fn add_edge(&mut self, nodes: [u32; 2], faces: [u32; 2]) -> u32 {
        self.edges.push(BlackEdge { nodes, faces });
        (self.edges.len() - 1 - self.first_edge) as u32
    }
}

impl Grove {
    /// With room for nearly all cells: later frames take no more.
    fn roomy() -> Self {
        let many = GROVE * USUAL;
        let (nodes, edges, trees) = (Vec::with_capacity(many), Vec::with_capacity(many), Vec::with_capacity(GROVE));
        Self { nodes, edges, trees, arcs: Vec::with_capacity(2 * USUAL) }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.trees.clear();
    }

    fn tree(&self, k: usize) -> BlackTree<'_> {
        let (first, last) = (k.checked_sub(1).map(|k| self.trees[k]), self.trees[k]);
        let (node, edge) = first.map_or((0, 0), |first| (first.nodes, first.edges));
        BlackTree {
            nodes: &self.nodes[node as usize..last.nodes as usize],
            edges: &self.edges[edge as usize..last.edges as usize],
            start: last.start,
            start_edge: last.start_edge,
        }
    }
}

impl BlackTree<'_> {
    /// Of what has no cell.
    pub const NONE: Self = Self { nodes: &[], edges: &[], start: None, start_edge: NONE };

    /// The node at a red vertex.
    pub fn at_red(&self, vertex: u32) -> Option<u32> {
        self.nodes.iter().position(|node| node.red == vertex).map(|k| k as u32)
    }

    pub fn lines(&self, graph: &Graph, frame: Point) -> Vec<Vec<Point>> {
        let line = |edge: &BlackEdge| {
            let [from, to] = edge.nodes.map(|k| self.nodes[k as usize].at);
            let [i, j] = edge.faces.map(|f| graph.site(f));
            let curve = Bisector::between(i, j, from, to);
            (0..=8).map(|k| curve.at(f64::from(k) / 8.0) + frame).collect()
        };
        self.edges.iter().map(line).collect()
    }
}

impl NavGraph {
    /// The black trees of all cells, in the order of insertion.
    pub(super) fn grow_trees(&mut self) {
        let mut groves = std::mem::take(&mut self.groves);
        let count = self.owners.len().div_ceil(GROVE);
        if groves.len() < count {
            groves.resize_with(count, Grove::roomy);
        }
        let work = groves.iter_mut().zip(self.owners.chunks(GROVE));
        share(work, self.owners.len() >= MANY, |(grove, discs)| {
            grove.clear();
            discs.iter().for_each(|&disc| self.grow_tree(disc as usize, grove));
        });
        self.groves = groves;
        self.grown = self.owners.len();
    }

    /// The black tree of a disc's cell; without edges if it has none, or trees were not grown.
    pub(crate) fn tree(&self, disc: usize) -> BlackTree<'_> {
        let rank = self.faces[disc].wrapping_sub(self.first) as usize;
        if rank < self.grown { self.groves[rank / GROVE].tree(rank % GROVE) } else { BlackTree::NONE }
    }

    fn grow_tree(&self, disc: usize, grove: &mut Grove) {
        let Grove { nodes, edges, trees, arcs } = grove;
        let (first_node, first_edge) = (nodes.len(), edges.len());
        let mut tree = Growing { nodes, edges, first_node, first_edge };
        let (start, start_edge) = self.grow_within(disc, &mut tree, arcs);
        trees.push(Planted { nodes: nodes.len() as u32, edges: edges.len() as u32, start, start_edge });
    }

    /// The first point and its edge.
    fn grow_within(&self, disc: usize, tree: &mut Growing<'_>, arcs: &mut Vec<Arc>) -> (Option<Point>, u32) {
        let graph = &self.graph;
        let mut cell = Cell::around(graph, self.faces[disc], self.discs[disc]);
        arcs.clear();
        for h in graph.ring(self.faces[disc]) {
            let face = graph.face(graph.twin(h));
            let v = graph.target(h);
            // Apexes lie between two edges with the same neighbour.
            match arcs.last_mut().filter(|last| last.face == face) {
                Some(last) => last.node = v,
                None => arcs.push(cell.arc(face, v)),
            }
        }
        if arcs.len() > 1 && arcs[0].face == arcs[arcs.len() - 1].face {
            arcs.pop();
        }
        let nearest = cell.begin(arcs);
        for arc in arcs.iter_mut() {
            let red = graph.vertex(arc.node);
            arc.node = tree.add_node(BlackNode { at: red.at, clearance: red.clearance, red: arc.node });
        }
        let last = shrink(&cell, tree, arcs);
        last.map_or((None, NONE), |last| (self.retraction(&cell, tree, nearest), last))
    }

    /// Straight away from what is nearest, up to the edge between the last two. One of these is the nearest, unless more than
    /// two are as near where the path ends.
    fn retraction(&self, cell: &Cell, tree: &Growing<'_>, nearest: u32) -> Option<Point> {
        let edge = tree.edges.last()?;
        let [i, j] = edge.faces.map(|f| *self.graph.site(f));
        let [near, far] = if cell.distance(&i) <= cell.distance(&j) { [i, j] } else { [j, i] };
        let first = *self.graph.site(nearest);
        let is_tie = cell.distance(&near) > cell.distance(&first) + SLACK * cell.reach;
        let near = if is_tie { first } else { near };
        // Away from the centre of a disc, also inside of it.
        let from_there = near.circle().map_or_else(|| near.foot(cell.centre), |(centre, _)| centre);
        let away = (cell.centre - from_there).unit()?;
        let [from, to] = edge.nodes.map(|k| tree.nodes[tree.first_node + k as usize].at);
        let met = meeting_on_ray(&far, cell.centre, away, cell.distance(&near)).map(|s| cell.centre + away * s);
        let is_on_edge = |p: &Point| {
            let along = (to - from).dot(*p - from);
            let tie = near.distance(*p) - far.distance(*p);
            tie.abs() <= SLACK * cell.reach && (is_tie || along >= 0.0 && along <= (to - from).dot(to - from))
        };
        if let Some(met) = met.filter(is_on_edge) {
            return Some(met);
        }
        let curve = Bisector::between(&i, &j, from, to);
        // The ray crosses the edge once.
        let side = |p: Point| away.cross(p - cell.centre);
        let (mut low, mut high) = (0.0, 1.0);
        let is_rising = side(from) < side(to);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if (side(curve.at(middle)) < 0.0) == is_rising { low = middle } else { high = middle }
        }
        Some(curve.at(f64::midpoint(low, high)))
    }
}

/// Lets the arcs of a cell vanish one after the other; the edge between the last two.
fn shrink(cell: &Cell, tree: &mut Growing<'_>, arcs: &mut Vec<Arc>) -> Option<u32> {
    let vanishing = |arcs: &[Arc], k: usize, now: f64| {
        let n = arcs.len();
        cell.vanishing([&arcs[(k + n - 1) % n], &arcs[k], &arcs[(k + 1) % n]], now)
    };
    let mut now = cell.first_level();
    for k in 0..arcs.len() {
        (arcs[k].level, arcs[k].meeting) = vanishing(arcs, k, now);
    }
    while arcs.len() > 2 {
        let mut next = (0..arcs.len()).min_by(|&a, &b| arcs[a].level.total_cmp(&arcs[b].level)).unwrap_or(0);
        let n = arcs.len();
        if arcs[next].level == f64::INFINITY {
            next = latest(cell, arcs, vanishing).unwrap_or_else(|| narrowest(cell, tree, arcs));
        }
        now = arcs[next].level.min(0.0);
        let (before, after) = ((next + n - 1) % n, (next + 1) % n);
        let [a, b, c] = [before, next, after].map(|k| arcs[k].face);
        let joins = [arcs[before].node, arcs[next].node];
        if a == c {
            // The arc vanishes without a vertex, and its neighbours become one.
            tree.add_edge(joins, [a, b]);
            arcs[before].node = arcs[after].node;
            remove(arcs, next, after);
        } else {
            let at = arcs[next].meeting;
            let node = tree.add_node(BlackNode { at, clearance: cell.graph.site(a).distance(at), red: NONE });
            tree.add_edge([joins[0], node], [a, b]);
            tree.add_edge([joins[1], node], [b, c]);
            arcs[before].node = node;
            remove(arcs, next, next);
        }
        if arcs.len() > 2 {
            for k in 0..arcs.len() {
                if [a, c].contains(&arcs[k].face) {
                    (arcs[k].level, arcs[k].meeting) = vanishing(arcs, k, now);
                }
            }
        }
    }
    let [first, second] = arcs[..] else { return None };
    Some(tree.add_edge([first.node, second.node], [first.face, second.face]))
}

/// Rounding hides that an arc has vanished before: the last of those that have.
fn latest(cell: &Cell, arcs: &mut [Arc], vanishing: impl Fn(&[Arc], usize, f64) -> (f64, Point)) -> Option<usize> {
    let before = |k: usize| (vanishing(arcs, k, cell.first_level()), k);
    let known = (0..arcs.len()).map(before).filter(|((level, _), _)| *level < f64::INFINITY);
    let (vanished, k) = known.max_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
    (arcs[k].level, arcs[k].meeting) = vanished;
    Some(k)
}

/// Rounding hides where the next arc vanishes: the one that is narrowest seen from the centre, at the nearer of its ends.
/// It is not known when, and what it kept apart may have met at any time since the cell was whole.
fn narrowest(cell: &Cell, tree: &Growing<'_>, arcs: &mut [Arc]) -> usize {
    let n = arcs.len();
    let ends = |k: usize| {
        [arcs[(k + n - 1) % n].node, arcs[k].node].map(|node| tree.nodes[tree.first_node + node as usize].at)
    };
    let cosine = |k: usize| {
        let [u, w] = ends(k).map(|at| (at - cell.centre).unit().unwrap_or_default());
        u.dot(w)
    };
    let best = (0..n).max_by(|&a, &b| cosine(a).total_cmp(&cosine(b))).unwrap_or(0);
    let [u, w] = ends(best);
    arcs[best].meeting = if u.distance(cell.centre) < w.distance(cell.centre) { u } else { w };
    arcs[best].level = cell.first_level();
    best
}

/// Takes two places of the list out, or one if they are the same.
fn remove(arcs: &mut Vec<Arc>, a: usize, b: usize) {
    let (low, high) = (a.min(b), a.max(b));
    arcs.remove(high);
    if low != high {
        arcs.remove(low);
    }
}
