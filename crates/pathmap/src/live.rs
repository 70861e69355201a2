//! The map of a scene that changes.
//!
//! [`LiveMap::follow`] compares the scene with the one it knows and does what is needed: nothing; one propagation, if
//! sources, weights, prices or doors are others; the triangles around obstacles that moved, and one propagation. No
//! change can be forgotten, since none is announced. The result is the map that a fresh build gives.

use crate::map::{MapFault, PathMap};
use crate::terms::{Price, Terms};
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;
use wayfront_domain::{Domain, Ground, Spot, Unbuildable};
use wayfront_geometry::Point;
use wayfront_world::{Polygon, Problem, Source, World};

/// Why a scene has no map.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LiveFault {
    /// Something in the scene is not where it should be; never empty.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Scene(Vec<Problem>),
    /// The map cannot be built.
    #[error(transparent)]
    Map(#[from] MapFault),
}

/// What following a scene took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Nothing: the scene is as it was.
    Nothing,
    /// One propagation.
    Map,
    /// Triangles, and one propagation.
    Ground,
}

/// A path map that follows a changing scene: sources that move, barriers that come and go, doors that open, obstacles
/// that move.
///
/// ```
/// use wayfront_domain::Guide;
/// use wayfront_geometry::Point;
/// use wayfront_pathmap::{LiveMap, Update};
/// use wayfront_world::{Door, Polygon, Source, Wall, World};
///
/// let mut world = World::new()
///     .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]))
///     .source(Source::point((1.0, 3.0)))
///     .door(Door::new("hall", (4.0, 0.0), (4.0, 5.0)));
/// let mut live = LiveMap::new(&world)?;
/// assert!(live.map().cost(Point::new(9.0, 3.0)).is_err());
/// world.doors[0].open = true;
/// assert_eq!(live.follow(&world)?, Update::Map);
/// assert_eq!(live.map().cost(Point::new(9.0, 3.0)), Ok(8.0));
/// # Ok::<(), wayfront_pathmap::LiveFault>(())
/// ```
#[derive(Debug)]
pub struct LiveMap {
    ground: Ground,
    world: World,
    gates: Vec<[Point; 2]>,
    map: PathMap,
    sources: Vec<Source>,
    took: Took,
}

/// How long the last update took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Took {
    /// The free space.
    pub ground: Duration,
    /// The propagation.
    pub map: Duration,
}

impl LiveMap {
    /// The map of a scene.
    ///
    /// # Errors
    /// When the scene has no free space or no sources, or something in it is not where it should be.
    pub fn new(world: &World) -> Result<Self, LiveFault> {
        let start = Instant::now();
        let mut ground = Ground::new(world).map_err(|fault| LiveFault::Scene(fault.problems))?;
        let gates = gates(world);
        let domain = domain(&mut ground, world, &gates)?;
        let (sources, terms) = settled(&domain, world)?;
        let laid = Instant::now();
        let map = PathMap::on_terms(domain, &sources, &terms)?;
        let took = Took { ground: laid - start, map: laid.elapsed() };
        Ok(Self { ground, world: world.clone(), gates, map, sources, took })
    }

    /// Makes the map that of another scene, or of the same one at another time. Costs least where least has changed.
    ///
    /// # Errors
    /// As [`Self::new`]. Then the map stays that of the scene before.
    pub fn follow(&mut self, world: &World) -> Result<Update, LiveFault> {
        let gates = gates(world);
        if gates == self.gates && is_same_ground(world, &self.world) {
            return self.follow_on_ground(world);
        }
        let start = Instant::now();
        let domain = domain(&mut self.ground, world, &gates)?;
        let (sources, terms) = settled(&domain, world)?;
        let laid = Instant::now();
        self.map.rebuild_in(domain, &sources, &terms)?;
        self.took = Took { ground: laid - start, map: laid.elapsed() };
        (self.gates, self.world, self.sources) = (gates, world.clone(), sources);
        Ok(Update::Ground)
    }

    fn follow_on_ground(&mut self, world: &World) -> Result<Update, LiveFault> {
        let known = &self.world;
        let is_same =
            world.sources == known.sources && world.weights == known.weights && prices(world).eq(prices(known));
        if is_same {
            return Ok(Update::Nothing);
        }
        let (sources, terms) = settled(self.map.domain(), world)?;
        let start = Instant::now();
        self.map.rebuild_on_terms(&sources, &terms)?;
        self.took = Took { ground: Duration::ZERO, map: start.elapsed() };
        self.sources = sources;
        // What did not change need not be copied: scenes may have millions of points.
        self.world.sources.clone_from(&world.sources);
        self.world.weights.clone_from(&world.weights);
        self.world.barriers.clone_from(&world.barriers);
        self.world.doors.clone_from(&world.doors);
        Ok(Update::Map)
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &PathMap {
        &self.map
    }

    /// How long the last update took.
    #[must_use]
    pub fn took(&self) -> Took {
        self.took
    }

    /// The sources as they lie in the free space: moved, if they missed it by rounding.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The map by itself.
    #[must_use]
    pub fn into_map(self) -> PathMap {
        self.map
    }
}

/// The lines that can be crossed at a price: barriers, then doors.
fn gates(world: &World) -> Vec<[Point; 2]> {
    let barriers = world.barriers.iter().map(|barrier| barrier.segment);
    barriers.chain(world.doors.iter().map(|door| door.segment)).collect()
}

/// What crossing them costs.
fn prices(world: &World) -> impl Iterator<Item = Price> + '_ {
    let doors = world.doors.iter().map(|door| if door.open { Price::Open } else { Price::Closed });
    world.barriers.iter().map(Price::from).chain(doors)
}

fn is_same_ground(a: &World, b: &World) -> bool {
    let is_same = |p: &Polygon, q: &Polygon| p.outer == q.outer && p.holes == q.holes;
    let are_same = |p: &[Polygon], q: &[Polygon]| p.len() == q.len() && p.iter().zip(q).all(|(p, q)| is_same(p, q));
    are_same(&a.areas, &b.areas)
        && are_same(&a.obstacles, &b.obstacles)
        && a.walls.iter().map(|wall| &wall.points).eq(b.walls.iter().map(|wall| &wall.points))
        // Without areas the free space is a box around everything.
        && (!a.areas.is_empty() || a.bounds() == b.bounds())
}

fn domain(ground: &mut Ground, world: &World, gates: &[[Point; 2]]) -> Result<Arc<Domain>, LiveFault> {
    let scene = |fault: Unbuildable| LiveFault::Scene(fault.problems);
    let domain = ground.domain_with_gates(world, gates).map_err(scene)?;
    if !gates.as_flattened().iter().all(|&end| is_held(&domain, end)) {
        // Something is in the air, or nearly: the free space without gates tells what.
        let problems = ground.domain(world).map_err(scene)?.check_scene(world).problems;
        if !problems.is_empty() {
            return Err(LiveFault::Scene(problems));
        }
    }
    Ok(Arc::new(domain))
}

/// A gate's end is a vertex of an outline or a wall.
fn is_held(domain: &Domain, end: Point) -> bool {
    let Some(Spot::At(corner)) = domain.locate(end) else { return false };
    let is_outline = |side| domain.twin(side).is_none() && !domain.is_gate(side);
    domain.sectors(corner).flat_map(|sector| domain.fan(sector)).any(|side| is_outline(side) || is_outline(side.prev()))
}

/// Sources and weights in their exact places.
fn settled(domain: &Domain, world: &World) -> Result<(Vec<Source>, Terms), LiveFault> {
    // Barriers and chains are looked at where they are made.
    let things = World::new().with_sources(world.sources.clone()).with_weights(world.weights.clone());
    let found = domain.check_scene(&things);
    if !found.problems.is_empty() {
        return Err(LiveFault::Scene(found.problems));
    }
    let terms = Terms { weights: found.weights, prices: prices(world).collect() };
    Ok((found.sources, terms))
}
