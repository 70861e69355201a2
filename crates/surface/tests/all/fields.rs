//! Fields against an independent dense solve, the maximum principle, and each other; many goals from one factorisation.

use wayfront_surface::{
    Mesh, SurfaceError, SurfaceOptions, SurfaceSolver, Vec3, VertexId, Weights, builtin, builtin_names,
    geodesic_sphere, plane, read_file,
};
use wayfront_testkit::data;
use wayfront_testkit::meshes::{self, dense_field, open_meshes};

fn options(weights: Weights, obstacles: &[u32]) -> SurfaceOptions {
    SurfaceOptions { weights, obstacles: obstacles.iter().map(|&v| VertexId(v)).collect(), ..SurfaceOptions::default() }
}

#[test]
fn fields_agree_with_a_dense_solve() {
    for mesh in [geodesic_sphere(4), plane(12, 0.0, 1), plane(12, 0.4, 7)] {
        for weights in [Weights::Cotangent, Weights::Influence] {
            let options = options(weights, &[3, 60]);
            let solver = SurfaceSolver::new(&mesh, options.clone()).unwrap();
            for goal in [vec![VertexId(100)], vec![VertexId(80), VertexId(81), VertexId(30)]] {
                let field = solver.field(&goal).unwrap();
                let expected = dense_field(&mesh, &options, &goal);
                for v in mesh.vertices() {
                    let difference = (field.potential(v) - expected[v.index()]).abs();
                    assert!(difference < 1e-10, "{weights:?} {v:?}: {difference}");
                }
            }
        }
    }
}

#[test]
fn real_meshes_agree_with_a_dense_solve() {
    for name in ["fox.ply", "heightmap_20x30.off", "moebius.obj", "3torus.off", "saddle_vertex_mesh.off"] {
        let Some(file) = data::file(&format!("meshes/{name}")) else { return };
        let mesh = read_file(&file).unwrap();
        let options =
            SurfaceOptions { obstacles: vec![VertexId(0)], rim_is_obstacle: false, ..SurfaceOptions::default() };
        let goal = [VertexId(mesh.vertex_count() as u32 / 2)];
        let field = SurfaceSolver::new(&mesh, options.clone()).unwrap().field(&goal).unwrap();
        let expected = dense_field(&mesh, &options, &goal);
        let off = |v: &VertexId| (field.potential(*v) - expected[v.index()]).abs() > 1e-8;
        let differing = mesh.vertices().filter(off).count();
        assert!(differing <= field.lowered(), "{name}: {differing}, only {} were lowered", field.lowered());
    }
}

/// On a flat mesh the cotangent field of linear values is linear, whatever the triangles: here by fixing a whole rim.
#[test]
fn the_maximum_principle_holds() {
    for (name, mesh) in open_meshes() {
        for weights in [Weights::Cotangent, Weights::Influence] {
            let solver = SurfaceSolver::new(&mesh, options(weights, &[0])).unwrap();
            let goal = VertexId(mesh.vertex_count() as u32 / 2);
            if mesh.is_boundary(goal) {
                continue;
            }
            let field = solver.field(&[goal]).unwrap();
            field.sanity_check().unwrap();
            for v in mesh.vertices().filter(|&v| v != goal) {
                let p = field.potential(v);
                assert!(p > 0.0 && p <= 1.0, "{name} {weights:?} {v:?}: {p}");
            }
        }
    }
}

#[test]
fn built_in_meshes_are_what_they_say() {
    for (name, _) in builtin_names() {
        let mesh = builtin(name).unwrap();
        assert_eq!(mesh.report().lines(), Vec::<String>::new(), "{name}");
        assert_eq!(mesh.report().components, 1, "{name}");
        let euler = mesh.vertex_count() as i64 - mesh.edges().len() as i64 + mesh.face_count() as i64;
        let rims = meshes::rims(&mesh) as i64;
        // 2 - 2 genus - rims.
        let genus = match name {
            "sphere" | "plane" | "noisy-plane" => 0,
            "torus" | "costa" => 1,
            _ => 3,
        };
        assert_eq!(euler, 2 - 2 * genus - rims, "{name}");
        assert_eq!(rims, if name == "costa" { 3 } else { i64::from(name.contains("plane")) }, "{name}");
    }
}

#[test]
fn bad_goals_are_reported() {
    let mesh = geodesic_sphere(2);
    let solver = SurfaceSolver::new(&mesh, options(Weights::Cotangent, &[3])).unwrap();
    assert_eq!(solver.field(&[]).unwrap_err(), SurfaceError::NoGoal);
    assert_eq!(solver.field(&[VertexId(3)]).unwrap_err(), SurfaceError::GoalBlocked { vertex: 3 });
    assert!(matches!(solver.field(&[VertexId(999)]).unwrap_err(), SurfaceError::NoSuchVertex { vertex: 999, .. }));
    let little = SurfaceOptions { memory: 1000, ..SurfaceOptions::default() };
    let refused = SurfaceSolver::new(&mesh, little).unwrap_err();
    assert!(matches!(refused, SurfaceError::Factor(_)), "{refused}");
}

/// A strip with slivers along its middle, so many times as large.
fn strip_with_slivers(scale: f64) -> Mesh {
    let (columns, height) = (12_u32, 1e-11);
    let mut points = Vec::new();
    for y in [0.0, 1.0, 1.0 + height, 2.0] {
        points.extend((0..=columns).map(|x| Vec3::new(f64::from(x) * scale, y * scale, 0.0)));
    }
    let at = |x: u32, y: u32| y * (columns + 1) + x;
    let faces = (0..3).flat_map(|y| {
        (0..columns)
            .flat_map(move |x| [[at(x, y), at(x + 1, y), at(x + 1, y + 1)], [at(x, y), at(x + 1, y + 1), at(x, y + 1)]])
    });
    Mesh::new(points, faces.collect()).unwrap()
}

/// What a sliver is depends on its shape, not on its size: a mesh in millimetres has the field of one in kilometres.
#[test]
fn slivers_are_slivers_at_any_scale() {
    let values = |scale: f64| -> Vec<f64> {
        let mesh = strip_with_slivers(scale);
        let options = SurfaceOptions { rim_is_obstacle: false, obstacles: vec![VertexId(0)], ..Default::default() };
        let solver = SurfaceSolver::new(&mesh, options).unwrap();
        let field = solver.field(&[VertexId(mesh.vertex_count() as u32 - 1)]).unwrap();
        field.sanity_check().unwrap();
        mesh.vertices().map(|v| field.potential(v)).collect()
    };
    let expected = values(1.0);
    assert!(expected.iter().all(|p| (0.0..=1.0).contains(p)), "{expected:?}");
    for exponent in [-30, -12, 12, 30] {
        // Powers of two scale without rounding: the equations are the same, bit for bit.
        assert_eq!(values(2.0_f64.powi(exponent)), expected, "2^{exponent}");
    }
}
