//! `wayfront map --radius --animate`: a map for bodies of a size for each moment of a scene that moves.

use super::animate::{taken, unfilmed};
use super::style;
use crate::arguments::{Goal, Map};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::ready::refused_for;
use crate::scene::Named;
use crate::text::short;
use crate::verbs::draw::undrawn;
use std::path::Path;
use wayfront::Scene;
use wayfront::bodies::{LiveDiscMap, LiveDiscMapError};
use wayfront::draw::{Animation, DrawError, Options, Picture, film_times};
use wayfront::geometry::Raster;
use wayfront::views::DiscSample;
use wayfront::world::World;
use wayfront::world::files::Limits;

/// Writes the animation; returns the number of its frames.
pub fn write(arguments: &Map, radius: f64, file: &Path, limits: Limits, progress: &Progress) -> Result<usize, Failure> {
    let Named { label, world } = Named::open(&arguments.scene, limits)?;
    let times = film_times(&world, arguments.seconds, arguments.fps)
        .map_err(|error| unfilmed(&label, &arguments.goal, error))?;
    let mut film = DiscFilm { label: &label, world: &world, arguments, radius, live: None };
    let mut farthest: f64 = 0.0;
    for (k, &time) in times.iter().enumerate() {
        progress.share("building maps", k, times.len());
        let costs = film.sample(time)?.map_or_else(Vec::new, |sample| sample.costs().to_vec());
        farthest = costs.into_iter().filter(|cost| cost.is_finite()).map(f64::from).fold(farthest, f64::max);
    }
    let farthest = arguments.farthest.unwrap_or(farthest);
    let mut animation = Animation::create(file, times.len() as u32, arguments.fps).map_err(undrawn)?;
    for (k, &time) in times.iter().enumerate() {
        progress.share("drawing frames", k, times.len());
        animation.push(&film.picture(time, farthest)?).map_err(undrawn)?;
    }
    animation.finish().map_err(undrawn)?;
    Ok(times.len())
}

/// A map that follows a scene from moment to moment.
struct DiscFilm<'a> {
    label: &'a str,
    world: &'a World,
    arguments: &'a Map,
    radius: f64,
    live: Option<LiveDiscMap>,
}

impl DiscFilm<'_> {
    /// The map of a moment on pixels; `None` where no source is there.
    fn sample(&mut self, time: f64) -> Result<Option<DiscSample>, Failure> {
        let moment = taken(self.world.at(time), &self.arguments.goal);
        if moment.sources.is_empty() {
            self.live = None;
            return Ok(None);
        }
        let followed = match self.live.take() {
            Some(mut live) => live.follow(&moment).map(|_| live),
            None => LiveDiscMap::new(&moment, self.radius),
        };
        let live = followed.map_err(|error| self.unmapped(time, &self.arguments.goal, error))?;
        let raster = Raster::fitting(live.map().domain().bounds(), self.arguments.size).map_err(|why| {
            Failure::File { what: format!("{}: {why}", self.label), advice: "choose another --size".into() }
        })?;
        let sample = DiscSample::of(live.map(), &raster);
        self.live = Some(live);
        Ok(Some(sample))
    }

    /// The picture of a moment, on the scale of all.
    fn picture(&mut self, time: f64, farthest: f64) -> Result<Picture, Failure> {
        let options = Options::default().size(self.arguments.size).axes(self.arguments.axes);
        let style = style(self.arguments).farthest(farthest);
        let drawn: Result<Picture, DrawError> = match (self.sample(time)?, &self.live) {
            (Some(sample), Some(live)) => Picture::of_disc_map(live.world(), live.map(), &sample, &style, &options),
            _ => {
                let moment = taken(self.world.at(time), &self.arguments.goal);
                let scene = Scene::new(moment).map_err(|rejected| refused_for(self.label, None, rejected))?;
                Picture::of_unreachable(scene.world(), scene.domain(), &options)
            }
        };
        let mut picture = drawn.map_err(undrawn)?;
        let name = self.world.name.as_ref().map_or(String::new(), |name| format!("{name}, "));
        picture.set_title(Some(format!("{name}{time:.1} s")));
        Ok(picture)
    }

    fn unmapped(&self, time: f64, goal: &Goal, error: LiveDiscMapError) -> Failure {
        let cause = match error {
            LiveDiscMapError::Scene(rejected) => refused_for(self.label, goal.to, rejected),
            LiveDiscMapError::Map(error) => {
                Failure::File { what: format!("{}: {error}", self.label), advice: error.advice() }
            }
            other => Failure::File {
                what: format!("{}: {other}", self.label),
                advice: "add --plain to leave weights out, and barriers with them".into(),
            },
        };
        Failure::At { moment: format!("{} at {} s", self.label, short(time)), cause: Box::new(cause) }
    }
}
