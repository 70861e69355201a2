//! The diagram as half-edges: faces are sites, vertices carry their place and clearance.
//!
//! A half-edge has its face on its left; the loop of a face is closed. Edges along walls have no twin: nothing is beyond.
//! Slots of removed edges and vertices are used again, so a diagram of about the same size needs no new memory.

use crate::site::Site;
use wayfront_geometry::Point;

/// No edge, no vertex, no face.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfEdge {
    pub origin: u32,
    pub twin: u32,
    pub next: u32,
    pub prev: u32,
    pub face: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub at: Point,
    /// The distance from the nearest sites; 0 at vertices of outlines, negative where discs overlap.
    pub clearance: f64,
    /// A half-edge that starts here.
    pub leaving: u32,
    /// It is a vertex of an outline, or only closes loops: it never goes.
    pub is_fixed: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub site: Site,
    /// A half-edge of its loop.
    pub edge: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub edges: Vec<HalfEdge>,
    pub vertices: Vec<Vertex>,
    pub faces: Vec<Face>,
    spare_edges: Vec<u32>,
    spare_vertices: Vec<u32>,
}

impl Graph {
    #[inline]
    pub fn edge(&self, h: u32) -> &HalfEdge {
        &self.edges[h as usize]
    }

    #[inline]
    pub fn twin(&self, h: u32) -> u32 {
        self.edges[h as usize].twin
    }

    #[inline]
    pub fn next(&self, h: u32) -> u32 {
        self.edges[h as usize].next
    }

    #[inline]
    pub fn face(&self, h: u32) -> u32 {
        self.edges[h as usize].face
    }

    #[inline]
    pub fn origin(&self, h: u32) -> u32 {
        self.edges[h as usize].origin
    }

    /// Where a half-edge ends.
    #[inline]
    pub fn target(&self, h: u32) -> u32 {
        self.origin(self.next(h))
    }

    #[inline]
    pub fn vertex(&self, v: u32) -> &Vertex {
        &self.vertices[v as usize]
    }

    #[inline]
    pub fn site(&self, face: u32) -> &Site {
        &self.faces[face as usize].site
    }

    /// The half-edges of a face's loop.
    pub fn ring(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.faces[face as usize].edge;
        let mut at = first;
        std::iter::from_fn(move || {
            let here = at;
            if here == NONE {
                return None;
            }
            at = self.next(here);
            if at == first {
                at = NONE;
            }
            Some(here)
        })
    }

    /// The half-edges that start at a vertex, counter-clockwise; from the first edge along a wall on, if there is one.
    pub fn star(&self, v: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.vertex(v).leaving;
        let mut at = first;
        std::iter::from_fn(move || {
            let here = at;
            if here == NONE {
                return None;
            }
            at = self.twin(self.edge(here).prev);
            if at == first {
                at = NONE;
            }
            Some(here)
        })
    }

    /// A vertex; those without clearance are fixed.
    pub fn add_vertex(&mut self, at: Point, clearance: f64) -> u32 {
        let vertex = Vertex { at, clearance, leaving: NONE, is_fixed: clearance <= 0.0 };
        match self.spare_vertices.pop() {
            Some(v) => {
                self.vertices[v as usize] = vertex;
                v
            }
            None => {
                self.vertices.push(vertex);
                self.vertices.len() as u32 - 1
            }
        }
    }

    /// A half-edge that is not linked yet.
    pub fn add_edge(&mut self, origin: u32, face: u32) -> u32 {
        let edge = HalfEdge { origin, twin: NONE, next: NONE, prev: NONE, face };
        match self.spare_edges.pop() {
            Some(h) => {
                self.edges[h as usize] = edge;
                h
            }
            None => {
                self.edges.push(edge);
                self.edges.len() as u32 - 1
            }
        }
    }

    pub fn remove_vertex(&mut self, v: u32) {
        self.vertices[v as usize].leaving = NONE;
        self.spare_vertices.push(v);
    }

    pub fn remove_edge(&mut self, h: u32) {
        self.edges[h as usize].face = NONE;
        self.spare_edges.push(h);
    }

    /// The half-edge is part of the diagram.
    pub fn is_used(&self, h: u32) -> bool {
        self.edges[h as usize].face != NONE
    }

    pub fn link(&mut self, before: u32, after: u32) {
        self.edges[before as usize].next = after;
        self.edges[after as usize].prev = before;
    }

    pub fn pair(&mut self, h: u32, k: u32) {
        self.edges[h as usize].twin = k;
        self.edges[k as usize].twin = h;
    }

    /// Puts a vertex into an edge that has a twin. The half-edge keeps its start.
    pub fn split(&mut self, h: u32, at: Point, clearance: f64) -> u32 {
        let k = self.twin(h);
        let m = self.add_vertex(at, clearance);
        let (after, back) = (self.add_edge(m, self.face(h)), self.add_edge(m, self.face(k)));
        let (beyond, before) = (self.next(h), self.next(k));
        self.link(after, beyond);
        self.link(h, after);
        self.link(back, before);
        self.link(k, back);
        self.pair(h, back);
        self.pair(after, k);
        self.vertices[m as usize].leaving = after;
        m
    }

    /// Takes over everything of another diagram, in the memory that is there, with room for so many more faces.
    ///
    /// A face adds two vertices and three edges to a planar graph at most, and each edge may be cut at its apex, or where what
    /// goes was no tree: then frames with as many discs need no more memory, wherever they are.
    pub fn copy_from(&mut self, other: &Self, more: usize) {
        self.edges.clear();
        self.edges.reserve(other.edges.len() + 16 * more);
        self.vertices.clear();
        self.vertices.reserve(other.vertices.len() + 8 * more);
        self.faces.clear();
        self.faces.reserve(other.faces.len() + more);
        self.edges.clone_from(&other.edges);
        self.vertices.clone_from(&other.vertices);
        self.faces.clone_from(&other.faces);
        self.spare_edges.clone_from(&other.spare_edges);
        self.spare_vertices.clone_from(&other.spare_vertices);
    }

    /// Loops are closed, twins lead back, each face has one loop, and Euler's formula holds.
    pub fn check(&self) -> Result<(), String> {
        let used: Vec<u32> = (0..self.edges.len() as u32).filter(|&h| self.is_used(h)).collect();
        let mut on_ring = vec![false; self.edges.len()];
        for face in 0..self.faces.len() as u32 {
            for (count, h) in self.ring(face).enumerate() {
                if count > used.len() || self.face(h) != face || on_ring[h as usize] {
                    return Err(format!("the loop of face {face} is broken at edge {h}"));
                }
                on_ring[h as usize] = true;
            }
        }
        let mut walls = 0;
        for &h in &used {
            let edge = self.edge(h);
            if !on_ring[h as usize] || self.edge(edge.next).prev != h || self.edge(edge.prev).next != h {
                return Err(format!("edge {h} is in no loop"));
            }
            if edge.twin == NONE {
                walls += 1;
            } else if self.twin(edge.twin) != h || self.origin(edge.twin) != self.target(h) {
                return Err(format!("edge {h} and its twin disagree"));
            }
        }
        self.check_euler(&used, walls)
    }

    /// With the outside of each outline as one more face: V - E + F = 1 + parts.
    fn check_euler(&self, used: &[u32], walls: usize) -> Result<(), String> {
        let mut leader: Vec<u32> = (0..self.vertices.len() as u32).collect();
        fn find(leader: &mut [u32], mut v: u32) -> u32 {
            while leader[v as usize] != v {
                leader[v as usize] = leader[leader[v as usize] as usize];
                v = leader[v as usize];
            }
            v
        }
        let mut is_used = vec![false; self.vertices.len()];
        for &h in used {
            let (u, w) = (self.origin(h), self.target(h));
            is_used[u as usize] = true;
            let (a, b) = (find(&mut leader, u), find(&mut leader, w));
            leader[a as usize] = b;
        }
        let vertices = is_used.iter().filter(|&&is| is).count();
        let parts = (0..leader.len()).filter(|&v| is_used[v] && leader[v] == v as u32).count();
        let edges = (used.len() + walls) / 2;
        let faces = self.faces.iter().filter(|face| face.edge != NONE).count() + self.outsides(used);
        if vertices + faces == edges + 2 * parts {
            return Ok(());
        }
        Err(format!("{vertices} vertices, {edges} edges, {faces} faces and {parts} parts contradict Euler"))
    }

    /// How many loops run along walls on their other side: around a corner from wall to wall.
    fn outsides(&self, used: &[u32]) -> usize {
        let mut seen = vec![false; self.edges.len()];
        let mut count = 0;
        for &wall in used.iter().filter(|&&h| self.twin(h) == NONE) {
            if seen[wall as usize] {
                continue;
            }
            count += 1;
            let mut h = wall;
            while !seen[h as usize] {
                seen[h as usize] = true;
                // Backwards around the start of the wall to the one that ends there.
                h = self.edge(h).prev;
                while self.twin(h) != NONE {
                    h = self.edge(self.twin(h)).prev;
                }
            }
        }
        count
    }
}
