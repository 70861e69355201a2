//! A generator as a function of place: its costs, and where it wins along the rays of another.

use crate::shapes::frame::{Curve, Frame, Rays};
use wayfront_geometry::{Bounds, Point, closest_on_segment};
use wayfront_pathmap::view::Flat;

/// Tolerance: One minus the cosine of the angle below which two fronts have the same direction: the angle is then a
/// millionth of a radian, and where they tie is beyond any world.
const SAME_DIRECTION: f64 = 1e-12;

/// A generator as a function of place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Generator {
    /// A corner or a source's point.
    Point { at: Point, cost: f64 },
    /// A flat front.
    Front(Flat),
}

/// Where another generator wins along one's own rays, as far as it sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim {
    Never,
    Always,
    Beyond(Curve),
}

impl Generator {
    pub fn cost_at(&self, p: Point) -> f64 {
        match self {
            Self::Point { at, cost } => cost + at.distance(p),
            Self::Front(flat) => flat.cost() + flat.distance(p),
        }
    }

    /// Its coordinates; angles are counted from the direction towards `middle`.
    pub fn frame(&self, middle: Point) -> Frame {
        match *self {
            Self::Point { at, cost } => {
                let (apart, length) = (middle - at, middle.distance(at));
                let axis = if length > 0.0 { apart * (1.0 / length) } else { Point::new(1.0, 0.0) };
                Frame { rays: Rays::Around, origin: at, axis, cost }
            }
            // Rays leave to the right of the front's direction; here they leave to the left of the axis.
            Self::Front(flat) => {
                Frame { rays: Rays::Ahead, origin: flat.ends()[0], axis: -flat.unit(), cost: flat.cost() }
            }
        }
    }

    /// Where this one wins along the rays of another. The advantage of a ray's own generator never grows along it, so
    /// there is one place on each ray from which this one wins. Equal ones go by `is_first`.
    pub fn claim(&self, frame: &Frame, is_first: bool, grain: f64) -> Claim {
        let tie = || if is_first { Claim::Always } else { Claim::Never };
        match (self, frame.rays) {
            (Self::Point { at, cost }, Rays::Around) => {
                let (q, ahead) = (frame.local(*at), frame.cost - cost);
                let apart = q.length();
                match ahead {
                    _ if apart <= grain && ahead.abs() <= grain => tie(),
                    a if a >= apart - grain => Claim::Always,
                    a if a <= grain - apart => Claim::Never,
                    _ => {
                        let scale = 2.0 / ((apart - ahead) * (apart + ahead));
                        Claim::Beyond(Curve([ahead * scale, q.x * scale, q.y * scale]))
                    }
                }
            }
            (Self::Front(flat), Rays::Around) => {
                let normal = frame.turn(flat.ahead());
                let behind = flat.cost() + normal.dot(-frame.local(flat.ends()[0])) - frame.cost;
                if behind <= grain {
                    return Claim::Always;
                }
                Claim::Beyond(Curve([1.0 / behind, -normal.x / behind, -normal.y / behind]))
            }
            (Self::Point { at, cost }, Rays::Ahead) => {
                let (q, ahead) = (frame.local(*at), frame.cost - cost);
                if q.y + ahead <= grain {
                    return Claim::Never;
                }
                let scale = -0.5 / (q.y + ahead);
                let [a, b] = [q.x * q.x + (q.y - ahead) * (q.y + ahead), -2.0 * q.x];
                Claim::Beyond(Curve([a * scale, b * scale, scale]))
            }
            (Self::Front(flat), Rays::Ahead) => {
                let normal = frame.turn(flat.ahead());
                let behind = flat.cost() + normal.dot(-frame.local(flat.ends()[0])) - frame.cost;
                let turned = 1.0 - normal.y;
                match turned < SAME_DIRECTION {
                    true if behind.abs() <= grain => tie(),
                    true if behind < 0.0 => Claim::Always,
                    true => Claim::Never,
                    false => Claim::Beyond(Curve([-behind / turned, -normal.x / turned, 0.0])),
                }
            }
        }
    }

    /// Its rays come in over an edge of a patch.
    pub(super) fn enters_over(&self, [a, b]: [Point; 2]) -> bool {
        match self {
            Self::Point { at, .. } => (b - a).cross(*at - a) < 0.0,
            Self::Front(flat) => (b - a).cross(flat.unit().left()) < 0.0,
        }
    }

    /// The lowest cost on a segment.
    pub(super) fn least_cost_on(&self, a: Point, b: Point) -> f64 {
        match self {
            Self::Point { at, cost } => cost + closest_on_segment(a, b, *at).distance(*at),
            Self::Front(flat) => flat.cost() + flat.distance(a).min(flat.distance(b)),
        }
    }

    /// A cost that it does not go below in a box.
    pub(super) fn least_cost_in(&self, bounds: Bounds) -> f64 {
        match self {
            Self::Point { at, cost } => {
                let nearest =
                    Point::new(at.x.clamp(bounds.min.x, bounds.max.x), at.y.clamp(bounds.min.y, bounds.max.y));
                cost + at.distance(nearest)
            }
            Self::Front(flat) => {
                let ahead = bounds.corners().map(|p| (p - flat.ends()[0]).cross(flat.unit()));
                flat.cost() + ahead.into_iter().fold(f64::INFINITY, f64::min).max(0.0)
            }
        }
    }
}
