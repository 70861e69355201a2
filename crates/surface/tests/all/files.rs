//! What readers take, and what they say about files that are broken.

use wayfront_surface::{
    Export, Mesh, MeshError, MeshFormat, SurfaceOptions, SurfaceSolver, Vec3, VertexId, builtin, read_bytes, read_file,
    read_file_within, write_export,
};
use wayfront_testkit::data;
use wayfront_world::files::Limits;

fn message(text: &[u8], format: MeshFormat) -> String {
    read_bytes(text, format).expect_err("is broken").to_string()
}

#[test]
fn formats_agree() {
    let off = b"# by hand\nOFF\n4 4 0\n# vertices\n0 0 0\n1 0 0\n0 1 0 # a comment\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
    let obj =
        b"# x\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 1 0 0\nf 1 3 2\nf 1/1 2/2 4/3\nf -3//1 -2//2 -1//1\nf 1 4 3\n";
    let ply = b"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
                element face 4\nproperty list uchar int vertex_indices\nend_header\n\
                0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
    let meshes = [(&off[..], MeshFormat::Off), (&obj[..], MeshFormat::Obj), (&ply[..], MeshFormat::Ply)]
        .map(|(text, format)| read_bytes(text, format).unwrap());
    for mesh in &meshes {
        assert_eq!(mesh.points(), meshes[0].points());
        assert_eq!(mesh.faces(), meshes[0].faces());
        assert!(mesh.is_closed());
    }
}

#[test]
fn both_kinds_of_stl_are_the_same_box() {
    let [Some(text), Some(binary)] = ["ascii", "binary"].map(|kind| data::file(&format!("meshes/stl_box_{kind}.stl")))
    else {
        return;
    };
    let [text, binary] = [text, binary].map(|file| read_file(&file).unwrap());
    assert_eq!((text.vertex_count(), text.face_count()), (8, 12));
    assert_eq!(text.faces().len(), binary.faces().len());
    assert!(text.is_closed() && binary.is_closed());
}

#[test]
fn faults_name_their_place() {
    let cases: [(&[u8], MeshFormat, &str); 15] = [
        (
            b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 2\n",
            MeshFormat::Off,
            "line 6: face 0 should have 4000000000 corners, and has 3",
        ),
        (b"", MeshFormat::Off, "line 1: the file is empty"),
        (b"PLY\n", MeshFormat::Off, "line 1: the file begins with `PLY` instead of OFF"),
        (b"OFF\n2 x 0\n", MeshFormat::Off, "line 2: `x` is no count"),
        (b"OFF\n2 1 0\n0 0 0\n", MeshFormat::Off, "line 3: the file ends before vertex 1"),
        (b"OFF\n1 1 0\n0 0 zero\n", MeshFormat::Off, "line 3: `zero` is no number"),
        (
            b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n",
            MeshFormat::Off,
            "triangle 0 has the vertex 7, but there are only 3",
        ),
        (b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n", MeshFormat::Off, "line 6: face 0 needs three corners, not 2"),
        (b"v 0 0\n", MeshFormat::Obj, "line 1: a vertex needs three coordinates"),
        (b"v 0 0 0\nf 1 2 0\n", MeshFormat::Obj, "line 2: `0` is no vertex: they are counted from 1, or back from -1"),
        (b"v 0 0 nan\nf 1 1 1\n", MeshFormat::Obj, "vertex 0 lies at (0, 0, NaN)"),
        (b"v 0 0 0\n", MeshFormat::Obj, "the mesh has no triangles"),
        (b"", MeshFormat::Obj, "the mesh has no vertices"),
        (
            b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
            MeshFormat::Ply,
            "vertex 0: it has no x, y and z",
        ),
        (b"short", MeshFormat::Stl, "header: the file is too short for an STL file"),
    ];
    for (text, format, expected) in cases {
        assert_eq!(message(text, format), expected);
    }
    assert_eq!(
        message(
            b"ply\nformat binary_little_endian 1.0\nelement vertex 1000000000\nproperty float x\nend_header\nab",
            MeshFormat::Ply
        ),
        "vertex 0: the file ends within it"
    );
}

#[test]
fn defects_are_counted_with_their_first_element() {
    let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [9.0, 9.0, 9.0], [2.0, 0.0, 0.0]];
    let points: Vec<Vec3> = points.map(Vec3::from).to_vec();
    let mesh = Mesh::new(points, vec![[0, 1, 2], [3, 2, 1], [0, 3, 1], [0, 1, 5]]).unwrap();
    let report = mesh.report();
    assert_eq!(report.coincident, Some((1, 3)));
    assert_eq!(report.repeated, Some((1, 1)));
    assert_eq!(report.collapsed, Some((1, 2)));
    assert_eq!(report.isolated, Some((1, 4)));
    assert_eq!(report.without_area, Some((1, 1)));
    assert_eq!(mesh.vertex(3), Some(VertexId(0)));
    let expected = [
        "vertex 3 lies at the place of an earlier one: joined",
        "triangle 2 has fewer than three different corners: left out",
        "triangle 1 repeats an earlier one: left out",
        "vertex 4 belongs to no triangle: out of reach",
        "triangle 1 has no area: kept, to hold others together",
    ];
    assert_eq!(report.lines(), expected);
    let collapsed = Mesh::new(vec![Vec3::default(); 3], vec![[0, 1, 2]]);
    assert_eq!(collapsed.unwrap_err(), MeshError::NoFaces { dropped: 1 });
}

#[test]
fn exports_can_be_read_back() {
    let mesh = builtin("sphere").unwrap();
    let solver = SurfaceSolver::new(&mesh, SurfaceOptions::default()).unwrap();
    let field = solver.field(&[VertexId(7)]).unwrap();
    let routes = [1000, 500].map(|start| field.route(VertexId(start)).unwrap());
    for (export, format) in [(Export::Ply, MeshFormat::Ply), (Export::Obj, MeshFormat::Obj)] {
        let text = write_export(&field, &routes, export, |_| [10, 20, 30]);
        let back = read_bytes(text.as_bytes(), format).unwrap();
        assert_eq!(back.faces(), mesh.faces());
        assert_eq!(&back.points()[..mesh.vertex_count()], mesh.points());
        assert_eq!(back.vertex_count(), mesh.vertex_count() + routes[0].len() + routes[1].len());
    }
    // Edges of routes join their own points, one after the other.
    let text = write_export(&field, &routes, Export::Ply, |_| [10, 20, 30]);
    let legs: Vec<String> = text.lines().rev().take(routes.iter().map(|r| r.len() - 1).sum()).map(Into::into).collect();
    let (first, second) = (mesh.vertex_count(), mesh.vertex_count() + routes[0].len());
    let pairs = |start: usize, count: usize| (start..start + count - 1).map(|k| format!("{k} {}", k + 1));
    let expected: Vec<String> = pairs(first, routes[0].len()).chain(pairs(second, routes[1].len())).collect();
    assert_eq!(legs.into_iter().rev().collect::<Vec<_>>(), expected);
}

#[test]
fn both_zeros_are_one_place() {
    let points =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-0.0, 0.0, -0.0], [-1.0, -1.0, 0.0]].map(Vec3::from);
    let mesh = Mesh::new(points.to_vec(), vec![[0, 1, 2], [3, 4, 1]]).unwrap();
    assert_eq!(mesh.report().coincident, Some((1, 3)));
}

#[test]
fn a_binary_stl_file_is_as_long_as_it_says() {
    let mut bytes = vec![0; 80];
    bytes.extend(1_u32.to_le_bytes());
    for number in [0.0_f32, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend([0, 0]);
    assert_eq!(read_bytes(&bytes, MeshFormat::Stl).unwrap().face_count(), 1);
    bytes.extend(b"trailer");
    assert_eq!(message(&bytes, MeshFormat::Stl), "header: 1 triangle needs 134 bytes, but the file has 141");
}

/// An element without properties takes no bytes: however many the header promises, none is looked at.
#[test]
fn elements_without_properties_take_no_time() {
    let ply = |name: &str| {
        format!(
            "ply\nformat ascii 1.0\nelement {name} 18446744073709551615\nelement vertex 3\nproperty float x\n\
             property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n\
             0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
        )
    };
    let mesh = read_bytes(ply("nothing").as_bytes(), MeshFormat::Ply).unwrap();
    assert_eq!((mesh.vertex_count(), mesh.face_count()), (3, 1));
    assert_eq!(message(ply("vertex").as_bytes(), MeshFormat::Ply), "vertex 0: it has no x, y and z");
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let texts: [(&str, MeshFormat); 4] = [
        ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", MeshFormat::Off),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", MeshFormat::Obj),
        (
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
             element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
            MeshFormat::Ply,
        ),
        ("solid a\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\nendsolid\n", MeshFormat::Stl),
    ];
    for (text, format) in texts {
        let mesh = read_bytes(format!("\u{feff}{text}").as_bytes(), format).unwrap();
        assert_eq!((mesh.vertex_count(), mesh.face_count()), (3, 1), "{format:?}");
    }
}

#[test]
fn limits_have_names() {
    let path = std::env::temp_dir().join(format!("wayfront-limits-{}.off", std::process::id()));
    std::fs::write(&path, "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n").unwrap();
    let refused = |limits| read_file_within(&path, limits).expect_err("is too much");
    let many = refused(Limits::default().points(2));
    assert_eq!(many.to_string(), "the mesh has 3 vertices; at most 2 are read");
    assert!(many.advice().contains("`--max-points`"), "{}", many.advice());
    let large = refused(Limits::default().bytes(10));
    assert!(large.to_string().ends_with("the file has more than 10 bytes"), "{large}");
    assert!(large.advice().contains("`--max-file`"), "{}", large.advice());
    std::fs::remove_file(&path).unwrap();
    assert!(read_file(&path).expect_err("is gone").to_string().ends_with("there is no such file"));
}

/// A fan of many triangles around its first vertex, as binary PLY in either byte order, with small lists of wide numbers.
fn binary_fan(is_big: bool, rim: u16) -> Vec<u8> {
    let order = if is_big { "big" } else { "little" };
    let mut bytes = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement vertex {}\nproperty double x\nproperty float y\n\
         property short z\nelement face {}\nproperty list ushort ushort vertex_indices\nend_header\n",
        u32::from(rim) + 1,
        rim - 1
    )
    .into_bytes();
    let mut push = |little: &[u8]| {
        let mut number = little.to_vec();
        if is_big {
            number.reverse();
        }
        bytes.extend(number);
    };
    for k in 0..=rim {
        let (sin, cos) = (f64::from(k) / f64::from(rim)).sin_cos();
        let [x, y] = if k == 0 { [0.0, 0.0] } else { [3.0 * cos, 3.0 * sin] };
        push(&x.to_le_bytes());
        push(&(y as f32).to_le_bytes());
        push(&(-300_i16).to_le_bytes());
    }
    for k in 1..rim {
        [3, 0, k, k + 1].iter().for_each(|number: &u16| push(&number.to_le_bytes()));
    }
    bytes
}

#[test]
fn binary_ply_of_either_byte_order_is_the_same() {
    // More vertices than signed numbers of two bytes can name.
    let [little, big] = [false, true].map(|is_big| read_bytes(&binary_fan(is_big, 40_000), MeshFormat::Ply).unwrap());
    assert_eq!((little.vertex_count(), little.face_count()), (40_001, 39_999));
    assert_eq!(little.faces().last(), Some(&[0, 39_999, 40_000]));
    assert_eq!(little.points()[1].to_array()[2], -300.0);
    assert_eq!((little.points(), little.faces()), (big.points(), big.faces()));
}

#[test]
fn what_follows_the_corners_of_a_face_is_no_corner() {
    let obj = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 # not 4\nf 1 3 4 #\n";
    let off = b"OFF\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2 1 0 3\n3 0 2 3 2\n";
    for (text, format) in [(&obj[..], MeshFormat::Obj), (&off[..], MeshFormat::Off)] {
        let mesh = read_bytes(text, format).unwrap();
        assert_eq!(mesh.faces(), [[0, 1, 2], [0, 2, 3]], "{format:?}");
    }
}

/// The two zeros of a coordinate are one place: the triangles share an edge.
#[test]
fn corners_of_stl_facets_meet_at_both_zeros() {
    let facet = |a: &str, b: &str, c: &str| {
        format!("facet normal 0 0 1\nouter loop\nvertex {a}\nvertex {b}\nvertex {c}\nendloop\nendfacet\n")
    };
    let (one, other) = (facet("0 0 0", "1 0 0", "0 1 0"), facet("-0 -0 0", "0 1 -0", "-1 0 0"));
    let mesh = read_bytes(format!("solid x\n{one}{other}endsolid x\n").as_bytes(), MeshFormat::Stl).unwrap();
    assert_eq!((mesh.vertex_count(), mesh.edges().len()), (4, 5));
}

/// In OBJ, lines of routes name the vertices that were written just before them, counted from 1.
#[test]
fn routes_in_obj_files_name_their_own_points() {
    let mesh = builtin("sphere").unwrap();
    let solver = SurfaceSolver::new(&mesh, SurfaceOptions::default()).unwrap();
    let field = solver.field(&[VertexId(7)]).unwrap();
    let routes = [1000, 500].map(|start| field.route(VertexId(start)).unwrap());
    let text = write_export(&field, &routes, Export::Obj, |_| [10, 20, 30]);
    let (mut vertices, mut lines) = (0, Vec::new());
    for line in text.lines() {
        vertices += usize::from(line.starts_with("v "));
        if let Some(numbers) = line.strip_prefix("l ") {
            let numbers: Vec<usize> = numbers.split(' ').map(|n| n.parse().unwrap()).collect();
            assert_eq!(numbers.last(), Some(&vertices));
            lines.push(numbers);
        }
    }
    assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), routes.map(|route| route.len()));
    assert!(lines.iter().flat_map(|line| line.windows(2)).all(|pair| pair[1] == pair[0] + 1));
}

/// What no path leads to has the depth -1 in PLY, such as another part of the mesh.
#[test]
fn depths_out_of_reach_differ_from_goals() {
    let points = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [5.0, 0.0], [6.0, 0.0], [5.0, 1.0]];
    let points = points.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec();
    let mesh = Mesh::new(points, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let solver = SurfaceSolver::new(&mesh, SurfaceOptions::default()).unwrap();
    let field = solver.field(&[VertexId(0)]).unwrap();
    let text = write_export(&field, &[], Export::Ply, |_| [0; 3]);
    let body = text.split_once("end_header\n").unwrap().1;
    let depth = |line: &str| line.split(' ').next_back().unwrap().parse::<f64>().unwrap();
    let depths: Vec<f64> = body.lines().take(6).map(depth).collect();
    assert_eq!((depths[0], &depths[3..]), (0.0, &[-1.0; 3][..]), "{depths:?}");
}
