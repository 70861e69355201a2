//! Discs into the diagram of a frame.

use super::{GraphDisc, NavGraph, Unplaced};
use crate::graph::NONE;
use crate::insert::{Newcomer, Refused, least_lead};
use crate::retract::land;
use crate::site::Site;
use wayfront_geometry::hilbert_index;

/// Rounding of distances, in units in the last place of the world's size.
pub(super) const ROUNDINGS: f64 = 32.0;
/// A centre that is this share of the world's size from a wall is moved so far away from it: on the wall itself a cell
/// has no width.
const OFF_THE_WALL: f64 = 1e-7;
/// Steps from cell to nearer cell, at most.
const MOST_STEPS: usize = 10_000;

impl NavGraph {
    /// Places all discs anew, in the memory of the last frame. Those that have no cell are told by [`Self::fault`].
    pub fn place(&mut self, discs: &[GraphDisc]) {
        self.graph.copy_from(&self.voronoi.graph);
        self.discs.clear();
        self.faces.clear();
        self.faces.resize(discs.len(), NONE);
        self.owners.clear();
        self.faults.clear();
        self.faults.resize(discs.len(), None);
        let frame = self.voronoi.frame;
        self.discs.extend(discs.iter().map(|d| GraphDisc { centre: d.centre - frame, radius: d.radius }));
        let bounds = self.voronoi.domain().bounds();
        self.order.clear();
        self.order.extend(0..discs.len() as u32);
        self.order.sort_by_cached_key(|&k| hilbert_index(&bounds, discs[k as usize].centre));
        let mut near = NONE;
        for k in 0..self.order.len() {
            let disc = self.order[k] as usize;
            match self.insert(disc, discs[disc], near) {
                Ok(face) => {
                    self.faces[disc] = face;
                    self.owners.push(disc as u32);
                    near = face;
                }
                Err(fault) => self.faults[disc] = Some(fault),
            }
        }
        self.grow_trees();
    }

    fn insert(&mut self, disc: usize, given: GraphDisc, near: u32) -> Result<u32, Unplaced> {
        if !given.centre.is_finite() || !(given.radius >= 0.0 && given.radius.is_finite()) {
            return Err(Unplaced::Impossible);
        }
        let voronoi = self.voronoi.clone();
        let blocked = || Unplaced::Blocked { nearest: voronoi.domain().nearest_free(given.centre) };
        let room = voronoi.clearance(given.centre).ok_or_else(blocked)?;
        let mut clearance = room.distance;
        let off = OFF_THE_WALL * voronoi.domain().bounds().size();
        if clearance < off {
            let landing = voronoi.landing(given.centre, &room).ok_or(Unplaced::Hidden)?;
            let centre = self.discs[disc].centre;
            let way = landing.at.distance(centre);
            let moved = if way > off { centre.lerp(landing.at, off / way) } else { centre.lerp(landing.at, 0.5) };
            self.discs[disc].centre = moved;
            clearance = voronoi.clearance(moved + voronoi.frame).map_or(0.0, |room| room.distance);
        }
        self.discs[disc].radius = given.radius.min(clearance);
        let start = voronoi.face_of(&room).ok_or(Unplaced::Hidden)?;
        let face = self.nearest_face(disc, start, near);
        if let Some(other) = self.owner(face) {
            let (own, theirs) = (self.discs[disc], self.discs[other]);
            if own.centre.distance(theirs.centre) <= (own.radius - theirs.radius).abs() {
                return Err(Unplaced::Inside { of: other });
            }
        }
        let new = Newcomer { site: self.disc_site(disc), ends: [NONE; 2] };
        self.insert_from(&new, face).map_err(|_| Unplaced::Hidden)
    }

    /// The face whose site is nearest to a disc's centre: the nearest static one, or a disc that was inserted. Whoever is
    /// not in the cell of a site is nearer to a neighbour of it, so walking to nearer neighbours arrives.
    fn nearest_face(&self, disc: usize, fixed: u32, near: u32) -> u32 {
        let p = self.discs[disc].centre;
        let distance = |face: u32| match *self.graph.site(face) {
            Site::Disc { centre, radius } => p.distance(centre) - radius,
            // Beyond its ends a side is not as near as its line.
            ref site => site.foot(p).distance(p),
        };
        let walk = |start: u32| {
            let mut at = (distance(start), start);
            for _ in 0..MOST_STEPS {
                let ring = self.graph.ring(at.1).filter(|&h| self.graph.twin(h) != NONE);
                let beyond = ring.map(|h| self.graph.face(self.graph.twin(h)));
                let nearer = beyond.map(|f| (distance(f), f)).min_by(|a, b| a.0.total_cmp(&b.0));
                match nearer {
                    Some(next) if next.0 < at.0 => at = next,
                    _ => break,
                }
            }
            at
        };
        let from_near = if near == NONE { (f64::INFINITY, NONE) } else { walk(near) };
        if from_near.0 < distance(fixed) { from_near.1 } else { walk(fixed).1 }
    }

    /// Inserts a disc whose centre is in the cell of a face.
    fn insert_from(&mut self, new: &Newcomer, face: u32) -> Result<u32, Refused> {
        self.inserter.begin(&self.graph);
        let mut best = (f64::INFINITY, NONE);
        for h in self.graph.ring(face) {
            let v = self.graph.origin(h);
            let lead = self.inserter.lead(&self.graph, new, v);
            if lead < best.0 {
                best = (lead, v);
            }
        }
        if best.0 >= 0.0 {
            // The disc takes the middle of an edge: a corridor. Around the place that its own ray meets, it is nearest.
            let Site::Disc { centre, .. } = new.site else { return Err(Refused::NoCell) };
            let landing = land(&self.graph, face, centre).ok_or(Refused::NoCell)?;
            let (lead, at, clearance) = least_lead(&self.graph, new, landing.edge);
            if lead >= 0.0 {
                return Err(Refused::NoCell);
            }
            let v = self.graph.split(landing.edge, at, clearance);
            self.inserter.begin(&self.graph);
            best = (lead, v);
        }
        self.inserter.insert(&mut self.graph, new, [best.1; 2])
    }
}
