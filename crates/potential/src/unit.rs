//! Directions: vectors of length 1.

use wayfront_geometry::Point;

/// Tolerance: Blends of unit vectors that are shorter than this have cancelled out but for rounding (1e-16 for each of
/// the four): they point nowhere.
const SHORTEST: f64 = 1e-12;

/// The same direction with length 1, if it is long enough to have one.
pub fn unit(v: Point) -> Option<Point> {
    let length = v.length();
    (length > SHORTEST).then(|| v * (1.0 / length))
}

/// The same direction with length 1, however short it is.
pub fn unit_of(v: Point) -> Option<Point> {
    let most = v.x.abs().max(v.y.abs());
    if most > 0.0 && most.is_finite() { unit(v * (1.0 / most)) } else { None }
}
