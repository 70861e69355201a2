//! Exceptions: defined in Python (`wayfront._errors`), raised here with the facts of the library's errors.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use wayfront::domain::NoPath;
use wayfront::geometry::Point;
use wayfront::world::{Problem, Rejected, Source, World};

/// An exception of `wayfront._errors`, with these arguments.
fn exception<'py>(py: Python<'py>, name: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = py.import("wayfront._errors").and_then(|module| module.getattr(name)?.call1(arguments));
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(why) => why,
    }
}

/// Something went wrong that should not.
pub fn internal_error(text: &str) -> PyErr {
    Python::try_attach(|py| exception(py, "InternalError", (text,)))
        .unwrap_or_else(|| PyRuntimeError::new_err(text.to_owned()))
}

/// Something that is not possible, and what to do about it.
pub fn impossible(py: Python<'_>, what: &dyn std::fmt::Display, advice: &str) -> PyErr {
    exception(py, "Error", (what.to_string(), advice))
}

/// No path leads from a point.
pub fn no_path(py: Python<'_>, p: Point, why: &NoPath) -> PyErr {
    exception(py, "NoPath", (format!("({}, {}): {why}", p.x, p.y), why.advice()))
}

/// A scene was refused.
pub fn scene_error(py: Python<'_>, rejected: &Rejected) -> PyErr {
    match problems(py, &rejected.files, &rejected.problems) {
        Ok(problems) => exception(py, "SceneError", (rejected.to_string(), problems)),
        Err(why) => why,
    }
}

/// Problems as users see them.
pub fn problems<'py>(py: Python<'py>, files: &[String], problems: &[Problem]) -> PyResult<Bound<'py, PyList>> {
    let class = py.import("wayfront._errors")?.getattr("Problem")?;
    let all = problems.iter().map(|problem| {
        let place = &problem.place;
        let file = files.get(usize::from(place.file.0));
        let line = file.and((place.line > 0).then_some(place.line));
        let index = place.field.is_counted().then_some(place.index);
        let at = problem.at.map(|p| (p.x, p.y));
        let (text, advice) = (problem.fault.to_string(), problem.advice());
        class.call1((
            file,
            line,
            place.field.name(),
            index,
            place.ring,
            problem.vertex,
            at,
            text,
            advice,
            problem.to_string(),
        ))
    });
    PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)
}

/// What maps and fields need, said in the words of a call.
pub fn no_sources(py: Python<'_>) -> PyErr {
    impossible(
        py,
        &"the scene has no sources, so no path leads anywhere",
        "give `sources` or `exits` to the scene, or `to=(x, y)`",
    )
}

/// Sources of a description in the scene format.
pub fn read_sources(py: Python<'_>, text: &str) -> PyResult<Vec<Source>> {
    let world: Result<World, Rejected> =
        wayfront::world::read_text(text.as_bytes(), wayfront::world::Format::SceneJson, "sources");
    Ok(world.map_err(|rejected| scene_error(py, &rejected))?.sources)
}
