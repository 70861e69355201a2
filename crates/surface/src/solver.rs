//! Fields on a mesh: one factorisation, many goals.
//!
//! The equations (each free vertex is the weighted mean of its neighbours) depend on the mesh and its obstacles alone.
//! They are factored once, without any goal. The field of a goal vertex g is then the response to a push at g, scaled
//! so that it is 1 there: one solve. A goal of k vertices takes k pushes, chosen so that all of them come out as 1.
//!
//! A closed part of the mesh without obstacles has no field of its own: all of it would be goal. There the start counts
//! as obstacle (Fischer), or, where no start is given, the vertex farthest from the goal.

mod dense;

use crate::equations::{Couplings, Factor, FactorError, Weights};
use crate::field::{NoRoute, SurfaceField};
use crate::mesh::{Mesh, VertexId};
use crate::vec3::Vec3;
use dense::dense_solve;
use thiserror::Error;

/// Goals with more vertices than this are worth a factorisation of their own.
const MOST_PUSHES: usize = 24;
/// Tolerance: Values below this share of the largest are computed anew at their own scale.
const LEAST_SHARE: f64 = 1e-200;

/// Why there is no field.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SurfaceError {
    /// There is nothing to walk to.
    #[error("there is no goal")]
    NoGoal,
    /// A goal is an obstacle.
    #[error("the goal vertex {vertex} is an obstacle")]
    GoalBlocked {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex does not exist or has no triangle.
    #[error("vertex {vertex} {}", if *.vertex < *.vertices { "belongs to no triangle".to_owned() } else { format!("does not exist: there are {vertices}") })]
    NoSuchVertex {
        /// The vertex.
        vertex: usize,
        /// How many there are.
        vertices: usize,
    },
    /// The equations cannot be factored.
    #[error(transparent)]
    Factor(#[from] FactorError),
}

impl SurfaceError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::Factor(fault) => fault.advice(),
            Self::GoalBlocked { .. } => "choose another goal or fewer obstacles".into(),
            Self::NoGoal | Self::NoSuchVertex { .. } => "choose another vertex".into(),
        }
    }
}

/// How fields are computed.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceOptions {
    /// How much a vertex hears from its neighbours.
    pub weights: Weights,
    /// Vertices that no agent may walk over.
    pub obstacles: Vec<VertexId>,
    /// Vertices on the rim of an open mesh are obstacles; otherwise agents may go along it.
    pub rim_is_obstacle: bool,
    /// Bytes that the factorisation may take.
    pub memory: u64,
}

impl Default for SurfaceOptions {
    fn default() -> Self {
        Self { weights: Weights::Cotangent, obstacles: Vec::new(), rim_is_obstacle: true, memory: 8 << 30 }
    }
}

/// The factored equations of a mesh and its obstacles.
///
/// ```
/// use wayfront_surface::{SurfaceOptions, SurfaceSolver, VertexId, builtin};
/// let sphere = builtin("sphere").unwrap();
/// let options = SurfaceOptions { obstacles: vec![VertexId(0)], ..SurfaceOptions::default() };
/// let solver = SurfaceSolver::new(&sphere, options)?;
/// let field = solver.field(&[VertexId(100)])?; // and as many other goals as you like
/// let route = field.route(VertexId(2000)).unwrap();
/// assert_eq!(route.last(), Some(&sphere.point(VertexId(100))));
/// # Ok::<(), wayfront_surface::SurfaceError>(())
/// ```
#[derive(Debug)]
pub struct SurfaceSolver<'m> {
    mesh: &'m Mesh,
    couplings: Couplings,
    is_obstacle: Vec<bool>,
    is_rim: Vec<bool>,
    /// For each component a vertex that is held fixed since nothing else is.
    grounds: Vec<Option<VertexId>>,
    factor: Factor,
    memory: u64,
}

impl<'m> SurfaceSolver<'m> {
    /// Factors the equations.
    ///
    /// # Errors
    /// If an obstacle does not exist, memory does not suffice, or the mesh is too degenerate.
    pub fn new(mesh: &'m Mesh, options: SurfaceOptions) -> Result<Self, SurfaceError> {
        let mut is_obstacle = vec![false; mesh.vertex_count()];
        for &v in &options.obstacles {
            known(mesh, v)?;
            is_obstacle[v.index()] = true;
        }
        let is_rim = |v: u32| options.rim_is_obstacle && mesh.is_boundary(VertexId(v));
        let is_rim: Vec<bool> = (0..mesh.vertex_count() as u32).map(is_rim).collect();
        let couplings = Couplings::of(mesh, options.weights);
        let mut grounds: Vec<Option<VertexId>> = vec![None; mesh.report().components];
        let mut is_held = vec![false; mesh.report().components];
        for v in mesh.vertices() {
            let component = mesh.component(v).map_or(0, |c| c as usize);
            grounds[component].get_or_insert(v);
            is_held[component] |= is_obstacle[v.index()] || is_rim[v.index()];
        }
        grounds.iter_mut().zip(is_held).for_each(|(ground, held)| *ground = ground.filter(|_| !held));
        let mut is_free: Vec<bool> = is_obstacle.iter().zip(&is_rim).map(|(o, r)| !o && !r).collect();
        for (v, free) in is_free.iter_mut().enumerate() {
            *free &= mesh.component(VertexId(v as u32)).is_some();
        }
        grounds.iter().flatten().for_each(|ground| is_free[ground.index()] = false);
        let factor = Factor::new(mesh.points(), &couplings, &is_free, options.memory)?;
        Ok(Self { mesh, couplings, is_obstacle, is_rim, grounds, factor, memory: options.memory })
    }

    /// The mesh.
    #[must_use]
    pub const fn mesh(&self) -> &'m Mesh {
        self.mesh
    }

    /// Vertices that are solved for.
    #[must_use]
    pub const fn unknowns(&self) -> usize {
        self.factor.unknowns()
    }

    /// Bytes that the factors take.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.factor.bytes()
    }

    /// A closed part without obstacles: the start of a route counts as one.
    #[must_use]
    pub fn needs_start(&self, v: VertexId) -> bool {
        self.mesh.component(v).is_some_and(|c| self.grounds[c as usize].is_some())
    }

    /// The field of a goal. In closed parts without obstacles the vertex farthest from the goal counts as one.
    ///
    /// # Errors
    /// If there is no goal, or it is an obstacle.
    pub fn field(&self, goal: &[VertexId]) -> Result<SurfaceField<'m>, SurfaceError> {
        self.field_with(goal, None)
    }

    /// The field of a goal for an agent that starts at `start`, which counts as obstacle in a closed part without any.
    ///
    /// # Errors
    /// If there is no goal, or it is an obstacle, or a vertex does not exist.
    pub fn field_from(&self, goal: &[VertexId], start: VertexId) -> Result<SurfaceField<'m>, SurfaceError> {
        known(self.mesh, start)?;
        self.field_with(goal, Some(start))
    }

    /// The field of a goal for some starts: with a single one, that of an agent that starts there.
    ///
    /// # Errors
    /// As [`Self::field_from`].
    pub fn field_for(&self, goal: &[VertexId], starts: &[VertexId]) -> Result<SurfaceField<'m>, SurfaceError> {
        match starts {
            [start] => self.field_from(goal, *start),
            _ => self.field(goal),
        }
    }

    /// The route from each start on the field that [`Self::field_for`] gives. In a closed part without obstacles each of
    /// several starts has a field of its own.
    ///
    /// # Errors
    /// As [`Self::field_from`].
    pub fn routes(
        &self,
        field: &SurfaceField<'m>,
        starts: &[VertexId],
    ) -> Result<Vec<Result<Vec<Vec3>, NoRoute>>, SurfaceError> {
        let has_own = |start| starts.len() > 1 && self.needs_start(start);
        let route = |&start: &VertexId| match has_own(start) {
            true => Ok(self.field_from(field.goal(), start)?.route(start)),
            false => Ok(field.route(start)),
        };
        starts.iter().map(route).collect()
    }

    fn field_with(&self, goal: &[VertexId], start: Option<VertexId>) -> Result<SurfaceField<'m>, SurfaceError> {
        let mut goal = goal.to_vec();
        goal.sort_unstable();
        goal.dedup();
        if goal.is_empty() {
            return Err(SurfaceError::NoGoal);
        }
        for &v in &goal {
            known(self.mesh, v)?;
            if self.is_obstacle[v.index()] {
                return Err(SurfaceError::GoalBlocked { vertex: v.index() });
            }
        }
        let mut q = vec![0.0; self.mesh.vertex_count()];
        let (closed, held): (Vec<VertexId>, Vec<VertexId>) = goal.iter().partition(|&&v| self.needs_start(v));
        if !held.is_empty() {
            self.solve_held(&held, &mut q)?;
        }
        let mut starts = Vec::new();
        for part in closed.chunk_by(|a, b| self.mesh.component(*a) == self.mesh.component(*b)) {
            starts.push(self.solve_closed(part, start, &mut q)?);
        }
        goal.iter().for_each(|v| q[v.index()] = 1.0);
        let mut log_q: Vec<f64> = q.iter().map(|&q| if q > LEAST_SHARE { q.ln() } else { f64::NEG_INFINITY }).collect();
        let blocked = |v: usize| self.is_obstacle[v] || self.is_rim[v];
        let mut is_blocked: Vec<bool> = (0..q.len()).map(blocked).collect();
        starts.iter().for_each(|start| is_blocked[start.index()] = true);
        goal.iter().for_each(|v| is_blocked[v.index()] = false);
        self.continue_below(&is_blocked, &mut log_q)?;
        Ok(SurfaceField::new(self.mesh, goal, log_q, is_blocked))
    }

    /// The field of goals in parts that have obstacles.
    fn solve_held(&self, goal: &[VertexId], q: &mut Vec<f64>) -> Result<(), SurfaceError> {
        // Goals on the rim are fixed already; the others are pushed until they are 1.
        let (fixed, pushed): (Vec<VertexId>, Vec<VertexId>) = goal.iter().partition(|v| self.is_rim[v.index()]);
        if pushed.len() > MOST_PUSHES {
            return self.solve_anew(goal, q);
        }
        let mut base = vec![0.0; q.len()];
        if !fixed.is_empty() {
            self.hear(&fixed, &mut base);
            self.factor.solve(&mut base);
            self.clear_fixed(&mut base);
        }
        let responses: Vec<Vec<f64>> = pushed.iter().map(|v| self.response(*v)).collect();
        let mut system: Vec<Vec<f64>> = Vec::with_capacity(pushed.len());
        for v in &pushed {
            let row = responses.iter().map(|response| response[v.index()]);
            system.push(row.chain([1.0 - base[v.index()]]).collect());
        }
        let pushes = dense_solve(system);
        *q = base;
        for (response, push) in responses.iter().zip(pushes) {
            q.iter_mut().zip(response).for_each(|(q, r)| *q += push * r);
        }
        Ok(())
    }

    /// The response to a push at a vertex.
    fn response(&self, v: VertexId) -> Vec<f64> {
        let mut x = vec![0.0; self.mesh.vertex_count()];
        x[v.index()] = 1.0;
        self.factor.solve(&mut x);
        self.clear_fixed(&mut x);
        x
    }

    /// What free vertices hear from fixed ones of value 1.
    fn hear(&self, fixed: &[VertexId], x: &mut [f64]) {
        for v in fixed {
            for (n, _) in self.couplings.row(v.index()) {
                let weight = self.couplings.row(n as usize).find(|&(u, _)| u == v.0);
                x[n as usize] += weight.map_or(0.0, |(_, weight)| weight);
            }
        }
    }

    /// Vertices that are not solved for keep what was put in: back to zero.
    fn clear_fixed(&self, x: &mut [f64]) {
        for (v, x) in x.iter_mut().enumerate() {
            if self.is_obstacle[v] || self.is_rim[v] {
                *x = 0.0;
            }
        }
    }

    /// A large goal: its vertices are fixed in a factorisation of their own.
    fn solve_anew(&self, goal: &[VertexId], q: &mut [f64]) -> Result<(), SurfaceError> {
        let mut is_free = vec![false; q.len()];
        let components: Vec<Option<u32>> = goal.iter().map(|&v| self.mesh.component(v)).collect();
        for v in self.mesh.vertices() {
            let blocked = self.is_obstacle[v.index()] || self.is_rim[v.index()];
            is_free[v.index()] = !blocked && components.contains(&self.mesh.component(v));
        }
        goal.iter().for_each(|v| is_free[v.index()] = false);
        let factor = Factor::new(self.mesh.points(), &self.couplings, &is_free, self.memory)?;
        let mut x = vec![0.0; q.len()];
        self.hear(goal, &mut x);
        factor.solve(&mut x);
        for (v, q) in q.iter_mut().enumerate().filter(|(v, _)| is_free[*v]) {
            *q = x[v];
        }
        Ok(())
    }

    /// The field of a goal in a closed part without obstacles; gives the vertex that counts as one.
    fn solve_closed(
        &self,
        goal: &[VertexId],
        start: Option<VertexId>,
        q: &mut [f64],
    ) -> Result<VertexId, SurfaceError> {
        let component = self.mesh.component(goal[0]);
        let here = start.filter(|v| self.mesh.component(*v) == component && !goal.contains(v));
        let start = here.unwrap_or_else(|| farthest(self.mesh, goal));
        let mut x = vec![0.0; q.len()];
        x[start.index()] = 1.0;
        match goal {
            [goal] => {
                x[goal.index()] = -1.0;
                let ground = component.and_then(|c| self.grounds[c as usize]);
                ground.iter().for_each(|v| x[v.index()] = 0.0);
                if !self.couplings.is_symmetric {
                    return self.solve_closed_anew(&[*goal], start, q).map(|()| start);
                }
                self.factor.solve(&mut x);
                ground.iter().for_each(|v| x[v.index()] = 0.0);
            }
            _ => return self.solve_closed_anew(goal, start, q).map(|()| start),
        }
        let (high, low) = (x[start.index()], x[goal[0].index()]);
        for v in self.mesh.vertices().filter(|&v| self.mesh.component(v) == component) {
            q[v.index()] = (high - x[v.index()]) / (high - low);
        }
        Ok(start)
    }

    /// The same with a factorisation of its own, in which goal and start are fixed.
    fn solve_closed_anew(&self, goal: &[VertexId], start: VertexId, q: &mut [f64]) -> Result<(), SurfaceError> {
        let component = self.mesh.component(goal[0]);
        let mut is_free = vec![false; q.len()];
        let part = || self.mesh.vertices().filter(|&v| self.mesh.component(v) == component);
        part().for_each(|v| is_free[v.index()] = v != start && !goal.contains(&v));
        let factor = Factor::new(self.mesh.points(), &self.couplings, &is_free, self.memory)?;
        let mut x = vec![0.0; q.len()];
        self.hear(goal, &mut x);
        factor.solve(&mut x);
        part().filter(|v| is_free[v.index()]).for_each(|v| q[v.index()] = x[v.index()]);
        Ok(())
    }

    /// Vertices whose value is too small for a number are solved for at their own scale, again and again.
    fn continue_below(&self, is_blocked: &[bool], log_q: &mut [f64]) -> Result<(), SurfaceError> {
        loop {
            let is_open = |v: u32| !is_blocked[v as usize] && log_q[v as usize] == f64::NEG_INFINITY;
            let mut is_free = vec![false; log_q.len()];
            let mut open: Vec<u32> = Vec::new();
            for v in (0..log_q.len() as u32).filter(|&v| log_q[v as usize].is_finite()) {
                open.extend(self.mesh.neighbours(VertexId(v)).iter().filter(|&&n| is_open(n)));
            }
            let mut scale = f64::NEG_INFINITY;
            while let Some(v) = open.pop() {
                if !std::mem::replace(&mut is_free[v as usize], true) {
                    open.extend(self.mesh.neighbours(VertexId(v)).iter().filter(|&&n| is_open(n)));
                    let beside = self.mesh.neighbours(VertexId(v)).iter().map(|&n| log_q[n as usize]);
                    scale = beside.fold(scale, f64::max);
                }
            }
            if scale == f64::NEG_INFINITY {
                return Ok(());
            }
            if !self.continue_once(&is_free, scale, log_q)? {
                return Ok(());
            }
        }
    }

    fn continue_once(&self, is_free: &[bool], scale: f64, log_q: &mut [f64]) -> Result<bool, SurfaceError> {
        let factor = Factor::new(self.mesh.points(), &self.couplings, is_free, self.memory)?;
        let mut x = vec![0.0; log_q.len()];
        for v in (0..x.len()).filter(|&v| is_free[v]) {
            let heard = self.couplings.row(v).filter(|(n, _)| log_q[*n as usize].is_finite());
            x[v] = heard.map(|(n, weight)| weight * (log_q[n as usize] - scale).exp()).sum();
        }
        factor.solve(&mut x);
        let mut found = false;
        for v in (0..x.len()).filter(|&v| is_free[v] && x[v] > LEAST_SHARE) {
            log_q[v] = x[v].ln() + scale;
            found = true;
        }
        Ok(found)
    }
}

fn known(mesh: &Mesh, v: VertexId) -> Result<(), SurfaceError> {
    let exists = v.index() < mesh.vertex_count() && mesh.component(v).is_some();
    if exists { Ok(()) } else { Err(SurfaceError::NoSuchVertex { vertex: v.index(), vertices: mesh.vertex_count() }) }
}

/// The vertex that takes most edges to reach from a goal.
fn farthest(mesh: &Mesh, goal: &[VertexId]) -> VertexId {
    let mut seen = vec![false; mesh.vertex_count()];
    goal.iter().for_each(|v| seen[v.index()] = true);
    let mut queue: Vec<u32> = goal.iter().map(|v| v.0).collect();
    let mut next = 0;
    while next < queue.len() {
        for &n in mesh.neighbours(VertexId(queue[next])) {
            if !std::mem::replace(&mut seen[n as usize], true) {
                queue.push(n);
            }
        }
        next += 1;
    }
    VertexId(queue[queue.len() - 1]) // holds the goal at least
}
