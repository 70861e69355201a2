//! From the lists of a file to a mesh without coincident vertices and collapsed or repeated triangles.
//!
//! Vertices keep their numbers, so that users find theirs again: one that lies at the place of an earlier one is no
//! longer used. Cost: a look-up for each vertex and triangle, and sorting the sides.

use super::report::{MeshError, MeshReport};
use crate::vec3::Vec3;
use std::collections::{HashMap, HashSet};

/// Refuses what nothing can be made of.
pub fn check(points: &[Vec3], faces: &[[u32; 3]]) -> Result<(), MeshError> {
    for (what, count) in [("vertices", points.len()), ("triangles", faces.len())] {
        if count > (u32::MAX / 4) as usize {
            return Err(MeshError::TooLarge { what, count });
        }
    }
    if points.is_empty() {
        return Err(MeshError::NoVertices);
    }
    if let Some((vertex, &at)) = points.iter().enumerate().find(|(_, p)| !p.is_finite()) {
        return Err(MeshError::NotFinite { vertex, at });
    }
    let vertices = points.len();
    for (face, corners) in faces.iter().enumerate() {
        if let Some(&vertex) = corners.iter().find(|&&v| v as usize >= vertices) {
            return Err(MeshError::NoSuchVertex { face, vertex: vertex.into(), vertices });
        }
    }
    Ok(())
}

/// For each vertex the first one at the same place.
pub fn joined(points: &[Vec3], report: &mut MeshReport) -> Vec<u32> {
    let mut first: HashMap<[u64; 3], u32> = HashMap::with_capacity(points.len());
    let mut from_input = Vec::with_capacity(points.len());
    for (v, p) in points.iter().enumerate() {
        // Adding zero makes both zeros the same.
        let key = p.to_array().map(|c| (c + 0.0).to_bits());
        let kept = *first.entry(key).or_insert(v as u32);
        if kept as usize != v {
            report.coincident.get_or_insert((0, v)).0 += 1;
        }
        from_input.push(kept);
    }
    from_input
}

/// The triangles with three different corners, each once.
pub fn cleaned(faces: &[[u32; 3]], from_input: &[u32], report: &mut MeshReport) -> Result<Vec<[u32; 3]>, MeshError> {
    let mut seen = HashSet::with_capacity(faces.len());
    let mut kept = Vec::with_capacity(faces.len());
    for (f, corners) in faces.iter().enumerate() {
        let face @ [a, b, c] = corners.map(|v| from_input[v as usize]);
        let mut sorted = face;
        sorted.sort_unstable();
        if a == b || b == c || c == a {
            report.collapsed.get_or_insert((0, f)).0 += 1;
        } else if !seen.insert(sorted) {
            report.repeated.get_or_insert((0, f)).0 += 1;
        } else {
            kept.push(face);
        }
    }
    if kept.is_empty() {
        return Err(MeshError::NoFaces { dropped: report.collapsed.map_or(0, |c| c.0) });
    }
    Ok(kept)
}

/// The edges, and for each face those opposite its corners.
pub fn edges(faces: &[[u32; 3]]) -> (Vec<[u32; 2]>, Vec<[u32; 3]>) {
    let opposite = |[a, b, c]: [u32; 3]| [[b, c], [c, a], [a, b]];
    let sides = faces.iter().enumerate().flat_map(|(f, &face)| {
        opposite(face).into_iter().enumerate().map(move |(k, [a, b])| (a.min(b), a.max(b), f as u32, k as u32))
    });
    let mut sides: Vec<(u32, u32, u32, u32)> = sides.collect();
    sides.sort_unstable();
    let mut edges: Vec<[u32; 2]> = Vec::new();
    let mut face_edges = vec![[0; 3]; faces.len()];
    for (a, b, f, k) in sides {
        if edges.last() != Some(&[a, b]) {
            edges.push([a, b]);
        }
        face_edges[f as usize][k as usize] = edges.len() as u32 - 1;
    }
    (edges, face_edges)
}
