//! From a scene to the path map of its sources: what every verb about paths needs first.

use crate::arguments::Goal;
use crate::failure::Failure;
use crate::output::{count, short};
use crate::problems::{cut, prefix};
use crate::progress::Progress;
use crate::scene::Scene;
use std::sync::Arc;
use std::time::Instant;
use wayfront::domain::Domain;
use wayfront::world::{Fault, Place, Rejected, Source, World};
use wayfront::{PathMap, Point};

/// A scene and its path map.
pub struct Ready {
    pub scene: Scene,
    /// What the map leads to: the scene's sources in their settled places, or the point of `--to`.
    pub sources: Vec<Source>,
    pub map: PathMap,
    is_plain: bool,
    /// From the scene to its free space.
    pub domain_seconds: f64,
    /// From there to the map.
    pub build_seconds: f64,
}

impl Ready {
    /// Opens the scene and builds the map.
    pub fn of(name: &str, goal: &Goal, progress: &Progress) -> Result<Self, Failure> {
        progress.step("reading the scene");
        let scene = Scene::open(name)?;
        if !goal.plain {
            refuse_unsupported(&scene)?;
        }
        progress.step("finding its free space");
        let start = Instant::now();
        let domain = Domain::new(&scene.world).map_err(|unbuildable| refused(&scene.world, unbuildable.problems))?;
        let domain_seconds = start.elapsed().as_secs_f64();
        let sources = sources(&scene, &domain, goal)?;
        progress.step("building the map");
        let start = Instant::now();
        let map = PathMap::new(Arc::new(domain), &sources).map_err(|fault| Failure::File {
            what: format!("{}: {fault}", scene.label),
            advice: format!("`wayfront check {name}` tells more"),
        })?;
        let build_seconds = start.elapsed().as_secs_f64();
        Ok(Self { scene, sources, map, is_plain: goal.plain, domain_seconds, build_seconds })
    }

    /// The world as the map knows it: with the sources that it leads to, and without what it passes over.
    pub fn world(&self) -> World {
        let world = World { sources: self.sources.clone(), ..self.scene.world.clone() };
        if self.is_plain { World { weights: Vec::new(), barriers: Vec::new(), ..world } } else { world }
    }
}

pub fn refused(world: &World, problems: Vec<wayfront::world::Problem>) -> Failure {
    Failure::Rejected(Rejected { files: world.files.clone(), problems })
}

/// Maps that pass over weights and barriers would be wrong without saying so.
fn refuse_unsupported(scene: &Scene) -> Result<(), Failure> {
    let Scene { label, world } = scene;
    let weights = world.weights.iter().map(|w| (w.place, w.corner));
    let barriers = world.barriers.iter().map(|b| (b.place, b.segment[0]));
    let places: Vec<(Place, Point)> = weights.chain(barriers).collect();
    if places.is_empty() {
        return Ok(());
    }
    let told = |&(place, at): &(Place, Point)| format!("{}{place} at {at}", prefix(&world.files, &place));
    let kinds = [(world.weights.len(), "weight"), (world.barriers.len(), "barrier")];
    let kinds: Vec<String> = kinds.iter().filter(|k| k.0 > 0).map(|&(n, kind)| count(n, kind)).collect();
    let listed = cut(&places, 20, "", told).join("\n");
    Err(Failure::File {
        what: format!(
            "{listed}\n{label}: path maps do not support weights and barriers yet; it has {}",
            kinds.join(" and ")
        ),
        advice: "--plain leaves them out of account".into(),
    })
}

fn sources(scene: &Scene, domain: &Domain, goal: &Goal) -> Result<Vec<Source>, Failure> {
    if let Some(to) = goal.to {
        return Ok(vec![Source::point(settled(scene, domain, "--to", to)?)]);
    }
    if scene.world.sources.is_empty() {
        return Err(Failure::File {
            what: format!("{}: the scene has no sources, so no path leads anywhere", scene.label),
            advice: "give --to X,Y, or add a source to the scene (.toml, .json): [[sources]] point = [x, y]".into(),
        });
    }
    domain.settled_sources(&scene.world).map_err(|problems| refused(&scene.world, problems))
}

/// A point from the command line in its free place: moved, if it missed that by rounding only.
pub fn settled(scene: &Scene, domain: &Domain, option: &str, p: Point) -> Result<Point, Failure> {
    let only = World { sources: vec![Source::point(p)], ..World::default() };
    match domain.settled_sources(&only) {
        Ok(sources) => Ok(sources[0].shape.points()[0]), // one point went in
        Err(problems) => {
            let fault = &problems[0].fault; // errors are never empty
            let what = match fault {
                Fault::SourceBlocked { distance, .. } if distance.is_finite() => {
                    format!("the point lies {} outside the free space", short(*distance))
                }
                Fault::SourceBlocked { .. } => "the scene has no free space".into(),
                other => other.to_string(),
            };
            Err(Failure::File { what: format!("{}: {option} {p}: {what}", scene.label), advice: fault.advice() })
        }
    }
}
