//! A scene for bodies of a size: what a radius can be combined with, and its map.

use crate::arguments::{Common, Goal};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::ready::{plain, refused_for};
use crate::scene::Named;
use crate::text::short;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wayfront::Scene;
use wayfront::bodies::{DiscMap, DiscMapError, DiscTerms};
use wayfront::domain::Domain;
use wayfront::world::{Source, World};

/// A scene in which bodies walk.
pub struct SizedScene {
    pub label: String,
    pub scene: Scene,
    /// Closed doors are walls.
    pub domain: Arc<Domain>,
    pub sources: Vec<Source>,
    /// How long the scene took to be checked and triangulated.
    pub checking: Duration,
}

impl SizedScene {
    /// Opens a scene.
    pub fn open(name: &str, goal: &Goal, common: &Common, progress: &Progress) -> Result<Self, Failure> {
        Self::open_for("--radius", name, goal, common, progress)
    }

    /// Opens a scene for an option that knows no weights.
    pub fn open_for(
        option: &str,
        name: &str,
        goal: &Goal,
        common: &Common,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        progress.step("reading the scene");
        let Named { label, world } = Named::open(name, common.limits())?.at(goal.time);
        let world = aimed(&label, option, world, goal)?;
        let start = Instant::now();
        let scene = Scene::new(world).map_err(|rejected| refused_for(&label, goal.to, rejected))?;
        let domain = scene.walled_domain().clone();
        let sources = scene.sources().to_vec();
        Ok(Self { label, scene, domain, sources, checking: start.elapsed() })
    }

    /// The map of bodies of a radius. Sources that they meet elsewhere are named, unless all is to be quiet.
    pub fn map(&self, radius: f64, quiet: bool) -> Result<DiscMap, Failure> {
        let terms = DiscTerms { barriers: &self.scene.world().barriers, openings: &[] };
        let map =
            DiscMap::on_terms(self.domain.clone(), &self.sources, terms, radius).map_err(|why| Failure::File {
                what: format!("{}: {}", self.label, with_name(&why, 0, &self.sources)),
                advice: why.advice(),
            })?;
        if !quiet {
            for place in map.places().iter().filter(|place| place.at != place.given) {
                output::message(&met_elsewhere(place.source, place.given, place.at, radius));
            }
        }
        Ok(map)
    }
}

/// Why there is no map, with the name of the source that is at fault; the map was that of the sources from `first` on.
pub fn with_name(why: &DiscMapError, first: usize, sources: &[Source]) -> String {
    let (DiscMapError::NarrowSource { index, .. } | DiscMapError::NoRoom { index, .. }) = why else {
        return why.to_string();
    };
    let number = first + index;
    let name = sources.get(number).and_then(|source| source.name.as_ref());
    let name = name.map_or_else(String::new, |name| format!(" ({name})"));
    why.to_string().replacen(&format!("source {index}"), &format!("source {number}{name}"), 1)
}

/// What is said of a source beside which a body has no room.
pub fn met_elsewhere(source: usize, given: wayfront::Point, at: wayfront::Point, radius: f64) -> String {
    format!("note: source {source} at {given} has no room for a radius of {}: it is met at {at}", short(radius))
}

/// The world with the goals that count. What a radius cannot be combined with is said, not ignored.
fn aimed(label: &str, option: &str, world: World, goal: &Goal) -> Result<World, Failure> {
    let mut world = if goal.plain { plain(world) } else { world };
    if let Some(to) = goal.to {
        world.sources = vec![Source::point(to)];
    }
    let refused =
        |what: &str, advice: &str| Err(Failure::File { what: format!("{label}: {what}"), advice: advice.to_owned() });
    if !world.weights.is_empty() {
        let what = format!("weights do not count with {option}");
        return refused(&what, "add --plain to leave them out, and barriers with them");
    }
    if world.sources.is_empty() {
        return refused(
            "the scene has no sources, so no path leads anywhere",
            "give --to X,Y, or add a source to the scene (.toml, .json): [[sources]] point = [x, y]",
        );
    }
    Ok(world)
}
