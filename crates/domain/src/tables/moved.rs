//! The same domain in coordinates relative to another origin, exactly.
//!
//! A small world far from the origin has few digits left for what is computed in it. Its vertices themselves lose nothing
//! when the origin moves close to them: a difference of two numbers within a factor of two of each other is exact
//! (Sterbenz). So all orientations, and with them the triangulation and all handles, stay as they are. Linear.

use crate::tables::domain::{BentWall, Domain};
use crate::tables::faces::Face;
use wayfront_geometry::{Bounds, Point};

impl Domain {
    /// The domain with `origin` as the new origin of coordinates; its handles are those of this one. `None` if a vertex
    /// would be rounded.
    ///
    /// ```
    /// use wayfront_domain::Scene;
    /// use wayfront_world::{Polygon, World};
    ///
    /// let square = [(5e5, 5.6e6), (500_000.3, 5.6e6), (500_000.3, 5_600_000.3), (5e5, 5_600_000.3)];
    /// let far = Scene::new(World::new().area(Polygon::ring(square)))?;
    /// let near = far.domain().relative_to((5e5, 5.6e6).into()).unwrap();
    /// assert_eq!(near.bounds().min, (0.0, 0.0).into());
    /// assert_eq!(near.area(), far.domain().area());
    /// # Ok::<(), wayfront_world::Rejected>(())
    /// ```
    #[must_use]
    pub fn relative_to(&self, origin: Point) -> Option<Self> {
        let corners = self.faces.iter().flat_map(|face| &face.points);
        if !self.points.iter().chain(corners).all(|p| is_exact(p.x, origin.x) && is_exact(p.y, origin.y)) {
            return None;
        }
        let bent = |wall: &BentWall| BentWall { given: wall.given.map(|p| p - origin), ..*wall };
        let face = |face: &Face| Face { points: face.points.map(|p| p - origin), ..*face };
        Some(Self {
            points: self.points.iter().map(|&p| p - origin).collect(),
            faces: self.faces.iter().map(face).collect(),
            bounds: Bounds { min: self.bounds.min - origin, max: self.bounds.max - origin },
            grid: self.grid.relative_to(origin),
            sides: self.sides.clone(),
            fans: self.fans.clone(),
            bends: self.bends.clone(),
            components: self.components.clone(),
            gates: self.gates.clone(),
            bent_walls: self.bent_walls.iter().map(bent).collect(),
            report: self.report.clone(),
            ..*self
        })
    }
}

/// The difference of two numbers is a number.
fn is_exact(a: f64, b: f64) -> bool {
    let difference = a - b;
    let subtracted = a - difference;
    // What the difference lacks (Knuth).
    (a - (difference + subtracted)) + (subtracted - b) == 0.0
}
