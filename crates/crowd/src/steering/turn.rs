//! Turns by small angles, the same on every machine, and the directions that agents try who have stood for long.

use wayfront_geometry::Point;

/// Seconds for which an agent keeps to a direction that it tries.
const WHIM: f64 = 0.5;
/// How far it may be from the wished one, as an angle in radians: whoever stands in an arch steps back, too.
const WIDEST: f64 = 2.4;

/// Turned clockwise, by an angle in radians from -3 to 3, to four digits: by series of half the angle, which are the same
/// on every machine, as those of the system's library are not.
pub(crate) fn turned_right(v: Point, angle: f64) -> Point {
    let half = angle * 0.5;
    let squared = half * half;
    let series = |divisors: [f64; 4]| divisors.iter().rev().fold(1.0, |sum, by| 1.0 - squared * (1.0 / by) * sum);
    let (sin, cos) = (half * series([6.0, 20.0, 42.0, 72.0]), series([2.0, 12.0, 30.0, 56.0]));
    let (sin, cos) = (2.0 * sin * cos, 1.0 - 2.0 * sin * sin);
    Point::new(v.x * cos + v.y * sin, v.y * cos - v.x * sin)
}

/// A number from 0 to 1 for an id. Fibonacci hashing: those in a row are far apart.
pub(crate) fn share(id: u64) -> f64 {
    (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 11) as f64 / (1_u64 << 53) as f64
}

/// A wish, turned to a side by as much as an agent tries at a moment: arches of agents that all push straight on hold for
/// ever. The same for the same agent and moment, whatever thread asks; `seed` tells runs apart.
pub(crate) fn tried(wish: Point, seed: u64, id: u64, seconds: f64) -> Point {
    let moment = (seconds / WHIM) as u64;
    let draw = share((seed ^ id.rotate_left(32) ^ moment).wrapping_mul(0x2545_f491_4f6c_dd1d) ^ moment << 17);
    turned_right(wish, WIDEST * (2.0 * draw - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_by_the_angle() {
        for k in -120..=272 {
            let angle = f64::from(k) * 0.01;
            let turned = turned_right(Point::new(0.0, 1.3), angle);
            let right = Point::new(angle.sin(), angle.cos()) * 1.3;
            assert!(turned.distance(right) < 2e-4, "{angle}: {turned} instead of {right}");
        }
    }

    /// Over many moments an agent tries both sides alike, and as far as it may.
    #[test]
    fn tried_directions_have_no_side() {
        for id in 0..50 {
            let angles =
                (0..400).map(|k| tried(Point::new(1.0, 0.0), 7, id, f64::from(k) * WHIM)).map(|v| v.y.atan2(v.x));
            let (mut sum, mut most) = (0.0, 0.0_f64);
            for angle in angles {
                sum += angle;
                most = most.max(angle.abs());
            }
            // Four errors of the mean of a uniform draw.
            let error = WIDEST / 3.0_f64.sqrt() / 400.0_f64.sqrt();
            assert!((sum / 400.0_f64).abs() < 4.0 * error, "{id}: {sum}");
            assert!((0.95 * WIDEST..1.001 * WIDEST).contains(&most), "{id}: {most}");
        }
    }
}
