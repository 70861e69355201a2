//! Answers about one point: cost, next point, source, route, legs.

use super::look::{Best, Winner};
use crate::generators::{GeneratorId, MaybeRoot, Root, RootKind};
use crate::map::{Built, PathMap};
use wayfront_domain::{CornerId, Domain, Guide, NoPath, SideId, Spot};
use wayfront_geometry::Point;

/// What the map knows about a point.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GeneratorPlace {
    /// A corner, here.
    Corner(Point),
    /// A part of a source: its parts and those of the sources before it are counted.
    Source(u32),
}

/// A straight part of a way.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// How much a build did.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapStats {
    /// Corners, source points and flat fronts that generate a part of the map.
    pub generators: usize,
    /// Windows kept.
    pub windows: usize,
}

impl Built {
    /// The number of a generator.
    #[inline]
    pub(crate) fn number(&self, root: Root) -> GeneratorId {
        root.number(self.nodes.len())
    }

    /// The generator with a number, if there is one.
    pub(crate) fn numbered(&self, generator: GeneratorId) -> Option<Root> {
        let is_known = (generator.0 as usize) < self.nodes.len() + self.flats.len();
        is_known.then(|| generator.among(self.nodes.len()))
    }

    /// The cheapest generator that sees `p`.
    #[inline]
    pub(crate) fn best(&self, domain: &Domain, p: Point) -> Result<Winner, NoPath> {
        let mut best = Best::NOTHING;
        match domain.locate_on_walls(p).ok_or(NoPath::Blocked)? {
            Spot::Inside(triangle) => self.look_in(domain, triangle, p, &mut best),
            Spot::On(side) => domain.faces(side).map(SideId::triangle).for_each(|triangle| {
                self.look_in(domain, triangle, domain.point_within(triangle, p), &mut best);
            }),
            Spot::At(corner) => best = self.best_at(domain, corner),
        }
        best.winner().ok_or(NoPath::Unreachable)
    }

    /// The cheapest of a vertex' sectors, on all layers.
    fn best_at(&self, domain: &Domain, corner: CornerId) -> Best {
        let mut best = Best::NOTHING;
        for sector in domain.sectors(corner) {
            for node in self.conditions.layers.nodes_of(sector).map(|node| &self.nodes[node.index()]) {
                best.improve(node.cost, node.parent);
            }
        }
        // Other sectors and layers are no place to go to.
        let at = domain.point(corner);
        while let Some(node) = self.nodes.get(best.root.slot()).filter(|n| n.at == at && n.parent.is_some()) {
            best.root = node.parent;
        }
        best
    }

    /// Where to go from `p`, which `root` sees.
    pub(crate) fn aim_of(&self, root: Root, p: Point) -> Point {
        match root.kind() {
            RootKind::Node(node) => {
                let at = self.nodes[node.index()].at;
                match self.conditions.surcharges.start_within(root, at, p) {
                    Some((flat, start)) => self.flats[flat.index()].foot(start),
                    None => at,
                }
            }
            RootKind::Flat(flat) => self.flats[flat.index()].foot(p),
        }
    }

    /// The generator after another, on the way to the source.
    fn parent_of(&self, root: Root) -> Option<Root> {
        self.nodes.get(root.slot()).and_then(|node| node.parent.get())
    }
}

impl PathMap {
    /// All legs have the same speed, and none gets dearer on its way: regions end at straight lines, hyperbolas and
    /// parabolas.
    #[must_use]
    pub fn is_even(&self) -> bool {
        let conditions = &self.built().conditions;
        conditions.layers.all().len() <= 1 && !conditions.has_uneven_legs()
    }

    /// What a generator is; `None` for unknown ones.
    #[must_use]
    pub fn place_of(&self, generator: GeneratorId) -> Option<GeneratorPlace> {
        let built = self.built();
        let (corners, points) = (self.domain().corner_count(), built.sources.points.len());
        let (base, _) = built.conditions.surcharges.base_and_chain(built.numbered(generator)?);
        Some(match base.kind() {
            RootKind::Node(node) if (corners..corners + points).contains(&node.index()) => {
                GeneratorPlace::Source((node.index() - corners) as u32)
            }
            RootKind::Node(node) => GeneratorPlace::Corner(built.nodes[node.index()].at),
            // The two sides of a segment are one.
            RootKind::Flat(flat) => GeneratorPlace::Source((points + flat.index() / 2) as u32),
        })
    }

    /// How large it is.
    #[must_use]
    pub fn stats(&self) -> MapStats {
        let built = self.built();
        let mut seen = vec![false; built.nodes.len() + built.flats.len()];
        let mut see = |root: Root| seen[built.number(root).0 as usize] = true;
        built.index.all().iter().for_each(|window| see(window.root));
        built.nodes.iter().filter_map(|node| node.parent.get()).for_each(&mut see);
        MapStats { generators: seen.iter().filter(|&&s| s).count(), windows: built.index.len() }
    }

    /// The cheapest generator that sees `p`.
    #[inline]
    fn best(&self, p: Point) -> Result<Winner, NoPath> {
        self.built().best(self.domain(), p)
    }

    /// Everything the map knows about a point.
    ///
    /// # Errors
    /// If the point is blocked, or no source can be reached.
    pub fn answer(&self, p: Point) -> Result<Answer, NoPath> {
        let Winner { cost, root } = self.best(p)?;
        let built = self.built();
        Ok(Answer { cost, aim: built.aim_of(root, p), generator: built.number(root), source: self.source_of(root) })
    }

    /// The way from `p` to its source as straight legs, each with its speed and what it costs beside its length.
    ///
    /// The trip is read from the source outwards, as speeds are: a leg's speed is the one that is picked up at its end,
    /// or before.
    ///
    /// # Errors
    /// If the point is blocked, or no source can be reached.
    pub fn legs(&self, p: Point) -> Result<Vec<Leg>, NoPath> {
        let Winner { mut cost, mut root } = self.best(p)?;
        let built = self.built();
        let (mut legs, mut at) = (Vec::new(), p);
        loop {
            let to = built.aim_of(root, at);
            let (base, _) = built.conditions.surcharges.base_and_chain(root);
            let (slowness, rest, next) = match base.kind() {
                RootKind::Node(node) => {
                    let node = &built.nodes[node.index()];
                    (built.conditions.layers.slowness(node.layer), node.cost, node.parent)
                }
                RootKind::Flat(flat) => (1.0, built.flats[flat.index()].cost, MaybeRoot::NONE),
            };
            let speed = slowness.recip();
            match legs.last_mut() {
                // Around the end of a gate: not a step, but it may cost something.
                Some(Leg { extra, .. }) if to == at => *extra += cost - rest,
                _ => legs.push(Leg { from: at, to, speed, extra: cost - rest - at.distance(to) / speed }),
            }
            let Some(next) = next.get() else { return Ok(legs) };
            (at, cost, root) = (to, rest, next);
        }
    }

    /// The source at the end of the chain of parents.
    fn source_of(&self, mut root: Root) -> usize {
        let built = self.built();
        while let Some(parent) = built.parent_of(root) {
            root = parent;
        }
        match root.kind() {
            RootKind::Node(node) => built.sources.points[node.index() - self.domain().corner_count()].source as usize,
            RootKind::Flat(flat) => built.flats[flat.index()].source(),
        }
    }
}

impl Guide for PathMap {
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        self.best(p).map(|best| best.cost)
    }

    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        self.best(p).map(|best| self.built().aim_of(best.root, p))
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        let built = self.built();
        let mut next = Some(self.best(p)?.root);
        let mut route = vec![p];
        let mut at = p;
        while let Some(root) = next {
            let aim = built.aim_of(root, at);
            if aim != at {
                route.push(aim);
            }
            at = aim;
            // A leg that starts within a segment ends the route.
            let (base, _) = built.conditions.surcharges.base_and_chain(root);
            next = if base.is_node() { built.parent_of(root) } else { None };
        }
        Ok(route)
    }
}
