//! Path maps in which some outlines cost nothing: whoever reaches a *solid* goes on from all of it at once.
//!
//! Regions of cost 0, 1 and infinity (Mitchell 1990; Gewali, Meng, Mitchell and Ntafos 1990), in one pass: the waves of
//! a path map run over the triangles; when one reaches an outline that belongs to a solid, the whole outline of the
//! solid sends waves from there on, at what was paid to reach it. How much that is, a *toll* says: the width of the gap
//! just crossed, or less of it.
//!
//! Invariant: at the end, no solid can be reached more cheaply from another one, and the map is the path map of all
//! outlines with these costs. A way that crosses a third solid is never sought: it is cheaper to go on from there. A
//! solid that improves after its turn gets another one, so order is a matter of speed. Who sees an outline is decided as
//! for all windows; only whether the nearest point of a side is seen is rounded, and in doubt the corner that hides it
//! belongs to a solid or bends the way, and costs the same but for rounding. Cost: that of a path map from all outlines.

use crate::build::Built;
use crate::emit::{Strip, last_side};
use crate::front::{Even, Flat, Front, NONE, Node, Roots, Window};
use crate::goal::Goal;
use crate::map::PathMap;
use crate::placed::PlacedPoint;
use crate::queue::Item;
use crate::run::Work;
use crate::tariff::Tariff;
use std::sync::Arc;
use wayfront_domain::{CornerId, Domain, NO_SIDE, SideId, Spot};
use wayfront_geometry::Point;

/// A part of the outlines that costs nothing to follow or to pass through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solid {
    /// Sides of free triangles at which free space ends.
    pub sides: Vec<SideId>,
    /// Corners that belong to it besides the ends of those sides.
    pub corners: Vec<CornerId>,
    /// What it costs to begin with, if the map starts here.
    pub cost: Option<f64>,
}

/// How a solid was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// The solid from which it was reached.
    pub from: usize,
    /// How far apart the two are, in the free space.
    pub width: f64,
    /// The way across, from the solid it came from to the one reached; straight, unless it bends around corners that
    /// belong to no solid.
    pub points: Vec<Point>,
}

/// A path map with solids.
#[derive(Debug)]
pub struct SolidMap {
    /// Costs from the solids that it starts at. Sources are numbered like solids.
    pub map: PathMap,
    /// Per solid: what it costs to be there; infinite if it cannot be reached.
    pub costs: Vec<f64>,
    /// Per solid: the crossing that made it that cheap; none where the map starts.
    pub crossings: Vec<Option<Crossing>>,
}

impl SolidMap {
    /// Builds the map. `toll` says what is paid for crossing a gap of some width; it must not shrink as gaps widen, nor
    /// exceed their width.
    #[must_use]
    pub fn new(domain: Arc<Domain>, solids: &[Solid], toll: impl Fn(f64) -> f64) -> Self {
        let mut work: Work<Arrivals> = Work::default();
        work.goal = Arrivals::new(&domain, solids);
        let mut built = Built::default();
        work.restart(&domain);
        let mut outlines = work.place_solids(&domain, solids, &mut built);
        work.run_solids(&domain, &mut outlines, &toll);
        built.index.fill(&work.kept, domain.free_triangles());
        let costs = outlines.iter().map(|o| o.cost).collect();
        let crossings = outlines.into_iter().map(|o| o.crossing).collect();
        built.nodes = work.nodes;
        built.flats = work.flats;
        Self { map: PathMap::from_built(domain, built), costs, crossings }
    }
}

/// A wave came to a solid.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    solid: u32,
    cost: f64,
    root: u32,
    at: Point,
}

/// Watches for waves that come to solids.
#[derive(Debug, Default)]
struct Arrivals {
    /// Per side and per corner: its solid, or [`NONE`].
    of_side: Vec<u32>,
    of_corner: Vec<u32>,
    /// Per node that is no corner: its solid.
    of_node: Vec<u32>,
    corners: Vec<Point>,
    /// Per solid: the lowest cost at which a wave came.
    lowest: Vec<f64>,
    found: Vec<Arrival>,
}

impl Arrivals {
    fn new(domain: &Domain, solids: &[Solid]) -> Self {
        let mut of_side = vec![NONE; domain.sides().len()];
        let mut of_corner = vec![NONE; domain.corner_count()];
        for (k, solid) in (0u32..).zip(solids) {
            for &side in &solid.sides {
                of_side[side.index()] = k;
                domain.side_corners(side).into_iter().for_each(|c| of_corner[c.index()] = k);
            }
            solid.corners.iter().for_each(|c| of_corner[c.index()] = k);
        }
        let lowest = solids.iter().map(|s| s.cost.unwrap_or(f64::INFINITY)).collect();
        let corners = domain.corner_points().to_vec();
        Self { of_side, of_corner, of_node: Vec::new(), corners, lowest, found: Vec::new() }
    }

    #[inline]
    fn arrive(&mut self, solid: u32, cost: f64, root: u32, at: Point) {
        if solid != NONE && cost < self.lowest[solid as usize] {
            self.lowest[solid as usize] = cost;
            self.found.push(Arrival { solid, cost, root, at });
        }
    }
}

impl Goal for Arrivals {
    const AHEAD: f64 = 2.0;
    const MINDS_OUTLINES: bool = true;
    type Pace = Even;

    #[inline]
    fn pace(_: &Tariff, _: u16) -> Even {
        Even
    }

    #[inline]
    fn reach(&mut self, corner: u32, cost: f64, root: u32) {
        self.arrive(self.of_corner[corner as usize], cost, root, self.corners[corner as usize]);
    }

    #[inline]
    fn stop<F: Front>(&mut self, domain: &Domain, side: u32, roots: Roots, front: &F, window: &Window) {
        let solid = self.of_side[side as usize];
        if solid == NONE {
            return;
        }
        let [a, b] = domain.side_points(SideId(side));
        // The ends of the side are corners, and told as such.
        if let Some(foot) = front.foot_on(a, b)
            && front.side(roots, window.left, foot) <= 0.0
            && front.side(roots, window.right, foot) >= 0.0
        {
            self.arrive(solid, front.cost_at(foot), front.id(), foot);
        }
    }
}

/// A solid on its domain.
struct Outline {
    sides: Vec<SideId>,
    /// The front of side `k` is number `first_flat + 2 k`.
    first_flat: u32,
    /// Its corners; that of corner `k` is node `first_node + k`.
    corners: Vec<CornerId>,
    first_node: u32,
    cost: f64,
    /// At which cost it sent its waves.
    sent: f64,
    crossing: Option<Crossing>,
}

impl Work<Arrivals> {
    /// Adds the outlines' points and fronts, which wait until their solid is reached.
    fn place_solids(&mut self, domain: &Domain, solids: &[Solid], built: &mut Built) -> Vec<Outline> {
        let mut outlines = Vec::with_capacity(solids.len());
        for (k, solid) in (0u32..).zip(solids) {
            let mut corners: Vec<CornerId> = solid.sides.iter().flat_map(|&s| domain.side_corners(s)).collect();
            corners.extend(&solid.corners);
            corners.sort_unstable();
            corners.dedup();
            let outline = Outline {
                first_flat: self.flats.len() as u32,
                first_node: self.nodes.len() as u32,
                sides: solid.sides.clone(),
                cost: solid.cost.unwrap_or(f64::INFINITY),
                sent: f64::INFINITY,
                crossing: None,
                corners,
            };
            for &corner in &outline.corners {
                // The solid itself sends waves from here: nobody need bend.
                self.nodes[corner.index()].bends = false;
                let node = self.nodes.len() as u32;
                built.sources.points.push(PlacedPoint { node, spot: Spot::At(corner), source: k });
                let at = domain.point(corner);
                self.goal.of_node.push(k);
                self.nodes.push(Node::unreached(at, false, 0));
            }
            self.flats.extend(outline.sides.iter().flat_map(|&side| flats_of(domain, side, k)));
            outlines.push(outline);
        }
        self.first_flat = self.nodes.len() as u32;
        outlines
    }

    fn run_solids(&mut self, domain: &Domain, outlines: &mut [Outline], toll: &impl Fn(f64) -> f64) {
        let least = outlines.iter().map(|o| o.cost).fold(f64::INFINITY, f64::min);
        if least.is_infinite() {
            return;
        }
        let width = 0.5 * domain.triangle_width();
        self.queue.restart(least, width.max(f64::MIN_POSITIVE), Arrivals::AHEAD);
        for (k, outline) in outlines.iter().enumerate().filter(|(_, o)| o.cost.is_finite()) {
            self.queue.push(Item::Flats(k as u32), outline.cost);
        }
        while let Some((item, _)) = self.queue.pop() {
            match item {
                Item::Window(window, side) => self.resume(domain, window, side),
                Item::Flats(solid) => self.emit_solid(domain, solid, &mut outlines[solid as usize]),
                // There are no terms.
                Item::Link(..) | Item::Dodge(..) => {}
                Item::Node(corner) => {
                    let node = &mut self.nodes[corner as usize];
                    if !node.is_done {
                        node.is_done = true;
                        self.emit_corner(domain, corner);
                    }
                }
            }
            self.settle_arrivals(outlines, toll);
        }
    }

    /// Solids that were reached more cheaply than before wait for their turn.
    fn settle_arrivals(&mut self, outlines: &mut [Outline], toll: &impl Fn(f64) -> f64) {
        while let Some(arrival) = self.goal.found.pop() {
            let Arrival { solid, cost, root, at } = arrival;
            let (from, points) = self.way_from(root, at);
            let width = cost - outlines[from].cost;
            let cost = outlines[from].cost + toll(width);
            let outline = &mut outlines[solid as usize];
            if from != solid as usize && cost < outline.cost {
                outline.cost = cost;
                outline.crossing = Some(Crossing { from, width, points });
                self.queue.push(Item::Flats(solid), cost);
            }
        }
    }

    /// The solid that a root belongs to, and the way from it to a point that the root sees.
    fn way_from(&self, mut root: u32, at: Point) -> (usize, Vec<Point>) {
        let mut points = vec![at];
        let mut last = at;
        loop {
            let (next, solid) = match self.nodes.get(root as usize) {
                Some(node) => (node.at, self.solid_of_node(root)),
                None => {
                    let flat = &self.flats[(root - self.first_flat) as usize];
                    (flat.foot(last), Some(flat.source))
                }
            };
            points.push(next);
            if let Some(solid) = solid {
                points.reverse();
                return (solid as usize, points);
            }
            (root, last) = (self.nodes[root as usize].parent, next);
        }
    }

    /// The solid of a node that is no corner.
    fn solid_of_node(&self, node: u32) -> Option<u32> {
        let number = (node as usize).checked_sub(self.goal.of_corner.len())?;
        self.goal.of_node.get(number).copied()
    }

    /// A solid sends waves from all of its sides and corners.
    fn emit_solid(&mut self, domain: &Domain, solid: u32, outline: &mut Outline) {
        if outline.cost >= outline.sent {
            return;
        }
        outline.sent = outline.cost;
        for (k, &corner) in (0u32..).zip(&outline.corners) {
            let node = outline.first_node + k;
            self.nodes[node as usize].cost = outline.cost;
            let own = &mut self.nodes[corner.index()];
            (own.cost, own.parent, own.is_done) = (outline.cost, node, true);
        }
        for (k, &side) in (0u32..).zip(&outline.sides) {
            let number = outline.first_flat + 2 * k;
            self.flats[number as usize].cost = outline.cost;
            self.flats[number as usize + 1].cost = outline.cost;
            self.emit_side(domain, side, number);
        }
        for (k, &corner) in (0u32..).zip(&outline.corners) {
            self.emit_solid_corner(domain, solid, corner, outline.first_node + k);
        }
    }

    /// A side sends a flat front into its triangle.
    fn emit_side(&mut self, domain: &Domain, side: SideId, number: u32) {
        let id = self.first_flat + number;
        let front = self.flat_front(id);
        let [from, to] = domain.side_corners(side);
        let whole = Window { root: id, left: from.0, right: to.0 };
        self.keep(front, whole, side.triangle().0);
        self.leave_triangle(domain, Strip { front, whole, seen: whole }, side.triangle());
        self.run(domain, front);
    }

    /// A corner sends waves where the fronts of the sides beside it do not reach.
    fn emit_solid_corner(&mut self, domain: &Domain, solid: u32, corner: CornerId, root: u32) {
        let front = self.point_front(root);
        let rests = self.rests_beside(domain, solid, corner);
        if rests.iter().all(Option::is_some) && !domain.bends(corner) {
            return;
        }
        for side in domain.fan(corner) {
            let [p, q] = domain.side_corners(side.next());
            let ways = [p, q].map(|c| domain.point(c) - front.at);
            // Both ends beside a side: what is between them belongs to the side's front.
            if rests.iter().flatten().any(|along| ways.iter().all(|way| way.dot(*along) > 0.0)) {
                continue;
            }
            self.keep(front, Window { root, left: NONE, right: NONE }, side.triangle().0);
            for end in [p, q] {
                self.reach(end.0, front.pace, front.cost_at(domain.point(end)), root);
            }
            self.go_on(domain, front, Window { root, left: q.0, right: p.0 }, side.next().0);
        }
        self.run(domain, front);
    }

    /// The directions of the two outlines beside a corner's sector, if they belong to the solid.
    fn rests_beside(&self, domain: &Domain, solid: u32, corner: CornerId) -> [Option<Point>; 2] {
        let at = domain.point(corner);
        let is_own = |side: SideId| domain.side(side).twin.0 == NO_SIDE && self.goal.of_side[side.index()] == solid;
        let first = domain.first_side(corner);
        let last = last_side(domain, corner).prev();
        let along_first = is_own(first).then(|| domain.point(domain.side(first.next()).origin) - at);
        let along_last = is_own(last).then(|| domain.point(domain.side(last).origin) - at);
        [along_first, along_last]
    }
}

/// The front of a side into its triangle; and its reverse, which sends nothing, since fronts come in pairs.
fn flats_of(domain: &Domain, side: SideId, solid: u32) -> [Flat; 2] {
    let [to, from] = domain.side_points(side);
    let unit = (to - from) * (1.0 / domain.side(side).length);
    let flat = Flat { from, to, unit, cost: f64::INFINITY, source: solid };
    [flat, Flat { from: to, to: from, unit: -unit, ..flat }]
}
