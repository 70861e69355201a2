//! Free and blocked cells, and which of the eight steps each cell allows: what every quick search on a grid reads.
//!
//! Kept three times, each in the form that one reader needs: a byte of moves for each cell (waves, repairs), and bits of
//! blocked cells along rows and along columns (`bits`, jumps of sixty-four cells at a time). *Invariant*: a bit of
//! [`Lattice::moves`] is set only if the step leads to a cell that exists and is free, so nothing that follows moves asks for
//! bounds. *Cost*: an edit renews the cells around it; a build works on words of sixty-four cells.

mod bits;
mod canonical;
mod components;
mod jump;

pub(crate) use canonical::Successors;
pub(crate) use jump::Jumps;

use bits::{Bits, bytes_of_bits};
use components::Components;

/// The price of a straight step in ticks.
pub const STRAIGHT: u32 = 408;
/// The price of a diagonal step: 577 / 408 is the root of two, larger by 1.5e-6.
pub const DIAGONAL: u32 = 577;

/// Which diagonal steps there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Diagonals {
    /// None: four neighbours.
    Never,
    /// If both cells beside the step are free, as in MovingAI's benchmarks: a body that follows stays in free cells.
    #[default]
    BothFree,
    /// Always, even between two blocked cells that touch.
    Always,
}

/// The eight directions counter-clockwise from the right: columns and rows.
pub(crate) const OFFSETS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The price of a step in each direction.
pub(crate) const PRICES: [u32; 8] = [STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL, STRAIGHT, DIAGONAL];

/// Cells that are free or blocked, all at the same price.
#[derive(Clone, Debug)]
pub struct Lattice {
    columns: usize,
    rows: usize,
    diagonals: Diagonals,
    moves: Vec<u8>,
    /// Blocked cells, a line for each row.
    along_rows: Bits,
    /// Blocked cells, a line for each column.
    along_columns: Bits,
    components: Components,
    free: usize,
}

impl Lattice {
    pub(crate) fn new([columns, rows]: [usize; 2], free: &[bool], diagonals: Diagonals) -> Self {
        let along_rows = Bits::of(rows, columns, |row, column| !free[row * columns + column]);
        let along_columns = Bits::of(columns, rows, |column, row| !free[row * columns + column]);
        let mut lattice = Self {
            columns,
            rows,
            diagonals,
            moves: vec![0; columns * rows],
            along_rows,
            along_columns,
            components: Components::default(),
            free: free.iter().filter(|&&free| free).count(),
        };
        lattice.fill_moves();
        lattice.label();
        lattice
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> [usize; 2] {
        [self.columns, self.rows]
    }

    /// Which diagonal steps there are.
    #[must_use]
    pub const fn diagonals(&self) -> Diagonals {
        self.diagonals
    }

    /// Whether there are any, so that paths have jump points.
    pub(crate) fn has_diagonals(&self) -> bool {
        self.diagonals != Diagonals::Never
    }

    /// The steps that a cell allows: a bit for each of the eight directions, counter-clockwise from the right.
    #[inline]
    #[must_use]
    pub fn moves(&self, cell: u32) -> u8 {
        self.moves[cell as usize]
    }

    /// The steps of all cells.
    #[must_use]
    pub fn all_moves(&self) -> &[u8] {
        &self.moves
    }

    /// How far the number of a neighbour is from a cell's own, for each direction.
    #[must_use]
    pub fn strides(&self) -> [i32; 8] {
        OFFSETS.map(|(x, y)| x + y * self.columns as i32)
    }

    /// Whether a cell is free.
    #[inline]
    #[must_use]
    pub fn is_free(&self, cell: u32) -> bool {
        let [column, row] = self.column_row(cell);
        !self.along_rows.get(row as isize, column as isize)
    }

    /// How many cells are free.
    #[must_use]
    pub const fn free_count(&self) -> usize {
        self.free
    }

    #[inline]
    pub(crate) const fn column_row(&self, cell: u32) -> [usize; 2] {
        [cell as usize % self.columns, cell as usize / self.columns]
    }

    /// The price of the cheapest path between two cells if nothing were blocked.
    #[inline]
    #[must_use]
    pub fn octile(&self, a: u32, b: u32) -> u32 {
        let ([ax, ay], [bx, by]) = (self.column_row(a), self.column_row(b));
        octile(ax.abs_diff(bx) as u32, ay.abs_diff(by) as u32, self.diagonals)
    }

    /// False only if no path leads from one cell to the other.
    #[must_use]
    pub fn may_reach(&self, a: u32, b: u32) -> bool {
        self.components.may_be_joined(a, b)
    }

    /// Frees or blocks cells, all of which are not so, and adds those and the cells whose moves became others to `changed`.
    pub(crate) fn set_free(&mut self, cells: &[u32], free: bool, changed: &mut Vec<u32>) {
        let mut bounds: Option<[usize; 4]> = None;
        for &cell in cells {
            let [column, row] = self.column_row(cell);
            if self.along_rows.get(row as isize, column as isize) != free {
                continue;
            }
            self.along_rows.set(row, column, !free);
            self.along_columns.set(column, row, !free);
            self.free = if free { self.free + 1 } else { self.free - 1 };
            let [x0, x1, y0, y1] = bounds.unwrap_or([column, column, row, row]);
            bounds = Some([x0.min(column), x1.max(column), y0.min(row), y1.max(row)]);
        }
        let Some([x0, x1, y0, y1]) = bounds else { return };
        let (from, scattered) = (changed.len(), (x1 - x0 + 3) * (y1 - y0 + 3) > 16 * (cells.len() + 1));
        if scattered {
            for &cell in cells {
                let [column, row] = self.column_row(cell);
                self.renew([column, column, row, row], changed);
            }
        } else {
            self.renew([x0, x1, y0, y1], changed);
        }
        // A cell without neighbours has no moves before and after.
        changed.extend_from_slice(cells);
        self.join_or_doubt(free, cells, &changed[from..]);
    }

    /// Renews the moves in a box of cells and around it.
    fn renew(&mut self, [x0, x1, y0, y1]: [usize; 4], changed: &mut Vec<u32>) {
        for row in y0.saturating_sub(1)..=(y1 + 1).min(self.rows - 1) {
            for column in x0.saturating_sub(1)..=(x1 + 1).min(self.columns - 1) {
                let cell = row * self.columns + column;
                let moves = self.moves_at(column as isize, row as isize);
                if moves != self.moves[cell] {
                    self.moves[cell] = moves;
                    changed.push(cell as u32);
                }
            }
        }
    }

    /// The moves of one cell by the rule.
    fn moves_at(&self, column: isize, row: isize) -> u8 {
        let around = |k: usize| {
            let (x, y) = OFFSETS[k % 8];
            !self.along_rows.get(row + y as isize, column + x as isize)
        };
        if self.along_rows.get(row, column) {
            return 0;
        }
        let may_go = |k: usize| {
            let is_straight = k.is_multiple_of(2);
            let by_rule = match self.diagonals {
                Diagonals::Never => is_straight,
                Diagonals::BothFree => is_straight || around(k + 1) && around(k + 7),
                Diagonals::Always => true,
            };
            by_rule && around(k)
        };
        (0..8).fold(0, |moves, k| moves | u8::from(may_go(k)) << k)
    }

    /// All moves, sixty-four cells at a time.
    fn fill_moves(&mut self) {
        let mut moves = std::mem::take(&mut self.moves);
        for (row, line) in moves.chunks_mut(self.columns.max(1)).enumerate() {
            for (word, bytes) in line.chunks_mut(64).enumerate() {
                bytes_of_bits(self.moves_of_word(row as isize, word), bytes);
            }
        }
        self.moves = moves;
    }

    /// For each direction, which of sixty-four cells of a row may go there.
    fn moves_of_word(&self, row: isize, word: usize) -> [u64; 8] {
        let [below, here, above] = [row - 1, row, row + 1].map(|row| self.along_rows.free_around(row, word));
        let own = here.middle;
        let straight = [here.after, above.middle, here.before, below.middle];
        let corners = [above.after, above.before, below.before, below.after];
        std::array::from_fn(|k| {
            let step = if k.is_multiple_of(2) {
                straight[k / 2]
            } else {
                match self.diagonals {
                    Diagonals::Never => 0,
                    Diagonals::BothFree => corners[k / 2] & straight[k / 2] & straight[(k / 2 + 1) % 4],
                    Diagonals::Always => corners[k / 2],
                }
            };
            own & step
        })
    }
}

/// The price of the cheapest path over so many columns and rows.
#[inline]
pub(crate) const fn octile(columns: u32, rows: u32, diagonals: Diagonals) -> u32 {
    let (long, short) = if columns > rows { (columns, rows) } else { (rows, columns) };
    match diagonals {
        Diagonals::Never => STRAIGHT * (long + short),
        _ => STRAIGHT * (long - short) + DIAGONAL * short,
    }
}
