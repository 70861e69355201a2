//! The papers' way to a field on a mesh: Gauss-Seidel relaxation until a sweep changes little. Here for comparison.

use crate::mesh::{Mesh, VertexId};
use crate::weights::{Couplings, Weights};

/// A relaxed field.
#[derive(Clone, Debug)]
pub struct RelaxedField {
    /// The potential of each vertex.
    pub potential: Vec<f64>,
    /// Sweeps done.
    pub sweeps: usize,
    /// What the last sweep changed, summed over all vertices.
    pub change: f64,
}

/// Sweeps over all free vertices until one sweep changes the potential by no more than `e_max` in sum, or `most_sweeps`
/// are done. Goals are 0, obstacles 1, free vertices 1/2 at first.
#[must_use]
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
    RelaxedField { potential, sweeps, change }
}
