//! How fast everybody wants to walk now: its own speed, times what the place allows, times what it waits for others.
//!
//! In some areas people are slower or faster. Those of a group that keeps together wait for its last: whoever is farther
//! ahead than a few metres, along the path that is left to the goal, walks the more slowly the farther it is, and nearly
//! stands when the others are out of its sight. The last walks as it can, so nobody waits for ever; those who are trapped
//! are not waited for.
//!
//! Steering models and guides see the speed of an agent alone, so all of them heed it. Cost: nothing for a crowd without
//! either; a point in a box, and in a ring for those who are in its box; one question of the guide for each of those who
//! keep together, twice a second.

use super::{Simulation, State};
use rayon::prelude::*;
use std::collections::HashMap;

/// Agents that one task looks at.
const CHUNK: usize = 256;
/// People look around for the others of their group so many times a second.
const LOOKS: f64 = 2.0;
/// Metres ahead of the last of its group from which on somebody waits, and at which it nearly stands.
const AHEAD: [f64; 2] = [2.0, 6.0];
/// The share of its speed that is left then.
const LEAST: f64 = 0.1;

impl Simulation {
    pub(super) fn set_paces(&mut self) {
        let waits = self.crews.iter().any(|crew| crew.group.together);
        if waits && self.time() >= self.together_looks as f64 / LOOKS {
            self.together_looks += 1;
            self.wait_for_the_last();
        }
        if self.settings.areas.is_empty() && !waits {
            return;
        }
        let (settings, agents, minds) = (&self.settings, &self.agents, &self.minds);
        let paces: Vec<f64> = (agents.position().par_iter().zip(minds).with_min_len(CHUNK))
            .map(|(&p, mind)| mind.speed * settings.pace_at(p) * mind.patience)
            .collect();
        for (slot, speed) in paces.into_iter().enumerate() {
            self.agents.set_speed(slot, speed);
        }
    }

    /// Slows down those who are ahead of the last of their group.
    fn wait_for_the_last(&mut self) {
        let left: Vec<Option<f64>> = (0..self.agents.len()).map(|slot| self.left_together(slot)).collect();
        let mut last: HashMap<u32, f64> = HashMap::new();
        for (left, &team) in left.iter().zip(self.agents.team()) {
            if let (Some(left), Some(team)) = (left, team) {
                last.entry(team).and_modify(|most| *most = most.max(*left)).or_insert(*left);
            }
        }
        for (slot, left) in left.into_iter().enumerate() {
            let last = self.agents.team()[slot].and_then(|team| last.get(&team));
            let ahead = last.zip(left).map_or(0.0, |(last, left)| last - left);
            let share = (AHEAD[1] - ahead) / (AHEAD[1] - AHEAD[0]);
            self.minds[slot].patience = share.clamp(LEAST, 1.0);
        }
    }

    /// What is left of the path of somebody who keeps together with others, stops on the way included; `None` for those
    /// who have no path or have arrived.
    fn left_together(&self, slot: usize) -> Option<f64> {
        let mind = &self.minds[slot];
        if self.agents.team()[slot].is_none() || matches!(mind.state, State::Leaves { .. }) {
            return None;
        }
        let cost = self.lead_of(mind)?.cost(self.agents.position()[slot])?;
        // Whoever has a stop more before it is farther from the goal, wherever it is.
        let stops = self.crews[mind.crew as usize].targets.len() - mind.target as usize;
        let bounds = self.domain().bounds();
        Some(cost + stops as f64 * (bounds.width() + bounds.height()))
    }
}
