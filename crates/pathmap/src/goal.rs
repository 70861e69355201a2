//! What a build is for: everywhere, or one point.
//!
//! A map of everywhere takes corners and windows by their cost. A search for one point takes them by the least cost at
//! which that point could be reached through them (A*), keeps no windows, and ends when nothing better can come.

use crate::front::{Even, Front, Pace, Roots, Seen, Window};
use crate::tariff::{Layer, Tariff};
use wayfront_domain::{Domain, Spot};
use wayfront_geometry::Point;

/// What a build is for; a map, unless it says otherwise.
pub(crate) trait Goal {
    /// Windows are kept for queries, and all memory is started afresh.
    const IS_MAP: bool = true;

    /// Speeds change at corners.
    const HAS_SPEEDS: bool = false;

    /// Gates are crossed at a price.
    const HAS_GATES: bool = false;

    /// One or the other.
    const HAS_TERMS: bool = Self::HAS_SPEEDS || Self::HAS_GATES;

    /// How fast waves are.
    type Pace: Pace;

    /// The pace of a layer.
    fn pace(tariff: &Tariff, layer: u16) -> Self::Pace;

    /// How many buckets of the queue windows may run ahead of their turn: far, if they are needed anyway.
    const AHEAD: f64 = 10.0;

    /// It wants to know where windows end at outlines.
    const MINDS_OUTLINES: bool = false;

    /// When a corner or a source that was reached at some cost has its turn.
    #[inline]
    fn turn(&self, _at: Point, cost: f64) -> f64 {
        cost
    }

    /// When a window that comes over the segment `a`-`b` has its turn, if that is after `limit`.
    #[inline]
    fn turn_after<F: Front>(&self, limit: f64, front: &F, a: &Seen, b: &Seen) -> Option<f64> {
        front.least_cost_above(limit, a, b)
    }

    /// A root sees a part of a triangle.
    #[inline]
    fn look<F: Front>(&mut self, _triangle: u32, _roots: Roots, _front: &F, _window: &Window) {}

    /// A corner was reached.
    #[inline]
    fn reach(&mut self, _corner: u32, _cost: f64, _root: u32) {}

    /// A window ends at a side at which free space ends.
    #[inline]
    fn stop<F: Front>(&mut self, _: &Domain, _side: u32, _: Roots, _: &F, _: &Window) {}

    /// Nothing whose turn comes after this is needed.
    #[inline]
    fn end(&self) -> f64 {
        f64::INFINITY
    }
}

/// A map of lengths.
#[derive(Debug, Default)]
pub(crate) struct Everywhere;

/// A map with speed changes.
#[derive(Debug, Default)]
pub(crate) struct WithSpeeds;

/// A map with gates.
#[derive(Debug, Default)]
pub(crate) struct WithGates;

/// A map with speed changes and gates.
#[derive(Debug, Default)]
pub(crate) struct OnTerms;

impl Goal for Everywhere {
    type Pace = Even;

    #[inline]
    fn pace(_: &Tariff, _: u16) -> Even {
        Even
    }
}

impl Goal for WithSpeeds {
    const HAS_SPEEDS: bool = true;
    type Pace = Layer;

    #[inline]
    fn pace(tariff: &Tariff, layer: u16) -> Layer {
        tariff.layer(layer)
    }
}

impl Goal for WithGates {
    const HAS_GATES: bool = true;
    type Pace = Even;

    #[inline]
    fn pace(_: &Tariff, _: u16) -> Even {
        Even
    }
}

impl Goal for OnTerms {
    const HAS_SPEEDS: bool = true;
    const HAS_GATES: bool = true;
    type Pace = Layer;

    #[inline]
    fn pace(tariff: &Tariff, layer: u16) -> Layer {
        tariff.layer(layer)
    }
}

/// One point.
#[derive(Debug, Default)]
pub(crate) struct OnePoint {
    at: Point,
    /// The triangles that contain it, at most two; or the sectors of the vertex that it is.
    triangles: [u32; 2],
    sectors: std::ops::Range<u32>,
    /// The cheapest way found so far, and the root from which the point is seen.
    pub best: f64,
    pub root: u32,
}

impl OnePoint {
    /// Aims at a free point.
    pub fn aim(&mut self, domain: &Domain, at: Point, spot: Spot) {
        *self = Self { at, triangles: [u32::MAX; 2], sectors: 0..0, best: f64::INFINITY, root: u32::MAX };
        match spot {
            Spot::Inside(triangle) => self.triangles[0] = triangle.0,
            Spot::On(side) => {
                for (slot, face) in self.triangles.iter_mut().zip(domain.faces(side)) {
                    *slot = face.triangle().0;
                }
            }
            Spot::At(corner) => {
                let mut ids = domain.sectors(corner).map(|c| c.0);
                let first = ids.next().unwrap_or(corner.0);
                self.sectors = first..ids.last().unwrap_or(first) + 1;
            }
        }
    }
}

impl Goal for OnePoint {
    const IS_MAP: bool = false;
    const AHEAD: f64 = 1.0;
    type Pace = Even;

    #[inline]
    fn pace(_: &Tariff, _: u16) -> Even {
        Even
    }

    #[inline]
    fn turn(&self, at: Point, cost: f64) -> f64 {
        cost + at.distance(self.at)
    }

    #[inline]
    fn turn_after<F: Front>(&self, limit: f64, front: &F, a: &Seen, b: &Seen) -> Option<f64> {
        let turn = front.least_cost_through(a.at, b.at, self.at);
        (turn > limit).then_some(turn)
    }

    #[inline]
    fn look<F: Front>(&mut self, triangle: u32, roots: Roots, front: &F, window: &Window) {
        if triangle != self.triangles[0] && triangle != self.triangles[1] {
            return;
        }
        let cost = front.cost_at(self.at);
        if cost < self.best && front.sees(roots, window, self.at) {
            (self.best, self.root) = (cost, front.id());
        }
    }

    #[inline]
    fn reach(&mut self, corner: u32, cost: f64, root: u32) {
        if self.sectors.contains(&corner) && cost < self.best {
            (self.best, self.root) = (cost, root);
        }
    }

    #[inline]
    fn end(&self) -> f64 {
        self.best
    }
}
