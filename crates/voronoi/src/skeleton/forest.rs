//! Vertices joined from the widest to the narrowest.

use super::is_skeleton;
use crate::graph::NONE;
use crate::voronoi::Voronoi;

/// A saddle: two ways up meet here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Saddle {
    pub vertex: u32,
    /// How much wider it becomes on the side that becomes less wide, as clearance.
    pub prominence: f64,
}

#[derive(Debug)]
pub(crate) struct Forest {
    parent: Vec<u32>,
    /// The vertex at which a tree was joined to its parent.
    neck: Vec<u32>,
    /// The clearance there: falls from the leaves to the root.
    level: Vec<f64>,
    /// All saddles, from the widest to the narrowest.
    pub saddles: Vec<Saddle>,
}

impl Forest {
    pub fn of(voronoi: &Voronoi) -> Self {
        let graph = &voronoi.graph;
        let count = graph.vertices.len();
        let mut order: Vec<u32> =
            (0..count as u32).filter(|&v| graph.vertex(v).leaving != NONE && graph.vertex(v).clearance > 0.0).collect();
        let clearance = |v: u32| graph.vertex(v).clearance;
        order.sort_unstable_by(|&a, &b| clearance(b).total_cmp(&clearance(a)).then(a.cmp(&b)));
        let mut forest = Self {
            parent: (0..count as u32).collect(),
            neck: vec![NONE; count],
            level: vec![f64::NEG_INFINITY; count],
            saddles: Vec::new(),
        };
        let (mut size, mut highest) = (vec![1u32; count], vec![0.0f64; count]);
        let mut is_known = vec![false; count];
        for v in order {
            is_known[v as usize] = true;
            highest[v as usize] = clearance(v);
            let above = graph.star(v).filter(|&h| is_skeleton(voronoi, h)).map(|h| graph.target(h));
            let mut paths = 0;
            let mut prominence = f64::INFINITY;
            for w in above.filter(|&w| is_known[w as usize] && w != v) {
                paths += 1;
                let [mut a, mut b] = [forest.root(v), forest.root(w)];
                prominence = prominence.min(highest[b as usize] - clearance(v));
                if a == b {
                    continue;
                }
                if size[a as usize] > size[b as usize] {
                    std::mem::swap(&mut a, &mut b);
                }
                forest.parent[a as usize] = b;
                forest.neck[a as usize] = v;
                forest.level[a as usize] = clearance(v);
                size[b as usize] += size[a as usize];
                highest[b as usize] = highest[b as usize].max(highest[a as usize]);
            }
            if paths >= 2 {
                forest.saddles.push(Saddle { vertex: v, prominence });
            }
        }
        forest
    }

    fn root(&self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            v = self.parent[v as usize];
        }
        v
    }

    /// The narrowest vertex on the widest path between two vertices; `NONE` if they are the same, nothing if there is no
    /// path.
    pub fn neck(&self, mut a: u32, mut b: u32) -> Option<u32> {
        let mut last = NONE;
        while a != b {
            // The tree that was joined first, at the larger clearance, is left first.
            let lower = if self.level[a as usize] >= self.level[b as usize] { &mut a } else { &mut b };
            let neck = self.neck[*lower as usize];
            if neck == NONE {
                return None;
            }
            last = neck;
            *lower = self.parent[*lower as usize];
        }
        Some(last)
    }

    /// The vertex that stands for all that are joined with `v` above a level.
    pub fn leader(&self, mut v: u32, level: f64, _clearance: impl Fn(u32) -> f64) -> u32 {
        while self.level[v as usize] >= level {
            v = self.parent[v as usize];
        }
        v
    }

    /// How many parts there are above a level.
    pub fn count(&self, level: f64, clearance: impl Fn(u32) -> f64) -> usize {
        let is_leader = |v: &u32| clearance(*v) >= level && clearance(*v) > 0.0 && self.level[*v as usize] < level;
        (0..self.parent.len() as u32).filter(is_leader).count()
    }
}
