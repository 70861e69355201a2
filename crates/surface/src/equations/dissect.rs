//! The order in which unknowns are eliminated: nested dissection by coordinates.
//!
//! The unknowns are halved along the longest side of their box; those of one half that touch the other separate both and
//! are eliminated after them, and so on within each half. On surfaces such separators are curves, so that n unknowns
//! fill about n log n entries, which is the best possible order. Coordinates make this quick: no graph is partitioned.

use super::weights::Couplings;
use crate::vec3::Vec3;

/// Parts of this many unknowns are eliminated at once.
const LEAF: usize = 40;
/// No unknown.
pub const FIXED: u32 = u32::MAX;

/// A group of unknowns that are eliminated together, after its children.
#[derive(Debug, Default)]
pub struct Node {
    /// Its vertices.
    pub own: Vec<u32>,
    /// Vertices of later groups that it touches, in the order of their elimination.
    pub boundary: Vec<u32>,
    pub children: Vec<Node>,
}

/// The tree of groups for the vertices of which `is_free` is true, and for each vertex its place in the order of
/// elimination, or [`FIXED`].
pub fn dissect(points: &[Vec3], couplings: &Couplings, is_free: &[bool]) -> (Node, Vec<u32>) {
    let mut free: Vec<u32> = (0..points.len() as u32).filter(|&v| is_free[v as usize]).collect();
    let mut work = Work { points, couplings, side: vec![0; points.len()], marks: 0 };
    let mut root = work.split(&mut free);
    let mut order = vec![FIXED; points.len()];
    let mut next = 0;
    number(&root, &mut order, &mut next);
    find_boundaries(&mut root, couplings, &order);
    (root, order)
}

struct Work<'a> {
    points: &'a [Vec3],
    couplings: &'a Couplings,
    /// The last half that a vertex was put into.
    side: Vec<u32>,
    marks: u32,
}

impl Work<'_> {
    fn split(&mut self, part: &mut [u32]) -> Node {
        if part.len() <= LEAF {
            return Node { own: part.to_vec(), ..Node::default() };
        }
        let axis = self.longest_axis(part);
        let middle = part.len() / 2;
        let place = |v: &u32| self.points[*v as usize].to_array()[axis];
        part.select_nth_unstable_by(middle, |a, b| place(a).total_cmp(&place(b)).then(a.cmp(b)));
        let (low, high) = part.split_at_mut(middle);
        let [low_mark, high_mark] = [self.marks + 1, self.marks + 2];
        self.marks += 2;
        low.iter().for_each(|&v| self.side[v as usize] = low_mark);
        high.iter().for_each(|&v| self.side[v as usize] = high_mark);
        let touching = |half: &[u32], other: u32| -> Vec<u32> {
            let touches = |v: &u32| self.couplings.row(*v as usize).any(|(n, _)| self.side[n as usize] == other);
            half.iter().copied().filter(touches).collect()
        };
        let [from_low, from_high] = [touching(low, high_mark), touching(high, low_mark)];
        let separator = if from_low.len() <= from_high.len() { from_low } else { from_high };
        separator.iter().for_each(|&v| self.side[v as usize] = 0);
        let side = &self.side;
        let mut low: Vec<u32> = low.iter().copied().filter(|&v| side[v as usize] == low_mark).collect();
        let mut high: Vec<u32> = high.iter().copied().filter(|&v| side[v as usize] == high_mark).collect();
        let children = [&mut low, &mut high].into_iter().filter(|half| !half.is_empty());
        Node { children: children.map(|half| self.split(half)).collect(), own: separator, boundary: Vec::new() }
    }

    fn longest_axis(&self, part: &[u32]) -> usize {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for &v in part {
            for (axis, c) in self.points[v as usize].to_array().into_iter().enumerate() {
                low[axis] = low[axis].min(c);
                high[axis] = high[axis].max(c);
            }
        }
        let length = |axis: &usize| high[*axis] - low[*axis];
        (0..3).max_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or(0)
    }
}

fn number(node: &Node, order: &mut [u32], next: &mut u32) {
    node.children.iter().for_each(|child| number(child, order, next));
    for &v in &node.own {
        order[v as usize] = *next;
        *next += 1;
    }
}

/// What a group touches of later ones: its own neighbours and what its children touch, but for what it eliminates.
fn find_boundaries(node: &mut Node, couplings: &Couplings, order: &[u32]) {
    let last = node.own.last().map(|&v| order[v as usize]);
    node.children.iter_mut().for_each(|child| find_boundaries(child, couplings, order));
    let own = node.own.iter().flat_map(|&v| couplings.row(v as usize).map(|(n, _)| n));
    let inherited = node.children.iter().flat_map(|child| child.boundary.iter().copied());
    let later = |v: &u32| order[*v as usize] != FIXED && last.is_none_or(|last| order[*v as usize] > last);
    let mut boundary: Vec<u32> = own.chain(inherited).filter(later).collect();
    boundary.sort_unstable_by_key(|&v| order[v as usize]);
    boundary.dedup();
    node.boundary = boundary;
}
