//! How much fields on planar meshes differ from fields on grids: the papers' table of average differences.
//!
//! Published averages over four scenes: 0.79 % with regular triangles, 1.01 % with vertices displaced by up to 40 % of an
//! edge.

use super::SEED;
use crate::stopwatch::{Figures, Times};
use crate::table::{Bound, Section};
use std::time::Instant;
use wayfront::Point;
use wayfront::domain::Cells;
use wayfront::potential::{Bias, PotentialMap};
use wayfront::surface::{Mesh, SurfaceOptions, SurfaceSolver, VertexId, Weights, plane};
use wayfront::world::Source;

/// A scene in the unit square: cells along a side, and boxes as x, y, width and height.
struct Scene {
    cells: u32,
    boxes: &'static [[f64; 4]],
}

/// The goal is a strip at the left, as in the papers' pictures.
const GOAL: [f64; 4] = [0.06, 0.4, 0.08, 0.2];

const SCENES: [Scene; 4] = [
    Scene { cells: 50, boxes: &[[0.4, 0.0, 0.1, 0.6], [0.7, 0.4, 0.1, 0.6]] },
    Scene { cells: 100, boxes: &[[0.3, 0.3, 0.2, 0.2], [0.6, 0.6, 0.2, 0.2], [0.6, 0.15, 0.15, 0.2]] },
    Scene { cells: 100, boxes: &[] },
    Scene {
        cells: 100,
        boxes: &[[0.25, 0.2, 0.05, 0.6], [0.25, 0.75, 0.5, 0.05], [0.25, 0.2, 0.5, 0.05], [0.5, 0.4, 0.25, 0.2]],
    },
];

pub fn section() -> Section {
    let mut section =
        Section::new("Planar meshes against grids: difference of potentials (published: 0.79 % regular, 1.01 % noisy)");
    for weights in [Weights::Cotangent, Weights::Influence] {
        for (noise, name, most) in [(0.0, "regular", 0.8), (0.4, "noisy", 1.0)] {
            let mut sum = 0.0;
            for (k, scene) in SCENES.iter().enumerate() {
                let start = Instant::now();
                let [mean, deviation, worst, cells] = difference(scene, noise, weights);
                let times = Times::of(vec![start.elapsed().as_secs_f64()]);
                let what = format!(
                    "{weights:?}, {name}, scene {}: mean {:.2} %, deviation {:.2} %, largest {:.1} %",
                    k + 1,
                    100.0 * mean,
                    100.0 * deviation,
                    100.0 * worst
                );
                section.row(what, cells as usize, times);
                sum += mean;
            }
            let mean = Figures::of(100.0 * sum / SCENES.len() as f64);
            section.target(format!("{weights:?}, {name}: mean difference, %"), mean, Bound::AtMost(most));
        }
    }
    section
}

fn is_in(p: Point, [x, y, w, h]: [f64; 4]) -> bool {
    (x..=x + w).contains(&p.x) && (y..=y + h).contains(&p.y)
}

/// Mean, standard deviation and largest difference over the free vertices, and how many these are.
fn difference(scene: &Scene, noise: f64, weights: Weights) -> [f64; 4] {
    let is_wall = |p: Point| scene.boxes.iter().any(|&wall| is_in(p, wall));
    let mesh = plane(scene.cells, noise, SEED);
    let flat = |v: VertexId| Point::new(mesh.point(v).x, mesh.point(v).y);
    let obstacles = mesh.vertices().filter(|&v| is_wall(flat(v))).collect();
    let goal: Vec<VertexId> = mesh.vertices().filter(|&v| is_in(flat(v), GOAL)).collect();
    let options = SurfaceOptions { weights, obstacles, ..SurfaceOptions::default() };
    let solver = SurfaceSolver::new(&mesh, options).expect("is sound");
    let field = solver.field(&goal).expect("is free");
    let map = grid_map(scene.cells as usize, is_wall);
    let is_free = |v: &VertexId| !field.is_obstacle(*v) && !field.is_goal(*v);
    let differences: Vec<f64> =
        mesh.vertices().filter(is_free).map(|v| (field.potential(v) - at(&map, &mesh, v)).abs()).collect();
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / count;
    [mean, variance.sqrt(), differences.iter().copied().fold(0.0, f64::max), count]
}

/// Cells whose centres are the points of a lattice, the rim blocked.
fn grid_map(cells: usize, is_wall: impl Fn(Point) -> bool) -> PotentialMap {
    let (side, cell) = (cells + 1, 1.0 / cells as f64);
    let centre = |k: usize| Point::new((k % side) as f64, (k / side) as f64) * cell;
    let is_rim = |k: usize| [k % side, k / side].iter().any(|&v| v == 0 || v == cells);
    let free: Vec<bool> = (0..side * side).map(|k| !is_rim(k) && !is_wall(centre(k))).collect();
    let goals: Vec<Source> =
        (0..side * side).filter(|&k| is_in(centre(k), GOAL)).map(|k| Source::point(centre(k))).collect();
    let grid = Cells::new(Point::new(-0.5, -0.5) * cell, cell, [side, side], free).expect("has the right size");
    PotentialMap::of_grid(grid, &goals, Bias::NONE).expect("goals are free")
}

/// The grid's potential at a vertex, blended from the four nearest centres.
fn at(map: &PotentialMap, mesh: &Mesh, v: VertexId) -> f64 {
    let cell = map.grid().cell();
    let p = Point::new(mesh.point(v).x, mesh.point(v).y) * (1.0 / cell);
    let (column, row) = (p.x.floor(), p.y.floor());
    let (u, w) = (p.x - column, p.y - row);
    let potential = |dx: isize, dy: isize| {
        let found = map.grid().cell_at(column as isize + dx, row as isize + dy);
        found.map_or(1.0, |cell| map.potential(cell))
    };
    let low = potential(0, 0) * (1.0 - u) + potential(1, 0) * u;
    let high = potential(0, 1) * (1.0 - u) + potential(1, 1) * u;
    low * (1.0 - w) + high * w
}
