//! Paths that leave the cell of their disc and come back into it.
//!
//! Without the disc its cell is crossed by black edges: a path may go around a neighbour, through the cell once more and out on
//! another side. Landmarks and shared trees know red arcs alone, so they bound what is left to pay outside only. A search runs
//! without black edges first; it runs again with them if a path that comes back could be cheaper than what was found. What
//! follows from a place, through the cell as often as it may be, costs no less than the straight line to the node by which the
//! cell is left for good, and what is left from there: so bounds hold again.
//!
//! Cost: a bound for each pair of nodes of the border by which one could leave and come back, if the cheapest of all is below
//! what was found; one more search where such a bound holds.

use super::NavGraph;
use super::known::{Exit, Own, Question, Reached, THROUGH};
use crate::cost::Stop;
use crate::graph::NONE;
use wayfront_geometry::Point;

impl NavGraph {
    /// A path that comes back may cost less than what was found. Fills the list of exits.
    pub(super) fn may_come_back(
        &self,
        ask: &Question<'_>,
        known: &mut Own,
        found: f64,
        left: impl Fn(u32) -> f64,
    ) -> bool {
        self.list_exits(ask, known, left);
        let exits = &known.exits[..];
        if found == f64::INFINITY {
            // From all nodes that can be reached inside, everything outside is known.
            return exits.iter().any(|exit| exit.paid == f64::INFINITY)
                && exits.iter().any(|exit| exit.paid < f64::INFINITY);
        }
        let turn = ask.kept.map_or(0.0, |(_, margin)| margin);
        let out = exits.iter().map(|exit| exit.paid + exit.margin + exit.step).fold(f64::INFINITY, f64::min);
        let rest = exits.iter().map(|exit| exit.left).fold(f64::INFINITY, f64::min);
        let is_worth = |back: &Exit, paid: f64, rest: f64| paid < back.paid + turn && paid + rest < found;
        let is_possible = |back: &&Exit| is_worth(back, out + back.step, rest);
        exits.iter().filter(is_possible).any(|back| {
            exits.iter().filter(|out| out.node != back.node && out.paid < f64::INFINITY).any(|out| {
                let paid = out.paid + out.margin + out.step + self.apart(ask, out.next, back.next) + back.step;
                let others = exits.iter().filter(|exit| ![out.node, back.node].contains(&exit.node));
                let rest = || others.map(|exit| exit.at.distance(back.at) + exit.left).fold(f64::INFINITY, f64::min);
                is_worth(back, paid, 0.0) && is_worth(back, paid, rest())
            })
        })
    }

    /// All exits of a disc's cell, with what is left from their nodes.
    pub(super) fn list_exits(&self, ask: &Question<'_>, known: &mut Own, left: impl Fn(u32) -> f64) {
        let (red, own) = (&ask.memory.red, self.faces[ask.disc]);
        let Own { exits, inside, .. } = known;
        exits.clear();
        // Red vertices come first.
        let border = self.tree(ask.disc).nodes.iter().take_while(|black| black.red != NONE).enumerate();
        for (k, black) in border {
            let node = red.node_of[black.red as usize];
            if node == NONE {
                continue;
            }
            let mut outside = red.arcs(node).iter().filter(|arc| !arc.faces.contains(&own));
            let (next, step) = match (outside.next(), outside.next()) {
                (Some(arc), None) => (arc.to, arc.cost),
                _ => (node, 0.0),
            };
            let margin = self.margin(ask, k);
            exits.push(Exit { node, black: k, at: black.at, paid: inside[k].0, margin, left: left(node), next, step });
        }
        for k in 0..exits.len() {
            if exits.iter().any(|exit| exit.node == exits[k].next) {
                (exits[k].next, exits[k].step) = (exits[k].node, 0.0);
            }
        }
    }

    /// What a path between two nodes costs outside, at least.
    fn apart(&self, ask: &Question<'_>, a: u32, b: u32) -> f64 {
        let memory = ask.memory;
        let [p, q] = [a, b].map(|node| memory.red.places[node as usize]);
        (p.distance(q) * memory.least_rate).max(memory.landmarks.apart(a, b))
    }

    /// From a node of the border, reached from outside, through the cell to all others.
    pub(super) fn cross(
        &self,
        ask: &Question<'_>,
        (node, paid): (u32, f64),
        known: &mut Own,
        left: &impl Fn(u32) -> f64,
    ) {
        let red = &ask.memory.red;
        let paths = self.black_paths(ask.disc, ask.cost);
        let Some(entry) = paths.tree.at_red(red.vertices[node as usize]) else { return };
        let (mut through, mut open) = (std::mem::take(&mut known.through), std::mem::take(&mut known.black));
        paths.spread_from(entry, &mut through, &mut open);
        for (black, (more, _)) in paths.tree.nodes.iter().zip(&through).take_while(|(black, _)| black.red != NONE) {
            let exit = red.node_of[black.red as usize];
            if exit != NONE && exit != node && *more < f64::INFINITY {
                known.offer(exit, Reached::new(paid + more, node, THROUGH), || left(exit));
            }
        }
        (known.through, known.black) = (through, open);
    }

    /// The stops of a path through the cell from one red node of its border to another, without the first.
    pub(super) fn crossed(&self, ask: &Question<'_>, nodes: [u32; 2], known: &mut Own, stops: &mut Vec<Stop>) {
        let paths = self.black_paths(ask.disc, ask.cost);
        if let [Some(from), Some(to)] = nodes.map(|node| paths.tree.at_red(ask.memory.red.vertices[node as usize])) {
            paths.spread_from(from, &mut known.through, &mut known.black);
            paths.follow(&known.through, to, stops);
        }
    }
}

/// What is left to pay from a place at least, for paths that may come back: `outside` if they do not.
pub(super) fn left_with_returns(exits: &[Exit], p: Point, outside: f64) -> f64 {
    exits.iter().map(|exit| exit.at.distance(p) + exit.left).fold(outside, f64::min)
}
