//! Where everybody wants to go: each asks the guide of its next target.

use super::{AgentState, Simulation, State};
use crate::lead::Guidance;
use crate::plan::{NOWHERE, Target};
use crate::steering::turn::tried;
use rayon::prelude::*;
use wayfront_geometry::Point;

/// Seconds of standing after which one tries other directions.
const RESTLESS: f64 = 8.0;
/// How far from its spot at a stop an agent begins to slow down, and how near it stands still, in metres.
const SLOWING: f64 = 0.6;
const SETTLED: f64 = 0.25;
/// Seconds of standing before its spot at a stop after which an agent stays where it is.
const CONTENT: f32 = 1.0;
/// Agents that one task asks for.
const CHUNK: usize = 64;

impl Simulation {
    pub(super) fn set_wishes(&mut self) {
        let now = self.time();
        for (slot, mind) in self.minds.iter_mut().enumerate() {
            match &mut mind.state {
                State::Hesitates { until } if *until <= now => mind.state = State::Walks,
                // Others are in its path to the spot: here is as good.
                State::Waits { spot, .. } if self.agents.standing()[slot] >= CONTENT => {
                    *spot = self.agents.position()[slot]
                }
                _ => {}
            }
        }
        for (slot, mind) in self.minds.iter().enumerate() {
            let target = self.crews[mind.crew as usize].targets.get(mind.target as usize);
            let place = target.filter(|_| mind.state == State::Walks).map(|target| target.bound);
            let place = place.filter(|&place| place != NOWHERE);
            self.agents.head_for(slot, place);
        }
        self.choose_doors();
        self.choose_slots();
        self.ask_paths();
        let mut wishes = std::mem::take(&mut self.next);
        wishes.resize(self.agents.len(), Point::default());
        let this = &*self;
        wishes.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, wishes)| {
            for (k, wish) in wishes.iter_mut().enumerate() {
                *wish = this.wish(chunk * CHUNK + k);
            }
        });
        self.agents.wish_mut().copy_from_slice(&wishes);
        self.next = wishes;
    }

    /// The velocity that the agent in a slot wants.
    fn wish(&self, slot: usize) -> Point {
        let (p, mind) = (self.agents.position()[slot], &self.minds[slot]);
        let aim = match mind.state {
            State::Hesitates { .. } | State::Leaves { .. } => None,
            State::Waits { spot, .. } => Some(spot),
            State::Walks => self.aim(mind, p),
        };
        let (radius, moving) = (self.agents.radius()[slot], self.course.cars());
        let shy = |wish: Point| moving.map_or(wish, |moving| moving.shy(p, radius, wish));
        let Some(aim) = aim else { return shy(Point::default()) };
        let aim = moving.map_or(aim, |moving| moving.around(p, radius, aim));
        let path = aim - p;
        let (length, speed) = (path.length(), self.agents.speed()[slot]);
        let waits = matches!(mind.state, State::Waits { .. });
        if length == 0.0 || waits && length < SETTLED {
            return shy(Point::default());
        }
        let wish = path * (speed / if waits { length.max(SLOWING) } else { length });
        if mind.standing < RESTLESS || self.steering.loosens() {
            return shy(wish);
        }
        tried(wish, self.settings.seed, self.agents.id()[slot], self.time())
    }

    /// The point that somebody walks to; where there is no path now, to where there will be one.
    fn aim(&self, mind: &AgentState, p: Point) -> Option<Point> {
        if let Some(aim) = mind.slot.and_then(|slot| slot.aim(p)) {
            return Some(aim);
        }
        let aim = match self.lead_of(mind)? {
            Guidance::Own => mind.led,
            Guidance::Graph(routes) => mind.led.or_else(|| routes.aim_on(routes.map(), p)),
            Guidance::Path(routes) => mind.path.map(|path| path.aim).or_else(|| {
                let map = self.map_of(mind, self.target_of(mind)?.lead, routes);
                routes.aim_on(map, p)
            }),
            Guidance::Cells(cells) | Guidance::Quickest(cells) => cells.aim(p, self.time() < mind.lost_until),
            lead => lead.aim(p),
        };
        aim.or_else(|| self.course.hope(self.target_of(mind)?.lead)?.aim(p))
    }

    /// What leads to somebody's next target; lanes need no guide.
    pub(super) fn lead_of(&self, mind: &AgentState) -> Option<&Guidance> {
        Some(&self.leads[self.target_of(mind)?.lead])
    }

    fn target_of(&self, mind: &AgentState) -> Option<&Target> {
        self.crews[mind.crew as usize].targets.get(mind.target as usize)
    }
}
