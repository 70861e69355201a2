//! Numbers of cells along Morton's curve, in squares next to each other along the longer side of the grid.
//!
//! One square around a grid of 100,000 x 10 cells would have ten billion codes; a row of squares has at most four for each
//! cell. Blocks of four to the power of a level cells are aligned within each square.

/// Codes for the cells of a grid.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// The side of a square is two to the power of it.
    height: u8,
    squares: usize,
    /// The squares stand above each other, not side by side.
    is_tall: bool,
}

impl Codes {
    pub fn of([columns, rows]: [usize; 2]) -> Self {
        let (is_tall, [short, long]) = (rows > columns, [columns.min(rows), columns.max(rows)]);
        let height = short.max(1).next_power_of_two().trailing_zeros() as u8;
        Self { height, squares: long.max(1).div_ceil(1 << height), is_tall }
    }

    /// The level of a whole square.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// How many codes there are.
    pub const fn len(self) -> usize {
        self.squares << (2 * self.height)
    }

    /// The code of a cell, by its column and row.
    #[inline]
    pub const fn code_of(self, [column, row]: [usize; 2]) -> usize {
        let mask = (1 << self.height) - 1;
        let square = if self.is_tall { row >> self.height } else { column >> self.height };
        let within = spread((column & mask) as u32) as usize | (spread((row & mask) as u32) as usize) << 1;
        square << (2 * self.height) | within
    }

    /// The column and row of a code's cell.
    #[inline]
    pub const fn cell_of(self, code: usize) -> [usize; 2] {
        let square = code >> (2 * self.height) << self.height;
        let within = (code & ((1 << (2 * self.height)) - 1)) as u32;
        let [column, row] = [gather(within) as usize, gather(within >> 1) as usize];
        if self.is_tall { [column, row + square] } else { [column + square, row] }
    }
}

/// Sixteen bits, each followed by a zero.
const fn spread(mut x: u32) -> u32 {
    x = (x | x << 8) & 0x00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// The other way round.
const fn gather(mut x: u32) -> u32 {
    x &= 0x5555_5555;
    x = (x | x >> 1) & 0x3333_3333;
    x = (x | x >> 2) & 0x0f0f_0f0f;
    x = (x | x >> 4) & 0x00ff_00ff;
    (x | x >> 8) & 0x0000_ffff
}
