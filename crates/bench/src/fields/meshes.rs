//! Fields on meshes: the first field of a mesh, and one of another goal.

use crate::stopwatch::{Times, repeat};
use crate::table::{Bound, Section};
use wayfront::surface::{Mesh, SurfaceOptions, SurfaceSolver, VertexId, Weights, builtin, geodesic_sphere};

pub fn section() -> Section {
    let mut section = Section::new("Fields on meshes, converged; ten vertices fixed");
    let meshes = [
        ("sphere", geodesic_sphere(8)),
        ("Costa's surface", builtin("costa").expect("is built in")),
        ("sphere", geodesic_sphere(22)),
        ("sphere", geodesic_sphere(32)),
        ("sphere", geodesic_sphere(64)),
    ];
    for (name, mesh) in &meshes {
        let [field, again] = measure(name, mesh, &mut section);
        let most = match mesh.vertex_count() {
            4_842 => [10.0, 1.0],
            40_962 => [150.0, 15.0],
            _ => continue,
        };
        let size = mesh.vertex_count();
        for (what, times, most) in [("field", field, most[0]), ("another goal", again, most[1])] {
            let ms = times.map(|seconds| seconds * 1e3);
            section.target(format!("{what} of {size} vertices, ms"), ms, Bound::AtMost(most));
        }
    }
    section
}

/// One goal and nine obstacles, spread over the mesh.
pub fn fixed(mesh: &Mesh) -> (VertexId, Vec<VertexId>) {
    let free: Vec<VertexId> = mesh.vertices().filter(|&v| !mesh.is_boundary(v)).collect();
    let at = |k: usize| free[k * (free.len() - 1) / 9];
    (at(4), (0..10).filter(|&k| k != 4).map(at).collect())
}

fn measure(name: &str, mesh: &Mesh, section: &mut Section) -> [Times; 2] {
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
    section.row(format!("{name}: converged field"), size, whole);
    section.row(format!("{name}: another goal"), size, again);
    section.remark(format!("{name}, {size} vertices: residual {residual:.0e}"));
    [whole, again]
}
