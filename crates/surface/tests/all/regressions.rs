//! Meshes and files that broke something once, each as small as it could be made, named after what broke.

use wayfront_surface::{MeshFormat, SurfaceOptions, SurfaceSolver, VertexId, Weights, geodesic_sphere, read_bytes};
use wayfront_testkit::meshes::{dense_field, ribbon};

fn options(weights: Weights, obstacles: &[u32]) -> SurfaceOptions {
    SurfaceOptions { weights, obstacles: obstacles.iter().map(|&v| VertexId(v)).collect(), ..SurfaceOptions::default() }
}

#[test]
fn a_ribbon_of_five_thousand_edges_does_not_go_flat() {
    let mesh = ribbon(5_000);
    let solver = SurfaceSolver::new(&mesh, options(Weights::Cotangent, &[])).unwrap();
    // The middle row is free, both rims are obstacles.
    let field = solver.field(&[VertexId(3)]).unwrap();
    field.sanity_check().unwrap();
    for k in 2..4_999_u32 {
        let (near, far) = (VertexId(3 * k), VertexId(3 * k + 3));
        let step = field.depth(far) - field.depth(near);
        assert!(step > 0.5 && step < 3.0, "{k}: {step}");
    }
    assert!(field.depth(VertexId(3 * 4_999)) > 4_000.0);
    let route = field.route(VertexId(3 * 4_998)).unwrap();
    assert_eq!(route.last(), Some(&mesh.point(VertexId(3))));
}

#[test]
fn a_large_goal_is_the_same_as_its_parts() {
    let mesh = geodesic_sphere(8);
    let solver = SurfaceSolver::new(&mesh, options(Weights::Cotangent, &[0, 1])).unwrap();
    let goal: Vec<VertexId> = mesh.vertices().filter(|&v| mesh.point(v).z > 0.8 && v.0 > 1).collect();
    assert!(goal.len() > 24, "more than are pushed one by one");
    let field = solver.field(&goal).unwrap();
    let expected = dense_field(&mesh, &options(Weights::Cotangent, &[0, 1]), &goal);
    for v in mesh.vertices() {
        assert!((field.potential(v) - expected[v.index()]).abs() < 1e-10);
    }
}

#[test]
fn polygons_become_fans() {
    let mesh = read_bytes(b"OFF 4 1 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n", MeshFormat::Off).unwrap();
    assert_eq!(mesh.faces(), [[0, 1, 2], [0, 2, 3]]);
}
