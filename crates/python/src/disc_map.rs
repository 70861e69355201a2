//! Path maps for bodies: from everywhere to the nearest source, for one radius.

use crate::arrays::{Place, array_of, place, points, raster, rows};
use crate::errors::{impossible, no_path};
use crate::pairs::{Narrow, TOLERANCE, body, narrow};
use crate::path_map::{Line, aimed, checked, isoline_rows, map_style, number};
use crate::pictures::{NativePicture, draw, options};
use crate::scene::{NOWHERE, NativeScene};
use crate::threads::{guarded, work};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use wayfront::domain::Guide;
use wayfront::draw::Picture;
use wayfront::geometry::{Bounds, Point};
use wayfront::pathmap::Answer;
use wayfront::views::{DiscSample, round_levels};
use wayfront::{Scene, SceneMap};

/// Pixels along the longer side between which lines of equal cost are traced.
const TRACED: u32 = 600;

/// A map, and the scene as it was built from.
#[pyclass(name = "DiscMap", module = "wayfront._native", frozen)]
pub struct NativeDiscMap {
    map: SceneMap,
    scene: Scene,
}

impl NativeDiscMap {
    /// What the map says of each point, in their order.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        xy: &Bound<'_, PyAny>,
        ask: impl Fn(Point) -> T + Sync + Send,
    ) -> PyResult<Vec<T>> {
        let points = points(xy)?;
        work(py, || points.par_iter().map(|&p| ask(p)).collect())
    }

    fn sampled(&self, py: Python<'_>, bounds: Bounds, width: u32, height: u32) -> PyResult<DiscSample> {
        let raster = raster(py, bounds, width, height)?;
        work(py, || DiscSample::of(&self.map, &raster))
    }
}

#[pymethods]
impl NativeDiscMap {
    #[new]
    fn new(
        py: Python<'_>,
        scene: &NativeScene,
        radius: f64,
        time: Option<f64>,
        plain: bool,
        to: Option<Place>,
    ) -> PyResult<Self> {
        let radius = body(radius)?;
        let scene = aimed(py, scene, time, plain, to)?;
        let map = work(py, || SceneMap::of(&scene, radius))?;
        let map = map.map_err(|why| impossible(py, &why, &why.advice()))?;
        Ok(Self { map, scene })
    }

    /// Where sources are met: source, given, met.
    fn places(&self) -> Vec<(usize, (f64, f64), (f64, f64))> {
        let places = self.map.places().iter();
        places.map(|place| (place.source, (place.given.x, place.given.y), (place.at.x, place.at.y))).collect()
    }

    #[pyo3(signature = (x, y=None))]
    fn cost(&self, py: Python<'_>, x: &Bound<'_, PyAny>, y: Option<f64>) -> PyResult<f64> {
        let p = place(x, y)?;
        guarded(|| checked(p).and_then(|p| self.map.cost(p)))?.map_err(|why| no_path(py, p, &why))
    }

    fn costs<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let costs = self.ask(py, xy, |p| number(checked(p).and_then(|p| self.map.cost(p))))?;
        Ok(PyArray1::from_vec(py, costs))
    }

    fn aims<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let aims = self.ask(py, xy, |p| {
            let aim = checked(p).and_then(|p| self.map.aim(p)).unwrap_or(NOWHERE);
            [aim.x, aim.y]
        })?;
        rows(py, aims.into_flattened(), 2)
    }

    fn sources<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let number = |answer: Answer| i32::try_from(answer.source).unwrap_or(i32::MAX);
        let sources = self.ask(py, xy, |p| checked(p).and_then(|p| self.map.answer(p)).map_or(-1, number))?;
        Ok(PyArray1::from_vec(py, sources))
    }

    /// The path from a point: its cost, its points, its source, and where it is narrowest.
    #[pyo3(signature = (x, y=None))]
    fn route<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'_, PyAny>,
        y: Option<f64>,
    ) -> PyResult<(f64, Line<'py>, usize, Option<Narrow>)> {
        let p = place(x, y)?;
        let found = work(py, || {
            let p = checked(p)?;
            Ok((self.map.answer(p)?, self.map.path(p)?))
        })?;
        let (answer, path) = found.map_err(|why| no_path(py, p, &why))?;
        let mut line = path.points((TOLERANCE * path.radius).max(f64::MIN_POSITIVE));
        if line.is_empty() {
            line.push(p);
        }
        Ok((answer.cost, array_of(py, &line)?, answer.source, path.narrowest.map(narrow)))
    }

    /// Costs and generators of pixels.
    fn sample<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        height: u32,
        bounds: Option<[f64; 4]>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<u32>>, [f64; 4])> {
        let given = bounds.map(|[x0, y0, x1, y1]| Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) });
        let sample = self.sampled(py, given.unwrap_or_else(|| self.map.domain().bounds()), width, height)?;
        let (width, height, b) = (sample.raster().width(), sample.raster().height(), sample.raster().bounds());
        let (costs, generators) = sample.into_parts();
        Ok((
            PyArray1::from_vec(py, costs).reshape([height, width])?,
            PyArray1::from_vec(py, generators).reshape([height, width])?,
            [b.min.x, b.max.x, b.min.y, b.max.y],
        ))
    }

    /// Lines of equal cost: cost, whether closed, points. Without costs about so many round ones.
    fn isolines<'py>(
        &self,
        py: Python<'py>,
        costs: Option<Vec<f64>>,
        count: usize,
    ) -> PyResult<Vec<(f64, bool, Line<'py>)>> {
        let sample = self.sampled(py, self.map.domain().bounds(), TRACED, 0)?;
        let lines = work(py, || {
            let most = sample.costs().iter().filter(|cost| cost.is_finite()).fold(0.0_f32, |a, &b| a.max(b));
            let levels = costs.unwrap_or_else(|| round_levels(0.0, f64::from(most), count));
            sample.isolines(&self.map, &levels)
        })?;
        isoline_rows(py, &lines)
    }

    fn picture(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        colour: &str,
        routes: Option<usize>,
    ) -> PyResult<NativePicture> {
        let (options, style) = (options(given)?, map_style(colour, routes)?);
        let sample = self.sampled(py, self.map.domain().bounds(), options.size, 0)?;
        draw(py, || Picture::of_disc_map(&self.scene.settled_world(), &self.map, &sample, &style, &options))
    }
}
