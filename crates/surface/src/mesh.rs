//! Triangle meshes as fields need them: what is next to what, whatever the mesh is like.
//!
//! An edge may have any number of triangles, and triangles need not run the same way around: walkers cross an edge into
//! whichever triangle leads on. So one-sided surfaces and meshes that branch are as good as others. What is mended and
//! what is merely odd is told by [`Mesh::report`]; what cannot be used is refused with the element that is at fault.

use crate::vec3::Vec3;
use std::collections::HashMap;
use thiserror::Error;

/// A vertex's number in the mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexId(pub u32);

impl VertexId {
    /// The place in arrays of vertices.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a mesh cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshFault {
    /// There are no vertices.
    #[error("the mesh has no vertices")]
    NoVertices,
    /// No triangle is left.
    #[error("the mesh has no triangles{}", if *.dropped > 0 { format!(" with three different corners ({dropped} have not)") } else { String::new() })]
    NoFaces {
        /// Triangles whose corners coincide.
        dropped: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {vertex} lies at {at}")]
    NotFinite {
        /// Which vertex, as the file counts.
        vertex: usize,
        /// Its coordinates.
        at: Vec3,
    },
    /// A triangle has a corner that does not exist.
    #[error("triangle {face} has the vertex {vertex}, but there are only {vertices}")]
    NoSuchVertex {
        /// Which triangle.
        face: usize,
        /// The vertex it names.
        vertex: u64,
        /// How many there are.
        vertices: usize,
    },
    /// More elements than 32 bits count.
    #[error("the mesh has {count} {what}, at most {} are possible", u32::MAX / 4)]
    TooLarge {
        /// Vertices or triangles.
        what: &'static str,
        /// How many.
        count: usize,
    },
}

/// What was mended in a mesh, and what is odd about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshReport {
    /// Vertices at the place of an earlier one, which were joined with it: how many, and the first.
    pub coincident: Option<(usize, usize)>,
    /// Triangles with fewer than three different corners, which were left out: how many, and the first.
    pub collapsed: Option<(usize, usize)>,
    /// Triangles that occur twice and were left out: how many, and the first.
    pub repeated: Option<(usize, usize)>,
    /// Vertices without a triangle: how many, and the first. Nobody can be there.
    pub isolated: Option<(usize, usize)>,
    /// Triangles whose corners lie on a line; they are kept, since they hold their neighbours together.
    pub without_area: Option<(usize, usize)>,
    /// Edges with more than two triangles: how many, and the corners of the first.
    pub branching: Option<(usize, [usize; 2])>,
    /// Edges with one triangle.
    pub boundary_edges: usize,
    /// Connected parts, isolated vertices not counted.
    pub components: usize,
}

impl MeshReport {
    /// A line for each thing that was mended or is odd, with its first element.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |found: Option<(usize, usize)>, one: &str, what: &str| {
            found.map(|(count, first)| format!("{count} {what} (the first is {one} {first})"))
        };
        let branching = self.branching.map(|(count, [a, b])| {
            format!("{count} edges have more than two triangles (the first joins the vertices {a} and {b}): walkers may cross into any")
        });
        [
            line(self.coincident, "vertex", "vertices lie at the place of an earlier one: joined with it"),
            line(self.collapsed, "triangle", "triangles have fewer than three different corners: left out"),
            line(self.repeated, "triangle", "triangles repeat an earlier one: left out"),
            line(self.isolated, "vertex", "vertices belong to no triangle: out of reach"),
            line(self.without_area, "triangle", "triangles have no area: kept, since they hold others together"),
            branching,
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// A triangle mesh.
#[derive(Clone, Debug)]
pub struct Mesh {
    points: Vec<Vec3>,
    faces: Vec<[u32; 3]>,
    /// The vertex that each vertex of the input became.
    from_input: Vec<u32>,
    /// For each face its edges: edge k is opposite corner k.
    face_edges: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
    edge_faces: Lists,
    vertex_faces: Lists,
    /// Neighbours of each vertex.
    neighbours: Lists,
    /// The connected part of each vertex.
    component: Vec<u32>,
    is_boundary: Vec<bool>,
    report: MeshReport,
}

/// Lists of numbers, one after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// The items of each of `count` lists, from pairs (list, item).
    fn new(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; count + 1];
        pairs.clone().for_each(|(list, _)| starts[list as usize + 1] += 1);
        for k in 0..count {
            starts[k + 1] += starts[k];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts[count] as usize];
        for (list, item) in pairs {
            items[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        Self { starts, items }
    }

    pub(crate) fn of(&self, list: usize) -> &[u32] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

impl Mesh {
    /// A mesh from vertices and triangles, mended where that can be done.
    ///
    /// ```
    /// use wayfront_surface::{Mesh, Vec3};
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    /// let mesh = Mesh::new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])?;
    /// assert!(mesh.is_closed());
    /// # Ok::<(), wayfront_surface::MeshFault>(())
    /// ```
    ///
    /// # Errors
    /// If there is nothing left, a coordinate is not finite, or a triangle names a vertex that does not exist.
    pub fn new(points: Vec<Vec3>, faces: Vec<[u32; 3]>) -> Result<Self, MeshFault> {
        check(&points, &faces)?;
        let mut report = MeshReport::default();
        let from_input = joined(&points, &mut report);
        let faces = cleaned(&faces, &from_input, &mut report)?;
        let (edges, face_edges) = edges(&faces);
        let numbered = || faces.iter().enumerate();
        let edge_faces =
            Lists::new(edges.len(), face_edges.iter().enumerate().flat_map(|(f, e)| e.map(|e| (e, f as u32))));
        let vertex_faces = Lists::new(points.len(), numbered().flat_map(|(f, corners)| corners.map(|v| (v, f as u32))));
        let neighbours = Lists::new(points.len(), edges.iter().flat_map(|&[a, b]| [(a, b), (b, a)]));
        let mut mesh = Self {
            component: vec![0; points.len()],
            is_boundary: vec![false; points.len()],
            points,
            faces,
            from_input,
            face_edges,
            edges,
            edge_faces,
            vertex_faces,
            neighbours,
            report,
        };
        mesh.look();
        Ok(mesh)
    }

    /// Boundaries, components and what else the report tells.
    fn look(&mut self) {
        for (e, &[a, b]) in self.edges.iter().enumerate() {
            match self.edge_faces.of(e).len() {
                1 => {
                    self.is_boundary[a as usize] = true;
                    self.is_boundary[b as usize] = true;
                    self.report.boundary_edges += 1;
                }
                2 => {}
                _ => {
                    let found = self.report.branching.get_or_insert((0, [a as usize, b as usize]));
                    found.0 += 1;
                }
            }
        }
        for f in 0..self.faces.len() {
            if self.normal(f).length() == 0.0 {
                self.report.without_area.get_or_insert((0, f)).0 += 1;
            }
        }
        self.number_components();
    }

    fn number_components(&mut self) {
        const UNSEEN: u32 = u32::MAX;
        self.component.fill(UNSEEN);
        for start in 0..self.points.len() {
            if self.vertex_faces.of(start).is_empty() {
                if self.from_input[start] as usize == start {
                    self.report.isolated.get_or_insert((0, start)).0 += 1;
                }
                continue;
            }
            if self.component[start] != UNSEEN {
                continue;
            }
            let number = self.report.components as u32;
            self.report.components += 1;
            self.component[start] = number;
            let mut open = vec![start as u32];
            while let Some(v) = open.pop() {
                for &n in self.neighbours.of(v as usize) {
                    if self.component[n as usize] == UNSEEN {
                        self.component[n as usize] = number;
                        open.push(n);
                    }
                }
            }
        }
    }

    /// Vertices of the input; those that were joined with others or have no triangle are counted too.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.points.len()
    }

    /// Triangles that are left.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.faces.len()
    }

    /// All vertices.
    #[must_use]
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// A vertex.
    #[must_use]
    pub fn point(&self, vertex: VertexId) -> Vec3 {
        self.points[vertex.index()]
    }

    /// The corners of all triangles.
    #[must_use]
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// The edges, each once.
    #[must_use]
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The vertex that a vertex of the input became.
    #[must_use]
    pub fn vertex(&self, input: usize) -> Option<VertexId> {
        self.from_input.get(input).map(|&v| VertexId(v))
    }

    /// Vertices joined with this one by an edge.
    #[must_use]
    pub fn neighbours(&self, vertex: VertexId) -> &[u32] {
        self.neighbours.of(vertex.index())
    }

    /// The triangles at a vertex.
    #[must_use]
    pub fn vertex_faces(&self, vertex: VertexId) -> &[u32] {
        self.vertex_faces.of(vertex.index())
    }

    /// The edges of a triangle: edge k is opposite corner k.
    pub(crate) fn face_edges(&self, face: usize) -> [u32; 3] {
        self.face_edges[face]
    }

    pub(crate) fn edge_faces(&self, edge: usize) -> &[u32] {
        self.edge_faces.of(edge)
    }

    /// The corners of a triangle.
    #[must_use]
    pub fn corners(&self, face: usize) -> [Vec3; 3] {
        self.faces[face].map(|v| self.points[v as usize])
    }

    /// Perpendicular to a triangle, as long as twice its area.
    #[must_use]
    pub fn normal(&self, face: usize) -> Vec3 {
        let [a, b, c] = self.corners(face);
        (b - a).cross(c - a)
    }

    /// On an edge with one triangle.
    #[must_use]
    pub fn is_boundary(&self, vertex: VertexId) -> bool {
        self.is_boundary[vertex.index()]
    }

    /// No edge has only one triangle.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.report.boundary_edges == 0
    }

    /// The connected part of a vertex; `None` if it has no triangle.
    #[must_use]
    pub fn component(&self, vertex: VertexId) -> Option<u32> {
        let component = self.component[vertex.index()];
        (component != u32::MAX).then_some(component)
    }

    /// Vertices that have triangles.
    pub fn vertices(&self) -> impl Iterator<Item = VertexId> + '_ {
        let all = (0..self.points.len() as u32).map(VertexId);
        all.filter(|&v| !self.vertex_faces(v).is_empty())
    }

    /// The vertex nearest to a point, of those that have triangles.
    #[must_use]
    pub fn nearest(&self, p: Vec3) -> Option<VertexId> {
        self.vertices().min_by(|&a, &b| self.point(a).distance(p).total_cmp(&self.point(b).distance(p)))
    }

    /// What was mended, and what is odd.
    #[must_use]
    pub const fn report(&self) -> &MeshReport {
        &self.report
    }

    /// Lowest and highest coordinates.
    #[must_use]
    pub fn bounds(&self) -> [Vec3; 2] {
        let mut bounds = [Vec3::new(f64::MAX, f64::MAX, f64::MAX), Vec3::new(f64::MIN, f64::MIN, f64::MIN)];
        for v in self.vertices() {
            let p = self.point(v);
            bounds[0] = Vec3::new(bounds[0].x.min(p.x), bounds[0].y.min(p.y), bounds[0].z.min(p.z));
            bounds[1] = Vec3::new(bounds[1].x.max(p.x), bounds[1].y.max(p.y), bounds[1].z.max(p.z));
        }
        bounds
    }
}

fn check(points: &[Vec3], faces: &[[u32; 3]]) -> Result<(), MeshFault> {
    for (what, count) in [("vertices", points.len()), ("triangles", faces.len())] {
        if count > (u32::MAX / 4) as usize {
            return Err(MeshFault::TooLarge { what, count });
        }
    }
    if points.is_empty() {
        return Err(MeshFault::NoVertices);
    }
    if let Some((vertex, &at)) = points.iter().enumerate().find(|(_, p)| !p.is_finite()) {
        return Err(MeshFault::NotFinite { vertex, at });
    }
    let vertices = points.len();
    for (face, corners) in faces.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertices) {
            return Err(MeshFault::NoSuchVertex { face, vertex: vertex.into(), vertices });
        }
    }
    Ok(())
}

/// For each vertex the first one at the same place.
fn joined(points: &[Vec3], report: &mut MeshReport) -> Vec<u32> {
    let mut first: HashMap<[u64; 3], u32> = HashMap::with_capacity(points.len());
    let mut from_input = Vec::with_capacity(points.len());
    for (v, p) in points.iter().enumerate() {
        // Adding zero makes both zeros the same.
        let key = p.to_array().map(|c| (c + 0.0).to_bits());
        let kept = *first.entry(key).or_insert(v as u32);
        if kept as usize != v {
            report.coincident.get_or_insert((0, v)).0 += 1;
        }
        from_input.push(kept);
    }
    from_input
}

fn cleaned(faces: &[[u32; 3]], from_input: &[u32], report: &mut MeshReport) -> Result<Vec<[u32; 3]>, MeshFault> {
    let mut seen = std::collections::HashSet::with_capacity(faces.len());
    let mut kept = Vec::with_capacity(faces.len());
    for (f, corners) in faces.iter().enumerate() {
        let face @ [a, b, c] = corners.map(|v| from_input[v as usize]);
        let mut sorted = face;
        sorted.sort_unstable();
        if a == b || b == c || c == a {
            report.collapsed.get_or_insert((0, f)).0 += 1;
        } else if !seen.insert(sorted) {
            report.repeated.get_or_insert((0, f)).0 += 1;
        } else {
            kept.push(face);
        }
    }
    if kept.is_empty() {
        return Err(MeshFault::NoFaces { dropped: report.collapsed.map_or(0, |c| c.0) });
    }
    Ok(kept)
}

/// The edges, and for each face those opposite its corners.
fn edges(faces: &[[u32; 3]]) -> (Vec<[u32; 2]>, Vec<[u32; 3]>) {
    let opposite = |[a, b, c]: [u32; 3]| [[b, c], [c, a], [a, b]];
    let sides = faces.iter().enumerate().flat_map(|(f, &face)| {
        opposite(face).into_iter().enumerate().map(move |(k, [a, b])| (a.min(b), a.max(b), f as u32, k as u32))
    });
    let mut sides: Vec<(u32, u32, u32, u32)> = sides.collect();
    sides.sort_unstable();
    let mut edges: Vec<[u32; 2]> = Vec::new();
    let mut face_edges = vec![[0; 3]; faces.len()];
    for (a, b, f, k) in sides {
        if edges.last() != Some(&[a, b]) {
            edges.push([a, b]);
        }
        face_edges[f as usize][k as usize] = edges.len() as u32 - 1;
    }
    (edges, face_edges)
}
