//! From outlines to a mesh that holds them: distinct sites and edges, their triangulation, gates fitted into it, which
//! triangles are free, and what had to be repaired.

pub(crate) mod cover;
pub(crate) mod edges;
pub(crate) mod fit;
pub(crate) mod lay;
pub(crate) mod mesh;
pub(crate) mod outlines;
mod repairs;
