//! Jumps: how far one goes straight or diagonally until something must be decided.
//!
//! Along a row or a column sixty-four cells are looked at together: the words of the line and of the two beside it say
//! where a cell is blocked, and where one beside just came free (block-based jump points, Harabor and Grastien 2014).
//! *Cost* of a jump: a few operations for each sixty-four cells.

use super::bits::Bits;
use super::{Diagonals, Lattice};

/// Jumps on a lattice towards one goal.
pub struct Jumps<'a> {
    lattice: &'a Lattice,
    goal: [isize; 2],
    is_strict: bool,
}

impl<'a> Jumps<'a> {
    pub fn new(lattice: &'a Lattice, goal: u32) -> Self {
        let goal = lattice.column_row(goal).map(|v| v as isize);
        Self { lattice, goal, is_strict: lattice.diagonals == Diagonals::BothFree }
    }

    /// Straight on from a cell in an even direction: how many steps to the next cell at which a path may turn, or to
    /// the goal. `None` if there is none before the path ends.
    #[inline]
    pub fn straight(&self, [column, row]: [isize; 2], direction: usize) -> Option<u32> {
        let (bits, line, place) = if direction.is_multiple_of(4) {
            (&self.lattice.along_rows, row, column)
        } else {
            (&self.lattice.along_columns, column, row)
        };
        let (goal_line, goal_place) =
            if direction.is_multiple_of(4) { (self.goal[1], self.goal[0]) } else { (self.goal[0], self.goal[1]) };
        if direction == 0 || direction == 2 {
            let stop = self.up(bits, line, place);
            let end = stop.abs();
            if goal_line == line && goal_place > place && goal_place <= end {
                return Some((goal_place - place) as u32);
            }
            (stop > 0).then(|| (end - place) as u32)
        } else {
            let (stop, is_turn) = self.down(bits, line, place);
            if goal_line == line && goal_place < place && goal_place >= stop {
                return Some((place - goal_place) as u32);
            }
            is_turn.then(|| (place - stop) as u32)
        }
    }

    /// The first place after `place` at which a path may turn; or, negated, the first that is blocked.
    #[inline]
    fn up(&self, bits: &Bits, line: isize, place: isize) -> isize {
        let mut window = bits.window(line, place);
        let mut base = place - window.bit as isize;
        // Only what lies after the place itself counts.
        let mut mask = if window.bit == 63 { 0 } else { u64::MAX << (window.bit + 1) };
        loop {
            let own = window.own();
            let sides = window.beside();
            let turns = if self.is_strict {
                let before = window.beside_previous();
                turned(sides, |k| !sides[k] & (sides[k] << 1 | before[k] >> 63))
            } else {
                let after = window.beside_next();
                turned(sides, |k| sides[k] & !(sides[k] >> 1 | after[k] << 63))
            };
            let stops = (own | turns) & mask;
            if stops != 0 {
                let bit = stops.trailing_zeros();
                let found = base + bit as isize;
                return if own >> bit & 1 == 1 { -found } else { found };
            }
            (mask, base) = (u64::MAX, base + 64);
            window.forward();
        }
    }

    /// The first place before `place` at which a path may turn or that is blocked, and whether it is the former.
    #[inline]
    fn down(&self, bits: &Bits, line: isize, place: isize) -> (isize, bool) {
        let mut window = bits.window(line, place);
        let mut base = place - window.bit as isize;
        let mut mask = (1u64 << window.bit) - 1;
        loop {
            let own = window.own();
            let sides = window.beside();
            let turns = if self.is_strict {
                let after = window.beside_next();
                turned(sides, |k| !sides[k] & (sides[k] >> 1 | after[k] << 63))
            } else {
                let before = window.beside_previous();
                turned(sides, |k| sides[k] & !(sides[k] << 1 | before[k] >> 63))
            };
            let stops = (own | turns) & mask;
            if stops != 0 {
                let bit = 63 - stops.leading_zeros();
                return (base + bit as isize, own >> bit & 1 == 0);
            }
            (mask, base) = (u64::MAX, base - 64);
            window.back();
        }
    }
}

#[inline]
fn turned(sides: [u64; 2], of: impl Fn(usize) -> u64) -> u64 {
    let _ = sides;
    of(0) | of(1)
}
