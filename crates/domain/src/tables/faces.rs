//! The triangles once more, as point location needs them.

use serde::{Deserialize, Serialize};
use wayfront_geometry::Point;

/// A triangle as the walk needs it: one line of cache.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[repr(C, align(64))]
pub(crate) struct Face {
    pub points: [Point; 3],
    /// Per side: the side beyond, free or not; [`NO_SIDE`](crate::NO_SIDE) at the surrounding box.
    pub beyond: [u32; 3],
    /// A bit for each side over which one may walk on.
    #[serde(skip)]
    pub open: u32,
}
