//! The papers' method for a field on a mesh: Gauss-Seidel relaxation until a sweep changes little. Here for comparison.

use wayfront::surface::{Couplings, Mesh, VertexId, Weights};

/// A relaxed field.
#[derive(Clone, Debug)]
pub struct RelaxedField {
    /// The potential of each vertex.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the time matters to the table; the test compares values"))]
    pub potential: Vec<f64>,
    /// Sweeps done.
    pub sweeps: usize,
}

/// Sweeps over all free vertices until one sweep changes the potential by no more than `e_max` in sum, or `most_sweeps`
/// are done. Goals are 0, obstacles 1, free vertices 1/2 at first.
pub fn relax(
    mesh: &Mesh,
    weights: Weights,
    [goals, obstacles]: [&[VertexId]; 2],
    e_max: f64,
    most_sweeps: usize,
) -> RelaxedField {
    let couplings = Couplings::of(mesh, weights);
    let mut potential = vec![0.5; mesh.vertex_count()];
    let mut is_free = vec![false; mesh.vertex_count()];
    mesh.vertices().for_each(|v| is_free[v.index()] = true);
    for (fixed, value) in [(goals, 0.0), (obstacles, 1.0)] {
        for v in fixed {
            potential[v.index()] = value;
            is_free[v.index()] = false;
        }
    }
    let free: Vec<(usize, f64)> =
        (0..potential.len()).filter(|&v| is_free[v]).map(|v| (v, 1.0 / couplings.total(v))).collect();
    let (mut sweeps, mut change) = (0, f64::INFINITY);
    while sweeps < most_sweeps && change > e_max {
        change = 0.0;
        for &(v, inverse) in &free {
            let sum: f64 = couplings.row(v).map(|(n, weight)| weight * potential[n as usize]).sum();
            change += (sum * inverse - potential[v]).abs();
            potential[v] = sum * inverse;
        }
        sweeps += 1;
    }
    RelaxedField { potential, sweeps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront::surface::{SurfaceOptions, SurfaceSolver, geodesic_sphere};

    #[test]
    fn relaxation_comes_to_the_same_field() {
        let mesh = geodesic_sphere(8);
        let options =
            SurfaceOptions { weights: Weights::Influence, obstacles: vec![VertexId(5)], ..SurfaceOptions::default() };
        let solver = SurfaceSolver::new(&mesh, options).unwrap();
        let field = solver.field(&[VertexId(300)]).unwrap();
        let relaxed = relax(&mesh, Weights::Influence, [&[VertexId(300)], &[VertexId(5)]], 1e-12, 100_000);
        for v in mesh.vertices() {
            assert!((field.potential(v) - relaxed.potential[v.index()]).abs() < 1e-8);
        }
    }
}
