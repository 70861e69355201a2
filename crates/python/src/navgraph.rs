//! One graph that leads many discs at once, kept from frame to frame.

use crate::arrays::{array_of, points};
use crate::path_map::Line;
use crate::pictures::{NativePicture, draw, options};
use crate::scene::{NOWHERE, NativeScene};
use crate::skeleton::{diagram, pair};
use crate::threads::work;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wayfront::draw::Picture;
use wayfront::geometry::Point;
use wayfront::voronoi::{GraphCost, GraphDisc, GraphRoute, NavGraph, Unplaced};
use wayfront::world::World;

type Pair = (f64, f64);

/// The graph of a frame, and the paths of the last question.
struct Frame {
    graph: NavGraph,
    discs: Vec<GraphDisc>,
    routes: Vec<Option<GraphRoute>>,
}

/// The graph, with memory that it keeps.
#[pyclass(name = "NavGraph", module = "wayfront._native", frozen)]
pub struct NativeNavGraph {
    frame: Mutex<Frame>,
    world: Arc<World>,
}

impl NativeNavGraph {
    fn frame(&self) -> MutexGuard<'_, Frame> {
        self.frame.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks about one disc, which there must be.
    fn about<T>(&self, disc: usize, ask: impl FnOnce(&Frame) -> T) -> PyResult<T> {
        let frame = self.frame();
        let count = frame.graph.len();
        if disc >= count {
            return Err(PyIndexError::new_err(format!("there is no disc {disc}: {count} were placed")));
        }
        Ok(ask(&frame))
    }
}

#[pymethods]
impl NativeNavGraph {
    #[new]
    fn new(py: Python<'_>, scene: &NativeScene) -> PyResult<Self> {
        let graph = NavGraph::new(&diagram(py, scene)?);
        let frame = Mutex::new(Frame { graph, discs: Vec::new(), routes: Vec::new() });
        Ok(Self { frame, world: scene.world().clone() })
    }

    /// Places discs.
    fn place(&self, py: Python<'_>, centres: &Bound<'_, PyAny>, radii: Vec<f64>) -> PyResult<()> {
        let centres = points(centres)?;
        if centres.len() != radii.len() {
            let (a, b) = (centres.len(), radii.len());
            return Err(PyValueError::new_err(format!("{a} centres and {b} radii: give as many of both")));
        }
        let discs = centres.iter().zip(&radii).map(|(&centre, &radius)| GraphDisc { centre, radius });
        let discs: Vec<GraphDisc> = discs.collect();
        work(py, || {
            let mut frame = self.frame();
            frame.graph.place(&discs);
            frame.discs = discs;
            frame.routes.clear();
        })
    }

    #[getter]
    fn count(&self) -> usize {
        self.frame().graph.len()
    }

    /// Finds the paths of all discs: next points, clearances, costs; NaN and infinity without a path.
    fn routes<'py>(
        &self,
        py: Python<'py>,
        goals: &Bound<'py, PyAny>,
        safety: f64,
    ) -> PyResult<(Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>)> {
        let goals = points(goals)?;
        let count = self.count();
        if goals.len() != count {
            return Err(PyValueError::new_err(format!("{} goals for {count} discs: give one for each", goals.len())));
        }
        let cost = GraphCost { safety, ..GraphCost::default() };
        let (aims, clearances, costs) = work(py, || {
            let mut frame = self.frame();
            let routes: Vec<Option<GraphRoute>> =
                frame.graph.routes(&goals, &cost).into_iter().map(Result::ok).collect();
            let of = |f: fn(&GraphRoute) -> f64, none: f64| -> Vec<f64> {
                routes.iter().map(|route| route.as_ref().map_or(none, f)).collect()
            };
            let aims: Vec<Point> =
                routes.iter().map(|route| route.as_ref().map_or(NOWHERE, |route| route.aim)).collect();
            let found = (aims, of(|route| route.clearance, f64::NAN), of(|route| route.cost, f64::INFINITY));
            frame.routes = routes;
            found
        })?;
        Ok((array_of(py, &aims)?, PyArray1::from_vec(py, clearances), PyArray1::from_vec(py, costs)))
    }

    /// The path of a disc as `routes` found it: cost, clearance, narrowest place, points; none without one.
    fn route<'py>(&self, py: Python<'py>, disc: usize) -> PyResult<Option<(f64, f64, Pair, Line<'py>)>> {
        let route = self.about(disc, |frame| frame.routes.get(disc).cloned())?;
        let route = route.ok_or_else(|| PyValueError::new_err("no routes were asked for: call `routes` first"))?;
        route
            .map(|route| Ok((route.cost, route.clearance, pair(route.narrowest), array_of(py, &route.points)?)))
            .transpose()
    }

    /// Why a disc has no cell: a word, and a place or a number.
    fn fault(&self, disc: usize) -> PyResult<Option<(&'static str, Option<Pair>, Option<usize>)>> {
        self.about(disc, |frame| {
            frame.graph.fault(disc).map(|fault| match fault {
                Unplaced::Blocked { nearest } => ("blocked", nearest.map(pair), None),
                Unplaced::Inside { of } => ("inside", None, Some(of)),
                Unplaced::Impossible => ("impossible", None, None),
                _ => ("hidden", None, None),
            })
        })
    }

    fn neighbours(&self, disc: usize) -> PyResult<Vec<usize>> {
        self.about(disc, |frame| frame.graph.neighbours(disc).collect())
    }

    fn nearest(&self, disc: usize) -> PyResult<Option<(usize, f64)>> {
        self.about(disc, |frame| frame.graph.nearest(disc))
    }

    fn within(&self, disc: usize, reach: f64) -> PyResult<Vec<usize>> {
        self.about(disc, |frame| frame.graph.within(disc, reach))
    }

    fn cell<'py>(&self, py: Python<'py>, disc: usize, tolerance: f64) -> PyResult<Line<'py>> {
        if !(tolerance > 0.0 && tolerance.is_finite()) {
            return Err(PyValueError::new_err(format!("tolerance is {tolerance}: give a length above 0")));
        }
        array_of(py, &self.about(disc, |frame| frame.graph.cell(disc, tolerance))?)
    }

    /// Cells, red and black graph, and the paths of some discs.
    fn picture(&self, py: Python<'_>, given: &Bound<'_, PyDict>, shown: Vec<usize>) -> PyResult<NativePicture> {
        let options = options(given)?;
        draw(py, || {
            let frame = self.frame();
            let routes = shown.iter().filter_map(|&disc| frame.routes.get(disc)?.clone());
            let routes: Vec<GraphRoute> = routes.collect();
            Picture::of_navgraph(&self.world, &frame.graph, &frame.discs, &routes, &options)
        })
    }
}
