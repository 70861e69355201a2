//! The velocity nearest to a wish that all half-planes permit, within a circle of speed: a linear program in two
//! dimensions, solved one half-plane at a time (Seidel 1991; de Berg and others, Computational Geometry, ch. 4).
//!
//! As long as the best velocity so far satisfies the next half-plane, it stays; otherwise the new one is on that
//! half-plane's border, found among all former half-planes. Where nothing is permitted, the largest violation is made
//! as small as possible: a linear program in three dimensions, solved by two-dimensional ones.

use wayfront_geometry::Point;

/// The velocities `v` with `normal . v >= offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfPlane {
    /// Of length 1, into the permitted side.
    pub normal: Point,
    pub offset: f64,
}

impl HalfPlane {
    /// How far `v` is from being permitted; negative inside.
    #[inline]
    pub fn violation(&self, v: Point) -> f64 {
        self.offset - self.normal.dot(v)
    }
}

/// What to look for.
#[derive(Clone, Copy)]
enum Wanted {
    /// The velocity nearest to this one.
    Nearest(Point),
    /// The velocity farthest in this direction.
    Farthest(Point),
}

/// The velocity nearest to `wish`, not faster than `most`, that all half-planes permit. Where there is none, the
/// largest violation of those after the first `firm` is as small as possible; the first `firm` must permit zero.
pub fn nearest_permitted(planes: &[HalfPlane], firm: usize, wish: Point, most: f64) -> Point {
    match best(planes, Wanted::Nearest(wish), most) {
        Ok(velocity) => velocity,
        Err((failed, velocity)) if failed >= firm => least_violating(planes, firm, failed, velocity, most),
        // Only by rounding: zero satisfies the firm ones.
        Err(_) => least_violating(planes, firm, firm, Point::new(0.0, 0.0), most),
    }
}

/// The best velocity, or the first half-plane that could not be satisfied and the best velocity before it.
fn best(planes: &[HalfPlane], wanted: Wanted, most: f64) -> Result<Point, (usize, Point)> {
    let mut velocity = match wanted {
        Wanted::Farthest(direction) => direction * most,
        Wanted::Nearest(wish) if wish.dot(wish) > most * most => wish * (most / wish.length()),
        Wanted::Nearest(wish) => wish,
    };
    for (k, plane) in planes.iter().enumerate() {
        if plane.violation(velocity) > 0.0 {
            velocity = best_on_border(plane, &planes[..k], wanted, most).ok_or((k, velocity))?;
        }
    }
    Ok(velocity)
}

/// The best velocity on the border of a half-plane that all `others` permit.
fn best_on_border(plane: &HalfPlane, others: &[HalfPlane], wanted: Wanted, most: f64) -> Option<Point> {
    let (foot, along) = (plane.normal * plane.offset, plane.normal.left());
    let room = most * most - plane.offset * plane.offset;
    if room < 0.0 {
        return None;
    }
    let (mut low, mut high) = (-room.sqrt(), room.sqrt());
    for other in others {
        let (slope, lack) = (other.normal.dot(along), other.violation(foot));
        if slope.abs() <= 1e-12 {
            // Pieces of one straight wall leave the same half-plane, up to rounding.
            if lack > 1e-9 {
                return None;
            }
        } else if slope > 0.0 {
            low = low.max(lack / slope);
        } else {
            high = high.min(lack / slope);
        }
        if low > high {
            return None;
        }
    }
    let at = match wanted {
        Wanted::Nearest(wish) => wish.dot(along).clamp(low, high),
        Wanted::Farthest(direction) if direction.dot(along) > 0.0 => high,
        Wanted::Farthest(_) => low,
    };
    Some(foot + along * at)
}

/// The velocity with the smallest largest violation, from half-plane `failed` on.
fn least_violating(planes: &[HalfPlane], firm: usize, failed: usize, velocity: Point, most: f64) -> Point {
    let mut velocity = velocity;
    let mut violation = 0.0;
    let mut lifted: Vec<HalfPlane> = Vec::new();
    for (k, plane) in planes.iter().enumerate().skip(failed) {
        if plane.violation(velocity) <= violation {
            continue;
        }
        lifted.clear();
        lifted.extend_from_slice(&planes[..firm]);
        lifted.extend(planes[firm..k].iter().filter_map(|other| no_worse_than(plane, other)));
        // It cannot fail but by rounding: what was best so far satisfies all of them.
        velocity = best(&lifted, Wanted::Farthest(plane.normal), most).unwrap_or(velocity);
        violation = plane.violation(velocity);
    }
    velocity
}

/// Where `other` is violated no more than `plane`; always so if they are parallel.
fn no_worse_than(plane: &HalfPlane, other: &HalfPlane) -> Option<HalfPlane> {
    let apart = other.normal - plane.normal;
    let length = apart.length();
    (length > 1e-9)
        .then(|| HalfPlane { normal: apart * (1.0 / length), offset: (other.offset - plane.offset) / length })
}
