//! Discs into the diagram of a frame.

use super::share::share;
use super::{GraphDisc, NavGraph, Unplaced};
use crate::graph::{Graph, NONE};
use crate::insert::{Newcomer, Refused, least_lead};
use crate::nearest::Clearance;
use crate::retract::land;
use crate::site::Site;
use wayfront_geometry::{Point, hilbert_index};

/// Tolerance: Rounding of distances, in units in the last place of the world's size.
pub(super) const ROUNDINGS: f64 = 32.0;
/// Tolerance: A centre that is this share of the world's size from a wall is moved so far away from it: on the wall
/// itself a cell has no width.
const OFF_THE_WALL: f64 = 1e-7;
/// Tolerance: A disc that touches a wall ends this share of its clearance before it: where it touches, its cell has no
/// width.
const TOUCHING: f64 = 1e-9;
/// Tolerance: The same as a share of the world's size: the least gap.
const LEAST_GAP: f64 = 1e-10;
/// Tolerance: A disc that reaches out of another by less than this share of the world's size lies in it: rounding hides
/// its cell.
const SAME_PLACE: f64 = 1e-10;
/// Tolerance: What is so many times as far is nearer beyond rounding.
const SURELY_NEARER: f64 = 1.0 - 1e-9;
/// Tolerance: In a corner as sharp as a needle a centre is moved on, until its clearance is this share of the world's
/// size.
const LEAST_ROOM: f64 = 1e-12;
/// Tolerance: So many times the rounding of distances are no room for a cell, where there is not even that.
const ROUNDED_ROOM: f64 = 16.0;
/// Discs from which on a second thread is worth its start.
const MANY: usize = 512;
/// Discs that one task settles.
const SETTLED_AT_ONCE: usize = 64;
/// Steps from cell to nearer cell, at most.
const MOST_STEPS: usize = 10_000;

impl NavGraph {
    /// Places all discs anew, in the memory of the last frame. Those that have no cell are reported by [`Self::fault`].
    pub fn place(&mut self, discs: &[GraphDisc]) {
        self.place_cells(discs);
        self.grow_trees();
    }

    /// Like [`Self::place`], for cells and neighbours alone: no disc has a route until all are placed.
    pub fn place_cells(&mut self, discs: &[GraphDisc]) {
        self.grown = 0;
        self.graph.copy_from(&self.voronoi.graph, discs.len());
        self.discs.clear();
        self.faces.clear();
        self.faces.resize(discs.len(), NONE);
        self.owners.clear();
        self.faults.clear();
        self.order.clear();
        let mut all = std::mem::take(&mut self.settled);
        all.clear();
        all.resize(discs.len(), Err(Unplaced::Impossible));
        let work = all.chunks_mut(SETTLED_AT_ONCE).zip(discs.chunks(SETTLED_AT_ONCE));
        share(work, discs.len() >= MANY, |(all, discs)| {
            all.iter_mut().zip(discs).for_each(|(settled, disc)| *settled = self.settle(disc));
        });
        for (k, (disc, &settled)) in discs.iter().zip(&all).enumerate() {
            self.faults.push(settled.err());
            // Until it has a face of its own: the static one that it is in.
            let (disc, face) = settled.unwrap_or((*disc, NONE));
            self.discs.push(disc);
            self.faces[k] = face;
        }
        self.settled = all;
        self.find_nested();
        self.sort();
        self.insert_all();
    }

    /// Those that lie inside of others have no cell. One inside of another is no farther from it than their radii
    /// differ: a sweep along x, in steps of which a world has as many as a number of 32 bits.
    fn find_nested(&mut self) {
        let (all, keys) = (&self.discs, &mut self.keys);
        let radii = || all.iter().zip(&self.faces).filter(|(_, face)| **face != NONE).map(|(disc, _)| disc.radius);
        let (bounds, frame) = (self.voronoi.domain().bounds(), self.voronoi.frame);
        let same = SAME_PLACE * bounds.size();
        let spread = radii().fold(0.0, f64::max) - radii().fold(f64::INFINITY, f64::min) + same;
        let steps = f64::from(u32::MAX) / bounds.width().max(f64::MIN_POSITIVE);
        let left = bounds.min.x - frame.x;
        let step = |k: usize| ((all[k].centre.x - left) * steps) as u32;
        keys.clear();
        keys.extend((0..all.len()).filter(|&k| self.faces[k] != NONE).map(|k| keyed(step(k), k)));
        keys.sort_unstable();
        // Steps are rounded down, so distances are by up to one less.
        let apart = (spread * steps) as u32;
        let apart = u64::from(apart.saturating_add(2)) << 32;
        for (rank, &first) in keys.iter().enumerate() {
            for &second in keys[rank + 1..].iter().take_while(|&&second| second - first <= apart) {
                let (i, k) = (first as u32 as usize, second as u32 as usize);
                let (one, other) = (all[i], all[k]);
                if one.centre.distance(other.centre) > (one.radius - other.radius).abs() + same {
                    continue;
                }
                let is_larger = one.radius > other.radius || one.radius == other.radius && i < k;
                let (of, inner) = if is_larger { (i, k) } else { (k, i) };
                // Of several, the largest: that has a cell.
                let is_better = match self.faults[inner] {
                    Some(Unplaced::Inside { of: known }) => (all[of].radius, known) > (all[known].radius, of),
                    _ => true,
                };
                if is_better {
                    self.faults[inner] = Some(Unplaced::Inside { of });
                    self.faces[inner] = NONE;
                }
            }
        }
    }

    /// The order along a curve that fills the world.
    fn sort(&mut self) {
        let (bounds, frame) = (self.voronoi.domain().bounds(), self.voronoi.frame);
        let place = |k: usize| hilbert_index(&bounds, self.discs[k].centre + frame);
        self.keys.clear();
        self.keys.extend((0..self.discs.len()).filter(|&k| self.faces[k] != NONE).map(|k| keyed(place(k), k)));
        self.keys.sort_unstable();
        self.order.extend(self.keys.iter().map(|&key| key as u32));
    }

    /// Along the curve: the disc before is close by.
    fn insert_all(&mut self) {
        let mut near = NONE;
        for rank in 0..self.order.len() {
            let disc = self.order[rank] as usize;
            match self.insert(disc, near) {
                Ok(face) => {
                    self.faces[disc] = face;
                    self.owners.push(disc as u32);
                    near = face;
                }
                Err(fault) => {
                    self.faces[disc] = NONE;
                    self.faults[disc] = Some(fault);
                }
            }
        }
    }

    /// A disc as the graph takes it, and the static face that its centre is in.
    fn settle(&self, given: &GraphDisc) -> Result<(GraphDisc, u32), Unplaced> {
        if !(given.centre.is_finite() && given.radius >= 0.0 && given.radius.is_finite()) {
            return Err(Unplaced::Impossible);
        }
        let voronoi = &self.voronoi;
        let blocked = || Unplaced::Blocked { nearest: voronoi.domain().nearest_free(given.centre) };
        let room = voronoi.clearance(given.centre).ok_or_else(blocked)?;
        let (mut centre, mut clearance) = (given.centre - voronoi.frame, room.distance);
        let size = voronoi.domain().bounds().size();
        let off = OFF_THE_WALL * size;
        let is_on_wall = clearance < off;
        if is_on_wall {
            centre = self.off_the_wall(given.centre, &room, off).ok_or(Unplaced::Hidden)?;
            clearance = voronoi.clearance(centre + voronoi.frame).map_or(0.0, |room| room.distance);
            if clearance <= ROUNDED_ROOM * self.inserter.tie() {
                return Err(Unplaced::Hidden);
            }
        }
        let face = voronoi.face_of(&room).ok_or(Unplaced::Hidden)?;
        // On a wall there is room for a point.
        let gap = if is_on_wall { clearance } else { (TOUCHING * clearance).max(LEAST_GAP * size) };
        Ok((GraphDisc { centre, radius: given.radius.min(clearance - gap) }, face))
    }

    /// A place with some room near one on a wall, in the coordinates of the graph: straight away from the wall; out of a corner
    /// along an edge, as far as it takes, and over the next ones if that ends before there is room.
    fn off_the_wall(&self, given: Point, room: &Clearance, off: f64) -> Option<Point> {
        let voronoi = &self.voronoi;
        let (on_wall, landing) = (given - voronoi.frame, voronoi.landing(given, room)?.at);
        let reach = landing.distance(on_wall);
        if reach >= off {
            return Some(on_wall.lerp(landing, off.min(reach / 2.0) / reach));
        }
        // In a corner no ray leads straight away from it, but an edge does.
        let graph = &voronoi.graph;
        let end = edge_from_corner(graph, voronoi.face_of(room)?, on_wall)?;
        let (enough, inside) = (LEAST_ROOM * voronoi.domain().bounds().size(), graph.vertex(end).at);
        let reach = inside.distance(on_wall);
        let mut step = off.min(reach / 2.0);
        while step < reach {
            let centre = on_wall.lerp(inside, step / reach);
            if voronoi.clearance(centre + voronoi.frame).is_some_and(|room| room.distance >= enough) {
                return Some(centre);
            }
            step *= 4.0;
        }
        Some(graph.vertex(uphill(graph, end, enough)).at)
    }

    fn insert(&mut self, disc: usize, near: u32) -> Result<u32, Unplaced> {
        let own = self.discs[disc];
        let face = self.nearest_face(own.centre, self.faces[disc], near);
        if let Some(other) = self.owner(face) {
            let theirs = self.discs[other];
            if own.centre.distance(theirs.centre) <= (own.radius - theirs.radius).abs() {
                return Err(Unplaced::Inside { of: other });
            }
        }
        let new = Newcomer { site: self.disc_site(disc), ends: [NONE; 2] };
        self.insert_from(&new, face).map_err(|_| Unplaced::Hidden)
    }

    /// The face whose site is nearest to a place: the nearest static one, or a disc that was inserted. `near` may be any face
    /// close by.
    pub(super) fn nearest_face(&self, p: Point, fixed: u32, near: u32) -> u32 {
        let from_near = if near == NONE { (f64::INFINITY, NONE) } else { self.walk(p, near) };
        // What is as near but for rounding may be behind a wall.
        if from_near.0 < self.distance(p, fixed) * SURELY_NEARER { from_near.1 } else { self.walk(p, fixed).1 }
    }

    /// How far a place is from the site of a face.
    fn distance(&self, p: Point, face: u32) -> f64 {
        match *self.graph.site(face) {
            Site::Disc { centre, radius } => p.distance(centre) - radius,
            // From behind a side only its ends are seen; beyond its ends it is not as near as its line.
            Site::Side { start, end, along, .. } if along.cross(p - start) < 0.0 => {
                p.distance(start).min(p.distance(end))
            }
            ref site => site.foot(p).distance(p),
        }
    }

    /// A point outside of the cell of a site is nearer to a neighbour of it: walks to nearer neighbours.
    fn walk(&self, p: Point, start: u32) -> (f64, u32) {
        let mut at = (self.distance(p, start), start);
        for _ in 0..MOST_STEPS {
            let (mut nearest, mut last) = (at, NONE);
            for h in self.graph.ring(at.1) {
                let twin = self.graph.twin(h);
                let beyond = if twin == NONE { NONE } else { self.graph.face(twin) };
                // Edges of the same two cells follow each other.
                if beyond != last && beyond != NONE {
                    self.offer(p, beyond, &mut nearest);
                }
                last = beyond;
            }
            if nearest.1 == at.1 {
                break;
            }
            at = nearest;
        }
        at
    }

    /// Takes a face if it is nearer.
    #[inline]
    fn offer(&self, p: Point, face: u32, nearest: &mut (f64, u32)) {
        if let Site::Disc { centre, radius } = *self.graph.site(face) {
            // Most are not, and no root says so.
            let (offset, reach) = (p - centre, nearest.0 + radius);
            if offset.dot(offset) >= reach * reach && reach > 0.0 {
                return;
            }
        }
        let distance = self.distance(p, face);
        if distance < nearest.0 {
            *nearest = (distance, face);
        }
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
        if best.0 > -self.inserter.tie() {
            // The disc takes the middle of an edge: a corridor, of which it may just reach an end. Around the place that its
            // own ray meets, it is nearest.
            let Site::Disc { centre, .. } = new.site else { return Err(Refused::NoCell) };
            let landing = land(&self.graph, face, centre).ok_or(Refused::NoCell)?;
            let room = self.graph.site(face).distance(landing.at);
            let there = (new.lead(landing.at, room, [false; 2]), landing.at, room);
            let (lead, at, clearance) = if there.0 < 0.0 { there } else { least_lead(&self.graph, new, landing.edge) };
            if lead.min(best.0) >= 0.0 {
                return Err(Refused::NoCell);
            }
            if lead < best.0 {
                let v = self.graph.split(landing.edge, at, clearance);
                self.graph.vertices[v as usize].is_fixed = false;
                self.inserter.begin(&self.graph);
                best = (lead, v);
            }
        }
        self.inserter.insert(&mut self.graph, new, [best.1; 2])
    }
}

/// By a key, and by its number if others have the same.
fn keyed(key: u32, disc: usize) -> u64 {
    u64::from(key) << 32 | disc as u64
}

/// Where the edge ends that leads from that end of a side which is nearest to a place into the open, in the cell of the side.
fn edge_from_corner(graph: &Graph, face: u32, p: Point) -> Option<u32> {
    let away = |h: &u32| graph.vertex(graph.origin(*h)).at.distance(p);
    let ends = graph.ring(face).filter(|&h| graph.vertex(graph.origin(h)).is_fixed);
    let h = ends.min_by(|a, b| away(a).total_cmp(&away(b)))?;
    Some(if graph.twin(h) == NONE { graph.origin(graph.edge(h).prev) } else { graph.target(h) })
}

/// The first vertex with enough room on the way from one to ever wider ones, or the last.
fn uphill(graph: &Graph, from: u32, enough: f64) -> u32 {
    let room = |v: u32| graph.vertex(v).clearance;
    let mut at = from;
    while room(at) < enough {
        let around = graph.star(at).map(|h| graph.target(h));
        match around.max_by(|&a, &b| room(a).total_cmp(&room(b))) {
            Some(next) if room(next) > room(at) => at = next,
            _ => break,
        }
    }
    at
}
