//! The fundamental diagram: how fast people walk at a density.

/// Speed of people at a density, in metres a second and people per square metre: Weidmann's curve (1993).
///
/// ```
/// let speeds = [0.0, 1.0, 5.4, 9.0].map(wayfront_crowd::weidmann);
/// assert!(speeds[0] == 1.34 && (speeds[1] - 1.06).abs() < 0.01 && speeds[2] == 0.0 && speeds[3] == 0.0);
/// ```
#[must_use]
pub fn weidmann(density: f64) -> f64 {
    const FREE: f64 = 1.34;
    const GAMMA: f64 = 1.913;
    const FULL: f64 = 5.4;
    if density <= 0.0 { FREE } else { (FREE * (1.0 - (-GAMMA * (1.0 / density - 1.0 / FULL)).exp())).max(0.0) }
}
