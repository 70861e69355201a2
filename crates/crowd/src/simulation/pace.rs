//! Areas in which people are slower or faster: everybody's speed is its own times what the place allows.
//!
//! Steering models and guides see the speed of an agent alone, so all of them heed it. Cost: nothing for a crowd
//! without such areas, else a point in a box, and in a ring for those who are in its box.

use super::Simulation;
use rayon::prelude::*;

/// Agents that one task looks at.
const CHUNK: usize = 256;

impl Simulation {
    pub(super) fn set_paces(&mut self) {
        if self.settings.areas.is_empty() {
            return;
        }
        let (settings, agents, minds) = (&self.settings, &self.agents, &self.minds);
        let paces: Vec<f64> = (agents.position().par_iter().zip(minds).with_min_len(CHUNK))
            .map(|(&p, mind)| mind.speed * settings.pace_at(p))
            .collect();
        for (slot, speed) in paces.into_iter().enumerate() {
            self.agents.set_speed(slot, speed);
        }
    }
}
