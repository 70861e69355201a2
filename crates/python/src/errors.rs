//! Exceptions: defined in Python (`wayfront._errors`), raised here with the facts of the library's errors.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::path::Path;
use wayfront::domain::NoPath;
use wayfront::geometry::Point;
use wayfront::world::files::is_absent;
use wayfront::world::{Fault, Problem, Rejected, Source, World};

/// What the command calls an option or the library a function, and what it is here.
const WORDS: [(&str, &str); 7] = [
    (", or raise the limit (`--max-file`, `Limits::bytes`)", ""),
    (", or raise the limit (`--max-points`, `Limits::points`)", ""),
    ("`Domain::nearest_free`", "`Scene.nearest_free`"),
    ("give --people and --exit", "give `people` to the simulation and `exits` to the scene"),
    ("or `--to`", "or a `goal`"),
    ("`wayfront scenes` lists", "`wayfront.scenes()` lists"),
    ("pass `--", "give `"),
];

/// Advice in the words of this package: options of the command are keywords.
fn in_python(advice: &str) -> String {
    let text = WORDS.iter().fold(advice.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
    let mut words = text.split("--");
    let mut said = words.next().unwrap_or_default().to_owned();
    for word in words {
        let end = word.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(word.len());
        said += &word[..end].replace('-', "_");
        said += &word[end..];
    }
    said
}

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
    exception(py, "Error", (what.to_string(), in_python(advice)))
}

/// No path leads from a point.
pub fn no_path(py: Python<'_>, p: Point, why: &NoPath) -> PyErr {
    exception(py, "NoPath", (format!("({}, {}): {why}", p.x, p.y), in_python(&why.advice())))
}

/// A file of another kind than scenes cannot be read.
pub fn unread(py: Python<'_>, path: &Path, what: &dyn std::fmt::Display, advice: &str) -> PyErr {
    let name = if is_absent(path) { "MissingFileError" } else { "Error" };
    exception(py, name, (what.to_string(), in_python(advice)))
}

/// A scene was refused.
pub fn scene_error(py: Python<'_>, rejected: &Rejected) -> PyErr {
    let is_missing = rejected.problems.iter().any(|problem| matches!(problem.fault, Fault::NotFound { .. }));
    let name = if is_missing { "MissingSceneError" } else { "SceneError" };
    match problems(py, &rejected.files, &rejected.problems) {
        Ok(problems) => exception(py, name, (in_python(&rejected.to_string()), problems)),
        Err(why) => why,
    }
}

/// Problems as users see them.
pub fn problems<'py>(py: Python<'py>, files: &[String], problems: &[Problem]) -> PyResult<Bound<'py, PyList>> {
    let class = py.import("wayfront._errors")?.getattr("Problem")?;
    let all = problems.iter().map(|problem| {
        let place = &problem.place;
        let file = files.get(usize::from(place.file));
        let line = file.and((place.line > 0).then_some(place.line));
        let index = place.field.is_counted().then_some(place.index);
        let at = problem.at.map(|p| (p.x, p.y));
        let (text, advice) = (problem.fault.to_string(), in_python(&problem.advice()));
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
