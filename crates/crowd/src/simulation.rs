//! A run: the agents of a scene, step by step.
//!
//! A step is a list of named phases, each timed: the scene changes, agents enter, guides tell them where to go, they
//! see who is near, steer, move, arrive, and are watched. Every phase reads what the one before it wrote, agent by
//! agent, so the result depends on the scene and its seed alone, not on the number of threads.

mod arrive;
mod cells;
mod company;
mod doors;
mod enter;
mod exits;
mod goods;
mod guide;
mod lanes;
mod lines;
mod moving;
mod pace;
mod paths;
mod phases;
mod portals;
mod quests;
mod queues;
mod quickest;
mod scene;
mod streams;
mod summary;
mod tally;

pub use phases::{Phase, Phases};
pub use queues::Queue;
pub use summary::{AreaSample, Capture, ExitReport, MeasureReport, Passage, Summary, TrappedAgent, Trip};

use crate::agents::traits::Traits;
use crate::lead::{AnyGuide, Guidance};
use crate::plan::{GroupPlan, Plan, crew_of};
use crate::{Agent, Agents, Neighbours, Orca, SocialForce, SteeringModel, Surroundings, Walls, advance};
use company::Company;
use doors::Doors;
use quests::Quests;
use queues::Watch;
use scene::Course;
use std::sync::Arc;
use tally::Tally;
use wayfront_domain::{Domain, Scene};
use wayfront_geometry::{Cancel, Point};
use wayfront_world::{Crowd, Problem, Random, Rejected, Rerouting, Steering, World};

/// What one agent has in mind. Kept beside the flock, slot by slot.
#[derive(Clone, Debug)]
pub(crate) struct AgentState {
    pub crew: u32,
    /// Which of its crew's targets comes next.
    pub target: u32,
    pub state: State,
    /// When it entered.
    pub entered: f64,
    /// How long it has stood, or nearly, while it wanted to walk.
    pub waited: f64,
    /// How long it has stood without a break.
    pub standing: f64,
    /// Until when the exact path leads it, though cells lead its group.
    pub lost_until: f64,
    /// How long it has been on its way, waiting apart.
    pub walking: f64,
    /// How far it has walked.
    pub length: f64,
    /// Its own speed, wherever it is.
    pub speed: f64,
    /// The share of it that is left while it waits for the others of its group.
    pub patience: f64,
    /// How far it has to walk, in all, before it can be where it wants to be.
    pub far_until: f64,
    /// Of its lane, for those who walk on one.
    pub lane: Lane,
    pub random: Random,
    pub slowed: queues::Slowed,
    /// Where it crosses the next portal, if not at the next point of its path.
    pub slot: Option<portals::Slot>,
    /// Which door and which exit it has chosen.
    pub choice: doors::Choice,
    /// How far beside its path it walks, as a rotation, since others come towards it.
    pub aside: Option<Point>,
    /// What it is after, if its goals change.
    pub quest: quests::Quest,
    /// Where the graph of everybody, or the path to its own goal, leads it now.
    pub led: Option<Point>,
    /// The last answer of its path map.
    pub path: Option<paths::Path>,
}

/// Where on a lane somebody is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lane {
    pub number: u32,
    pub along: f64,
}

/// What an agent is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum State {
    /// Has not set off yet.
    Hesitates {
        until: f64,
    },
    Walks,
    /// Stays at a stop.
    Waits {
        until: f64,
        spot: Point,
    },
    /// Stands in the opening of an exit that it has reached, for as long as its body takes to pass.
    Leaves {
        since: f64,
        until: f64,
        velocity: Point,
    },
}

/// The agents of a scene on their way.
///
/// ```
/// use wayfront_crowd::Simulation;
///
/// let scene = wayfront_domain::Scene::open("crossing")?;
/// let mut run = Simulation::of(&scene)?;
/// while run.is_going_on() {
///     run.step();
/// }
/// let summary = run.summary();
/// assert_eq!(summary.entered, summary.trips.len() + summary.remaining);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation {
    settings: Crowd,
    course: Course,
    steering: Box<dyn SteeringModel>,
    crews: Vec<GroupPlan>,
    leads: Vec<Guidance>,
    agents: Agents,
    minds: Vec<AgentState>,
    /// Slot of each agent by its number; meaningless for those who have left.
    slot_of: Vec<u32>,
    /// The largest radius that anybody has.
    widest: f64,
    /// How many of each group have entered.
    entered: Vec<usize>,
    /// The numbers of those from whom no path leads to their goals.
    trapped: Vec<u64>,
    /// Places in areas at which nobody was placed, since no path leads from there.
    excluded: usize,
    /// Those on each lane of each crew, the foremost first.
    on_lanes: Vec<Vec<std::collections::VecDeque<u64>>>,
    near: Neighbours,
    next: Vec<Point>,
    before: Vec<Point>,
    /// Who is where it wanted to be.
    there: Vec<bool>,
    steps: u64,
    /// How often slots of portals were chosen.
    choices: u64,
    /// How often travel times were found anew.
    densities: u64,
    /// How often guides over cells have looked at what goes about.
    looks: u64,
    /// How often those who keep together have looked for the others.
    together_looks: u64,
    random: Random,
    watch: Watch,
    doors: Doors,
    tally: Tally,
    quests: Quests,
    company: Option<Box<Company>>,
    phases: Phases,
}

impl Simulation {
    /// Checks a world, and begins a run of its crowd: see [`Self::of`].
    ///
    /// # Errors
    /// With everything that is wrong with the world or its crowd.
    pub fn new(world: &World) -> Result<Self, Rejected> {
        Self::of(&Scene::new(world.clone())?)
    }

    /// A run of the scene's crowd.
    ///
    /// # Errors
    /// With everything that keeps the crowd from walking.
    pub fn of(scene: &Scene) -> Result<Self, Rejected> {
        let settings = scene.world().crowd.clone().unwrap_or_default();
        let (passing, calm) = (settings.passing, settings.calm);
        let steering: Box<dyn SteeringModel> = match settings.steering {
            Steering::Orca => Box::new(Orca { passing, ..if calm { Orca::CALM } else { Orca::PEOPLE } }),
            Steering::OrcaPlain => Box::new(Orca::PLAIN),
            Steering::SocialForce => {
                Box::new(SocialForce { passing, ..if calm { SocialForce::CALM } else { SocialForce::default() } })
            }
        };
        let Plan { scenes, changes, moving, hopes, crews, standing, excluded, movers } = plan(scene, steering.reach())?;
        let mut run = Self {
            near: Neighbours::new(steering.reach()),
            watch: Watch::new(&settings),
            doors: Doors::default(),
            tally: Tally::new(&settings, &scene.settled_world()),
            quests: Quests::new(&settings),
            company: None,
            random: Random::new(settings.seed),
            widest: crews.iter().map(|crew| crew.group.largest_radius()).fold(0.0, f64::max),
            entered: vec![0; settings.groups.len()],
            trapped: Vec::new(),
            excluded,
            on_lanes: crews.iter().map(|crew| vec![Default::default(); crew.lanes.len()]).collect(),
            agents: Agents::new(),
            minds: Vec::new(),
            slot_of: Vec::new(),
            next: Vec::new(),
            before: Vec::new(),
            there: Vec::new(),
            steps: 0,
            choices: 0,
            densities: 0,
            looks: 0,
            together_looks: 0,
            phases: Phases::default(),
            settings,
            course: Course::new(scenes, changes, moving, hopes, movers),
            steering,
            crews,
            leads: Vec::new(),
        };
        run.set_scene(0);
        run.lay_goods();
        run.found_company();
        for walker in standing {
            let slot = run.add(walker.crew, walker.at, walker.nature, Lane::default());
            if walker.trapped {
                // It never sets off.
                run.minds[slot].state = State::Hesitates { until: f64::INFINITY };
                run.trapped.push(run.agents.id()[slot]);
            }
        }
        Ok(run)
    }

    /// Everything that would keep the scene's crowd from walking; nothing for a scene without one.
    #[must_use]
    pub fn problems(scene: &Scene) -> Vec<Problem> {
        if scene.world().crowd.is_none() { Vec::new() } else { Plan::of(scene, 1.0).err().unwrap_or_default() }
    }

    /// Lets another guide lead a group to its goal, from now on.
    ///
    /// # Panics
    /// If there is no such group.
    pub fn lead(&mut self, group: usize, guide: AnyGuide) {
        self.leads.push(Guidance::Other(guide));
        let lead = self.leads.len() - 1;
        for crew in self.crews.iter_mut().filter(|crew| crew.number == group) {
            if let Some(goal) = crew.targets.last_mut() {
                (goal.lead, goal.bound) = (lead, lead as u32);
            }
        }
    }

    /// Another steering model, from now on.
    pub fn steer_by(&mut self, steering: Box<dyn SteeringModel>) {
        self.near = Neighbours::new(steering.reach());
        self.steering = steering;
    }

    /// One step.
    pub fn step(&mut self) {
        // From outside of the pool every phase would hand its work in and wait to be woken.
        let here = Cancel::here();
        rayon::scope(|_| here.carry(|| self.step_within_pool()));
    }

    fn step_within_pool(&mut self) {
        let mut clock = self.phases.start();
        self.follow_scene();
        self.follow_constraints();
        clock.lap(Phase::Scene, &mut self.phases);
        self.enter();
        clock.lap(Phase::Enter, &mut self.phases);
        self.set_paces();
        self.find_travel_times();
        self.follow_quests();
        self.lead_company();
        self.set_wishes();
        clock.lap(Phase::Guide, &mut self.phases);
        self.near.rebuild(&self.agents);
        clock.lap(Phase::Neighbours, &mut self.phases);
        self.form_lanes();
        self.steer();
        clock.lap(Phase::Steer, &mut self.phases);
        self.walk();
        self.note_passages();
        clock.lap(Phase::Move, &mut self.phases);
        self.steps += 1;
        self.measure();
        clock.lap(Phase::Measure, &mut self.phases);
        self.arrive();
        clock.lap(Phase::Arrive, &mut self.phases);
        self.watch_queues();
        clock.lap(Phase::Queues, &mut self.phases);
        self.phases.count(self.agents.len());
    }

    fn steer(&mut self) {
        self.next.resize(self.agents.len(), Point::default());
        if self.crews.iter().all(|crew| !crew.lanes.is_empty()) {
            return; // lanes need no avoidance
        }
        let Self { agents, near, course, settings, company, .. } = self;
        let sights = company.as_ref().map(|company| company.sights(agents.len()));
        let around = Surroundings { agents, near, walls: course.walls(), step: settings.step, sights };
        self.steering.steer(&around, &mut self.next);
        for (next, mind) in self.next.iter_mut().zip(&self.minds) {
            if matches!(mind.state, State::Leaves { .. }) {
                *next = Point::default();
            }
        }
    }

    fn walk(&mut self) {
        self.before.clear();
        self.before.extend_from_slice(self.agents.position());
        if self.crews.iter().any(|crew| crew.lanes.is_empty()) {
            advance(&mut self.agents, self.course.walls(), &self.next, self.settings.step);
        }
        self.follow_lanes();
        let (step, now) = (self.settings.step, self.time());
        for (slot, mind) in self.minds.iter_mut().enumerate() {
            let moved = self.agents.position[slot].distance(self.before[slot]);
            if let State::Leaves { velocity, .. } = mind.state {
                // Others see that it goes on.
                self.agents.velocity[slot] = velocity;
            }
            mind.length += moved;
            let moves = moved >= STANDING * self.agents.speed()[slot] * step;
            let stands = mind.state == State::Walks && !moves;
            // Whoever has reached a stop walks on to its place there.
            mind.walking += if mind.state == State::Walks || moves { step } else { 0.0 };
            mind.standing = if stands { mind.standing + step } else { 0.0 };
            if mind.standing >= LOST {
                mind.lost_until = now + LOST;
            }
            mind.waited += if stands { step } else { 0.0 };
        }
    }

    /// Puts an agent of a group, of which `crew` is the first, into the world.
    pub(crate) fn add(&mut self, crew: usize, at: Point, nature: Traits, lane: Lane) -> usize {
        let id = self.slot_of.len() as u64;
        let Traits { radius, speed, premovement } = nature;
        let crew = crew_of(&self.crews, crew, radius);
        let number = self.crews[crew].number;
        let now = self.time();
        let state = if premovement > 0.0 { State::Hesitates { until: now + premovement } } else { State::Walks };
        let slot = self.agents.push(Agent { id, position: at, velocity: Point::default(), radius, speed });
        self.minds.push(AgentState {
            crew: crew as u32,
            target: 0,
            state,
            entered: now,
            waited: 0.0,
            standing: 0.0,
            lost_until: 0.0,
            walking: 0.0,
            length: 0.0,
            speed,
            patience: 1.0,
            far_until: 0.0,
            lane,
            random: crate::agents::traits::stream(self.settings.seed, !id),
            slowed: queues::Slowed::default(),
            path: None,
            slot: None,
            choice: doors::Choice::default(),
            aside: None,
            quest: quests::Quest::default(),
            led: None,
        });
        self.first_goal(slot);
        if self.crews[crew].group.together {
            self.agents.join(slot, number as u32);
        }
        self.slot_of.push(slot as u32);
        self.entered[number] += 1;
        slot
    }

    /// Takes an agent out; the last one gets its slot.
    pub(crate) fn remove(&mut self, slot: usize) -> AgentState {
        self.agents.swap_remove(slot);
        let mind = self.minds.swap_remove(slot);
        if let Some(&id) = self.agents.id().get(slot) {
            self.slot_of[id as usize] = slot as u32;
        }
        mind
    }

    /// Seconds since the run began.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.settings.step
    }

    /// Steps so far.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Somebody walks or will come, and time is left. Those who are trapped do not count.
    #[must_use]
    pub fn is_going_on(&self) -> bool {
        self.time() < self.settings.seconds && (self.agents.len() > self.trapped.len() || self.awaits_more())
    }

    /// How the crowd is described.
    #[must_use]
    pub const fn settings(&self) -> &Crowd {
        &self.settings
    }

    /// Everybody who is there now.
    #[must_use]
    pub const fn agents(&self) -> &Agents {
        &self.agents
    }

    /// The group of the agent in a slot.
    #[must_use]
    pub fn group(&self, slot: usize) -> usize {
        self.crews[self.minds[slot].crew as usize].number
    }

    /// How long the agent in a slot has stood, or nearly, while it wanted to walk.
    #[must_use]
    pub fn waited(&self, slot: usize) -> f64 {
        self.minds[slot].waited
    }

    /// The agent in a slot is on its way: it has set off, and stays at no stop.
    #[must_use]
    pub fn is_walking(&self, slot: usize) -> bool {
        matches!(self.minds[slot].state, State::Walks)
    }

    /// The agent in a slot has reached its goal, and its body still passes the opening.
    #[must_use]
    pub fn is_leaving(&self, slot: usize) -> bool {
        matches!(self.minds[slot].state, State::Leaves { .. })
    }

    /// Places in areas at which nobody was placed, since no path leads from there to the goal.
    #[must_use]
    pub const fn excluded_places(&self) -> usize {
        self.excluded
    }

    /// What nobody walks through now.
    #[must_use]
    pub fn walls(&self) -> &Walls {
        self.course.walls()
    }

    /// The scene as it stands now: a door that waits for somebody to leave its place is still open.
    ///
    /// ```
    /// use wayfront_crowd::Simulation;
    /// use wayfront_world::{Change, Door, Kind, Motion, Thing};
    ///
    /// let mut world = wayfront_world::builtin("bottleneck").unwrap();
    /// world.doors.push(Door::new("gate", (20.0, 4.4), (20.0, 5.6)));
    /// world.motions.push(Motion::new(Thing::named(Kind::Door, "gate"), [1.0], Change::Open(vec![true])));
    /// let mut run = Simulation::new(&world).unwrap();
    /// assert!(!run.scene().doors[0].open);
    /// while run.time() < 1.5 {
    ///     run.step();
    /// }
    /// assert!(run.scene().doors[0].open);
    /// ```
    #[must_use]
    pub fn scene(&self) -> &Arc<World> {
        self.course.world()
    }

    /// The free space of the [scene](Self::scene), with walls in place of closed doors.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        self.course.domain()
    }

    /// The queues that paths lead around now.
    #[must_use]
    pub fn queues(&self) -> &[Queue] {
        if self.settings.rerouting == Rerouting::Delay { self.doors.queues() } else { self.watch.queues() }
    }

    /// How long each phase has taken.
    #[must_use]
    pub const fn phases(&self) -> &Phases {
        &self.phases
    }

    /// How many have entered so far.
    #[must_use]
    pub fn entered(&self) -> usize {
        self.slot_of.len()
    }

    /// How many have arrived so far.
    #[must_use]
    pub fn arrived(&self) -> usize {
        self.tally.trips.len()
    }

    /// What has happened so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let trapped = self.trapped.iter().map(|&id| {
            let slot = self.slot_of[id as usize] as usize;
            TrappedAgent { id, group: self.group(slot), at: self.agents.position()[slot] }
        });
        let Quests { captures, visits, .. } = &self.quests;
        let (captures, visits, taken) = (captures.clone(), visits.clone(), self.quests.taken());
        let summary = self.tally.summary(self.time(), &self.entered, self.agents.len(), trapped.collect());
        Summary { captures, visits, taken, ..summary }
    }
}

fn plan(scene: &Scene, reach: f64) -> Result<Plan, Rejected> {
    Plan::of(scene, reach).map_err(|problems| Rejected { files: scene.world().files.clone(), problems })
}

/// Seconds of standing after which cells do not lead somebody for as long.
const LOST: f64 = 10.0;
/// Whoever walks at less than this share of its speed stands.
const STANDING: f64 = 0.1;
