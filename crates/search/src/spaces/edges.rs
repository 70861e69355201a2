//! Any graph: a list of edges, each with its cost.
//!
//! Costs are given in any unit and kept in ticks, rounded up; a tick is chosen so fine that no path without loops leaves
//! the range. Where states have places, the lower bound is their distance times the least cost per length of any edge.

use crate::fault::SearchError;
use crate::space::{Space, StateId, Ticks};
use wayfront_geometry::{Lists, Point};

/// What all costs of a path may sum up to, in ticks.
const RANGE: f64 = (1u32 << 30) as f64;

/// States and directed edges.
///
/// ```
/// use wayfront_search::{AStar, Budget, EdgeSpace, StateId};
/// let roads = EdgeSpace::new(4, &[(0, 1, 2.5), (1, 3, 2.5), (0, 2, 1.0), (2, 3, 3.0)])?;
/// let mut search = AStar::new();
/// let answer = search.find(&roads, StateId(0), StateId(3), Budget::Unlimited);
/// assert_eq!(answer.path, [StateId(0), StateId(2), StateId(3)]);
/// assert!((roads.cost(answer.cost) - 4.0).abs() < 1e-6);
/// assert!(EdgeSpace::new(2, &[(0, 1, -1.0)]).is_err());
/// # Ok::<(), wayfront_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EdgeSpace {
    forward: Links,
    backward: Links,
    places: Vec<Point>,
    tick: f64,
    cheapest: Ticks,
    dearest: Ticks,
    /// Ticks per length that every edge costs at least.
    rate: f64,
}

/// For each state the edges that begin, or end, there.
type Links = Lists<(u32, Ticks)>;

impl EdgeSpace {
    /// So many states, and edges from one to another with their costs.
    ///
    /// # Errors
    /// If an edge names a state that does not exist, or costs nothing, less, or no number, or so little beside the others
    /// that it would be rounded away.
    pub fn new(states: usize, edges: &[(u32, u32, f64)]) -> Result<Self, SearchError> {
        let mut dearest_of = vec![0.0f64; states];
        for &(from, to, cost) in edges {
            if from as usize >= states || to as usize >= states {
                return Err(SearchError::NoSuchState { from, to, states });
            }
            if !(cost > 0.0 && cost.is_finite()) {
                return Err(SearchError::StepCost { from, to, cost });
            }
            dearest_of[from as usize] = dearest_of[from as usize].max(cost);
        }
        let most: f64 = dearest_of.iter().sum();
        let tick = if most > 0.0 { most / RANGE } else { 1.0 };
        if let Some(&(from, to, cost)) = edges.iter().find(|edge| edge.2 < tick) {
            return Err(SearchError::StepBelowRounding { from, to, cost, tick });
        }
        let ticks = edges.iter().map(|&(from, to, cost)| (from, to, (cost / tick).ceil() as Ticks));
        let costs = ticks.clone().map(|edge| edge.2);
        Ok(Self {
            cheapest: costs.clone().min().unwrap_or(1),
            dearest: costs.max().unwrap_or(1),
            forward: Links::of(states, ticks.clone().map(|(from, to, cost)| (from, (to, cost)))),
            backward: Links::of(states, ticks.map(|(from, to, cost)| (to, (from, cost)))),
            places: Vec::new(),
            tick,
            rate: 0.0,
        })
    }

    /// With a place for each state, from which lower bounds follow.
    #[must_use]
    pub fn with_places(mut self, places: Vec<Point>) -> Self {
        self.places = places;
        self.places.resize(self.forward.len(), Point::default());
        self.rate = f64::INFINITY;
        for from in 0..self.places.len() as u32 {
            for &(to, cost) in self.forward.list(from as usize) {
                let distance = self.places[from as usize].distance(self.places[to as usize]);
                // A billionth less than the truth: distances are rounded.
                self.rate = self.rate.min(f64::from(cost) / distance * (1.0 - 1e-9));
            }
        }
        if !self.rate.is_finite() {
            self.rate = 0.0;
        }
        self
    }

    /// A number of ticks in the unit of the edges' costs.
    #[must_use]
    pub fn cost(&self, ticks: Ticks) -> f64 {
        f64::from(ticks) * self.tick
    }

    /// Gives all edges from one state to another a new cost. Returns the states whose steps became others. Lower bounds
    /// become weaker, if need be.
    ///
    /// # Errors
    /// If the cost is no positive number or is rounded away.
    pub fn set_cost(&mut self, from: StateId, to: StateId, cost: f64) -> Result<Vec<StateId>, SearchError> {
        if !(cost > 0.0 && cost.is_finite()) {
            return Err(SearchError::StepCost { from: from.0, to: to.0, cost });
        }
        if cost < self.tick {
            return Err(SearchError::StepBelowRounding { from: from.0, to: to.0, cost, tick: self.tick });
        }
        let ticks = ((cost / self.tick).ceil() as Ticks).min(RANGE as Ticks);
        (self.cheapest, self.dearest) = (self.cheapest.min(ticks), self.dearest.max(ticks));
        for (links, a, b) in [(&mut self.forward, from, to), (&mut self.backward, to, from)] {
            links.list_mut(a.index()).iter_mut().filter(|end| end.0 == b.0).for_each(|end| end.1 = ticks);
        }
        if let (Some(a), Some(b)) = (self.places.get(from.index()), self.places.get(to.index())) {
            self.rate = self.rate.min(f64::from(ticks) / a.distance(*b) * (1.0 - 1e-9));
        }
        Ok(vec![from])
    }
}

impl Space for EdgeSpace {
    fn len(&self) -> usize {
        self.forward.len()
    }

    fn steps(&self, from: StateId, mut each: impl FnMut(StateId, Ticks)) {
        self.forward.list(from.index()).iter().for_each(|&(to, cost)| each(StateId(to), cost));
    }

    fn steps_to(&self, to: StateId, mut each: impl FnMut(StateId, Ticks)) {
        self.backward.list(to.index()).iter().for_each(|&(from, cost)| each(StateId(from), cost));
    }

    fn least(&self, a: StateId, b: StateId) -> Ticks {
        match (self.places.get(a.index()), self.places.get(b.index())) {
            (Some(a), Some(b)) => (a.distance(*b) * self.rate) as Ticks,
            _ => 0,
        }
    }

    fn place(&self, state: StateId) -> Point {
        self.places.get(state.index()).copied().unwrap_or_default()
    }

    fn cheapest(&self) -> Ticks {
        self.cheapest
    }

    fn dearest(&self) -> Ticks {
        self.dearest
    }

    fn tick(&self) -> f64 {
        self.tick
    }
}
