//! A multigrid cycle for the five-point operator of a patch: the preconditioner of [`conjugate`](super::conjugate).
//!
//! The finest level has constant coefficients and a mask, stored by colours (see [`checkers`](super::checkers)) and
//! smoothed red, black, and on the way back black, red. Coarser levels keep every second cell of every second row that
//! is itself free; their operators are Galerkin products with bilinear interpolation that ends at walls, so that the
//! cycle is a symmetric positive preconditioner whatever the walls look like. Passages that are too narrow for a
//! coarse level vanish from it: there the smoother alone is quick, since walls are near. Single precision is enough for
//! a preconditioner and halves the memory that it moves. Cost: about four passes over the patch for a cycle.

mod galerkin;

use super::checkers::{Board, Coefficients, Layout, Span, Spans, Stretch, stretches};
use super::system::System;
use galerkin::{Stencil, coarsened_pattern, galerkin};

/// Smoothing steps on the coarsest level, which has a handful of cells.
const COARSEST_SWEEPS: usize = 4;
/// Levels with no side longer than this are not coarsened.
const COARSEST_SIDE: usize = 3;

/// All levels of a patch.
pub struct Multigrid<'a> {
    fine: Fine<'a>,
    coarse: Vec<Coarse>,
}

/// The patch itself.
struct Fine<'a> {
    layout: Layout,
    mask: &'a Board<f32>,
    spans: &'a Spans,
    /// Rows with the stretches of coarse columns that their cells lie at.
    rows: Vec<Stretch>,
    coefficients: Coefficients,
    x: Board<f32>,
    residual: Board<f32>,
}

/// A level with nine-point stencils; a frame of zeros surrounds it.
#[derive(Default)]
struct Coarse {
    stride: usize,
    /// Columns and rows without the frame.
    size: [usize; 2],
    /// Inverse of the diagonal; zero where there is no unknown.
    inverse: Vec<f32>,
    /// Couplings with the cells to the right, above, above right and above left, negated: all but rounding positive.
    links: Vec<[f32; 4]>,
    /// The stencil here is that of a level without walls.
    plain: Vec<bool>,
    /// Rows with the stretches of columns that hold unknowns.
    rows: Vec<Stretch>,
    x: Vec<f32>,
    b: Vec<f32>,
    residual: Vec<f32>,
}

impl<'a> Multigrid<'a> {
    /// The levels of a patch whose free cells have mask 1.
    pub fn new(system: &'a System, spans: &'a Spans, coefficients: Coefficients) -> Self {
        let System { layout, mask, stretches: rows, .. } = system;
        let layout = *layout;
        let mut coarse: Vec<Coarse> = Vec::new();
        let [cx, cy] = [f64::from(coefficients.x), f64::from(coefficients.y)];
        let five = [[0.0, -cy, 0.0], [-cx, 1.0, -cx], [0.0, -cy, 0.0]];
        let mut pattern = coarsened_pattern(&five);
        let is_free = |x: isize, y: isize| layout.is_inside(x, y) && mask.at(layout, x as usize, y as usize) > 0.0;
        let stencil = |_: usize, _: usize| five;
        let mut next = Coarse::of(layout.size, rows, &is_free, &is_free, &stencil, &pattern);
        while !next.rows.is_empty() {
            let size = next.size;
            coarse.push(next);
            if size[0].max(size[1]) <= COARSEST_SIDE {
                break;
            }
            let level = &coarse[coarse.len() - 1]; // pushed above
            pattern = coarsened_pattern(&pattern);
            let inside = |x: isize, y: isize| x >= 0 && y >= 0 && (x as usize) < size[0] && (y as usize) < size[1];
            let is_free = |x: isize, y: isize| inside(x, y) && level.inverse[level.index(x as usize, y as usize)] > 0.0;
            let is_plain = |x: isize, y: isize| inside(x, y) && level.plain[level.index(x as usize, y as usize)];
            next = Coarse::of(size, &level.rows, &is_free, &is_plain, &|x, y| level.stencil(x, y), &pattern);
        }
        let fine = Fine {
            layout,
            mask,
            rows: rows.iter().map(|&(y, [first, end])| (y, [first / 2, end.div_ceil(2)])).collect(),
            spans,
            coefficients,
            x: Board::new(layout),
            residual: Board::new(layout),
        };
        Self { fine, coarse }
    }

    /// An approximate solution of A x = b, from one cycle.
    pub fn cycle(&mut self, b: &Board<f32>) -> &Board<f32> {
        let Self { fine, coarse } = self;
        fine.smooth_from_zero(b);
        if let Some(first) = coarse.first_mut() {
            fine.restrict(first);
            descend(coarse);
            fine.correct(&coarse[0]);
        }
        fine.smooth_back(b);
        &fine.x
    }
}

/// One cycle on the first of these levels, whose right hand side is set.
fn descend(levels: &mut [Coarse]) {
    let Some((level, coarser)) = levels.split_first_mut() else { return };
    level.x.fill(0.0);
    if coarser.is_empty() {
        (0..COARSEST_SWEEPS).for_each(|_| level.sweep(true));
        (0..COARSEST_SWEEPS).for_each(|_| level.sweep(false));
        return;
    }
    level.sweep(true);
    level.restrict(&mut coarser[0]);
    descend(coarser);
    level.correct(&coarser[0]);
    level.sweep(false);
}

impl Fine<'_> {
    fn smooth_from_zero(&mut self, b: &Board<f32>) {
        // The right hand side is zero in walls.
        self.spans.run_colour(&mut self.x.red, |band, x| {
            for &Span { start, end, .. } in &band.red {
                x[start - band.base..end - band.base].copy_from_slice(&b.red[start..end]);
            }
        });
        self.update_black(b);
    }

    fn smooth_back(&mut self, b: &Board<f32>) {
        self.update_black(b);
        self.update_red(b);
    }

    fn update_black(&mut self, b: &Board<f32>) {
        let Board { red, black } = &mut self.x;
        self.spans.run_colour(black, |band, x| {
            relax(self.layout, &band.black, band.base, self.coefficients, [&self.mask.black, &b.black, red], x);
        });
    }

    fn update_red(&mut self, b: &Board<f32>) {
        let Board { red, black } = &mut self.x;
        self.spans.run_colour(red, |band, x| {
            relax(self.layout, &band.red, band.base, self.coefficients, [&self.mask.red, &b.red, black], x);
        });
    }

    /// The residual, which is zero on black cells after they were updated, summed onto the coarse level. On red ones
    /// x = b, so that it is what the black neighbours add.
    fn restrict(&mut self, to: &mut Coarse) {
        let zero = &self.residual.black;
        let (mask, x) = (&self.mask.red, &self.x.black);
        self.spans.run_colour(&mut self.residual.red, |band, residual| {
            relax(self.layout, &band.red, band.base, self.coefficients, [mask, zero, x], residual);
        });
        let (half, red) = (self.layout.half, &self.residual.red);
        for &(row, [from, until]) in &to.rows {
            // Even cells of even rows are red, and so are odd cells of odd rows.
            let here = &red[(2 * row + 1) * half..][..half];
            let below = &red[2 * row * half..][..half];
            let above = &red[(2 * row + 2) * half..][..half];
            for column in from..until {
                let k = (row + 1) * to.stride + column + 1;
                // The patch's first cell is at (1, 1) of the board, in an odd row: index k stands for cell 2k + 1.
                let corners = below[column] + below[column + 1] + above[column] + above[column + 1];
                to.b[k] = if to.inverse[k] > 0.0 { here[column] + 0.25 * corners } else { 0.0 };
            }
        }
    }

    /// Adds the interpolated correction.
    fn correct(&mut self, from: &Coarse) {
        let half = self.layout.half;
        for &(y, [first, last]) in &self.rows {
            let (row, odd) = (y / 2, y % 2 == 1);
            let lower = &from.x[from.index(0, row)..][..from.stride - 1];
            let upper = &from.x[from.index(0, if odd { row + 1 } else { row })..][..from.stride - 1];
            let start = (y + 1) * half;
            // The board's row is y + 1: for even y it is odd, and its red cells are 2k + 1, the patch's even cells.
            let (even, between) =
                if odd { (&mut self.x.black, &mut self.x.red) } else { (&mut self.x.red, &mut self.x.black) };
            let (even_mask, between_mask) =
                if odd { (&self.mask.black, &self.mask.red) } else { (&self.mask.red, &self.mask.black) };
            for column in first..last {
                let left = 0.5 * (lower[column] + upper[column]);
                let right = 0.5 * (lower[column + 1] + upper[column + 1]);
                even[start + column] += even_mask[start + column] * left;
                between[start + column + 1] += between_mask[start + column + 1] * 0.5 * (left + right);
            }
        }
    }
}

/// x = m (b + what the neighbours of the other colour add) for all cells of a colour.
fn relax(layout: Layout, spans: &[Span], base: usize, c: Coefficients, [mask, b, other]: [&[f32]; 3], x: &mut [f32]) {
    let half = layout.half;
    for &Span { start, end, beside } in spans {
        let (near, far) = (&other[start..end], &other[beside..][..end - start]);
        let (below, above) = (&other[start - half..end - half], &other[start + half..end + half]);
        let (mask, b, x) = (&mask[start..end], &b[start..end], &mut x[start - base..end - base]);
        for k in 0..x.len() {
            x[k] = mask[k] * (b[k] + c.x * (near[k] + far[k]) + c.y * (below[k] + above[k]));
        }
    }
}

impl Coarse {
    fn index(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    /// The level below one of this size. Where everything around is plain, the stencil is `pattern`.
    fn of(
        size: [usize; 2],
        finer: &[Stretch],
        is_free: &impl Fn(isize, isize) -> bool,
        is_plain: &impl Fn(isize, isize) -> bool,
        stencil: &impl Fn(usize, usize) -> Stencil,
        pattern: &Stencil,
    ) -> Self {
        let size = size.map(|side| side.div_ceil(2));
        let (stride, cells) = (size[0] + 2, (size[0] + 2) * (size[1] + 2));
        let mut level = Self {
            stride,
            size,
            inverse: vec![0.0; cells],
            links: vec![[0.0; 4]; cells],
            plain: vec![false; cells],
            rows: Vec::new(),
            residual: vec![0.0; cells + stride],
            x: vec![0.0; cells],
            b: vec![0.0; cells],
        };
        let mut cells = Vec::new();
        for &(row, [first, end]) in finer.iter().filter(|(row, _)| row.is_multiple_of(2)) {
            for x in first.div_ceil(2)..end.div_ceil(2) {
                let (y, centre) = (row / 2, [2 * x as isize, row as isize]);
                if !is_free(centre[0], centre[1]) {
                    continue;
                }
                cells.push([x, y]);
                let plain = (-2..=2).all(|dy| (-2..=2).all(|dx| is_plain(centre[0] + dx, centre[1] + dy)));
                let product = if plain { *pattern } else { galerkin(centre, is_free, stencil) };
                let k = level.index(x, y);
                level.plain[k] = plain;
                level.inverse[k] = (1.0 / product[1][1]) as f32;
                level.links[k] = [product[1][2], product[2][1], product[2][2], product[2][0]].map(|a| -a as f32);
            }
        }
        level.rows = stretches(cells.iter().copied());
        level.drop_dangling_links(&cells);
        level
    }

    /// Couplings with cells that are no unknowns of this level are not used.
    fn drop_dangling_links(&mut self, cells: &[[usize; 2]]) {
        let ahead = [1, self.stride, self.stride + 1, self.stride - 1];
        for &[x, y] in cells {
            let k = self.index(x, y);
            for (link, step) in self.links[k].iter_mut().zip(ahead) {
                if self.inverse[k + step] == 0.0 {
                    *link = 0.0;
                }
            }
        }
    }

    /// The row of a cell as a stencil.
    fn stencil(&self, x: usize, y: usize) -> Stencil {
        let (k, s) = (self.index(x, y), self.stride);
        let link = |at: usize, which: usize| -f64::from(self.links[at][which]);
        [
            [link(k - s - 1, 2), link(k - s, 1), link(k - s + 1, 3)],
            [link(k - 1, 0), 1.0 / f64::from(self.inverse[k]), link(k, 0)],
            [link(k, 3), link(k, 1), link(k, 2)],
        ]
    }

    /// What the neighbours of a cell add to it. Slices of three, so that bounds are looked at once for each row.
    #[inline]
    fn added(&self, k: usize) -> f32 {
        let s = self.stride;
        let [below, beside, above] = [k - s, k, k + s].map(|k| &self.x[k - 1..k + 2]);
        let [links_below, links] = [k - s, k].map(|k| &self.links[k - 1..k + 2]);
        let ahead = links[1][0] * beside[2] + links[1][1] * above[1] + links[1][2] * above[2] + links[1][3] * above[0];
        let behind = links[0][0] * beside[0]
            + links_below[1][1] * below[1]
            + links_below[0][2] * below[0]
            + links_below[2][3] * below[2];
        ahead + behind
    }

    /// Gauss-Seidel in four colours, forwards or in the opposite order.
    fn sweep(&mut self, forwards: bool) {
        for colour in 0..4 {
            let colour = if forwards { colour } else { 3 - colour };
            for row in 0..self.rows.len() {
                let (y, [from, to]) = self.rows[row];
                if y % 2 != colour / 2 {
                    continue;
                }
                for x in (from + (from + colour) % 2..to).step_by(2) {
                    let k = self.index(x, y);
                    self.x[k] = self.inverse[k] * (self.b[k] + self.added(k));
                }
            }
        }
    }

    /// The residual, summed onto the coarser level.
    fn restrict(&mut self, to: &mut Self) {
        for row in 0..self.rows.len() {
            let (y, [first, last]) = self.rows[row];
            for k in self.index(first, y)..self.index(last, y) {
                if self.inverse[k] > 0.0 {
                    self.residual[k] = self.b[k] + self.added(k) - self.x[k] / self.inverse[k];
                }
            }
        }
        let (residual, s) = (&self.residual, self.stride);
        for &(y, [first, last]) in &to.rows {
            for x in first..last {
                let (k, t) = (self.index(2 * x, 2 * y), (y + 1) * to.stride + x + 1);
                let sides = residual[k - 1] + residual[k + 1] + residual[k - s] + residual[k + s];
                let corners = residual[k - s - 1] + residual[k - s + 1] + residual[k + s - 1] + residual[k + s + 1];
                to.b[t] = if to.inverse[t] > 0.0 { residual[k] + 0.5 * sides + 0.25 * corners } else { 0.0 };
            }
        }
    }

    fn correct(&mut self, from: &Self) {
        for row in 0..self.rows.len() {
            let (y, [first, last]) = self.rows[row];
            let (low, high) = (from.index(0, y / 2), from.index(0, y.div_ceil(2)));
            for x in first..last {
                let k = self.index(x, y);
                if self.inverse[k] > 0.0 {
                    let (left, right) = (x / 2, x.div_ceil(2));
                    let corners = [from.x[low + left], from.x[low + right], from.x[high + left], from.x[high + right]];
                    self.x[k] += 0.25 * corners.iter().sum::<f32>();
                }
            }
        }
    }
}
