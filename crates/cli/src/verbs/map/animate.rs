//! `wayfront map --animate`: a map for each moment of a scene that moves.

use super::style;
use crate::aimed::{taken, unmapped};
use crate::arguments::{Goal, Map};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::short;
use std::path::Path;
use wayfront::draw::{Animation, FilmError, MapFilm, Options, film_times};
use wayfront::world::files::Limits;

/// Writes the animation; returns the number of its frames.
pub fn write(name: &str, arguments: &Map, file: &Path, limits: Limits, progress: &Progress) -> Result<usize, Failure> {
    let Named { label, world } = Named::open(name, limits)?;
    let failed = |error| unfilmed(&label, &arguments.goal, error);
    let times = film_times(&world, arguments.seconds, arguments.fps).map_err(failed)?;
    let options = Options::default().size(arguments.size).axes(arguments.axes);
    let style = style(arguments).farthest(arguments.farthest);
    let mut film =
        MapFilm::new(&world, arguments.radius.unwrap_or(0.0), |moment| taken(moment, &arguments.goal), style, options);
    for (k, &time) in times.iter().enumerate() {
        progress.share("building maps", k, times.len());
        film.look_at(time).map_err(failed)?;
    }
    let mut animation = Animation::create(file, times.len() as u32, arguments.fps)?;
    for (k, &time) in times.iter().enumerate() {
        progress.share("drawing frames", k, times.len());
        animation.push(&film.picture(time).map_err(failed)?)?;
    }
    animation.finish()?;
    Ok(times.len())
}

/// Why there is no film, in the words of the command line.
pub fn unfilmed(label: &str, goal: &Goal, error: FilmError) -> Failure {
    match error {
        FilmError::NothingMoves => Failure::File {
            what: format!("{label}: {error}"),
            advice: "add [[motions]] to it, or draw it with --picture".into(),
        },
        FilmError::TooManyFrames { seconds, fps, frames } => {
            let what = format!("{} s at {} frames per second are {frames} frames", short(seconds), short(fps));
            Failure::Usage(format!("{what}; choose other --seconds or --fps"))
        }
        FilmError::Moment { time, error } => Failure::At {
            moment: format!("{label} at {} s", short(time)),
            cause: Box::new(unmapped(label, goal.to, &[], error)),
        },
        FilmError::Draw(error) => error.into(),
        other => Failure::File { what: format!("{label}: {other}"), advice: other.advice() },
    }
}
