//! The equations of a patch: every free cell is what its four neighbours and a given value add up to.

use super::checkers::{Board, Layout, Stretch};

/// The five-point system of a patch: free cells are 1 in the mask. Solved in [`conjugate`](super::conjugate).
pub struct System {
    pub layout: Layout,
    pub mask: Board<f32>,
    /// Where free cells are, so that loops pass over the rest.
    pub stretches: Vec<Stretch>,
    /// What a cell takes over from its neighbours along x and y.
    pub coefficients: [f64; 2],
}
