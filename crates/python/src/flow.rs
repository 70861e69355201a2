//! Flow maps: how much fits through, which gates limit it, lanes.

use crate::arrays::{array_of, raster};
use crate::errors::impossible;
use crate::pictures::{NativePicture, draw, options};
use crate::scene::NativeScene;
use crate::threads::work;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use wayfront::draw::{FlowPicture, Picture};
use wayfront::flow::{FlowError, FlowMap, Gate, Lanes};
use wayfront::world::World;

/// Lanes are given as points within this share of the radius of their curves.
const TOLERANCE: f64 = 1e-3;

/// Points of a gate, and its width.
type GateOf<'py> = (Bound<'py, PyArray2<f64>>, f64);

/// The flow of a scene.
#[pyclass(name = "FlowMap", module = "wayfront._native", frozen)]
pub struct NativeFlowMap {
    flow: Arc<FlowMap>,
    world: Arc<World>,
}

#[pymethods]
impl NativeFlowMap {
    #[new]
    fn new(py: Python<'_>, scene: &NativeScene) -> PyResult<Self> {
        let checked = scene.checked(py)?;
        let flow = work(py, || FlowMap::of(checked))?.map_err(|why| unknown(py, &why))?;
        Ok(Self { flow: Arc::new(flow), world: Arc::new(checked.settled_world()) })
    }

    #[getter]
    fn capacity(&self) -> f64 {
        self.flow.capacity()
    }

    /// The radius that the scene gives.
    #[getter]
    fn radius(&self) -> Option<f64> {
        self.world.flow.as_ref().and_then(|flow| flow.radius)
    }

    /// The gates of the min cut.
    fn cut<'py>(&self, py: Python<'py>) -> PyResult<Vec<GateOf<'py>>> {
        self.flow.cut().iter().map(|gate| gate_of(py, gate)).collect()
    }

    /// The gate that limits how large a body can be.
    fn narrowest_passage<'py>(&self, py: Python<'py>) -> PyResult<Option<GateOf<'py>>> {
        let gate = work(py, || self.flow.narrowest_passage())?;
        gate.map(|gate| gate_of(py, &gate)).transpose()
    }

    /// Lanes for bodies of a radius.
    fn lanes(&self, py: Python<'_>, radius: f64, shortened: bool) -> PyResult<NativeLanes> {
        let (flow, world) = (self.flow.clone(), self.world.clone());
        let found = work(py, || {
            let lanes = lanes_of(&flow, radius, shortened)?;
            Ok::<_, FlowError>(Found::of(&lanes))
        })?;
        let found = found.map_err(|why| unknown(py, &why))?;
        Ok(NativeLanes { flow, world, radius, shortened, found })
    }

    /// Directions and distances on pixels, and the extent of them.
    fn field<'py>(
        &self,
        py: Python<'py>,
        size: u32,
    ) -> PyResult<(Bound<'py, numpy::PyArray3<f32>>, Bound<'py, PyArray2<f32>>, [f64; 4])> {
        let raster = raster(py, self.flow.domain().bounds(), size, 0)?;
        let field = work(py, || self.flow.field(&raster))?;
        let [width, height] = field.size;
        let b = field.bounds;
        Ok((
            PyArray1::from_vec(py, field.directions.into_flattened()).reshape([height, width, 2])?,
            PyArray1::from_vec(py, field.distances).reshape([height, width])?,
            [b.min.x, b.max.x, b.min.y, b.max.y],
        ))
    }

    fn picture(&self, py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<NativePicture> {
        let options = options(given)?;
        draw(py, || Picture::of_flow(&self.world, &FlowPicture::new(&self.flow), &options))
    }
}

/// Lanes as they were found. The library's refer to the flow, so they are placed again where a picture needs them.
#[pyclass(name = "Lanes", module = "wayfront._native", frozen)]
pub struct NativeLanes {
    flow: Arc<FlowMap>,
    world: Arc<World>,
    radius: f64,
    shortened: bool,
    found: Found,
}

/// What is known of lanes.
struct Found {
    capacity: usize,
    total_length: f64,
    /// Length, entrance, exit, points.
    lanes: Vec<(f64, usize, usize, Vec<wayfront::geometry::Point>)>,
    /// With the lanes that fit through.
    cut: Vec<(Gate, usize)>,
    per_second: f64,
}

impl Found {
    fn of(lanes: &Lanes<'_>) -> Self {
        let tolerance = TOLERANCE * lanes.radius();
        let each = lanes.lanes().iter();
        Self {
            capacity: lanes.capacity(),
            total_length: lanes.total_length(),
            lanes: each.map(|lane| (lane.length(), lane.entrance, lane.exit, lane.polyline(tolerance))).collect(),
            cut: lanes.cut().iter().map(|gate| (gate.clone(), lanes.lanes_through(gate))).collect(),
            per_second: lanes.agents_per_second(1.0, 1.0),
        }
    }
}

#[pymethods]
impl NativeLanes {
    #[getter]
    fn radius(&self) -> f64 {
        self.radius
    }

    /// How many lanes fit.
    #[getter]
    fn capacity(&self) -> usize {
        self.found.capacity
    }

    #[getter]
    fn total_length(&self) -> f64 {
        self.found.total_length
    }

    /// How many agents a second pass, at speed 1 and 1 apart.
    #[getter]
    fn per_second(&self) -> f64 {
        self.found.per_second
    }

    /// Length, entrance, exit and points of each lane.
    fn lanes<'py>(&self, py: Python<'py>) -> PyResult<Vec<(f64, usize, usize, Bound<'py, PyArray2<f64>>)>> {
        let lanes = self.found.lanes.iter();
        lanes.map(|(length, entrance, exit, points)| Ok((*length, *entrance, *exit, array_of(py, points)?))).collect()
    }

    /// The gates that limit lanes: points, width, lanes.
    fn cut<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyArray2<f64>>, f64, usize)>> {
        self.found.cut.iter().map(|(gate, lanes)| Ok((array_of(py, &gate.points)?, gate.width, *lanes))).collect()
    }

    /// Which gates are worth widening: points, width, lanes, whether on the cut, gain, what is missing.
    fn widenings<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyArray2<f64>>, f64, usize, bool, usize, f64)>> {
        let found = work(py, || lanes_of(&self.flow, self.radius, false).map(|lanes| lanes.widenings()))?;
        let found = found.map_err(|why| unknown(py, &why))?;
        let rows = found
            .iter()
            .map(|w| Ok((array_of(py, &w.gate.points)?, w.gate.width, w.lanes, w.is_on_cut, w.gain, w.missing)));
        rows.collect()
    }

    /// The same lanes, pulled taut.
    fn pulled_taut(&self, py: Python<'_>) -> PyResult<Self> {
        let (flow, world, radius) = (self.flow.clone(), self.world.clone(), self.radius);
        let found = work(py, || lanes_of(&flow, radius, true).map(|lanes| Found::of(&lanes)))?;
        let found = found.map_err(|why| unknown(py, &why))?;
        Ok(Self { flow, world, radius, shortened: true, found })
    }

    fn picture(&self, py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<NativePicture> {
        let options = options(given)?;
        let lanes = || lanes_of(&self.flow, self.radius, self.shortened);
        let lanes = work(py, lanes)?.map_err(|why| unknown(py, &why))?;
        draw(py, || Picture::of_flow(&self.world, &FlowPicture::new(&self.flow).lanes(&lanes), &options))
    }
}

fn lanes_of(flow: &FlowMap, radius: f64, shortened: bool) -> Result<Lanes<'_>, FlowError> {
    let lanes = flow.lanes(radius)?;
    Ok(if shortened { lanes.shortened() } else { lanes })
}

fn gate_of<'py>(py: Python<'py>, gate: &Gate) -> PyResult<GateOf<'py>> {
    Ok((array_of(py, &gate.points)?, gate.width))
}

fn unknown(py: Python<'_>, why: &FlowError) -> PyErr {
    impossible(py, why, &why.advice())
}
