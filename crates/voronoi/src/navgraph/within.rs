//! Which discs are within reach and in sight: a search over neighbouring cells, those of walls as well.
//!
//! All that are seen are found: on the straight line from one centre to another, what is nearest at any place is no farther from
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

impl NavGraph {
    /// The discs whose gap is at most `reach` and whose centres are seen from that of a disc: none behind a wall.
    #[must_use]
    pub fn within(&self, disc: usize, reach: f64) -> Vec<usize> {
        let (face, own) = (self.faces[disc], self.discs[disc]);
        if face == NONE {
            return Vec::new();
        }
        let farthest = (own.radius + reach) * (1.0 + SLACK);
        let (mut is_met, mut open, mut found) = (vec![false; self.graph.faces.len()], vec![face], Vec::new());
        is_met[face as usize] = true;
        while let Some(at) = open.pop() {
            let twins = self.graph.ring(at).map(|h| self.graph.twin(h)).filter(|&twin| twin != NONE);
            for beyond in twins.map(|twin| self.graph.face(twin)) {
                let is_new = !std::mem::replace(&mut is_met[beyond as usize], true);
                if is_new && self.away(own.centre, beyond) <= farthest {
                    open.push(beyond);
                    found.extend(self.owner(beyond));
                }
            }
        }
        found.retain(|&other| self.sees(disc, other));
        found.sort_unstable();
        found
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
