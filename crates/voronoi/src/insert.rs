//! One more site in the diagram.
//!
//! What the new site takes of the old graph is a tree (its cell is connected, and so is what it leaves of every other cell).
//! The tree is found from a seed, its rim is followed from face to face, and each edge that leads out of it gets a new
//! vertex where both are as far. The structure stays planar whatever rounding says: numbers only choose among trees.
//!
//! 1. *Lead*: how much farther the new site is than what is nearest now; vertices with a negative lead go. Where a side
//!    meets its own end the lead is the distance from the perpendicular there, which has all digits; the difference of
//!    distances would have half of them.
//! 2. *Ties* (leads within rounding) are taken only where they join what goes: a leaf that is a tie stays.
//! 3. *Cycles*: a cell that would vanish keeps the place where the new site leads least. A vertex is put there.
//! 4. A new vertex is the root of the lead along its edge, between an end that goes and one that stays: it lies on the
//!    edge, however badly three sites determine a point.
//!
//! Cost: a few operations for each edge that goes, some ten evaluations for each new vertex. Invariant: loops closed, one
//! loop for each face. After Sugihara and Iri 1992 and Held 2001.

mod along;
mod tree;

use crate::graph::{Face, Graph, NONE, Vertex};
use crate::meeting::meetings;
use crate::site::{Site, apex, is_spoke};
pub(crate) use along::least_lead;
use along::{lead_along, root};
use std::cmp::Reverse;
use std::collections::HashMap;
use wayfront_geometry::{MinHeap, Point};

/// How many times the rounding of distances a place in closed form may be off and still be as far from three sites.
const CLOSE_TIES: f64 = 16.0;

/// Vertices and edges that hardly any site takes more of.
const ROOM: usize = 256;

/// A site on its way into the diagram.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newcomer {
    pub site: Site,
    /// For a side: the faces of its ends.
    pub ends: [u32; 2],
}

impl Newcomer {
    /// How much farther the newcomer is than what is nearest, at a place with this clearance. `own`: the place is on the
    /// border of the cell of an end.
    #[inline]
    pub fn lead(&self, p: Point, clearance: f64, own: [bool; 2]) -> f64 {
        match self.site {
            Site::Side { start, end, along, length } => {
                let x = along.dot(p - start);
                match own {
                    [true, true] => (-x).max(x - length),
                    [true, false] => -x,
                    [false, true] => x - length,
                    [false, false] if x < 0.0 => (p.distance(start) - clearance).max(-x),
                    [false, false] if x > length => (p.distance(end) - clearance).max(x - length),
                    [false, false] => along.cross(p - start).abs() - clearance,
                }
            }
            Site::Point(at) => p.distance(at) - clearance,
            Site::Disc { centre, radius } => p.distance(centre) - radius - clearance,
        }
    }
}

/// Why a site could not be inserted. The diagram is as it was, but for vertices inside of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Nothing in the diagram is farther from what is nearest than from the new site.
    NoCell,
    /// What goes is not a tree, even after cuts.
    NoTree,
}

/// What is known of a vertex.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    lead: f64,
    /// The round in which its lead was computed.
    round: u32,
    /// Twice the round in which it was found to go, or one more if it must stay.
    mark: u32,
}

/// Inserts sites; keeps its memory between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inserter {
    /// Per vertex.
    seen: Vec<Seen>,
    round: u32,
    /// Leads within this are ties.
    tie: f64,
    going: Vec<u32>,
    /// Those that go because they join others.
    joining: Vec<u32>,
    rim: Vec<u32>,
    corners: Vec<u32>,
    gone: Vec<u32>,
    /// The edges of the new face, in the faces beyond.
    borders: Vec<u32>,
    /// Room for what looks for paths that join, and for cycles.
    open: MinHeap<Reverse<u32>>,
    from: HashMap<u32, u32>,
    core: [Vec<u32>; 2],
}

impl Inserter {
    /// For a diagram in which distances are rounded by `tie`.
    pub fn new(tie: f64) -> Self {
        let list = || Vec::with_capacity(ROOM);
        let (going, joining, rim, corners, gone, borders) = (list(), list(), list(), list(), list(), list());
        let core = [list(), list()];
        Self { tie, going, joining, rim, corners, gone, borders, core, ..Self::default() }
    }

    /// Leads within this are ties.
    pub const fn tie(&self) -> f64 {
        self.tie
    }

    /// A new round: no lead is known.
    pub fn begin(&mut self, graph: &Graph) {
        if self.round > u32::MAX / 4 {
            self.seen.fill(Seen::default());
            self.round = 0;
        }
        self.round += 1;
        self.grow(graph);
    }

    fn grow(&mut self, graph: &Graph) {
        if self.seen.len() < graph.vertices.len() {
            self.seen.resize(graph.vertices.capacity(), Seen::default());
        }
    }

    /// The lead of the newcomer at a vertex. Vertices of outlines, and those that only close loops, never go.
    #[inline(always)]
    pub fn lead(&mut self, graph: &Graph, new: &Newcomer, v: u32) -> f64 {
        let known = self.seen[v as usize];
        if known.round == self.round { known.lead } else { self.find_lead(graph, new, v) }
    }

    #[inline(never)]
    fn find_lead(&mut self, graph: &Graph, new: &Newcomer, v: u32) -> f64 {
        let vertex = graph.vertex(v);
        let lead = if vertex.is_fixed {
            f64::INFINITY
        } else {
            let mut own = [false; 2];
            if new.ends[0] != NONE {
                for h in graph.star(v) {
                    let face = graph.face(h);
                    own[0] |= face == new.ends[0];
                    own[1] |= face == new.ends[1];
                }
            }
            new.lead(vertex.at, vertex.clearance, own)
        };
        let seen = &mut self.seen[v as usize];
        (seen.round, seen.lead) = (self.round, lead);
        lead
    }

    /// Inserts a site whose cell holds two vertices, which may be the same: the first goes for sure, the second unless
    /// something else keeps it. Gives its face.
    pub fn insert(&mut self, graph: &mut Graph, new: &Newcomer, seeds: [u32; 2]) -> Result<u32, Refused> {
        if !self.walk_around(graph, new, seeds) {
            self.choose(graph, new, seeds)?;
            self.follow_rim(graph)?;
        }
        let face = graph.faces.len() as u32;
        graph.faces.push(Face { site: new.site, edge: NONE });
        self.replace(graph, new, face);
        for k in 0..self.borders.len() {
            cut_at_apex(graph, self.borders[k]);
        }
        Ok(face)
    }

    /// The half-edges that lead from what goes to what stays, in order around the tree.
    fn follow_rim(&mut self, graph: &Graph) -> Result<(), Refused> {
        self.rim.clear();
        self.gone.clear();
        let mut leaving = 0;
        for &u in &self.going {
            for h in graph.star(u) {
                if self.goes(graph.target(h)) {
                    self.gone.push(h);
                } else {
                    leaving += 1;
                    if self.rim.is_empty() {
                        self.rim.push(h);
                    }
                }
            }
        }
        let Some(&first) = self.rim.first() else { return Err(Refused::NoTree) };
        let mut h = first;
        loop {
            h = graph.next(graph.twin(h));
            while self.goes(graph.target(h)) {
                h = graph.next(h);
            }
            if h == first {
                break;
            }
            self.rim.push(h);
            if self.rim.len() > leaving {
                return Err(Refused::NoTree);
            }
        }
        if self.rim.len() == leaving { Ok(()) } else { Err(Refused::NoTree) }
    }

    /// Takes the tree out and closes the new face.
    fn replace(&mut self, graph: &mut Graph, new: &Newcomer, face: u32) {
        self.corners.clear();
        for k in 0..self.rim.len() {
            let v = self.new_vertex(graph, new, self.rim[k]);
            self.corners.push(v);
        }
        for &h in &self.gone {
            graph.remove_edge(h);
        }
        for &v in &self.going {
            graph.remove_vertex(v);
        }
        for (&h, &v) in self.rim.iter().zip(&self.corners) {
            graph.edges[h as usize].origin = v;
            graph.vertices[v as usize].leaving = h;
        }
        self.borders.clear();
        let count = self.rim.len();
        let mut inside = std::mem::take(&mut self.gone);
        inside.clear();
        for k in 0..count {
            let after = if k + 1 == count { 0 } else { k + 1 };
            let (incoming, outgoing) = (graph.twin(self.rim[k]), self.rim[after]);
            let beyond = graph.face(incoming);
            let border = graph.add_edge(self.corners[k], beyond);
            let own = graph.add_edge(self.corners[after], face);
            graph.pair(border, own);
            graph.link(incoming, border);
            graph.link(border, outgoing);
            graph.faces[beyond as usize].edge = border;
            self.borders.push(border);
            inside.push(own);
        }
        graph.link(inside[0], inside[count - 1]);
        for pair in inside.windows(2) {
            graph.link(pair[1], pair[0]);
        }
        graph.faces[face as usize].edge = inside[0];
        self.gone = inside;
    }

    /// The vertex of the newcomer on an edge that leads from what goes to what stays.
    fn new_vertex(&mut self, graph: &mut Graph, new: &Newcomer, h: u32) -> u32 {
        let (u, w) = (graph.origin(h), graph.target(h));
        let (start, to) = (*graph.vertex(u), *graph.vertex(w));
        let from = start.at;
        if to.is_fixed && matches!(new.site, Site::Side { start, end, .. } if start == to.at || end == to.at) {
            return graph.add_vertex(to.at, 0.0);
        }
        let (i, j) = (graph.face(h), graph.face(graph.twin(h)));
        if let Some((at, room)) = self.met(graph, new, [i, j], [&start, &to]) {
            let v = graph.add_vertex(at, room);
            graph.vertices[v as usize].is_fixed = false;
            return v;
        }
        let (lead, clearance) = lead_along(graph, new, i, j, from, to.at);
        let t = root(lead, self.seen[u as usize].lead);
        let (at, room) = if t >= 1.0 { (to.at, to.clearance) } else { clearance(t) };
        let v = graph.add_vertex(at, room);
        graph.vertices[v as usize].is_fixed = false;
        v
    }

    /// Where a disc meets an edge, in closed form, if that is well determined: as far from all three but for rounding, and the
    /// only such place between the ends. Along an edge clearance rises or falls, so it is between those of the ends.
    fn met(&self, graph: &Graph, new: &Newcomer, faces: [u32; 2], ends: [&Vertex; 2]) -> Option<(Point, f64)> {
        if !matches!(new.site, Site::Disc { .. }) {
            return None;
        }
        let [i, j] = faces.map(|face| graph.site(face));
        let (from, chord) = (ends[0].at, ends[1].at - ends[0].at);
        let (square, slack) = (chord.dot(chord), self.tie * CLOSE_TIES);
        let [a, b] = ends.map(|end| end.clearance);
        let between = if a < b { a - slack..=b + slack } else { b - slack..=a + slack };
        // All of the edge is on one hand of the axis of its curve; the other place may be on the other.
        let side = hand(i, j, from) + hand(i, j, ends[1].at);
        let met = |p: Point| {
            let (at, along) = (p + from, chord.dot(p + from - from));
            if !(along >= 0.0 && along <= square) || hand(i, j, at) * side < 0.0 {
                return None;
            }
            let room = i.distance(at);
            if !between.contains(&room) {
                return None;
            }
            let ties = (j.distance(at) - room).abs() <= slack && (new.site.distance(at) - room).abs() <= slack;
            ties.then_some((at, room))
        };
        match meetings([i, j, &new.site], from).map(|p| p.and_then(met)) {
            [Some(_), Some(_)] => None,
            [one, other] => one.or(other),
        }
    }

    #[inline]
    fn goes(&self, v: u32) -> bool {
        self.seen[v as usize].mark == 2 * self.round
    }
}

/// On which hand of the axis of their border, on which the two are nearest to each other, a place is; 0 if there is none.
fn hand(i: &Site, j: &Site, p: Point) -> f64 {
    match (i.circle(), j.circle()) {
        (Some((a, _)), Some((b, _))) => (b - a).cross(p - a),
        (Some((centre, _)), None) | (None, Some((centre, _))) if !is_spoke(i, j) => match (i, j) {
            (Site::Side { along, .. }, _) | (_, Site::Side { along, .. }) => along.dot(p - centre),
            _ => 0.0,
        },
        _ => 0.0,
    }
}

/// Puts a vertex where clearance is least, if that is inside of the edge: then clearance is monotone along each part.
pub(crate) fn cut_at_apex(graph: &mut Graph, h: u32) -> Option<u32> {
    let k = graph.twin(h);
    let (i, j) = (graph.site(graph.face(h)), graph.site(graph.face(k)));
    let (from, to) = (graph.vertex(graph.origin(h)).at, graph.vertex(graph.origin(k)).at);
    let at = apex(i, j, from, to)?;
    let clearance = match (i, j) {
        (&Site::Point(p), _) | (_, &Site::Point(p)) => at.distance(p),
        (i, _) => i.distance(at),
    };
    // Only at vertices of outlines nothing else can be nearer.
    let is_fixed = is_spoke(i, j);
    let v = graph.split(h, at, clearance);
    graph.vertices[v as usize].is_fixed = is_fixed;
    Some(v)
}
