//! One graph that leads all discs at once, away from walls and from each other (MaNG; Sud et al. 2008).
//!
//! Discs are inserted into a copy of the static diagram, each frame in the same memory. *Red* are the edges of the diagram:
//! as far from two sites as from each other, be they walls or discs. *Black* is what the diagram would be inside the cell of
//! a disc if that disc were not there ([`black`]). A disc walks on black in its own cell and on red elsewhere, without the
//! border of its own cell, on which it would be its own obstacle.
//!
//! *First points.* The disc goes straight away from what is nearest until something else is as near. All of that way lies
//! in its own open cell, and open cells are disjoint: so no two discs are ever led to the same point, whatever the
//! positions and radii. (Lemma 3 of the paper says so of the nearest point of its black edges, which may be a red vertex
//! that two discs share.)
//!
//! Radii are taken down to the clearance of their centres: a disc that reaches into a wall counts as touching it, and one
//! whose centre is on a wall as a point just off it. A disc inside of another has no cell, and is reported.

mod again;
mod black;
mod home;
mod inside;
mod known;
mod landmarks;
mod lead;
mod place;
mod red;
mod routes;
mod search;
mod share;
mod within;

use crate::graph::{Graph, NONE};
use crate::insert::Inserter;
use crate::site::{Bisector, Site};
use crate::voronoi::Voronoi;
use black::Grove;
pub use lead::{GraphWish, Lead};
pub use routes::GraphRoute;
use std::sync::Arc;
use thiserror::Error;
use wayfront_geometry::Point;

/// An agent as the graph sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphDisc {
    /// Its centre.
    pub centre: Point,
    /// Its radius; 0 for a point.
    pub radius: f64,
}

/// Why a disc has no cell.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Unplaced {
    /// Its centre is in an obstacle or outside; the nearest free place, if there is one.
    #[error("its centre is in an obstacle or outside")]
    Blocked {
        /// Where it could stand.
        nearest: Option<Point>,
    },
    /// Its radius is negative, or a number is not finite.
    #[error("its radius is negative, or a number of it is not finite")]
    Impossible,
    /// It lies inside of another disc.
    #[error("it lies inside of disc {of}")]
    Inside {
        /// Of this one.
        of: usize,
    },
    /// Rounding hides its cell.
    #[error("rounding hides its cell")]
    Hidden,
}

/// The graph of a frame: walls and discs.
#[derive(Clone, Debug)]
pub struct NavGraph {
    voronoi: Arc<Voronoi>,
    graph: Graph,
    inserter: Inserter,
    /// Number of static faces: those of discs follow.
    first: u32,
    /// In the coordinates of the graph.
    discs: Vec<GraphDisc>,
    /// Per disc its face, and per face beyond the first ones its disc.
    faces: Vec<u32>,
    owners: Vec<u32>,
    /// Per disc: why it has no cell.
    faults: Vec<Option<Unplaced>>,
    /// Those with a cell, in the order of insertion.
    order: Vec<u32>,
    /// Each as the graph takes it, with the static face that it is in.
    settled: Vec<Result<(GraphDisc, u32), Unplaced>>,
    /// Room to sort discs: a key and the disc as one number.
    keys: Vec<u64>,
    groves: Vec<Grove>,
    /// How many trees they have.
    grown: usize,
    search: known::SearchMemory,
    shared: lead::LeadMemory,
}

impl NavGraph {
    /// A graph without discs.
    #[must_use]
    pub fn new(voronoi: &Arc<Voronoi>) -> Self {
        let size = voronoi.domain().bounds().size();
        Self {
            voronoi: voronoi.clone(),
            graph: voronoi.graph.clone(),
            inserter: Inserter::new(place::ROUNDINGS * f64::EPSILON * size),
            first: voronoi.features.len() as u32,
            discs: Vec::new(),
            faces: Vec::new(),
            owners: Vec::new(),
            faults: Vec::new(),
            order: Vec::new(),
            settled: Vec::new(),
            keys: Vec::new(),
            groves: Vec::new(),
            grown: 0,
            search: known::SearchMemory::default(),
            shared: lead::LeadMemory::default(),
        }
    }

    /// How many discs there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.discs.len()
    }

    /// The diagram of walls that discs are placed in.
    #[must_use]
    pub const fn voronoi(&self) -> &Arc<Voronoi> {
        &self.voronoi
    }

    /// A disc as the graph has taken it: no larger than the room that it has.
    #[must_use]
    pub fn disc(&self, disc: usize) -> GraphDisc {
        let GraphDisc { centre, radius } = self.discs[disc];
        GraphDisc { centre: centre + self.voronoi.frame, radius }
    }

    /// There are no discs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.discs.is_empty()
    }

    /// Why a disc has no cell.
    #[must_use]
    pub fn fault(&self, disc: usize) -> Option<Unplaced> {
        self.faults[disc]
    }

    /// The discs whose cells border on that of a disc: its neighbours that no wall and no other disc hides.
    pub fn neighbours(&self, disc: usize) -> impl Iterator<Item = usize> + '_ {
        let face = self.faces[disc];
        let ring = (face != NONE).then(|| self.graph.ring(face)).into_iter().flatten();
        let mut found: Vec<usize> = ring.filter_map(|h| self.owner(self.graph.face(self.graph.twin(h)))).collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter()
    }

    /// The nearest other disc that is not behind a wall, and the gap between the two.
    #[must_use]
    pub fn nearest(&self, disc: usize) -> Option<(usize, f64)> {
        let own = self.discs[disc];
        let gap = |k: usize| self.discs[k].centre.distance(own.centre) - self.discs[k].radius - own.radius;
        self.neighbours(disc).map(|k| (k, gap(k))).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The outline of a disc's cell, flattened within a tolerance; empty if it has none.
    #[must_use]
    pub fn cell(&self, disc: usize, tolerance: f64) -> Vec<Point> {
        let mut points = Vec::new();
        if self.faces[disc] != NONE {
            for h in self.graph.ring(self.faces[disc]) {
                self.curve(h).flatten_into(tolerance, &mut points);
            }
        }
        points
    }

    /// The red edges: curve and clearance at both ends. Borders between a side and its own end are none.
    pub fn red(&self) -> impl Iterator<Item = (Bisector, [f64; 2])> + '_ {
        let halves = 0..self.graph.edges.len() as u32;
        halves.filter(|&h| self.graph.is_used(h) && h < self.graph.twin(h) && self.is_arc(h)).map(|h| {
            let ends = [self.graph.origin(h), self.graph.target(h)];
            (self.curve(h), ends.map(|v| self.graph.vertex(v).clearance))
        })
    }

    /// The black edges in a disc's cell, as polylines.
    #[must_use]
    pub fn black(&self, disc: usize) -> Vec<Vec<Point>> {
        self.tree(disc).lines(&self.graph, self.voronoi.frame)
    }

    /// The point to which a disc is led first: straight away from what is nearest, and in no other cell.
    #[must_use]
    pub fn first_point(&self, disc: usize) -> Option<Point> {
        self.tree(disc).start.map(|p| p + self.voronoi.frame)
    }

    /// The loops are closed and Euler's formula holds.
    ///
    /// # Errors
    /// What does not hold, in words.
    pub fn sanity_check(&self) -> Result<(), String> {
        self.graph.check()
    }

    /// All vertices in the open: place, clearance, and what is as near there, as features or discs.
    pub fn vertices(&self) -> impl Iterator<Item = (Point, f64)> + '_ {
        let used = self.graph.vertices.iter().filter(|v| v.leaving != NONE && !v.is_fixed);
        used.map(|v| (v.at + self.voronoi.frame, v.clearance))
    }

    fn owner(&self, face: u32) -> Option<usize> {
        face.checked_sub(self.first).map(|k| self.owners[k as usize] as usize)
    }

    /// The half-edge is a red edge.
    fn is_arc(&self, h: u32) -> bool {
        let twin = self.graph.twin(h);
        twin != NONE
            && !crate::site::is_spoke(self.graph.site(self.graph.face(h)), self.graph.site(self.graph.face(twin)))
    }

    fn curve(&self, h: u32) -> Bisector {
        let [i, j] = [h, self.graph.twin(h)].map(|h| self.graph.site(self.graph.face(h)));
        let [from, to] = [self.graph.origin(h), self.graph.target(h)].map(|v| self.graph.vertex(v).at);
        Bisector::between(i, j, from, to).moved(self.voronoi.frame)
    }

    fn disc_site(&self, disc: usize) -> Site {
        let GraphDisc { centre, radius } = self.discs[disc];
        Site::Disc { centre, radius }
    }
}
