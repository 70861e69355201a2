//! What a point sees: visibility cones, followed from triangle to triangle until outlines stop them.
//!
//! A cone enters a triangle over one side, between two bounds. The corner opposite is left of both bounds, right of both, or
//! seen: then it parts the cone. So the triangles that are seen are visited once for each side over which they are seen
//! (triangular expansion, Bungiu and others 2014). Decisions are those of the [`Eye`]; for a point they are exact.
//!
//! Cost: the triangles that are seen.

use crate::tables::domain::Domain;
use crate::tables::ids::{CornerId, SideId};
use wayfront_geometry::{Point, orient};

/// Where a line of sight starts, and how it compares directions.
pub trait Eye {
    /// A line of sight that limits a cone.
    type Bound: Copy;

    /// The line of sight through a corner.
    fn bound(&self, domain: &Domain, corner: CornerId) -> Self::Bound;

    /// Positive if a corner lies on the left of a bound, zero if it lies on it.
    fn left_of(&self, domain: &Domain, bound: &Self::Bound, corner: CornerId) -> f64;
}

/// An eye at a point. A bound is another point on it.
impl Eye for Point {
    type Bound = Self;

    #[inline]
    fn bound(&self, domain: &Domain, corner: CornerId) -> Self {
        domain.point(corner)
    }

    #[inline]
    fn left_of(&self, domain: &Domain, bound: &Self, corner: CornerId) -> f64 {
        orient(*self, *bound, domain.point(corner))
    }
}

/// What is seen over a side of a triangle, from within. Seen from the eye, the side runs from the right to the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VisibilityCone<B> {
    /// The side.
    pub side: SideId,
    /// Its bound on the right.
    pub right: B,
    /// Its bound on the left.
    pub left: B,
}

/// What a cone meets next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sighting<B> {
    /// An outline, a wall or a gate stops it.
    Stopped(VisibilityCone<B>),
    /// It enters a triangle.
    Entered {
        /// The side over which it enters, of the triangle that is entered.
        over: SideId,
        /// The corner opposite that side.
        apex: CornerId,
        /// Positive if that corner lies on the left of the right bound, and of the left bound. It is seen if the first is
        /// no less than 0, and the second no more.
        left_of: [f64; 2],
    },
}

/// The cones that are still to be followed. Keep it: it owns its memory.
#[derive(Clone, Debug)]
pub struct VisibilityCones<B> {
    open: Vec<VisibilityCone<B>>,
}

impl<B> Default for VisibilityCones<B> {
    fn default() -> Self {
        Self { open: Vec::new() }
    }
}

impl<B: Copy> VisibilityCones<B> {
    /// Forgets all cones.
    pub fn clear(&mut self) {
        self.open.clear();
    }

    /// Adds a cone. The last one is followed first.
    pub fn push(&mut self, cone: VisibilityCone<B>) {
        self.open.push(cone);
    }

    /// Adds all that is seen over a side.
    pub fn push_side(&mut self, domain: &Domain, eye: &impl Eye<Bound = B>, side: SideId) {
        let [right, left] = domain.side_corners(side).map(|corner| eye.bound(domain, corner));
        self.push(VisibilityCone { side, right, left });
    }

    /// Follows a cone into the next triangle, its right part first; `None` if there is none left.
    #[inline]
    pub fn follow(&mut self, domain: &Domain, eye: &impl Eye<Bound = B>) -> Option<Sighting<B>> {
        let cone = self.open.pop()?;
        let Some(over) = domain.twin(cone.side) else { return Some(Sighting::Stopped(cone)) };
        let apex = domain.side(over.prev()).origin;
        let left_of = [&cone.right, &cone.left].map(|bound| eye.left_of(domain, bound, apex));
        let [goes_right, goes_left] = [left_of[0] > 0.0, left_of[1] < 0.0];
        if goes_left {
            let right = if goes_right { eye.bound(domain, apex) } else { cone.right };
            self.open.push(VisibilityCone { side: over.prev(), right, ..cone });
        }
        if goes_right {
            let left = if goes_left { eye.bound(domain, apex) } else { cone.left };
            self.open.push(VisibilityCone { side: over.next(), left, ..cone });
        }
        Some(Sighting::Entered { over, apex, left_of })
    }
}
