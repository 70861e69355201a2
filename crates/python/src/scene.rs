//! A scene: the world as its user described it, and its free space once something asks for that.

use crate::arrays::{array_of, points};
use crate::errors::{impossible, problems, scene_error};
use crate::pictures::{NativePicture, draw, options};
use crate::threads::{guarded, work};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use wayfront::draw::figure::Figure;
use wayfront::draw::{Colour, Picture, Stroke};
use wayfront::geometry::Point;
use wayfront::world::{
    Field, Format, Rejected, World, builtin, builtin_names, location, read_file, read_text, write_file, write_text,
};
use wayfront::{Scene, Simulation};

/// The colour of what is wrong.
const WRONG: Colour = Colour::hex(0xd0_20_20);
/// Lines and points over a plan.
const ROUTE: Colour = Colour::hex(0x0b_3c_8c);
const LINE: f64 = 2.0;

type Rings<'py> = Vec<Bound<'py, PyArray2<f64>>>;

/// A description of a world, checked when first used.
#[pyclass(name = "Scene", module = "wayfront._native", frozen)]
pub struct NativeScene {
    world: Arc<World>,
    checked: OnceLock<Result<Scene, Rejected>>,
}

impl NativeScene {
    pub fn of(world: World) -> Self {
        Self { world: Arc::new(world), checked: OnceLock::new() }
    }

    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The scene in order, or everything that is wrong with it.
    pub fn checked(&self, py: Python<'_>) -> PyResult<&Scene> {
        if self.checked.get().is_none() {
            let checked = work(py, || Scene::new(self.world.clone()))?;
            // Another thread may have been faster, with the same answer.
            let _ = self.checked.set(checked);
        }
        match self.checked.get() {
            Some(Ok(scene)) => Ok(scene),
            Some(Err(rejected)) => Err(scene_error(py, rejected)),
            None => Err(crate::errors::internal_error("a scene was checked and has no result")),
        }
    }
}

#[pymethods]
impl NativeScene {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let world = work(py, || read_file(&path))?;
        world.map(Self::of).map_err(|rejected| scene_error(py, &rejected))
    }

    /// Reads a text in a format. What is described in code has no name, and no lines to name.
    #[staticmethod]
    fn text(py: Python<'_>, text: &str, format: &str, name: &str) -> PyResult<Self> {
        let format = format_named(format)?;
        let mut world = work(py, || read_text(text.as_bytes(), format, name))?;
        if name.is_empty() {
            match &mut world {
                Ok(world) => world.files.clear(),
                Err(rejected) => rejected.files.clear(),
            }
        }
        world.map(Self::of).map_err(|rejected| scene_error(py, &rejected))
    }

    /// A built-in scene.
    #[staticmethod]
    fn builtin(py: Python<'_>, name: &str) -> PyResult<Self> {
        builtin(name).map(Self::of).ok_or_else(|| {
            let near = wayfront::world::builtin_like(name);
            let advice =
                near.map_or("wayfront.scenes() lists them".to_owned(), |near| format!("did you mean `{near}`?"));
            impossible(py, &format!("there is no built-in scene `{name}`"), &advice)
        })
    }

    #[getter]
    fn name(&self) -> Option<String> {
        self.world.name.clone()
    }

    /// The seconds that its motions last.
    #[getter]
    fn duration(&self) -> f64 {
        self.world.duration()
    }

    /// Everything that is wrong with it, its crowd included.
    fn problems<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let files = &self.world.files;
        if let Ok(scene) = self.checked(py) {
            let has_crowd = self.world.crowd.is_some();
            let found = work(py, || if has_crowd { Simulation::problems(scene) } else { Vec::new() })?;
            return problems(py, files, &found);
        }
        match self.checked.get() {
            Some(Err(rejected)) => problems(py, &rejected.files, &rejected.problems),
            _ => problems(py, files, &[]),
        }
    }

    /// Raises with everything that is wrong.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let scene = self.checked(py)?;
        if self.world.crowd.is_none() {
            return Ok(());
        }
        let problems = work(py, || Simulation::problems(scene))?;
        if problems.is_empty() {
            return Ok(());
        }
        Err(scene_error(py, &Rejected { files: self.world.files.clone(), problems }))
    }

    /// What was mended: where, at which point, what, and how far something was moved.
    fn repaired(&self, py: Python<'_>) -> PyResult<Vec<(String, Option<(f64, f64)>, String, f64)>> {
        let repairs = self.checked(py)?.repaired().iter();
        let found = repairs.map(|repair| {
            let place = location(&self.world.files, &repair.place());
            (place, repair.at().map(|p| (p.x, p.y)), repair.to_string(), repair.moved())
        });
        Ok(found.collect())
    }

    /// What the reader decided.
    fn notes(&self) -> Vec<String> {
        self.world.notes.iter().map(|note| note.text.clone()).collect()
    }

    /// The scene at a moment.
    fn at(&self, py: Python<'_>, seconds: f64) -> PyResult<Self> {
        if !seconds.is_finite() || seconds < 0.0 {
            return Err(PyValueError::new_err(format!("time is {seconds}: give seconds, 0 or more")));
        }
        Ok(Self::of(work(py, || self.world.at(seconds))?))
    }

    /// Its text in a format.
    fn to_text(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let format = format_named(format)?;
        let text = work(py, || write_text(&self.world, format))?;
        text.map_err(|why| impossible(py, &why, &why.advice()))
    }

    /// Writes it to a file; the ending says how.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let written = work(py, || write_file(&self.world, &path))?;
        written.map_err(|why| impossible(py, &why, &why.advice()))
    }

    /// The free space, closed doors as walls: for each polygon its rings, the outer one first.
    fn walkable<'py>(&self, py: Python<'py>) -> PyResult<Vec<Rings<'py>>> {
        let scene = self.checked(py)?;
        let polygons = work(py, || scene.walled_domain().polygons())?;
        let rings = polygons.iter().map(|polygon| polygon.rings().map(|ring| array_of(py, ring)).collect());
        rings.collect()
    }

    #[getter]
    fn area(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.checked(py)?.domain().area())
    }

    /// Least x, least y, greatest x, greatest y.
    #[getter]
    fn bounds(&self, py: Python<'_>) -> PyResult<(f64, f64, f64, f64)> {
        let bounds = self.checked(py)?.domain().bounds();
        Ok((bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y))
    }

    /// What is described: how many of each thing, and the words for one and for many.
    fn parts(&self) -> Vec<(usize, &'static str, &'static str)> {
        let world = &self.world;
        let groups = world.crowd.iter().flat_map(|crowd| &crowd.groups);
        let people = groups.filter_map(|group| group.start.count()).sum();
        let exits = world.sources.iter().filter(|source| source.place.field == Field::SceneExits).count();
        vec![
            (world.points().count(), "point", "points"),
            (world.obstacles.len(), "obstacle", "obstacles"),
            (world.walls.len(), "wall", "walls"),
            (world.doors.len(), "door", "doors"),
            (world.sources.len() - exits, "source", "sources"),
            (exits, "exit", "exits"),
            (people, "agent", "agents"),
        ]
    }

    /// Vertices, free triangles, and pieces that are not connected.
    #[getter]
    fn counts(&self, py: Python<'_>) -> PyResult<(usize, usize, usize)> {
        let domain = self.checked(py)?.domain();
        Ok((domain.vertex_count(), domain.free_triangles(), domain.component_count()))
    }

    /// Whether points are free.
    fn contains<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let domain = self.checked(py)?.walled_domain();
        let points = points(xy)?;
        let found: Vec<bool> = work(py, || points.iter().map(|&p| is_asked(p) && domain.contains(p)).collect())?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// Whether points see points.
    fn sees<'py>(
        &self,
        py: Python<'py>,
        a: &Bound<'py, PyAny>,
        b: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let domain = self.checked(py)?.walled_domain();
        let (a, b) = (points(a)?, points(b)?);
        if a.len() != b.len() {
            return Err(PyValueError::new_err(format!("{} points and {}: give as many of both", a.len(), b.len())));
        }
        let sees = |(&a, &b): (&Point, &Point)| is_asked(a) && is_asked(b) && domain.contains(a) && domain.sees(a, b);
        let found: Vec<bool> = work(py, || a.iter().zip(&b).map(sees).collect())?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// The nearest free points; NaN for points that are no numbers.
    fn nearest_free<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let domain = self.checked(py)?.walled_domain();
        let points = points(xy)?;
        let nearest = |&p: &Point| if is_asked(p) { domain.nearest_free(p) } else { None };
        let found: Vec<Point> = work(py, || points.iter().map(|p| nearest(p).unwrap_or(NOWHERE)).collect())?;
        array_of(py, &found)
    }

    /// How far the nearest wall is; NaN where it is blocked.
    fn clearance<'py>(&self, py: Python<'py>, xy: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let domain = self.checked(py)?.walled_domain();
        let points = points(xy)?;
        let room = |&p: &Point| if is_asked(p) { domain.clearance(p) } else { None };
        let found: Vec<f64> = work(py, || points.iter().map(|p| room(p).unwrap_or(f64::NAN)).collect())?;
        Ok(PyArray1::from_vec(py, found))
    }

    /// A picture of the plan, with some places marked.
    fn picture(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PyDict>,
        marks: Vec<(f64, f64, String)>,
        lines: Vec<Bound<'_, PyAny>>,
        places: Option<Bound<'_, PyAny>>,
    ) -> PyResult<NativePicture> {
        let options = options(given)?;
        let marks: Vec<(Point, String)> = marks.into_iter().map(|(x, y, text)| (Point::new(x, y), text)).collect();
        let lines = lines.iter().map(points).collect::<PyResult<Vec<_>>>()?;
        let places = places.map_or_else(|| Ok(Vec::new()), |places| points(&places))?;
        draw(py, || {
            let picture = Picture::of_world(&self.world, &options)?;
            if marks.is_empty() && lines.is_empty() && places.is_empty() {
                return Ok(picture);
            }
            let marks: Vec<(Point, &str)> = marks.iter().map(|(p, text)| (*p, text.as_str())).collect();
            let places: Vec<(Point, &str)> = places.iter().map(|&p| (p, "")).collect();
            let mut figure = Figure::over(picture);
            if !lines.is_empty() {
                figure = figure.lines(&lines, Stroke::new(ROUTE, LINE), "line");
            }
            Ok(figure.points(&places, ROUTE).points(&marks, WRONG).picture())
        })
    }
}

/// No place.
pub const NOWHERE: Point = Point::new(f64::NAN, f64::NAN);

/// Whether the engine computes with a point: its numbers are finite and neither huge nor tiny.
pub fn is_asked(p: Point) -> bool {
    wayfront::geometry::computable(p.x) && wayfront::geometry::computable(p.y)
}

fn format_named(name: &str) -> PyResult<Format> {
    Ok(match name {
        "toml" => Format::SceneToml,
        "json" => Format::SceneJson,
        "geojson" => Format::GeoJson,
        "wkt" => Format::Wkt,
        "map" => Format::MovingAi,
        _ => {
            return Err(PyValueError::new_err(format!(
                "format `{name}`: one of toml, json, geojson, wkt, map is known"
            )));
        }
    })
}

/// The built-in scenes: name and description.
#[pyfunction]
pub fn builtin_scenes() -> PyResult<Vec<(&'static str, &'static str)>> {
    guarded(|| builtin_names().collect())
}
