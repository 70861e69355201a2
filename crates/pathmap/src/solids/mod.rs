//! Path maps in which some outlines cost nothing: a wave that reaches a *solid* goes on from all of it at once.
//!
//! Regions of cost 0, 1 and infinity (Mitchell 1990; Gewali, Meng, Mitchell and Ntafos 1990), in one pass: the waves of
//! a path map run over the triangles; when one reaches an outline that belongs to a solid, the whole outline of the
//! solid sends waves from there on, at what was paid to reach it. How much that is, a *toll* says: the width of the gap
//! just crossed, or less of it.
//!
//! Invariant: at the end, no solid can be reached more cheaply from another one, and the map is the path map of all
//! outlines with these costs. A way that crosses a third solid is never sought: it is cheaper to go on from there. A
//! solid that improves after its turn gets another one, so order is a matter of speed. What sees an outline is decided as
//! for all windows; only whether the nearest point of a side is seen is rounded, and in doubt the corner that hides it
//! belongs to a solid or bends the way, and costs the same but for rounding. Cost: that of a path map from all outlines.

mod arrivals;
mod outline;

use crate::map::{Built, PathMap};
use crate::wave::Work;
use arrivals::Arrivals;
use outline::Outlines;
use std::sync::Arc;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::Point;

/// A part of the outlines that costs nothing to follow or to pass through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solid {
    /// Sides of free triangles at which free space ends.
    pub sides: Vec<SideId>,
    /// Corners that belong to it besides the ends of those sides.
    pub corners: Vec<CornerId>,
    /// What it costs to begin with, if the map starts here.
    pub cost: Option<f64>,
}

/// How a solid was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// The solid from which it was reached.
    pub from: usize,
    /// How far apart the two are, in the free space.
    pub width: f64,
    /// The way across, from the solid it came from to the one reached; straight, unless it bends around corners that
    /// belong to no solid.
    pub points: Vec<Point>,
}

/// A path map with solids.
#[derive(Debug)]
pub struct SolidMap {
    /// Costs from the solids that it starts at. Sources are numbered like solids.
    pub map: PathMap,
    /// Per solid: what it costs to be there; infinite if it cannot be reached.
    pub costs: Vec<f64>,
    /// Per solid: the crossing that made it that cheap; none where the map starts.
    pub crossings: Vec<Option<Crossing>>,
}

impl SolidMap {
    /// Builds the map. `toll` says what is paid for crossing a gap of some width; it must not shrink as gaps widen, nor
    /// exceed their width.
    #[must_use]
    pub fn new(domain: Arc<Domain>, solids: &[Solid], toll: impl Fn(f64) -> f64) -> Self {
        let mut work = Work::new(Arrivals::new(&domain, solids));
        let mut built = Built::default();
        work.restart(&domain);
        let mut outlines = Outlines::place(&domain, solids, &mut work, &mut built.sources, toll);
        outlines.run(&domain, &mut work);
        built.index.fill(&work.kept, domain.free_triangles());
        let (costs, crossings) = outlines.into_parts();
        built.nodes = work.nodes;
        built.flats = work.flats;
        Self { map: PathMap::from_built(domain, built), costs, crossings }
    }
}
