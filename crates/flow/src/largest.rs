//! The largest disc that can cross a world, and the gate that stops larger ones.
//!
//! A disc is stopped by a cut all of whose gates are narrower than it. Of all cuts, look for the one whose widest gate is
//! narrowest: start with any cut, ask for one whose gates are all narrower than its widest, and so on, until there is
//! none. Cost: a cut for each step; few are needed, since each finds one that is narrower throughout.

use crate::cut::{Cut, Gate, Measure};
use crate::map::FlowMap;

impl FlowMap {
    /// The gate that limits how large discs can be: those whose diameter is its width can cross, larger ones cannot.
    /// None if entrance and exit are the whole boundary.
    #[must_use]
    pub fn narrowest_passage(&self) -> Option<Gate> {
        let widest = |gates: &[Gate]| gates.iter().max_by(|a, b| a.width.total_cmp(&b.width)).cloned();
        let mut limit = widest(&self.cut.gates)?;
        loop {
            let measure = Measure::Lanes { width: limit.width, slack: self.slack() };
            let cut = Cut::new(self.local(), &self.solids, measure);
            match widest(&cut.gates).filter(|gate| cut.value == 0.0 && gate.width < limit.width) {
                Some(narrower) => limit = narrower,
                None => return Some(self.frame.given_gate(&limit)),
            }
        }
    }
}
