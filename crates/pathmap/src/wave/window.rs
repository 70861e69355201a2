//! Windows: what a generator sees of a triangle.

use crate::generators::{Bound, Root};

/// What a generator sees of a triangle: everything between two rays, both included. Twelve bytes; millions of these are
/// kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Window {
    /// The generator.
    pub root: Root,
    /// Bound on the left hand, as seen from the root.
    pub left: Bound,
    /// Bound on the right hand.
    pub right: Bound,
}

const _: () = assert!(size_of::<Window>() == 12);
