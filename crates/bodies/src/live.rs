//! The map of a scene that changes.
//!
//! [`LiveMap::follow`] compares the scene with the one it knows and does what is needed: nothing; one propagation, if
//! sources or costs are others; the triangles around what moved, and one propagation. No change can be forgotten, since
//! none is announced. The result is the map that a fresh build gives.
//!
//! A radius changes what is ground. For points, doors and barriers are gates of the domain: a door opens without new
//! triangles, and a barrier comes and goes with its gate. For discs, closed doors are walls and barriers are lines that
//! are paid for: a door opens with new triangles around it, and barriers come, go and move without any.

use crate::error::MapError;
use crate::map::{SceneMap, check};
use std::borrow::Cow;
use std::time::{Duration, Instant};
use wayfront_domain::{DynamicScene, Scene};
use wayfront_world::{Source, World};

/// What following a scene took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Nothing: the scene is as it was.
    Nothing,
    /// One propagation.
    Map,
    /// Triangles, and one propagation.
    Domain,
}

/// How long the last update took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The free space.
    pub domain: Duration,
    /// The propagation.
    pub map: Duration,
}

/// A map that follows a changing scene: sources that move, barriers that come and go, doors that open, obstacles that
/// move.
///
/// ```
/// use wayfront_bodies::{LiveMap, Update};
/// use wayfront_domain::Guide;
/// use wayfront_geometry::Point;
/// use wayfront_world::{Door, Polygon, Source, World};
///
/// let mut world = World::new()
///     .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]))
///     .source(Source::point((1.0, 3.0)))
///     .door(Door::new("hall", (4.0, 0.0), (4.0, 5.0)));
/// for radius in [0.0, 0.4] {
///     world.doors[0].open = false;
///     let mut live = LiveMap::new(&world, radius)?;
///     assert!(live.map().cost(Point::new(9.0, 3.0)).is_err());
///     world.doors[0].open = true;
///     assert_ne!(live.follow(&world)?, Update::Nothing);
///     assert_eq!(live.map().cost(Point::new(9.0, 3.0)), Ok(8.0));
/// }
/// # Ok::<(), wayfront_bodies::MapError>(())
/// ```
#[derive(Debug)]
pub struct LiveMap {
    /// What makes the free space: for discs without doors and barriers.
    ground: DynamicScene,
    /// The world as given, where the ground is another.
    given: Option<World>,
    map: SceneMap,
    took: Timing,
}

impl LiveMap {
    /// The map of a world for a radius, as the world is without its motions.
    ///
    /// # Errors
    /// As [`Scene::new`] and [`SceneMap::of`].
    pub fn new(world: &World, radius: f64) -> Result<Self, MapError> {
        check(world, radius)?;
        let start = Instant::now();
        let scene = Scene::new(ground(world, radius).into_owned())?;
        let checked = Instant::now();
        let map = SceneMap::on_ground(&scene, world, radius)?;
        let took = Timing { domain: checked - start, map: checked.elapsed() };
        Ok(Self { ground: DynamicScene::new(scene), given: (radius > 0.0).then(|| world.clone()), map, took })
    }

    /// Makes the map that of another world, or of the same one at another time. Costs least where least has changed.
    ///
    /// # Errors
    /// As [`Self::new`]. Then the map stays that of the world before.
    pub fn follow(&mut self, world: &World) -> Result<Update, MapError> {
        let radius = self.map.radius();
        check(world, radius)?;
        let ground = ground(world, radius);
        let is_same_ground = self.ground.has_same_ground(&ground);
        if is_same_ground && has_same_terms(world, self.world()) {
            return Ok(Update::Nothing);
        }
        let update =
            if is_same_ground { self.follow_terms(&ground, world) } else { self.follow_ground(&ground, world) };
        if let (Ok(_), Some(given)) = (&update, &mut self.given) {
            given.clone_from(world);
        }
        update
    }

    /// One propagation.
    fn follow_terms(&mut self, ground: &World, world: &World) -> Result<Update, MapError> {
        let settled = self.ground.settle(ground)?;
        let (start, domain) = (Instant::now(), self.ground.scene().domain().clone());
        if let Err(error) = self.map.rebuild_for(domain, &settled.sources, &settled.weights, world) {
            return Err(self.stay(error));
        }
        self.took = Timing { domain: Duration::ZERO, map: start.elapsed() };
        self.ground.keep(ground, settled);
        Ok(Update::Map)
    }

    /// Triangles, and one propagation.
    fn follow_ground(&mut self, ground: &World, world: &World) -> Result<Update, MapError> {
        let start = Instant::now();
        let next = self.ground.next(ground)?;
        let made = Instant::now();
        if let Err(error) = self.map.rebuild_for(next.domain().clone(), next.sources(), next.weights(), world) {
            return Err(self.stay(error));
        }
        self.took = Timing { domain: made - start, map: made.elapsed() };
        self.ground.set(next);
        Ok(Update::Domain)
    }

    /// Makes the map that of the known world again, after one that has none.
    fn stay(&mut self, error: MapError) -> MapError {
        let scene = self.ground.scene();
        let world = self.given.as_ref().unwrap_or(scene.world());
        match self.map.rebuild_for(scene.domain().clone(), scene.sources(), scene.weights(), world) {
            Ok(()) => error,
            Err(error) => error,
        }
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &SceneMap {
        &self.map
    }

    /// The world that it is the map of.
    #[must_use]
    pub fn world(&self) -> &World {
        self.given.as_ref().unwrap_or(self.ground.scene().world())
    }

    /// The same with sources as they lie in the free space: moved, if they missed it by rounding.
    #[must_use]
    pub fn settled_world(&self) -> World {
        let world = self.ground.scene().settled_world();
        match &self.given {
            Some(given) => given.clone().with_sources(world.sources),
            None => world,
        }
    }

    /// The sources as they lie in the free space.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        self.ground.scene().sources()
    }

    /// How long the last update took.
    #[must_use]
    pub fn took(&self) -> Timing {
        self.took
    }
}

/// The world that makes the free space.
fn ground(world: &World, radius: f64) -> Cow<'_, World> {
    if radius == 0.0 {
        return Cow::Borrowed(world);
    }
    let walled = world.walled();
    let World { areas, obstacles, walls, sources, .. } = &*walled;
    let mut solid = World::new().with_areas(areas.clone()).with_obstacles(obstacles.clone()).with_walls(walls.clone());
    solid.sources.clone_from(sources);
    Cow::Owned(solid)
}

/// Two worlds on the same ground lead to the same places at the same costs.
fn has_same_terms(a: &World, b: &World) -> bool {
    let barriers = |world: &World| world.barriers.iter().map(|b| (b.segment, b.cost)).collect::<Vec<_>>();
    let doors = |world: &World| world.doors.iter().map(|door| door.open).collect::<Vec<_>>();
    a.sources == b.sources && a.weights == b.weights && barriers(a) == barriers(b) && doors(a) == doors(b)
}
