//! A field on a mesh: values at vertices, with a neighbour that is nearer to the goal at each of them. Routes over its
//! triangles are in [`route`].

mod route;

use crate::equations::{Couplings, Weights};
use crate::mesh::{Mesh, VertexId};
use thiserror::Error;
use wayfront_geometry::MinHeap;

/// Why there is no route from a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoRoute {
    /// The vertex is an obstacle with no free neighbour that reaches the goal, or does not exist.
    #[error("the vertex is blocked")]
    Blocked,
    /// No path leads from the vertex to the goal.
    #[error("the goal cannot be reached from the vertex")]
    Unreachable,
}

impl NoRoute {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Blocked => "choose another start, or --free-rim if it is on the rim of an open mesh".into(),
            Self::Unreachable => "choose a start in the same part of the mesh as the goal".into(),
        }
    }
}

/// The field of a goal: q = 1 - p is 1 at the goal, 0 at obstacles and harmonic between. Kept as ln q.
///
/// Every free vertex that is connected with the goal has a neighbour with strictly larger q: routes rest on it.
#[derive(Clone, Debug)]
pub struct SurfaceField<'m> {
    mesh: &'m Mesh,
    goal: Vec<VertexId>,
    log_q: Vec<f64>,
    is_blocked: Vec<bool>,
    lowered: usize,
}

impl<'m> SurfaceField<'m> {
    pub(crate) fn new(mesh: &'m Mesh, goal: Vec<VertexId>, log_q: Vec<f64>, is_blocked: Vec<bool>) -> Self {
        let mut field = Self { mesh, goal, log_q, is_blocked, lowered: 0 };
        if field.has_peaks() {
            field.flood();
        }
        field
    }

    /// The mesh.
    #[must_use]
    pub const fn mesh(&self) -> &'m Mesh {
        self.mesh
    }

    /// The goal's vertices, in order.
    #[must_use]
    pub fn goal(&self) -> &[VertexId] {
        &self.goal
    }

    /// The potential of a vertex: 0 at the goal, 1 at obstacles and where there is no path.
    #[must_use]
    pub fn potential(&self, v: VertexId) -> f64 {
        -self.log_q[v.index()].exp_m1()
    }

    /// -ln (1 - p): 0 at the goal, infinite at obstacles.
    #[must_use]
    pub fn depth(&self, v: VertexId) -> f64 {
        -self.log_q[v.index()]
    }

    /// The vertex belongs to the goal.
    #[must_use]
    pub fn is_goal(&self, v: VertexId) -> bool {
        self.goal.binary_search(&v).is_ok()
    }

    /// The vertex is an obstacle.
    #[must_use]
    pub fn is_obstacle(&self, v: VertexId) -> bool {
        self.is_blocked[v.index()]
    }

    /// How many vertices looked like dead ends, through rounding or negative weights, and were lowered below the pass
    /// that leads out of them.
    #[must_use]
    pub const fn lowered(&self) -> usize {
        self.lowered
    }

    /// The neighbour with the lowest potential, if that is lower than this vertex's own.
    #[must_use]
    pub fn next(&self, v: VertexId) -> Option<VertexId> {
        let log_q = |n: &u32| self.log_q[*n as usize];
        let best = self.mesh.neighbours(v).iter().copied().max_by(|a, b| log_q(a).total_cmp(&log_q(b)))?;
        (!self.is_goal(v) && log_q(&best) > self.log_q[v.index()]).then_some(VertexId(best))
    }

    /// Every free vertex that can reach the goal has a neighbour that is nearer.
    ///
    /// # Errors
    /// The first vertex of which that is not true.
    pub fn sanity_check(&self) -> Result<(), VertexId> {
        let is_sound =
            |v: &VertexId| self.is_goal(*v) || self.log_q[v.index()] == f64::NEG_INFINITY || self.next(*v).is_some();
        self.mesh.vertices().find(|v| !is_sound(v)).map_or(Ok(()), Err)
    }

    /// The largest difference between a free vertex's q and the weighted mean of its neighbours.
    #[must_use]
    pub fn residual(&self, weights: Weights) -> f64 {
        let couplings = Couplings::of(self.mesh, weights);
        let of = |v: VertexId| {
            let heard: f64 = couplings.row(v.index()).map(|(n, w)| w * self.log_q[n as usize].exp()).sum();
            (heard / couplings.total(v.index()) - self.log_q[v.index()].exp()).abs()
        };
        let is_free = |v: &VertexId| !self.is_blocked[v.index()] && !self.is_goal(*v);
        self.mesh.vertices().filter(is_free).map(of).fold(0.0, f64::max)
    }

    fn has_peaks(&self) -> bool {
        let is_free = |v: &VertexId| !self.is_blocked[v.index()] && !self.is_goal(*v);
        let mut free = self.mesh.vertices().filter(is_free);
        free.any(|v| {
            let lies_open = self.mesh.neighbours(v).iter().any(|&n| self.log_q[n as usize].is_finite());
            self.next(v).is_none() && (lies_open || self.log_q[v.index()].is_finite())
        })
    }

    /// Lowers what looks like a dead end to just below the pass that leads out of it, from the goal outwards.
    fn flood(&mut self) {
        let mut seen = vec![false; self.log_q.len()];
        let mut open = MinHeap::default();
        for v in &self.goal {
            seen[v.index()] = true;
            open.push(-self.log_q[v.index()], *v);
        }
        while let Some((cost, vertex)) = open.pop() {
            let level = -cost;
            for &n in self.mesh.neighbours(vertex) {
                if self.is_blocked[n as usize] || std::mem::replace(&mut seen[n as usize], true) {
                    continue;
                }
                let value = &mut self.log_q[n as usize];
                // Never reached by the solver: a step below where the flood comes from.
                let own = if value.is_finite() { *value } else { level - 1.0 };
                self.lowered += usize::from(own >= level);
                *value = own.min(level.next_down());
                open.push(-*value, VertexId(n));
            }
        }
        for v in (0..seen.len()).filter(|&v| !seen[v]) {
            self.log_q[v] = f64::NEG_INFINITY;
        }
    }
}
