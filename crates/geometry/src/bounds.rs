//! Axis-parallel bounding boxes.

use crate::Point;

/// The smallest box around some points. Empty until it includes one.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lower left.
    pub min: Point,
    /// Upper right.
    pub max: Point,
}

impl Bounds {
    /// The box that contains nothing.
    pub const EMPTY: Self =
        Self { min: Point::new(f64::INFINITY, f64::INFINITY), max: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY) };

    /// The box around all `points`.
    #[must_use]
    pub fn of<'a>(points: impl IntoIterator<Item = &'a Point>) -> Self {
        let mut bounds = Self::EMPTY;
        for &p in points {
            bounds.include(p);
        }
        bounds
    }

    /// Grows the box so that it contains `p`.
    #[inline]
    pub fn include(&mut self, p: Point) {
        self.min = Point::new(self.min.x.min(p.x), self.min.y.min(p.y));
        self.max = Point::new(self.max.x.max(p.x), self.max.y.max(p.y));
    }

    /// No point was ever included.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    /// Extent along x.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    /// Extent along y.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    /// The longer side.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.width().max(self.height())
    }

    /// The box grown by `margin` on every side.
    #[must_use]
    pub fn grown(&self, margin: f64) -> Self {
        let m = Point::new(margin, margin);
        Self { min: self.min - m, max: self.max + m }
    }

    /// `p` lies in the box or on its border.
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }

    /// How far two boxes are apart; 0 where they touch or overlap.
    #[must_use]
    #[inline]
    pub fn distance(&self, other: &Self) -> f64 {
        let x = (self.min.x - other.max.x).max(other.min.x - self.max.x).max(0.0);
        let y = (self.min.y - other.max.y).max(other.min.y - self.max.y).max(0.0);
        (x * x + y * y).sqrt()
    }

    /// The four corners, counter-clockwise from the lower left.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let (a, b) = (self.min, self.max);
        [a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)]
    }
}
