//! Waves that come to solids.

use super::Solid;
use crate::generators::{LayerId, Root, SolidId};
use crate::wave::front::Front;
use crate::wave::{Even, Goal, Never, Window, Work};
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_geometry::Point;

/// A wave came to a solid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub solid: SolidId,
    pub cost: f64,
    pub root: Root,
    pub at: Point,
}

/// Watches for waves that come to solids.
#[derive(Debug)]
pub(super) struct Arrivals {
    /// Per side and per corner: its solid.
    of_side: Vec<Option<SolidId>>,
    of_corner: Vec<Option<SolidId>>,
    corners: Vec<Point>,
    /// Per solid: the lowest cost at which a wave came.
    lowest: Vec<f64>,
    pub found: Vec<Arrival>,
}

impl Arrivals {
    pub fn new(domain: &Domain, solids: &[Solid]) -> Self {
        let mut of_side = vec![None; domain.sides().len()];
        let mut of_corner = vec![None; domain.corner_count()];
        for (k, solid) in solids.iter().enumerate() {
            let id = Some(SolidId::new(k));
            for &side in &solid.sides {
                of_side[side.index()] = id;
                domain.side_corners(side).into_iter().for_each(|c| of_corner[c.index()] = id);
            }
            solid.corners.iter().for_each(|c| of_corner[c.index()] = id);
        }
        let lowest = solids.iter().map(|s| s.cost.unwrap_or(f64::INFINITY)).collect();
        let corners = domain.corner_points().to_vec();
        Self { of_side, of_corner, corners, lowest, found: Vec::new() }
    }

    /// The solid that a side belongs to.
    pub fn solid_of(&self, side: SideId) -> Option<SolidId> {
        self.of_side[side.index()]
    }

    #[inline]
    fn arrive(&mut self, solid: SolidId, cost: f64, root: Root, at: Point) {
        if cost < self.lowest[solid.index()] {
            self.lowest[solid.index()] = cost;
            self.found.push(Arrival { solid, cost, root, at });
        }
    }
}

impl Goal for Arrivals {
    const AHEAD: f64 = 2.0;
    type Pace = Even;
    type Event = Never;

    #[inline]
    fn pace(&self, _: LayerId) -> Even {
        Even
    }

    fn serve(_: &mut Work<Self>, _: &Domain, event: Never) {
        match event {}
    }

    #[inline]
    fn reach(&mut self, corner: CornerId, cost: f64, root: Root) {
        if let Some(solid) = self.of_corner[corner.index()] {
            self.arrive(solid, cost, root, self.corners[corner.index()]);
        }
    }

    #[inline]
    fn stop<F: Front>(work: &mut Work<Self>, domain: &Domain, side: SideId, front: &F, window: &Window) {
        let Some(solid) = work.goal.solid_of(side) else { return };
        let [a, b] = domain.side_points(side);
        // The ends of the side are corners, and reported as such.
        if let Some(foot) = front.foot_on(a, b)
            && front.side(work.generators(), window.left, foot) <= 0.0
            && front.side(work.generators(), window.right, foot) >= 0.0
        {
            work.goal.arrive(solid, front.cost_at(foot), front.id(), foot);
        }
    }
}
