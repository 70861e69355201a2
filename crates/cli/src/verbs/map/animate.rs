//! `wayfront map --animate`: a map for each moment of a scene that moves.
//!
//! The frames are built twice. The first pass finds what all of them share, so that nothing jumps but what moves: the
//! scale of colours and lines, the key, and where routes start. The second draws them, one in memory at a time.

use super::style;
use crate::arguments::{Goal, Map};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::ready::{Ready, plain};
use crate::scene::Named;
use crate::text::short;
use crate::verbs::draw::undrawn;
use std::path::Path;
use wayfront::draw::{Animation, Key, MapStyle, Options, Picture, Scale, sample_routes};
use wayfront::world::World;
use wayfront::world::files::Limits;
use wayfront::{PathMap, Scene};

/// Longer animations are a slip of the fingers.
const MOST_FRAMES: f64 = 20_000.0;

/// Writes the animation; returns the number of its frames.
pub fn write(name: &str, arguments: &Map, file: &Path, limits: Limits, progress: &Progress) -> Result<usize, Failure> {
    let scene = Named::open(name, limits)?;
    let times = times(&scene, arguments)?;
    let mut shared = Shared::new(arguments);
    let mut film = Film { scene, goal: &arguments.goal, ready: None };
    for (k, &time) in times.iter().enumerate() {
        let frame = film.frame(time)?;
        progress.share("building maps", k, times.len());
        shared.include(&frame)?;
    }
    let mut animation = Animation::create(file, times.len() as u32, arguments.fps).map_err(undrawn)?;
    for (k, &time) in times.iter().enumerate() {
        let frame = film.frame(time)?;
        progress.share("drawing frames", k, times.len());
        animation.push(&shared.picture(&frame)?).map_err(undrawn)?;
    }
    animation.finish().map_err(undrawn)?;
    Ok(times.len())
}

/// When the frames are. A scene in which everything repeats shows no moment twice; any other shows its end too.
fn times(scene: &Named, arguments: &Map) -> Result<Vec<f64>, Failure> {
    let motions = &scene.world.motions;
    if motions.is_empty() {
        return Err(Failure::File {
            what: format!("{}: nothing moves in this scene", scene.label),
            advice: "add [[motions]] to it, or draw it with --picture".into(),
        });
    }
    let seconds = arguments.seconds.unwrap_or_else(|| scene.world.duration());
    let steps = (seconds * arguments.fps - 1e-9).ceil().max(0.0);
    let ends = !motions.iter().all(|motion| motion.repeat);
    let count = if ends { steps + 1.0 } else { steps.max(1.0) };
    if count > MOST_FRAMES {
        let what = format!("{} s at {} frames per second are {count} frames", short(seconds), short(arguments.fps));
        return Err(Failure::Usage(format!("{what}; choose other --seconds or --fps")));
    }
    Ok((0..count as usize).map(|k| (k as f64 / arguments.fps).min(seconds)).collect())
}

/// The scene in motion, with the map that follows it.
struct Film<'a> {
    scene: Named,
    goal: &'a Goal,
    ready: Option<Ready>,
}

/// A moment of the scene.
struct Frame<'a> {
    time: f64,
    /// As it is drawn.
    world: World,
    /// Absent where no source is there.
    map: Option<&'a PathMap>,
}

impl Film<'_> {
    fn frame(&mut self, time: f64) -> Result<Frame<'_>, Failure> {
        let world = self.scene.world.at(time);
        if world.sources.is_empty() && self.goal.to.is_none() {
            return Ok(Frame { time, world: if self.goal.plain { plain(world) } else { world }, map: None });
        }
        let failed = |cause| Failure::At {
            moment: format!("{} at {} s", self.scene.label, short(time)),
            cause: Box::new(cause),
        };
        let ready = match self.ready.take() {
            Some(mut ready) => ready.follow(world).map(|()| ready),
            None => Ready::build(Named { label: self.scene.label.clone(), world }, self.goal, &Progress::silent()),
        };
        let ready = self.ready.insert(ready.map_err(failed)?);
        Ok(Frame { time, world: ready.world(), map: Some(ready.map()) })
    }
}

/// What all frames have in common.
struct Shared {
    style: MapStyle,
    options: Options,
    scale: Scale,
    farthest: Option<f64>,
    keys: Vec<Key>,
}

impl Shared {
    fn new(arguments: &Map) -> Self {
        let options = Options::default().size(arguments.size).axes(arguments.axes);
        let (style, farthest) = (style(arguments), arguments.farthest);
        Self { style, options, scale: Scale::default(), farthest, keys: Vec::new() }
    }

    fn include(&mut self, frame: &Frame<'_>) -> Result<(), Failure> {
        let picture = Picture::of_world(&frame.world, &self.options).map_err(undrawn)?;
        for key in picture.keys() {
            // A source that grows from a point to a segment is explained once.
            if !self.keys.iter().any(|known| known.label() == key.label()) {
                self.keys.push(key.clone());
            }
        }
        let Some(map) = frame.map else {
            self.scale.has_unreachable = true;
            return Ok(());
        };
        self.scale = self.scale.and(Scale::of_map(map));
        if self.style.starts.is_empty() {
            self.style.starts = sample_routes(map, self.style.routes).iter().map(|route| route[0]).collect();
        }
        Ok(())
    }

    fn picture(&self, frame: &Frame<'_>) -> Result<Picture, Failure> {
        let scale = self.scale.up_to(self.farthest.unwrap_or(self.scale.max_cost));
        let style = self.style.clone().scale(scale);
        let mut picture = match frame.map {
            Some(map) => Picture::of_path_map(&frame.world, map, &style, &self.options),
            None => {
                let domain = Scene::new(frame.world.clone())?.domain().clone();
                Picture::of_unreachable(&frame.world, &domain, &self.options)
            }
        }
        .map_err(undrawn)?;
        let name = frame.world.name.as_ref().map_or(String::new(), |name| format!("{name}, "));
        picture.set_title(Some(format!("{name}{:.1} s", frame.time)));
        let map_keys = style.keys(&scale, &self.options.theme);
        picture.set_keys(self.keys.iter().cloned().chain(map_keys).collect());
        Ok(picture)
    }
}
