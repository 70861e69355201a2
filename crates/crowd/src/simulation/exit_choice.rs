//! Which exit: all of them in one list, by the time at which one expects to be out.
//!
//! Every few seconds, people choose in the order of their distance. An exit is free again a moment after each person who
//! has chosen it, the sooner the wider it is; whoever comes next expects to be out when it has walked there and the exit
//! is free, and takes the exit by which that is soonest (the quickest paths of Kretz 2009). The choice of all is a
//! balance: nobody would gain by another exit, so nobody turns around. A choice is kept unless another is clearly
//! better. Cost: one question for each agent and exit.

use super::{Simulation, State};
use crate::lead::{Guidance, Routes};
use rayon::prelude::*;

/// Seconds between two choices.
const PAUSE: f64 = 2.0;
/// People who pass a metre of an exit in a second.
const FLOW: f64 = 1.9;
/// Seconds, and the share of the time that is left, by which another exit must be better than the one chosen before.
const HABIT: f64 = 5.0;
const HABIT_SHARE: f64 = 0.1;
/// What a second of walking costs besides the time that it takes: of two exits with equal queues, people take the near one.
const EFFORT: f64 = 1.0;
/// Agents that one task looks at.
const CHUNK: usize = 32;

/// Somebody who chooses.
struct Chooser {
    slot: usize,
    id: u64,
    /// Seconds to each exit; infinite where there is no path.
    walks: Vec<f64>,
    nearest: f64,
}

impl Simulation {
    /// Has everybody choose an exit, if it is time.
    pub(super) fn choose_exits(&mut self) {
        if !self.follows_queues() || self.time() < self.exit_choices as f64 * PAUSE {
            return;
        }
        self.exit_choices += 1;
        for lead in 0..self.leads.len() {
            let Some(routes) = self.leads[lead].routes().filter(|routes| !routes.exits().is_empty()) else { continue };
            let chosen = self.exits_by(lead, routes);
            for (slot, exit) in chosen {
                if self.minds[slot].exit != Some(exit) {
                    self.minds[slot].exit = Some(exit);
                    self.minds[slot].slot = None;
                }
            }
        }
    }

    /// The exits of all who follow a lead.
    fn exits_by(&self, lead: usize, routes: &Routes) -> Vec<(usize, u32)> {
        let slots = (0..self.agents.len()).into_par_iter().with_min_len(CHUNK);
        let mut choosers: Vec<Chooser> = slots.filter_map(|slot| self.exit_chooser(slot, lead, routes)).collect();
        choosers.sort_by(|a, b| a.nearest.total_cmp(&b.nearest).then(a.id.cmp(&b.id)));
        let mut free = vec![0.0; routes.exits().len()];
        choosers.iter().filter_map(|chooser| Some((chooser.slot, self.soonest(chooser, routes, &mut free)?))).collect()
    }

    fn exit_chooser(&self, slot: usize, lead: usize, routes: &Routes) -> Option<Chooser> {
        let (mind, p, speed) = (&self.minds[slot], self.agents.position()[slot], self.agents.speed()[slot]);
        let target = self.crews[mind.crew as usize].targets.get(mind.target as usize)?;
        if target.lead != lead || !matches!(mind.state, State::Walks | State::Hesitates { .. }) {
            return None;
        }
        let walk = |map: &wayfront_bodies::SceneMap| {
            wayfront_domain::Guide::cost(map, p).map_or(f64::INFINITY, |length| length / speed)
        };
        let walks: Vec<f64> = routes.exits().iter().map(walk).collect();
        let nearest = walks.iter().copied().fold(f64::INFINITY, f64::min);
        Some(Chooser { slot, id: self.agents.id()[slot], walks, nearest })
    }

    /// The exit by which somebody is out soonest; takes its turn there.
    fn soonest(&self, chooser: &Chooser, routes: &Routes, free: &mut [f64]) -> Option<u32> {
        let before = self.minds[chooser.slot].exit;
        let out = |exit: usize| {
            let seconds = chooser.walks[exit].max(free[exit]) + EFFORT * chooser.walks[exit];
            let is_kept = before == Some(exit as u32);
            if is_kept { seconds - HABIT - HABIT_SHARE * seconds } else { seconds }
        };
        let exit = (0..free.len()).filter(|&exit| chooser.walks[exit].is_finite());
        let exit = exit.min_by(|&a, &b| out(a).total_cmp(&out(b)))?;
        let width = routes.ends(exit).map_or(0.0, |[a, b]| a.distance(b)) + 2.0 * self.agents.radius()[chooser.slot];
        free[exit] = chooser.walks[exit].max(free[exit]) + 1.0 / (FLOW * width);
        Some(exit as u32)
    }

    /// The exit of a lead that people choose, instead of going around queues.
    pub(super) fn chooses_exits(&self, lead: usize) -> bool {
        matches!(&self.leads[lead], Guidance::Path(routes) if !routes.exits().is_empty())
    }
}
