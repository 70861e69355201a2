//! Who is seen by whom, where a graph of everybody knows it: nobody is pushed by somebody behind a wall.

use rayon::prelude::*;
use wayfront_voronoi::{NavGraph, WithinReach};

/// Agents that one task looks around for.
const CHUNK: usize = 32;

/// Per agent, those within reach that no wall hides.
#[derive(Clone, Debug, Default)]
pub struct Sights {
    /// Per slot, in order; `None` for those who have no place in the graph, who are not hidden from anybody.
    seen: Vec<Option<Vec<u32>>>,
    rooms: Vec<WithinReach>,
}

impl Sights {
    /// Looks around for the first `count` discs of a graph, which are the agents by their slots, as far as `reach` between
    /// two bodies.
    pub fn look(&mut self, graph: &NavGraph, count: usize, reach: f64) {
        let Self { seen, rooms } = self;
        seen.resize_with(count, || None);
        rooms.resize_with(count.div_ceil(CHUNK), WithinReach::default);
        seen.par_chunks_mut(CHUNK).zip(rooms).enumerate().for_each(|(chunk, (seen, room))| {
            for (slot, seen) in (chunk * CHUNK..).zip(seen) {
                if graph.fault(slot).is_some() {
                    *seen = None;
                    continue;
                }
                graph.find_within(slot, reach, room);
                let list = seen.get_or_insert_default();
                list.clear();
                list.extend_from_slice(room.found());
            }
        });
    }

    /// Both are in the graph, and a wall is between the two or they are out of reach.
    #[must_use]
    pub fn is_hidden(&self, slot: usize, other: usize) -> bool {
        let placed = |slot: usize| self.seen.get(slot).and_then(Option::as_ref);
        placed(other).is_some() && placed(slot).is_some_and(|seen| seen.binary_search(&(other as u32)).is_err())
    }
}
