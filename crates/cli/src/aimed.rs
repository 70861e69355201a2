//! From a scene to its map for bodies of any radius: what every verb about paths needs first.

use crate::arguments::{Common, Goal};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::short;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wayfront::domain::Domain;
use wayfront::world::{Fault, Field, Rejected, Source, World};
use wayfront::{MapError, PathMap, Point, Scene, SceneMap};

/// Costs are lengths, except where weights and barriers say otherwise.
const PACE_UNKNOWN: &str = "note: path maps do not know the speeds of [[crowd.areas]]; only `simulate` heeds them";
/// Said of scenes in which places cost more.
const CONSTRAINTS_UNKNOWN: &str = "note: path maps do not know constraints; `search` heeds them";

/// A scene with the goals that count.
pub struct Aimed {
    pub label: String,
    pub scene: Scene,
    to: Option<Point>,
    /// How long the scene took to be checked and triangulated.
    pub checking: Duration,
}

impl Aimed {
    /// Opens a scene.
    pub fn open(name: &str, goal: &Goal, common: &Common, progress: &Progress) -> Result<Self, Failure> {
        progress.step("reading the scene");
        let named = Named::open(name, common.limits())?.at(goal.time);
        if !named.world.constraints.is_empty() && !common.quiet {
            output::message(CONSTRAINTS_UNKNOWN);
        }
        if named.world.crowd.as_ref().is_some_and(|crowd| !crowd.areas.is_empty()) && !common.quiet {
            output::message(PACE_UNKNOWN);
        }
        Self::of(named, goal, progress)
    }

    /// The same of a scene that was read.
    pub fn of(Named { label, world }: Named, goal: &Goal, progress: &Progress) -> Result<Self, Failure> {
        progress.step("building the map");
        let world = taken(world, goal);
        if world.sources.is_empty() {
            return Err(Failure::File {
                what: format!("{label}: the scene has no sources, so no path leads anywhere"),
                advice: "give --to X,Y, or add a source to the scene (.toml, .json): [[sources]] point = [x, y]".into(),
            });
        }
        let start = Instant::now();
        let scene = Scene::new(world).map_err(|rejected| refused_for(&label, goal.to, rejected))?;
        Ok(Self { label, scene, to: goal.to, checking: start.elapsed() })
    }

    /// Where bodies walk: closed doors are walls.
    pub fn domain(&self) -> &Arc<Domain> {
        self.scene.walled_domain()
    }

    /// What paths lead to: the scene's sources in their settled places, or the point of `--to`.
    pub fn sources(&self) -> &[Source] {
        self.scene.sources()
    }

    /// The map of points.
    pub fn points(&self) -> Result<PathMap, Failure> {
        PathMap::of(&self.scene).map_err(|why| self.unmapped(why.into()))
    }

    /// The map of bodies of a radius. Sources that they meet elsewhere are named, unless all is to be quiet.
    pub fn map(&self, radius: f64, quiet: bool) -> Result<SceneMap, Failure> {
        let map = SceneMap::of(&self.scene, radius).map_err(|why| self.unmapped(why))?;
        if !quiet {
            for place in map.places().iter().filter(|place| place.at != place.given) {
                output::message(&met_elsewhere(place.source, place.given, place.at, radius));
            }
        }
        Ok(map)
    }

    /// What a radius excludes is refused, without a map too.
    pub fn check(&self, radius: f64) -> Result<(), Failure> {
        wayfront::bodies::check(self.scene.world(), radius).map_err(|why| self.unmapped(why))
    }

    fn unmapped(&self, error: MapError) -> Failure {
        unmapped(&self.label, self.to, self.sources(), error)
    }
}

/// The world without what plain maps ignore.
pub fn plain(world: World) -> World {
    world.with_weights(Vec::new()).with_barriers(Vec::new())
}

/// What counts of a world.
pub fn taken(world: World, goal: &Goal) -> World {
    let mut world = if goal.plain { plain(world) } else { world };
    if let Some(to) = goal.to {
        world.sources = vec![Source::point(to)];
    }
    world
}

/// Why there is no map to some sources.
pub fn unmapped(label: &str, to: Option<Point>, sources: &[Source], error: MapError) -> Failure {
    let advice = match error {
        MapError::Scene(rejected) => return refused_for(label, to, rejected),
        MapError::Weights => "add --plain to leave them out, and barriers with them".to_owned(),
        ref error => error.advice(),
    };
    Failure::File { what: format!("{label}: {}", with_name(&error, 0, sources)), advice }
}

/// Why there is no map, with the name of the source that is at fault; the map was that of the sources from `first` on.
pub fn with_name(why: &MapError, first: usize, sources: &[Source]) -> String {
    let (MapError::NarrowSource { index, .. } | MapError::NoRoom { index, .. }) = why else {
        return why.to_string();
    };
    let number = first + index;
    let name = sources.get(number).and_then(|source| source.name.as_ref());
    let name = name.map_or_else(String::new, |name| format!(" ({name})"));
    why.to_string().replacen(&format!("source {index}"), &format!("source {number}{name}"), 1)
}

/// What is said of a source beside which a body has no room.
pub fn met_elsewhere(source: usize, given: Point, at: Point, radius: f64) -> String {
    format!("note: source {source} at {given} has no room for a radius of {}: it is met at {at}", short(radius))
}

/// A scene was refused; if only the point of `--to` is wrong, so is the command line, not the scene.
pub fn refused_for(label: &str, to: Option<Point>, rejected: Rejected) -> Failure {
    match (to, rejected.problems.as_slice()) {
        (Some(to), [problem]) if problem.place.field == Field::Sources => misplaced(label, "--to", to, &problem.fault),
        _ => Failure::Rejected(rejected),
    }
}

/// A point from the command line in its free place: moved, if it missed that by rounding only.
pub fn settled(label: &str, domain: &Domain, option: &str, p: Point) -> Result<Point, Failure> {
    let only = World::new().source(Source::point(p));
    match domain.settled_sources(&only) {
        Ok(sources) => Ok(sources[0].shape.points()[0]), // one point went in
        Err(problems) => Err(misplaced(label, option, p, &problems[0].fault)), // errors are never empty
    }
}

fn misplaced(label: &str, option: &str, p: Point, fault: &Fault) -> Failure {
    let what = match fault {
        Fault::SourceBlocked { distance, .. } if distance.is_finite() => {
            format!("the point lies {} outside the free space", short(*distance))
        }
        Fault::SourceBlocked { .. } => "the scene has no free space".into(),
        other => other.to_string(),
    };
    Failure::File { what: format!("{label}: {option} {p}: {what}"), advice: fault.advice() }
}
