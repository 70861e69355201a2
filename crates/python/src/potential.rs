//! Harmonic fields: smooth routes that keep away from walls.

use crate::arrays::{array_of, points};
use crate::errors::{impossible, no_path};
use crate::path_map::{aimed, checked, number};
use crate::pictures::{NativePicture, draw, options};
use crate::scene::{NOWHERE, NativeScene};
use crate::threads::work;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use wayfront::domain::Guide;
use wayfront::draw::{Picture, PotentialStyle};
use wayfront::geometry::Point;
use wayfront::potential::{Bias, Formation, PotentialMap, Tour};
use wayfront::world::World;

/// Cells along the longer side, unless given.
const CELLS: f64 = 256.0;
/// Members of a group.
const MOST_MEMBERS: usize = 10_000;
/// Routes that a picture shows.
const ROUTES: usize = 8;

/// A field on the cells of a scene.
#[pyclass(name = "PotentialMap", module = "wayfront._native", frozen)]
pub struct NativePotentialMap {
    map: Arc<PotentialMap>,
    world: World,
}

#[pymethods]
impl NativePotentialMap {
    #[new]
    fn new(
        py: Python<'_>,
        scene: &NativeScene,
        cell: Option<f64>,
        bias: (f64, f64),
        time: Option<f64>,
        to: Option<(f64, f64)>,
    ) -> PyResult<Self> {
        let scene = aimed(py, scene, time, false, to)?;
        let bias = Bias::new(bias).map_err(|why| impossible(py, &why, &why.advice()))?;
        let map = work(py, || {
            let cell = cell.unwrap_or_else(|| scene.walled_domain().bounds().size() / CELLS);
            PotentialMap::of(&scene, cell, bias)
        })?;
        let map = map.map_err(|why| impossible(py, &why, &why.advice()))?;
        Ok(Self { map: Arc::new(map), world: scene.settled_world() })
    }

    #[getter]
    fn cell(&self) -> f64 {
        self.map.grid().cell()
    }

    /// Free cells, those from which a goal is reached, and the residual.
    #[getter]
    fn stats(&self) -> (usize, usize, f64) {
        let stats = self.map.stats();
        (stats.free_cells, stats.reached_cells, stats.residual)
    }

    /// Least x, greatest x, least y, greatest y.
    #[getter]
    fn extent(&self) -> [f64; 4] {
        let b = self.map.grid().bounds();
        [b.min.x, b.max.x, b.min.y, b.max.y]
    }

    /// Potential and depth of every cell, the lowest row first; NaN where there is none.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<f64>>)> {
        let [width, height] = self.map.grid().size();
        let (potentials, depths) = work(py, || {
            let all = || self.map.grid().grid().cells();
            let known = |cell| self.map.grid().is_free(cell);
            let potentials: Vec<f64> =
                all().map(|cell| if known(cell) { self.map.potential(cell) } else { f64::NAN }).collect();
            let depths: Vec<f64> =
                all().map(|cell| if known(cell) { self.map.depth(cell) } else { f64::NAN }).collect();
            (potentials, depths)
        })?;
        let shaped = |numbers: Vec<f64>| PyArray1::from_vec(py, numbers).reshape([height, width]);
        Ok((shaped(potentials)?, shaped(depths)?))
    }

    /// Depths at points: NaN where blocked, infinite without a path.
    fn costs<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let points = points(xy)?;
        let ask = |&p: &Point| number(checked(p).and_then(|p| self.map.cost(p)));
        let found: Vec<f64> = work(py, || points.iter().map(ask).collect())?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// The downhill direction at points, of length 1; NaN without a path.
    fn directions<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let points = points(xy)?;
        let ask = |&p: &Point| checked(p).and_then(|p| self.map.direction(p)).unwrap_or(NOWHERE);
        let found: Vec<Point> = work(py, || points.iter().map(ask).collect())?;
        array_of(py, &found)
    }

    /// A smooth route.
    fn route<'py>(&self, py: Python<'py>, x: f64, y: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let p = Point::new(x, y);
        let route = work(py, || checked(p).and_then(|p| self.map.route(p)))?;
        array_of(py, &route.map_err(|why| no_path(py, p, &why))?)
    }

    /// A group in formation on its way: positions of all members at each moment, the seconds between, whether it arrived.
    fn group<'py>(
        &self,
        py: Python<'py>,
        start: (f64, f64),
        count: usize,
        spacing: f64,
        speed: f64,
    ) -> PyResult<(Bound<'py, numpy::PyArray3<f64>>, f64, bool)> {
        let start = Point::from(start);
        let is_usual = spacing.is_finite() && spacing > 0.0 && speed.is_finite() && speed > 0.0;
        if !(1..=MOST_MEMBERS).contains(&count) || !is_usual {
            let what = format!("{count} members {spacing} apart at speed {speed}");
            return Err(impossible(py, &what, "give 1 to 10,000 members, spacing and speed above 0"));
        }
        let journey = work(py, || {
            checked(start).and_then(|p| Tour::to(self.map.clone()).led(&Formation::block(count, spacing), p, speed))
        })?;
        let journey = journey.map_err(|why| no_path(py, start, &why))?;
        let numbers: Vec<f64> = journey.positions.iter().flatten().flat_map(|p| [p.x, p.y]).collect();
        let moments = journey.positions.len();
        let array = PyArray1::from_vec(py, numbers).reshape([moments, count, 2])?;
        Ok((array, journey.step_secs, journey.arrived))
    }

    fn picture(&self, py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<NativePicture> {
        let options = options(given)?;
        draw(py, || {
            let starts = self.map.far_starts(ROUTES);
            let routes: Vec<Vec<Point>> = starts.iter().filter_map(|&p| self.map.route(p).ok()).collect();
            Picture::of_potential(&self.world, &self.map, &routes, &PotentialStyle::default(), &options)
        })
    }
}
