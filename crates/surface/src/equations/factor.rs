//! Sparse factorisation of a mesh's equations, and solving with it.
//!
//! Multifrontal elimination along the tree of [`dissect`]: each group of unknowns has a dense *front* of its own rows
//! and those it touches; its children's remainders are added, its own unknowns eliminated, and what is left goes to its
//! parent. Dense rows are long, so nearly all time is spent in one loop ([`eliminate`]) that the compiler turns into
//! vector instructions. Halves of the tree are independent and run in parallel; the arithmetic is the same on any number
//! of threads. No pivoting: the matrices are those of weighted means, with the diagonal at least as large as the rest of
//! its row, or sums of squares. Cost: about n^1.5 operations to factor and n log n to solve.

use super::dissect::{FIXED, Node, dissect};
use super::weights::Couplings;
use crate::vec3::Vec3;
use thiserror::Error;
use wayfront_geometry::sum_of_products;

/// Pivots eliminated at once.
const BLOCK: usize = 8;
/// Groups with fewer unknowns below them run on one thread.
const PARALLEL: usize = 600;

/// Why there is no factorisation.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FactorError {
    /// The factors would not fit.
    #[error("the factorisation of {unknowns} unknowns needs {} MB of memory besides the mesh, more than the {} MB allowed", needed >> 20, allowed >> 20)]
    Memory {
        /// Unknowns.
        unknowns: usize,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// A pivot is zero or not a number: some part of the mesh has no fixed vertex, or triangles are degenerate.
    #[error("the equations of vertex {vertex} cannot be solved: its triangles are degenerate")]
    Singular {
        /// The vertex.
        vertex: usize,
    },
}

impl FactorError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        "allow more with --memory, or simplify the mesh".into()
    }
}

/// The factors of the equations of all free vertices.
#[derive(Debug)]
pub struct Factor {
    groups: Vec<Group>,
    unknowns: usize,
    bytes: u64,
}

/// The eliminated rows of a front.
#[derive(Debug)]
struct Group {
    /// Its own vertices, then those it touches.
    vertices: Vec<u32>,
    own: usize,
    /// Rows of U, as long as the front each.
    upper: Vec<f64>,
    /// Columns of L as rows, where they are not those of U divided by the pivot.
    lower: Option<Vec<f64>>,
    inverse_pivots: Vec<f64>,
}

/// What is left of a front for its parent.
struct Remainder {
    vertices: Vec<u32>,
    upper: Vec<f64>,
    lower: Option<Vec<f64>>,
}

struct Build<'a> {
    couplings: &'a Couplings,
    order: &'a [u32],
}

impl Factor {
    /// Factors the equations of the vertices for which `is_free` is true: each is the weighted mean of its neighbours.
    ///
    /// # Errors
    /// If that needs more than `allowed` bytes, or cannot be done.
    pub fn new(points: &[Vec3], couplings: &Couplings, is_free: &[bool], allowed: u64) -> Result<Self, FactorError> {
        let (root, order) = dissect(points, couplings, is_free);
        let unknowns = is_free.iter().filter(|&&free| free).count();
        let copies = if couplings.is_symmetric { 1 } else { 2 };
        let needed = copies * memory(&root);
        if needed > allowed {
            return Err(FactorError::Memory { unknowns, needed, allowed });
        }
        let build = Build { couplings, order: &order };
        let (groups, _) = build.eliminated(root)?;
        Ok(Self { groups, unknowns, bytes: needed })
    }

    /// Vertices that are solved for.
    pub const fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// Memory that the factors take.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Solves for all free vertices: `x` is the right hand side and becomes the solution; other entries are ignored.
    pub fn solve(&self, x: &mut [f64]) {
        let widest = self.groups.iter().map(|group| group.vertices.len()).max().unwrap_or(0);
        let mut local = vec![0.0; widest];
        for group in &self.groups {
            group.forward(x, &mut local[..group.vertices.len()]);
        }
        for group in self.groups.iter().rev() {
            group.backward(x, &mut local[..group.vertices.len()]);
        }
    }
}

/// Bytes of the factors below a node, with the largest front on top of it.
fn memory(node: &Node) -> u64 {
    fn visit(node: &Node, most: &mut u64) -> u64 {
        let (own, all) = (node.own.len() as u64, (node.own.len() + node.boundary.len()) as u64);
        *most = (*most).max(all * all);
        own * all + node.children.iter().map(|child| visit(child, most)).sum::<u64>()
    }
    let mut most = 0;
    let rows = visit(node, &mut most);
    8 * (rows + 2 * most)
}

fn size(node: &Node) -> usize {
    node.own.len() + node.children.iter().map(size).sum::<usize>()
}

impl Build<'_> {
    /// The groups of a subtree, children first, and what is left for its parent.
    fn eliminated(&self, mut node: Node) -> Result<(Vec<Group>, Remainder), FactorError> {
        let children = std::mem::take(&mut node.children);
        let parallel = children.iter().map(size).sum::<usize>() > PARALLEL;
        let mut results = Vec::with_capacity(2);
        let mut children = children.into_iter();
        match (children.next(), children.next()) {
            (Some(a), Some(b)) if parallel => {
                let (a, b) = rayon::join(|| self.eliminated(a), || self.eliminated(b));
                results.extend([a?, b?]);
            }
            (a, b) => {
                for child in a.into_iter().chain(b) {
                    results.push(self.eliminated(child)?);
                }
            }
        }
        let mut groups = Vec::new();
        let mut front = Front::new(self, node);
        for (below, remainder) in results {
            groups.extend(below);
            front.add(self.order, &remainder);
        }
        let (group, remainder) = front.eliminate()?;
        groups.push(group);
        Ok((groups, remainder))
    }
}

/// A dense matrix under elimination: its upper half by rows and, if it is not symmetric, its lower half by columns.
struct Front {
    vertices: Vec<u32>,
    own: usize,
    upper: Vec<f64>,
    lower: Option<Vec<f64>>,
}

impl Front {
    /// The rows of the group's own vertices; the rest is zero.
    fn new(build: &Build<'_>, node: Node) -> Self {
        let own = node.own.len();
        let mut vertices = node.own;
        vertices.extend(node.boundary);
        let n = vertices.len();
        let mut front = Self {
            upper: vec![0.0; n * n],
            lower: (!build.couplings.is_symmetric).then(|| vec![0.0; n * n]),
            vertices,
            own,
        };
        for k in 0..own {
            let v = front.vertices[k];
            front.upper[k * n + k] = build.couplings.total(v as usize);
            for (neighbour, weight) in build.couplings.row(v as usize) {
                front.set(build, [v, neighbour], k, weight);
            }
        }
        front
    }

    /// Couplings with vertices that are eliminated later. Those with earlier ones came with these.
    fn set(&mut self, build: &Build<'_>, [v, neighbour]: [u32; 2], k: usize, weight: f64) {
        let (place, own) = (build.order[neighbour as usize], build.order[v as usize]);
        if place == FIXED || place < own {
            return;
        }
        let n = self.vertices.len();
        let Ok(j) = self.vertices.binary_search_by_key(&place, |&u| build.order[u as usize]) else { return };
        self.upper[k * n + j] = -weight;
        if let Some(lower) = &mut self.lower {
            let back = build.couplings.row(neighbour as usize).find(|&(u, _)| u == v);
            lower[k * n + j] = -back.map_or(0.0, |(_, weight)| weight);
        }
    }

    /// Adds what is left of a child.
    fn add(&mut self, order: &[u32], child: &Remainder) {
        let (n, m) = (self.vertices.len(), child.vertices.len());
        // Both lists are in the order of elimination.
        let mut places = Vec::with_capacity(m);
        let mut at = 0;
        for &v in &child.vertices {
            while order[self.vertices[at] as usize] != order[v as usize] {
                at += 1;
            }
            places.push(at);
        }
        let pairs = [(Some(&mut self.upper), Some(&child.upper)), (self.lower.as_mut(), child.lower.as_ref())];
        for (target, source) in pairs.into_iter().filter_map(|(t, s)| Some((t?, s?))) {
            for i in 0..m {
                let (row, from) = (&mut target[places[i] * n..][..n], &source[i * m..][..m]);
                for j in i..m {
                    row[places[j]] += from[j];
                }
            }
        }
    }

    /// Eliminates the group's own vertices.
    fn eliminate(mut self) -> Result<(Group, Remainder), FactorError> {
        let (n, own) = (self.vertices.len(), self.own);
        let mut inverse_pivots = vec![0.0; own];
        let mut scaled = vec![0.0; BLOCK * n];
        for start in (0..own).step_by(BLOCK) {
            let end = (start + BLOCK).min(own);
            for p in start..end {
                self.pivot(p, end, &mut inverse_pivots)?;
            }
            self.update_rest([start, end], &inverse_pivots, &mut scaled);
        }
        let rest = |full: &[f64]| {
            let mut rest = Vec::with_capacity((n - own) * (n - own));
            (own..n).for_each(|i| rest.extend_from_slice(&full[i * n + own..][..n - own]));
            rest
        };
        let remainder = Remainder {
            vertices: self.vertices[own..].to_vec(),
            upper: rest(&self.upper),
            lower: self.lower.as_deref().map(rest),
        };
        let cut = |mut full: Vec<f64>| {
            full.truncate(own * n);
            full.shrink_to_fit();
            full
        };
        let group =
            Group { vertices: self.vertices, own, upper: cut(self.upper), lower: self.lower.map(cut), inverse_pivots };
        Ok((group, remainder))
    }

    /// Takes one pivot out of the rows of its block.
    fn pivot(&mut self, p: usize, end: usize, inverse_pivots: &mut [f64]) -> Result<(), FactorError> {
        let n = self.vertices.len();
        let pivot = self.upper[p * n + p];
        if !(pivot.is_finite() && pivot > 0.0) {
            return Err(FactorError::Singular { vertex: self.vertices[p] as usize });
        }
        let inverse = 1.0 / pivot;
        inverse_pivots[p] = inverse;
        if let Some(lower) = &mut self.lower {
            // Columns of L are kept divided by the pivot.
            lower[p * n + p + 1..(p + 1) * n].iter_mut().for_each(|l| *l *= inverse);
        }
        for i in p + 1..end {
            let (above, below) = self.upper.split_at_mut(i * n);
            let row = &above[p * n..][..n];
            match &mut self.lower {
                None => subtract(&mut below[i..n], &row[i..], row[i] * inverse),
                Some(lower) => {
                    let (above, beneath) = lower.split_at_mut(i * n);
                    let column = &above[p * n..][..n];
                    subtract(&mut below[i..n], &row[i..], column[i]);
                    subtract(&mut beneath[i + 1..n], &column[i + 1..], row[i]);
                }
            }
        }
        Ok(())
    }

    /// Takes a block of pivots out of all rows behind it.
    fn update_rest(&mut self, [start, end]: [usize; 2], inverse_pivots: &[f64], scaled: &mut [f64]) {
        let n = self.vertices.len();
        match &mut self.lower {
            None => {
                for p in start..end {
                    let row = &self.upper[p * n..][..n];
                    let target = &mut scaled[(p - start) * n..][..n];
                    target.iter_mut().zip(row).for_each(|(s, u)| *s = u * inverse_pivots[p]);
                }
                let (above, below) = self.upper.split_at_mut(end * n);
                eliminate(below, [end, n], &above[start * n..], scaled, end - start);
            }
            Some(lower) => {
                let (above, below) = self.upper.split_at_mut(end * n);
                let (left, rest) = lower.split_at_mut(end * n);
                eliminate(below, [end, n], &above[start * n..], &left[start * n..], end - start);
                eliminate(rest, [end, n], &left[start * n..], &above[start * n..], end - start);
            }
        }
    }
}

fn subtract(target: &mut [f64], row: &[f64], factor: f64) {
    target.iter_mut().zip(row).for_each(|(t, r)| *t -= factor * r);
}

/// Rows i from `first` on lose, for each of `count` pivots, entry i of its factors times its row.
fn eliminate(rows: &mut [f64], [first, n]: [usize; 2], pivots: &[f64], factors: &[f64], count: usize) {
    for i in first..n {
        let target = &mut rows[(i - first) * n..][i..n];
        if count == BLOCK {
            let factor: [f64; BLOCK] = std::array::from_fn(|k| factors[k * n + i]);
            let row: [&[f64]; BLOCK] = std::array::from_fn(|k| &pivots[k * n + i..(k + 1) * n]);
            subtract_block(target, factor, row);
        } else {
            for k in 0..count {
                subtract(target, &pivots[k * n + i..(k + 1) * n], factors[k * n + i]);
            }
        }
    }
}

/// Eight rows at once: each entry of the target is read and written once for all of them.
fn subtract_block(target: &mut [f64], f: [f64; BLOCK], rows: [&[f64]; BLOCK]) {
    let length = target.len();
    let [a, b, c, d, e, g, h, i] = rows.map(|row| &row[..length]);
    for k in 0..length {
        let first = f[0] * a[k] + f[1] * b[k] + f[2] * c[k] + f[3] * d[k];
        let second = f[4] * e[k] + f[5] * g[k] + f[6] * h[k] + f[7] * i[k];
        target[k] -= first + second;
    }
}

impl Group {
    fn forward(&self, x: &mut [f64], local: &mut [f64]) {
        let n = self.vertices.len();
        local.iter_mut().zip(&self.vertices).for_each(|(l, &v)| *l = x[v as usize]);
        for p in 0..self.own {
            let (row, factor) = match &self.lower {
                None => (&self.upper[p * n..][..n], local[p] * self.inverse_pivots[p]),
                Some(lower) => (&lower[p * n..][..n], local[p]),
            };
            if factor != 0.0 {
                subtract(&mut local[p + 1..], &row[p + 1..], factor);
            }
        }
        local.iter().zip(&self.vertices).for_each(|(l, &v)| x[v as usize] = *l);
    }

    fn backward(&self, x: &mut [f64], local: &mut [f64]) {
        let n = self.vertices.len();
        local.iter_mut().zip(&self.vertices).for_each(|(l, &v)| *l = x[v as usize]);
        for p in (0..self.own).rev() {
            let row = &self.upper[p * n..][..n];
            local[p] = (local[p] - sum_of_products(&row[p + 1..], &local[p + 1..])) * self.inverse_pivots[p];
        }
        local[..self.own].iter().zip(&self.vertices).for_each(|(l, &v)| x[v as usize] = *l);
    }
}
