//! One pair of points: the shortest path, for a point or for a body.

use crate::arrays::{Place, array_of, points};
use crate::errors::{impossible, no_path};
use crate::path_map::{checked, number};
use crate::scene::{NativeScene, is_asked};
use crate::threads::work;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use wayfront::DiscSearch;
use wayfront::bodies::{Narrowest, NoRoom, QuickPath, QuickSearch};
use wayfront::domain::NoPath;
use wayfront::geometry::Point;

/// Curves are given as points within this share of the radius.
pub const TOLERANCE: f64 = 1e-3;

type Pair = (f64, f64);
/// Where it is narrowest: the middle, the width, and the two points that it is between.
pub type Narrow = (Pair, f64, Pair, Pair);

/// Answers pairs, with memory that it keeps. Doors that are closed are walls.
#[pyclass(name = "Pairs", module = "wayfront._native", frozen)]
pub struct NativePairs {
    exact: Mutex<DiscSearch>,
    /// Once something was asked for quickly.
    quick: Mutex<Option<QuickSearch>>,
}

#[pymethods]
impl NativePairs {
    #[new]
    fn new(py: Python<'_>, scene: &NativeScene) -> PyResult<Self> {
        let scene = scene.checked(py)?;
        let domain = work(py, || scene.walled_domain().clone())?;
        Ok(Self { exact: Mutex::new(DiscSearch::new(domain)), quick: Mutex::new(None) })
    }

    /// Length and points of the shortest path.
    fn path<'py>(&self, py: Python<'py>, a: Place, b: Place) -> PyResult<(f64, Bound<'py, PyArray2<f64>>)> {
        let (a, b) = (a.0, b.0);
        let found =
            work(py, || self.search(|search| checked(a).and(checked(b)).and_then(|_| search.points().find(a, b))))?;
        let path = found.map_err(|why| no_path(py, a, &why))?;
        Ok((path.length, array_of(py, &path.points)?))
    }

    /// Lengths of many: NaN where an end is blocked, infinite without a path.
    fn lengths<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
        radius: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (a, b) = (points(a)?, points(b)?);
        if a.len() != b.len() {
            return Err(PyValueError::new_err(format!("{} points and {}: give as many of both", a.len(), b.len())));
        }
        let radius = radius.map(body).transpose()?;
        let lengths: Vec<f64> = work(py, || {
            self.search(|search| {
                let ends = a.iter().zip(&b);
                ends.map(|(&a, &b)| length(search, a, b, radius)).collect()
            })
        })?;
        Ok(PyArray1::from_vec(py, lengths))
    }

    /// The shortest path of a disc: its length, points, and where it is narrowest.
    fn disc<'py>(
        &self,
        py: Python<'py>,
        a: Place,
        b: Place,
        radius: f64,
    ) -> PyResult<(f64, Bound<'py, PyArray2<f64>>, Option<Narrow>)> {
        let (a, b, radius) = (a.0, b.0, body(radius)?);
        if let Some(&p) = [a, b].iter().find(|&&p| !is_asked(p)) {
            return Err(no_path(py, p, &NoPath::Blocked));
        }
        let found = work(py, || {
            self.search(|search| search.find(a, b, radius).map_err(|why| (search.advice(a, b, &why), why)))
        })?;
        let path = found.map_err(|(advice, why)| impossible(py, &why, &advice))?;
        let points = path.points((TOLERANCE * radius).max(f64::MIN_POSITIVE));
        Ok((path.length, array_of(py, &points)?, path.narrowest.map(narrow)))
    }

    /// A path of a disc over the graph of triangles: its length, points, where it is narrowest, and how good it is.
    fn quick<'py>(
        &self,
        py: Python<'py>,
        a: Place,
        b: Place,
        radius: f64,
    ) -> PyResult<(f64, Bound<'py, PyArray2<f64>>, Option<Narrow>, &'static str)> {
        let (a, b, radius) = (a.0, b.0, body(radius)?);
        if let Some(&p) = [a, b].iter().find(|&&p| !is_asked(p)) {
            return Err(no_path(py, p, &NoPath::Blocked));
        }
        let found = work(py, || {
            let domain = self.search(|search| search.domain().clone());
            let mut quick = self.quick.lock().unwrap_or_else(PoisonError::into_inner);
            let found = quick.get_or_insert_with(|| QuickSearch::new(domain)).find(a, b, radius);
            found.map_err(|why| (self.search(|search| search.advice(a, b, &why)), why))
        })?;
        let QuickPath { path, kind } = found.map_err(|(advice, why)| impossible(py, &why, &advice))?;
        let points = path.points((TOLERANCE * radius).max(f64::MIN_POSITIVE));
        Ok((path.length, array_of(py, &points)?, path.narrowest.map(narrow), kind.name()))
    }

    /// The largest radius with a path, and where that way is narrowest; none without any.
    fn widest(&self, py: Python<'_>, a: Place, b: Place) -> PyResult<Option<(f64, Option<Narrow>)>> {
        let (a, b) = (a.0, b.0);
        if !is_asked(a) || !is_asked(b) {
            return Ok(None);
        }
        let found = work(py, || self.search(|search| search.widest(a, b)))?;
        Ok(found.map(|(radius, at)| (radius, at.map(narrow))))
    }
}

impl NativePairs {
    fn search<T>(&self, f: impl FnOnce(&mut DiscSearch) -> T) -> T {
        f(&mut self.exact.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn length(search: &mut DiscSearch, a: Point, b: Point, radius: Option<f64>) -> f64 {
    if !is_asked(a) || !is_asked(b) {
        return f64::NAN;
    }
    match radius {
        None => number(search.points().length(a, b)),
        Some(radius) => match search.length(a, b, radius) {
            Ok(length) => length,
            Err(NoRoom::TooNarrow { .. } | NoRoom::Unreachable) => f64::INFINITY,
            Err(_) => f64::NAN,
        },
    }
}

/// A radius that can be one.
pub fn body(radius: f64) -> PyResult<f64> {
    if radius.is_finite() && radius >= 0.0 {
        return Ok(radius);
    }
    Err(PyValueError::new_err(format!("radius is {radius}: give a number, 0 or more")))
}

pub fn narrow(found: Narrowest) -> Narrow {
    let [a, b] = found.between;
    ((found.at.x, found.at.y), found.width, (a.x, a.y), (b.x, b.y))
}
