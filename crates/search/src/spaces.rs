//! Further spaces: any list of edges, triangles of a domain, leaves of a quadtree, cells with highways.

mod edges;
mod hybrid;
mod quadtree;
mod taut;
mod triangles;

pub use edges::EdgeSpace;
pub use hybrid::HybridSpace;
pub use quadtree::QuadSpace;
pub use taut::{cells_between, pulled_taut};
pub use triangles::TriangleSpace;
