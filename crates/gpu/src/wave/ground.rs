//! What a card knows of the cells: one word each, and a copy of it here, to see what changed.

use wayfront_domain::CellId;
use wayfront_search::{CellSpace, StateId};

const FREE: u32 = 1 << 30;
/// Where more than one in so many cells changed, all of them are uploaded.
const FEW: usize = 8;

/// A word for each cell: bits 0 to 7 are its steps, 8 to 23 its factor in 256ths, bit 30 says that it is free.
#[derive(Debug, Default)]
pub struct Ground {
    size: [usize; 2],
    words: Vec<u32>,
}

impl Ground {
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    pub fn is_of(&self, space: &CellSpace) -> bool {
        self.size == space.grid().size() && !self.words.is_empty()
    }

    /// Becomes that of a space. The cells that changed with their words, or `None` if all are to be uploaded.
    pub fn follow(&mut self, space: &CellSpace) -> Option<Vec<[u32; 2]>> {
        let cells = 0..space.grid().len() as u32;
        if !self.is_of(space) {
            self.size = space.grid().size();
            self.words = cells.map(|cell| word(space, cell)).collect();
            return None;
        }
        let mut edits = Vec::new();
        for (cell, known) in cells.zip(&mut self.words) {
            let new = word(space, cell);
            if new != *known {
                *known = new;
                edits.push([cell, new]);
            }
        }
        (edits.len() * FEW <= self.words.len()).then_some(edits)
    }

    /// The same for a few cells; all of these, even if their own words stay: their neighbours' factors may be others.
    pub fn edits(&mut self, space: &CellSpace, changed: &[StateId]) -> Vec<[u32; 2]> {
        let mut cells: Vec<u32> = changed.iter().map(|state| state.0).collect();
        cells.sort_unstable();
        cells.dedup();
        let edits: Vec<[u32; 2]> = cells.into_iter().map(|cell| [cell, word(space, cell)]).collect();
        edits.iter().for_each(|&[cell, new]| self.words[cell as usize] = new);
        edits
    }
}

fn word(space: &CellSpace, cell: u32) -> u32 {
    let lattice = space.steps_of_cells();
    let free = if lattice.is_free(cell) { FREE } else { 0 };
    // Factors are kept in 256ths, so nothing is rounded here.
    let factor = (space.factor(CellId(cell)) * 256.0) as u32;
    u32::from(lattice.moves(cell)) | factor << 8 | free
}
