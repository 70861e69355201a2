//! Lanes: as many as the world can carry, as lines of equal distance in a world of whole lanes.
//!
//! Every gate counts the lanes that fit into it. Then all solids lie at whole numbers of lanes above the bottom, and the
//! lines of equal distance half-way between whole numbers are the lanes. Distances grow by at most 1 per length, so two
//! lanes are at least one lane's width apart; and a solid lies at a whole number, so every lane keeps half a lane's
//! width from it. The number of lanes is the height of the top, which is the min cut in lanes: none is lost.
//!
//! With one entrance and one exit, these are all lanes. With several, `bundles` has lanes for each two of them.

use crate::bundles::Bundle;
use crate::cut::{Cut, Measure};
use crate::error::FlowError;
use crate::lanes::{Lane, Lanes};
use crate::map::FlowMap;
use std::sync::OnceLock;

/// More lanes than this are not made.
const MOST_LANES: usize = 20_000;

/// So many times its size from the origin, a world may have too few digits for lanes.
const FAR_AWAY: f64 = 1e3;

impl FlowMap {
    /// All lanes for discs of a radius. None if the cut has no room: then [`Lanes::cut`] has gates that are too narrow,
    /// and [`FlowMap::narrowest_passage`] the largest disc that could pass.
    ///
    /// # Errors
    /// If the radius is no positive number, or so small that there would be too many lanes; or if the world lies so far
    /// from the origin that lanes cannot be distinguished.
    pub fn lanes(&self, radius: f64) -> Result<Lanes<'_>, FlowError> {
        self.check_radius(radius)?;
        let width = 2.0 * radius;
        let measure = Measure::Lanes { width, slack: self.slack() };
        let mut cut = Cut::new(self.local(), &self.solids, measure);
        let gates = std::mem::take(&mut cut.gates);
        let heights = cut.map.costs.clone();
        let (lanes, capacity) = self.all_lanes(cut, radius, measure);
        self.check_digits(lanes.len(), capacity)?;
        let given_gates = gates.iter().map(|gate| self.frame.given_gate(gate)).collect();
        Ok(Lanes { flow: self, radius, capacity, gates, given_gates, heights, lanes, given: OnceLock::new() })
    }

    /// There can be lanes for discs of a radius, and not too many.
    pub(crate) fn check_radius(&self, radius: f64) -> Result<(), FlowError> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(FlowError::Radius { radius });
        }
        let most = self.capacity() / (2.0 * radius);
        if most > MOST_LANES as f64 {
            return Err(FlowError::TooMany { radius, lanes: most as usize, most: MOST_LANES });
        }
        Ok(())
    }

    /// Lines get lost where a small world lies far from the origin, as in degrees of longitude and latitude.
    fn check_digits(&self, found: usize, expected: usize) -> Result<(), FlowError> {
        let bounds = self.domain().bounds();
        let away = bounds.corners().iter().fold(0.0, |most: f64, p| most.max(p.x.abs()).max(p.y.abs()));
        if found != expected && away > FAR_AWAY * bounds.size() {
            return Err(FlowError::Coarse { found, expected, size: bounds.size(), away });
        }
        Ok(())
    }

    /// All lanes, and how many there should be.
    fn all_lanes(&self, cut: Cut, radius: f64, measure: Measure) -> (Vec<Lane>, usize) {
        let width = 2.0 * radius;
        if let [part] = self.solids.parts.as_slice()
            && let [entrance, exit] = part.openings.as_slice()
        {
            let count = (cut.value / width).round() as usize;
            let (starts, ends) = (entrance.sides.clone(), exit.sides.clone());
            let bundle = Bundle { count, map: cut.map, depth: 0, starts, ends };
            return (self.lines(&bundle, width), count);
        }
        self.bundled(radius, measure)
    }
}
