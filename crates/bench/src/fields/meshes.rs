//! Fields on spheres of the papers' sizes and beyond.
//!
//! Published (seconds for e_max 0.010, 0.005, 0.001): car 665 cells 0.0473, 0.0551, 0.0743; Costa's surface 1,259 cells
//! 0.0587, 0.0670, 0.0928; statue 4,994 cells 5.8936, 7.0064, 9.6050.

use super::relax_mesh::relax;
use super::verdict;
use crate::stopwatch::{Times, repeat};
use crate::table::{Row, Section};
use std::time::Instant;
use wayfront::surface::{Mesh, SurfaceOptions, SurfaceSolver, VertexId, Weights, builtin, geodesic_sphere};

pub fn section(quick: bool) -> Section {
    let mut rows = Vec::new();
    let mut remarks = Vec::new();
    let meshes = [
        ("sphere", geodesic_sphere(8)),
        ("Costa's surface", builtin("costa").expect("is built in")),
        ("sphere", geodesic_sphere(22)),
        ("sphere", geodesic_sphere(32)),
        ("sphere", geodesic_sphere(64)),
    ];
    for (name, mesh) in &meshes {
        let [field, again] = ours(name, mesh, &mut rows, &mut remarks);
        match mesh.vertex_count() {
            4_842 => {
                remarks.push(verdict("field of 4,842 vertices", field.median * 1e3, 10.0, "ms"));
                remarks.push(verdict("another goal", again.median * 1e3, 1.0, "ms"));
            }
            40_962 => {
                remarks.push(verdict("field of 40,962 vertices", field.median * 1e3, 150.0, "ms"));
                remarks.push(verdict("another goal", again.median * 1e3, 15.0, "ms"));
            }
            _ => {}
        }
        relaxation(name, mesh, quick, &mut rows);
    }
    remarks.push("published relaxation to 0.010, 0.005, 0.001: 665 cells 47, 55, 74 ms; 1,259 cells 59, 67, 93 ms; 4,994 cells 5,894, 7,006, 9,605 ms".into());
    Section {
        title: "Fields on meshes: ours converged, relaxation to a change of e_max per sweep; ten vertices fixed".into(),
        rows,
        remarks,
    }
}

/// One goal and nine obstacles, spread over the mesh.
pub fn fixed(mesh: &Mesh) -> (VertexId, Vec<VertexId>) {
    let free: Vec<VertexId> = mesh.vertices().filter(|&v| !mesh.is_boundary(v)).collect();
    let at = |k: usize| free[k * (free.len() - 1) / 9];
    (at(4), (0..10).filter(|&k| k != 4).map(at).collect())
}

fn ours(name: &str, mesh: &Mesh, rows: &mut Vec<Row>, remarks: &mut Vec<String>) -> [Times; 2] {
    let (goal, obstacles) = fixed(mesh);
    let options = SurfaceOptions { obstacles, ..SurfaceOptions::default() };
    let solve = || {
        let solver = SurfaceSolver::new(mesh, options.clone()).expect("is sound");
        let residual = solver.field(&[goal]).expect("is free").residual(Weights::Cotangent);
        (solver, residual)
    };
    let timed = || {
        let solver = SurfaceSolver::new(mesh, options.clone()).expect("is sound");
        solver.field(&[goal]).expect("is free").depth(goal)
    };
    let (whole, _) = repeat(timed);
    let (solver, residual) = solve();
    let other = mesh.vertices().find(|v| *v > goal && !mesh.is_boundary(*v)).expect("has more vertices");
    let (again, _) = repeat(|| solver.field(&[other]).expect("is free").depth(other));
    let size = mesh.vertex_count();
    rows.push(Row::new(format!("{name}: converged field"), size, whole));
    rows.push(Row::new(format!("{name}: another goal"), size, again));
    remarks.push(format!("{name}, {size} vertices: residual {residual:.0e}"));
    [whole, again]
}

fn relaxation(name: &str, mesh: &Mesh, quick: bool, rows: &mut Vec<Row>) {
    let (goal, mut obstacles) = fixed(mesh);
    obstacles.extend(mesh.vertices().filter(|&v| mesh.is_boundary(v)));
    for e_max in [0.010, 0.005, 0.001] {
        if mesh.vertex_count() > 6_000 && (quick || e_max < 0.010 || mesh.vertex_count() > 20_000) {
            continue;
        }
        let start = Instant::now();
        let relaxed = relax(mesh, Weights::Influence, [&[goal], &obstacles], e_max, 1_000_000);
        let times = Times::of(vec![start.elapsed().as_secs_f64()]);
        let what = format!("{name}: relaxation, e_max {e_max}, {} sweeps", relaxed.sweeps);
        rows.push(Row::new(what, mesh.vertex_count(), times));
    }
}
