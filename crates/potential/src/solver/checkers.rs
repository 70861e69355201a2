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
        // Two of them: zeros that are fresh from the system cost nothing where no cell is, copies do.
        let zeros = || vec![T::default(); layout.count()];
        Self { red: zeros(), black: zeros() }
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

/// Cells of a row that may be free: the row, the first column and the one behind the last.
pub type Stretch = (usize, [usize; 2]);

/// The stretches of some cells, which are sorted by row and then by column. Short gaps are filled.
pub fn stretches(cells: impl Iterator<Item = [usize; 2]>) -> Vec<Stretch> {
    let mut found: Vec<Stretch> = Vec::new();
    for [column, row] in cells {
        match found.last_mut() {
            Some((last, [_, end])) if *last == row && column < *end + LEAST_GAP => *end = column + 1,
            _ => found.push((row, [column, column + 1])),
        }
    }
    found
}

impl Spans {
    /// The spans of the cells of some stretches.
    pub fn new(layout: Layout, stretches: &[Stretch]) -> Self {
        let cells: usize = stretches.iter().map(|(_, [first, end])| end - first).sum();
        let count = (cells / (2 * BAND_CELLS)).clamp(1, MOST_BANDS);
        let rows = layout.size[1].div_ceil(count).max(1);
        let band = |first: usize| {
            let last = (first + rows).min(layout.size[1] + 1);
            let end = if last == layout.size[1] + 1 { layout.count() } else { last * layout.half };
            let base = if first == 1 { 0 } else { first * layout.half };
            let begin = stretches.partition_point(|(row, _)| row + 1 < first);
            let within = stretches[begin..].iter().take_while(move |(row, _)| row + 1 < last);
            let of = |is_red: bool| within.clone().filter_map(|&stretch| layout.colour_span(stretch, is_red)).collect();
            Band { base, end, red: of(true), black: of(false) }
        };
        Self { bands: (1..=layout.size[1]).step_by(rows).map(band).collect() }
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
    pub fn ask<R: Send>(&self, work: impl Fn(&Band) -> R + Send + Sync) -> Vec<R> {
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
    /// The cells of one colour in a stretch.
    fn colour_span(self, (row, [first, end]): Stretch, is_red: bool) -> Option<Span> {
        let (row, first, last) = (row + 1, first + 1, end);
        let is_even = row.is_multiple_of(2) == is_red;
        let fits = |column: usize| column.is_multiple_of(2) == is_even;
        let [low, high] = [if fits(first) { first } else { first + 1 }, if fits(last) { last } else { last - 1 }];
        let start = row * self.half;
        (low <= high).then(|| self.span(row, is_red, start + low / 2, start + high / 2 + 1))
    }
}
