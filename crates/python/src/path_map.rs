//! Path maps: from everywhere to the nearest source.

use crate::arrays::{Place, array_of, place, points, raster, rows};
use crate::errors::{impossible, no_path, no_sources, read_sources, scene_error};
use crate::pictures::{NativePicture, draw, options};
use crate::scene::{NOWHERE, NativeScene, is_asked};
use crate::threads::{guarded, work};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{RwLock, RwLockReadGuard};
use wayfront::domain::{Guide, NoPath};
use wayfront::draw::{MapStyle, Picture};
use wayfront::geometry::{Bounds, Point};
use wayfront::pathmap::{Answer, GeneratorPlace, PathMapError};
use wayfront::views::{BorderKind, Generator, Isoline, MapShapes, Sample, round_levels};
use wayfront::world::Source;
use wayfront::{PathMap, Scene};

/// Below this many points a call is over before threads would have begun.
const FEW: usize = 4096;

pub type Line<'py> = Bound<'py, PyArray2<f64>>;

/// A map, and the scene as it was built from.
#[pyclass(name = "PathMap", module = "wayfront._native", frozen, subclass)]
pub struct NativePathMap {
    built: RwLock<(PathMap, Scene)>,
}

impl NativePathMap {
    fn read(&self) -> RwLockReadGuard<'_, (PathMap, Scene)> {
        self.built.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Does something with the map.
    #[cfg(feature = "gpu")]
    pub fn with<T>(&self, f: impl FnOnce(&PathMap) -> T) -> T {
        f(&self.read().0)
    }

    /// What the map says of each point, in their order.
    fn ask<T: Clone + Send>(
        &self,
        py: Python<'_>,
        xy: &Bound<'_, PyAny>,
        ask: impl Fn(&PathMap, Point) -> T + Sync + Send,
    ) -> PyResult<Vec<T>> {
        let points = points(xy)?;
        if points.len() < FEW {
            return guarded(|| self.read().0.ask_all(&points, |map, p| ask(map, p)));
        }
        work(py, || self.read().0.ask_all(&points, |map, p| ask(map, p)))
    }
}

#[pymethods]
impl NativePathMap {
    #[new]
    fn new(py: Python<'_>, scene: &NativeScene, time: Option<f64>, plain: bool, to: Option<Place>) -> PyResult<Self> {
        let scene = aimed(py, scene, time, plain, to)?;
        let map = work(py, || PathMap::of(&scene))?.map_err(|why| unmapped(py, &why))?;
        Ok(Self { built: RwLock::new((map, scene)) })
    }

    /// What the path from a point costs.
    #[pyo3(signature = (x, y=None))]
    fn cost(&self, py: Python<'_>, x: &Bound<'_, PyAny>, y: Option<f64>) -> PyResult<f64> {
        let p = place(x, y)?;
        let cost = guarded(|| checked(p).and_then(|p| self.read().0.cost(p)))?;
        cost.map_err(|why| no_path(py, p, &why))
    }

    /// What the paths from some points cost: NaN where blocked, infinite where no source can be reached.
    fn costs<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let costs = self.ask(py, xy, |map, p| number(checked(p).and_then(|p| map.cost(p))))?;
        Ok(PyArray1::from_vec(py, costs))
    }

    /// Where to walk next; NaN without a path.
    fn aims<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let aims = self.ask(py, xy, |map, p| {
            let aim = checked(p).and_then(|p| map.aim(p)).unwrap_or(NOWHERE);
            [aim.x, aim.y]
        })?;
        rows(py, aims.into_flattened(), 2)
    }

    /// The number of the nearest source; -1 without a path.
    fn sources<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let number = |answer: Answer| i32::try_from(answer.source).unwrap_or(i32::MAX);
        let sources = self.ask(py, xy, |map, p| checked(p).and_then(|p| map.answer(p)).map_or(-1, number))?;
        Ok(PyArray1::from_vec(py, sources))
    }

    /// All routes one after the other, and where each begins: none for points without a path.
    fn routes<'py>(
        &self,
        py: Python<'py>,
        xy: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<i64>>)> {
        let routes = self.ask(py, xy, |map, p| checked(p).and_then(|p| map.route(p)).unwrap_or_default())?;
        let mut starts = vec![0_i64];
        for route in &routes {
            starts.push(starts[starts.len() - 1] + route.len() as i64);
        }
        Ok((array_of(py, &routes.concat())?, PyArray1::from_vec(py, starts)))
    }

    /// The path from a point: its cost, its points, its source.
    #[pyo3(signature = (x, y=None))]
    fn route<'py>(&self, py: Python<'py>, x: &Bound<'_, PyAny>, y: Option<f64>) -> PyResult<(f64, Line<'py>, usize)> {
        let p = place(x, y)?;
        let found = guarded(|| {
            let map = &self.read().0;
            let p = checked(p)?;
            Ok((map.answer(p)?, map.route(p)?))
        })?;
        let (answer, points) = found.map_err(|why| no_path(py, p, &why))?;
        Ok((answer.cost, array_of(py, &points)?, answer.source))
    }

    /// The legs of the path: x, y, x, y, speed, extra, cost of each.
    #[pyo3(signature = (x, y=None))]
    fn legs<'py>(&self, py: Python<'py>, x: &Bound<'_, PyAny>, y: Option<f64>) -> PyResult<Line<'py>> {
        let p = place(x, y)?;
        let legs = guarded(|| checked(p).and_then(|p| self.read().0.legs(p)))?.map_err(|why| no_path(py, p, &why))?;
        let numbers =
            legs.iter().flat_map(|leg| [leg.from.x, leg.from.y, leg.to.x, leg.to.y, leg.speed, leg.extra, leg.cost()]);
        rows(py, numbers.collect(), 7)
    }

    /// Costs and generators of pixels, and the table of generators: ends, cost, parent, source, speed.
    fn sample<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        height: u32,
        bounds: Option<[f64; 4]>,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<u32>>, Bound<'py, PyArray2<f64>>, [f64; 4])> {
        let bounds = bounds.map(|[x0, y0, x1, y1]| Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) });
        let bounds = bounds.unwrap_or_else(|| self.read().0.domain().bounds());
        let raster = raster(py, bounds, width, height)?;
        let sample = work(py, || Sample::of(&self.read().0, &raster))?;
        let table = table_rows(&sample);
        let (width, height, b) = (raster.width(), raster.height(), raster.bounds());
        let (costs, generators) = sample.into_parts();
        Ok((
            PyArray1::from_vec(py, costs).reshape([height, width])?,
            PyArray1::from_vec(py, generators).reshape([height, width])?,
            rows(py, table, 8)?,
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
        let lines = work(py, || {
            let built = self.read();
            let shapes = MapShapes::new(&built.0);
            let most = shapes.max_cost().unwrap_or(0.0);
            shapes.isolines(&costs.unwrap_or_else(|| round_levels(0.0, most, count)))
        })?;
        isoline_rows(py, &lines)
    }

    /// Regions with the same next point: that point or the source, and the rings.
    fn regions<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(u32, Option<(f64, f64)>, Option<u32>, Vec<Bound<'py, PyArray2<f64>>>)>> {
        let regions = work(py, || {
            let map = &self.read().0;
            let regions = MapShapes::new(map).regions();
            regions.into_iter().map(|region| (map.place_of(region.generator), region)).collect::<Vec<_>>()
        })?;
        let found = regions.into_iter().map(|(place, region)| {
            let rings = region.rings.iter().map(|ring| array_of(py, ring)).collect::<PyResult<Vec<_>>>()?;
            let (corner, source) = match place {
                Some(GeneratorPlace::Corner(p)) => (Some((p.x, p.y)), None),
                Some(GeneratorPlace::Source(number)) => (None, Some(number)),
                None => (None, None),
            };
            Ok((region.generator.0, corner, source, rings))
        });
        found.collect()
    }

    /// Borders between regions: the two generators, the kind of curve, points.
    fn borders<'py>(&self, py: Python<'py>) -> PyResult<Vec<((u32, u32), &'static str, Line<'py>)>> {
        let borders = work(py, || MapShapes::new(&self.read().0).borders())?;
        let found = borders.iter().map(|border| {
            let [a, b] = border.between;
            Ok(((a.0, b.0), kind(border.kind), array_of(py, &border.line.points)?))
        });
        found.collect()
    }

    /// Borders, lines of equal cost and routes as GeoJSON.
    fn geojson(&self, py: Python<'_>, count: usize) -> PyResult<String> {
        work(py, || {
            let built = self.read();
            let shapes = MapShapes::new(&built.0);
            let levels = round_levels(0.0, shapes.max_cost().unwrap_or(0.0), count);
            shapes.to_geojson(&levels, built.1.sources(), &[])
        })
    }

    /// The highest cost.
    fn max_cost(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        work(py, || MapShapes::new(&self.read().0).max_cost())
    }

    /// Windows and generators.
    #[getter]
    fn counts(&self) -> (usize, usize) {
        let stats = self.read().0.stats();
        (stats.generators, stats.windows)
    }

    /// Builds the map of other sources, in its own memory.
    fn rebuild_sources(&self, py: Python<'_>, sources: &str) -> PyResult<()> {
        let sources = read_sources(py, sources)?;
        if sources.is_empty() {
            return Err(no_sources(py));
        }
        let scene = self.read().1.with_sources(sources).map_err(|rejected| scene_error(py, &rejected))?;
        self.rebuild_to(py, scene)
    }

    fn picture(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        colour: &str,
        routes: Option<usize>,
    ) -> PyResult<NativePicture> {
        let (options, style) = (options(given)?, map_style(colour, routes)?);
        draw(py, || {
            let built = self.read();
            Picture::of_path_map(&built.1.settled_world(), &built.0, &style, &options)
        })
    }
}

impl NativePathMap {
    fn rebuild_to(&self, py: Python<'_>, scene: Scene) -> PyResult<()> {
        let rebuilt = work(py, || {
            let mut built = self.built.write().unwrap_or_else(std::sync::PoisonError::into_inner);
            let rebuilt = built.0.rebuild(scene.sources());
            built.1 = scene;
            rebuilt
        })?;
        rebuilt.map_err(|why| impossible(py, &why, &why.advice()))
    }
}

/// The table of generators: ends, cost, parent, source, speed.
pub fn table_rows(sample: &Sample) -> Vec<f64> {
    let numbered = |number: Option<u32>| number.map_or(-1.0, f64::from);
    let row = |g: Generator| {
        let [a, b] = g.ends;
        [a.x, a.y, b.x, b.y, g.cost, numbered(g.parent), numbered(g.source), g.speed]
    };
    sample.table().flat_map(row).collect()
}

/// Lines of equal cost: cost, whether closed, points.
pub fn isoline_rows<'py>(py: Python<'py>, lines: &[Isoline]) -> PyResult<Vec<(f64, bool, Line<'py>)>> {
    lines.iter().map(|line| Ok((line.cost, line.line.is_closed, array_of(py, &line.line.points)?))).collect()
}

/// How a map is drawn.
pub fn map_style(colour: &str, routes: Option<usize>) -> PyResult<MapStyle> {
    let style = match colour {
        "regions" => MapStyle::default(),
        "cost" => MapStyle::cost(),
        "evacuation" => MapStyle::evacuation(),
        _ => {
            let text = format!("colour `{colour}`: one of regions, cost, evacuation is known");
            return Err(PyValueError::new_err(text));
        }
    };
    Ok(routes.map_or(style.clone(), |count| style.routes(count)))
}

/// The scene at a moment, without what plain maps ignore, leading to one point.
pub fn aimed(
    py: Python<'_>,
    scene: &NativeScene,
    time: Option<f64>,
    plain: bool,
    to: Option<Place>,
) -> PyResult<Scene> {
    if time.is_none() && !plain && to.is_none() {
        let scene = scene.checked(py)?;
        return if scene.sources().is_empty() { Err(no_sources(py)) } else { Ok(scene.clone()) };
    }
    if let Some(seconds) = time.filter(|seconds| !seconds.is_finite() || *seconds < 0.0) {
        return Err(PyValueError::new_err(format!("time is {seconds}: give seconds, 0 or more")));
    }
    let mut world = time.map_or_else(|| scene.world().as_ref().clone(), |seconds| scene.world().at(seconds));
    if plain {
        world = world.with_weights(Vec::new()).with_barriers(Vec::new());
    }
    if let Some(to) = to {
        // A world without areas is a box around all that it describes, whatever the goal.
        world.areas = world.walkable().map_or_else(Vec::new, |areas| areas.into_owned());
        world.sources = vec![Source::point(to.0)];
    }
    if world.sources.is_empty() {
        return Err(no_sources(py));
    }
    work(py, || Scene::new(world))?.map_err(|rejected| scene_error(py, &rejected))
}

/// A point that can be asked about.
pub fn checked(p: Point) -> Result<Point, NoPath> {
    if is_asked(p) { Ok(p) } else { Err(NoPath::Blocked) }
}

/// NaN where blocked, infinite where no source can be reached.
pub fn number(cost: Result<f64, NoPath>) -> f64 {
    match cost {
        Ok(cost) => cost,
        Err(NoPath::Unreachable) => f64::INFINITY,
        Err(_) => f64::NAN,
    }
}

fn kind(kind: BorderKind) -> &'static str {
    match kind {
        BorderKind::Shadow => "shadow",
        BorderKind::Hyperbola => "hyperbola",
        BorderKind::Parabola => "parabola",
        BorderKind::Line => "line",
        BorderKind::Oval => "oval",
    }
}

fn unmapped(py: Python<'_>, why: &PathMapError) -> PyErr {
    impossible(py, why, &why.advice())
}
