//! Meshes made by code: something to plan over without a file.

mod costa;
mod plate;

use crate::mesh::Mesh;
use crate::vec3::Vec3;
use std::collections::HashMap;
use std::f64::consts::TAU;
use wayfront_world::Random;

type Entry = (&'static str, &'static str, fn() -> Mesh);

const MESHES: [Entry; 6] = [
    ("sphere", "a sphere of 2,562 vertices", || geodesic_sphere(16)),
    ("torus", "a ring of 3,200 vertices: two ways around", torus),
    ("pretzel", "a plate with three holes and round edges: genus 3", plate::pretzel),
    ("costa", "Costa's minimal surface: genus 1 with three rims", costa::costa),
    ("plane", "equilateral triangles in a square", || plane(50, 0.0, 1)),
    ("noisy-plane", "the same with vertices displaced by up to 40 % of an edge", || plane(50, 0.4, 1)),
];

/// The built-in mesh of that name.
#[must_use]
pub fn builtin(name: &str) -> Option<Mesh> {
    MESHES.iter().find(|mesh| mesh.0 == name).map(|mesh| (mesh.2)())
}

/// The names of all built-in meshes, each with one line that says what it shows.
pub fn builtin_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    MESHES.iter().map(|&(name, shows, _)| (name, shows))
}

/// A mesh that is known to be sound.
fn made(points: Vec<Vec3>, faces: Vec<[u32; 3]>) -> Mesh {
    // Made here of finite points and existing vertices.
    Mesh::new(points, faces).expect("meshes made by code are sound")
}

/// A unit sphere: an icosahedron whose edges are cut in `frequency` parts; 10 * frequency^2 + 2 vertices.
#[must_use]
pub fn geodesic_sphere(frequency: u32) -> Mesh {
    let frequency = frequency.max(1);
    let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
    let corner = |s: f64, t: f64, axis: usize| {
        let mut at = [0.0; 3];
        at[(axis + 1) % 3] = s;
        at[(axis + 2) % 3] = t * golden;
        Vec3::from(at).unit()
    };
    let signs = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let corners: Vec<Vec3> = (0..3).flat_map(|axis| signs.map(|(s, t)| corner(s, t, axis))).collect();
    let mut known: HashMap<Vec<(u32, u32)>, u32> = HashMap::new();
    let (mut points, mut faces) = (Vec::new(), Vec::new());
    for face in hull(&corners) {
        // Each vertex is known by its shares of corners, so that faces share those on their edges.
        let mut vertex = |i: u32, j: u32| {
            let mut shares: Vec<(u32, u32)> =
                face.into_iter().zip([frequency - i - j, i, j]).filter(|(_, share)| *share > 0).collect();
            shares.sort_unstable();
            let at =
                shares.iter().fold(Vec3::default(), |sum, &(c, share)| sum + corners[c as usize] * f64::from(share));
            *known.entry(shares).or_insert_with(|| {
                points.push(at.unit());
                points.len() as u32 - 1
            })
        };
        for (i, j) in (0..frequency).flat_map(|i| (0..frequency - i).map(move |j| (i, j))) {
            faces.push([vertex(i, j), vertex(i + 1, j), vertex(i, j + 1)]);
            if i + j + 1 < frequency {
                faces.push([vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)]);
            }
        }
    }
    made(points, faces)
}

/// The triangles of an icosahedron: triples of corners that are neighbours of each other, seen from outside.
fn hull(points: &[Vec3]) -> Vec<[u32; 3]> {
    let near = |a: usize, b: usize| points[a].distance(points[b]) < 1.1;
    let mut faces = Vec::new();
    for a in 0..points.len() {
        for b in a + 1..points.len() {
            for c in b + 1..points.len() {
                if near(a, b) && near(b, c) && near(c, a) {
                    let outside = (points[b] - points[a]).cross(points[c] - points[a]).dot(points[a]) > 0.0;
                    let face = [a as u32, b as u32, c as u32];
                    faces.push(if outside { face } else { [face[0], face[2], face[1]] });
                }
            }
        }
    }
    faces
}

fn torus() -> Mesh {
    let [around, across] = [80_u32, 40_u32];
    let point = |i: u32, j: u32| {
        let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(across));
        let radius = 1.0 + 0.4 * v.cos();
        Vec3::new(radius * u.cos(), radius * u.sin(), 0.4 * v.sin())
    };
    let points = (0..around).flat_map(|i| (0..across).map(move |j| point(i, j))).collect();
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let faces = quads.flat_map(|(i, j)| {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    made(points, faces.collect())
}

/// A square of side 1 in the plane z = 0, of equilateral triangles with `cells` edges along x; inner vertices are
/// displaced by up to `noise` edges in a direction that depends on `seed`.
#[must_use]
pub fn plane(cells: u32, noise: f64, seed: u64) -> Mesh {
    let edge = 1.0 / f64::from(cells);
    let rows = (f64::from(cells) / 0.75_f64.sqrt()).round() as u32;
    let height = 1.0 / f64::from(rows);
    let mut random = Random::new(seed);
    // Odd rows are shifted by half an edge and have a vertex more, so that both sides are straight.
    let columns = |row: u32| if row.is_multiple_of(2) { cells + 1 } else { cells + 2 };
    let (mut points, mut starts) = (Vec::new(), Vec::new());
    for row in 0..=rows {
        starts.push(points.len() as u32);
        for column in 0..columns(row) {
            let shift = if row.is_multiple_of(2) { 0.0 } else { 0.5 };
            let x = ((f64::from(column) - shift) * edge).clamp(0.0, 1.0);
            let inner = x > 0.0 && x < 1.0 && row > 0 && row < rows;
            let (far, angle) = (noise * edge * random.unit(), TAU * random.unit());
            let moved = if inner { Vec3::new(far * angle.cos(), far * angle.sin(), 0.0) } else { Vec3::default() };
            points.push(Vec3::new(x, f64::from(row) * height, 0.0) + moved);
        }
    }
    let faces = (0..rows).flat_map(|row| strip(row, cells, [starts[row as usize], starts[row as usize + 1]]));
    made(points, faces.collect())
}

/// The triangles between two rows of a plane.
fn strip(row: u32, cells: u32, [low, high]: [u32; 2]) -> Vec<[u32; 3]> {
    let is_even = row.is_multiple_of(2);
    let (short, long) = if is_even { (low, high) } else { (high, low) };
    let turned = |[a, b, c]: [u32; 3]| if is_even { [a, b, c] } else { [a, c, b] };
    let wide = (0..=cells).map(|k| turned([short + k, long + k + 1, long + k]));
    let narrow = (0..cells).map(|k| turned([short + k, short + k + 1, long + k + 1]));
    wide.chain(narrow).collect()
}
