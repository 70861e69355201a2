//! Our factorisation of a mesh's equations beside `faer`, the library for this: sparse Cholesky with an order of its own,
//! on the same equations, in turns, both on all cores.
//!
//! Both begin with the mesh: weights, matrix, order of elimination, factors. Then the same right hand side is solved.

use super::meshes::fixed;
use crate::stopwatch::in_turns;
use crate::table::Section;
use faer::linalg::solvers::Solve;
use faer::sparse::linalg::solvers::{Llt, SymbolicLlt};
use faer::sparse::{SparseColMat, Triplet};
use faer::{Col, Side};
use std::hint::black_box;
use wayfront::surface::{Couplings, Mesh, SurfaceOptions, SurfaceSolver, VertexId, Weights, geodesic_sphere};

const TURNS: usize = 9;

pub fn section() -> Section {
    let mut section = Section::new("Our factorisation of a mesh's equations, and faer's, in turns");
    for frequency in [22, 32, 64, 100] {
        contest(&geodesic_sphere(frequency), &mut section);
    }
    section
}

fn contest(mesh: &Mesh, section: &mut Section) {
    let (goal, obstacles) = fixed(mesh);
    let options = SurfaceOptions { obstacles: obstacles.clone(), ..SurfaceOptions::default() };
    let ours = SurfaceSolver::new(mesh, options.clone()).expect("is sound");
    let theirs = Equations::of(mesh, &obstacles);
    let (symbolic, factors) = (theirs.symbolic(), theirs.factored());
    let push = theirs.push(goal);
    let mut works: [Box<dyn FnMut()>; 5] = [
        Box::new(|| drop(black_box(SurfaceSolver::new(mesh, options.clone()).expect("is sound")))),
        Box::new(|| drop(black_box(Equations::of(mesh, &obstacles).factored()))),
        Box::new(|| drop(black_box(theirs.factored_with(symbolic.clone())))),
        Box::new(|| drop(black_box(ours.field(&[goal]).expect("is free")))),
        Box::new(|| drop(black_box(factors.solve(&push)))),
    ];
    let times = in_turns(&mut works, TURNS);
    drop(works);
    let size = mesh.vertex_count();
    let names = [
        "ours: equations and factors",
        "faer: equations and factors",
        "faer: numbers alone, order and pattern known",
        "ours: field of a goal",
        "faer: one solve",
    ];
    names.iter().zip(&times).for_each(|(name, &times)| section.row(*name, size, times));
    for (what, theirs, ours) in
        [("faer / ours, factors", 1, 0), ("its numbers alone / ours", 2, 0), ("faer / ours, a solve", 4, 3)]
    {
        section.ratio(format!("{size} vertices, {what}"), times[theirs].over(times[ours]));
    }
    let field = ours.field(&[goal]).expect("is free");
    let difference = theirs.difference(&factors.solve(&push), goal, |v| 1.0 - field.potential(v));
    section.remark(format!("{size} vertices: fields differ by {difference:.0e}"));
}

/// The equations of the free vertices as a matrix of faer.
struct Equations {
    /// The number of each vertex among the unknowns.
    numbers: Vec<Option<u32>>,
    matrix: SparseColMat<u32, f64>,
}

impl Equations {
    fn of(mesh: &Mesh, obstacles: &[VertexId]) -> Self {
        let couplings = Couplings::of(mesh, Weights::Cotangent);
        let mut numbers = vec![None; mesh.vertex_count()];
        let free = mesh.vertices().filter(|v| !mesh.is_boundary(*v) && !obstacles.contains(v));
        let mut count = 0;
        for (k, v) in free.enumerate() {
            numbers[v.index()] = Some(k as u32);
            count = k + 1;
        }
        // The lower half: all that a symmetric factorisation reads.
        let mut entries = Vec::with_capacity(4 * count);
        for (v, number) in numbers.iter().enumerate() {
            let Some(column) = *number else { continue };
            entries.push(Triplet::new(column, column, couplings.total(v)));
            let below = couplings.row(v).filter_map(|(n, weight)| Some((numbers[n as usize]?, weight)));
            entries.extend(below.filter(|b| b.0 > column).map(|(row, weight)| Triplet::new(row, column, -weight)));
        }
        let matrix = SparseColMat::try_new_from_triplets(count, count, &entries).expect("numbers are in range");
        Self { numbers, matrix }
    }

    fn symbolic(&self) -> SymbolicLlt<u32> {
        SymbolicLlt::try_new(self.matrix.symbolic(), Side::Lower).expect("fits into memory")
    }

    fn factored(&self) -> Llt<u32, f64> {
        self.factored_with(self.symbolic())
    }

    fn factored_with(&self, symbolic: SymbolicLlt<u32>) -> Llt<u32, f64> {
        Llt::try_new_with_symbolic(symbolic, self.matrix.as_ref(), Side::Lower).expect("is positive definite")
    }

    /// A push at a vertex that is free.
    fn push(&self, at: VertexId) -> Col<f64> {
        let mut push = Col::zeros(self.matrix.ncols());
        push[self.numbers[at.index()].expect("is free") as usize] = 1.0;
        push
    }

    /// The largest difference between a response, scaled so that it is 1 at the goal, and other values.
    fn difference(&self, response: &Col<f64>, goal: VertexId, value: impl Fn(VertexId) -> f64) -> f64 {
        let at = |v: VertexId| Some(response[self.numbers[v.index()]? as usize]);
        let scale = at(goal).expect("is free");
        let vertices = (0..self.numbers.len() as u32).map(VertexId);
        vertices.filter_map(|v| Some((at(v)? / scale - value(v)).abs())).fold(0.0, f64::max)
    }
}
