//! The native module of the Python package `wayfront`: wraps the library, and nothing else.
//!
//! What users see is Python (`python/wayfront`): docstrings, shapely and pandas live there. Here are classes that hold
//! things of the library, take and give numpy arrays, and let go of the interpreter's lock while they work. No algorithm
//! lives in this room.
//!
//! *Invariants.* Everything long goes through `threads::work`: without the lock, on a pool of threads that belongs to
//! this process (a child made by `fork` makes its own), with panics turned into exceptions. Input arrays are copied
//! first, since another thread may write to them meanwhile. Classes are frozen; what changes stands behind a lock.

#![expect(clippy::type_complexity, reason = "the Python side gives the parts of a tuple their names")]

mod arrays;
mod crowd;
mod disc_map;
mod errors;
mod film;
mod flow;
#[cfg(feature = "gpu")]
mod gpu;
mod navgraph;
mod pairs;
mod path_map;
mod pictures;
mod potential;
mod scene;
mod search;
mod skeleton;
mod surface;
mod threads;
mod verify;

use pyo3::prelude::*;

/// The native module.
#[pymodule(name = "_native", gil_used = false)]
mod native {
    #[pymodule_export]
    use super::crowd::report::estimate;
    #[pymodule_export]
    use super::crowd::simulation::NativeSimulation;
    #[pymodule_export]
    use super::disc_map::NativeDiscMap;
    #[pymodule_export]
    use super::film::film_map;
    #[pymodule_export]
    use super::flow::{NativeFlowMap, NativeLanes};
    #[cfg(feature = "gpu")]
    #[pymodule_export]
    use super::gpu::{NativeGpuMap, adapters};
    #[pymodule_export]
    use super::navgraph::NativeNavGraph;
    #[pymodule_export]
    use super::pairs::NativePairs;
    #[pymodule_export]
    use super::path_map::NativePathMap;
    #[pymodule_export]
    use super::pictures::NativePicture;
    #[pymodule_export]
    use super::potential::NativePotentialMap;
    #[pymodule_export]
    use super::scene::{NativeScene, builtin_scenes};
    #[pymodule_export]
    use super::search::{NativeSearch, scenario_lengths};
    #[pymodule_export]
    use super::skeleton::NativeSkeleton;
    #[pymodule_export]
    use super::surface::{NativeSurface, builtin_surfaces};
    #[cfg(debug_assertions)]
    #[pymodule_export]
    use super::threads::panic_on_purpose;
    #[pymodule_export]
    use super::threads::{set_threads, thread_count};
    #[pymodule_export]
    use super::verify::NativeVerification;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
