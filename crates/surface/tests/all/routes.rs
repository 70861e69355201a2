//! From every free vertex that is connected with the goal the route arrives, over the surface.

use wayfront_surface::{
    Mesh, NoRoute, SurfaceField, SurfaceOptions, SurfaceSolver, Vec3, VertexId, Weights, builtin, builtin_names,
    read_file,
};
use wayfront_testkit::data;

/// Free vertices from which the goal can be reached without passing an obstacle.
fn connected(field: &SurfaceField<'_>) -> Vec<bool> {
    let mesh = field.mesh();
    let mut reached = vec![false; mesh.vertex_count()];
    let mut open: Vec<VertexId> = field.goal().to_vec();
    open.iter().for_each(|v| reached[v.index()] = true);
    while let Some(v) = open.pop() {
        for &n in mesh.neighbours(v) {
            if !field.is_obstacle(VertexId(n)) && !std::mem::replace(&mut reached[n as usize], true) {
                open.push(VertexId(n));
            }
        }
    }
    reached
}

/// The point lies in some triangle around the last one: found by the distance to the triangles of the mesh.
fn on_surface(mesh: &Mesh, p: Vec3, size: f64) -> bool {
    mesh.faces().iter().enumerate().any(|(f, _)| {
        let [a, b, c] = mesh.corners(f);
        let normal = mesh.normal(f);
        let area = normal.length();
        let shares = [(b, c), (c, a), (a, b)].map(|(q, r)| (q - p).cross(r - p).dot(normal) / (area * area));
        area > 0.0 && shares.iter().all(|&s| s > -1e-6) && (p - a).dot(normal).abs() / area < 1e-9 * size
    })
}

fn check(field: &SurfaceField<'_>, start: VertexId, name: &str) -> Vec<Vec3> {
    let route = field.route(start).unwrap_or_else(|why| panic!("{name}: {start:?}: {why}"));
    let (mesh, last) = (field.mesh(), *route.last().unwrap());
    assert!(field.goal().iter().any(|&v| mesh.point(v) == last), "{name}: {start:?} ends at {last}");
    assert!(route.len() < 20 * mesh.vertex_count(), "{name}: {start:?} wanders");
    route
}

fn check_all(mesh: &Mesh, name: &str) {
    for weights in [Weights::Cotangent, Weights::Influence] {
        for rim_is_obstacle in [true, false] {
            let options = SurfaceOptions { weights, rim_is_obstacle, ..SurfaceOptions::default() };
            let solver = SurfaceSolver::new(mesh, options).unwrap();
            let free = |v: &VertexId| !(rim_is_obstacle && mesh.is_boundary(*v));
            let Some(goal) = mesh.vertices().filter(free).nth(mesh.vertex_count() / 3).or(mesh.vertices().find(free))
            else {
                continue;
            };
            let field = solver.field(&[goal]).unwrap();
            field.sanity_check().unwrap_or_else(|v| panic!("{name}: {v:?}"));
            let reached = connected(&field);
            for v in mesh.vertices() {
                if reached[v.index()] {
                    check(&field, v, name);
                } else if !field.is_obstacle(v) {
                    assert_eq!(field.route(v), Err(NoRoute::Unreachable), "{name} {v:?}");
                }
            }
            if solver.needs_start(goal) {
                // As the papers do: a field of its own for each start.
                for start in mesh.vertices().filter(|&v| mesh.component(v) == mesh.component(goal)).step_by(37) {
                    check(&solver.field_from(&[goal], start).unwrap(), start, name);
                }
            }
        }
    }
}

#[test]
fn all_routes_on_built_in_meshes_arrive() {
    for (name, _) in builtin_names() {
        check_all(&builtin(name).unwrap(), name);
    }
}

#[test]
fn all_routes_on_real_meshes_arrive() {
    let names = [
        "spot.obj",
        "beetle.obj",
        "bunny.off",
        "3holes.off",
        "heightmap_20x30.off",
        "saddle_vertex_mesh.off",
        "rectangle_with_degenerate_faces.off",
        "3torus.off",
        "moebius.obj",
        "fox.ply",
        "lego.ply",
        "stl_box_ascii.stl",
        "stl_box_binary.stl",
        "nav_test.obj",
    ];
    for name in names {
        let Some(file) = data::file(&format!("meshes/{name}")) else { return };
        let mesh = read_file(&file).unwrap_or_else(|why| panic!("{name}: {why}"));
        check_all(&mesh, name);
    }
}

#[test]
fn broken_meshes_are_mended_or_refused() {
    let Some(files) = data::BROKEN_MESHES.paths() else { return };
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        match read_file(&file) {
            Ok(mesh) => check_all(&mesh, &name),
            Err(why) => assert!(why.to_string().len() > 20, "{name}: {why}"),
        }
    }
}

#[test]
fn routes_stay_on_the_surface() {
    for name in ["sphere", "costa", "noisy-plane"] {
        let mesh = builtin(name).unwrap();
        let [low, high] = mesh.bounds();
        let solver = SurfaceSolver::new(&mesh, SurfaceOptions::default()).unwrap();
        let goal = mesh.vertices().find(|&v| v.0 > 900 && !mesh.is_boundary(v)).unwrap();
        let field = solver.field(&[goal]).unwrap();
        for start in mesh.vertices().filter(|&v| !field.is_obstacle(v)).step_by(601) {
            for leg in check(&field, start, name).windows(2).step_by(5) {
                assert!(on_surface(&mesh, leg[0].lerp(leg[1], 0.5), low.distance(high)), "{name} {start:?}");
            }
        }
    }
}

#[test]
fn obstacles_are_walked_around() {
    let mesh = builtin("plane").unwrap();
    // A wall of vertices with a gap at one side.
    let wall: Vec<VertexId> =
        mesh.vertices().filter(|&v| (mesh.point(v).x - 0.5).abs() < 0.025 && mesh.point(v).y < 0.8).collect();
    let options = SurfaceOptions { obstacles: wall.clone(), ..SurfaceOptions::default() };
    let solver = SurfaceSolver::new(&mesh, options).unwrap();
    let goal = mesh.nearest(Vec3::new(0.2, 0.3, 0.0)).unwrap();
    let field = solver.field(&[goal]).unwrap();
    let route = check(&field, mesh.nearest(Vec3::new(0.8, 0.3, 0.0)).unwrap(), "wall");
    let highest = route.iter().map(|p| p.y).fold(0.0, f64::max);
    assert!(highest > 0.78, "{highest}");
    assert_eq!(field.route(wall[wall.len() / 2]).map(|_| ()), Ok(()), "from an obstacle one may leave");
}
