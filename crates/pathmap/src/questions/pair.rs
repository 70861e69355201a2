//! The shortest way between two points, without a map: the same windows, best first towards the goal, until nothing
//! better can come.
//!
//! Exact like the map. Cost: the corners and windows inside an ellipse around the two points, which shrinks to the way
//! itself where the way is nearly straight.

use crate::generators::{Generators, LayerId, MaybeRoot, NodeId, Root};
use crate::sources::Sources;
use crate::wave::front::{Front, Seen};
use crate::wave::{Even, Goal, Never, Window, Work};
use std::sync::Arc;
use wayfront_domain::{CornerId, Domain, NoPath, Spot, TriangleId};
use wayfront_geometry::Point;

/// A shortest way.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct PairPath {
    /// How long it is.
    pub length: f64,
    /// Its points, from the first to the last.
    pub points: Vec<Point>,
}

/// Finds shortest ways between pairs of points, one after another, in the same memory.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::Domain;
/// use wayfront_geometry::Point;
/// use wayfront_pathmap::PairSearch;
///
/// let world = wayfront_world::builtin("office").unwrap();
/// let mut search = PairSearch::new(Arc::new(Domain::without_doors(&world).unwrap()));
/// let way = search.find(Point::new(3.0, 3.0), Point::new(20.0, 12.0)).unwrap();
/// let legs = way.points.windows(2).map(|leg| leg[0].distance(leg[1]));
/// assert!((legs.sum::<f64>() - way.length).abs() < 1e-9);
/// ```
#[derive(Debug)]
pub struct PairSearch {
    domain: Arc<Domain>,
    work: Work<OnePoint>,
    sources: Sources,
}

impl PairSearch {
    /// A search in a domain.
    #[must_use]
    pub fn new(domain: Arc<Domain>) -> Self {
        let mut work = Work::default();
        work.restart(&domain);
        Self { domain, work, sources: Sources::default() }
    }

    /// The domain that it searches.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// The length of the shortest way from `a` to `b`.
    ///
    /// # Errors
    /// If one of them is blocked, or there is no way.
    pub fn length(&mut self, a: Point, b: Point) -> Result<f64, NoPath> {
        self.search(a, b)?;
        Ok(self.work.goal.best)
    }

    /// The shortest way from `a` to `b`.
    ///
    /// # Errors
    /// If one of them is blocked, or there is no way.
    pub fn find(&mut self, a: Point, b: Point) -> Result<PairPath, NoPath> {
        let mut points = Vec::new();
        let length = self.find_into(a, b, &mut points)?;
        Ok(PairPath { length, points })
    }

    /// [`Self::find`] into the caller's list, which is cleared first. Returns the length.
    ///
    /// # Errors
    /// If one of them is blocked, or there is no way.
    pub fn find_into(&mut self, a: Point, b: Point, points: &mut Vec<Point>) -> Result<f64, NoPath> {
        points.clear();
        self.search(a, b)?;
        points.push(b);
        let mut root = self.work.goal.root;
        while let Some(node) = self.work.nodes.get(root.slot()) {
            if points.last() != Some(&node.at) {
                points.push(node.at);
            }
            root = node.parent;
        }
        points.reverse();
        Ok(self.work.goal.best)
    }

    fn search(&mut self, a: Point, b: Point) -> Result<(), NoPath> {
        let domain = &self.domain;
        let start = domain.locate_on_walls(a).ok_or(NoPath::Blocked)?;
        let end = domain.locate_on_walls(b).ok_or(NoPath::Blocked)?;
        self.work.put_back();
        self.work.goal.aim(domain, b, end);
        self.sources.place_point(a, start, &mut self.work.nodes);
        if a == b || self.sees(a, b, start, end) {
            self.work.goal.best = a.distance(b);
            self.work.goal.root = Root::from(NodeId::new(domain.corner_count())).into();
            return Ok(());
        }
        if !may_be_connected(domain, start, end) {
            return Err(NoPath::Unreachable);
        }
        self.work.propagate(domain, &self.sources);
        if self.work.goal.end().is_finite() { Ok(()) } else { Err(NoPath::Unreachable) }
    }

    /// Straight on, where that is quick to tell.
    fn sees(&self, a: Point, b: Point, start: Spot, end: Spot) -> bool {
        match (start, end) {
            (Spot::Inside(from), Spot::Inside(to)) => from == to || self.domain.sees_from(from, a, b),
            _ => false,
        }
    }
}

/// The two spots are not certainly in different parts of the free space.
fn may_be_connected(domain: &Domain, a: Spot, b: Spot) -> bool {
    let component = |spot: Spot| match spot {
        Spot::Inside(triangle) => Some(domain.component(triangle)),
        // On outlines a point may belong to several.
        Spot::On(_) | Spot::At(_) => None::<u32>,
    };
    match (component(a), component(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// No triangle.
const NOWHERE: TriangleId = TriangleId(u32::MAX);

/// One point.
#[derive(Debug)]
struct OnePoint {
    at: Point,
    /// The triangles that contain it, at most two; or the sectors of the vertex that it is.
    triangles: [TriangleId; 2],
    sectors: std::ops::Range<u32>,
    /// The cheapest way found so far, and the root from which the point is seen.
    best: f64,
    root: MaybeRoot,
}

impl Default for OnePoint {
    fn default() -> Self {
        let (at, triangles, sectors) = (Point::default(), [NOWHERE; 2], 0..0);
        Self { at, triangles, sectors, best: f64::INFINITY, root: MaybeRoot::NONE }
    }
}

impl OnePoint {
    /// Aims at a free point.
    fn aim(&mut self, domain: &Domain, at: Point, spot: Spot) {
        *self = Self { at, ..Self::default() };
        match spot {
            Spot::Inside(triangle) => self.triangles[0] = triangle,
            Spot::On(side) => {
                for (slot, face) in self.triangles.iter_mut().zip(domain.faces(side)) {
                    *slot = face.triangle();
                }
            }
            Spot::At(corner) => {
                let mut ids = domain.sectors(corner).map(|c| c.0);
                let first = ids.next().unwrap_or(corner.0);
                self.sectors = first..ids.last().unwrap_or(first) + 1;
            }
        }
    }
}

impl Goal for OnePoint {
    const IS_MAP: bool = false;
    const AHEAD: f64 = 1.0;
    type Pace = Even;
    type Event = Never;

    #[inline]
    fn pace(&self, _: LayerId) -> Even {
        Even
    }

    fn serve(_: &mut Work<Self>, _: &Domain, event: Never) {
        match event {}
    }

    #[inline]
    fn turn(&self, at: Point, cost: f64) -> f64 {
        cost + at.distance(self.at)
    }

    #[inline]
    fn turn_after<F: Front>(&self, limit: f64, front: &F, a: &Seen, b: &Seen) -> Option<f64> {
        let turn = front.least_cost_through(a.at, b.at, self.at);
        (turn > limit).then_some(turn)
    }

    #[inline]
    fn look<F: Front>(&mut self, triangle: TriangleId, generators: Generators, front: &F, window: &Window) {
        if triangle != self.triangles[0] && triangle != self.triangles[1] {
            return;
        }
        let cost = front.cost_at(self.at);
        if cost < self.best && front.sees(generators, window, self.at) {
            (self.best, self.root) = (cost, front.id().into());
        }
    }

    #[inline]
    fn reach(&mut self, corner: CornerId, cost: f64, root: Root) {
        if self.sectors.contains(&corner.0) && cost < self.best {
            (self.best, self.root) = (cost, root.into());
        }
    }

    #[inline]
    fn end(&self) -> f64 {
        self.best
    }
}
