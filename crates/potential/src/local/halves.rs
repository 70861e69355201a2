//! The field of a window, its cells parted like a draughts board: each colour in rows of its own, without gaps.
//!
//! A cell has neighbours of the other colour only. In the same row they are two that follow each other, above and below
//! they stand in the same place of their rows: a sweep over one colour runs through memory in order, several cells at
//! once. Cells that are not free have the factor 0 and keep their value.

use super::LocalCell;
use crate::bias::Bias;

/// Tolerance: Changes of this share of the centre's value end the sweeps.
const TOLERANCE: f64 = 2e-4;
const MOST_SWEEPS: usize = 400;
/// So many sweeps for each cell of the side are over-relaxed at most; most windows are steady long before.
const OVER_RELAXED: usize = 3;
/// Sweeps between two checks of the centre.
const BETWEEN_LOOKS: usize = 4;

/// Cells of both colours. A row has a place more at each end than it needs, so that every cell has neighbours.
#[derive(Clone, Debug)]
pub struct Halves {
    width: usize,
    q: [Vec<f64>; 2],
    /// 1 where a cell is free.
    free: [Vec<f64>; 2],
}

impl Halves {
    pub fn new(side: usize) -> Self {
        let width = side.div_ceil(2) + 2;
        let empty = || vec![0.0; width * side];
        Self { width, q: [empty(), empty()], free: [empty(), empty()] }
    }

    /// The colour of a cell, and its place among those of that colour.
    fn place(&self, column: usize, row: usize) -> (usize, usize) {
        ((column + row) % 2, row * self.width + column / 2 + 1)
    }

    /// Goals are 1, all others 0.
    pub fn fill(&mut self, side: usize, cells: &[LocalCell]) {
        for (row, cells) in cells.chunks_exact(side).enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let (colour, at) = self.place(column, row);
                self.q[colour][at] = f64::from(u8::from(*cell == LocalCell::Goal));
                self.free[colour][at] = f64::from(u8::from(*cell == LocalCell::Free));
            }
        }
    }

    /// Over-relaxation at the factor that suits the window, then plain sweeps, until the centre is steady.
    pub fn relax(&mut self, side: usize, bias: Bias) {
        let over = bias.over_relaxation(side);
        let mut before = [f64::NAN; 4];
        for sweep in 1..=MOST_SWEEPS {
            // Behind long passages over-relaxation overshoots so much that what is rounded off outside drowns the field;
            // plain sweeps are means of positive numbers and settle it.
            let factor = if sweep <= OVER_RELAXED * side { over } else { 1.0 };
            let shares = bias.shares().map(|share| share * factor);
            for colour in 0..2 {
                self.sweep(side, colour, shares, factor);
            }
            if sweep % BETWEEN_LOOKS == 0 {
                let around = self.around(side / 2);
                let most = around.iter().copied().fold(0.0, f64::max);
                let is_steady = around.iter().zip(before).all(|(a, b)| (a - b).abs() <= TOLERANCE * most);
                if is_steady && (most > 0.0 || sweep > 2 * side) {
                    break;
                }
                before = around;
            }
        }
    }

    /// The values left, right, below and above of the cell in the middle.
    pub fn around(&self, middle: usize) -> [f64; 4] {
        let cells = [(middle - 1, middle), (middle + 1, middle), (middle, middle - 1), (middle, middle + 1)];
        cells.map(|(column, row)| {
            let (colour, at) = self.place(column, row);
            self.q[colour][at]
        })
    }

    /// All cells of one colour but those of the border.
    fn sweep(&mut self, side: usize, colour: usize, [left, right, below, above]: [f64; 4], factor: f64) {
        let width = self.width;
        let [even, odd] = &mut self.q;
        let (own, other) = if colour == 0 { (even, &odd[..]) } else { (odd, &even[..]) };
        for row in 1..side - 1 {
            let count = width - 2;
            let start = row * width + 1;
            // A row begins with a cell of this colour, or with one of the other.
            let first = start + (row + colour) % 2 - 1;
            let cells = &mut own[start..start + count];
            let free = &self.free[colour][start..start + count];
            let (lefts, rights) = (&other[first..first + count], &other[first + 1..first + 1 + count]);
            let (belows, aboves) = (&other[start - width..][..count], &other[start + width..][..count]);
            for k in 0..count {
                let mean = left * lefts[k] + right * rights[k] + below * belows[k] + above * aboves[k];
                cells[k] += free[k] * (mean - factor * cells[k]);
            }
        }
    }
}
