//! Who sees what of a triangle: the candidates among which each point of it chooses.

mod apart;

use super::frame::{Curve, Frame, Rays};
use super::patch::{Edge, HalfPlane, Patch};
use crate::PathMap;
use crate::build::Built;
use crate::front::{BEHIND, Flat, NONE, Node, Roots, Window};
use std::collections::HashMap;
use wayfront_domain::{CornerId, Domain, SideId, Spot, TriangleId};
use wayfront_geometry::{Bounds, Point, along, closest_on_segment, orient};

/// Parts of an edge in which a view is compared with the corners around.
const ENTRY_PARTS: usize = 8;

/// A generator as a function of place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Generator {
    /// A corner or a source's point.
    Point { at: Point, cost: f64 },
    /// A flat front.
    Front(Flat),
}

/// Where another generator wins along one's own rays, as far as it sees them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim {
    Never,
    Always,
    Beyond(Curve),
}

/// A generator and what it sees of a triangle.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub root: u32,
    pub window: Window,
    pub generator: Generator,
    pub patch: Patch,
    /// Box around the patch.
    pub bounds: Bounds,
    /// The highest cost from here in the patch.
    pub most: f64,
}

impl View {
    /// The two may compete: they see a common part, and this one is not dearer wherever the other sees.
    pub fn meets(&self, other: &Self, grain: f64) -> bool {
        let (a, b) = (self.bounds, other.bounds);
        let is_apart = a.max.x < b.min.x - grain
            || b.max.x < a.min.x - grain
            || a.max.y < b.min.y - grain
            || b.max.y < a.min.y - grain;
        !is_apart && self.generator.least_cost_in(b) <= other.most + grain
    }
}

impl Generator {
    pub fn cost_at(&self, p: Point) -> f64 {
        match self {
            Self::Point { at, cost } => cost + at.distance(p),
            Self::Front(flat) => flat.cost + flat.distance(p),
        }
    }

    /// Its coordinates; angles are counted from the direction towards `middle`.
    pub fn frame(&self, middle: Point) -> Frame {
        match *self {
            Self::Point { at, cost } => {
                let (way, length) = (middle - at, middle.distance(at));
                let axis = if length > 0.0 { way * (1.0 / length) } else { Point::new(1.0, 0.0) };
                Frame { rays: Rays::Around, origin: at, axis, cost }
            }
            // Rays leave to the right of the front's direction; here they leave to the left of the axis.
            Self::Front(flat) => Frame { rays: Rays::Ahead, origin: flat.from, axis: -flat.unit, cost: flat.cost },
        }
    }

    /// Where this one wins along the rays of another. The advantage of a ray's own generator never grows along it, so
    /// there is one place on each ray from which this one wins. Equal ones go by `is_first`.
    pub fn claim(&self, frame: &Frame, is_first: bool, grain: f64) -> Claim {
        let tie = || if is_first { Claim::Always } else { Claim::Never };
        match (self, frame.rays) {
            (Self::Point { at, cost }, Rays::Around) => {
                let (q, ahead) = (frame.local(*at), frame.cost - cost);
                let apart = q.length();
                match ahead {
                    _ if apart <= grain && ahead.abs() <= grain => tie(),
                    a if a >= apart - grain => Claim::Always,
                    a if a <= grain - apart => Claim::Never,
                    _ => {
                        let scale = 2.0 / ((apart - ahead) * (apart + ahead));
                        Claim::Beyond(Curve([ahead * scale, q.x * scale, q.y * scale]))
                    }
                }
            }
            (Self::Front(flat), Rays::Around) => {
                let normal = frame.turn(-flat.unit.left());
                let behind = flat.cost + normal.dot(-frame.local(flat.from)) - frame.cost;
                if behind <= grain {
                    return Claim::Always;
                }
                Claim::Beyond(Curve([1.0 / behind, -normal.x / behind, -normal.y / behind]))
            }
            (Self::Point { at, cost }, Rays::Ahead) => {
                let (q, ahead) = (frame.local(*at), frame.cost - cost);
                if q.y + ahead <= grain {
                    return Claim::Never;
                }
                let scale = -0.5 / (q.y + ahead);
                let [a, b] = [q.x * q.x + (q.y - ahead) * (q.y + ahead), -2.0 * q.x];
                Claim::Beyond(Curve([a * scale, b * scale, scale]))
            }
            (Self::Front(flat), Rays::Ahead) => {
                let normal = frame.turn(-flat.unit.left());
                let behind = flat.cost + normal.dot(-frame.local(flat.from)) - frame.cost;
                let turned = 1.0 - normal.y;
                match turned < 1e-12 {
                    true if behind.abs() <= grain => tie(),
                    true if behind < 0.0 => Claim::Always,
                    true => Claim::Never,
                    false => Claim::Beyond(Curve([-behind / turned, -normal.x / turned, 0.0])),
                }
            }
        }
    }

    /// Its rays come in over an edge of a patch.
    fn enters_over(&self, [a, b]: [Point; 2]) -> bool {
        match self {
            Self::Point { at, .. } => (b - a).cross(*at - a) < 0.0,
            Self::Front(flat) => (b - a).cross(flat.unit.left()) < 0.0,
        }
    }

    /// The lowest cost on a segment.
    fn least_cost_on(&self, a: Point, b: Point) -> f64 {
        match self {
            Self::Point { at, cost } => cost + closest_on_segment(a, b, *at).distance(*at),
            Self::Front(flat) => flat.cost + flat.distance(a).min(flat.distance(b)),
        }
    }

    /// A cost that it does not go below in a box.
    fn least_cost_in(&self, bounds: Bounds) -> f64 {
        match self {
            Self::Point { at, cost } => {
                let nearest =
                    Point::new(at.x.clamp(bounds.min.x, bounds.max.x), at.y.clamp(bounds.min.y, bounds.max.y));
                cost + at.distance(nearest)
            }
            Self::Front(flat) => {
                let ahead = bounds.corners().map(|p| (p - flat.from).cross(flat.unit));
                flat.cost + ahead.into_iter().fold(f64::INFINITY, f64::min).max(0.0)
            }
        }
    }
}

/// Everything that is seen, triangle by triangle.
pub(crate) struct Views<'a> {
    domain: &'a Domain,
    built: &'a Built,
    /// What corners see of the triangles around them, by triangle.
    fans: Vec<(u32, Window)>,
    /// Sources' points inside triangles that others reach at a lower cost.
    beaten: Vec<bool>,
    /// Lengths below this are rounding, with a wide margin.
    pub grain: f64,
}

/// In thin triangles the margin is as small as this share of it.
const LEAST_GRAIN: f64 = 1e-3;
/// Grains that fit into a triangle at its thinnest.
const GRAINS_ACROSS: f64 = 1e3;

impl<'a> Views<'a> {
    pub fn new(map: &'a PathMap) -> Self {
        let (domain, built) = (map.domain().as_ref(), map.built());
        let costs = built.nodes.iter().map(|n| n.cost.abs()).filter(|c| c.is_finite());
        let dearest = costs.fold(largest(domain), f64::max);
        let is_beaten = |point: &crate::placed::PlacedPoint| {
            let node = &built.nodes[point.node as usize];
            // On outlines it may be beaten on one side and win on the other.
            let is_inside = matches!(point.spot, Spot::Inside(_));
            is_inside && map.answer(node.at).is_ok_and(|answer| answer.cost < node.cost)
        };
        let beaten = built.sources.points.iter().map(is_beaten).collect();
        let mut views = Self { domain, built, fans: Vec::new(), beaten, grain: 1e-11 * dearest };
        (0..domain.corner_count() as u32).for_each(|corner| views.add_fans(corner));
        views.fans.sort_by_key(|fan| fan.0);
        views
    }

    pub fn generator(&self, root: u32) -> Generator {
        match self.built.nodes.get(root as usize) {
            Some(node) => Generator::Point { at: node.at, cost: node.cost },
            None => Generator::Front(self.built.flats[root as usize - self.built.nodes.len()]),
        }
    }

    /// Lengths below this are rounding in a triangle.
    pub fn grain_in(&self, triangle: TriangleId) -> f64 {
        let [a, b, c] = self.domain.triangle(triangle);
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        let height = (b - a).cross(c - a) / longest;
        (height / GRAINS_ACROSS).clamp(self.rounding(), self.grain)
    }

    /// Rounding, with hardly any margin.
    pub fn rounding(&self) -> f64 {
        LEAST_GRAIN * self.grain
    }

    /// All candidates of a triangle that may win somewhere in it.
    pub fn of(&self, triangle: TriangleId) -> Vec<View> {
        let grain = self.grain_in(triangle);
        let corners = triangle.sides().map(|side| self.domain.side(side).origin);
        let first = self.fans.partition_point(|fan| fan.0 < triangle.0);
        let fans = self.fans[first..].iter().take_while(|fan| fan.0 == triangle.0).map(|fan| &fan.1);
        let windows = self.built.index.of(triangle.index()).iter();
        windows.chain(fans).filter_map(|window| self.view(window, corners, grain)).collect()
    }

    /// Where its rays enter a patch, corners of the triangle are cheaper all along: then they are so everywhere in the
    /// patch, since beyond a place where it loses a ray never wins.
    fn loses_at_entry(&self, generator: &Generator, patch: &Patch, corners: [CornerId; 3], grain: f64) -> bool {
        let nodes = corners.map(|c| self.built.nodes[c.index()]);
        let loses = |p: Point, q: Point| {
            let ways = nodes.iter().map(|n| n.cost + n.at.distance(p).max(n.at.distance(q)));
            generator.least_cost_on(p, q) > ways.fold(f64::INFINITY, f64::min) + grain
        };
        let mut entries =
            (0..patch.len()).map(|k| patch.ends(k)).filter(|&ends| generator.enters_over(ends)).peekable();
        let share = |k: usize| k as f64 / ENTRY_PARTS as f64;
        let part = |[a, b]: [Point; 2], k: usize| (a.lerp(b, share(k)), a.lerp(b, share(k + 1)));
        entries.peek().is_some()
            && entries.all(|ends| (0..ENTRY_PARTS).map(|k| part(ends, k)).all(|(p, q)| loses(p, q)))
    }

    /// What a window shows, unless others are cheaper in all of it.
    fn view(&self, window: &Window, corners: [CornerId; 3], grain: f64) -> Option<View> {
        let first_source = self.domain.corner_count();
        let is_beaten = (window.root as usize).checked_sub(first_source).and_then(|k| self.beaten.get(k));
        let generator = self.generator(window.root);
        if is_beaten == Some(&true) {
            return None;
        }
        let mut patch = Patch::triangle(corners.map(|c| self.domain.point(c)));
        if let Generator::Front(flat) = generator {
            let ahead = HalfPlane::right_of(flat.from, flat.unit)?;
            patch = patch.clip(ahead, Edge::Cut, grain)?;
        }
        // Both bounds are rays: the patch lies on the right of the left one.
        let Built { nodes, flats, .. } = self.built;
        let roots = Roots { nodes, flats, first_flat: nodes.len() as u32 };
        if let Some((at, direction)) = roots.bound_line(window.root, window.left) {
            patch = patch.clip(HalfPlane::right_of(at, direction)?, Edge::Bound, grain)?;
        }
        if let Some((at, direction)) = roots.bound_line(window.root, window.right) {
            patch = patch.clip(HalfPlane::right_of(at, direction)?.flipped(), Edge::Bound, grain)?;
        }
        let bounds = Bounds::of(&patch.points);
        let most = patch.points.iter().map(|&p| generator.cost_at(p)).fold(f64::NEG_INFINITY, f64::max);
        let view = View { root: window.root, window: *window, generator, patch, bounds, most };
        (!self.loses_at_entry(&generator, &view.patch, corners, grain)).then_some(view)
    }

    /// The direction in which a leg from `parent` arrives.
    fn direction_from(&self, parent: u32, at: Point) -> Point {
        match self.generator(parent) {
            Generator::Point { at: from, .. } => at - from,
            Generator::Front(flat) => -flat.unit.left(),
        }
    }

    /// Positive if `p` lies left of the line that arrives at `corner` from its parent. Exact.
    fn side_of_arrival(&self, parent: u32, corner: Point, p: Point) -> f64 {
        match self.generator(parent) {
            Generator::Point { at, .. } => orient(at, corner, p),
            Generator::Front(flat) => along(flat.from, flat.to, corner, p),
        }
    }

    /// A corner wins only in its shadow: between the extension of the leg that arrives and the outline that it bends
    /// around. Here are the parts of the shadow in the triangles around the corner. Where a gate ends, legs arrive from
    /// beyond it, and the corner may win all around.
    fn add_fans(&mut self, corner: u32) {
        let node = self.built.nodes[corner as usize];
        if !node.bends || node.parent == NONE {
            return;
        }
        // At a source's point the source itself sees all around, but not across gates, which may end there.
        let is_source = matches!(self.generator(node.parent), Generator::Point { at, .. } if at == node.at);
        if self.built.tariff.has_links(corner) || is_source && self.domain.has_gates() {
            let all = Window { root: corner, left: NONE, right: NONE };
            return self.fans.extend(self.domain.fan(CornerId(corner)).map(|side| (side.triangle().0, all)));
        }
        if !is_source {
            self.add_shadows(corner, node.parent);
        }
    }

    /// On one hand only, but at the end of a wall without thickness that was reached along the wall: see
    /// `emit::cast_shadow`. Along other outlines everything on the other hand is seen from before.
    fn add_shadows(&mut self, corner: u32, parent: u32) {
        let here = self.built.nodes[corner as usize].at;
        let outer = self.domain.point(self.domain.side(self.domain.first_side(CornerId(corner)).next()).origin);
        let is_along = self.side_of_arrival(parent, here, outer) == 0.0
            && self.direction_from(parent, here).dot(outer - here) < 0.0;
        let hands = if is_along { [1.0, -1.0] } else { [-1.0, 1.0] };
        if !self.add_shadow(corner, parent, hands[0]) {
            self.add_shadow(corner, parent, hands[1]);
        }
    }

    /// From the outline on the left (`hand` 1) or on the right (-1) to the extension. True if that outline lies on this
    /// hand.
    fn add_shadow(&mut self, corner: u32, parent: u32, hand: f64) -> bool {
        let here = self.built.nodes[corner as usize].at;
        let fan: Vec<SideId> = self.domain.fan(CornerId(corner)).collect();
        let side_of = |views: &Self, p: CornerId| hand * views.side_of_arrival(parent, here, views.domain.point(p));
        let is_left = hand > 0.0;
        let mut is_here = false;
        for k in 0..fan.len() {
            let side = if is_left { fan[fan.len() - 1 - k] } else { fan[k] };
            let (right, left) = (self.domain.side(side.next()).origin, self.domain.side(side.prev()).origin);
            let (outer, inner) = if is_left { (left, right) } else { (right, left) };
            let from = side_of(self, outer);
            let back = self.direction_from(parent, here).dot(self.domain.point(outer) - here) < 0.0;
            if k == 0 && (from < 0.0 || from == 0.0 && !back) {
                return false;
            }
            is_here |= k == 0 && from > 0.0;
            let to = side_of(self, inner);
            let bound = if to < 0.0 { parent | BEHIND } else { inner.0 };
            let (left, right) = if is_left { (outer.0, bound) } else { (bound, outer.0) };
            self.fans.push((side.triangle().0, Window { root: corner, left, right }));
            if to <= 0.0 {
                break;
            }
        }
        is_here
    }

    /// Per generator: the first one with the same point and cost, or the other side of the same front. They all lead
    /// to the same place at the same pace, so that their regions are one.
    pub fn regions(map: &PathMap) -> Vec<u32> {
        let Built { nodes, flats, tariff, sources, .. } = map.built();
        let first_flat = nodes.len() as u32;
        let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
        let mut first_like = |root: u32, places: [Point; 2], cost: f64, slowness: f64| {
            let numbers = [places[0].x, places[0].y, places[1].x, places[1].y, cost, slowness];
            let surcharges = tariff.surcharges(root, first_flat);
            *known.entry(numbers.map(|x| (x + 0.0).to_bits()).into_iter().chain(surcharges).collect()).or_insert(root)
        };
        let of_node = |(k, node): (usize, &Node)| match node.cost.is_finite() {
            true => first_like(k as u32, [node.at; 2], node.cost, tariff.slowness(node.layer)),
            false => k as u32,
        };
        let mut regions: Vec<u32> = nodes.iter().enumerate().map(of_node).collect();
        // A source across a gate is cut there: the ends of its two parts are one place, each rounded towards its side.
        let rounding = 8.0 * f64::EPSILON * largest(map.domain());
        for pair in sources.points.windows(2).filter(|pair| pair[0].source == pair[1].source) {
            let [one, two] = [pair[0].node as usize, pair[1].node as usize];
            if nodes[one].cost == nodes[two].cost && nodes[one].at.distance(nodes[two].at) <= rounding {
                regions[two] = regions[one];
            }
        }
        let of_front = |(k, flat): (usize, &Flat)| {
            let is_forwards = (flat.from.x, flat.from.y) < (flat.to.x, flat.to.y);
            let ends = if is_forwards { [flat.from, flat.to] } else { [flat.to, flat.from] };
            first_like(first_flat + k as u32, ends, flat.cost, 1.0)
        };
        regions.extend(flats.iter().enumerate().map(of_front));
        regions
    }
}

/// The largest coordinate.
fn largest(domain: &Domain) -> f64 {
    domain.bounds().corners().iter().fold(0.0f64, |m, p| m.max(p.x.abs()).max(p.y.abs()))
}
