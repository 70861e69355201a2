//! Who is within reach and in sight: a search over neighbouring cells, those of walls as well.
//!
//! Whoever is seen is found: on the straight line from one centre to another, what is nearest at any place is no farther from
//! the first than the second is, and cells along the line are neighbours. So the search goes on over all cells whose discs,
//! sides and corners are within reach. It may come around the end of a wall; what is not seen is left out afterwards.
//!
//! Cost: the cells within reach, and a line of sight for those that are farther away than the nearest wall.

use super::NavGraph;
use crate::graph::NONE;
use crate::site::Site;
use wayfront_geometry::{Point, closest_on_segment};

/// Tolerance: What rounding may take off a reach, as a share of it.
const SLACK: f64 = 1e-9;

/// Room for searches, to be used again and again.
#[derive(Clone, Debug, Default)]
pub struct WithinReach {
    /// Per face: the search that has met it last.
    met: Vec<u32>,
    search: u32,
    open: Vec<u32>,
    found: Vec<u32>,
}

impl WithinReach {
    /// The discs that the last search has found, in order.
    #[must_use]
    pub fn found(&self) -> &[u32] {
        &self.found
    }

    fn begin(&mut self, faces: usize) {
        if self.search == u32::MAX || self.met.len() < faces {
            self.met.clear();
            self.met.resize(faces, 0);
            self.search = 0;
        }
        self.search += 1;
        self.open.clear();
        self.found.clear();
    }

    /// Meets a face, and tells whether that is for the first time.
    fn meets(&mut self, face: u32) -> bool {
        std::mem::replace(&mut self.met[face as usize], self.search) != self.search
    }
}

impl NavGraph {
    /// The discs whose gap is at most `reach` and whose centres are seen from that of a disc: none behind a wall.
    #[must_use]
    pub fn within(&self, disc: usize, reach: f64) -> Vec<usize> {
        let mut room = WithinReach::default();
        self.find_within(disc, reach, &mut room);
        room.found.iter().map(|&k| k as usize).collect()
    }

    /// Like [`Self::within`], in the memory of the search before.
    pub fn find_within(&self, disc: usize, reach: f64, room: &mut WithinReach) {
        room.begin(self.graph.faces.len());
        let (face, own) = (self.faces[disc], self.discs[disc]);
        if face == NONE {
            return;
        }
        let farthest = (own.radius + reach) * (1.0 + SLACK);
        room.meets(face);
        room.open.push(face);
        while let Some(at) = room.open.pop() {
            for h in self.graph.ring(at) {
                let twin = self.graph.twin(h);
                if twin == NONE {
                    continue;
                }
                let beyond = self.graph.face(twin);
                if !room.meets(beyond) || self.away(own.centre, beyond) > farthest {
                    continue;
                }
                room.open.push(beyond);
                if let Some(other) = self.owner(beyond) {
                    room.found.push(other as u32);
                }
            }
        }
        room.found.retain(|&k| self.sees(disc, k as usize));
        room.found.sort_unstable();
    }

    /// No wall is between the centres of two discs.
    #[must_use]
    pub fn sees(&self, disc: usize, other: usize) -> bool {
        let [own, other] = [disc, other].map(|k| self.discs[k].centre);
        // As far as the nearest wall everything is seen.
        let room_to_walls = self.settled[disc].map_or(0.0, |(_, fixed)| self.away(own, fixed));
        let (domain, frame) = (self.voronoi.domain(), self.voronoi.frame);
        other.distance(own) < room_to_walls || domain.sees(own + frame, other + frame)
    }

    /// The straight distance from a place to what a cell belongs to, seen or not.
    fn away(&self, p: Point, face: u32) -> f64 {
        match *self.graph.site(face) {
            Site::Disc { centre, radius } => p.distance(centre) - radius,
            Site::Point(at) => p.distance(at),
            Site::Side { start, end, .. } => p.distance(closest_on_segment(start, end, p)),
        }
    }
}
