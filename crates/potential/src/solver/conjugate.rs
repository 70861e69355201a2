//! Conjugate gradients in double precision, preconditioned by a multigrid cycle in single precision.
//!
//! Every pass over the patch does as much as it can, since memory is what limits it, and runs over bands of rows in
//! parallel. Bands depend on the patch alone, so that sums are the same bit for bit on any number of threads.
//! Cost: about sixteen steps to the rounding of double precision, whatever the size of the patch.

use super::checkers::{Band, Board, Coefficients, Span, Spans};
use super::multigrid::Multigrid;
use super::system::System;
use wayfront_geometry::{checkpoint, sum_of_products};

/// Tolerance: The residual at which steps end, as a share of the largest value: below the rounding of the values that
/// are used.
const TOLERANCE: f64 = 1e-16;
/// Tolerance: Shares of the largest residual below which the preconditioner may ignore it: processors are a hundred
/// times slower with numbers near the smallest of single precision.
const NEGLIGIBLE: f64 = 1e-15;
/// Steps after which values are known to a few digits: enough to see that a patch is too small.
const FIRST_LOOK: usize = 5;
/// Far more than any patch needs.
const MOST_STEPS: usize = 400;
/// Tolerance: A residual above this share of the best so far is no gain: near rounding it only jitters.
const LEAST_GAIN: f64 = 0.9;
/// Steps without gain after which rounding is taken to be reached.
const PATIENCE: usize = 6;

impl System {
    /// The values at which every free cell is what its neighbours and `b`, which is not negative, add up to; found
    /// from a guess. If `is_hopeless` says so of values that are right to a few digits, these are returned as they
    /// are, and true.
    pub fn solve(
        &self,
        b: Board<f64>,
        guess: Board<f64>,
        is_hopeless: impl Fn(&Board<f64>) -> bool,
    ) -> (Board<f64>, bool) {
        let spans = Spans::new(self.layout, &self.stretches);
        let coefficients = Coefficients { x: self.coefficients[0] as f32, y: self.coefficients[1] as f32 };
        let mut grid = Multigrid::new(self, &spans, coefficients);
        let (mut x, mut r) = (guess, b);
        let mut p = Board::new(self.layout);
        let mut image = Board::new(self.layout);
        let mut narrow = Board::new(self.layout);
        let target = TOLERANCE * spans.largest(&r);
        self.apply(&spans, &x, &mut image);
        let mut norm = spans.add(&mut r, &image, -1.0);
        let (mut gain, mut best, mut waited) = (f64::INFINITY, f64::INFINITY, 0);
        for step in 0..MOST_STEPS {
            checkpoint();
            if step == FIRST_LOOK && is_hopeless(&x) {
                return (x, true);
            }
            waited = if norm < LEAST_GAIN * best { 0 } else { waited + 1 };
            best = norm.min(best);
            if norm <= target || waited > PATIENCE {
                break;
            }
            spans.narrow(&r, norm, &mut narrow);
            let z = grid.cycle(&narrow);
            let fresh = spans.dot(&r, z) * norm;
            let share = fresh / gain;
            gain = fresh;
            spans.turn(&mut p, z, [norm, share]);
            let length = gain / self.apply(&spans, &p, &mut image);
            if !length.is_finite() {
                break;
            }
            spans.add(&mut x, &p, length);
            norm = spans.add(&mut r, &image, -length);
        }
        (x, false)
    }

    /// What is left of a value when what its neighbours add is taken away; and the product of both.
    fn apply(&self, spans: &Spans, p: &Board<f64>, image: &mut Board<f64>) -> f64 {
        let products = spans.run(image, |band, red, black| {
            let red = self.apply_to(&band.red, band.base, &self.mask.red, [&p.red, &p.black], red);
            red + self.apply_to(&band.black, band.base, &self.mask.black, [&p.black, &p.red], black)
        });
        products.into_iter().sum()
    }

    fn apply_to(&self, spans: &[Span], base: usize, mask: &[f32], [p, other]: [&[f64]; 2], image: &mut [f64]) -> f64 {
        let [cx, cy] = self.coefficients;
        let half = self.layout.half;
        let mut product = 0.0;
        for &Span { start, end, beside } in spans {
            let (near, far) = (&other[start..end], &other[beside..][..end - start]);
            let (below, above) = (&other[start - half..end - half], &other[start + half..end + half]);
            let (mask, p, image) = (&mask[start..end], &p[start..end], &mut image[start - base..end - base]);
            for k in 0..p.len() {
                image[k] = p[k] - f64::from(mask[k]) * (cx * (near[k] + far[k]) + cy * (below[k] + above[k]));
            }
            product += sum_of_products(p, image);
        }
        product
    }
}

impl Spans {
    /// The residual in single precision, as shares of its largest.
    fn narrow(&self, r: &Board<f64>, norm: f64, narrow: &mut Board<f32>) {
        let scale = 1.0 / norm;
        let convert = |spans: &[Span], base: usize, r: &[f64], narrow: &mut [f32]| {
            for &Span { start, end, .. } in spans {
                for (narrow, r) in narrow[start - base..end - base].iter_mut().zip(&r[start..end]) {
                    let r = r * scale;
                    *narrow = if r.abs() > NEGLIGIBLE { r as f32 } else { 0.0 };
                }
            }
        };
        self.run(narrow, |band, red, black| {
            convert(&band.red, band.base, &r.red, red);
            convert(&band.black, band.base, &r.black, black);
        });
    }

    /// The next direction: p = norm z + share p.
    fn turn(&self, p: &mut Board<f64>, z: &Board<f32>, [norm, share]: [f64; 2]) {
        let turn = |spans: &[Span], base: usize, z: &[f32], p: &mut [f64]| {
            for &Span { start, end, .. } in spans {
                let p = p[start - base..end - base].iter_mut();
                p.zip(&z[start..end]).for_each(|(p, z)| *p = norm * f64::from(*z) + share * *p);
            }
        };
        self.run(p, |band, red, black| {
            turn(&band.red, band.base, &z.red, red);
            turn(&band.black, band.base, &z.black, black);
        });
    }

    /// Adds `factor` times `change`, and gives the largest magnitude of the result.
    fn add(&self, target: &mut Board<f64>, change: &Board<f64>, factor: f64) -> f64 {
        let add = |spans: &[Span], base: usize, change: &[f64], target: &mut [f64]| {
            let mut most = 0.0;
            for &Span { start, end, .. } in spans {
                let target = &mut target[start - base..end - base];
                target.iter_mut().zip(&change[start..end]).for_each(|(t, c)| *t += factor * c);
                most = largest_of(target).max(most);
            }
            most
        };
        let most = self.run(target, |band, red, black| {
            let red = add(&band.red, band.base, &change.red, red);
            red.max(add(&band.black, band.base, &change.black, black))
        });
        most.into_iter().fold(0.0, f64::max)
    }

    fn dot(&self, r: &Board<f64>, z: &Board<f32>) -> f64 {
        let dot = |spans: &[Span], r: &[f64], z: &[f32]| -> f64 {
            spans.iter().map(|&Span { start, end, .. }| sum_of_products(&r[start..end], &z[start..end])).sum()
        };
        let of = |band: &Band| dot(&band.red, &r.red, &z.red) + dot(&band.black, &r.black, &z.black);
        self.ask(of).into_iter().sum()
    }

    fn largest(&self, board: &Board<f64>) -> f64 {
        let of = |spans: &[Span], values: &[f64]| {
            spans.iter().map(|&Span { start, end, .. }| largest_of(&values[start..end])).fold(0.0, f64::max)
        };
        let most = self.ask(|band| of(&band.red, &board.red).max(of(&band.black, &board.black)));
        most.into_iter().fold(0.0, f64::max)
    }
}

fn largest_of(values: &[f64]) -> f64 {
    let mut most = [0.0_f64; 4];
    for chunk in values.chunks(4) {
        for (most, v) in most.iter_mut().zip(chunk) {
            *most = if v.abs() > *most { v.abs() } else { *most };
        }
    }
    most.into_iter().fold(0.0, f64::max)
}
