//! Rows that follow others, sent where they differ.

use crate::device::{GpuError, Store};
use bytemuck::NoUninit;

/// Rows that are compared together: a run of changed ones is sent in one piece.
const CHUNK: usize = 32;

/// A buffer and the rows that are in it.
#[derive(Debug)]
pub struct Patches<T> {
    store: Store,
    known: Vec<T>,
}

impl<T: NoUninit + PartialEq> Patches<T> {
    pub fn new(store: Store) -> Self {
        Self { store, known: Vec::new() }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Makes the buffer hold these rows; sends those that differ from what it holds. True if any did.
    pub fn set(&mut self, rows: &[T]) -> Result<bool, GpuError> {
        let generation = self.store.generation();
        self.store.reserve(size_of_val(rows) as u64)?;
        let is_new = self.store.generation() != generation;
        let mut changed = self.known.len() != rows.len();
        let (mut from, mut to) = (0, 0);
        for start in (0..rows.len()).step_by(CHUNK) {
            let end = (start + CHUNK).min(rows.len());
            if is_new || self.known.get(start..end) != Some(&rows[start..end]) {
                if to != start {
                    self.send(rows, from, to)?;
                    from = start;
                }
                to = end;
                changed = true;
            }
        }
        self.send(rows, from, to)?;
        self.known.truncate(rows.len());
        let known = self.known.len();
        self.known.copy_from_slice(&rows[..known]);
        self.known.extend_from_slice(&rows[known..]);
        Ok(changed)
    }

    fn send(&mut self, rows: &[T], from: usize, to: usize) -> Result<(), GpuError> {
        self.store.write_at((from * size_of::<T>()) as u64, &rows[from..to])
    }
}
