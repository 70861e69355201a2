//! Where a path begins and ends, as states.

use super::SceneSearch;
use crate::cells::CellSpace;
use crate::fault::SearchError;
use crate::space::{Space, StateId};
use crate::spaces::QuadSpace;
use crate::wave::Wave;
use wayfront_domain::CellId;
use wayfront_geometry::Point;

/// A state that stands for nothing.
const NOWHERE: StateId = StateId(0);

/// Where a path begins and ends.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) from: StateId,
    pub(super) to: StateId,
    /// The cells in whose middles it does, where states are so much larger that their middles lie far from there, and
    /// what a length counts there.
    within: Option<[(Point, f64); 2]>,
}

impl Ends {
    pub(super) const fn new(from: StateId, to: StateId) -> Self {
        Self { from, to, within: None }
    }

    /// A path over the middles of states, from end to end, and what the ends cost besides.
    pub(super) fn joined(&self, mut path: Vec<Point>, arrives: bool) -> (Vec<Point>, f64) {
        let (Some([(from, dear), (to, last)]), Some(&first), Some(&end)) = (self.within, path.first(), path.last())
        else {
            return (path, 0.0);
        };
        let mut cost = from.distance(first) * dear;
        path.insert(0, from);
        if arrives {
            cost += to.distance(end) * last;
            path.push(to);
        }
        path.dedup();
        (path, cost)
    }
}

impl SceneSearch {
    pub(super) fn cell_ends(&self) -> Result<Ends, SearchError> {
        let space = self.live.space();
        let to = space.state_for("goal", self.to)?;
        let from = match self.from {
            Some(p) => space.state_for("start", p)?,
            None => farthest(space, to),
        };
        Ok(Ends::new(from, to))
    }

    pub(super) fn leaf_ends(&self, tree: &QuadSpace) -> Result<Ends, SearchError> {
        let cells = self.cell_ends()?;
        let places = [cells.from, cells.to].map(|state| self.live.space().place(state));
        let [from, to] = places.map(|place| tree.state_at(place).unwrap_or(NOWHERE));
        let factor = |state: StateId| self.live.space().factor(CellId(state.0));
        let within = Some([(places[0], factor(cells.from)), (places[1], factor(cells.to))]);
        Ok(Ends { from, to, within })
    }
}

/// The state from which the path to the goal is the dearest.
fn farthest(space: &CellSpace, goal: StateId) -> StateId {
    let mut wave = Wave::new();
    wave.run(space, &[(goal, 0)]);
    let states = (0..space.len() as u32).map(StateId).filter(|&state| wave.cost(state).is_some());
    states.max_by_key(|&state| (wave.cost(state), std::cmp::Reverse(state))).unwrap_or(goal)
}
