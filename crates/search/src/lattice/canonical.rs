//! Which steps a shortest path need take next, by the direction in which it came.
//!
//! On cells of equal price most shortest paths differ only in the order of their steps. Of those, one is enough: the one
//! that is diagonal first and straight later, as long as no blocked cell forbids (jump points, Harabor and Grastien
//! 2011; canonical orders, Sturtevant and Rabin 2016). A path that came straight goes on straight, and turns only where a
//! cell beside it just came free; one that came diagonally may go on in three directions. Where two paths of equal price
//! arrive from different directions, the steps of both are taken: then every optimal path in canonical order is found
//! whatever the order of ties.

use super::Diagonals;

/// For each direction of arrival and each byte of moves, the moves to take.
#[derive(Clone, Debug)]
pub struct Successors {
    table: [[u8; 256]; 8],
}

/// Nothing arrived: a goal or a start, where all moves count.
const fn bit(direction: usize) -> u8 {
    1 << (direction % 8)
}

impl Successors {
    pub fn of(diagonals: Diagonals) -> Self {
        Self { table: std::array::from_fn(|d| std::array::from_fn(|moves| after(d, moves as u8, diagonals))) }
    }

    /// The moves to take where paths arrive in these directions; all of them if that is none.
    #[inline]
    pub fn of_arrivals(&self, arrivals: u8, moves: u8) -> u8 {
        if arrivals == 0 {
            return moves;
        }
        let mut rest = arrivals & (arrivals - 1);
        let mut next = self.table[arrivals.trailing_zeros() as usize][moves as usize];
        while rest != 0 {
            next |= self.table[(rest.trailing_zeros() & 7) as usize][moves as usize];
            rest &= rest - 1;
        }
        next
    }
}

fn after(d: usize, moves: u8, diagonals: Diagonals) -> u8 {
    let has = |k: usize| moves & bit(k) != 0;
    let mut next = bit(d);
    match diagonals {
        // Straight on along rows may turn everywhere, along columns only where a cell beside came free.
        Diagonals::Never => {
            for side in [d + 2, d + 6] {
                next |= bit(side);
            }
        }
        Diagonals::BothFree if d.is_multiple_of(2) => {
            // The cell beside the one before: free only if the diagonal back past it is, since both beside that are free.
            for (side, ahead, behind) in [(d + 2, d + 1, d + 3), (d + 6, d + 7, d + 5)] {
                if has(side) && !has(behind) {
                    next |= bit(side) | bit(ahead);
                }
            }
        }
        Diagonals::BothFree => next |= bit(d + 1) | bit(d + 7),
        Diagonals::Always if d.is_multiple_of(2) => {
            for (side, ahead) in [(d + 2, d + 1), (d + 6, d + 7)] {
                if !has(side) {
                    next |= bit(ahead);
                }
            }
        }
        Diagonals::Always => {
            next |= bit(d + 1) | bit(d + 7);
            for (side, ahead) in [(d + 3, d + 2), (d + 5, d + 6)] {
                if !has(side) {
                    next |= bit(ahead);
                }
            }
        }
    }
    next & moves
}
