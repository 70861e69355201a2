//! From a scene to its map: sources, weights, prices of barriers and doors as the scene has them.

use crate::map::{PathMap, PathMapError};
use crate::terms::{Price, Terms};
use wayfront_domain::Scene;
use wayfront_world::World;

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
        Self::on_terms(scene.domain().clone(), scene.sources(), &terms(scene))
    }
}

/// On what terms one walks in a scene.
pub(crate) fn terms(scene: &Scene) -> Terms {
    Terms { weights: scene.weights().to_vec(), prices: prices(scene.world()).collect() }
}

/// What crossing the gates of a scene costs: barriers, then doors.
pub(crate) fn prices(world: &World) -> impl Iterator<Item = Price> + '_ {
    let doors = world.doors.iter().map(|door| if door.open { Price::Open } else { Price::Closed });
    world.barriers.iter().map(Price::from).chain(doors)
}
