//! A guide that is a Python function of arrays.
//!
//! The engine asks for one agent at a time, on any thread. Before each step the function is called once with the positions
//! of the whole group, and its answers are kept by position; an agent that enters within the step is asked for alone. An
//! exception is kept until the step is over, and ends the run.

use crate::arrays::{array_of, points};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use wayfront::domain::{Guide, NoPath};
use wayfront::geometry::Point;

/// What the function said, and what went wrong.
#[derive(Default)]
struct Said {
    aims: HashMap<[u64; 2], Point>,
    failure: Option<PyErr>,
}

/// A function that gives the next point of each of some points.
pub struct ArrayGuide {
    function: Py<PyAny>,
    said: Mutex<Said>,
}

/// The engine's share of it.
pub struct SharedGuide(pub Arc<ArrayGuide>);

fn key(p: Point) -> [u64; 2] {
    [p.x.to_bits(), p.y.to_bits()]
}

impl ArrayGuide {
    pub fn new(function: Py<PyAny>) -> Self {
        Self { function, said: Mutex::default() }
    }

    /// Asks for all positions of a group at once.
    pub fn ask(&self, py: Python<'_>, positions: &[Point]) -> PyResult<()> {
        let aims = self.call(py, positions)?;
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.aims.clear();
        said.aims.extend(positions.iter().map(|&p| key(p)).zip(aims));
        Ok(())
    }

    /// The exception of the last step.
    pub fn failure(&self) -> Option<PyErr> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).failure.take()
    }

    fn call(&self, py: Python<'_>, positions: &[Point]) -> PyResult<Vec<Point>> {
        if positions.is_empty() {
            return Ok(Vec::new());
        }
        let answer = self.function.bind(py).call1((array_of(py, positions)?,))?;
        let aims = points(&answer)?;
        if aims.len() != positions.len() {
            let (given, found) = (positions.len(), aims.len());
            return Err(PyValueError::new_err(format!("a guide was asked for {given} points and answered {found}")));
        }
        Ok(aims)
    }

    /// Where to go from a point; NaN says that no path leads from there.
    fn aim_from(&self, p: Point) -> Result<Point, NoPath> {
        let known = self.said.lock().unwrap_or_else(PoisonError::into_inner).aims.get(&key(p)).copied();
        let aim = match known {
            Some(aim) => Some(aim),
            None => Python::attach(|py| match self.call(py, &[p]) {
                Ok(aims) => aims.first().copied(),
                Err(why) => {
                    self.said.lock().unwrap_or_else(PoisonError::into_inner).failure.get_or_insert(why);
                    None
                }
            }),
        };
        aim.filter(|aim| aim.is_finite()).ok_or(NoPath::Unreachable)
    }
}

impl Guide for SharedGuide {
    /// The distance to the next point: enough to know which agent comes nearer.
    fn cost(&self, p: Point) -> Result<f64, NoPath> {
        Ok(self.0.aim_from(p)?.distance(p))
    }

    fn aim(&self, p: Point) -> Result<Point, NoPath> {
        self.0.aim_from(p)
    }

    fn route(&self, p: Point) -> Result<Vec<Point>, NoPath> {
        Ok(vec![p, self.0.aim_from(p)?])
    }
}
