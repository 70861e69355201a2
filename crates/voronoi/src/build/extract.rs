//! The part of the diagram that is in free space.
//!
//! The loop of a side passes both of its ends; between them it runs on one side, then on the other. The loop of a vertex's
//! cell comes back to the vertex between sectors. So loops fall into *runs* between places of clearance 0; the runs of free
//! sides are kept, and the sectors beyond them. Each sector has a vertex of its own, so nothing passes where outlines
//! touch.

use super::{Outlines, Stuck};
use crate::delaunay::Delaunay;
use crate::graph::{Face, Graph, NONE};
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

struct Extract<'a> {
    whole: &'a Graph,
    domain: &'a Domain,
    outlines: &'a Outlines,
    /// Per half-edge of the whole diagram: its number here.
    number: Vec<u32>,
    /// Per vertex of the whole diagram.
    vertex: Vec<u32>,
    free: Free,
}

pub(super) fn free(domain: &Domain, outlines: &Outlines, whole: &Graph) -> Result<Free, Stuck> {
    let (mut extract, runs) = Extract::of(domain, outlines, whole)?;
    for (run, ends) in runs {
        extract.close(run).ok_or(Stuck { side: ends })?;
    }
    extract.pair();
    Ok(extract.free)
}

/// The first half-edge of a side's run, and the ends of the side.
type Run = (u32, [Point; 2]);

impl<'a> Extract<'a> {
    /// With the cells of all free sides, which are not joined yet.
    fn of(domain: &'a Domain, outlines: &'a Outlines, whole: &'a Graph) -> Result<(Self, Vec<Run>), Stuck> {
        let mut extract = Self {
            whole,
            domain,
            outlines,
            number: vec![NONE; whole.edges.len()],
            vertex: vec![NONE; whole.vertices.len()],
            free: Free { graph: Graph::default(), features: Vec::new() },
        };
        let first_face = Delaunay::BOX + outlines.corners.len() as u32 + 1;
        let mut runs = Vec::new();
        for (face, segment) in (first_face..).zip(&outlines.segments) {
            let ends = segment.vertices.map(|v| outlines.point(v));
            for (side, [a, b]) in segment.sides.iter().zip([ends, [ends[1], ends[0]]]) {
                if let Some(side) = *side {
                    runs.push((extract.side(side, face, a, b).ok_or(Stuck { side: ends })?, ends));
                }
            }
        }
        Ok((extract, runs))
    }

    fn is_at(&self, v: u32, at: Point) -> bool {
        let vertex = self.whole.vertex(v);
        vertex.is_fixed && vertex.at == at
    }

    /// The cell of a side: along the wall from a to b, then back around the free space on the left. Gives the first
    /// half-edge of the run, which leaves b.
    fn side(&mut self, side: SideId, face: u32, a: Point, b: Point) -> Option<u32> {
        let whole = self.whole;
        let first = whole.ring(face).find(|&h| self.is_at(whole.origin(h), b) && !self.is_at(whole.target(h), b))?;
        let own = self.add_face(Feature::Side(side), Site::side(a, b));
        // The sector at b; that at a is known when all sides are.
        let sector = self.free.graph.add_vertex(b, 0.0);
        let wall = self.free.graph.add_edge(NONE, own);
        self.free.graph.faces[own as usize].edge = wall;
        let last = self.run(first, own, sector, a)?;
        self.free.graph.link(wall, self.number[first as usize]);
        self.free.graph.link(last, wall);
        Some(first)
    }

    fn add_face(&mut self, feature: Feature, site: Site) -> u32 {
        self.free.features.push(feature);
        self.free.graph.faces.push(Face { site, edge: NONE });
        self.free.features.len() as u32 - 1
    }

    /// Takes over the half-edges from `first` to the place `until`; gives the last.
    fn run(&mut self, first: u32, face: u32, sector: u32, until: Point) -> Option<u32> {
        let whole = self.whole;
        let (mut h, mut before) = (first, NONE);
        loop {
            if self.number[h as usize] != NONE {
                return None;
            }
            let origin = if h == first { sector } else { self.vertex_of(whole.origin(h))? };
            let edge = self.free.graph.add_edge(origin, face);
            self.number[h as usize] = edge;
            if h != first {
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
        if vertex.is_fixed {
            return None; // a place on an outline in the middle of a run
        }
        if self.vertex[v as usize] == NONE {
            self.vertex[v as usize] = self.free.graph.add_vertex(vertex.at, vertex.clearance);
        }
        Some(self.vertex[v as usize])
    }

    /// The sector at the start of a side's run: the cell of its vertex, if it has one, and the side on the other hand,
    /// whose wall starts there.
    fn close(&mut self, first: u32) -> Option<()> {
        let own = self.number[first as usize];
        let sector = self.free.graph.origin(own);
        let mut beyond = self.whole.twin(first);
        if self.number[beyond as usize] == NONE {
            beyond = self.sector(beyond, sector)?;
        }
        let last = self.number[beyond as usize];
        if last == NONE {
            return None;
        }
        let wall = self.free.graph.next(last);
        let graph = &mut self.free.graph;
        if graph.origin(wall) != NONE || graph.edge(wall).twin != NONE {
            return None;
        }
        graph.edges[wall as usize].origin = sector;
        graph.vertices[sector as usize].leaving = wall;
        Some(())
    }

    /// The cell of a vertex in the sector in which a half-edge comes back to it. Gives the half-edge beyond its first one:
    /// the last of the side that starts here.
    fn sector(&mut self, last: u32, sector: u32) -> Option<u32> {
        let whole = self.whole;
        let Site::Point(at) = *whole.site(whole.face(last)) else { return None };
        let mut first = last;
        while !self.is_at(whole.origin(first), at) {
            first = whole.edge(first).prev;
            if first == last {
                return None;
            }
        }
        let beyond = whole.twin(first);
        let number = self.number[beyond as usize];
        if number == NONE {
            return None;
        }
        let Feature::Side(side) = self.free.features[self.free.graph.face(number) as usize] else { return None };
        let start = self.domain.side_corners(side)[0];
        // A side may have been led through a vertex that is not its own.
        let is_own = self.domain.point(start) - self.outlines.frame == at;
        let vertex = whole.face(last) - Delaunay::BOX;
        let corner = if is_own { start } else { self.outlines.corners[vertex as usize] };
        let face = self.add_face(Feature::Corner(corner), Site::Point(at));
        let end = self.run(first, face, sector, at)?;
        let begin = self.number[first as usize];
        self.free.graph.link(end, begin);
        self.free.graph.faces[face as usize].edge = begin;
        Some(beyond)
    }

    /// Links twins, and cuts all edges where clearance is least.
    fn pair(&mut self) {
        for h in 0..self.whole.edges.len() as u32 {
            let [own, twin] = [h, self.whole.twin(h)].map(|h| self.number[h as usize]);
            if own < twin && twin != NONE {
                self.free.graph.pair(own, twin);
            }
        }
        for h in 0..self.free.graph.edges.len() as u32 {
            let twin = self.free.graph.twin(h);
            if twin != NONE && h < twin {
                cut_at_apex(&mut self.free.graph, h);
            }
        }
    }
}
