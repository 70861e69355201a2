//! Whether what a root sends over a side is too late there.

use super::{Open, SURE};
use crate::discs::near::Axis;
use crate::discs::sight::{Passing, Root};
use crate::discs::straight::Straight;
use wayfront_geometry::Point;

/// A place is within a distance of a side.
#[inline]
pub(super) fn is_near(axis: &Axis, p: Point, reach: f64) -> bool {
    let placed = axis.place(p);
    placed.y.abs() <= reach && {
        let beyond = if placed.x < 0.0 { placed.x } else { (placed.x - axis.length).max(0.0) };
        beyond * beyond + placed.y * placed.y <= reach * reach * (1.0 + SURE)
    }
}

/// The lengths along a side between which rays of a root may cross it.
#[inline]
pub(super) fn crossed(root: &Root, axis: &Axis, passing: Passing, outer: [f64; 2]) -> [f64; 2] {
    let [mut low, mut high] = outer;
    for (ray, is_right) in [(passing.right, true), (passing.left, false)] {
        if ray == Point::default() {
            continue;
        }
        let start = root.centre(ray);
        let (across, away) = (ray.cross(axis.along), (axis.from - start).cross(axis.along));
        // Rays that hardly come nearer bound nothing.
        if across * away <= 0.0 || across.abs() < 1e-3 {
            continue;
        }
        let far = away / across;
        let meets = (start + ray * far - axis.from).dot(axis.along);
        let slack = SURE * (axis.length + far.abs());
        // What lies ahead along the side is on the left of the ray, or on its right: told by the ray, since its corner and its
        // centre may lie on different sides of the line.
        if is_right == (across > 0.0) {
            low = low.max(meets - slack);
        } else {
            high = high.min(meets + slack);
        }
    }
    [low, high]
}

/// Between two places of a passage a root is dearer than what is known.
#[inline]
pub(super) fn is_late(root: &Root, axis: &Axis, open: &Open, [low, high]: [f64; 2]) -> bool {
    let Open { outer, inner, most, .. } = *open;
    if most[0].is_infinite() && most[1].is_infinite() {
        return false;
    }
    // Where both ends offer the same.
    let middle = (most[1] - most[0] + inner[0] + inner[1]) / 2.0;
    let at = middle.clamp(low, high);
    let known = [most[0] + (at - inner[0]).abs(), most[1] + (at - inner[1]).abs()];
    let known = if middle >= high {
        known[0]
    } else if middle <= low {
        known[1]
    } else {
        known[0].max(known[1])
    };
    let Some(straight) = Straight::to(root, axis.at(at)) else { return false };
    let Some(cost) = straight.least(root) else { return false };
    let rim = (inner[0] - outer[0]).max(outer[1] - inner[1]);
    cost > known + 2.0 * rim + SURE * (cost.abs() + straight.length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_geometry::{Hand, LegEnd};

    /// The line of the side passes between the corner and the centre of the disc that arrives: all of it lies ahead.
    #[test]
    fn a_side_whose_line_passes_between_corner_and_centre_is_crossed() {
        let from = Point::new(3.842, 3.632);
        let axis = Axis::of([from, Point::new(1.273, 5.909)]);
        for sign in [1.0, -1.0] {
            let mirrored = |p: Point| Point::new(p.x, sign * p.y);
            let axis = Axis { from: mirrored(axis.from), along: mirrored(axis.along), length: axis.length };
            let ahead = mirrored(Point::new(-0.948_683_298_050_513_8, 0.316_227_766_016_837_95));
            let hand = if sign > 0.0 { Hand::Left } else { Hand::Right };
            let root = Root::new(0, LegEnd::turn(mirrored(Point::new(1.0, 6.0)), hand), 0.0, ahead, 0.25);
            let part = crossed(&root, &axis, root.passing(std::f64::consts::PI), [0.3, axis.length]);
            assert_eq!(part, [0.3, axis.length], "{hand:?}");
        }
    }
}
