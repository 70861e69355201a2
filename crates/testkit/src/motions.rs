//! The same world elsewhere: mirrored, turned, scaled and far from the origin. Costs change by the scale alone.

use wayfront_geometry::Point;

/// Where points go: mirrored at the y axis or not, then turned, scaled and shifted.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// At the y axis.
    pub is_mirrored: bool,
    /// The cosine and the sine of the angle, in full quarters of a turn exact.
    pub turn: [f64; 2],
    /// After that.
    pub scale: f64,
    /// At last.
    pub shift: Point,
}

impl Motion {
    /// Everything stays.
    pub const NONE: Self = Self { is_mirrored: false, turn: [1.0, 0.0], scale: 1.0, shift: Point { x: 0.0, y: 0.0 } };

    /// Mirrored, turned by quarters, scaled by powers of two: small whole and binary numbers stay exact.
    pub const EXACT: [Self; 6] = [
        Self::NONE,
        Self { is_mirrored: true, ..Self::NONE },
        Self { turn: [0.0, 1.0], ..Self::NONE },
        Self { is_mirrored: true, turn: [0.0, -1.0], scale: 8.0, ..Self::NONE },
        Self { turn: [-1.0, 0.0], scale: 1.0 / 64.0, ..Self::NONE },
        Self { shift: Point { x: 1_048_576.0, y: -2_097_152.0 }, ..Self::NONE },
    ];

    /// By an angle, scaled by any number, or shifted to where coordinates of maps are: every point is rounded.
    #[must_use]
    pub fn rounded() -> Vec<Self> {
        let turned = (1..40).map(|k| Self::turned(0.157 * f64::from(k)));
        let far = Point { x: 412_345.678, y: 5_312_345.123 };
        let others = [Self { shift: far, ..Self::NONE }, Self { scale: 1e-3, is_mirrored: true, ..Self::turned(0.6) }];
        turned.chain(others).chain([Self { scale: 1234.5, ..Self::turned(2.0) }]).collect()
    }

    /// Turned around the origin.
    #[must_use]
    pub fn turned(angle: f64) -> Self {
        Self { turn: [angle.cos(), angle.sin()], ..Self::NONE }
    }

    /// Where a point goes.
    #[must_use]
    pub fn of(self, p: Point) -> Point {
        let [cos, sin] = self.turn;
        let x = if self.is_mirrored { -p.x } else { p.x };
        Point::new(cos * x - sin * p.y, sin * x + cos * p.y) * self.scale + self.shift
    }

    /// By how much a length may seem to differ there, beside its own rounding.
    #[must_use]
    pub fn rounding(self) -> f64 {
        8.0 * f64::EPSILON * (self.shift.x.abs() + self.shift.y.abs())
    }
}
