//! Guides over cells in a scene that changes: repaired, not built again.
//!
//! There is one wave over cells for each lead. When a door opens or an obstacle comes, it goes along into the next scene,
//! where the cells that became different are found by comparison and the wave is repaired around them. Constraints that
//! are attached to a point that goes about, such as what a guard sees, are followed in between.

use super::Simulation;
use crate::lead::Guidance;

/// Seconds between two looks at what goes about.
const PAUSE: f64 = 0.5;

impl Simulation {
    /// The scene that people know is left: its cells wait for the next one.
    pub(super) fn leave_cells(&mut self) {
        self.course.cells.resize_with(self.leads.len().max(self.course.cells.len()), || None);
        for (lead, waiting) in self.leads.iter_mut().zip(&mut self.course.cells) {
            if let Some(guide) = lead.cells_mut() {
                let sources = guide.sources().to_vec();
                let goals = Guidance::CellsTo(sources, lead.trade_exact(None));
                *waiting = Some(std::mem::replace(lead, goals));
            }
        }
    }

    /// The cells that the scene before left are repaired for the one that people know now.
    pub(super) fn take_cells(&mut self) {
        for (k, lead) in self.leads.iter_mut().enumerate() {
            let Guidance::CellsTo(goals, _) = &*lead else { continue };
            let left = self.course.cells.get_mut(k).and_then(Option::take);
            let made = left.or_else(|| self.course.hope(k).and_then(Guidance::cells_again));
            let Some(mut guidance) = made else { continue };
            let world = self.course.known();
            // Scenes were checked before the run; one that cannot be followed has no paths, and people wait for the next.
            if guidance.cells_mut().is_some_and(|guide| guide.follow_to(world, goals).is_ok()) {
                guidance.trade_exact(lead.trade_exact(None));
                *lead = guidance;
            }
        }
    }

    /// Constraints go about with what they are attached to.
    pub(super) fn follow_constraints(&mut self) {
        let Some(world) = &self.course.moving else { return };
        let time = self.time();
        if time < self.looks as f64 * PAUSE {
            return;
        }
        self.looks += 1;
        let world = world.at(time);
        for guide in self.leads.iter_mut().filter_map(Guidance::cells_mut) {
            // A moment that cannot be followed is passed over.
            let _ = guide.follow(&world);
        }
    }
}
