//! The smallest largest violation, decided by three half-planes: the dual simplex method.
//!
//! Three half-planes whose normals pull in all directions have one velocity that violates all of them equally, and no
//! velocity that violates their worst less. If another half-plane is worse there, it takes the place of one of the
//! three, the one that leaves normals that still pull in all directions; the violation grows with each exchange, so that
//! it ends. We start with three that leave nothing between them, so two or three exchanges do.

use super::{HalfPlane, HalfPlanes, ROUNDING, Triple, Velocity};

/// Exchanges at most; the slower method answers where rounding runs in circles.
const EXCHANGES: usize = 16;

/// Three half-planes and what follows from them: the inverse of the matrix whose rows are their normals and 1.
struct Basis {
    planes: Triple,
    inverse: [[f32; 3]; 3],
}

/// The velocity with the smallest largest violation, if neither the top speed nor one of the first `firm` half-planes
/// have part in it.
pub fn least_violating(planes: &HalfPlanes, firm: usize, start: Triple, most: f32) -> Option<Velocity> {
    let mut basis = Basis::of(start)?;
    for _ in 0..EXCHANGES {
        let (velocity, violation) = basis.balance();
        if velocity.x * velocity.x + velocity.y * velocity.y > most * most {
            return None;
        }
        let Some(worst) = planes.worst(velocity, violation + ROUNDING * most) else {
            let walls_permit = (0..firm).all(|k| planes.get(k).violation(velocity) <= ROUNDING * most);
            return walls_permit.then_some(velocity);
        };
        if worst < firm {
            return None;
        }
        basis = basis.with(planes.get(worst))?;
    }
    None
}

impl Basis {
    /// `None` if the normals do not pull in all directions.
    fn of(planes: Triple) -> Option<Self> {
        let [a, b, c] = planes.map(|plane| plane.normal);
        let cross = |p: [f32; 2], q: [f32; 2]| p[0] * q[1] - p[1] * q[0];
        let pulls = [cross(b, c), cross(c, a), cross(a, b)];
        let sum = pulls[0] + pulls[1] + pulls[2];
        let scale = 1.0 / sum;
        if sum.abs() <= ROUNDING || pulls.iter().any(|pull| pull * scale < 0.0) {
            return None;
        }
        let inverse = [
            [(b[1] - c[1]) * scale, (c[1] - a[1]) * scale, (a[1] - b[1]) * scale],
            [(c[0] - b[0]) * scale, (a[0] - c[0]) * scale, (b[0] - a[0]) * scale],
            pulls.map(|pull| pull * scale),
        ];
        Some(Self { planes, inverse })
    }

    /// The velocity that violates all three equally, and by how much.
    fn balance(&self) -> (Velocity, f32) {
        let offsets = self.planes.map(|plane| plane.offset);
        let [x, y, violation] = self.inverse.map(|row| dot(row, offsets));
        (Velocity { x, y }, violation)
    }

    /// Takes a half-plane in and the one out without which all pull in all directions.
    fn with(self, plane: HalfPlane) -> Option<Self> {
        let [x, y] = plane.normal;
        let column = |k: usize| x * self.inverse[0][k] + y * self.inverse[1][k] + self.inverse[2][k];
        let ratio = |k: usize| {
            let share = column(k);
            if share > 0.0 { self.inverse[2][k] / share } else { f32::INFINITY }
        };
        let ratios = [ratio(0), ratio(1), ratio(2)];
        let less = |a: usize, b: usize| if ratios[b] < ratios[a] { b } else { a };
        let mut planes = self.planes;
        planes[less(less(0, 1), 2)] = plane;
        Self::of(planes)
    }
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
