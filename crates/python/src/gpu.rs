//! Path maps on a graphics card: uploaded once, sampled and asked there. Only where the package is built with it.

use crate::arrays::{array_of, points, raster, rows};
use crate::errors::impossible;
use crate::path_map::{NativePathMap, table_rows};
use crate::threads::work;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wayfront::geometry::{Bounds, Point, Raster};
use wayfront::gpu::{Adapter, Gpu, GpuError, GpuMap, GpuQuestions, GpuSample};
use wayfront::views::Sample;

/// Name, kind, driver and interface of an adapter.
type AdapterFields = (String, String, String, String);

/// A map on a card, with the memory of its answers.
struct OnCard {
    map: GpuMap,
    sample: GpuSample,
    questions: GpuQuestions,
    table: Vec<f64>,
    bounds: Bounds,
}

#[pyclass(name = "GpuMap", module = "wayfront._native", frozen)]
pub struct NativeGpuMap {
    gpu: Gpu,
    on_card: Mutex<OnCard>,
}

impl NativeGpuMap {
    fn on_card(&self) -> MutexGuard<'_, OnCard> {
        self.on_card.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the card something about points.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        xy: &Bound<'_, PyAny>,
        ask: impl FnOnce(&mut GpuMap, &mut GpuQuestions) -> Result<T, GpuError> + Send,
    ) -> PyResult<T> {
        let points = points(xy)?;
        let answered = work(py, || {
            let OnCard { map, questions, .. } = &mut *self.on_card();
            questions.set_points(map, &points)?;
            ask(map, questions)
        })?;
        answered.map_err(|why| refused(py, &why))
    }
}

#[pymethods]
impl NativeGpuMap {
    #[new]
    fn new(py: Python<'_>, map: &NativePathMap, adapter: Option<&str>) -> PyResult<Self> {
        let made = work(py, || {
            let gpu = Gpu::open(adapter)?;
            let (on_card, table, bounds) = map.with(|map| (GpuMap::new(&gpu, map), table(map), map.domain().bounds()));
            let (sample, questions) = (GpuSample::new(&gpu)?, GpuQuestions::new(&gpu)?);
            let on_card = OnCard { map: on_card?, sample, questions, table, bounds };
            Ok(Self { gpu, on_card: Mutex::new(on_card) })
        })?;
        made.map_err(|why: GpuError| refused(py, &why))
    }

    /// The adapter that it is on.
    #[getter]
    fn adapter(&self) -> AdapterFields {
        fields(self.gpu.adapter())
    }

    /// Uploads what is different in another map.
    fn follow(&self, py: Python<'_>, map: &NativePathMap) -> PyResult<()> {
        let followed = work(py, || {
            let mut on_card = self.on_card();
            map.with(|map| {
                on_card.map.follow(map)?;
                (on_card.table, on_card.bounds) = (table(map), map.domain().bounds());
                Ok(())
            })
        })?;
        followed.map_err(|why: GpuError| refused(py, &why))
    }

    /// As the method of path maps.
    fn sample<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        height: u32,
        bounds: Option<[f64; 4]>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<u32>>, Bound<'py, PyArray2<f64>>, [f64; 4])> {
        let bounds = bounds.map(|[x0, y0, x1, y1]| Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) });
        let bounds = bounds.unwrap_or_else(|| self.on_card().bounds);
        let raster = raster(py, bounds, width, height)?;
        let read = work(py, || {
            let OnCard { map, sample, table, .. } = &mut *self.on_card();
            sample.draw(map, &raster)?;
            Ok((sample.read()?, table.clone()))
        })?;
        let ((costs, generators), table) = read.map_err(|why: GpuError| refused(py, &why))?;
        let (width, height, b) = (raster.width(), raster.height(), raster.bounds());
        Ok((
            PyArray1::from_vec(py, costs).reshape([height, width])?,
            PyArray1::from_vec(py, generators).reshape([height, width])?,
            rows(py, table, 8)?,
            [b.min.x, b.max.x, b.min.y, b.max.y],
        ))
    }

    /// What the paths from some points cost: NaN where blocked, infinite where no source can be reached.
    fn costs<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let answers = self.ask(py, xy, |map, questions| {
            questions.ask(map)?;
            questions.read_answers()
        })?;
        Ok(PyArray1::from_iter(py, answers.iter().map(|answer| answer.cost)))
    }

    /// All routes one after the other, and where each begins; of each at most so many points.
    fn routes<'py>(
        &self,
        py: Python<'py>,
        xy: &Bound<'py, PyAny>,
        most: usize,
    ) -> PyResult<(Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<i64>>)> {
        let routes = self.ask(py, xy, |map, questions| {
            questions.lead(map, most)?;
            questions.read_routes(map)
        })?;
        let mut starts = vec![0_i64];
        for route in &routes {
            starts.push(starts[starts.len() - 1] + route.len() as i64);
        }
        Ok((array_of(py, &routes.concat())?, PyArray1::from_vec(py, starts)))
    }

    /// Where points are that walk along the map for some time.
    fn advanced<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>, time: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let moved = self.ask(py, xy, |map, questions| {
            questions.advance(map, time)?;
            questions.read_points(map)
        })?;
        array_of(py, &moved)
    }
}

/// The adapters of this machine, the best first.
#[pyfunction]
pub fn adapters(py: Python<'_>) -> PyResult<Vec<AdapterFields>> {
    work(py, || Adapter::all().iter().map(fields).collect())
}

fn fields(adapter: &Adapter) -> AdapterFields {
    (adapter.name.clone(), adapter.kind.to_string(), adapter.driver.clone(), adapter.backend.clone())
}

/// The table of generators, as samples have it.
fn table(map: &wayfront::PathMap) -> Vec<f64> {
    // One pixel is enough for it.
    Raster::new(map.domain().bounds(), 1, 1).map_or_else(|_| Vec::new(), |pixel| table_rows(&Sample::of(map, &pixel)))
}

/// What a card cannot do, and what to do about it.
fn refused(py: Python<'_>, why: &GpuError) -> PyErr {
    impossible(py, why, "everything else works without a graphics card")
}
