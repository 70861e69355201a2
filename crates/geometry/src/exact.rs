//! Signs of `A√B + C` and of `X + Y√P + Z√Q`, decided for certain.
//!
//! Each decision is written once, over any [`Number`]. It is tried with [`Bounded`] numbers, which are plain `f64` that
//! carry a bound of their rounding, and where these leave a doubt, with [`Exact`] ones: expansions, sums of `f64` that
//! do not overlap (Shewchuk 1997). Roots are never taken exactly: a sum of a root and a number has the sign of a
//! difference of squares.
//!
//! Exact while no product over- or underflows: for the tangents of discs, products of twelve coordinates, so magnitudes
//! between 1e-20 and 1e20. Cost: ten nanoseconds where the first try decides, some microseconds where it does not.

use crate::twofold::{two_product, two_sum};

/// Half a unit in the last place of 1.
const UNIT: f64 = f64::EPSILON / 2.0;

/// What a decision computes with.
pub(crate) trait Number: Clone {
    fn of(value: f64) -> Self;
    /// `a - b`.
    fn difference(a: f64, b: f64) -> Self;
    fn add(&self, other: &Self) -> Self;
    fn sub(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// -1, 0 or 1; `None` in doubt.
    fn sign(&self) -> Option<i8>;
    /// The sign of `self √root + rest`; the root is of a number that is not negative.
    fn sign_with_root(&self, root: &Self, rest: &Self) -> Option<i8>;

    /// The sign of `self + y √p + z √q`.
    fn sign_with_roots(&self, [y, p]: [&Self; 2], [z, q]: [&Self; 2]) -> Option<i8> {
        let first = y.sign_with_root(p, self)?;
        let second = z.sign()? * q.sign()?;
        if first * second >= 0 {
            return Some(if first == 0 { second } else { first });
        }
        // Of different signs: the larger square wins.
        let squares = self.times(self).add(&y.times(y).times(p)).sub(&z.times(z).times(q));
        let mixed = self.times(y);
        Some(first * mixed.add(&mixed).sign_with_root(p, &squares)?)
    }
}

/// A decision.
pub(crate) trait Decision {
    fn sign<N: Number>(&self) -> Option<i8>;
}

/// The sign of a decision, beyond doubt.
#[inline]
pub(crate) fn decide(decision: &impl Decision) -> i8 {
    match decision.sign::<Bounded>() {
        Some(sign) => sign,
        None => decide_exactly(decision),
    }
}

#[cold]
#[inline(never)]
fn decide_exactly(decision: &impl Decision) -> i8 {
    // Without a sign only where something overflowed.
    decision.sign::<Exact>().unwrap_or(0)
}

/// A rounded number, and how far at most it is from the right one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounded {
    value: f64,
    error: f64,
}

impl Bounded {
    #[inline]
    fn rounded(value: f64, error: f64) -> Self {
        // A little more than the rounding of the value, which pays for that of the bound itself.
        Self { value, error: error * (1.0 + 8.0 * UNIT) + value.abs() * (2.0 * UNIT) }
    }
}

impl Number for Bounded {
    #[inline]
    fn of(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    #[inline]
    fn difference(a: f64, b: f64) -> Self {
        Self::rounded(a - b, 0.0)
    }

    #[inline]
    fn add(&self, other: &Self) -> Self {
        Self::rounded(self.value + other.value, self.error + other.error)
    }

    #[inline]
    fn sub(&self, other: &Self) -> Self {
        Self::rounded(self.value - other.value, self.error + other.error)
    }

    #[inline]
    fn times(&self, other: &Self) -> Self {
        let error = self.value.abs() * other.error + other.value.abs() * self.error + self.error * other.error;
        Self::rounded(self.value * other.value, error)
    }

    #[inline]
    fn sign(&self) -> Option<i8> {
        if self.value > self.error {
            Some(1)
        } else if self.value < -self.error {
            Some(-1)
        } else if self.value == 0.0 && self.error == 0.0 {
            Some(0)
        } else {
            None
        }
    }

    #[inline]
    fn sign_with_root(&self, root: &Self, rest: &Self) -> Option<i8> {
        let least = root.value - root.error;
        if least <= 0.0 {
            return None;
        }
        let value = root.value.sqrt();
        self.times(&Self::rounded(value, root.error / least.sqrt())).add(rest).sign()
    }
}

/// A sum of numbers that do not overlap, the smallest first, none of them zero.
#[derive(Clone, Debug)]
pub(crate) struct Exact(Vec<f64>);

impl Exact {
    /// Adds one number.
    fn grow(&mut self, value: f64) {
        let mut carry = value;
        self.0.retain_mut(|part| {
            let (sum, rest) = two_sum(carry, *part);
            (carry, *part) = (sum, rest);
            rest != 0.0
        });
        if carry != 0.0 {
            self.0.push(carry);
        }
    }

    /// The same number in as few parts as possible.
    fn compressed(mut self) -> Self {
        let Some(mut carry) = self.0.pop() else { return self };
        let mut parts = Vec::with_capacity(self.0.len() + 1);
        for part in self.0.into_iter().rev() {
            let (sum, rest) = two_sum(carry, part);
            carry = sum;
            if rest != 0.0 {
                parts.push(carry);
                carry = rest;
            }
        }
        parts.push(carry);
        parts.reverse();
        Self(parts)
    }
}

impl Number for Exact {
    fn of(value: f64) -> Self {
        Self(if value == 0.0 { Vec::new() } else { vec![value] })
    }

    fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self([low, high].into_iter().filter(|&part| part != 0.0).collect())
    }

    fn add(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        other.0.iter().for_each(|&part| sum.grow(part));
        sum.compressed()
    }

    fn sub(&self, other: &Self) -> Self {
        self.add(&Self(other.0.iter().map(|part| -part).collect()))
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self(Vec::new());
        for &a in &self.0 {
            for &b in &other.0 {
                let (high, low) = two_product(a, b);
                product.grow(low);
                product.grow(high);
            }
        }
        product.compressed()
    }

    fn sign(&self) -> Option<i8> {
        match self.0.last() {
            None => Some(0),
            Some(part) if part.is_nan() => None,
            Some(&part) => Some(if part > 0.0 { 1 } else { -1 }),
        }
    }

    fn sign_with_root(&self, root: &Self, rest: &Self) -> Option<i8> {
        let first = self.sign()? * root.sign()?.max(0);
        let second = rest.sign()?;
        if first * second >= 0 {
            return Some(if first == 0 { second } else { first });
        }
        Some(first * self.times(self).times(root).sub(&rest.times(rest)).sign()?)
    }
}

/// A vector of such numbers.
#[derive(Clone)]
pub(crate) struct Vector<N> {
    pub x: N,
    pub y: N,
}

impl<N: Number> Vector<N> {
    /// From `a` to `b`.
    pub fn between(a: crate::Point, b: crate::Point) -> Self {
        Self { x: N::difference(b.x, a.x), y: N::difference(b.y, a.y) }
    }

    pub fn dot(&self, other: &Self) -> N {
        self.x.times(&other.x).add(&self.y.times(&other.y))
    }

    pub fn cross(&self, other: &Self) -> N {
        self.x.times(&other.y).sub(&self.y.times(&other.x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(parts: &[f64]) -> Exact {
        parts.iter().fold(Exact(Vec::new()), |sum, &part| sum.add(&Exact::of(part)))
    }

    #[test]
    fn expansions_lose_nothing() {
        let (x, y) = (2f64.powi(60), 2f64.powi(-60));
        let a = exact(&[x, 1.0, y]);
        assert_eq!(a.sub(&exact(&[1.0, x])).0, [y]);
        // (x + 1 + y)² with x y = 1.
        assert_eq!(a.times(&a).sub(&exact(&[x * x, 2.0 * x, 3.0, 2.0 * y])).0, [y * y]);
        let third = Exact::of(1.0 / 3.0);
        assert_eq!(third.add(&third).add(&third).sub(&exact(&[1.0])).0, [-f64::EPSILON / 4.0]);
    }

    /// The signs agree with whole numbers: `a √b + c` with small a, b, c, where ties are frequent.
    #[test]
    fn roots_have_the_signs_of_whole_numbers() {
        struct Case([f64; 3]);
        impl Decision for Case {
            fn sign<N: Number>(&self) -> Option<i8> {
                let [a, b, c] = self.0.map(N::of);
                a.sign_with_root(&b, &c)
            }
        }
        let mut ties = 0;
        for a in -6i32..=6 {
            for b in 0i32..=36 {
                for c in -36..=36 {
                    let right = match (a.signum() * b.signum(), i32::signum(c)) {
                        (s, t) if s * t >= 0 => {
                            if s == 0 {
                                t
                            } else {
                                s
                            }
                        }
                        (s, _) => s * (a * a * b - c * c).signum(),
                    };
                    ties += u32::from(right == 0);
                    assert_eq!(i32::from(decide(&Case([a, b, c].map(f64::from)))), right, "{a} √{b} + {c}");
                }
            }
        }
        assert!(ties > 50);
    }

    /// With two roots: `x + y √p + z √q` against `f64`, where that is sure, and known ties.
    #[test]
    fn two_roots_are_weighed() {
        struct Case([f64; 5]);
        impl Decision for Case {
            fn sign<N: Number>(&self) -> Option<i8> {
                let [x, y, p, z, q] = self.0.map(N::of);
                x.sign_with_roots([&y, &p], [&z, &q])
            }
        }
        for tie in [[0.0, 1.0, 8.0, -2.0, 2.0], [-5.0, 1.0, 4.0, 3.0, 1.0], [1.0, 1.0, 0.0, -1.0, 1.0]] {
            assert_eq!(decide(&Case(tie)), 0, "{tie:?}");
        }
        for code in 0..30_000i32 {
            let part = |k: u32, n: i32| code / 7i32.pow(k) % 7 * n % 11;
            let [x, y, p, z, q] =
                [part(0, 5) - 5, part(1, 3) - 5, part(2, 7), part(3, 4) - 4, part(4, 9)].map(f64::from);
            let plain = x + y * p.sqrt() + z * q.sqrt();
            if plain.abs() > 1e-9 {
                assert_eq!(f64::from(decide(&Case([x, y, p, z, q]))), plain.signum(), "{x} {y} {p} {z} {q}");
            }
        }
    }
}
