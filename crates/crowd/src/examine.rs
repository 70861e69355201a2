//! Everything that is wrong with a scene: its numbers and places, its crowd, and what goes wrong only while it moves.
//!
//! Where one problem may be the cause of another, only the first is reported. Cost: a triangulation, a plan of the crowd,
//! and a triangulation for each moment of a scene that moves.

mod moments;

use crate::Simulation;
use wayfront_domain::{Domain, Repair, Scene};
use wayfront_world::{Field, Kind, Place, Problem, World};

/// What was found in a scene.
#[derive(Debug, Default)]
pub struct Findings {
    /// The free space, without doors; absent where the scene has none.
    pub domain: Option<Domain>,
    /// What was repaired.
    pub repairs: Vec<Repair>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What is wrong only while the scene moves, each with its first moment.
    pub passing: Vec<(f64, Problem)>,
    /// Agents that no path leads out for: they stay, which is no problem of the scene.
    pub trapped: usize,
}

/// Examines a world.
///
/// ```
/// let world = wayfront_world::builtin("evacuation").unwrap();
/// let found = wayfront_crowd::examine(&world);
/// assert!(found.problems.is_empty() && found.domain.is_some());
/// ```
#[must_use]
pub fn examine(world: &World) -> Findings {
    let domain = match Domain::without_doors(world) {
        Ok(domain) => domain,
        Err(unbuildable) => return Findings { problems: unbuildable.problems, ..Findings::default() },
    };
    let mut checked = domain.check_scene(world);
    let (crowd, trapped) = crowd_problems(world, &checked.problems);
    checked.problems.extend(crowd);
    let repairs = domain.report().repairs.iter().chain(&checked.repairs).copied().collect();
    let passing = moments::problems(world, &checked.problems);
    Findings { domain: Some(domain), repairs, problems: checked.problems, passing, trapped }
}

/// What keeps the crowd of a world from walking, besides the problems that are known: those of weights and barriers
/// change no start and no goal, so the crowd is planned without these. Everything else that is wrong may be why a
/// goal cannot be reached; then the crowd is left for when it is corrected.
///
/// Also tells how many agents are trapped, which is no problem.
fn crowd_problems(world: &World, known: &[Problem]) -> (Vec<Problem>, usize) {
    let is_minor = |problem: &Problem| matches!(problem.place.field, Field::Weights | Field::Barriers);
    if world.crowd.is_none() || !known.iter().all(is_minor) {
        return (Vec::new(), 0);
    }
    let mut trapped = 0;
    let found = match Scene::new(without(world, known)) {
        Ok(scene) => match Simulation::of(&scene) {
            Ok(run) => {
                trapped = run.summary().trapped.len();
                Vec::new()
            }
            Err(rejected) => rejected.problems,
        },
        // A problem that only the whole scene has; of a scene that was changed it need not be one of the file.
        Err(rejected) if known.is_empty() => rejected.problems,
        Err(_) => Vec::new(),
    };
    (found.into_iter().filter(|problem| !known.contains(problem)).collect(), trapped)
}

/// The world without the weights and barriers that have problems. Motions name barriers by their index, so they go
/// where a barrier does: what moves is checked apart.
fn without(world: &World, problems: &[Problem]) -> World {
    let is_fine = |place: &Place| !problems.iter().any(|problem| problem.place == *place);
    let mut world = world.clone();
    world.weights.retain(|weight| is_fine(&weight.place));
    let barriers = world.barriers.len();
    world.barriers.retain(|barrier| is_fine(&barrier.place));
    if world.barriers.len() < barriers {
        world.motions.retain(|motion| motion.thing.kind != Kind::Barrier);
    }
    world
}
