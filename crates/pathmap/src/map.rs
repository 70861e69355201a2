//! The map and its questions.

use crate::build::{Built, Stats};
use crate::engine::Engine;
use crate::front::{GeneratorId, NONE, Roots};
use crate::look::Best;
use crate::placed::SourceFault;
use crate::terms::{Terms, TermsFault};
use std::sync::Arc;
use thiserror::Error;
use wayfront_domain::{CornerId, Domain, Guide, NoWay, Spot};
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

/// What a generator is. Some are in the same place: those of different speeds, and those that have paid at gates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GeneratorPlace {
    /// A corner, here.
    Corner(Point),
    /// A part of a source: its parts and those of the sources before it are counted.
    Source(u32),
}

/// A straight part of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// The end farther from the source.
    pub from: Point,
    /// The end nearer to the source.
    pub to: Point,
    /// How fast one moves on it.
    pub speed: f64,
    /// What it costs beside its length divided by its speed: gates that it crosses.
    pub extra: f64,
}

impl Leg {
    /// What it costs.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.from.distance(self.to) / self.speed + self.extra
    }
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
/// let world = World::new()
///     .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]))
///     .obstacle(Polygon::ring([(4.0, 0.0), (6.0, 0.0), (6.0, 7.0), (4.0, 7.0)]));
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
    engine: Engine,
}

/// Why a map cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MapFault {
    /// The sources are at fault.
    #[error(transparent)]
    Sources(#[from] SourceFault),
    /// The weights or the prices of gates are at fault.
    #[error(transparent)]
    Terms(#[from] TermsFault),
}

impl PathMap {
    /// Builds the map of some sources. Gates of the domain are closed.
    ///
    /// # Errors
    /// When there are no sources, or one of them is not in the free space.
    pub fn new(domain: Arc<Domain>, sources: &[Source]) -> Result<Self, SourceFault> {
        let mut map = Self { domain, built: Built::default(), engine: Engine::default() };
        map.rebuild(sources)?;
        Ok(map)
    }

    /// Builds the map of some sources, with speed changes and prices of gates.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wayfront_domain::{Domain, Guide};
    /// use wayfront_geometry::Point;
    /// use wayfront_pathmap::{PathMap, Price, Terms};
    /// use wayfront_world::{Polygon, Source, World};
    ///
    /// let hall = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]);
    /// let world = World::new().area(hall);
    /// let gate = [Point::new(4.0, 0.0), Point::new(4.0, 5.0)];
    /// let domain = Arc::new(Domain::with_gates(&world, &[gate]).unwrap());
    /// let terms = Terms { prices: vec![Price::Delay(30.0)], ..Terms::default() };
    /// let map = PathMap::on_terms(domain, &[Source::point((1.0, 3.0))], &terms).unwrap();
    /// assert_eq!(map.cost(Point::new(9.0, 3.0)), Ok(8.0 + 30.0));
    /// ```
    ///
    /// # Errors
    /// When sources, weights or prices are at fault.
    pub fn on_terms(domain: Arc<Domain>, sources: &[Source], terms: &Terms) -> Result<Self, MapFault> {
        let mut map = Self { domain, built: Built::default(), engine: Engine::default() };
        map.rebuild_on_terms(sources, terms)?;
        Ok(map)
    }

    /// A map that was built in another way.
    pub(crate) fn from_built(domain: Arc<Domain>, built: Built) -> Self {
        Self { domain, built, engine: Engine::default() }
    }

    /// Builds the map of other sources on the same domain and terms, in the memory of this one. After an error the map
    /// knows no source.
    ///
    /// # Errors
    /// When there are no sources, or one of them is not in the free space.
    pub fn rebuild(&mut self, sources: &[Source]) -> Result<(), SourceFault> {
        self.engine.build(&self.domain, sources, &mut self.built)
    }

    /// Builds the map of other sources on other terms: opens and closes gates, for example. No triangulation is made.
    /// After an error the map knows no source.
    ///
    /// # Errors
    /// When sources, weights or prices are at fault.
    pub fn rebuild_on_terms(&mut self, sources: &[Source], terms: &Terms) -> Result<(), MapFault> {
        self.engine.fit(terms);
        if terms.is_plain() {
            self.built.tariff.clear();
        } else if let Err(fault) = self.built.tariff.set(&self.domain, terms) {
            self.forget();
            return Err(fault.into());
        }
        Ok(self.rebuild(sources)?)
    }

    /// Builds the map of another domain, in the memory of this one. After an error the map knows no source.
    ///
    /// # Errors
    /// When sources, weights or prices are at fault.
    pub fn rebuild_in(&mut self, domain: Arc<Domain>, sources: &[Source], terms: &Terms) -> Result<(), MapFault> {
        self.domain = domain;
        self.rebuild_on_terms(sources, terms)
    }

    /// Knows no source any more.
    fn forget(&mut self) {
        self.engine = Engine::default();
        self.built.tariff.clear();
        // It fails, and leaves an empty map.
        let _: Result<(), SourceFault> = self.rebuild(&[]);
    }

    /// All legs have the same speed, and none gets dearer on its way: regions end at straight lines, hyperbolas and
    /// parabolas.
    #[must_use]
    pub fn is_even(&self) -> bool {
        self.built.tariff.layers().len() <= 1 && !self.built.tariff.has_factors()
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

    /// What a generator is; `None` for unknown ones.
    #[must_use]
    pub fn place_of(&self, generator: GeneratorId) -> Option<GeneratorPlace> {
        let Built { nodes, flats, sources, tariff, .. } = &self.built;
        let (corners, points) = (self.domain.corner_count(), sources.points.len());
        let (base, _) = tariff.base_and_chain(generator.0, nodes.len() as u32);
        let base = base as usize;
        match nodes.get(base) {
            Some(_) if (corners..corners + points).contains(&base) => {
                Some(GeneratorPlace::Source((base - corners) as u32))
            }
            Some(node) => Some(GeneratorPlace::Corner(node.at)),
            None if base < nodes.len() + flats.len() => {
                // The two sides of a segment are one.
                Some(GeneratorPlace::Source((points + (base - nodes.len()) / 2) as u32))
            }
            None => None,
        }
    }

    /// How large it is.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut seen = vec![false; self.built.nodes.len() + self.built.flats.len()];
        for window in (0..self.domain.free_triangles()).flat_map(|t| self.built.index.of(t)) {
            seen[window.root as usize] = true;
        }
        for node in self.built.nodes.iter().filter(|n| n.parent != NONE) {
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
    pub(crate) fn best(&self, p: Point) -> Result<Best, NoWay> {
        let mut best = Best::NOTHING;
        match self.domain.locate(p).ok_or(NoWay::Blocked)? {
            Spot::Inside(triangle) => self.look_in(triangle, p, &mut best),
            Spot::On(side) => self.domain.faces(side).for_each(|s| self.look_in(s.triangle(), p, &mut best)),
            Spot::At(corner) => best = self.best_at(corner),
        }
        if best.root == NONE { Err(NoWay::Unreachable) } else { Ok(best) }
    }

    /// The cheapest of a vertex' sectors, on all layers.
    fn best_at(&self, corner: CornerId) -> Best {
        let nodes = &self.built.nodes;
        let mut best = Best::NOTHING;
        for sector in self.domain.sectors(corner) {
            for node in self.built.tariff.nodes_of(sector.0).map(|node| &nodes[node as usize]) {
                best.improve(node.cost, node.parent);
            }
        }
        // Other sectors and layers are no place to go to.
        let at = self.domain.point(corner);
        while let Some(node) = nodes.get(best.root as usize).filter(|n| n.at == at && n.parent != NONE) {
            best.root = node.parent;
        }
        best
    }

    pub(crate) fn roots(&self) -> Roots<'_> {
        let Built { nodes, flats, .. } = &self.built;
        Roots { nodes, flats, first_flat: nodes.len() as u32 }
    }

    /// The way from `p` to its source as straight legs, each with its speed and what it costs beside its length.
    ///
    /// The trip is read from the source outwards, as speeds are: a leg's speed is the one that is picked up at its end,
    /// or before.
    ///
    /// # Errors
    /// If the point is blocked, or no source can be reached.
    pub fn legs(&self, p: Point) -> Result<Vec<Leg>, NoWay> {
        let Best { mut cost, mut root } = self.best(p)?;
        let Built { nodes, tariff, .. } = &self.built;
        let (mut legs, mut at) = (Vec::new(), p);
        loop {
            let to = self.aim_of(root, at);
            let (base, _) = tariff.base_and_chain(root, nodes.len() as u32);
            let (layer, rest, next) = match nodes.get(base as usize) {
                Some(node) => (node.layer, node.cost, node.parent),
                None => (0, self.built.flats[base as usize - nodes.len()].cost, NONE),
            };
            let speed = tariff.slowness(layer).recip();
            match legs.last_mut() {
                // Around the end of a gate: not a step, but it may cost something.
                Some(Leg { extra, .. }) if to == at => *extra += cost - rest,
                _ => legs.push(Leg { from: at, to, speed, extra: cost - rest - at.distance(to) / speed }),
            }
            if next == NONE {
                return Ok(legs);
            }
            (at, cost, root) = (to, rest, next);
        }
    }

    /// Costs from two generators grow in the same way along their legs.
    pub(crate) fn has_same_pace(&self, a: u32, b: u32) -> bool {
        let Built { nodes, tariff, .. } = &self.built;
        let slowness = |root: u32| tariff.slowness(nodes.get(root as usize).map_or(0, |node| node.layer));
        let is_dearer = |root: u32| tariff.surcharges(root, nodes.len() as u32).next().is_some();
        slowness(a) == slowness(b) && !is_dearer(a) && !is_dearer(b)
    }

    /// Where to go from `p`, which `root` sees.
    pub(crate) fn aim_of(&self, root: u32, p: Point) -> Point {
        match self.built.nodes.get(root as usize) {
            Some(node) => node.at,
            None => self.built.flats[root as usize - self.built.nodes.len()].foot(p),
        }
    }

    /// The source at the end of the chain of parents.
    fn source_of(&self, root: u32) -> usize {
        let Built { nodes, flats, sources, .. } = &self.built;
        let mut at = root as usize;
        while let Some(node) = nodes.get(at) {
            if node.parent == NONE {
                return sources.points[at - self.domain.corner_count()].source as usize;
            }
            at = node.parent as usize;
        }
        flats[at - nodes.len()].source as usize
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
            root = match self.built.nodes.get(root as usize) {
                Some(node) if node.parent != NONE => node.parent,
                _ => return Ok(route),
            };
        }
    }
}
