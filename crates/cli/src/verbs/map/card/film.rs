//! `--animate` on a card: pixels for each moment of a scene that moves.
//!
//! As everywhere the frames are made twice: first to find the scale of colours and lines that all of them share.

use super::super::animate::unfilmed;
use super::{Drawer, Drawn, failed, picture};
use crate::aimed::taken;
use crate::arguments::Map;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::scene::Named;
use std::path::Path;
use wayfront::draw::{Animation, FilmError, Options, Picture, film_times};
use wayfront::geometry::Raster;
use wayfront::gpu::Gpu;
use wayfront::world::World;
use wayfront::world::files::Limits;
use wayfront::{PathMap, Scene};

/// Writes the animation; returns the number of its frames.
pub fn write(
    name: &str,
    arguments: &Map,
    file: &Path,
    limits: Limits,
    (gpu, drawer): (&Gpu, &mut Drawer),
    progress: &Progress,
) -> Result<usize, Failure> {
    let Named { label, world } = Named::open(name, limits)?;
    let refused = |error: FilmError| unfilmed(&label, &arguments.goal, error);
    let times = film_times(&world, arguments.seconds, arguments.fps).map_err(refused)?;
    let moment = |time: f64| -> Result<Moment, Failure> {
        let world = taken(world.at(time), &arguments.goal);
        let scene = Scene::new(world)?;
        let at = |error| refused(FilmError::Moment { time, error });
        let map = match scene.sources().is_empty() {
            true => None,
            false => Some(PathMap::of(&scene).map_err(|error| at(error.into()))?),
        };
        Ok(Moment { time, scene, map })
    };
    let mut most = 0.0_f64;
    for (k, &time) in times.iter().enumerate() {
        progress.share("drawing on the card", k, times.len());
        if let Some((_, drawn)) = moment(time)?.drawn(arguments, gpu, drawer)? {
            most = drawn.costs.iter().filter(|cost| cost.is_finite()).fold(most, |most, &c| most.max(f64::from(c)));
        }
    }
    let farthest = Some(arguments.farthest.unwrap_or(most)).filter(|&most| most > 0.0);
    let mut animation = Animation::create(file, times.len() as u32, arguments.fps)?;
    for (k, &time) in times.iter().enumerate() {
        progress.share("drawing frames", k, times.len());
        let moment = moment(time)?;
        let mut frame = match moment.drawn(arguments, gpu, drawer)? {
            Some((raster, drawn)) => picture(&moment.world(), &raster, &drawn, farthest, arguments),
            None => {
                let options = Options::default().size(arguments.size).axes(arguments.axes);
                Picture::of_unreachable(&moment.world(), moment.scene.domain(), &options)
            }
        }?;
        let name = world.name.as_ref().map_or(String::new(), |name| format!("{name}, "));
        frame.set_title(Some(format!("{name}{time:.1} s")));
        animation.push(&frame)?;
    }
    animation.finish()?;
    Ok(times.len())
}

/// A scene at a moment; without a map, if no source is there.
struct Moment {
    time: f64,
    scene: Scene,
    map: Option<PathMap>,
}

impl Moment {
    fn world(&self) -> World {
        self.scene.settled_world()
    }

    fn drawn(&self, arguments: &Map, gpu: &Gpu, drawer: &mut Drawer) -> Result<Option<(Raster, Drawn)>, Failure> {
        let Some(map) = &self.map else { return Ok(None) };
        let failure =
            |what: String| Failure::File { what: format!("at {} s: {what}", self.time), advice: String::new() };
        let raster = Raster::fitting(map.domain().bounds(), arguments.size).map_err(|why| failure(why.to_string()))?;
        let turns = drawer.draw(gpu, &self.scene, map, &raster).map_err(|error| failed(&error))?;
        Ok(Some((raster, drawer.read(turns).map_err(|error| failed(&error))?)))
    }
}
