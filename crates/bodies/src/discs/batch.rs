//! Lower bounds of what windows offer to a place, for eight windows at a time.
//!
//! A query compares all windows of a triangle; nearly all of them are dearer or do not see the place. Few digits suffice to
//! see that. Coordinates relative to the middle of the triangle and costs relative to the cheapest are kept as `f32`, in
//! units of the world's size, one lane for each window. Invariant: a bound is below the true cost by more than rounding.
//! Exact legs decide which window is the cheapest, and whether its leg is free.

use super::sight::Passing;
use super::turns::{Arrival, NONE};
use wayfront_geometry::{Hand, Point};

pub(super) const LANES: usize = 8;
type Lanes = [f32; LANES];

/// Tolerance: Share of coordinates and costs by which results computed in `f32` may be wrong, with a margin.
const ROUNDING: f32 = 1e-5;

/// Share of a square below which its difference from another has few digits left: the leg begins at its corner.
const CLOSE: f32 = 0.01;

/// The first coefficients of an angle by its chord: a lower bound.
const SERIES: [f32; 3] = [1.0 / 24.0, 3.0 / 640.0, 5.0 / 7168.0];

/// What coordinates in the batches of a triangle are relative to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    /// The middle of the triangle.
    pub middle: Point,
    /// One over the size of the world: squares of lengths, small and large, are then numbers that `f32` has.
    pub scale: f64,
}

impl Relative {
    #[inline]
    pub fn place(&self, p: Point) -> [f32; 2] {
        let v = (p - self.middle) * self.scale;
        [v.x as f32, v.y as f32]
    }
}

/// Windows of a triangle, one in each lane.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// Neither these windows nor those that follow offer less to the middle of the triangle.
    pub key: f64,
    /// What the costs of all batches of the triangle are relative to.
    pub base: f64,
    /// Their arrivals.
    pub numbers: [u32; LANES],
    at: [Lanes; 2],
    /// Infinite where there is no window.
    cost: Lanes,
    /// The radius, with the sign of the hand; 0 for points.
    side: Lanes,
    direction: [Lanes; 2],
    /// Where something is seen, and where discs pass: on the right and on the left of each.
    bounds: [[Lanes; 2]; 2],
    passing: [[Lanes; 2]; 2],
}

impl Batch {
    /// An empty batch, for windows of which none offers less to the middle than a key.
    pub fn new(key: f64, base: f64) -> Self {
        Self {
            key,
            base,
            numbers: [NONE; LANES],
            at: [[0.0; LANES]; 2],
            cost: [f32::INFINITY; LANES],
            side: [0.0; LANES],
            direction: [[0.0; LANES]; 2],
            bounds: [[[0.0; LANES]; 2]; 2],
            passing: [[[0.0; LANES]; 2]; 2],
        }
    }

    /// Puts a window into a lane.
    pub fn set(
        &mut self,
        k: usize,
        number: u32,
        (arrival, radius): (&Arrival, f64),
        relative: &Relative,
        (bounds, passing): (Option<[Point; 2]>, Passing),
    ) {
        let put = |lanes: &mut [Lanes; 2], v: Point| (lanes[0][k], lanes[1][k]) = (v.x as f32, v.y as f32);
        self.numbers[k] = number;
        let (at, scale) = (arrival.end.at, relative.scale);
        put(&mut self.at, (at - relative.middle) * scale);
        // The bound of a segment is no number: its leg is always computed.
        let cost = if arrival.flat == NONE { arrival.cost - self.base } else { f64::NEG_INFINITY };
        self.cost[k] = (cost * scale) as f32;
        self.side[k] = match arrival.end.hand {
            None => 0.0,
            Some(Hand::Left) => (radius * scale) as f32,
            Some(Hand::Right) => (-radius * scale) as f32,
        };
        put(&mut self.direction, arrival.direction);
        let edges = bounds.map_or([Point::default(); 2], |bounds| bounds.map(|p| (p - at) * scale));
        for (lanes, v) in self.bounds.iter_mut().zip(edges) {
            put(lanes, v);
        }
        for (lanes, v) in self.passing.iter_mut().zip([passing.right, passing.left]) {
            put(lanes, v);
        }
    }

    /// Less than what each offers to a place; infinite for those that surely do not see it.
    #[inline]
    pub fn least(&self, p: [f32; 2]) -> Lanes {
        let mut least = [0.0; LANES];
        let beyond = p[0].abs() + p[1].abs();
        for k in 0..LANES {
            let [ax, ay] = [self.at[0][k], self.at[1][k]];
            let (x, y) = (p[0] - ax, p[1] - ay);
            let (cost, side) = (self.cost[k], self.side[k]);
            let slack = ROUNDING * (beyond + ax.abs() + ay.abs());
            let square = x * x + y * y;
            let under = square - side * side;
            let far = at_least(under, 0.0).sqrt();
            // The direction of the leg, and its chord from that of the arrival.
            let scale = 1.0 / at_least(square, f32::MIN_POSITIVE);
            let ex = (x * far - y * side) * scale - self.direction[0][k];
            let ey = (y * far + x * side) * scale - self.direction[1][k];
            let chord = ex * ex + ey * ey;
            let angle = chord.sqrt() * (1.0 + chord * (SERIES[0] + chord * (SERIES[1] + chord * SERIES[2])));
            let walked = side.abs() * angle + far;
            let walked = if under < CLOSE * square { 0.0 } else { walked };
            let cross = |v: &[Lanes; 2]| v[0][k] * y - v[1][k] * x;
            let dot = |v: &[Lanes; 2]| v[0][k] * x + v[1][k] * y;
            // The leg's line has the corner beside it.
            let (right, left) = (cross(&self.passing[0]) + side, cross(&self.passing[1]) + side);
            let size = |v: &[Lanes; 2]| v[0][k].abs() + v[1][k].abs();
            let is_hidden = (cross(&self.bounds[0]) < -slack * size(&self.bounds[0]))
                | (cross(&self.bounds[1]) > slack * size(&self.bounds[1]))
                | ((right < -slack) & (dot(&self.passing[0]) > slack))
                | ((left > slack) & (dot(&self.passing[1]) > slack));
            let bound = cost + walked - slack - ROUNDING * cost.abs();
            least[k] = if is_hidden | (cost == f32::INFINITY) { f32::INFINITY } else { bound };
        }
        least
    }
}

#[inline]
fn at_least(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
