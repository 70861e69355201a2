//! How much a vertex hears from each neighbour.

use crate::mesh::{Mesh, VertexId};

/// The choice of weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weights {
    /// Half the cotangents of the two angles opposite an edge: the field is that of the piecewise flat surface, whatever
    /// the triangles are like (Pinkall and Polthier 1993). Obtuse triangles may give negative weights.
    #[default]
    Cotangent,
    /// The influence of Fischer's 3DS-BVP: nearest plus farthest neighbour's distance minus the neighbour's own. Always
    /// positive; a heuristic that depends on the triangles.
    Influence,
}

/// Off-diagonal weights, a list for each vertex in the order of its neighbours.
#[derive(Clone, Debug)]
pub struct Couplings {
    starts: Vec<usize>,
    neighbours: Vec<u32>,
    weights: Vec<f64>,
    pub(crate) is_symmetric: bool,
}

/// Tolerance: Triangles with less area than this share of the square of their longest side have no angles worth
/// speaking of: they count as equilateral ones, which holds their neighbours together.
const LEAST_AREA: f64 = 1e-10;
/// Half the cotangent of a sixth of a turn.
const EQUILATERAL: f64 = 0.288_675_134_594_812_9;

impl Couplings {
    /// The weights of all edges of a mesh.
    #[must_use]
    pub fn of(mesh: &Mesh, weights: Weights) -> Self {
        let mut starts = vec![0];
        let mut neighbours = Vec::with_capacity(2 * mesh.edges().len());
        for v in 0..mesh.vertex_count() {
            let start = neighbours.len();
            neighbours.extend_from_slice(mesh.neighbours(VertexId(v as u32)));
            neighbours[start..].sort_unstable();
            starts.push(neighbours.len());
        }
        let weights_of_all = vec![0.0; neighbours.len()];
        let is_symmetric = weights == Weights::Cotangent;
        let mut couplings = Self { starts, neighbours, weights: weights_of_all, is_symmetric };
        match weights {
            Weights::Cotangent => couplings.add_cotangents(mesh),
            Weights::Influence => couplings.set_influences(mesh),
        }
        couplings
    }

    /// Neighbours of a vertex with their weights.
    pub fn row(&self, v: usize) -> impl Iterator<Item = (u32, f64)> + Clone + '_ {
        let range = self.starts[v]..self.starts[v + 1];
        self.neighbours[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }

    /// The sum of a vertex's weights.
    #[must_use]
    pub fn total(&self, v: usize) -> f64 {
        self.weights[self.starts[v]..self.starts[v + 1]].iter().sum()
    }

    fn add(&mut self, from: u32, to: u32, weight: f64) {
        let range = self.starts[from as usize]..self.starts[from as usize + 1];
        // Both are corners of one triangle, so they are neighbours.
        if let Ok(k) = self.neighbours[range.clone()].binary_search(&to) {
            self.weights[range.start + k] += weight;
        }
    }

    fn add_cotangents(&mut self, mesh: &Mesh) {
        for f in 0..mesh.face_count() {
            let (corners, points) = (mesh.faces()[f], mesh.corners(f));
            let longest = (0..3).map(|k| points[k].distance(points[(k + 1) % 3])).fold(0.0, f64::max);
            let double_area = mesh.normal(f).length();
            let is_flat = double_area < LEAST_AREA * longest * longest;
            for k in 0..3 {
                let [a, b, c] = [0, 1, 2].map(|i| points[(k + i) % 3]);
                let half = if is_flat { EQUILATERAL } else { (b - a).dot(c - a) / double_area / 2.0 };
                let [from, to] = [corners[(k + 1) % 3], corners[(k + 2) % 3]];
                self.add(from, to, half);
                self.add(to, from, half);
            }
        }
    }

    fn set_influences(&mut self, mesh: &Mesh) {
        for v in 0..mesh.vertex_count() {
            let range = self.starts[v]..self.starts[v + 1];
            let distance = |&n: &u32| mesh.points()[v].distance(mesh.points()[n as usize]);
            let distances: Vec<f64> = self.neighbours[range.clone()].iter().map(distance).collect();
            let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
            let most = distances.iter().copied().fold(0.0, f64::max);
            // As shares, so that rows add up to one.
            let total: f64 = distances.iter().map(|d| least + most - d).sum();
            for (weight, d) in self.weights[range].iter_mut().zip(&distances) {
                *weight = (least + most - d) / total;
            }
        }
    }
}
