//! What a planner knows of each state. A stamp makes forgetting everything free.

use crate::space::{StateId, Ticks, UNKNOWN};

/// By the first number, then by the second.
pub type Key = (u64, Ticks);

#[derive(Clone, Copy, Debug)]
pub struct Node {
    stamp: u32,
    pub g: Ticks,
    pub rhs: Ticks,
    pub key: Key,
    /// The round of the last expansion, from 1 on.
    pub round: u16,
    pub is_open: bool,
    /// In which turn of the search its cost fell and was passed on.
    pub closed: u32,
    pub is_inconsistent: bool,
}

const FRESH: Node = Node {
    stamp: 0,
    g: UNKNOWN,
    rhs: UNKNOWN,
    key: (0, 0),
    round: 0,
    is_open: false,
    closed: 0,
    is_inconsistent: false,
};

#[derive(Clone, Debug, Default)]
pub struct Nodes {
    nodes: Vec<Node>,
    stamp: u32,
    /// Which turn of the search it is: within one, a state whose cost falls is expanded once.
    turn: u32,
}

impl Nodes {
    pub fn reset(&mut self, count: usize) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 || self.nodes.len() != count {
            self.nodes.clear();
            self.stamp = 1;
        }
        self.nodes.resize(count, FRESH);
        self.turn += 1;
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node of a state, as new if it was not seen in this search.
    #[inline]
    pub fn at(&mut self, state: u32) -> &mut Node {
        let node = &mut self.nodes[state as usize];
        if node.stamp != self.stamp {
            *node = Node { stamp: self.stamp, ..FRESH };
        }
        node
    }

    pub fn get(&self, state: u32) -> Option<&Node> {
        self.nodes.get(state as usize).filter(|node| node.stamp == self.stamp)
    }

    /// All states may be expanded again.
    pub fn reopen(&mut self) {
        self.turn += 1;
    }

    /// A state has had its turn.
    pub fn close(&mut self, state: u32) {
        let turn = self.turn;
        self.at(state).closed = turn;
    }

    /// Whether a state has had its turn.
    pub fn is_closed(&mut self, state: u32) -> bool {
        let turn = self.turn;
        self.at(state).closed == turn
    }

    pub fn forget_rounds(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.round = 0);
    }
}

/// What the last round without inflation proved: what the cheapest path from a start cost.
#[derive(Clone, Copy, Debug)]
pub struct Proof {
    pub start: StateId,
    pub cost: Ticks,
}
