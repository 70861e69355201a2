//! The triangles of a domain as a graph: the middles of sides are states, six steps for each triangle.
//!
//! Barriers are crossed at their price, doors if they are open. Each triangle has a factor, such as 1 / speed in a crowd;
//! what constraints make dearer or cheaper is the exact integral along each step. Paths are valid, not shortest, and
//! coarse: within a large triangle there is no path around anything. Pull them taut, or take a path map, which is exact.
//! Two points of the user's may be added as states.

use super::edges::EdgeSpace;
use crate::constraints::ConstraintField;
use crate::fault::SearchError;
use crate::space::{Space, StateId, Ticks};
use std::sync::Arc;
use wayfront_domain::{Domain, Scene, SideId, Spot, TriangleId};
use wayfront_geometry::Point;
use wayfront_world::BarrierCost;

/// Middles of sides of a domain's triangles.
#[derive(Clone, Debug)]
pub struct TriangleSpace {
    graph: EdgeSpace,
    domain: Arc<Domain>,
    /// The first state of the points that were added.
    points: u32,
}

/// What crossing a gate costs; `None` if it is closed.
type Prices = Vec<Option<f64>>;

impl TriangleSpace {
    /// The triangles of a scene, and these points. Factors of barriers count for the step that follows; constraints count
    /// by their weight, and no step enters a hard one.
    ///
    /// # Errors
    /// If a point is blocked, or a step is too short to count.
    pub fn of(scene: &Scene, points: &[Point]) -> Result<Self, SearchError> {
        let world = scene.world();
        let price = |cost: &BarrierCost| match *cost {
            BarrierCost::Delay(delay) => delay,
            BarrierCost::Weight(factor) => (factor - 1.0) * scene.domain().triangle_width(),
        };
        let barriers = world.barriers.iter().map(|barrier| Some(price(&barrier.cost)));
        let doors = world.doors.iter().map(|door| door.open.then_some(0.0));
        let field = ConstraintField::of(world);
        Self::with(scene.domain().clone(), &barriers.chain(doors).collect(), &field, |_| 1.0, points)
    }

    /// The triangles of a domain with a factor for each, and these points. Gates are open.
    ///
    /// # Errors
    /// If a point is blocked, a factor is below 1, or a step is too short to count.
    pub fn of_domain(
        domain: Arc<Domain>,
        factor: impl Fn(TriangleId) -> f64,
        points: &[Point],
    ) -> Result<Self, SearchError> {
        let gates = domain.gate_sides().filter_map(|side| domain.gate(side)).flat_map(|gate| gate.gates.to_vec());
        let count = gates.map(|gate| gate.index() + 1).max().unwrap_or(0);
        Self::with(domain, &vec![Some(0.0); count], &ConstraintField::default(), factor, points)
    }

    fn with(
        domain: Arc<Domain>,
        prices: &Prices,
        field: &ConstraintField,
        factor: impl Fn(TriangleId) -> f64,
        points: &[Point],
    ) -> Result<Self, SearchError> {
        let mut builder = Builder::new(&domain, prices, field);
        for triangle in (0..domain.free_triangles() as u32).map(TriangleId) {
            let factor = factor(triangle);
            if !(factor >= 1.0 && factor.is_finite()) {
                return Err(SearchError::Factor { factor });
            }
            builder.cross(triangle, factor);
        }
        let first = builder.places.len() as u32;
        builder.add_points(points)?;
        let Builder { places, edges, .. } = builder;
        let graph = EdgeSpace::new(places.len(), &edges)?.with_places(places);
        Ok(Self { graph, domain, points: first })
    }

    /// The state of the point that was added as the `index`-th.
    #[must_use]
    pub const fn state_of_point(&self, index: usize) -> StateId {
        StateId(self.points + index as u32)
    }

    /// The domain.
    #[must_use]
    pub const fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// A number of ticks in the units of the scene.
    #[must_use]
    pub fn cost(&self, ticks: Ticks) -> f64 {
        self.graph.cost(ticks)
    }
}

struct Builder<'a> {
    domain: &'a Domain,
    prices: &'a Prices,
    field: &'a ConstraintField,
    /// The state of each side; `u32::MAX` where nothing can pass.
    states: Vec<u32>,
    places: Vec<Point>,
    edges: Vec<(u32, u32, f64)>,
}

impl<'a> Builder<'a> {
    fn new(domain: &'a Domain, prices: &'a Prices, field: &'a ConstraintField) -> Self {
        let sides = domain.sides().len();
        let (states, places, edges) = (vec![u32::MAX; sides], Vec::new(), Vec::new());
        let mut builder = Self { domain, prices, field, states, places, edges };
        for side in (0..sides as u32).map(SideId) {
            builder.add_side(side);
        }
        builder
    }

    fn add_side(&mut self, side: SideId) {
        if let Some(twin) = self.domain.twin(side) {
            if self.states[twin.index()] != u32::MAX {
                self.states[side.index()] = self.states[twin.index()];
            } else {
                self.states[side.index()] = self.new_state(side);
            }
        } else if let Some(gate) = self.domain.gate(side) {
            let prices = gate.gates.iter().map(|gate| self.prices.get(gate.index()).copied().flatten());
            let Some(price) = prices.sum::<Option<f64>>() else { return };
            let beyond = gate.beyond;
            // At no price both sides of an open gate are one state.
            if price <= 0.0 && self.states[beyond.index()] != u32::MAX {
                self.states[side.index()] = self.states[beyond.index()];
                return;
            }
            self.states[side.index()] = self.new_state(side);
            if price > 0.0 && self.states[beyond.index()] != u32::MAX {
                let (a, b) = (self.states[side.index()], self.states[beyond.index()]);
                self.edges.extend([(a, b, price), (b, a, price)]);
            }
        }
    }

    fn new_state(&mut self, side: SideId) -> u32 {
        let [a, b] = self.domain.side_points(side);
        self.places.push(a.lerp(b, 0.5));
        self.places.len() as u32 - 1
    }

    /// The six steps across a triangle.
    fn cross(&mut self, triangle: TriangleId, factor: f64) {
        let states = triangle.sides().map(|side| self.states[side.index()]);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            self.link(states[i], states[j], factor);
        }
    }

    fn link(&mut self, a: u32, b: u32, factor: f64) {
        if a == u32::MAX || b == u32::MAX || a == b {
            return;
        }
        let (from, to) = (self.places[a as usize], self.places[b as usize]);
        let cost = self.field.integral(from, to) * factor;
        if cost > 0.0 && !self.field.is_forbidden(from, to) {
            self.edges.extend([(a, b, cost), (b, a, cost)]);
        }
    }

    /// Points are linked with the sides of their triangles, and with each other where they share one.
    fn add_points(&mut self, points: &[Point]) -> Result<(), SearchError> {
        let mut seen: Vec<(TriangleId, u32)> = Vec::new();
        for &p in points {
            let Some(triangle) = self.triangle_of(p) else {
                let what = if seen.is_empty() { "start" } else { "goal" };
                return Err(SearchError::blocked(what, p, self.domain.nearest_free(p)));
            };
            self.places.push(p);
            let own = self.places.len() as u32 - 1;
            for side in triangle.sides() {
                self.link_or_join(own, self.states[side.index()]);
            }
            let shared: Vec<u32> = seen.iter().filter(|other| other.0 == triangle).map(|other| other.1).collect();
            shared.into_iter().for_each(|other| self.link_or_join(own, other));
            seen.push((triangle, own));
        }
        Ok(())
    }

    /// A point that lies on the middle of a side is joined to it by the shortest step that counts.
    fn link_or_join(&mut self, a: u32, b: u32) {
        if b == u32::MAX {
            return;
        }
        if self.places[a as usize] == self.places[b as usize] {
            let shortest = self.edges.iter().map(|edge| edge.2).fold(1.0, f64::min);
            self.edges.extend([(a, b, shortest), (b, a, shortest)]);
        } else {
            self.link(a, b, 1.0);
        }
    }

    fn triangle_of(&self, p: Point) -> Option<TriangleId> {
        Some(match self.domain.locate(p)? {
            Spot::Inside(triangle) => triangle,
            Spot::On(side) => side.triangle(),
            Spot::At(corner) => self.domain.first_side(corner).triangle(),
        })
    }
}

impl Space for TriangleSpace {
    fn len(&self) -> usize {
        self.graph.len()
    }

    fn steps(&self, from: StateId, each: impl FnMut(StateId, Ticks)) {
        self.graph.steps(from, each);
    }

    fn least(&self, a: StateId, b: StateId) -> Ticks {
        self.graph.least(a, b)
    }

    fn place(&self, state: StateId) -> Point {
        self.graph.place(state)
    }

    fn cheapest(&self) -> Ticks {
        self.graph.cheapest()
    }

    fn dearest(&self) -> Ticks {
        self.graph.dearest()
    }

    fn tick(&self) -> f64 {
        self.graph.tick()
    }
}
