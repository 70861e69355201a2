//! Meshes with fields and routes, for Blender and MeshLab.

use crate::field::SurfaceField;
use crate::vec3::Vec3;
use std::fmt::Write as _;

/// What an export holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// Text PLY: vertices with `potential` and `depth` and a colour, triangles, and routes as edges.
    Ply,
    /// OBJ: vertices with colours behind their coordinates, triangles, and routes as lines.
    Obj,
}

/// The mesh of a field with its values and routes. `colours` gives a vertex its red, green and blue.
#[must_use]
pub fn write_export(
    field: &SurfaceField<'_>,
    routes: &[Vec<Vec3>],
    export: Export,
    colours: impl Fn(crate::VertexId) -> [u8; 3],
) -> String {
    match export {
        Export::Ply => ply(field, routes, colours),
        Export::Obj => obj(field, routes, colours),
    }
}

fn ply(field: &SurfaceField<'_>, routes: &[Vec<Vec3>], colours: impl Fn(crate::VertexId) -> [u8; 3]) -> String {
    let mesh = field.mesh();
    let extra: usize = routes.iter().map(Vec::len).sum();
    let legs: usize = routes.iter().map(|route| route.len().saturating_sub(1)).sum();
    let mut text = format!(
        "ply\nformat ascii 1.0\ncomment the last {extra} vertices are points of routes\nelement vertex {}\n\
         property double x\nproperty double y\nproperty double z\nproperty uchar red\nproperty uchar green\n\
         property uchar blue\nproperty double potential\nproperty double depth\nelement face {}\n\
         property list uchar int vertex_indices\nelement edge {legs}\nproperty int vertex1\nproperty int vertex2\n\
         end_header\n",
        mesh.vertex_count() + extra,
        mesh.face_count()
    );
    let mut line = |arguments: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(arguments);
    };
    for (k, p) in mesh.points().iter().enumerate() {
        let v = crate::VertexId(k as u32);
        let ([r, g, b], depth) = (colours(v), field.depth(v));
        // Infinity has no spelling that all readers share.
        let depth = if depth.is_finite() { depth } else { -1.0 };
        line(format_args!("{} {} {} {r} {g} {b} {} {depth}\n", p.x, p.y, p.z, field.potential(v)));
    }
    for p in routes.iter().flatten() {
        line(format_args!("{} {} {} 0 0 0 0 0\n", p.x, p.y, p.z));
    }
    for [a, b, c] in mesh.faces() {
        line(format_args!("3 {a} {b} {c}\n"));
    }
    let mut next = mesh.vertex_count();
    for route in routes {
        for k in 1..route.len() {
            line(format_args!("{} {}\n", next + k - 1, next + k));
        }
        next += route.len();
    }
    text
}

fn obj(field: &SurfaceField<'_>, routes: &[Vec<Vec3>], colours: impl Fn(crate::VertexId) -> [u8; 3]) -> String {
    let mesh = field.mesh();
    let mut text = String::from("o surface\n");
    let mut line = |arguments: std::fmt::Arguments<'_>| {
        let _ = text.write_fmt(arguments);
    };
    for (k, p) in mesh.points().iter().enumerate() {
        let [r, g, b] = colours(crate::VertexId(k as u32)).map(|c| f64::from(c) / 255.0);
        line(format_args!("v {} {} {} {r:.4} {g:.4} {b:.4}\n", p.x, p.y, p.z));
    }
    for [a, b, c] in mesh.faces() {
        line(format_args!("f {} {} {}\n", a + 1, b + 1, c + 1));
    }
    let mut next = mesh.vertex_count() + 1;
    for (k, route) in routes.iter().enumerate() {
        line(format_args!("o route{k}\n"));
        for p in route {
            line(format_args!("v {} {} {}\n", p.x, p.y, p.z));
        }
        let numbers: Vec<String> = (next..next + route.len()).map(|n| n.to_string()).collect();
        line(format_args!("l {}\n", numbers.join(" ")));
        next += route.len();
    }
    text
}
