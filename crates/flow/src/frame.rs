//! Coordinates relative to a point near the world.
//!
//! Lanes are half a lane's width from everything solid and a lane's width from each other, to the last digits that
//! coordinates have. A world of some hundred metres at UTM coordinates has six digits fewer than the same world at the
//! origin. So everything is computed relative to the world's lower left corner, and only answers are rounded to the
//! user's coordinates. The vertices lose nothing: see [`Domain::relative_to`].

use crate::cut::Gate;
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::{Piece, Point};

/// So many times its size from the origin, a world is computed relative to its corner. Nearer ones have all but one of
/// their digits; and where coordinates are within a factor of two of each other, differences are exact.
const FAR_AWAY: f64 = 32.0;

/// A domain as the user gave it, and as it is computed with.
pub(crate) struct Frame {
    /// In the user's coordinates.
    pub given: Arc<Domain>,
    /// Relative to the origin. The same handles.
    pub local: Arc<Domain>,
    pub origin: Point,
}

impl Frame {
    pub fn of(given: Arc<Domain>) -> Self {
        let bounds = given.bounds();
        let far = FAR_AWAY * bounds.size();
        let near = |least: f64| if least.abs() > far { least } else { 0.0 };
        let origin = Point::new(near(bounds.min.x), near(bounds.min.y));
        if origin != Point::default()
            && let Some(local) = given.relative_to(origin)
        {
            return Self { given, local: Arc::new(local), origin };
        }
        Self { local: given.clone(), given, origin: Point::default() }
    }

    /// The user's coordinates are those that are computed with.
    pub fn is_given(&self) -> bool {
        self.origin == Point::default()
    }

    /// A point of the user's.
    pub fn local_point(&self, p: Point) -> Point {
        p - self.origin
    }

    /// A point for the user.
    pub fn given_point(&self, p: Point) -> Point {
        p + self.origin
    }

    /// A piece for the user.
    pub fn given_piece(&self, piece: &Piece) -> Piece {
        piece.moved(self.origin)
    }

    /// A gate for the user.
    pub fn given_gate(&self, gate: &Gate) -> Gate {
        Gate { points: gate.points.iter().map(|&p| self.given_point(p)).collect(), ..gate.clone() }
    }
}
