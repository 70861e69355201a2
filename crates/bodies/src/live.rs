//! The map of a scene that changes, for discs.
//!
//! As [`LiveMap`](wayfront_pathmap::LiveMap), with two differences that the radius brings. Closed doors are walls and open ones are not
//! there, so a door that opens changes the triangles around it; barriers are lines that are paid for and no gates, so that
//! they come, go and move without changing any. Cost: one propagation, in the memory of the one before, and the triangles
//! around what moved.

use crate::map::{DiscMap, DiscMapError, DiscTerms};

use std::time::{Duration, Instant};
use thiserror::Error;
use wayfront_domain::{DynamicScene, Scene};
use wayfront_pathmap::{Timing, Update};
use wayfront_world::{Rejected, World};

/// Why a scene has no map for discs.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LiveDiscMapError {
    /// Something in the scene is not where it should be.
    #[error(transparent)]
    Scene(#[from] Rejected),
    /// The map cannot be built.
    #[error(transparent)]
    Map(#[from] DiscMapError),
    /// Speeds that change at corners are for points.
    #[error("{count} weights at corners, which ways with a radius do not have")]
    Weights {
        /// How many.
        count: usize,
    },
}

/// A path map for discs of one radius that follows a changing scene.
///
/// ```
/// use wayfront_domain::Guide;
/// use wayfront_geometry::Point;
/// use wayfront_bodies::LiveDiscMap;
/// use wayfront_pathmap::Update;
/// use wayfront_world::{Barrier, BarrierCost, Door, Polygon, Source, Wall, World};
///
/// let mut world = World::new()
///     .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]))
///     .source(Source::point((1.0, 3.0)))
///     .door(Door::new("hall", (4.0, 0.0), (4.0, 5.0)));
/// let mut live = LiveDiscMap::new(&world, 0.4)?;
/// let from = Point::new(9.0, 3.0);
/// assert!(live.map().cost(from).is_err());
/// world.doors[0].open = true;
/// assert_eq!(live.follow(&world)?, Update::Domain);
/// assert_eq!(live.map().cost(from), Ok(8.0));
/// world.barriers.push(Barrier::new([Point::new(6.0, 0.0), Point::new(7.0, 5.0)], BarrierCost::Delay(2.0)));
/// assert_eq!(live.follow(&world)?, Update::Map);
/// assert_eq!(live.map().cost(from), Ok(10.0));
/// # Ok::<(), wayfront_bodies::LiveDiscMapError>(())
/// ```
#[derive(Debug)]
pub struct LiveDiscMap {
    /// Without barriers, and with walls for closed doors.
    scene: DynamicScene,
    /// As it was given.
    world: World,
    map: DiscMap,
    took: Timing,
}

impl LiveDiscMap {
    /// The map of a world, as it is without its motions, for discs of a radius.
    ///
    /// # Errors
    /// As [`Scene::new`] and [`DiscMap::on_terms`].
    pub fn new(world: &World, radius: f64) -> Result<Self, LiveDiscMapError> {
        let start = Instant::now();
        let scene = Scene::new(solid(world)?)?;
        let laid = Instant::now();
        let map = DiscMap::on_terms(scene.domain().clone(), scene.sources(), terms(world), radius)?;
        let took = Timing { domain: laid - start, map: laid.elapsed() };
        Ok(Self { scene: DynamicScene::new(scene), world: world.clone(), map, took })
    }

    /// Makes the map that of another world, or of the same one at another time. Costs least where least has changed.
    ///
    /// # Errors
    /// As [`Self::new`]. Then the map stays that of the scene before.
    pub fn follow(&mut self, world: &World) -> Result<Update, LiveDiscMapError> {
        let solid = solid(world)?;
        let is_same_ground = self.scene.has_same_ground(&solid);
        if is_same_ground && world.sources == self.world.sources && world.barriers == self.world.barriers {
            return Ok(Update::Nothing);
        }
        let start = Instant::now();
        let radius = self.map.radius();
        let (update, took) = if is_same_ground {
            let settled = self.scene.settle(&solid)?;
            if let Err(error) = self.map.rebuild_on_terms(&settled.sources, terms(world), radius) {
                return Err(self.stay(error));
            }
            self.scene.keep(&solid, settled);
            (Update::Map, Timing { domain: Duration::ZERO, map: start.elapsed() })
        } else {
            let next = self.scene.next(&solid)?;
            let laid = Instant::now();
            if let Err(error) = self.map.rebuild_in(next.domain().clone(), next.sources(), terms(world), radius) {
                return Err(self.stay(error));
            }
            self.scene.set(next);
            (Update::Domain, Timing { domain: laid - start, map: laid.elapsed() })
        };
        self.took = took;
        self.world.clone_from(world);
        Ok(update)
    }

    /// Makes the map that of the known scene again, after one that has none.
    fn stay(&mut self, error: DiscMapError) -> LiveDiscMapError {
        let (scene, radius) = (self.scene.scene(), self.map.radius());
        match self.map.rebuild_in(scene.domain().clone(), scene.sources(), terms(&self.world), radius) {
            Ok(()) => error.into(),
            Err(error) => error.into(),
        }
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &DiscMap {
        &self.map
    }

    /// The world that it is the map of.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How long the last update took.
    #[must_use]
    pub fn took(&self) -> Timing {
        self.took
    }
}

fn terms(world: &World) -> DiscTerms<'_> {
    DiscTerms { barriers: &world.barriers, openings: &[] }
}

/// What is solid in a world, and its sources.
fn solid(world: &World) -> Result<World, LiveDiscMapError> {
    if !world.weights.is_empty() {
        return Err(LiveDiscMapError::Weights { count: world.weights.len() });
    }
    let walled = world.walled();
    let World { areas, obstacles, walls, sources, .. } = &*walled;
    let mut solid = World::new().with_areas(areas.clone()).with_obstacles(obstacles.clone()).with_walls(walls.clone());
    solid.sources.clone_from(sources);
    Ok(solid)
}
