//! Paths over cells, triangles or a quadtree that heed constraints, by a deadline; and the lengths of scenario files.

use crate::arrays::{Place, array_of};
use crate::errors::{impossible, scene_error};
use crate::path_map::Line;
use crate::pictures::{NativePicture, draw, options};
use crate::scene::{NativeScene, is_asked};
use crate::threads::work;
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::time::Duration;
use wayfront::Scene;
use wayfront::draw::{Picture, SearchDrawing};
use wayfront::geometry::Point;
use wayfront::search::{
    Budget, FoundPath, LiveCellsError, ScenarioMap, SceneSearch, SceneSearchError, SearchQuestion, SpaceKind,
    read_scenarios,
};
use wayfront::world::read_cell_map;

/// Inflation, states expanded so far, cost, bound.
type Round = (f64, usize, f64, f64);

/// A path that was found.
#[pyclass(name = "Search", module = "wayfront._native", frozen)]
pub struct NativeSearch {
    scene: Scene,
    search: SceneSearch,
    found: FoundPath,
}

#[pymethods]
impl NativeSearch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the Python side gives them their names")]
    fn new(
        py: Python<'_>,
        scene: &NativeScene,
        start: Option<Place>,
        goal: Option<Place>,
        space: &str,
        cell: Option<f64>,
        radius: f64,
        inflation: f64,
        seconds: Option<f64>,
        expansions: Option<usize>,
    ) -> PyResult<Self> {
        let scene = scene.checked(py)?.clone();
        let question = SearchQuestion { from: end(start)?, to: end(goal)?, cell, radius, ..SearchQuestion::default() };
        let (kind, budget) = (named(space)?, budget(seconds, expansions)?);
        let found = work(py, || {
            let search = SceneSearch::new(&scene, &question)?;
            let found = search.find(&scene, kind, inflation, budget)?;
            Ok((search, found))
        })?;
        let (search, found) = found.map_err(|why: SceneSearchError| match why {
            SceneSearchError::Cells(LiveCellsError::Rejected(rejected)) => scene_error(py, &rejected),
            other => impossible(py, &other, &other.advice()),
        })?;
        Ok(Self { scene, search, found })
    }

    fn line<'py>(&self, py: Python<'py>) -> PyResult<Line<'py>> {
        array_of(py, &self.found.points)
    }

    /// Status, cost, bound, length, states expanded, open states, seconds.
    #[getter]
    fn figures(&self) -> (&'static str, f64, f64, f64, usize, usize, f64) {
        let found = &self.found;
        let cost = found.cost.unwrap_or(f64::INFINITY);
        (
            found.status.name(),
            cost,
            found.bound,
            found.length(),
            found.expanded,
            found.states,
            found.elapsed.as_secs_f64(),
        )
    }

    fn rounds(&self) -> Vec<Round> {
        self.found.rounds.iter().map(|round| (round.inflation, round.expanded, round.cost, round.bound)).collect()
    }

    /// For each constraint its number, how much of the path it applies to, and what is paid there.
    fn constraints(&self) -> Vec<(usize, f64, f64)> {
        let field = self.search.live().field();
        let shares = field.areas().iter().zip(field.shares_of(&self.found.points));
        shares.map(|(area, share)| (area.index, share.length, share.cost)).collect()
    }

    fn picture(&self, py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<NativePicture> {
        let options = options(given)?;
        draw(py, || {
            let mut drawing = SearchDrawing::new(self.found.points.clone(), self.search.live().field().clone());
            drawing.seen = self.found.seen.clone();
            Picture::of_search(&self.scene.settled_world(), &drawing, &options)
        })
    }
}

fn end(given: Option<Place>) -> PyResult<Option<Point>> {
    let point = given.map(|place| place.0);
    if point.is_some_and(|p| !is_asked(p)) {
        return Err(PyValueError::new_err("start and goal are points of two finite numbers"));
    }
    Ok(point)
}

fn named(space: &str) -> PyResult<SpaceKind> {
    SpaceKind::ALL.into_iter().find(|kind| kind.name() == space).ok_or_else(|| {
        let known = SpaceKind::ALL.map(SpaceKind::name).join(", ");
        PyValueError::new_err(format!("space `{space}`: one of {known} is known"))
    })
}

fn budget(seconds: Option<f64>, expansions: Option<usize>) -> PyResult<Budget> {
    match (seconds.map(Duration::try_from_secs_f64), expansions) {
        (Some(Err(_)), _) => Err(PyValueError::new_err("within is a number of seconds, 0 or more")),
        (Some(Ok(_)), Some(_)) => Err(PyValueError::new_err("within and expansions: give one of them")),
        (Some(Ok(time)), None) => Ok(Budget::Time(time)),
        (None, Some(count)) => Ok(Budget::Expansions(count)),
        (None, None) => Ok(Budget::Unlimited),
    }
}

/// The questions of a scenario file on its map: columns and rows of both cells, the length that the file gives, and the
/// one that was found (infinite without a path); and how many agree.
#[pyfunction]
pub fn scenario_lengths(py: Python<'_>, map: PathBuf, file: PathBuf) -> PyResult<(Bound<'_, PyArray2<f64>>, usize)> {
    let cells = work(py, || read_cell_map(&map))?.map_err(|rejected| scene_error(py, &rejected))?;
    let scenarios = work(py, || read_scenarios(&file))?.map_err(|why| impossible(py, &why, &why.advice()))?;
    let mut cells = work(py, || ScenarioMap::new(cells))?.map_err(|why| impossible(py, &why, &why.advice()))?;
    if let Some(k) = scenarios.iter().position(|scenario| !cells.holds(scenario)) {
        let what = format!("{}: scenario {k} has a cell outside of {}", file.display(), map.display());
        return Err(impossible(py, &what, "give the map that the scenarios were made for"));
    }
    let (rows, agree) = work(py, || {
        let mut agree = 0;
        let rows = scenarios.iter().flat_map(|scenario| {
            let found = cells.length(scenario).0;
            agree += usize::from(found.is_some_and(|found| scenario.agrees(found)));
            let [a, b] = [scenario.from, scenario.to].map(|at| at.map(|n| n as f64));
            [a[0], a[1], b[0], b[1], scenario.length, found.unwrap_or(f64::INFINITY)]
        });
        (rows.collect::<Vec<f64>>(), agree)
    })?;
    Ok((crate::arrays::rows(py, rows, 6)?, agree))
}
