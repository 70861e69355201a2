//! Costa's minimal surface (1984), by Gray's formula in Weierstrass' elliptic functions of the square lattice.
//!
//! The surface is a torus with three punctures, which lie infinitely far out; a disc around each is left away. The
//! functions are summed from their Fourier series, which gain a factor of 500 with each term.

use super::made;
use crate::mesh::Mesh;
use crate::vec3::Vec3;
use std::f64::consts::PI;
use std::ops::{Add, Mul, Sub};

/// Squares along each side of the torus.
const SQUARES: u32 = 44;
/// How much around a puncture is left away.
const DISC: f64 = 0.13;
const TERMS: i32 = 12;

#[derive(Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

const fn complex(re: f64, im: f64) -> Complex {
    Complex { re, im }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        complex(self.re + o.re, self.im + o.im)
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        complex(self.re - o.re, self.im - o.im)
    }
}

impl Mul for Complex {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        complex(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}

impl Complex {
    fn scaled(self, factor: f64) -> Self {
        complex(self.re * factor, self.im * factor)
    }

    fn inverse(self) -> Self {
        let square = self.re * self.re + self.im * self.im;
        complex(self.re / square, -self.im / square)
    }

    fn sin(self) -> Self {
        complex(self.re.sin() * self.im.cosh(), self.re.cos() * self.im.sinh())
    }

    fn cos(self) -> Self {
        complex(self.re.cos() * self.im.cosh(), -self.re.sin() * self.im.sinh())
    }

    fn modulus(self) -> f64 {
        self.re.hypot(self.im)
    }
}

/// The weight of the n-th term of the series: nome squared is exp(-2 pi).
fn weight(n: i32) -> f64 {
    let power = (-2.0 * PI * f64::from(n)).exp();
    power / (1.0 - power)
}

/// Weierstrass' zeta for the periods 1 and i. Its increments along them are pi and -pi i.
fn zeta(z: Complex) -> Complex {
    let turns = z.im.round();
    let z = complex(z.re, z.im - turns);
    let angle = z.scaled(PI);
    let mut sum = z.scaled(PI) + (angle.cos() * angle.sin().inverse()).scaled(PI);
    for n in 1..=TERMS {
        sum = sum + z.scaled(2.0 * PI * f64::from(n)).sin().scaled(4.0 * PI * weight(n));
    }
    sum - complex(0.0, PI * turns)
}

/// Weierstrass' p: minus the derivative of zeta.
fn weierstrass(z: Complex) -> Complex {
    let z = complex(z.re, z.im - z.im.round());
    let sine = z.scaled(PI).sin();
    let mut sum = (sine * sine).inverse().scaled(PI * PI) - complex(PI, 0.0);
    for n in 1..=TERMS {
        let n = f64::from(n);
        sum = sum - z.scaled(2.0 * PI * n).cos().scaled(8.0 * PI * PI * n * weight(n as i32));
    }
    sum
}

fn place(u: f64, v: f64) -> Vec3 {
    let z = complex(u, v);
    let e1 = weierstrass(complex(0.5, 0.0)).re;
    let half = PI / (2.0 * e1);
    let [whole, right, up] = [z, z - complex(0.5, 0.0), z - complex(0.0, 0.5)].map(zeta);
    let first = (right - up).scaled(half) - whole;
    let second = complex(0.0, 1.0) * ((up - right).scaled(half) - whole);
    let x = 0.5 * (first.re + PI * u + PI * PI / (4.0 * e1));
    let y = 0.5 * (second.re + PI * v + PI * PI / (4.0 * e1));
    let p = weierstrass(z);
    let ratio = (p - complex(e1, 0.0)).modulus() / (p + complex(e1, 0.0)).modulus();
    Vec3::new(x, y, 0.25 * (2.0 * PI).sqrt() * ratio.ln())
}

/// Far enough from all punctures.
fn is_kept(u: f64, v: f64) -> bool {
    let around = |a: f64| (a - a.round()).abs();
    let punctures = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.5)];
    punctures.iter().all(|&(pu, pv)| around(u - pu).hypot(around(v - pv)) > DISC)
}

/// The middle of the surface, with three rims.
pub fn costa() -> Mesh {
    let at = |k: u32| (f64::from(k) + 0.5) / f64::from(SQUARES);
    let (mut points, mut numbers) = (Vec::new(), Vec::new());
    for (i, j) in (0..SQUARES).flat_map(|i| (0..SQUARES).map(move |j| (i, j))) {
        let kept = is_kept(at(i), at(j));
        numbers.push(kept.then_some(points.len() as u32));
        if kept {
            points.push(place(at(i), at(j)));
        }
    }
    let number = |i: u32, j: u32| numbers[((i % SQUARES) * SQUARES + j % SQUARES) as usize];
    let mut faces = Vec::new();
    for (i, j) in (0..SQUARES).flat_map(|i| (0..SQUARES).map(move |j| (i, j))) {
        let [a, b, c, d] = [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
        for triangle in [[a, b, c], [a, c, d]] {
            if let [Some(a), Some(b), Some(c)] = triangle {
                faces.push([a, b, c]);
            }
        }
    }
    made(points, faces)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lattice of whole numbers looks the same turned by a quarter: p(i z) = -p(z) and zeta(i z) = -i zeta(z). And
    /// both go on smoothly where the series are begun anew.
    #[test]
    fn the_series_have_the_symmetry_of_their_lattice() {
        let i = complex(0.0, 1.0);
        for (u, v) in [(0.3, 0.2), (0.1, 0.45), (0.45, 0.05), (0.25, 0.25)] {
            let z = complex(u, v);
            let of_p = (weierstrass(i * z) + weierstrass(z)).modulus();
            let of_zeta = (zeta(i * z) + i * zeta(z)).modulus();
            assert!(of_p < 1e-9 && of_zeta < 1e-9, "{u} {v}: {of_p} {of_zeta}");
        }
        for u in [0.1, 0.3, 0.5] {
            let [below, above] = [0.5 - 1e-9, 0.5 + 1e-9].map(|v| complex(u, v));
            assert!((zeta(below) - zeta(above)).modulus() < 1e-6, "{u}");
            assert!((weierstrass(below) - weierstrass(above)).modulus() < 1e-6, "{u}");
        }
    }
}
