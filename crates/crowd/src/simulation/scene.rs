//! The scene changes while people walk: doors open and close, obstacles and barriers come and go.
//!
//! All scenes were planned before the run. Paths change at once; walls as soon as nobody stands where one will be, so that
//! a door closes behind those who are in it, and nobody is ever in a wall. Where no path is left, people go to where one
//! will open, and wait there.

use super::Simulation;
use super::moving::Moving;
use crate::Walls;
use crate::lead::Guidance;
use crate::plan::{Scenery, Target};
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::World;

/// Tolerance: Seconds by which a change may lie after a step and still count as at it: sums of steps miss round times
/// by rounding.
const SAME_TIME: f64 = 1e-9;

/// Tolerance: What share of a radius counts as rounding.
const ROUNDING: f64 = 1e-9;

/// The scenes of a run, and where in them it is.
pub(super) struct Course {
    worlds: Vec<Arc<World>>,
    domains: Vec<Arc<Domain>>,
    walls: Vec<Walls>,
    openings: Vec<Vec<[Point; 2]>>,
    /// Obstacles that move little by little.
    cars: Option<Moving>,
    /// Those of the scene that is there now are in use, and not here.
    leads: Vec<Vec<Guidance>>,
    targets: Vec<Vec<Vec<Target>>>,
    changes: Vec<(f64, usize)>,
    hopes: Vec<Guidance>,
    /// What leads over cells goes from scene to scene: what is not in use now.
    pub(super) cells: Vec<Option<Guidance>>,
    /// The world with its motions, if constraints go about in it.
    pub(super) moving: Option<Arc<World>>,
    /// How many changes have been.
    done: usize,
    /// The scene whose paths people know, and the one whose walls there are.
    now: usize,
    walled: usize,
}

impl Course {
    pub fn new(
        scenes: Vec<Scenery>,
        changes: Vec<(f64, usize)>,
        moving: Option<Arc<World>>,
        hopes: Vec<Guidance>,
        movers: Vec<World>,
    ) -> Self {
        let (mut worlds, mut domains, mut walls, mut openings) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut leads, mut targets) = (Vec::new(), Vec::new());
        for scene in scenes {
            worlds.push(scene.world);
            domains.push(scene.domain);
            walls.push(scene.walls);
            openings.push(scene.openings);
            leads.push(scene.leads);
            targets.push(scene.targets);
        }
        let cars = Moving::new(movers, &worlds[0], &domains[0], &walls[0], &openings[0]);
        let (cells, [done, now, walled]) = (Vec::new(), [0; 3]);
        Self {
            worlds,
            domains,
            walls,
            openings,
            cars,
            leads,
            targets,
            changes,
            hopes,
            cells,
            moving,
            done,
            now,
            walled,
        }
    }

    /// The scene whose walls there are now.
    pub fn world(&self) -> &Arc<World> {
        self.cars.as_ref().map_or(&self.worlds[self.walled], Moving::world)
    }

    /// Its free space, with walls in place of closed doors.
    pub fn domain(&self) -> &Arc<Domain> {
        self.cars.as_ref().map_or(&self.domains[self.walled], Moving::domain)
    }

    /// The free space without what moves little by little.
    pub fn ground(&self) -> &Arc<Domain> {
        &self.domains[self.walled]
    }

    /// What moves little by little.
    pub const fn cars(&self) -> Option<&Moving> {
        self.cars.as_ref()
    }

    /// Hands it out, to be given back.
    pub const fn take_cars(&mut self) -> Option<Moving> {
        self.cars.take()
    }

    /// Takes it back, in the scene whose walls there are now.
    pub fn give_cars(&mut self, mut moving: Moving) {
        let k = self.walled;
        moving.drive_in(&self.worlds[k], &self.walls[k], &self.openings[k]);
        self.cars = Some(moving);
    }

    /// The walls as they are now.
    pub fn walls(&self) -> &Walls {
        self.cars.as_ref().map_or(&self.walls[self.walled], Moving::walls)
    }

    /// What leads to where a path will be, in place of a lead that has none now.
    pub fn hope(&self, lead: usize) -> Option<&Guidance> {
        self.hopes.get(lead)
    }

    /// The scene whose paths people know.
    pub(super) fn known(&self) -> &Arc<World> {
        &self.worlds[self.now]
    }

    /// The scene that it is now, if that has changed.
    fn due(&mut self, time: f64) -> Option<usize> {
        let passed = self.changes.iter().take_while(|(at, _)| *at <= time + SAME_TIME).count();
        let is_due = passed > self.done;
        self.done = passed.max(self.done);
        is_due.then(|| self.changes[self.done - 1].1)
    }
}

impl Simulation {
    pub(super) fn follow_scene(&mut self) {
        let time = self.time();
        if let Some(scene) = self.course.due(time) {
            self.put_back();
            self.set_scene(scene);
        }
        if self.course.walled != self.course.now && self.is_clear_of(&self.course.walls[self.course.now]) {
            self.course.walled = self.course.now;
        }
        self.drive();
    }

    /// From now on people know the paths of a scene. Queues are looked for anew.
    pub(super) fn set_scene(&mut self, scene: usize) {
        self.course.now = scene;
        self.doors.forget();
        let custom = std::mem::replace(&mut self.leads, std::mem::take(&mut self.course.leads[scene]));
        let planned = self.leads.len();
        self.take_cells();
        self.leads.extend(custom);
        for (crew, mut targets) in self.crews.iter_mut().zip(std::mem::take(&mut self.course.targets[scene])) {
            if let (Some(goal), Some(before)) = (targets.last_mut(), crew.targets.last())
                && before.lead >= planned
            {
                (goal.lead, goal.bound) = (before.lead, before.bound);
            }
            crew.targets = targets;
        }
        for lead in &mut self.leads {
            if let Guidance::Path(routes) = lead {
                // Without queues it was built before.
                let _ = routes.block([]);
            }
        }
        for mind in &mut self.minds {
            mind.slowed = Default::default();
            mind.path = None;
            mind.far_until = 0.0;
            mind.slot = None;
            mind.choice = Default::default();
        }
    }

    /// Gives the paths of the scene back, except those that somebody else leads.
    fn put_back(&mut self) {
        let scene = self.course.now;
        let planned = self.course.hopes.len();
        let custom = self.leads.split_off(planned.min(self.leads.len()));
        self.leave_cells();
        self.course.leads[scene] = std::mem::replace(&mut self.leads, custom);
        // Targets are few and plain; those whom somebody else leads keep their lead.
        self.course.targets[scene] = self.crews.iter().map(|crew| crew.targets.clone()).collect();
    }

    /// Nobody would be nearer to walls than its radius, or than it is now.
    fn is_clear_of(&self, walls: &Walls) -> bool {
        let (agents, now) = (&self.agents, self.course.walls());
        (0..agents.len()).all(|slot| {
            let (p, radius) = (agents.position()[slot], agents.radius()[slot] * (1.0 - ROUNDING));
            walls.is_clear(p, radius) || walls.is_clear(p, radius.min(now.clearance(p) * (1.0 - ROUNDING)))
        })
    }
}
