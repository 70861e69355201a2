//! The crate `polyanya` as a peer for pairs: our triangles as its navigation mesh, merged by it into larger convex
//! polygons, with its tree for point location.
//!
//! That is its fastest setting: plain triangles, one pass of merging, and marking dead ends again after it were slower.
//! It computes in f32 with fixed epsilons of 1e-4 and 1e-6, so coordinates are scaled up until these are small.

use glam::Vec2;
use polyanya::{Mesh, MeshError, Polygon, Vertex};
use wayfront::Domain;
use wayfront::domain::{CornerId, TriangleId};
use wayfront::geometry::Point;

/// What coordinates are multiplied by.
const SCALE: f64 = 100.0;
/// Marks a gap in the polygons around a vertex.
const GAP: u32 = u32::MAX;

/// A navigation mesh.
pub struct Navmesh(Mesh);

impl Navmesh {
    pub fn of(domain: &Domain) -> Result<Self, MeshError> {
        let vertices = (0..domain.corner_count() as u32).map(|corner| vertex(domain, CornerId(corner)));
        let polygons = (0..domain.free_triangles() as u32).map(|triangle| polygon(domain, TriangleId(triangle)));
        let mut mesh = Mesh::new(vertices.collect(), polygons.collect())?;
        while mesh.merge_polygons() {}
        mesh.bake();
        Ok(Self(mesh))
    }

    /// Length of its path, if it finds one.
    pub fn length(&self, [from, to]: [Point; 2]) -> Option<f64> {
        self.0.path(scaled(from), scaled(to)).map(|path| f64::from(path.length) / SCALE)
    }
}

fn scaled(p: Point) -> Vec2 {
    Vec2::new((p.x * SCALE) as f32, (p.y * SCALE) as f32)
}

fn vertex(domain: &Domain, corner: CornerId) -> Vertex {
    let around = domain.fan(corner).map(|side| side.triangle().0);
    // Every vertex of ours lies on an outline or a wall.
    Vertex::new(scaled(domain.point(corner)), around.chain([GAP]).collect())
}

fn polygon(domain: &Domain, triangle: TriangleId) -> Polygon {
    let corners = triangle.sides().map(|side| domain.side(side).origin.0);
    let neighbours = triangle.sides().into_iter().filter(|&side| domain.twin(side).is_some()).count();
    Polygon::new(corners.to_vec(), neighbours == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront::world::builtin;

    #[test]
    fn a_path_bends_around_a_square() {
        let domain = Domain::without_doors(&builtin("profiling0").unwrap()).unwrap();
        // Squares from 20 to 40: the path from the left of one to above it bends in (20, 40).
        let pair = [Point::new(10.0, 30.0), Point::new(30.0, 50.0)];
        let length = Navmesh::of(&domain).unwrap().length(pair).unwrap();
        assert!((length - 800_f64.sqrt()).abs() < 1e-3, "{length}");
        let pair = [Point::new(15.0, 25.0), Point::new(35.0, 45.0)];
        let length = Navmesh::of(&domain).unwrap().length(pair).unwrap();
        assert!((length - 2.0 * 250_f64.sqrt()).abs() < 1e-3, "{length}");
    }
}
