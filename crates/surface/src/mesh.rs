//! Triangle meshes as fields need them: what is next to what, whatever the mesh is like.
//!
//! An edge may have any number of triangles, and triangles need not run the same way around: agents cross an edge into
//! whichever triangle leads on. So one-sided surfaces and meshes that branch are as good as others. What is repaired and
//! what is merely odd is reported by [`Mesh::report`]; what cannot be used is refused with the element that is at fault.

mod clean;
mod report;

use crate::vec3::Vec3;
use clean::{check, cleaned, edges, joined};
pub use report::{MeshError, MeshReport};
use wayfront_geometry::{FarthestFirst, Lists};

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
    edge_faces: Lists<u32>,
    vertex_faces: Lists<u32>,
    /// Neighbours of each vertex.
    neighbours: Lists<u32>,
    /// The connected part of each vertex.
    component: Vec<u32>,
    is_boundary: Vec<bool>,
    report: MeshReport,
}

impl Mesh {
    /// A mesh from vertices and triangles, repaired where that can be done.
    ///
    /// ```
    /// use wayfront_surface::{Mesh, Vec3};
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    /// let mesh = Mesh::new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])?;
    /// assert!(mesh.is_closed());
    /// # Ok::<(), wayfront_surface::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// If there is nothing left, a coordinate is not finite, or a triangle names a vertex that does not exist.
    pub fn new(points: Vec<Vec3>, faces: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check(&points, &faces)?;
        let mut report = MeshReport::default();
        let from_input = joined(&points, &mut report);
        let faces = cleaned(&faces, &from_input, &mut report)?;
        let (edges, face_edges) = edges(&faces);
        let numbered = || faces.iter().enumerate();
        let edge_faces =
            Lists::of(edges.len(), face_edges.iter().enumerate().flat_map(|(f, e)| e.map(|e| (e, f as u32))));
        let vertex_faces = Lists::of(points.len(), numbered().flat_map(|(f, corners)| corners.map(|v| (v, f as u32))));
        let neighbours = Lists::of(points.len(), edges.iter().flat_map(|&[a, b]| [(a, b), (b, a)]));
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

    /// Boundaries, components and what else is reported.
    fn look(&mut self) {
        for (e, &[a, b]) in self.edges.iter().enumerate() {
            match self.edge_faces.list(e).len() {
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
            if self.vertex_faces.list(start).is_empty() {
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
                for &n in self.neighbours.list(v as usize) {
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
        self.neighbours.list(vertex.index())
    }

    /// The triangles at a vertex.
    #[must_use]
    pub fn vertex_faces(&self, vertex: VertexId) -> &[u32] {
        self.vertex_faces.list(vertex.index())
    }

    /// The edges of a triangle: edge k is opposite corner k.
    pub(crate) fn face_edges(&self, face: usize) -> [u32; 3] {
        self.face_edges[face]
    }

    pub(crate) fn edge_faces(&self, edge: usize) -> &[u32] {
        self.edge_faces.list(edge)
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

    /// `count` of the vertices that are far from each other and from `off`, the farthest first.
    #[must_use]
    pub fn far_apart(&self, among: &[VertexId], off: &[VertexId], count: usize) -> Vec<VertexId> {
        let mut farthest = FarthestFirst::new(among, |&a, &b| self.point(a).distance(self.point(b)));
        off.iter().for_each(|v| farthest.keep_off(v));
        farthest.take(count).map(|(k, _)| among[k]).collect()
    }

    /// What was repaired, and what is odd.
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
