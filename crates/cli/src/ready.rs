//! From a scene to the path map of its sources: what every verb about paths needs first.

use crate::arguments::{Common, Goal};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::scene::Named;
use crate::text::short;
use std::time::{Duration, Instant};
use wayfront::Scene;
use wayfront::domain::Domain;
use wayfront::pathmap::{LiveMap, LiveMapError, Timing};
use wayfront::world::{Fault, Field, Rejected, Source, World};
use wayfront::{PathMap, Point};

/// Costs are lengths, except where weights and barriers say otherwise.
const PACE_UNKNOWN: &str = "note: path maps do not know the speeds of [[crowd.areas]]; only `simulate` heeds them";
/// Said of scenes in which places cost more.
const CONSTRAINTS_UNKNOWN: &str = "note: path maps do not know constraints; `search` heeds them";

/// A scene and its path map.
pub struct Ready {
    pub label: String,
    live: LiveMap,
    /// How long the scene took to be checked and triangulated, until it first changes.
    checking: Duration,
}

impl Ready {
    /// Opens the scene and builds the map.
    pub fn of(name: &str, goal: &Goal, common: &Common, progress: &Progress) -> Result<Self, Failure> {
        progress.step("reading the scene");
        let named = Named::open(name, common.limits())?.at(goal.time);
        if !named.world.constraints.is_empty() && !common.quiet {
            output::message(CONSTRAINTS_UNKNOWN);
        }
        if named.world.crowd.as_ref().is_some_and(|crowd| !crowd.areas.is_empty()) && !common.quiet {
            output::message(PACE_UNKNOWN);
        }
        Self::build(named, goal, progress)
    }

    /// Builds the map of a scene.
    pub fn build(named: Named, goal: &Goal, progress: &Progress) -> Result<Self, Failure> {
        progress.step("building the map");
        let Named { label, world } = aimed(named, goal)?;
        let start = Instant::now();
        let scene = Scene::new(world).map_err(|rejected| refused_for(&label, goal.to, rejected))?;
        let checking = start.elapsed();
        let live = LiveMap::of(scene).map_err(|error| unmapped(&label, goal, error))?;
        Ok(Self { label, live, checking })
    }

    pub fn map(&self) -> &PathMap {
        self.live.map()
    }

    /// What the map leads to: the scene's sources in their settled places, or the point of `--to`.
    pub fn sources(&self) -> &[Source] {
        self.live.sources()
    }

    pub fn scene(&self) -> &Scene {
        self.live.scene()
    }

    /// How long the first map took: its free space, its propagation.
    pub fn took(&self) -> Timing {
        Timing { domain: self.checking, ..self.live.took() }
    }

    /// The world as the map knows it.
    pub fn world(&self) -> World {
        self.live.scene().settled_world()
    }
}

/// The world without what plain maps ignore.
pub fn plain(world: World) -> World {
    world.with_weights(Vec::new()).with_barriers(Vec::new())
}

/// The scene with the sources, weights and barriers that count.
fn aimed(scene: Named, goal: &Goal) -> Result<Named, Failure> {
    let mut world = if goal.plain { plain(scene.world) } else { scene.world };
    if let Some(to) = goal.to {
        world.sources = vec![Source::point(to)];
    }
    let scene = Named { world, ..scene };
    if scene.world.sources.is_empty() {
        return Err(Failure::File {
            what: format!("{}: the scene has no sources, so no path leads anywhere", scene.label),
            advice: "give --to X,Y, or add a source to the scene (.toml, .json): [[sources]] point = [x, y]".into(),
        });
    }
    Ok(scene)
}

/// Why there is no map.
pub fn unmapped(label: &str, goal: &Goal, error: LiveMapError) -> Failure {
    match error {
        LiveMapError::Scene(rejected) => refused_for(label, goal.to, rejected),
        error => Failure::File { what: format!("{label}: {error}"), advice: format!("see `wayfront check {label}`") },
    }
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
