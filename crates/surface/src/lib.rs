//! Harmonic fields on triangle meshes: a planet, a statue or a car body is planned over like a floor.
//!
//! A [`Mesh`] is read from OBJ, PLY, STL or OFF ([`read_file`]) and mended where that can be done. A [`SurfaceSolver`]
//! factors its equations once; each goal then costs one solve. A [`Field`] leads from every vertex that is connected with
//! the goal to it ([`Field::route`]), on meshes of any genus, open or closed, in any number of parts (after Fischer's
//! 3DS-BVP, 2011).

mod builtin;
mod dissect;
mod factor;
mod field;
mod mesh;
mod read;
mod relax;
mod solver;
mod trace;
mod vec3;
mod weights;
mod write;

pub use builtin::{builtin, builtin_names, geodesic_sphere, plane};
pub use factor::FactorFault;
pub use field::{Field, NoRoute};
pub use mesh::{Mesh, MeshFault, MeshReport, VertexId};
pub use read::{MeshFormat, ReadFault, read_bytes, read_file};
pub use relax::{RelaxedField, relax};
pub use solver::{SurfaceFault, SurfaceOptions, SurfaceSolver};
pub use vec3::Vec3;
pub use weights::Weights;
pub use write::{Export, write_export};
