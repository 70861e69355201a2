//! A map for each moment of a world that moves, as pictures in a row.
//!
//! The frames are built twice. The first pass finds what all of them share, so that nothing jumps but what moves: the
//! scale of colours and lines, the key, and where routes start. The second draws them, one in memory at a time.

use super::{MapStyle, Scale, bodies, sample_routes};
use crate::error::DrawError;
use crate::layers::Key;
use crate::picture::{Options, Picture};
use thiserror::Error;
use wayfront_bodies::{LiveMap, MapError, SceneMap};
use wayfront_domain::Scene;
use wayfront_geometry::Point;
use wayfront_world::{Rejected, World};

/// Longer films are a slip of the fingers.
const MOST_FRAMES: f64 = 20_000.0;

/// Why there is no film.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FilmError {
    /// The world has no motions.
    #[error("nothing moves in this scene")]
    NothingMoves,
    /// More frames than an animation needs.
    #[error("{seconds} s at {fps} frames per second are {frames} frames")]
    TooManyFrames {
        /// How long it would be.
        seconds: f64,
        /// Frames per second.
        fps: f64,
        /// How many that are.
        frames: f64,
    },
    /// A moment has no map.
    #[error("at {time} s: {error}")]
    Moment {
        /// When.
        time: f64,
        /// Why not.
        error: MapError,
    },
    /// A picture cannot be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
}

impl FilmError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::NothingMoves => "add motions to the scene, or draw one picture".into(),
            Self::TooManyFrames { .. } => "choose fewer seconds, or fewer frames per second".into(),
            Self::Moment { .. } => "correct the scene at that moment".into(),
            Self::Draw(error) => error.advice(),
        }
    }
}

/// When the frames of a world are. One in which everything repeats shows no moment twice; any other shows its end too.
///
/// # Errors
/// If nothing moves, or the frames are too many.
pub fn film_times(world: &World, seconds: Option<f64>, fps: f64) -> Result<Vec<f64>, FilmError> {
    if world.motions.is_empty() {
        return Err(FilmError::NothingMoves);
    }
    let seconds = seconds.unwrap_or_else(|| world.duration());
    let steps = (seconds * fps - 1e-9).ceil().max(0.0);
    let ends = !world.motions.iter().all(|motion| motion.repeat);
    let frames = if ends { steps + 1.0 } else { steps.max(1.0) };
    if frames > MOST_FRAMES {
        return Err(FilmError::TooManyFrames { seconds, fps, frames });
    }
    Ok((0..frames as usize).map(|k| (k as f64 / fps).min(seconds)).collect())
}

/// The maps of a world in motion.
///
/// ```
/// use wayfront_draw::{MapFilm, MapStyle, Options, film_times};
/// let world = wayfront_world::builtin("trains").unwrap();
/// let times = film_times(&world, Some(1.0), 2.0)?;
/// let mut film = MapFilm::new(&world, 0.0, |moment| moment, MapStyle::default(), Options::default().size(200));
/// for &time in &times {
///     film.look_at(time)?; // what all frames share
/// }
/// let first = film.picture(times[0])?;
/// # Ok::<(), wayfront_draw::FilmError>(())
/// ```
pub struct MapFilm<'a> {
    world: &'a World,
    radius: f64,
    /// What counts of a moment: other sources, or no weights.
    taken: Box<dyn Fn(World) -> World + Send + 'a>,
    live: Option<LiveMap>,
    style: MapStyle,
    options: Options,
    scale: Scale,
    keys: Vec<Key>,
}

impl<'a> MapFilm<'a> {
    /// A film of a world for bodies of a radius; `taken` may give each moment other sources, or leave something out.
    pub fn new(
        world: &'a World,
        radius: f64,
        taken: impl Fn(World) -> World + Send + 'a,
        style: MapStyle,
        options: Options,
    ) -> Self {
        let (scale, keys) = (Scale::default(), Vec::new());
        Self { world, radius, taken: Box::new(taken), live: None, style, options, scale, keys }
    }

    /// Takes a moment into account in what all frames share.
    ///
    /// # Errors
    /// If the moment has no map, or cannot be drawn.
    pub fn look_at(&mut self, time: f64) -> Result<(), FilmError> {
        let moment = self.follow(time)?;
        let world = moment.unwrap_or_else(|| self.settled());
        let picture = Picture::of_world(&world, &self.options)?;
        for key in picture.keys() {
            // A source that grows from a point to a segment is explained once.
            if !self.keys.iter().any(|known| known.label() == key.label()) {
                self.keys.push(key.clone());
            }
        }
        let Some(map) = self.live.as_ref().map(LiveMap::map) else {
            self.scale.has_unreachable = true;
            return Ok(());
        };
        let (scale, starts) = scale_and_starts(map, &self.style, &self.options)?;
        self.scale = self.scale.and(scale);
        if self.style.starts.is_empty() {
            self.style.starts = starts;
        }
        Ok(())
    }

    /// The picture of a moment, on the scale of all that were looked at.
    ///
    /// # Errors
    /// If the moment has no map, or cannot be drawn.
    pub fn picture(&mut self, time: f64) -> Result<Picture, FilmError> {
        let scale = self.scale.up_to(self.style.farthest.unwrap_or(self.scale.max_cost));
        let style = self.style.clone().scale(scale);
        let moment = self.follow(time)?;
        let name = self.world.name.as_ref().map_or(String::new(), |name| format!("{name}, "));
        let mut picture = match (moment, &self.live) {
            (None, Some(live)) => Picture::of_map(&self.settled(), live.map(), &style, &self.options)?,
            (Some(world), _) => {
                let scene = Scene::new(world.clone()).map_err(|rejected| refused(time, rejected))?;
                Picture::of_unreachable(&world, scene.domain(), &self.options)?
            }
            (None, None) => return Err(DrawError::Empty.into()),
        };
        picture.set_title(Some(format!("{name}{time:.1} s")));
        let map_keys = style.keys(&scale, &self.options.theme);
        picture.set_keys(self.keys.iter().cloned().chain(map_keys).collect());
        Ok(picture)
    }

    /// Lets the map follow to a moment; the moment itself, if no source is there and so no map.
    fn follow(&mut self, time: f64) -> Result<Option<World>, FilmError> {
        let moment = (self.taken)(self.world.at(time));
        if moment.sources.is_empty() {
            self.live = None;
            return Ok(Some(moment));
        }
        let followed = match self.live.take() {
            Some(mut live) => live.follow(&moment).map(|_| live),
            None => LiveMap::new(&moment, self.radius),
        };
        self.live = Some(followed.map_err(|error| FilmError::Moment { time, error })?);
        Ok(None)
    }

    fn settled(&self) -> World {
        self.live.as_ref().map_or_else(World::new, LiveMap::settled_world)
    }
}

/// The scale of a map by itself, and where its routes start.
fn scale_and_starts(map: &SceneMap, style: &MapStyle, options: &Options) -> Result<(Scale, Vec<Point>), DrawError> {
    match map.points() {
        Some(points) => {
            let routes = if style.starts.is_empty() { sample_routes(points, style.routes) } else { Vec::new() };
            Ok((Scale::of_map(points), routes.iter().map(|route| route[0]).collect()))
        }
        None => {
            let sample = bodies::sample(map, options)?;
            Ok((bodies::scale(&sample, style), bodies::starts(map, &sample, style)))
        }
    }
}

fn refused(time: f64, rejected: Rejected) -> FilmError {
    FilmError::Moment { time, error: rejected.into() }
}
