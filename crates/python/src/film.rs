//! The path map of a scene while it moves, as an animated PNG.

use crate::arrays::Place;
use crate::errors::{impossible, scene_error};
use crate::path_map::map_style;
use crate::pictures::{drawn, options};
use crate::scene::NativeScene;
use crate::threads::work;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use wayfront::bodies::MapError;
use wayfront::draw::{Animation, FilmError, MapFilm, film_times};
use wayfront::world::{Source, World};

/// Writes the film to a file; Python has its turn between frames.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python side gives them their names")]
pub fn film_map(
    py: Python<'_>,
    scene: &NativeScene,
    path: PathBuf,
    given: &Bound<'_, PyDict>,
    colour: &str,
    seconds: Option<f64>,
    fps: f64,
    plain: bool,
    to: Option<Place>,
) -> PyResult<usize> {
    let positive = |number: f64| number.is_finite() && number > 0.0;
    if !positive(fps) || seconds.is_some_and(|seconds| !positive(seconds)) {
        return Err(PyValueError::new_err("fps and seconds are numbers above 0"));
    }
    let (options, style) = (options(given)?, map_style(colour, None)?);
    let failed = |why| unfilmed(py, why);
    let times = film_times(scene.world(), seconds, fps).map_err(failed)?;
    let mut film = MapFilm::new(scene.world(), 0.0, move |moment| taken(moment, plain, to), style, options);
    for &time in &times {
        work(py, || film.look_at(time))?.map_err(failed)?;
        py.check_signals()?;
    }
    let mut animation = drawn(py, Animation::create(&path, times.len() as u32, fps))?;
    for &time in &times {
        let picture = work(py, || film.picture(time))?.map_err(failed)?;
        drawn(py, animation.push(&picture))?;
        py.check_signals()?;
    }
    drawn(py, animation.finish())?;
    Ok(times.len())
}

/// What counts of a moment.
fn taken(moment: World, plain: bool, to: Option<Place>) -> World {
    let mut world = if plain { moment.with_weights(Vec::new()).with_barriers(Vec::new()) } else { moment };
    if let Some(to) = to {
        world.sources = vec![Source::point(to.0)];
    }
    world
}

fn unfilmed(py: Python<'_>, why: FilmError) -> PyErr {
    match why {
        FilmError::Moment { error: MapError::Scene(rejected), .. } => scene_error(py, &rejected),
        other => impossible(py, &other, &other.advice()),
    }
}
