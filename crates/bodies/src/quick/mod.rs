//! Quick ways: a way that a disc can walk, found over the graph of triangles, not always the shortest of all.
//!
//! The free triangles are a graph, and most of it is corridors: triangles that one enters on one side and leaves on
//! another ([`graph`]). Contracted, A* over what is left finds a channel ([`channel`]), and the shortest way within the
//! channel is pulled taut around its corners, as arcs of the disc's radius ([`funnel`]). Widths of triangles are necessary
//! for a disc to pass, but on a plain triangulation not sufficient: so every leg and every arc is tested, and where one
//! fails the exact search answers. *Invariant*: a way that is given can be walked; it says whether it is the shortest for
//! sure.
//!
//! Triangle graphs and widths: Demyen and Buro 2006; funnels for discs: Kallmann 2010. Cost: one pass over the triangles
//! once, then the junctions that A* opens and the triangles of the channel; nothing is kept for a radius.

mod channel;
mod funnel;
mod graph;
mod taut;

use crate::discs::{DiscPath, NoRoom, narrowest};
use crate::pairs::DiscSearch;
use channel::Channels;
use funnel::Funnel;
use graph::TriangleGraph;
use std::sync::Arc;
use taut::Taut;
use wayfront_domain::{Domain, Openings};
use wayfront_geometry::{Piece, Point};

/// How good a quick way is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuickKind {
    /// The shortest of its channel; another channel may have a shorter one.
    Local,
    /// The shortest of all: straight, or found by the exact search.
    Exact,
}

impl QuickKind {
    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Exact => "exact",
        }
    }
}

/// A way that can be walked.
#[derive(Clone, Debug, PartialEq)]
pub struct QuickPath {
    /// The way.
    pub path: DiscPath,
    /// How good it is.
    pub kind: QuickKind,
}

/// Finds quick ways between pairs of points, for any radius, in the same memory.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::Domain;
/// use wayfront_geometry::Point;
/// use wayfront_bodies::{DiscSearch, QuickSearch};
///
/// let world = wayfront_world::builtin("office").unwrap();
/// let domain = Arc::new(Domain::without_doors(&world).unwrap());
/// let [a, b] = [Point::new(3.0, 3.0), Point::new(20.0, 12.0)];
/// let quick = QuickSearch::new(domain.clone()).find(a, b, 0.2).unwrap();
/// let exact = DiscSearch::new(domain).find(a, b, 0.2).unwrap();
/// assert!(quick.path.length >= exact.length - 1e-9);
/// ```
#[derive(Debug)]
pub struct QuickSearch {
    domain: Arc<Domain>,
    graph: TriangleGraph,
    channels: Channels,
    funnel: Funnel,
    taut: Taut,
    exact: DiscSearch,
}

impl QuickSearch {
    /// A search in a domain: one pass over its triangles.
    #[must_use]
    pub fn new(domain: Arc<Domain>) -> Self {
        let graph = TriangleGraph::of(&domain);
        let exact = DiscSearch::new(domain.clone());
        Self { domain, graph, channels: Channels::default(), funnel: Funnel::default(), taut: Taut::default(), exact }
    }

    /// The domain that it searches.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// A way of a disc from `a` to `b`.
    ///
    /// # Errors
    /// As [`DiscSearch::find`]: if the radius is not one, an end has too little room, or there is no way.
    pub fn find(&mut self, a: Point, b: Point, radius: f64) -> Result<QuickPath, NoRoom> {
        self.exact.check_room([a, b], radius)?;
        if let Some((length, pieces, kind)) = self.quickly(a, b, radius) {
            let narrowest = if radius > 0.0 { narrowest(&self.domain, &Openings::default(), &pieces) } else { None };
            return Ok(QuickPath { path: DiscPath { radius, length, pieces, narrowest }, kind });
        }
        let path = self.exact.find(a, b, radius)?;
        Ok(QuickPath { path, kind: QuickKind::Exact })
    }

    /// The length of [`Self::find`], and how good it is.
    ///
    /// # Errors
    /// As [`Self::find`].
    pub fn length(&mut self, a: Point, b: Point, radius: f64) -> Result<(f64, QuickKind), NoRoom> {
        self.exact.check_room([a, b], radius)?;
        if let Some((length, _, kind)) = self.quickly(a, b, radius) {
            return Ok((length, kind));
        }
        Ok((self.exact.length(a, b, radius)?, QuickKind::Exact))
    }

    /// A way over the triangles, if one was found and passes all tests.
    fn quickly(&mut self, a: Point, b: Point, radius: f64) -> Option<(f64, Vec<Piece>, QuickKind)> {
        if self.domain.fits(a, b, radius) {
            let straight = if a == b { Vec::new() } else { vec![Piece::Straight([a, b])] };
            return Some((a.distance(b), straight, QuickKind::Exact));
        }
        let channel = self.channels.find(&self.domain, &self.graph, [a, b], radius)?;
        let bends = self.funnel.pull(&self.domain, channel, [a, b], radius)?;
        let (length, pieces) = self.taut.way(&self.domain, bends, [a, b], radius)?;
        Some((length, pieces, QuickKind::Local))
    }
}
