//! Points of sources send windows everywhere.

use crate::generators::{Bound, NodeId};
use crate::sources::PlacedPoint;
use crate::wave::front::{Front, PointFront};
use crate::wave::goal::{Goal, Work};
use crate::wave::window::Window;
use wayfront_domain::{CornerId, Domain, SideId, Spot, TriangleId};
use wayfront_geometry::Point;

impl<G: Goal> Work<G> {
    /// A point of a source sends windows everywhere.
    pub fn emit_point(&mut self, domain: &Domain, placed: &PlacedPoint) {
        match placed.spot {
            Spot::Inside(triangle) => self.fill_triangle(domain, placed.node, triangle, None),
            Spot::On(side) => {
                for face in domain.faces(side) {
                    self.fill_triangle(domain, placed.node, face.triangle(), Some(face));
                }
            }
            Spot::At(corner) => {
                for sector in domain.sectors(corner) {
                    self.fill_sector(domain, placed.node, sector);
                }
            }
        }
        self.run(domain, self.point_front(placed.node));
    }

    /// A source inside a triangle, or on one of its sides.
    fn fill_triangle(&mut self, domain: &Domain, root: NodeId, triangle: TriangleId, on: Option<SideId>) {
        let front = self.point_front(root);
        self.keep(front, Window { root: root.into(), left: Bound::NONE, right: Bound::NONE }, triangle);
        for side in triangle.sides() {
            let [p, q] = domain.side_corners(side);
            self.reach(p, front.pace, front.cost_at(domain.point(p)), root.into());
            G::touch(self, domain, &front, p, [false; 2]);
            if Some(side) != on {
                self.go_on(
                    domain,
                    front,
                    Window { root: root.into(), left: Bound::corner(q), right: Bound::corner(p) },
                    side,
                );
            }
        }
    }

    /// A source at a corner. The corner itself has nothing to add, unless it has more to do.
    fn fill_sector(&mut self, domain: &Domain, root: NodeId, sector: CornerId) {
        let front = self.point_front(root);
        self.reach(sector, front.pace, front.cost, root.into());
        if G::SOURCES_SERVE_CORNERS && self.nodes[sector.index()].parent.is(root.into()) {
            self.nodes[sector.index()].is_done = true;
        }
        for side in domain.fan(sector) {
            self.fill_fan_side(domain, front, side, |_, front, p| front.cost_at(p));
        }
    }

    /// A root that lies at a corner, but is not the corner's own node, sees all of a triangle around it. `cost` tells
    /// what a point that it sees costs.
    #[inline]
    pub fn fill_fan_side(
        &mut self,
        domain: &Domain,
        front: PointFront<G::Pace>,
        side: SideId,
        cost: impl Fn(&Self, &PointFront<G::Pace>, Point) -> f64,
    ) {
        let root = front.id.into();
        self.keep(front, Window { root, left: Bound::NONE, right: Bound::NONE }, side.triangle());
        let [p, q] = domain.side_corners(side.next());
        for end in [p, q] {
            let cost = cost(self, &front, domain.point(end));
            self.reach(end, front.pace, cost, root);
            G::touch(self, domain, &front, end, [false; 2]);
        }
        self.go_on(domain, front, Window { root, left: Bound::corner(q), right: Bound::corner(p) }, side.next());
    }
}
