//! What is wrong with a mesh: what it is refused for, what was repaired, and what is merely odd.

use crate::vec3::Vec3;
use thiserror::Error;

/// Why a mesh cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There are no vertices.
    #[error("the mesh has no vertices")]
    NoVertices,
    /// No triangle is left.
    #[error("the mesh has no triangles{}", if *.dropped > 0 { format!(" with three different corners: none of {dropped}, from triangle 0 on, has them") } else { String::new() })]
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

impl MeshError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        "repair the file at that place, or export it again".into()
    }
}

/// What was repaired in a mesh, and what is odd about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshReport {
    /// Vertices at the place of an earlier one, which were joined with it: how many, and the first.
    pub coincident: Option<(usize, usize)>,
    /// Triangles with fewer than three different corners, which were left out: how many, and the first.
    pub collapsed: Option<(usize, usize)>,
    /// Triangles that occur twice and were left out: how many, and the first.
    pub repeated: Option<(usize, usize)>,
    /// Vertices without a triangle: how many, and the first. No path leads there.
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
    /// A line for each thing that was repaired or is odd, with its first element.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |found: Option<(usize, usize)>, [one, many]: [&str; 2], [does, they_do]: [&str; 2], so: &str| {
            found.map(|(count, first)| match count {
                1 => format!("{one} {first} {does}: {so}"),
                _ => format!("{count} {many} {they_do} (the first is {one} {first}): {so}"),
            })
        };
        let (vertex, triangle) = (["vertex", "vertices"], ["triangle", "triangles"]);
        let at_place = ["lies at the place of an earlier one", "lie at the place of earlier ones"];
        let collapsed = ["has fewer than three different corners", "have fewer than three different corners"];
        let branching = self.branching.map(|(count, [a, b])| match count {
            1 => format!("the edge between the vertices {a} and {b} has more than two triangles: agents may cross into any"),
            _ => format!("{count} edges have more than two triangles (the first joins the vertices {a} and {b}): agents may cross into any"),
        });
        [
            line(self.coincident, vertex, at_place, "joined"),
            line(self.collapsed, triangle, collapsed, "left out"),
            line(self.repeated, triangle, ["repeats an earlier one", "repeat earlier ones"], "left out"),
            line(self.isolated, vertex, ["belongs to no triangle", "belong to no triangle"], "out of reach"),
            line(self.without_area, triangle, ["has no area", "have no area"], "kept, to hold others together"),
            branching,
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
