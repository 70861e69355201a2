//! The part of the diagram that is in free space.
//!
//! The loop of a side passes both of its ends; between them it runs on one side, then on the other. The loop of a vertex's
//! cell comes back to the vertex between sectors. So loops fall into runs between places of clearance 0; the runs of free
//! sides are kept, and the sectors beyond them. Each corner is one vertex, so nothing passes where outlines touch.

use super::{Outlines, Stuck};
use crate::delaunay::Delaunay;
use crate::graph::{Face, Graph, NONE, Vertex};
use crate::insert::cut_at_apex;
use crate::site::Site;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::Point;

/// The diagram of the free space.
pub(crate) struct Free {
    pub graph: Graph,
    /// Per face: the side, or the corner beyond the sides.
    pub features: Vec<Feature>,
}

/// What a cell belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// A side of an outline or wall, ends not included.
    Side(SideId),
    /// A vertex, in one sector.
    Corner(CornerId),
}

/// A part of a loop between two places of clearance 0.
struct Run {
    first: u32,
    face: u32,
    /// Where it starts and ends.
    corners: [CornerId; 2],
}

struct Extract<'a> {
    whole: &'a Graph,
    domain: &'a Domain,
    /// Per half-edge of the whole diagram: its number here.
    number: Vec<u32>,
    /// Per vertex of the whole diagram.
    vertex: Vec<u32>,
    free: Free,
}

pub(crate) fn free(domain: &Domain, outlines: &Outlines, whole: &Graph) -> Result<Free, Stuck> {
    let mut extract = Extract {
        whole,
        domain,
        number: vec![NONE; whole.edges.len()],
        vertex: vec![NONE; whole.vertices.len()],
        free: Free { graph: Graph::default(), features: Vec::new() },
    };
    let corner = |&at: &Point| Vertex { at: at - outlines.frame, clearance: 0.0, leaving: NONE };
    extract.free.graph.vertices.extend(domain.corner_points().iter().map(corner));
    let first_face = Delaunay::BOX + outlines.vertices.len() as u32 + 1;
    for (k, segment) in outlines.segments.iter().enumerate() {
        let ends = segment.vertices.map(|v| outlines.vertices[v as usize]);
        for (side, [a, b]) in segment.sides.iter().zip([ends, [ends[1], ends[0]]]) {
            if let Some(side) = *side {
                extract.side(side, first_face + k as u32, a, b).ok_or(Stuck { side: ends })?;
            }
        }
    }
    let sides = extract.free.graph.edges.len() as u32;
    for h in 0..whole.edges.len() as u32 {
        let twin = whole.twin(h);
        if extract.number[h as usize] < sides && extract.number[twin as usize] == NONE {
            let at = extract.free.graph.vertex(0).at;
            extract.sector(twin).ok_or(Stuck { side: [at, at] })?;
        }
    }
    extract.pair();
    Ok(extract.free)
}

impl Extract<'_> {
    fn is_at(&self, v: u32, at: Point) -> bool {
        let vertex = self.whole.vertex(v);
        vertex.clearance == 0.0 && vertex.at == at
    }

    /// The cell of a side: along the wall from a to b, then back around the free space on the left.
    fn side(&mut self, side: SideId, face: u32, a: Point, b: Point) -> Option<()> {
        let whole = self.whole;
        let first = whole
            .ring(face)
            .find(|&h| self.is_at(whole.origin(h), b) && !self.is_at(whole.target(h), b))?;
        let [start, end] = self.domain.side_corners(side);
        let own = self.free.features.len() as u32;
        self.free.features.push(Feature::Side(side));
        self.free.graph.faces.push(Face { site: Site::side(a, b), edge: NONE });
        let wall = self.free.graph.add_edge(start.0, own);
        self.free.graph.vertices[start.index()].leaving = wall;
        self.free.graph.faces[own as usize].edge = wall;
        let last = self.run(&Run { first, face: own, corners: [end, start] }, a)?;
        let begin = self.number[first as usize];
        self.free.graph.link(wall, begin);
        self.free.graph.link(last, wall);
        Some(())
    }

    /// The cell of a vertex in the sector that a half-edge lies in.
    fn sector(&mut self, inside: u32) -> Option<()> {
        let whole = self.whole;
        let Site::Point(at) = *whole.site(whole.face(inside)) else { return None };
        let mut first = inside;
        while !self.is_at(whole.origin(first), at) {
            first = whole.edge(first).prev;
            if first == inside {
                return None;
            }
        }
        // Beyond its first edge lies the side that starts here.
        let beyond = self.number[whole.twin(first) as usize];
        if beyond == NONE {
            return None;
        }
        let Feature::Side(side) = self.free.features[self.free.graph.face(beyond) as usize] else { return None };
        let corner = self.domain.side_corners(side)[0];
        let own = self.free.features.len() as u32;
        self.free.features.push(Feature::Corner(corner));
        self.free.graph.faces.push(Face { site: Site::Point(at), edge: NONE });
        let last = self.run(&Run { first, face: own, corners: [corner; 2] }, at)?;
        let begin = self.number[first as usize];
        self.free.graph.link(last, begin);
        self.free.graph.faces[own as usize].edge = begin;
        Some(())
    }

    /// Takes over the half-edges from `first` to the place `until`; gives the last.
    fn run(&mut self, run: &Run, until: Point) -> Option<u32> {
        let whole = self.whole;
        let (mut h, mut before) = (run.first, NONE);
        loop {
            if self.number[h as usize] != NONE {
                return None;
            }
            let origin = if h == run.first { run.corners[0].0 } else { self.vertex_of(whole.origin(h))? };
            let edge = self.free.graph.add_edge(origin, run.face);
            self.number[h as usize] = edge;
            if origin as usize >= self.domain.corner_count() {
                self.free.graph.vertices[origin as usize].leaving = edge;
            }
            if before != NONE {
                self.free.graph.link(before, edge);
            }
            before = edge;
            h = whole.next(h);
            if self.is_at(whole.origin(h), until) {
                return Some(before);
            }
        }
    }

    fn vertex_of(&mut self, v: u32) -> Option<u32> {
        let vertex = self.whole.vertex(v);
        if vertex.clearance <= 0.0 {
            return None; // a place on an outline in the middle of a run
        }
        if self.vertex[v as usize] == NONE {
            self.vertex[v as usize] = self.free.graph.add_vertex(vertex.at, vertex.clearance);
        }
        Some(self.vertex[v as usize])
    }

    /// Links twins, and cuts all edges where clearance is least.
    fn pair(&mut self) {
        for h in 0..self.whole.edges.len() as u32 {
            let [own, twin] = [h, self.whole.twin(h)].map(|h| self.number[h as usize]);
            if own != NONE && own < twin {
                self.free.graph.pair(own, twin);
            }
        }
        for h in 0..self.free.graph.edges.len() as u32 {
            if self.free.graph.twin(h) != NONE && h < self.free.graph.twin(h) {
                cut_at_apex(&mut self.free.graph, h);
            }
        }
    }
}
