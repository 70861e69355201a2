//! Shorter lanes: each is pulled taut between its neighbours, again and again, until nothing shortens.
//!
//! What is shortened makes room for the neighbours, so lanes take turns, from the last to the first and back. A lane has
//! another turn if it moved, or if one that was in its way did.
//!
//! Invariant: after every turn all lanes are still lanes, and none has become longer. Cost: the turns, a few for each
//! lane; for what a turn costs see `taut`.

use crate::lanes::{Lane, Lanes};
use crate::room::Room;
use crate::taut::{Taut, WORTHWHILE};
use std::sync::OnceLock;

/// Rounds in which lanes leap: what one leaves makes room for leaps of others.
const LEAP_ROUNDS: usize = 4;
/// Rounds over all lanes.
const MOST_ROUNDS: usize = 16;

impl<'a> Lanes<'a> {
    /// The same lanes, pulled taut: never longer, never fewer, as far apart as before.
    #[must_use]
    pub fn shortened(&self) -> Lanes<'a> {
        let mut lanes = Lanes {
            flow: self.flow,
            radius: self.radius,
            capacity: self.capacity,
            gates: self.gates.clone(),
            given_gates: self.given_gates.clone(),
            heights: self.heights.clone(),
            lanes: self.lanes.clone(),
            given: OnceLock::new(),
        };
        let count = self.lanes.len();
        let mut turns = Turns { room: Room::of(self), waits: vec![true; count], blocks: vec![Vec::new(); count] };
        let total = |lanes: &[Lane]| lanes.iter().map(Lane::length).sum::<f64>();
        let mut length = total(&lanes.lanes);
        for round in 0..MOST_ROUNDS {
            turns.round(self, &mut lanes.lanes, round);
            let now = total(&lanes.lanes);
            if length - now < WORTHWHILE * now {
                break;
            }
            length = now;
        }
        lanes
    }
}

/// Whose turn it is.
struct Turns<'a> {
    room: Room<'a>,
    /// Per lane: it may have room that it had not when it was pulled last.
    waits: Vec<bool>,
    /// Per lane: the lanes that it was in the way of when they were pulled last.
    blocks: Vec<Vec<usize>>,
}

impl<'a> Turns<'a> {
    /// Pulls all lanes that wait, from the last to the first or back.
    fn round(&mut self, before: &'a Lanes<'a>, lanes: &mut [Lane], round: usize) {
        for step in 0..lanes.len() {
            let k = if round.is_multiple_of(2) { lanes.len() - 1 - step } else { step };
            if std::mem::take(&mut self.waits[k]) {
                self.pull(before, &mut lanes[k], k, round < LEAP_ROUNDS);
            }
        }
    }

    fn pull(&mut self, before: &'a Lanes<'a>, lane: &mut Lane, k: usize, leaps: bool) {
        self.room.take_out(k);
        let pulled = Taut { room: &self.room, lanes: before, lane, leaps }.pulled();
        for other in self.room.blocking() {
            self.blocks[other].push(k);
        }
        if pulled != lane.pieces {
            self.waits[k] = true;
            std::mem::take(&mut self.blocks[k]).into_iter().for_each(|other| self.waits[other] = true);
            lane.pieces = pulled;
        }
        self.room.put_in(k, &lane.pieces);
    }
}
