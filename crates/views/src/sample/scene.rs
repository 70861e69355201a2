//! A map and the pixels that it is put on.

use wayfront_geometry::Raster;
use wayfront_pathmap::view::MapView;

/// What bands are filled from.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub view: MapView<'a>,
    pub raster: &'a Raster,
}
