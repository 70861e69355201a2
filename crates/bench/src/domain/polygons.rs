//! 10,000 random convex polygons with 60,000 vertices, step by step, and `spade` on the same vertices and edges.

use super::{SEED, domain};
use crate::stopwatch::repeat;
use crate::table::Section;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use wayfront::world::{Format, World, random_polygons, read_text, write_text};

pub fn section() -> Section {
    let world = random_polygons(10_000, 6, SEED);
    let vertices = world.points().count();
    let text = write_text(&world, Format::SceneToml).expect("worlds made here are sound");
    let read = || read_text(text.as_bytes(), Format::SceneToml, "polygons").expect("what was written can be read");
    let (reading, _) = repeat(read);
    let (building, built) = repeat(|| domain(&world));
    let (whole, _) = repeat(|| domain(&read()));
    let input = Constraints::of(&world);
    let (peer, faces) = repeat(|| input.triangulated());
    let megabytes = text.len() as f64 / 1e6;
    let mut section = Section::new(format!("10,000 convex polygons: {megabytes:.1} MB of TOML to a domain"));
    section.row("scene text to world", vertices, reading);
    section.row("world to domain", vertices, building);
    section.row("scene text to domain", vertices, whole);
    section.row("spade: constrained triangulation only", vertices, peer);
    section.ratio("spade / world to domain", peer.over(building));
    section.remark(format!("free triangles {}, spade's triangles {faces}", built.free_triangles()));
    section
}

/// What `spade` is given: it has no notion of polygons.
struct Constraints {
    points: Vec<Point2<f64>>,
    edges: Vec<[usize; 2]>,
}

impl Constraints {
    fn of(world: &World) -> Self {
        let (mut points, mut edges) = (Vec::new(), Vec::new());
        for ring in world.areas.iter().chain(&world.obstacles).flat_map(|polygon| polygon.rings()) {
            let first = points.len();
            edges.extend((0..ring.len()).map(|k| [first + k, first + (k + 1) % ring.len()]));
            points.extend(ring.iter().map(|p| Point2::new(p.x, p.y)));
        }
        Self { points, edges }
    }

    /// Number of triangles of spade's constrained Delaunay triangulation.
    fn triangulated(&self) -> usize {
        let mesh: ConstrainedDelaunayTriangulation<Point2<f64>> =
            ConstrainedDelaunayTriangulation::bulk_load_cdt(self.points.clone(), self.edges.clone())
                .expect("edges of disjoint polygons do not cross");
        mesh.num_inner_faces()
    }
}
