//! Harmonic fields on triangle meshes: a planet, a statue or a car body is planned over like a floor.
//!
//! A [`Mesh`] is read from OBJ, PLY, STL or OFF ([`read_file`]) and repaired where that can be done. A [`SurfaceSolver`]
//! factors its equations once; each goal then costs one solve. A [`SurfaceField`] leads from every vertex that is connected with
//! the goal to it ([`SurfaceField::route`]), on meshes of any genus, open or closed, in any number of parts (after Fischer's
//! 3DS-BVP, 2011).

mod builtin;
mod equations;
mod field;
mod mesh;
mod read;
mod solver;
mod vec3;
mod write;

pub use builtin::{builtin, builtin_names, geodesic_sphere, plane};
pub use equations::{Couplings, FactorError, Weights};
pub use field::{NoRoute, SurfaceField};
pub use mesh::{Mesh, MeshError, MeshReport, VertexId};
pub use read::{MeshFormat, MeshReadError, read_bytes, read_file, read_file_within};
pub use solver::{SurfaceError, SurfaceOptions, SurfaceSolver};
pub use vec3::Vec3;
pub use write::{Export, write_export};
