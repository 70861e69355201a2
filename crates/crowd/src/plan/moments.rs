//! A scene that changes while people walk in it: which scenes it is in turn, and since when.
//!
//! Doors open and close, obstacles and barriers come and go; between two such changes everything stands still. So a run
//! meets a few different scenes, each of which is planned once, before it begins. Obstacles that move little by little, such
//! as cars, are in none of them: people find their paths as if there were no cars, and keep clear of those that come. What
//! else moves little by little is not followed, and reported; but for a point that nobody goes to and to which a constraint is
//! attached, such as what a guard sees: guides over cells follow that.

use wayfront_world::{Change, CrowdFault, Field, GuideKind, Handle, Kind, Motion, Place, Problem, Shape, Thing, World};

/// The scenes that a run meets.
pub struct Timeline {
    /// All that differ.
    pub scenes: Vec<World>,
    /// From when on it is which of them. The first is from the beginning on.
    pub changes: Vec<(f64, usize)>,
}

impl Timeline {
    /// The scenes of a world until its crowd's run ends. One is all there is to a world that stands still.
    pub fn of(world: &World) -> Result<Self, Vec<Problem>> {
        let problems = unfollowed(world);
        if !problems.is_empty() {
            return Err(problems);
        }
        let end = world.crowd.as_ref().map_or(0.0, |crowd| crowd.seconds);
        let (mut scenes, mut changes): (Vec<World>, Vec<(f64, usize)>) = (Vec::new(), Vec::new());
        for time in moments(&world.motions, end) {
            let scene = world.at(time);
            let number = scenes.iter().position(|known| is_same(known, &scene)).unwrap_or(scenes.len());
            if number == scenes.len() {
                scenes.push(scene);
            }
            if changes.last().is_none_or(|&(_, before)| before != number) {
                changes.push((time, number));
            }
        }
        Ok(Self { scenes, changes })
    }

    /// The scene with everything open that ever is: where paths will be, if there is none now.
    pub fn most_open(&self) -> World {
        let mut open = self.scenes[0].clone();
        for (k, door) in open.doors.iter_mut().enumerate() {
            door.open = self.scenes.iter().any(|scene| scene.doors[k].open);
        }
        open.obstacles.retain(|obstacle| self.scenes.iter().all(|scene| scene.obstacles.contains(obstacle)));
        open.barriers.retain(|barrier| self.scenes.iter().all(|scene| scene.barriers.contains(barrier)));
        open
    }
}

/// A world without the obstacles that move little by little, if there are any; and each of those with its own motions in a
/// world of its own.
pub fn part(world: &World) -> (Option<World>, Vec<World>) {
    let moves = |motion: &&Motion| matches!(motion.change, Change::Shifts(_)) && motion.thing.kind == Kind::Obstacle;
    let mut moving: Vec<usize> = world.motions.iter().filter(moves).filter_map(|m| m.thing.index_in(world)).collect();
    moving.sort_unstable();
    moving.dedup();
    if moving.is_empty() {
        return (None, Vec::new());
    }
    let is_of =
        |motion: &Motion, k: usize| motion.thing.kind == Kind::Obstacle && motion.thing.index_in(world) == Some(k);
    let mover = |&k: &usize| {
        let own = world.motions.iter().filter(|motion| is_of(motion, k)).cloned();
        let motions = own.map(|motion| motion.of(Thing::nth(Kind::Obstacle, 0))).collect();
        World::new()
            .with_areas(world.areas.clone())
            .with_obstacles(vec![world.obstacles[k].clone()])
            .with_motions(motions)
    };
    let movers = moving.iter().map(mover).collect();
    let mut still = world.clone();
    still.motions.retain(|motion| moving.iter().all(|&k| !is_of(motion, k)));
    let gone = |&k: &usize| Motion::new(Thing::nth(Kind::Obstacle, k), [0.0], Change::Present(vec![false]));
    still.motions.extend(moving.iter().map(gone));
    (Some(still), movers)
}

/// What moves, but not for a crowd.
fn unfollowed(world: &World) -> Vec<Problem> {
    let problem = |place: Place, fault: CrowdFault| Problem { place, vertex: None, at: None, fault: fault.into() };
    let moving = world.motions.iter().enumerate().filter(|(_, motion)| !is_followed(motion, world));
    let moving = moving.map(|(k, motion)| {
        let place = if motion.place.field == Field::Scene { Place::of(Field::Motions, k) } else { motion.place };
        problem(place, CrowdFault::NotFollowed { kind: motion.thing.kind })
    });
    let groups = world.crowd.iter().flat_map(|crowd| &crowd.groups).filter(|_| !world.motions.is_empty());
    let on_lanes = groups.filter(|group| group.guide == GuideKind::Lanes);
    moving.chain(on_lanes.map(|group| problem(group.place, CrowdFault::LanesStay))).collect()
}

fn is_followed(motion: &Motion, world: &World) -> bool {
    match motion.change {
        Change::Open(_) => true,
        Change::Present(_) => motion.thing.kind != Kind::Source,
        Change::Shifts(_) => motion.thing.kind == Kind::Obstacle || is_watcher(motion, world),
        Change::Segments(_) => false,
    }
}

/// A point that goes about, and that nobody goes to.
fn is_watcher(motion: &Motion, world: &World) -> bool {
    let source = match &motion.thing.handle {
        Handle::Index(index) => world.sources.get(*index),
        Handle::Name(name) => world.sources.iter().find(|source| source.name.as_ref() == Some(name)),
    };
    let Some(source) = source.filter(|_| motion.thing.kind == Kind::Source) else { return false };
    let mut groups = world.crowd.iter().flat_map(|crowd| &crowd.groups);
    let is_goal = |goals: &[String]| goals.is_empty() || source.name.as_ref().is_some_and(|name| goals.contains(name));
    matches!(source.shape, Shape::Point(_)) && !groups.any(|group| is_goal(&group.goals))
}

/// Constraints are attached to something that goes about, so that guides over cells change between scenes.
pub fn has_moving_constraints(world: &World) -> bool {
    !world.constraints.is_empty() && world.motions.iter().any(|motion| is_watcher(motion, world))
}

/// The beginning, and whenever something changes until the end.
fn moments(motions: &[Motion], end: f64) -> Vec<f64> {
    let mut times = vec![0.0];
    for motion in motions {
        let round = motion.times.last().copied().filter(|&round| motion.repeat && round > 0.0);
        let rounds = round.map_or(1, |round| (end / round) as usize + 1);
        let starts = (0..rounds).map(|k| k as f64 * round.unwrap_or(0.0));
        times.extend(starts.flat_map(|start| motion.times.iter().map(move |time| start + time)));
    }
    times.retain(|&time| time <= end);
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

fn is_same(a: &World, b: &World) -> bool {
    a.doors == b.doors && a.obstacles == b.obstacles && a.barriers == b.barriers && a.weights == b.weights
}
