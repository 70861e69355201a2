//! The map and its questions.

use crate::build::{Built, Stats};
use crate::front::{FlatFront, Front, GeneratorId, NONE, Node, PointFront, Roots, Window};
use crate::goal::Everywhere;
use crate::placed::SourceFault;
use crate::run::Work;
use std::sync::Arc;
use wayfront_domain::{Domain, Guide, NoWay, Spot, TriangleId};
use wayfront_geometry::Point;
use wayfront_world::Source;

/// What the map knows about a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Cost to the nearest source.
    pub cost: f64,
    /// The point to walk to now: a corner, or a point of a source.
    pub aim: Point,
    /// What generates the map here. Points with the same generator form a region.
    pub generator: GeneratorId,
    /// Which source is the nearest.
    pub source: usize,
}

/// Exact shortest paths from everywhere to the nearest source.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::{Domain, Guide};
/// use wayfront_geometry::Point;
/// use wayfront_pathmap::PathMap;
/// use wayfront_world::{Polygon, Source, World};
///
/// let world = World {
///     areas: vec![Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])],
///     obstacles: vec![Polygon::ring([(4.0, 0.0), (6.0, 0.0), (6.0, 7.0), (4.0, 7.0)])],
///     ..World::default()
/// };
/// let domain = Arc::new(Domain::new(&world).unwrap());
/// let map = PathMap::new(domain, &[Source::point((1.0, 3.0))]).unwrap();
/// // Up to (4, 7), over to (6, 7), down to (9, 3).
/// assert_eq!(map.cost(Point::new(9.0, 3.0)), Ok(5.0 + 2.0 + 5.0));
/// assert_eq!(map.aim(Point::new(9.0, 3.0)), Ok(Point::new(6.0, 7.0)));
/// ```
#[derive(Debug)]
pub struct PathMap {
    domain: Arc<Domain>,
    built: Built,
    work: Work<Everywhere>,
}

impl PathMap {
    /// Builds the map of some sources.
    ///
    /// # Errors
    /// When there are no sources, or one of them is not in the free space.
    pub fn new(domain: Arc<Domain>, sources: &[Source]) -> Result<Self, SourceFault> {
        let mut map = Self { domain, built: Built::default(), work: Work::default() };
        map.rebuild(sources)?;
        Ok(map)
    }

    /// A map that was built in another way.
    pub(crate) fn from_built(domain: Arc<Domain>, built: Built) -> Self {
        Self { domain, built, work: Work::default() }
    }

    /// Builds the map of other sources on the same domain, in the memory of this one. After an error the map knows no
    /// source.
    ///
    /// # Errors
    /// When there are no sources, or one of them is not in the free space.
    pub fn rebuild(&mut self, sources: &[Source]) -> Result<(), SourceFault> {
        self.work.build(&self.domain, sources, &mut self.built)
    }

    /// The free space it is a map of.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// What queries look at.
    pub(crate) fn built(&self) -> &Built {
        &self.built
    }

    /// How large it is.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let corners = &self.built.nodes[..self.domain.corner_count()];
        let mut seen = vec![false; self.built.nodes.len() + self.built.flats.len()];
        for window in (0..self.domain.free_triangles()).flat_map(|t| self.built.index.of(t)) {
            seen[window.root as usize] = true;
        }
        for node in corners.iter().filter(|n| n.parent != NONE) {
            seen[node.parent as usize] = true;
        }
        Stats { generators: seen.iter().filter(|&&s| s).count(), windows: self.built.index.len() }
    }

    /// Everything the map knows about a point.
    ///
    /// # Errors
    /// If the point is blocked, or no source can be reached.
    pub fn answer(&self, p: Point) -> Result<Answer, NoWay> {
        let best = self.best(p)?;
        Ok(Answer {
            cost: best.cost,
            aim: self.aim_of(best.root, p),
            generator: GeneratorId(best.root),
            source: self.source_of(best.root),
        })
    }

    /// The cheapest generator that sees `p`.
    fn best(&self, p: Point) -> Result<Best, NoWay> {
        let mut best = Best::NOTHING;
        match self.domain.locate(p).ok_or(NoWay::Blocked)? {
            Spot::Inside(triangle) => self.look_in(triangle, p, &mut best),
            Spot::On(side) => self.domain.faces(side).for_each(|s| self.look_in(s.triangle(), p, &mut best)),
            Spot::At(corner) => {
                for sector in self.domain.sectors(corner) {
                    let node = &self.built.nodes[sector.index()];
                    if node.cost < best.cost {
                        best = Best { cost: node.cost, root: node.parent };
                    }
                }
            }
        }
        if best.root == NONE { Err(NoWay::Unreachable) } else { Ok(best) }
    }

    pub(crate) fn roots(&self) -> Roots<'_> {
        Roots { nodes: &self.built.nodes, flats: &self.built.flats }
    }

    /// The corners of a triangle and the windows that entered it, at a point in it.
    #[inline]
    pub(crate) fn look_in(&self, triangle: TriangleId, p: Point, best: &mut Best) {
        // Nobody bends at the other corners: whoever is reached through them is seen from before them.
        let corners = triangle.sides().map(|side| self.domain.side(side).origin.0);
        let costs = corners.map(|corner| {
            let node = &self.built.nodes[corner as usize];
            if node.bends { node.cost + node.at.distance(p) } else { f64::INFINITY }
        });
        for (corner, cost) in corners.into_iter().zip(costs) {
            best.improve(cost, corner);
        }
        for window in self.built.index.of(triangle.index()) {
            self.look_through(window, p, best);
        }
    }

    #[inline]
    fn look_through(&self, window: &Window, p: Point, best: &mut Best) {
        match self.built.nodes.get(window.root as usize) {
            Some(node) => {
                let front = PointFront { id: window.root, at: node.at, cost: node.cost };
                if best.may_improve(node, p) && front.sees(self.roots(), window, p) {
                    best.improve(front.cost_at(p), window.root);
                }
            }
            None => {
                let flat = self.built.flats[window.root as usize - self.built.nodes.len()];
                let front = FlatFront { id: window.root, flat };
                if front.cost_at(p) < best.cost && front.sees(self.roots(), window, p) {
                    best.improve(front.cost_at(p), window.root);
                }
            }
        }
    }

    /// Where to go from `p`, which `root` sees.
    fn aim_of(&self, root: u32, p: Point) -> Point {
        match self.built.nodes.get(root as usize) {
            Some(node) => node.at,
            None => self.built.flats[root as usize - self.built.nodes.len()].foot(p),
        }
    }

    /// The source at the end of the chain of parents.
    fn source_of(&self, root: u32) -> usize {
        let corners = self.domain.corner_count();
        let nodes = &self.built.nodes;
        let mut at = root as usize;
        while at < corners {
            at = nodes[at].parent as usize;
        }
        match at.checked_sub(nodes.len()) {
            Some(flat) => self.built.flats[flat].source as usize,
            None => self.built.sources.points[at - corners].source as usize,
        }
    }
}

impl Guide for PathMap {
    fn cost(&self, p: Point) -> Result<f64, NoWay> {
        self.best(p).map(|best| best.cost)
    }

    fn aim(&self, p: Point) -> Result<Point, NoWay> {
        self.best(p).map(|best| self.aim_of(best.root, p))
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoWay> {
        let mut root = self.best(p)?.root;
        let mut route = vec![p];
        let mut at = p;
        loop {
            let next = self.aim_of(root, at);
            if next != at {
                route.push(next);
            }
            at = next;
            if root as usize >= self.domain.corner_count() {
                return Ok(route);
            }
            root = self.built.nodes[root as usize].parent;
        }
    }
}

/// The best so far.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub cost: f64,
    pub root: u32,
}

impl Best {
    pub const NOTHING: Self = Self { cost: f64::INFINITY, root: NONE };

    /// `p` may be cheaper from a node, told by squares: most are not, and need no root.
    #[inline]
    fn may_improve(&self, node: &Node, p: Point) -> bool {
        let (slack, way) = (self.cost - node.cost, p - node.at);
        slack > 0.0 && way.dot(way) < slack * slack
    }

    #[inline]
    fn improve(&mut self, cost: f64, root: u32) {
        if cost < self.cost {
            *self = Self { cost, root };
        }
    }
}
