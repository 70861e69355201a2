//! Clearance: how wide it is, where it is narrow, which bodies fit.

use crate::arrays::{Place, array_of};
use crate::errors::{impossible, no_path};
use crate::path_map::checked;
use crate::pictures::{NativePicture, draw, options};
use crate::scene::NativeScene;
use crate::threads::work;
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use wayfront::draw::{Picture, SkeletonPicture};
use wayfront::geometry::Point;
use wayfront::voronoi::{Skeleton, Voronoi};
use wayfront::world::World;

/// Routes differ from their curves by this share of the world's size at most.
const TOLERANCE: f64 = 1e-4;

type Pair = (f64, f64);

/// The skeleton of the free space.
#[pyclass(name = "Skeleton", module = "wayfront._native", frozen)]
pub struct NativeSkeleton {
    skeleton: Skeleton,
    world: Arc<World>,
}

#[pymethods]
impl NativeSkeleton {
    #[new]
    fn new(py: Python<'_>, scene: &NativeScene) -> PyResult<Self> {
        let voronoi = diagram(py, scene)?;
        let skeleton = work(py, || Skeleton::of(&voronoi))?;
        Ok(Self { skeleton, world: scene.world().clone() })
    }

    /// The narrow places: width, middle, the two points of the walls, prominence.
    fn narrows(&self, py: Python<'_>, prominence: f64) -> PyResult<Vec<(f64, Pair, Pair, Pair, f64)>> {
        let found = work(py, || self.skeleton.narrows(prominence))?;
        let rows = found.iter().map(|n| (n.width, pair(n.at), pair(n.feet[0]), pair(n.feet[1]), n.prominence));
        Ok(rows.collect())
    }

    /// How wide the widest path is, and where it is narrowest.
    fn widest(&self, py: Python<'_>, a: Place, b: Place) -> PyResult<(f64, Pair, Pair, Pair)> {
        let (a, b) = (a.0, b.0);
        let found = work(py, || checked(a).and(checked(b)).and_then(|_| self.skeleton.widest(a, b)))?;
        let widest = found.map_err(|why| no_path(py, a, &why))?;
        Ok((widest.width, pair(widest.at), pair(widest.feet[0]), pair(widest.feet[1])))
    }

    /// A path along the skeleton for bodies of a radius.
    fn route<'py>(&self, py: Python<'py>, a: Place, b: Place, radius: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (a, b) = (a.0, b.0);
        let tolerance = TOLERANCE * self.skeleton.domain().bounds().size();
        let found = work(py, || checked(a).and(checked(b)).and_then(|_| self.skeleton.route(a, b, radius, tolerance)))?;
        array_of(py, &found.map_err(|why| no_path(py, a, &why))?)
    }

    /// How many parts there are for bodies of a radius.
    fn parts(&self, py: Python<'_>, radius: f64) -> PyResult<usize> {
        work(py, || self.skeleton.passable(radius).count)
    }

    fn picture(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        prominence: f64,
        radius: f64,
    ) -> PyResult<NativePicture> {
        let options = options(given)?;
        draw(py, || {
            let narrows = self.skeleton.narrows(prominence);
            let shown = SkeletonPicture::new(&self.skeleton).narrows(&narrows).radius(radius);
            Picture::of_skeleton(&self.world, &shown, &options)
        })
    }
}

/// The Voronoi diagram of a scene's walls and closed doors.
pub fn diagram(py: Python<'_>, scene: &NativeScene) -> PyResult<Arc<Voronoi>> {
    let checked = scene.checked(py)?;
    let voronoi = work(py, || Voronoi::of(checked.walled_domain()))?;
    voronoi.map(Arc::new).map_err(|why| impossible(py, &why, &why.advice()))
}

pub fn pair(p: Point) -> Pair {
    (p.x, p.y)
}
