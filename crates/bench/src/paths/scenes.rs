//! The scenes of the table: the papers' twelve maps, and a world of 60,000 vertices.
//!
//! Squares in rows are drawn as described. Coordinates of the other five maps are not published: ours have the same
//! numbers of polygons and vertices. A map's boundary is not counted, as in the papers.

use super::SEED;
use std::f64::consts::TAU;
use std::sync::Arc;
use wayfront::Domain;
use wayfront::world::{Polygon, Source, World, builtin, random_polygons};

/// The papers' maps: name, obstacles, vertices of these.
const PAPERS: [(&str, usize, usize); 12] = [
    ("Concave1", 2, 12),
    ("Concave2", 13, 96),
    ("Spiral", 1, 38),
    ("SpmEx1", 3, 15),
    ("SpmEx2", 13, 91),
    ("Profiling0", 4, 16),
    ("Profiling1", 16, 64),
    ("Profiling2", 36, 144),
    ("Profiling3", 64, 256),
    ("Profiling4", 100, 400),
    ("Profiling5", 196, 784),
    ("Profiling6", 400, 1600),
];

/// A map, and its domain.
pub struct Scene {
    pub name: String,
    pub world: World,
    pub domain: Arc<Domain>,
}

impl Scene {
    fn new(name: &str, world: World) -> Self {
        let domain = Arc::new(domain(&world));
        Self { name: name.to_owned(), world, domain }
    }

    /// Vertices of obstacles.
    pub fn vertices(&self) -> usize {
        self.world.obstacles.iter().flat_map(Polygon::rings).map(<[_]>::len).sum()
    }
}

/// All scenes, one after the other.
pub fn all() -> impl Iterator<Item = Scene> {
    let papers = PAPERS.iter().map(|(name, ..)| Scene::new(name, drawn(name)));
    papers.chain([Scene::new("60,000 vertices", random_polygons(10_000, 6, SEED))])
}

/// The domain of a world that this program made and knows to be sound.
pub fn domain(world: &World) -> Domain {
    Domain::without_doors(world).expect("worlds made here are sound")
}

/// The papers' map of that name.
fn drawn(name: &str) -> World {
    match name {
        "Concave1" => concave1(),
        "Concave2" => concave2(),
        "SpmEx1" => spm_ex1(),
        "SpmEx2" => spm_ex2(),
        _ => builtin(&name.to_lowercase()).expect("the other maps are built in"),
    }
}

/// Obstacles in a box of 100 x 100, and one source.
fn boxed(obstacles: Vec<Polygon>, source: [f64; 2]) -> World {
    let square = [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]];
    World::new().area(Polygon::ring(square)).with_obstacles(obstacles).source(Source::point(source))
}

/// Two angles that reach around each other.
fn concave1() -> World {
    let lower = [[20.0, 20.0], [75.0, 24.0], [74.0, 32.0], [30.0, 29.0], [28.0, 62.0], [19.0, 61.0]];
    let upper = [[44.0, 45.0], [52.0, 46.0], [51.0, 71.0], [83.0, 69.0], [84.0, 78.0], [43.0, 80.0]];
    boxed(vec![Polygon::ring(lower), Polygon::ring(upper)], [8.0, 9.0])
}

/// Ten cups that open to all sides, two angles and a block.
fn concave2() -> World {
    const CUP: [[f64; 2]; 8] =
        [[-8.0, -7.0], [8.0, -7.0], [8.0, 7.0], [4.0, 7.0], [4.0, -3.0], [-4.0, -3.0], [-4.0, 7.0], [-8.0, 7.0]];
    const ANGLE: [[f64; 2]; 6] = [[-7.0, -7.0], [7.0, -7.0], [7.0, -3.0], [-3.0, -3.0], [-3.0, 7.0], [-7.0, 7.0]];
    const BLOCK: [[f64; 2]; 4] = [[-5.0, -4.0], [5.0, -4.0], [5.0, 4.0], [-5.0, 4.0]];
    let shapes = (0..13).map(|i| match i {
        0 | 12 => ANGLE.as_slice(),
        6 => BLOCK.as_slice(),
        _ => CUP.as_slice(),
    });
    boxed(scattered(shapes.map(<[_]>::to_vec)), [6.0, 47.0])
}

/// A triangle's neighbours: four, five and six corners.
fn spm_ex1() -> World {
    let obstacles = [([30.0, 32.0], 4), ([68.0, 38.0], 5), ([46.0, 70.0], 6)];
    let polygon = |&([x, y], corners): &([f64; 2], usize)| {
        let ring = rounded(corners).into_iter().map(|[u, v]| [x + 1.6 * u, y + 1.6 * v]);
        Polygon::ring(ring)
    };
    boxed(obstacles.iter().map(polygon).collect(), [12.0, 60.0])
}

/// Thirteen polygons of three to ten corners.
fn spm_ex2() -> World {
    const CORNERS: [usize; 13] = [4, 9, 6, 10, 3, 7, 8, 5, 10, 9, 5, 8, 7];
    boxed(scattered(CORNERS.into_iter().map(rounded)), [5.0, 30.0])
}

/// A convex polygon of about ten units across.
fn rounded(corners: usize) -> Vec<[f64; 2]> {
    let at = |i: usize| TAU * (i as f64 + 0.3) / corners as f64;
    (0..corners).map(|i| [9.0 * at(i).cos(), 8.0 * at(i).sin()]).collect()
}

/// Shapes around the origin, turned and put into five staggered rows.
fn scattered(shapes: impl Iterator<Item = Vec<[f64; 2]>>) -> Vec<Polygon> {
    const ROWS: [(f64, &[f64]); 5] = [
        (13.0, &[22.0, 50.0, 78.0]),
        (32.0, &[36.0, 65.0]),
        (51.0, &[21.0, 49.0, 79.0]),
        (70.0, &[35.0, 64.0]),
        (88.0, &[22.0, 51.0, 77.0]),
    ];
    let places = ROWS.iter().flat_map(|&(y, row)| row.iter().map(move |&x| [x, y]));
    let placed = shapes.zip(places).enumerate().map(|(i, (shape, [x, y]))| {
        // 2.4 radians: neighbours open in different directions.
        let (sin, cos) = (2.4 * i as f64).sin_cos();
        Polygon::ring(shape.into_iter().map(|[u, v]| [x + u * cos - v * sin, y + u * sin + v * cos]))
    });
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_the_published_counts_and_nothing_touches() {
        for (name, polygons, vertices) in PAPERS {
            let scene = Scene::new(name, drawn(name));
            assert_eq!([scene.world.obstacles.len(), scene.vertices()], [polygons, vertices], "{name}");
            assert!(scene.domain.report().is_clean(), "{name}: {:?}", scene.domain.report());
            assert_eq!(scene.domain.vertex_count(), vertices + 4, "{name}");
            assert_eq!(scene.domain.component_count(), 1, "{name}");
            assert_eq!(scene.domain.check_scene(&scene.world).problems, [], "{name}");
        }
    }
}
