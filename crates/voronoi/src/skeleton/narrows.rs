//! Narrow places: where the skeleton is least wide, and becomes wider both ways.

use super::Skeleton;
use crate::build::Feature;
use wayfront_geometry::Point;

/// A narrow place, such as a door.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Narrow {
    /// The diameter of the largest disc that gets through.
    pub width: f64,
    /// Its middle.
    pub at: Point,
    /// What it is between.
    pub between: [Feature; 2],
    /// The nearest places of these two: the ends of the narrow place.
    pub feet: [Point; 2],
    /// How much wider it becomes on both sides of it, at least. Small where a corridor is a little narrower somewhere.
    pub prominence: f64,
}

impl Skeleton {
    /// All narrow places, the narrowest first, that become wider by at least `prominence` on both sides. A corridor of the
    /// same width counts once.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use wayfront_domain::Scene;
    /// # use wayfront_voronoi::{Skeleton, Voronoi};
    /// let scene = Scene::open("three-corridors")?;
    /// let skeleton = Skeleton::of(&Arc::new(Voronoi::of(scene.walled_domain())?));
    /// assert_eq!(skeleton.narrows(0.1).len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn narrows(&self, prominence: f64) -> Vec<Narrow> {
        let least = (prominence / 2.0).max(self.domain().rounding());
        let real = self.forest.saddles.iter().rev().filter(|saddle| saddle.prominence > least);
        real.map(|saddle| {
            let place = self.squeezed(saddle.vertex);
            let (width, at, between, feet) = (place.width, place.at, place.between, place.feet);
            Narrow { width, at, between, feet, prominence: 2.0 * saddle.prominence }
        })
        .collect()
    }
}
