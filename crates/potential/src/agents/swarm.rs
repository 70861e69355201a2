//! Many agents, each with a local map of its own.
//!
//! A step reads all agents as they were and writes them as they will be, so that the result depends on neither their
//! order nor the number of threads. Each agent: looks around, relaxes its window, turns part of the angle towards the
//! descent, and moves the slower the more it had to turn; at more than a right angle it waits (Silveira and others
//! 2009). No agent steps into a blocked cell: one that would follows the global map for that step.

use super::agent::FieldAgent;
use crate::{Bias, LocalDisc, LocalMap, LocalQuestion, PotentialMap};
use rayon::prelude::*;
use std::collections::HashMap;
use std::f64::consts::PI;
use std::sync::Arc;
use wayfront_domain::Guide;
use wayfront_geometry::{Bounds, Point};

/// Tolerance: Side of the squares in which neighbours are looked up, at least, in metres: windows of no extent must not
/// divide by 0.
const SMALLEST_SQUARE: f64 = 1e-9;

/// How agents look and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwarmOptions {
    /// Cells along the side of a local map.
    pub side: usize,
    /// Side of a local cell; finer than the global ones.
    pub cell: f64,
    /// Aperture of the view cone, in radians.
    pub aperture: f64,
    /// How much of the heading is kept in a step: 0 turns at once, towards 1 never.
    pub inertia: f64,
}

impl Default for SwarmOptions {
    fn default() -> Self {
        Self { side: 21, cell: 0.2, aperture: 2.0 * PI / 3.0, inertia: 0.5 }
    }
}

/// FieldAgents on one or more global maps.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_potential::{FieldAgent, Swarm, SwarmOptions};
/// use wayfront_domain::Domain;
/// use wayfront_potential::{Bias, PotentialMap};
///
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let domain = Arc::new(Domain::without_doors(&world)?);
/// let map = Arc::new(PotentialMap::of_domain(domain, 0.25, &world.sources, Bias::NONE)?);
/// let agents = (0..5).map(|k| FieldAgent::at((1.0 + f64::from(k), 8.0))).collect();
/// let mut swarm = Swarm::new(vec![map], agents, SwarmOptions { cell: 0.1, ..SwarmOptions::default() });
/// while swarm.time() < 60.0 {
///     swarm.step(1.0 / 20.0);
/// }
/// assert!(swarm.arrived().iter().all(|&arrived| arrived));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Swarm {
    maps: Vec<Arc<PotentialMap>>,
    /// The box around each map's goals: most agents are far from it.
    goal_bounds: Vec<Bounds>,
    agents: Vec<FieldAgent>,
    options: SwarmOptions,
    time: f64,
    arrived: Vec<bool>,
}

impl Swarm {
    /// FieldAgents that follow the maps of their goals; those whose goal has no map stay where they are.
    #[must_use]
    pub fn new(maps: Vec<Arc<PotentialMap>>, agents: Vec<FieldAgent>, options: SwarmOptions) -> Self {
        let arrived = vec![false; agents.len()];
        let centres = |map: &Arc<PotentialMap>| map.goals().map(|cell| map.grid().centre(cell)).collect::<Vec<_>>();
        let goal_bounds = maps.iter().map(|map| Bounds::of(&centres(map))).collect();
        let mut swarm = Self { maps, goal_bounds, agents, options, time: 0.0, arrived };
        // Every agent looks in the direction in which its path begins.
        for agent in &mut swarm.agents {
            let direction = swarm.maps.get(agent.goal).and_then(|map| map.direction(agent.position).ok());
            agent.heading = direction.filter(|direction| direction.length() > 0.0).unwrap_or(agent.heading);
        }
        swarm
    }

    /// The agents.
    #[must_use]
    pub fn agents(&self) -> &[FieldAgent] {
        &self.agents
    }

    /// Which of them have arrived; they stand still and block no other.
    #[must_use]
    pub fn arrived(&self) -> &[bool] {
        &self.arrived
    }

    /// Seconds since the beginning.
    #[must_use]
    pub const fn time(&self) -> f64 {
        self.time
    }

    /// All agents go on for `seconds`.
    pub fn step(&mut self, seconds: f64) {
        let near = self.neighbours();
        let fresh = || LocalMap::new(self.options.side, self.options.cell);
        let moved: Vec<(FieldAgent, bool)> = (0..self.agents.len())
            .into_par_iter()
            .map_init(fresh, |window, k| {
                let descent = self.question(k).and_then(|question| self.descent(&question, &near, window));
                self.moved(k, seconds, descent, &near)
            })
            .collect();
        self.take(moved, seconds);
    }

    /// The same, with the questions of all agents answered at once by another program, a graphics card for example, which is
    /// given all that stand in the way, too. An answer is the direction in the middle of the window that
    /// [`LocalMap::look`] and the goals of the map make, or `None` if no goal is reached.
    ///
    /// # Errors
    /// What the answers fail by; then no agent has moved.
    pub fn step_by<E>(
        &mut self,
        seconds: f64,
        answer: impl FnOnce(&[LocalDisc], &[LocalQuestion]) -> Result<Vec<Option<Point>>, E>,
    ) -> Result<(), E> {
        let there = self.agents.iter().zip(&self.arrived).filter(|(_, arrived)| !**arrived);
        let discs: Vec<LocalDisc> = there.map(|(agent, _)| disc(agent)).collect();
        let asked: Vec<Option<LocalQuestion>> =
            (0..self.agents.len()).into_par_iter().map(|k| self.question(k)).collect();
        let questions: Vec<LocalQuestion> = asked.iter().copied().flatten().collect();
        let mut answers = answer(&discs, &questions)?.into_iter();
        let descents: Vec<Option<Point>> =
            asked.iter().map(|question| question.and_then(|_| answers.next().flatten())).collect();
        let near = self.neighbours();
        let moved = descents.into_par_iter().enumerate().map(|(k, descent)| self.moved(k, seconds, descent, &near));
        let moved = moved.collect();
        self.take(moved, seconds);
        Ok(())
    }

    fn neighbours(&self) -> Neighbours {
        let reach = self.options.cell * self.options.side as f64 / 2.0;
        Neighbours::new(&self.agents, &self.arrived, reach)
    }

    fn take(&mut self, moved: Vec<(FieldAgent, bool)>, seconds: f64) {
        for (k, (agent, arrived)) in moved.into_iter().enumerate() {
            self.agents[k] = agent;
            self.arrived[k] = arrived;
        }
        self.time += seconds;
    }

    /// The map that an agent follows, if it is on its way.
    fn map_of(&self, k: usize) -> Option<&Arc<PotentialMap>> {
        self.maps.get(self.agents[k].goal).filter(|_| !self.arrived[k])
    }

    fn is_there(map: &PotentialMap, p: Point) -> bool {
        map.grid().cell_of(p).is_some_and(|cell| map.is_goal(cell))
    }

    /// What an agent asks; nothing if it has arrived or its map leads nowhere from here.
    fn question(&self, k: usize) -> Option<LocalQuestion> {
        let agent = &self.agents[k];
        let map = self.map_of(k)?;
        let towards = map.direction(agent.position).ok()?;
        let bias = agent.bias.as_ref().map_or(Bias::NONE, |bias| bias(self.time));
        (!Self::is_there(map, agent.position)).then_some(LocalQuestion {
            at: agent.position,
            heading: agent.heading,
            towards,
            radius: agent.radius,
            map: agent.goal,
            bias,
        })
    }

    fn moved(&self, k: usize, seconds: f64, descent: Option<Point>, near: &Neighbours) -> (FieldAgent, bool) {
        let mut agent = self.agents[k].clone();
        let Some(map) = self.map_of(k) else { return (agent, self.arrived[k]) };
        let Ok(global) = map.direction(agent.position) else { return (agent, false) };
        if Self::is_there(map, agent.position) {
            return (agent, true);
        }
        let Some(descent) = descent else {
            // Shut in: it looks where the field leads, and waits.
            agent.heading = turned(agent.heading, global, 1.0 - self.options.inertia);
            return (agent, false);
        };
        let pace = agent.heading.dot(descent).max(0.0);
        agent.heading = turned(agent.heading, descent, 1.0 - self.options.inertia);
        let length = agent.speed * seconds * pace;
        let to = agent.position + agent.heading * length;
        agent.position = self.settled(k, map, to, length, near);
        let arrived = Self::is_there(map, agent.position);
        (agent, arrived)
    }

    /// Where the agent's own map leads.
    fn descent(&self, question: &LocalQuestion, near: &Neighbours, window: &mut LocalMap) -> Option<Point> {
        let map = &self.maps[question.map];
        let mut discs = Vec::new();
        near.each(question.at, |other| discs.push(disc(&self.agents[other])));
        window.look(question, self.options.aperture, |p| map.grid().is_free_at(p), discs);
        let reach = self.options.cell * self.options.side as f64;
        if self.goal_bounds[question.map].grown(reach).contains(question.at) {
            window.set_goals(|p| Self::is_there(map, p));
        }
        window.descent(question.bias)
    }

    /// A step's end that is free: not in a wall, and not nearer to an agent that it would touch.
    fn settled(&self, k: usize, map: &PotentialMap, to: Point, length: f64, near: &Neighbours) -> Point {
        let agent = &self.agents[k];
        let from = agent.position;
        let is_clear = |to: Point| {
            let mut clear = true;
            near.each(to, |other| {
                let other = &self.agents[other];
                let apart = other.position.distance(to);
                let touches = apart < agent.radius + other.radius && apart < other.position.distance(from);
                clear &= other.position == from || !touches;
            });
            clear
        };
        if map.grid().clear_share(from, to) == 1.0 && is_clear(to) {
            return to;
        }
        let aim = map.aim(from).unwrap_or(from);
        let apart = (aim - from).length();
        let back = if apart > length { from.lerp(aim, length / apart) } else { aim };
        if is_clear(back) { back } else { from }
    }
}

fn disc(agent: &FieldAgent) -> LocalDisc {
    LocalDisc { centre: agent.position, radius: agent.radius }
}

/// A heading turned by a share of the angle to another direction, by the smaller angle.
fn turned(heading: Point, towards: Point, share: f64) -> Point {
    let angle = heading.cross(towards).atan2(heading.dot(towards)) * share;
    let (sin, cos) = angle.sin_cos();
    let turned = Point::new(heading.x * cos - heading.y * sin, heading.x * sin + heading.y * cos);
    turned * (1.0 / turned.length())
}

/// Which agents are near each other: agents by squares of the plane, hashed.
struct Neighbours {
    square: f64,
    agents: HashMap<[i64; 2], Vec<usize>>,
}

impl Neighbours {
    fn new(agents: &[FieldAgent], gone: &[bool], reach: f64) -> Self {
        let mut found = Self { square: reach.max(SMALLEST_SQUARE), agents: HashMap::new() };
        for (k, agent) in agents.iter().enumerate().filter(|(k, _)| !gone[*k]) {
            let square = found.square_of(agent.position);
            found.agents.entry(square).or_default().push(k);
        }
        found
    }

    fn square_of(&self, p: Point) -> [i64; 2] {
        [p.x, p.y].map(|v| (v / self.square).floor() as i64)
    }

    /// All agents in the squares around, those farther than the reach too.
    fn each(&self, p: Point, mut visit: impl FnMut(usize)) {
        let [x, y] = self.square_of(p);
        for square in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [x + dx, y + dy])) {
            self.agents.get(&square).into_iter().flatten().for_each(|&k| visit(k));
        }
    }
}
