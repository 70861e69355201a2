//! From a scene to its map: sources, weights, prices of barriers and doors as the scene has them.

use crate::map::{PathMap, PathMapError};
use crate::terms::{Price, Terms};
use wayfront_domain::Scene;
use wayfront_world::{Weight, World};

impl PathMap {
    /// The map of a scene: to the nearest of its sources, with its speed changes, barriers and doors.
    ///
    /// ```
    /// use wayfront_domain::{Guide, Scene};
    /// use wayfront_pathmap::PathMap;
    ///
    /// let scene = Scene::open("office")?;
    /// let map = PathMap::of(&scene)?;
    /// assert_eq!(map.cost((3.0, 2.0).into()), Ok(13.923493769869722));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the scene has no sources.
    pub fn of(scene: &Scene) -> Result<Self, PathMapError> {
        Self::on_terms(scene.domain().clone(), scene.sources(), &Terms::of_world(scene.world(), scene.weights()))
    }
}

impl Terms {
    /// What a world costs, with its weights in their exact places: barriers are the first gates, then doors.
    #[must_use]
    pub fn of_world(world: &World, weights: &[Weight]) -> Self {
        let doors = world.doors.iter().map(|door| if door.open { Price::Open } else { Price::Closed });
        let prices = world.barriers.iter().map(Price::from).chain(doors).collect();
        Self { weights: weights.to_vec(), prices }
    }
}
