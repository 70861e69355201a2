//! Coordinates in which a generator's rays are simple, and curves in them.
//!
//! Around a point a place is an angle and a distance t along the ray, ahead of a flat front it is a position along the
//! front and a distance t. Write v = 1/t around points and v = -t ahead of fronts. Then everything that can end a ray
//! is a sum of three functions of the angle (1, cos, sin) or of the position x (1, x, x^2): straight lines, hyperbolas
//! and parabolas alike. So where two such curves meet has a closed form, and larger v is nearer.

use wayfront_geometry::Point;

/// How rays leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rays {
    /// From one point, in all directions.
    Around,
    /// Side by side.
    Ahead,
}

/// A generator's own coordinates. Rays run from the origin, or in the direction of y from the line y = 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub rays: Rays,
    pub origin: Point,
    /// Unit vector of x; angles are counted from it.
    pub axis: Point,
    /// Cost at the origin or on the line.
    pub cost: f64,
}

/// v as a sum of three functions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Curve(pub [f64; 3]);

impl Curve {
    pub fn minus(self, other: Self) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Self([a - d, b - e, c - f])
    }
}

impl Frame {
    pub fn local(&self, p: Point) -> Point {
        self.turn(p - self.origin)
    }

    /// An outline in these coordinates. Edges within rounding of a ray are put on it, from their farther ends: close to
    /// the origin rounding turns a ray by much.
    pub fn outline(&self, points: &[Point], rounding: f64) -> Vec<Point> {
        let mut points: Vec<Point> = points.iter().map(|&p| self.local(p)).collect();
        if self.rays == Rays::Around {
            for k in 0..points.len() {
                let (one, two) = (k, (k + 1) % points.len());
                let is_first = points[one].length() < points[two].length();
                let (near, far) = if is_first { (one, two) } else { (two, one) };
                let along = points[far] * (1.0 / points[far].length());
                if along.cross(points[near]).abs() <= rounding {
                    points[near] = along * along.dot(points[near]);
                }
            }
        }
        points
    }

    /// A vector in these coordinates.
    pub fn turn(&self, d: Point) -> Point {
        Point::new(d.dot(self.axis), d.dot(self.axis.left()))
    }

    pub fn world(&self, q: Point) -> Point {
        self.origin + self.axis * q.x + self.axis.left() * q.y
    }

    /// Which ray a local point lies on.
    pub fn ray(&self, q: Point) -> f64 {
        match self.rays {
            Rays::Around => q.y.atan2(q.x),
            Rays::Ahead => q.x,
        }
    }

    /// For points: how far they lie beside a ray, and how far along it.
    pub fn beside_and_along(&self, ray: f64) -> impl Fn(Point) -> (f64, f64) + use<> {
        let (sin, cos) = match self.rays {
            Rays::Around => ray.sin_cos(),
            Rays::Ahead => (1.0, 0.0),
        };
        let start = if self.rays == Rays::Around { 0.0 } else { ray };
        move |q: Point| (cos * q.y - sin * (q.x - start), cos * q.x + sin * q.y)
    }

    /// v at a distance.
    pub fn value(&self, distance: f64) -> f64 {
        match self.rays {
            Rays::Around => 1.0 / distance,
            Rays::Ahead => -distance,
        }
    }

    /// The place on a ray, in the world.
    pub fn at(&self, ray: f64, v: f64) -> Point {
        self.world(match self.rays {
            Rays::Around => {
                let (sin, cos) = ray.sin_cos();
                Point::new(cos / v, sin / v)
            }
            Rays::Ahead => Point::new(ray, -v),
        })
    }

    pub fn on(&self, curve: Curve, ray: f64) -> Point {
        self.at(ray, self.eval(curve, ray))
    }

    pub fn eval(&self, Curve([a, b, c]): Curve, ray: f64) -> f64 {
        match self.rays {
            Rays::Around => {
                let (sin, cos) = ray.sin_cos();
                a + b * cos + c * sin
            }
            Rays::Ahead => a + ray * (b + c * ray),
        }
    }

    /// The line through two local points that lie on different rays.
    pub fn line(&self, a: Point, b: Point) -> Curve {
        let normal = (b - a).left();
        let d = normal.dot(a);
        match self.rays {
            Rays::Around => Curve([0.0, normal.x / d, normal.y / d]),
            Rays::Ahead => Curve([-d / normal.y, normal.x / normal.y, 0.0]),
        }
    }

    /// Rays on which a curve's v is zero, at most two.
    pub fn zeros(&self, Curve([a, b, c]): Curve) -> impl Iterator<Item = f64> + use<> {
        let roots = match self.rays {
            Rays::Around => angles(a, b, c),
            Rays::Ahead => quadratic(a, b, c),
        };
        roots.into_iter().filter(|x| x.is_finite())
    }
}

/// Solutions of a + b cos x + c sin x = 0, from -pi to pi; NaN for none.
fn angles(a: f64, b: f64, c: f64) -> [f64; 2] {
    let half = (-a / b.hypot(c)).acos();
    let middle = c.atan2(b);
    let wrapped = |x: f64| x - std::f64::consts::TAU * (x / std::f64::consts::TAU).round();
    [wrapped(middle - half), wrapped(middle + half)]
}

/// Solutions of a + b x + c x^2 = 0; NaN or infinite for none.
fn quadratic(a: f64, b: f64, c: f64) -> [f64; 2] {
    let root = (b * b - 4.0 * a * c).sqrt();
    // The sum that does not cancel.
    let q = -0.5 * (b + root.copysign(b));
    [q / c, a / q]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(at: [f64; 2]) -> Frame {
        Frame { rays: Rays::Around, origin: at.into(), axis: Point::new(0.6, 0.8), cost: 1.0 }
    }

    #[test]
    fn lines_meet_where_they_should() {
        let ahead = Frame { rays: Rays::Ahead, ..around([1.0, 2.0]) };
        for frame in [around([1.0, 2.0]), ahead] {
            let [a, b, c, d] = [[2.0, 5.0], [4.0, 7.0], [4.0, 5.0], [2.0, 7.0]].map(|p| frame.local(p.into()));
            let (one, two) = (frame.line(a, b), frame.line(c, d));
            let meets = frame.zeros(one.minus(two)).map(|ray| frame.on(one, ray));
            assert!(meets.into_iter().any(|p| p.distance(Point::new(3.0, 6.0)) < 1e-12));
        }
    }

    #[test]
    fn quadratics_degenerate_to_lines() {
        assert!(quadratic(-6.0, 2.0, 0.0).contains(&3.0));
        assert!(quadratic(6.0, -5.0, 1.0).contains(&2.0));
        assert!(quadratic(1.0, 0.0, 1.0).iter().all(|x| x.is_nan()));
    }
}
