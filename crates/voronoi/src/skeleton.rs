//! The skeleton: the diagram without the borders between a side and its own end. A path along it keeps away from walls.
//!
//! For every radius, what has room for it shrinks onto the part of the skeleton with that clearance. So two places are
//! joined for a body exactly if their [retractions](crate::retract) are joined on the skeleton above its radius. All of
//! these questions are answered by one forest: vertices are added from the widest to the narrowest, and each joins what
//! lies above it. Where two parts join is the narrowest place of the widest path between all pairs of them (Kruskal); the
//! forest is joined by size, so a question climbs at most log n steps.
//!
//! Build: one sort. Distances are those of the diagram, exact but for rounding.

mod forest;
mod guide;
mod kept;
mod narrowest;
mod narrows;
mod route;

use crate::build::{Feature, is_border_with_end};
use crate::graph::NONE;
use crate::nearest::Clearance;
use crate::voronoi::Voronoi;
use forest::Forest;
pub use guide::ClearanceGuide;
pub use kept::{KeptClearance, KeptPiece, KeptRoute};
pub use narrows::Narrow;
use std::sync::Arc;
use wayfront_domain::{Domain, NoPath};
use wayfront_geometry::Point;

/// The skeleton of a diagram, ready for questions about widths.
#[derive(Debug)]
pub struct Skeleton {
    pub(crate) voronoi: Arc<Voronoi>,
    forest: Forest,
}

/// The widest path between two places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widest {
    /// The diameter of the largest disc that gets through, and can stand at both ends.
    pub width: f64,
    /// Where it is narrowest.
    pub at: Point,
    /// Between what; the same twice where only one thing is that near.
    pub between: [Feature; 2],
    /// The nearest places of these two.
    pub feet: [Point; 2],
}

/// The parts of the free space for bodies of one radius.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    skeleton: &'a Skeleton,
    /// The radius.
    pub radius: f64,
    /// How many parts there are.
    pub count: usize,
}

impl Skeleton {
    /// Of a diagram. Costs a sort of its vertices.
    #[must_use]
    pub fn of(voronoi: &Arc<Voronoi>) -> Self {
        Self { voronoi: voronoi.clone(), forest: Forest::of(voronoi) }
    }

    /// The diagram.
    #[must_use]
    pub fn voronoi(&self) -> &Arc<Voronoi> {
        &self.voronoi
    }

    /// The free space.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        self.voronoi.domain()
    }

    /// The widest path between two places: how wide, and what limits it. Some microseconds; [`Self::route`] finds the path.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use wayfront_domain::Scene;
    /// # use wayfront_voronoi::{Skeleton, Voronoi};
    /// let scene = Scene::open("bottleneck")?;
    /// let skeleton = Skeleton::of(&Arc::new(Voronoi::of(scene.walled_domain())?));
    /// let widest = skeleton.widest((5.0, 5.0).into(), (23.0, 5.0).into())?;
    /// assert!((widest.width - 1.2).abs() < 1e-12, "{widest:?}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a place is blocked, or nothing joins the two.
    pub fn widest(&self, a: Point, b: Point) -> Result<Widest, NoPath> {
        let [from, to] = [self.top(a)?, self.top(b)?];
        let mut least = if from.room.distance <= to.room.distance {
            self.standing(a, &from.room)
        } else {
            self.standing(b, &to.room)
        };
        if a != b {
            let neck = self.forest.neck(from.vertex, to.vertex).ok_or(NoPath::Unreachable)?;
            if neck != NONE && 2.0 * self.clearance(neck) < least.width {
                least = self.squeezed(neck);
            }
        }
        Ok(least)
    }

    /// All that has room for a radius, in connected parts.
    #[must_use]
    pub fn passable(&self, radius: f64) -> Parts<'_> {
        Parts { skeleton: self, radius, count: self.forest.count(radius, |v| self.clearance(v)) }
    }

    fn clearance(&self, v: u32) -> f64 {
        self.voronoi.graph.vertex(v).clearance
    }

    /// A place, and the vertex of the skeleton that it reaches uphill.
    pub(crate) fn top(&self, p: Point) -> Result<Top, NoPath> {
        let room = self.voronoi.clearance(p).ok_or(NoPath::Blocked)?;
        let landing = self.voronoi.landing(p, &room).ok_or(NoPath::Blocked)?;
        let graph = &self.voronoi.graph;
        let ends = [graph.origin(landing.edge), graph.target(landing.edge)];
        let vertex = if self.clearance(ends[0]) >= self.clearance(ends[1]) { ends[0] } else { ends[1] };
        Ok(Top { room, edge: landing.edge, at: landing.at + self.voronoi.frame, vertex })
    }

    /// The width at a place that stands for itself.
    fn standing(&self, p: Point, room: &Clearance) -> Widest {
        Widest { width: 2.0 * room.distance, at: p, between: [room.feature; 2], feet: [room.foot; 2] }
    }

    /// The width at a vertex of the skeleton, and what is on its two sides.
    fn squeezed(&self, v: u32) -> Widest {
        let (voronoi, graph) = (&self.voronoi, &self.voronoi.graph);
        let here = graph.vertex(v);
        // The two features that are most opposite to each other.
        let faces: Vec<u32> = graph.star(v).map(|h| graph.face(h)).collect();
        let feet: Vec<Point> = faces.iter().map(|&f| graph.site(f).foot(here.at)).collect();
        let mut best = (f64::INFINITY, [0, 0]);
        for i in 0..faces.len() {
            for j in i + 1..faces.len() {
                let facing = (feet[i] - here.at).dot(feet[j] - here.at);
                if facing < best.0 {
                    best = (facing, [i, j]);
                }
            }
        }
        Widest {
            width: 2.0 * here.clearance,
            at: here.at + voronoi.frame,
            between: best.1.map(|k| voronoi.features[faces[k] as usize]),
            feet: best.1.map(|k| feet[k] + voronoi.frame),
        }
    }
}

/// A place, and where it meets the skeleton.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Top {
    pub room: Clearance,
    /// The edge on which its retraction lies.
    pub edge: u32,
    /// The retraction.
    pub at: Point,
    /// The wider end of that edge.
    pub vertex: u32,
}

impl Parts<'_> {
    /// Which part a place is in: the same number for places between which a body can move. `None` if it does not fit
    /// there.
    #[must_use]
    pub fn part(&self, p: Point) -> Option<u32> {
        let top = self.skeleton.top(p).ok()?;
        (top.room.distance >= self.radius)
            .then(|| self.skeleton.forest.leader(top.vertex, self.radius, |v| self.skeleton.clearance(v)))
    }
}

/// The half-edge belongs to the skeleton.
pub(crate) fn is_skeleton(voronoi: &Voronoi, h: u32) -> bool {
    voronoi.graph.twin(h) != NONE && !is_border_with_end(&voronoi.graph, h)
}
