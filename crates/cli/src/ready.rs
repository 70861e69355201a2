//! From a scene to the path map of its sources: what every verb about paths needs first.

use crate::arguments::Goal;
use crate::failure::Failure;
use crate::output::short;
use crate::progress::Progress;
use crate::scene::Scene;
use wayfront::domain::Domain;
use wayfront::pathmap::{LiveFault, LiveMap, Took};
use wayfront::world::{Fault, Field, Rejected, Source, World};
use wayfront::{PathMap, Point};

/// A scene and its path map.
pub struct Ready {
    pub scene: Scene,
    live: LiveMap,
    goal: Goal,
}

impl Ready {
    /// Opens the scene and builds the map.
    pub fn of(name: &str, goal: &Goal, progress: &Progress) -> Result<Self, Failure> {
        progress.step("reading the scene");
        Self::build(Scene::open(name)?.at(goal.time), goal, progress)
    }

    /// Builds the map of a scene.
    pub fn build(scene: Scene, goal: &Goal, progress: &Progress) -> Result<Self, Failure> {
        progress.step("building the map");
        let scene = aimed(scene, goal)?;
        let live = LiveMap::new(&scene.world).map_err(|fault| unmapped(&scene, goal, fault))?;
        Ok(Self { scene, live, goal: goal.clone() })
    }

    /// The same scene at another moment.
    pub fn follow(&mut self, world: World) -> Result<(), Failure> {
        let scene = aimed(Scene { label: self.scene.label.clone(), world }, &self.goal)?;
        self.live.follow(&scene.world).map_err(|fault| unmapped(&scene, &self.goal, fault))?;
        self.scene = scene;
        Ok(())
    }

    pub fn map(&self) -> &PathMap {
        self.live.map()
    }

    /// What the map leads to: the scene's sources in their settled places, or the point of `--to`.
    pub fn sources(&self) -> &[Source] {
        self.live.sources()
    }

    /// How long the map took.
    pub fn took(&self) -> Took {
        self.live.took()
    }

    /// The world as the map knows it.
    pub fn world(&self) -> World {
        self.scene.world.clone().with_sources(self.sources().to_vec())
    }
}

/// The world without what plain maps pass over.
pub fn plain(world: World) -> World {
    world.with_weights(Vec::new()).with_barriers(Vec::new())
}

pub fn refused(world: &World, problems: Vec<wayfront::world::Problem>) -> Failure {
    Failure::Rejected(Rejected { files: world.files.clone(), problems })
}

/// The scene with the sources, weights and barriers that count.
fn aimed(scene: Scene, goal: &Goal) -> Result<Scene, Failure> {
    let mut world = if goal.plain { plain(scene.world) } else { scene.world };
    if let Some(to) = goal.to {
        world.sources = vec![Source::point(to)];
    }
    let scene = Scene { world, ..scene };
    if scene.world.sources.is_empty() {
        return Err(Failure::File {
            what: format!("{}: the scene has no sources, so no path leads anywhere", scene.label),
            advice: "give --to X,Y, or add a source to the scene (.toml, .json): [[sources]] point = [x, y]".into(),
        });
    }
    Ok(scene)
}

fn unmapped(scene: &Scene, goal: &Goal, fault: LiveFault) -> Failure {
    match fault {
        LiveFault::Scene(problems) => match (goal.to, problems.as_slice()) {
            (Some(to), [problem]) if problem.place.field == Field::Sources => {
                misplaced(scene, "--to", to, &problem.fault)
            }
            _ => Failure::Rejected(Rejected { files: scene.world.files.clone(), problems }),
        },
        fault => Failure::File {
            what: format!("{}: {fault}", scene.label),
            advice: format!("`wayfront check {}` tells more", scene.label),
        },
    }
}

/// A point from the command line in its free place: moved, if it missed that by rounding only.
pub fn settled(scene: &Scene, domain: &Domain, option: &str, p: Point) -> Result<Point, Failure> {
    let only = World::new().source(Source::point(p));
    match domain.settled_sources(&only) {
        Ok(sources) => Ok(sources[0].shape.points()[0]), // one point went in
        Err(problems) => Err(misplaced(scene, option, p, &problems[0].fault)), // errors are never empty
    }
}

fn misplaced(scene: &Scene, option: &str, p: Point, fault: &Fault) -> Failure {
    let what = match fault {
        Fault::SourceBlocked { distance, .. } if distance.is_finite() => {
            format!("the point lies {} outside the free space", short(*distance))
        }
        Fault::SourceBlocked { .. } => "the scene has no free space".into(),
        other => other.to_string(),
    };
    Failure::File { what: format!("{}: {option} {p}: {what}", scene.label), advice: fault.advice() }
}
