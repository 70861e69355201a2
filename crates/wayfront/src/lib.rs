//! Exact navigation for polygonal worlds.
pub use wayfront_domain as domain;
pub use wayfront_draw as draw;
pub use wayfront_geometry as geometry;
pub use wayfront_world as world;
