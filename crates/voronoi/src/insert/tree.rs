//! Which vertices go: a tree that holds the seed.

use super::along::{largest_lead, lead_along};
use super::{Inserter, Newcomer, Refused};
use crate::graph::{Graph, NONE};
use std::cmp::Reverse;
use std::collections::HashMap;
use wayfront_geometry::MinHeap;

/// Cuts after which a site is given up.
const MOST_CUTS: usize = 64;
/// Vertices that are looked at for a path that joins what goes.
const MOST_LOOKED_AT: usize = 4096;

impl Inserter {
    /// Fills `going`.
    pub(super) fn choose(&mut self, graph: &mut Graph, new: &Newcomer, [seed, other]: [u32; 2]) -> Result<(), Refused> {
        if self.lead(graph, new, seed) >= self.tie {
            return Err(Refused::NoCell);
        }
        self.joining.clear();
        for _ in 0..MOST_CUTS {
            self.gather(graph, new, seed);
            if !self.goes(other) && !self.must_stay(other) {
                self.join(graph, new, other)?;
            }
            if self.has_ties() {
                self.drop_loose_ties(graph, [seed, other]);
            }
            if self.is_tree(graph) {
                return Ok(());
            }
            self.cut_cycle(graph, new, [seed, other]);
            // Marks of the last try are forgotten; what must stay stays.
            for k in 0..self.going.len() {
                let v = self.going[k];
                if self.goes(v) {
                    self.seen[v as usize].mark = 0;
                }
            }
        }
        Err(Refused::NoTree)
    }

    /// The plain case, in one walk around the tree: no ties, no cycle, and both seeds are in it. Fills `going`, `gone` and
    /// `rim`; false, with nothing marked, if it is not that plain.
    ///
    /// Each edge of a tree is walked in, and walked back after all that is beyond it: a walk that meets a vertex again
    /// along another edge has closed a cycle.
    pub(super) fn walk_around(&mut self, graph: &Graph, new: &Newcomer, [seed, other]: [u32; 2]) -> bool {
        for list in [&mut self.going, &mut self.gone, &mut self.rim, &mut self.corners] {
            list.clear();
        }
        let first = graph.vertex(seed).leaving;
        let is_plain = self.lead(graph, new, seed) <= -self.tie && {
            self.mark_going(seed);
            self.walk_from(graph, new, first) && self.goes(other)
        };
        if !is_plain || self.rim.is_empty() {
            for k in 0..self.going.len() {
                self.seen[self.going[k] as usize].mark = 0;
            }
            return false;
        }
        true
    }

    fn mark_going(&mut self, v: u32) {
        self.seen[v as usize].mark = 2 * self.round;
        self.going.push(v);
    }

    fn walk_from(&mut self, graph: &Graph, new: &Newcomer, first: u32) -> bool {
        let (round, tie) = (self.round, self.tie);
        // The edges on which the walk has come here; a list that is not needed yet.
        let mut path = std::mem::take(&mut self.corners);
        let mut h = first;
        let is_tree = loop {
            let edge = graph.edge(h);
            let next = graph.edge(edge.next);
            let w = next.origin;
            let lead = self.lead(graph, new, w);
            if lead >= tie {
                self.rim.push(h);
                h = graph.next(edge.twin);
            } else if lead > -tie {
                break false;
            } else {
                if path.last() == Some(&edge.twin) {
                    path.pop();
                } else if self.seen[w as usize].mark == 2 * round {
                    break false;
                } else {
                    self.mark_going(w);
                    path.push(h);
                }
                self.gone.push(h);
                h = edge.next;
            }
            if h == first && path.is_empty() {
                break true;
            }
        };
        self.corners = path;
        is_tree
    }

    fn must_stay(&self, v: u32) -> bool {
        self.seen[v as usize].mark == 2 * self.round + 1
    }

    /// Everything that goes or ties and hangs together with the seed.
    fn gather(&mut self, graph: &Graph, new: &Newcomer, seed: u32) {
        self.going.clear();
        self.going.push(seed);
        self.seen[seed as usize].mark = 2 * self.round;
        let mut next = 0;
        while next < self.going.len() {
            let u = self.going[next];
            next += 1;
            let first = graph.vertex(u).leaving;
            let mut h = first;
            loop {
                let w = graph.target(h);
                if !self.goes(w) && !self.must_stay(w) && self.lead(graph, new, w) < self.tie {
                    self.seen[w as usize].mark = 2 * self.round;
                    self.going.push(w);
                }
                h = graph.twin(graph.edge(h).prev);
                if h == first || h == NONE {
                    break;
                }
            }
        }
    }

    /// The cell hangs together, but rounding hides it: the vertices of the path to `other` on which the largest lead is
    /// least go too.
    fn join(&mut self, graph: &Graph, new: &Newcomer, other: u32) -> Result<(), Refused> {
        let (mut open, mut from) = (std::mem::take(&mut self.open), std::mem::take(&mut self.from));
        open.clear();
        from.clear();
        let is_joined = self.join_over(graph, new, other, &mut open, &mut from);
        (self.open, self.from) = (open, from);
        is_joined
    }

    fn join_over(
        &mut self,
        graph: &Graph,
        new: &Newcomer,
        other: u32,
        open: &mut MinHeap<Reverse<u32>>,
        from: &mut HashMap<u32, u32>,
    ) -> Result<(), Refused> {
        for &v in &self.going {
            open.push(f64::NEG_INFINITY, Reverse(v));
            from.insert(v, NONE);
        }
        while let Some((worst, Reverse(v))) = open.pop() {
            if v == other {
                let mut at = v;
                while !self.goes(at) {
                    self.seen[at as usize].mark = 2 * self.round;
                    self.going.push(at);
                    self.joining.push(at);
                    at = from[&at];
                }
                // Where the path begins is part of it.
                self.joining.push(at);
                return Ok(());
            }
            for w in graph.star(v).map(|h| graph.target(h)) {
                if from.len() < MOST_LOOKED_AT && !self.must_stay(w) && !from.contains_key(&w) {
                    let lead = self.lead(graph, new, w);
                    if lead < f64::INFINITY {
                        from.insert(w, v);
                        open.push(worst.max(lead), Reverse(w));
                    }
                }
            }
        }
        Err(Refused::NoTree)
    }

    fn has_ties(&self) -> bool {
        self.going.iter().any(|&v| self.seen[v as usize].lead > -self.tie)
    }

    fn neighbours_that_go(&self, graph: &Graph, v: u32) -> usize {
        graph.star(v).filter(|&h| self.goes(graph.target(h))).count()
    }

    /// Ties that join nothing stay.
    fn drop_loose_ties(&mut self, graph: &Graph, seeds: [u32; 2]) {
        loop {
            let before = self.going.len();
            let mut kept = std::mem::take(&mut self.going);
            kept.retain(|&v| {
                let is_loose = !seeds.contains(&v)
                    && !self.joining.contains(&v)
                    && self.seen[v as usize].lead > -self.tie
                    && self.neighbours_that_go(graph, v) <= 1;
                if is_loose {
                    self.seen[v as usize].mark = 0;
                }
                !is_loose
            });
            self.going = kept;
            if self.going.len() == before {
                return;
            }
        }
    }

    /// All that goes hangs together, so counting edges is enough.
    fn is_tree(&self, graph: &Graph) -> bool {
        let ends: usize = self.going.iter().map(|&v| self.neighbours_that_go(graph, v)).sum();
        ends == 2 * (self.going.len() - 1)
    }

    /// Something in a cycle must stay: the place on one of its edges where the lead is largest, unless a vertex that ties
    /// leads more.
    fn cut_cycle(&mut self, graph: &mut Graph, new: &Newcomer, seeds: [u32; 2]) {
        let cores = std::mem::take(&mut self.core);
        self.core = self.cut_core(graph, new, seeds, cores);
    }

    fn cut_core(
        &mut self,
        graph: &mut Graph,
        new: &Newcomer,
        seeds: [u32; 2],
        mut cores: [Vec<u32>; 2],
    ) -> [Vec<u32>; 2] {
        self.find_core(graph, &mut cores);
        let core = &cores[0];
        let mut best = (f64::NEG_INFINITY, NONE, 0.5);
        for &v in core {
            for h in graph.star(v).filter(|&h| core.contains(&graph.target(h))) {
                let (lead, t) = largest_lead(graph, new, h);
                if lead > best.0 {
                    best = (lead, h, t);
                }
            }
        }
        let leads = |v: u32| self.seen[v as usize].lead;
        let ties =
            core.iter().copied().filter(|&v| !seeds.contains(&v) && !self.joining.contains(&v) && leads(v) > -self.tie);
        if let Some(v) = ties.max_by(|&a, &b| leads(a).total_cmp(&leads(b)))
            && best.0 <= self.tie
        {
            self.seen[v as usize].mark = 2 * self.round + 1;
            return cores;
        }
        if best.1 == NONE {
            return cores;
        }
        let (_, h, t) = best;
        let (i, j) = (graph.face(h), graph.face(graph.twin(h)));
        let [from, to] = [graph.origin(h), graph.target(h)].map(|v| graph.vertex(v).at);
        let (at, clearance) = lead_along(graph, new, i, j, from, to).1(t);
        let m = graph.split(h, at, clearance);
        graph.vertices[m as usize].is_fixed = false;
        self.grow(graph);
        self.seen[m as usize].mark = 2 * self.round + 1;
        cores
    }

    /// What is left of the graph that goes when its leaves are taken off again and again.
    fn find_core(&self, graph: &Graph, [core, before]: &mut [Vec<u32>; 2]) {
        core.clone_from(&self.going);
        loop {
            before.clone_from(core);
            core.retain(|&v| graph.star(v).filter(|&h| before.contains(&graph.target(h))).count() > 1);
            if core.len() == before.len() {
                return;
            }
        }
    }
}
