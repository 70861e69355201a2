//! Travel times at the density of now: what leads groups whose guide is `quickest`.
//!
//! Every other second, people are counted around each cell. Where it is dense they are slow (Weidmann 1993), and in some
//! areas of the scene they are slower anyway: a cell counts as much longer as one is slower there. The wave over the cells
//! then leads along the path that takes the least time as things are now (Kretz 2009: quickest paths). It knows nothing of
//! the future: a jam that will have dissolved is avoided all the same. So it suits halls with paths side by side, and
//! lone agents walk from cell to cell, not along exact shortest paths.
//!
//! Cost: every other second, a wave over the cells for each lead.

use super::Simulation;
use crate::fundamental::weidmann;
use crate::lead::Guidance;
use wayfront_domain::CellGrid;
use wayfront_geometry::{Bounds, Point};
use wayfront_search::CellGuide;

/// Seconds between two looks.
const PAUSE: f64 = 2.0;
/// How far from a cell people count for its density, in metres.
const REACH: f64 = 1.0;
/// Nobody counts as slower than this, in metres a second: the densest jam moves on.
const LEAST: f64 = 0.15;

impl Simulation {
    pub(super) fn find_travel_times(&mut self) {
        let is_led = self.leads.iter().any(|lead| matches!(lead, Guidance::Quickest(_)));
        if !is_led || self.time() < self.densities as f64 * PAUSE {
            return;
        }
        self.densities += 1;
        let mut leads = std::mem::take(&mut self.leads);
        for lead in &mut leads {
            if let Guidance::Quickest(cells) = lead {
                let factors = self.slowness(&cells.guide);
                // The factors are as many as cells and in range, so that this cannot fail.
                let _ = cells.guide.set_terrain(factors);
            }
        }
        self.leads = leads;
    }

    /// How many times longer it takes to pass each cell than to walk freely where people are fastest.
    fn slowness(&self, guide: &CellGuide) -> Vec<f64> {
        let grid = guide.live().space().grid();
        let fastest = self.settings.areas.iter().map(|area| area.speed).fold(1.0, f64::max);
        let densities = densities(grid, self.agents.position());
        let centres = grid.cells().map(|cell| grid.centre(cell));
        densities
            .iter()
            .zip(centres)
            .map(|(&density, at)| {
                let pace = if self.settings.areas.is_empty() { 1.0 } else { self.settings.pace_at(at) };
                (fastest / pace * (weidmann(0.0) / weidmann(density).max(LEAST))).clamp(1.0, MOST)
            })
            .collect()
    }
}

/// The most that a cell may count.
const MOST: f64 = 100.0;

/// People within reach of the middle of each cell, for each square metre.
fn densities(grid: &CellGrid, people: &[Point]) -> Vec<f64> {
    let mut densities = vec![0.0; grid.len()];
    let each = 1.0 / (std::f64::consts::PI * REACH * REACH);
    for &p in people {
        for cell in grid.cells_within(Bounds::of(&[p]).grown(REACH)) {
            if grid.centre(cell).distance(p) <= REACH {
                densities[cell.index()] += each;
            }
        }
    }
    densities
}
