//! A path over cells that heeds constraints, by a deadline.

use crate::arrays::array_of;
use crate::errors::{impossible, scene_error};
use crate::scene::{NativeScene, is_asked};
use crate::threads::work;
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;
use wayfront::geometry::Point;
use wayfront::search::{Budget, LiveCells, LiveCellsError, Planner, Space};

/// Cells along the longer side, unless given.
const CELLS: f64 = 256.0;
/// How many times the best the first path may cost, as the command has it.
const INFLATION: f64 = 3.0;

/// A path between two points: its points, its cost, and how many times the best it costs at most. Empty without one.
#[pyfunction]
#[pyo3(signature = (scene, start, goal, cell, radius, seconds))]
pub fn search_path<'py>(
    py: Python<'py>,
    scene: &NativeScene,
    start: (f64, f64),
    goal: (f64, f64),
    cell: Option<f64>,
    radius: f64,
    seconds: Option<f64>,
) -> PyResult<(Bound<'py, PyArray2<f64>>, f64, f64)> {
    let checked = scene.checked(py)?;
    let (from, to) = (Point::from(start), Point::from(goal));
    if !is_asked(from) || !is_asked(to) {
        return Err(PyValueError::new_err("start and goal are points of two finite numbers"));
    }
    let budget = match seconds.map(Duration::try_from_secs_f64) {
        None => Budget::Unlimited,
        Some(Ok(time)) => Budget::Time(time),
        Some(Err(_)) => return Err(PyValueError::new_err("seconds is a number, 0 or more")),
    };
    let found = work(py, || {
        let cell = cell.unwrap_or_else(|| checked.domain().bounds().size() / CELLS);
        let live = LiveCells::of(checked, cell, radius)?;
        let space = live.space();
        let (a, b) = (space.state_for("the start", from)?, space.state_for("the goal", to)?);
        let mut planner = Planner::new(INFLATION);
        planner.aim(space, a, b);
        planner.improve(space, budget);
        let answer = planner.answer();
        if !answer.is_path() {
            return Ok((Vec::new(), f64::INFINITY, f64::INFINITY));
        }
        let path: Vec<Point> = answer.path.iter().map(|&state| space.place(state)).collect();
        Ok::<_, LiveCellsError>((path, f64::from(answer.cost) * space.tick(), answer.bound))
    })?;
    let (path, cost, bound) = found.map_err(|why| match why {
        LiveCellsError::Rejected(rejected) => scene_error(py, &rejected),
        other => impossible(py, &other, &other.advice()),
    })?;
    Ok((array_of(py, &path)?, cost, bound))
}
