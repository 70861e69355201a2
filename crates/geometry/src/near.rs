//! Whether a segment enters a disc, for certain.

use crate::Point;
use crate::exact::{Decision, Number, Vector, decide};

/// The segment comes nearer than `radius` to `p`; one that only touches does not. Exact.
#[must_use]
pub fn is_nearer(p: Point, [a, b]: [Point; 2], radius: f64) -> bool {
    let is_negative = |test: Test| decide(&Near { p, a, b, radius, test }) < 0;
    is_negative(Test::Start)
        || is_negative(Test::End)
        || is_negative(Test::AfterStart) && is_negative(Test::BeforeEnd) && is_negative(Test::Line)
}

#[derive(Clone, Copy)]
enum Test {
    /// Squared distance of an end, less r².
    Start,
    End,
    /// Negative where the foot lies after the start, before the end.
    AfterStart,
    BeforeEnd,
    /// Squared distance of the line, less r², times the squared length.
    Line,
}

struct Near {
    p: Point,
    a: Point,
    b: Point,
    radius: f64,
    test: Test,
}

impl Decision for Near {
    fn sign<N: Number>(&self) -> Option<i8> {
        let radius = N::of(self.radius);
        let room = radius.times(&radius);
        let to_p = |from: Point| Vector::<N>::between(from, self.p);
        let along = || Vector::<N>::between(self.a, self.b);
        match self.test {
            Test::Start => to_p(self.a).dot(&to_p(self.a)).sub(&room).sign(),
            Test::End => to_p(self.b).dot(&to_p(self.b)).sub(&room).sign(),
            Test::AfterStart => Some(-along().dot(&to_p(self.a)).sign()?),
            Test::BeforeEnd => along().dot(&to_p(self.b)).sign(),
            Test::Line => {
                let (along, to_p) = (along(), to_p(self.a));
                let area = along.cross(&to_p);
                area.times(&area).sub(&room.times(&along.dot(&along))).sign()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_touches_is_not_nearer() {
        let p = |x: f64, y: f64| Point::new(x, y);
        let slope = [p(0.0, 0.0), p(4.0, 3.0)];
        assert!(!is_nearer(p(-3.0, 4.0), slope, 5.0), "an end at distance 5");
        assert!(!is_nearer(p(1.0, 7.0), slope, 5.0), "the line at distance 5");
        let more = 5.0 * (1.0 + f64::EPSILON);
        assert!(is_nearer(p(-3.0, 4.0), slope, more) && is_nearer(p(1.0, 7.0), slope, more));
        assert!(!is_nearer(p(7.0, 6.0), slope, 4.0) && is_nearer(p(2.0, 1.5), slope, 1e-9));
    }
}
