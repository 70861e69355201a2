//! Cotangent fields on real meshes against scipy's sparse solver, on equations that a script writes down anew.
//!
//! `.ci/packages` installs what this needs. Without scipy the test is skipped.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use wayfront_surface::{Mesh, SurfaceOptions, SurfaceSolver, VertexId, read_file};
use wayfront_testkit::data;
use wayfront_testkit::outside::python;

/// What the script finds: a potential for each vertex, NaN in parts without the goal.
fn by_scipy(python: &str, mesh: &Mesh, goal: VertexId, obstacle: VertexId) -> Vec<f64> {
    let mut text = format!("{} {} {} {}\n", mesh.vertex_count(), mesh.face_count(), goal.0, obstacle.0);
    mesh.points().iter().for_each(|p| writeln!(text, "{:?} {:?} {:?}", p.x, p.y, p.z).unwrap());
    mesh.faces().iter().for_each(|[a, b, c]| writeln!(text, "{a} {b} {c}").unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scipy_field.py");
    let command = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = command.unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(|line| line.parse().unwrap()).collect()
}

#[test]
fn cotangent_fields_of_real_meshes_are_those_of_scipy() {
    let Some(python) = python("scipy.sparse") else { return };
    for name in ["bunny.off", "spot.obj", "3holes.off", "fox.ply", "nav_test.obj", "heightmap_20x30.off"] {
        let Some(file) = data::file(&format!("meshes/{name}")) else { return };
        let mesh = read_file(&file).unwrap();
        let goal = mesh.vertices().nth(mesh.vertex_count() / 2).unwrap();
        let obstacle = mesh.vertices().find(|&v| v != goal && mesh.component(v) == mesh.component(goal)).unwrap();
        let options = SurfaceOptions { obstacles: vec![obstacle], rim_is_obstacle: false, ..SurfaceOptions::default() };
        let field = SurfaceSolver::new(&mesh, options).unwrap().field(&[goal]).unwrap();
        let expected = by_scipy(&python, &mesh, goal, obstacle);
        let off = |v: &VertexId| (field.potential(*v) - expected[v.index()]).abs();
        let differing = mesh.vertices().filter(|v| off(v) > 1e-9).count();
        let compared = mesh.vertices().filter(|v| expected[v.index()].is_finite()).count();
        println!("{name}: {compared} vertices, {differing} differ, {} were lowered to lead out", field.lowered());
        // Obtuse triangles have negative weights, with which a field has dead ends; only these may differ.
        assert!(compared > 100 && differing <= field.lowered(), "{name}: {differing} of {compared}");
    }
}
