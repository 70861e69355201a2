//! Lane following: everybody keeps to its lane and to the distance from whoever is ahead. Lanes are two radii apart, so
//! nobody needs to avoid anybody.

use super::{Simulation, State};

/// Halvings of a step that would come too near to the one ahead.
const HALVINGS: usize = 8;

impl Simulation {
    pub(super) fn follow_lanes(&mut self) {
        let now = self.time();
        for crew in 0..self.crews.len() {
            for lane in 0..self.crews[crew].lanes.len() {
                let mut ahead = None;
                for k in 0..self.on_lanes[crew][lane].len() {
                    let slot = self.slot_of[self.on_lanes[crew][lane][k] as usize] as usize;
                    if let State::Hesitates { until } = self.minds[slot].state
                        && until <= now
                    {
                        self.minds[slot].state = State::Walks;
                    }
                    self.follow(crew, lane, slot, ahead);
                    ahead = Some(slot);
                }
            }
        }
    }

    /// One agent takes its step along the lane, as far as the one ahead lets it.
    fn follow(&mut self, crew: usize, lane: usize, slot: usize, ahead: Option<usize>) {
        let line = &self.crews[crew].lanes[lane];
        let from = self.minds[slot].lane.along;
        let is_walking = self.minds[slot].state == State::Walks;
        let wanted = if is_walking { self.agents.speed()[slot] * self.settings.step } else { 0.0 };
        let is_apart = |along: f64| {
            ahead.is_none_or(|other| {
                let needed = self.agents.radius()[slot] + self.agents.radius()[other];
                line.at(along).distance(self.agents.position()[other]) >= needed
            })
        };
        let mut walked = wanted;
        if !is_apart(from + wanted) {
            let mut least = 0.0;
            for _ in 0..HALVINGS {
                let half = f64::midpoint(least, walked);
                if is_apart(from + half) { least = half } else { walked = half }
            }
            walked = least;
        }
        let to = line.at(from + walked);
        self.minds[slot].lane.along = from + walked;
        let before = self.before[slot];
        self.agents.velocity[slot] = (to - before) * (1.0 / self.settings.step);
        self.agents.position[slot] = to;
    }
}
