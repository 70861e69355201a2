//! A plate with three holes: the skin of a set of cubes, smoothed.

use super::made;
use crate::mesh::{Mesh, VertexId};
use crate::vec3::Vec3;
use std::collections::HashMap;

/// Cubes along the three axes.
const SIZE: [i32; 3] = [42, 18, 6];
const SMOOTHINGS: usize = 30;

fn is_solid([x, y, z]: [i32; 3]) -> bool {
    let inside = [x, y, z].iter().zip(SIZE).all(|(c, size)| (0..size).contains(c));
    let in_hole = [7, 21, 35].iter().any(|centre| {
        let (dx, dy) = (f64::from(x - centre) + 0.5, f64::from(y - SIZE[1] / 2) + 0.5);
        dx.hypot(dy) < 4.2
    });
    inside && !in_hole
}

/// A closed surface of genus 3.
pub fn pretzel() -> Mesh {
    let mut known: HashMap<[i32; 3], u32> = HashMap::new();
    let (mut points, mut faces) = (Vec::new(), Vec::new());
    let mut vertex = |at: [i32; 3], points: &mut Vec<Vec3>| {
        *known.entry(at).or_insert_with(|| {
            points.push(Vec3::from(at.map(|c| f64::from(c) / 20.0)));
            points.len() as u32 - 1
        })
    };
    let cubes = (0..SIZE[0]).flat_map(|x| (0..SIZE[1]).flat_map(move |y| (0..SIZE[2]).map(move |z| [x, y, z])));
    for cube in cubes.filter(|&cube| is_solid(cube)) {
        for (axis, up) in [0, 1, 2].into_iter().flat_map(|axis| [(axis, 0), (axis, 1)]) {
            let mut beyond = cube;
            beyond[axis] += 2 * up - 1;
            if is_solid(beyond) {
                continue;
            }
            let corner = |du: i32, dv: i32| {
                let mut at = cube;
                at[axis] += up;
                at[(axis + 1) % 3] += du;
                at[(axis + 2) % 3] += dv;
                at
            };
            let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(du, dv)| vertex(corner(du, dv), &mut points));
            // Seen from outside.
            faces.extend(if up == 1 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
        }
    }
    smoothed(made(points, faces))
}

/// Every vertex moves towards the mean of its neighbours, again and again.
fn smoothed(mesh: Mesh) -> Mesh {
    let mut points = mesh.points().to_vec();
    for _ in 0..SMOOTHINGS {
        let old = points.clone();
        for (v, p) in points.iter_mut().enumerate() {
            let beside = mesh.neighbours(VertexId(v as u32));
            let sum = beside.iter().fold(Vec3::default(), |sum, &n| sum + old[n as usize]);
            *p = old[v].lerp(sum * (1.0 / beside.len() as f64), 0.5);
        }
    }
    made(points, mesh.faces().to_vec())
}
