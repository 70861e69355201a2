//! The map of a scene that changes.
//!
//! [`LiveMap::follow`] compares the scene with the one it knows and does what is needed: nothing; one propagation, if
//! sources, weights, prices or doors are others; the triangles around obstacles that moved, and one propagation. No
//! change can be forgotten, since none is announced. The result is the map that a fresh build gives.

use crate::map::{PathMap, PathMapError};
use crate::of_scene::{prices, terms};
use crate::terms::Terms;
use std::time::{Duration, Instant};
use thiserror::Error;
use wayfront_domain::{DynamicScene, Scene};
use wayfront_world::{Rejected, Source, World};

/// Why a scene has no map.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LiveMapError {
    /// Something in the scene is not where it should be.
    #[error(transparent)]
    Scene(#[from] Rejected),
    /// The map cannot be built.
    #[error(transparent)]
    Map(#[from] PathMapError),
}

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

/// A path map that follows a changing scene: sources that move, barriers that come and go, doors that open, obstacles
/// that move.
///
/// ```
/// use wayfront_domain::{Guide, Scene};
/// use wayfront_geometry::Point;
/// use wayfront_pathmap::{LiveMap, Update};
/// use wayfront_world::{Door, Polygon, Source, Wall, World};
///
/// let mut world = World::new()
///     .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]))
///     .source(Source::point((1.0, 3.0)))
///     .door(Door::new("hall", (4.0, 0.0), (4.0, 5.0)));
/// let mut live = LiveMap::of(Scene::new(world.clone())?)?;
/// assert!(live.map().cost(Point::new(9.0, 3.0)).is_err());
/// world.doors[0].open = true;
/// assert_eq!(live.follow(&world)?, Update::Map);
/// assert_eq!(live.map().cost(Point::new(9.0, 3.0)), Ok(8.0));
/// # Ok::<(), wayfront_pathmap::LiveMapError>(())
/// ```
#[derive(Debug)]
pub struct LiveMap {
    scene: DynamicScene,
    map: PathMap,
    took: Timing,
}

/// How long the last update took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The free space.
    pub domain: Duration,
    /// The propagation.
    pub map: Duration,
}

impl LiveMap {
    /// The map of a world, as it is without its motions.
    ///
    /// # Errors
    /// As [`Scene::new`] and [`Self::of`].
    pub fn new(world: &World) -> Result<Self, LiveMapError> {
        let start = Instant::now();
        let scene = Scene::new(world.clone())?;
        let domain = start.elapsed();
        let mut live = Self::of(scene)?;
        live.took.domain = domain;
        Ok(live)
    }

    /// The map of a scene. A scene that never changes costs nothing more than its [`PathMap`].
    ///
    /// # Errors
    /// When the scene has no sources.
    pub fn of(scene: Scene) -> Result<Self, LiveMapError> {
        let start = Instant::now();
        let map = PathMap::of(&scene)?;
        let took = Timing { domain: Duration::ZERO, map: start.elapsed() };
        Ok(Self { scene: DynamicScene::new(scene), map, took })
    }

    /// Makes the map that of another world, or of the same one at another time. Costs least where least has changed.
    ///
    /// # Errors
    /// As [`Self::new`]. Then the map stays that of the scene before.
    pub fn follow(&mut self, world: &World) -> Result<Update, LiveMapError> {
        let known = self.scene.scene().world();
        let has_same_terms =
            world.sources == known.sources && world.weights == known.weights && prices(world).eq(prices(known));
        let is_same_ground = self.scene.has_same_ground(world);
        if is_same_ground && has_same_terms {
            return Ok(Update::Nothing);
        }
        if is_same_ground { self.follow_terms(world) } else { self.follow_ground(world) }
    }

    /// One propagation.
    fn follow_terms(&mut self, world: &World) -> Result<Update, LiveMapError> {
        let settled = self.scene.settle(world)?;
        let start = Instant::now();
        let terms = Terms { weights: settled.weights.clone(), prices: prices(world).collect() };
        if let Err(error) = self.map.rebuild_on_terms(&settled.sources, &terms) {
            return Err(self.stay(error));
        }
        self.took = Timing { domain: Duration::ZERO, map: start.elapsed() };
        self.scene.keep(world, settled);
        Ok(Update::Map)
    }

    /// Triangles, and one propagation.
    fn follow_ground(&mut self, world: &World) -> Result<Update, LiveMapError> {
        let start = Instant::now();
        let next = self.scene.next(world)?;
        let laid = Instant::now();
        if let Err(error) = self.map.rebuild_in(next.domain().clone(), next.sources(), &terms(&next)) {
            return Err(self.stay(error));
        }
        self.took = Timing { domain: laid - start, map: laid.elapsed() };
        self.scene.set(next);
        Ok(Update::Domain)
    }

    /// Makes the map that of the known scene again, after one that has none.
    fn stay(&mut self, error: PathMapError) -> LiveMapError {
        let scene = self.scene.scene();
        match self.map.rebuild_in(scene.domain().clone(), scene.sources(), &terms(scene)) {
            Ok(()) => error.into(),
            Err(error) => error.into(),
        }
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &PathMap {
        &self.map
    }

    /// The scene that it is the map of.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        self.scene.scene()
    }

    /// How long the last update took.
    #[must_use]
    pub fn took(&self) -> Timing {
        self.took
    }

    /// The sources as they lie in the free space: moved, if they missed it by rounding.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        self.scene().sources()
    }

    /// The map by itself.
    #[must_use]
    pub fn into_map(self) -> PathMap {
        self.map
    }
}
