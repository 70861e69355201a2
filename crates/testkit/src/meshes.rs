//! Triangle meshes, and harmonic fields on them by dense elimination, on equations written down anew.

use crate::elimination::solved;
use std::collections::HashMap;
use wayfront_surface::{Mesh, SurfaceOptions, Vec3, VertexId, Weights, builtin};

/// The built-in meshes.
#[must_use]
pub fn open_meshes() -> Vec<(&'static str, Mesh)> {
    ["sphere", "torus", "pretzel", "costa", "plane"].map(|name| (name, builtin(name).expect("is built in"))).into()
}

/// A strip of two rows of squares: vertex 3 k is the middle of column k, 3 k + 1 and 3 k + 2 its rims.
#[must_use]
pub fn ribbon(length: u32) -> Mesh {
    let points = (0..=length).flat_map(|k| [0.0, -1.0, 1.0].map(|y| Vec3::new(f64::from(k), y, 0.0))).collect();
    let faces = (0..length).flat_map(|k| {
        let [m, l, u] = [3 * k, 3 * k + 1, 3 * k + 2];
        [[l, l + 3, m], [m, l + 3, m + 3], [m, m + 3, u], [u, m + 3, u + 3]]
    });
    Mesh::new(points, faces.collect()).expect("a strip is a mesh")
}

/// How many closed chains the edges with one triangle form.
#[must_use]
pub fn rims(mesh: &Mesh) -> usize {
    let mut beside: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut uses: HashMap<[u32; 2], usize> = HashMap::new();
    for &[a, b, c] in mesh.faces() {
        for [p, q] in [[a, b], [b, c], [c, a]] {
            *uses.entry([p.min(q), p.max(q)]).or_default() += 1;
        }
    }
    for ([a, b], _) in uses.into_iter().filter(|&(_, count)| count == 1) {
        beside.entry(a).or_default().push(b);
        beside.entry(b).or_default().push(a);
    }
    let mut rims = 0;
    while let Some(&start) = beside.keys().next() {
        rims += 1;
        let mut open = vec![start];
        while let Some(v) = open.pop() {
            open.extend(beside.remove(&v).unwrap_or_default());
        }
    }
    rims
}

fn weight(mesh: &Mesh, weights: Weights, v: usize, n: usize) -> f64 {
    let distance = |a: usize, b: usize| mesh.points()[a].distance(mesh.points()[b]);
    match weights {
        Weights::Influence => {
            let all = mesh.neighbours(VertexId(v as u32)).iter().map(|&u| distance(v, u as usize));
            let (least, most) = all.fold((f64::MAX, 0.0_f64), |(a, b), d| (a.min(d), b.max(d)));
            least + most - distance(v, n)
        }
        Weights::Cotangent => {
            let has = |face: &&[u32; 3]| face.contains(&(v as u32)) && face.contains(&(n as u32));
            let angle = |face: &[u32; 3]| {
                let third =
                    *face.iter().find(|&&u| u != v as u32 && u != n as u32).expect("has three corners") as usize;
                let p = mesh.points();
                let (a, b) = (p[v] - p[third], p[n] - p[third]);
                (a.dot(b) / (a.length() * b.length())).clamp(-1.0, 1.0).acos()
            };
            mesh.faces().iter().filter(has).map(|face| 0.5 / angle(face).tan()).sum()
        }
    }
}

/// The potential by Gaussian elimination with pivoting.
#[must_use]
pub fn dense_field(mesh: &Mesh, options: &SurfaceOptions, goal: &[VertexId]) -> Vec<f64> {
    let count = mesh.vertex_count();
    let mut rows = vec![vec![0.0; count + 1]; count];
    for (v, row) in rows.iter_mut().enumerate() {
        let id = VertexId(v as u32);
        row[v] = 1.0;
        if goal.contains(&id) {
            continue;
        }
        if options.obstacles.contains(&id) || (options.rim_is_obstacle && mesh.is_boundary(id)) {
            row[count] = 1.0;
            continue;
        }
        let beside = mesh.neighbours(id);
        let weights: Vec<f64> = beside.iter().map(|&n| weight(mesh, options.weights, v, n as usize)).collect();
        let total: f64 = weights.iter().sum();
        if beside.is_empty() {
            row[count] = 1.0;
        }
        beside.iter().zip(weights).for_each(|(&n, w)| row[n as usize] -= w / total);
    }
    solved(rows)
}
