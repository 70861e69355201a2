//! Numbers on a patch of cells, stored by colours like a draughts board: all red cells, then all black ones.
//!
//! Cells are red where column plus row is even. The neighbours of a red cell are black and lie at the same place of the
//! black array, one beside it, and a row above and below: every loop over a colour is a loop over slices. A frame of
//! walls surrounds the patch, so that no loop asks where the patch ends; the patch's first cell is (1, 1).

use rayon::prelude::*;

/// What a cell takes over from the neighbours along x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    pub x: f32,
    pub y: f32,
}

/// Where cells are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Columns and rows of the patch, without the frame.
    pub size: [usize; 2],
    /// Cells of one colour in a row.
    pub half: usize,
}

/// Cells of one colour beside each other in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Their places; those of neighbours on one side, above and below are the same, give or take a row.
    pub start: usize,
    pub end: usize,
    /// Where the neighbours on the other side begin.
    pub beside: usize,
}

/// The free cells of some rows of a patch.
#[derive(Clone, Debug, Default)]
pub struct Band {
    /// Where the arrays of its rows begin and end.
    pub base: usize,
    end: usize,
    pub red: Vec<Span>,
    pub black: Vec<Span>,
}

/// The free cells of a patch as spans, so that loops pass over what lies between: a patch may be a thin ring.
#[derive(Clone, Debug)]
pub struct Spans {
    pub bands: Vec<Band>,
}

/// Cells of one colour for which a band of their own is worth another thread.
const BAND_CELLS: usize = 25_000;
const MOST_BANDS: usize = 8;
/// Fewer walls than this between free cells do not end a span.
const LEAST_GAP: usize = 12;

/// A number for each cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Board<T> {
    pub red: Vec<T>,
    pub black: Vec<T>,
}

impl Layout {
    pub const fn new(size: [usize; 2]) -> Self {
        Self { size, half: (size[0] + 3) / 2 }
    }

    /// Cells of one colour, frame included.
    pub const fn count(self) -> usize {
        self.half * (self.size[1] + 2)
    }

    pub const fn is_inside(self, x: isize, y: isize) -> bool {
        x >= 0 && y >= 0 && (x as usize) < self.size[0] && (y as usize) < self.size[1]
    }

    /// The neighbours of these cells of a colour, in row 1, 2, ... of the board.
    const fn span(self, row: usize, is_red: bool, start: usize, end: usize) -> Span {
        // In even rows red cells are 2k and black ones 2k + 1; in odd rows the other way around.
        let beside = if row.is_multiple_of(2) == is_red { start - 1 } else { start + 1 };
        Span { start, end, beside }
    }

    /// Colour and place of a cell of the patch.
    const fn place(self, x: usize, y: usize) -> (bool, usize) {
        let (column, row) = (x + 1, y + 1);
        ((column + row).is_multiple_of(2), row * self.half + column / 2)
    }
}

impl<T: Copy + Default> Board<T> {
    pub fn new(layout: Layout) -> Self {
        let zeros = vec![T::default(); layout.count()];
        Self { red: zeros.clone(), black: zeros }
    }

    pub fn at(&self, layout: Layout, x: usize, y: usize) -> T {
        let (is_red, k) = layout.place(x, y);
        if is_red { self.red[k] } else { self.black[k] }
    }

    pub fn set(&mut self, layout: Layout, x: usize, y: usize, value: T) {
        let (is_red, k) = layout.place(x, y);
        if is_red {
            self.red[k] = value;
        } else {
            self.black[k] = value;
        }
    }
}

/// The stretches of a row's entries that hold something, with short gaps filled.
pub fn stretches(row: impl Iterator<Item = bool>) -> Vec<[usize; 2]> {
    let mut found: Vec<[usize; 2]> = Vec::new();
    for (k, _) in row.enumerate().filter(|(_, holds)| *holds) {
        match found.last_mut() {
            Some(last) if k < last[1] + LEAST_GAP => last[1] = k + 1,
            _ => found.push([k, k + 1]),
        }
    }
    found
}

impl Spans {
    /// The spans of the cells whose mask is not zero.
    pub fn new(layout: Layout, mask: &Board<f32>) -> Self {
        let free = mask.red.iter().filter(|&&m| m != 0.0).count();
        let count = (free / BAND_CELLS).clamp(1, MOST_BANDS);
        let rows = layout.size[1].div_ceil(count);
        let band = |first: usize| {
            let last = (first + rows).min(layout.size[1] + 1);
            let end = if last == layout.size[1] + 1 { layout.count() } else { last * layout.half };
            let base = if first == 1 { 0 } else { first * layout.half };
            let of = |cells: &[f32], is_red: bool| {
                (first..last).flat_map(|row| layout.row_spans(row, is_red, cells)).collect()
            };
            Band { base, end, red: of(&mask.red, true), black: of(&mask.black, false) }
        };
        Self { bands: (1..=layout.size[1]).step_by(rows.max(1)).map(band).collect() }
    }

    /// Runs `work` for each band with its part of a board; results in the order of bands.
    pub fn run<T: Send, R: Send>(
        &self,
        board: &mut Board<T>,
        work: impl Fn(&Band, &mut [T], &mut [T]) -> R + Sync,
    ) -> Vec<R> {
        if let [band] = self.bands.as_slice() {
            return vec![work(band, &mut board.red, &mut board.black)];
        }
        let parts = self.parts(&mut board.red).into_iter().zip(self.parts(&mut board.black));
        let tasks: Vec<_> = self.bands.iter().zip(parts).collect();
        tasks.into_par_iter().map(|(band, (red, black))| work(band, red, black)).collect()
    }

    /// The same for one colour of a board.
    pub fn run_colour<T: Send>(&self, colour: &mut [T], work: impl Fn(&Band, &mut [T]) + Sync) {
        if let [band] = self.bands.as_slice() {
            return work(band, colour);
        }
        let tasks: Vec<_> = self.bands.iter().zip(self.parts(colour)).collect();
        tasks.into_par_iter().for_each(|(band, part)| work(band, part));
    }

    /// Asks each band; answers in the order of bands.
    pub fn ask<R: Send>(&self, work: impl Fn(&Band) -> R + Sync) -> Vec<R> {
        if let [band] = self.bands.as_slice() {
            return vec![work(band)];
        }
        self.bands.par_iter().map(&work).collect()
    }

    /// The part of each band.
    fn parts<'a, T>(&self, mut rest: &'a mut [T]) -> Vec<&'a mut [T]> {
        let mut parts = Vec::with_capacity(self.bands.len());
        for band in &self.bands {
            let (part, others) = rest.split_at_mut(band.end - band.base);
            parts.push(part);
            rest = others;
        }
        parts
    }
}

impl Layout {
    fn row_spans(self, row: usize, is_red: bool, mask: &[f32]) -> impl Iterator<Item = Span> + use<> {
        let start = row * self.half;
        let found = stretches(mask[start..start + self.half].iter().map(|&m| m != 0.0));
        found.into_iter().map(move |[from, to]| self.span(row, is_red, start + from, start + to))
    }
}
