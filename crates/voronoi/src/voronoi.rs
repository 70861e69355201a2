//! The diagram of a domain: for every place of the free space, which side or corner is nearest.
//!
//! Its faces are the cells of sides and of corners wider than half a turn; narrower corners have none. Its edges are as far
//! from the features on both sides and end where three are as near, at corners, and where clearance is least: so
//! clearance grows along an edge from one end to the other. A vertex is either a sector of an outline's vertex (clearance
//! 0) or in the open. Features that are in the same place but for rounding share a cell.
//!
//! Gates count as walls, as for [`Domain::clearance`].

use crate::build::{self, Feature, Outlines, is_border_with_end};
use crate::graph::{Graph, NONE};
use crate::site::Bisector;
use std::sync::Arc;
use thiserror::Error;
use wayfront_domain::Domain;
use wayfront_geometry::Point;

/// Why there is no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum VoronoiError {
    /// Features lie so close together that rounding hides which is nearest.
    #[error("the outline from {} to {} is too close to others to have a cell of its own", .0[0], .0[1])]
    TooClose([Point; 2]),
}

impl VoronoiError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::TooClose(_) => {
                "join points that are nearly the same, or move outlines that nearly touch apart".into()
            }
        }
    }
}

/// The Voronoi diagram of a domain's outlines and walls.
#[derive(Clone, Debug)]
pub struct Voronoi {
    domain: Arc<Domain>,
    /// Coordinates are relative to `frame`.
    pub(crate) graph: Graph,
    pub(crate) features: Vec<Feature>,
    pub(crate) frame: Point,
    /// Per side of a free triangle, and per corner: its first face.
    pub(crate) side_faces: Vec<u32>,
    pub(crate) corner_faces: Vec<u32>,
    /// Per face: the next one of the same side, where others lie on it but for rounding.
    pub(crate) more_faces: Vec<u32>,
}

/// An edge of the diagram.
#[derive(Clone, Copy, Debug)]
pub struct VoronoiEdge {
    /// What is nearest on its left, and on its right.
    pub features: [Feature; 2],
    /// The vertices at which it starts and ends.
    pub vertices: [u32; 2],
    /// The clearance there. In between it is between the two.
    pub clearances: [f64; 2],
    /// Its curve.
    pub curve: Bisector,
    /// It is the border between a side and its own end: no border between two things, and no part of the skeleton.
    pub is_spoke: bool,
}

impl VoronoiEdge {
    /// The least clearance along it, and where.
    #[must_use]
    pub fn narrowest(&self) -> (f64, Point) {
        let [from, to] = self.clearances;
        if from <= to { (from, self.curve.at(0.0)) } else { (to, self.curve.at(1.0)) }
    }
}

impl Voronoi {
    /// The diagram of all outlines and walls. About linear: some five microseconds for each side.
    ///
    /// # Errors
    /// If features are so close to each other that rounding hides which is nearest.
    pub fn of(domain: &Arc<Domain>) -> Result<Self, VoronoiError> {
        let mut outlines = Outlines::of(domain);
        let frame = outlines.frame;
        let free = build::free(domain, &mut outlines)
            .map_err(|stuck| VoronoiError::TooClose(stuck.side.map(|p| p + frame)))?;
        Ok(Self::with(domain, free.graph, free.features, frame))
    }

    /// A diagram from its graph and what its faces belong to.
    fn with(domain: &Arc<Domain>, graph: Graph, features: Vec<Feature>, frame: Point) -> Self {
        let mut side_faces = vec![NONE; domain.sides().len()];
        let mut corner_faces = vec![NONE; domain.corner_count()];
        let mut more_faces = Vec::with_capacity(features.len());
        for (face, feature) in (0..).zip(&features) {
            let first = match *feature {
                Feature::Side(side) => &mut side_faces[side.index()],
                Feature::Corner(corner) => &mut corner_faces[corner.index()],
            };
            more_faces.push(std::mem::replace(first, face));
        }
        Self { domain: domain.clone(), graph, features, frame, side_faces, corner_faces, more_faces }
    }

    /// What it is the diagram of.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.graph.vertices.len()
    }

    /// Where a vertex lies, and the distance from what is nearest there.
    #[must_use]
    pub fn vertex(&self, v: u32) -> (Point, f64) {
        let vertex = self.graph.vertex(v);
        (vertex.at + self.frame, vertex.clearance)
    }

    /// All edges, each once.
    pub fn edges(&self) -> impl Iterator<Item = VoronoiEdge> + '_ {
        let halves = 0..self.graph.edges.len() as u32;
        halves.filter(|&h| self.graph.twin(h) != NONE && h < self.graph.twin(h)).map(|h| self.edge(h))
    }

    pub(crate) fn edge(&self, h: u32) -> VoronoiEdge {
        let k = self.graph.twin(h);
        let vertices = [self.graph.origin(h), self.graph.origin(k)];
        let faces = [self.graph.face(h), self.graph.face(k)];
        let ends = vertices.map(|v| self.graph.vertex(v));
        let [i, j] = faces.map(|f| self.graph.site(f));
        VoronoiEdge {
            features: faces.map(|f| self.features[f as usize]),
            vertices,
            clearances: ends.map(|v| v.clearance),
            curve: Bisector::between(i, j, ends[0].at, ends[1].at).moved(self.frame),
            is_spoke: is_border_with_end(&self.graph, h),
        }
    }

    /// What has a cell: all sides, and the corners wider than half a turn.
    pub fn features(&self) -> impl Iterator<Item = Feature> + '_ {
        self.features.iter().copied()
    }

    /// Number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.features.len()
    }

    /// The loops of all faces are closed, twins lead back, and Euler's formula holds for every connected part.
    ///
    /// # Errors
    /// What does not hold, in words.
    pub fn sanity_check(&self) -> Result<(), String> {
        self.graph.check()
    }
}
