//! The domain as flat arrays, and the handles that refer to them: what everything else reads.

pub(crate) mod domain;
pub(crate) mod faces;
pub(crate) mod gates;
pub(crate) mod grid;
pub(crate) mod ids;
pub(crate) mod moved;
pub(crate) mod report;
