//! Fields and routes on triangle meshes.

use crate::arrays::rows;
use crate::errors::{impossible, unread};
use crate::pictures::{NativePicture, draw, options};
use crate::threads::{guarded, work};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use wayfront::draw::{Camera, ColourMap, Picture, SurfaceStyle, UpAxis, usual_depth, vertex_colour};
use wayfront::surface::{
    Export, Mesh, SurfaceError, SurfaceField, SurfaceOptions, SurfaceSolver, Vec3, VertexId, Weights, builtin,
    builtin_names, read_file, write_export,
};

/// The field of a goal: depths, potentials, and a route from each start (empty without one).
struct Solved {
    depths: Vec<f64>,
    potentials: Vec<f64>,
    routes: Vec<Vec<f64>>,
}

/// A mesh.
#[pyclass(name = "Surface", module = "wayfront._native", frozen)]
pub struct NativeSurface(Mesh);

#[pymethods]
impl NativeSurface {
    /// Reads OBJ, OFF, PLY or STL.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let mesh = work(py, || read_file(&path))?;
        mesh.map(Self).map_err(|why| unread(py, &path, &why, &why.advice()))
    }

    /// A built-in mesh.
    #[staticmethod]
    fn builtin(py: Python<'_>, name: &str) -> PyResult<Self> {
        let mesh = work(py, || builtin(name))?;
        let advice = "wayfront.Surface.names() lists them";
        mesh.map(Self).ok_or_else(|| impossible(py, &format!("there is no built-in mesh `{name}`"), advice))
    }

    /// A mesh of vertices (n, 3) and triangles (m, 3).
    #[staticmethod]
    fn of(py: Python<'_>, vertices: PyReadonlyArray2<'_, f64>, faces: PyReadonlyArray2<'_, i64>) -> PyResult<Self> {
        let vertices = vertices.as_array();
        let points = vertices.rows().into_iter().map(|v| Vec3::new(v[0], v[1], v[2])).collect();
        let number =
            |n: i64| u32::try_from(n).map_err(|_| PyValueError::new_err(format!("a triangle names the vertex {n}")));
        let faces = faces.as_array();
        let faces = faces.rows().into_iter().map(|f| Ok([number(f[0])?, number(f[1])?, number(f[2])?]));
        let faces = faces.collect::<PyResult<Vec<_>>>()?;
        let mesh = work(py, || Mesh::new(points, faces))?;
        mesh.map(Self).map_err(|why| impossible(py, &why, &why.advice()))
    }

    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows(py, self.0.points().iter().flat_map(|p| p.to_array()).collect(), 3)
    }

    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        rows(py, self.0.faces().iter().flatten().map(|&n| i64::from(n)).collect(), 3)
    }

    /// What was mended.
    fn repaired(&self) -> Vec<String> {
        self.0.report().lines()
    }

    #[getter]
    fn closed(&self) -> bool {
        self.0.is_closed()
    }

    /// The vertex nearest to a point of space.
    fn nearest(&self, x: f64, y: f64, z: f64) -> PyResult<Option<u32>> {
        guarded(|| self.0.nearest(Vec3::new(x, y, z)).map(|v| v.0))
    }

    /// Some vertices far from each other and from others.
    fn far_apart(&self, py: Python<'_>, off: Vec<usize>, count: usize) -> PyResult<Vec<u32>> {
        let off = self.named(py, &off)?;
        let all: Vec<VertexId> = self.0.vertices().filter(|&v| !self.0.is_boundary(v)).collect();
        Ok(work(py, || self.0.far_apart(&all, &off, count))?.iter().map(|v| v.0).collect())
    }

    /// Depths and potentials of all vertices for each goal, and routes from starts: equations are factored once.
    fn fields<'py>(
        &self,
        py: Python<'py>,
        goals: Vec<Vec<usize>>,
        starts: Vec<usize>,
        terms: Terms,
    ) -> PyResult<Vec<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>, Vec<Bound<'py, PyArray2<f64>>>)>> {
        let goals = goals.iter().map(|goal| self.named(py, goal)).collect::<PyResult<Vec<_>>>()?;
        let (starts, options) = (self.named(py, &starts)?, self.options(py, terms)?);
        let solved = work(py, || {
            let solver = SurfaceSolver::new(&self.0, options)?;
            goals.iter().map(|goal| solved(&solver, goal, &starts)).collect::<Result<Vec<_>, SurfaceError>>()
        })?;
        let solved = solved.map_err(|why| impossible(py, &why, &why.advice()))?;
        let arrays = solved.into_iter().map(|field| {
            let routes = field.routes.into_iter().map(|route| rows(py, route, 3)).collect::<PyResult<Vec<_>>>()?;
            Ok((PyArray1::from_vec(py, field.depths), PyArray1::from_vec(py, field.potentials), routes))
        });
        arrays.collect()
    }

    fn picture(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        goal: Vec<usize>,
        starts: Vec<usize>,
        terms: Terms,
        view: (f64, f64, String, f64),
    ) -> PyResult<NativePicture> {
        let (azimuth, elevation, up, zoom) = view;
        let up = match up.as_str() {
            "y" => UpAxis::Y,
            "z" => UpAxis::Z,
            _ => return Err(PyValueError::new_err(format!("up `{up}`: one of y, z is known"))),
        };
        let camera = Camera::default().azimuth(azimuth).elevation(elevation).up(up).zoom(zoom);
        let (options, style) = (options(given)?, SurfaceStyle::default().camera(camera));
        self.shown(py, &goal, &starts, terms, |field, routes| Picture::of_surface(field, routes, &style, &options))
            .and_then(|picture| draw(py, || picture))
    }

    /// The mesh with its field as colours and its routes, as the text of a PLY or OBJ file.
    fn export(
        &self,
        py: Python<'_>,
        ply: bool,
        goal: Vec<usize>,
        starts: Vec<usize>,
        terms: Terms,
    ) -> PyResult<String> {
        let export = if ply { Export::Ply } else { Export::Obj };
        self.shown(py, &goal, &starts, terms, |field, routes| {
            let deepest = usual_depth(field);
            write_export(field, routes, export, |v| {
                let colour = vertex_colour(field, v, ColourMap::NearFar, deepest);
                [colour.r, colour.g, colour.b]
            })
        })
    }
}

/// Obstacles, whether the rim is free, and whether neighbours count by distance.
type Terms = (Vec<usize>, bool, bool);

impl NativeSurface {
    /// Does something with the field of a goal, and the routes from starts.
    fn shown<T: Send>(
        &self,
        py: Python<'_>,
        goal: &[usize],
        starts: &[usize],
        terms: Terms,
        show: impl FnOnce(&SurfaceField<'_>, &[Vec<Vec3>]) -> T + Send,
    ) -> PyResult<T> {
        let (goal, starts) = (self.named(py, goal)?, self.named(py, starts)?);
        let options = self.options(py, terms)?;
        let shown = work(py, || {
            let solver = SurfaceSolver::new(&self.0, options)?;
            let field = solver.field_for(&goal, &starts)?;
            let routes = solver.routes(&field, &starts)?;
            Ok(show(&field, &routes.into_iter().flatten().collect::<Vec<_>>()))
        })?;
        shown.map_err(|why: SurfaceError| impossible(py, &why, &why.advice()))
    }

    fn options(&self, py: Python<'_>, (obstacles, free_rim, influence): Terms) -> PyResult<SurfaceOptions> {
        Ok(SurfaceOptions {
            obstacles: self.named(py, &obstacles)?,
            rim_is_obstacle: !free_rim,
            weights: if influence { Weights::Influence } else { Weights::Cotangent },
            ..SurfaceOptions::default()
        })
    }

    /// Vertices by their numbers.
    fn named(&self, py: Python<'_>, numbers: &[usize]) -> PyResult<Vec<VertexId>> {
        let count = self.0.vertex_count();
        let vertex = |&n: &usize| {
            self.0.vertex(n).filter(|&v| self.0.component(v).is_some()).ok_or_else(|| {
                let what = if n < count { "belongs to no triangle" } else { "does not exist" };
                let advice = format!("vertices are numbered from 0 to {}", count.saturating_sub(1));
                impossible(py, &format!("the vertex {n} {what}"), &advice)
            })
        };
        numbers.iter().map(vertex).collect()
    }
}

fn solved(solver: &SurfaceSolver<'_>, goal: &[VertexId], starts: &[VertexId]) -> Result<Solved, SurfaceError> {
    let field = solver.field_for(goal, starts)?;
    let all = 0..field.mesh().vertex_count() as u32;
    let numbers = |route: Vec<Vec3>| route.iter().flat_map(|p| p.to_array()).collect();
    let routes = solver.routes(&field, starts)?.into_iter();
    Ok(Solved {
        depths: all.clone().map(|v| field.depth(VertexId(v))).collect(),
        potentials: all.map(|v| field.potential(VertexId(v))).collect(),
        routes: routes.map(|route| numbers(route.unwrap_or_default())).collect(),
    })
}

/// The built-in meshes: name and description.
#[pyfunction]
pub fn builtin_surfaces() -> PyResult<Vec<(&'static str, &'static str)>> {
    guarded(|| builtin_names().collect())
}
