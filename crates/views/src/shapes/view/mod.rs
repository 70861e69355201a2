//! What is seen of a triangle, and from where: the candidates among which each point of it chooses.

mod apart;
mod generator;
mod regions;
mod shadows;

pub(crate) use generator::{Claim, Generator};
pub(crate) use regions::Regions;

use super::patch::{Edge, HalfPlane, Patch};
use wayfront_domain::{CornerId, Domain, Spot, TriangleId};
use wayfront_geometry::{Bounds, Point};
use wayfront_pathmap::view::{MapView, NodeId, Root, RootKind, SourcePoint, Window};

/// Parts of an edge in which a view is compared with the corners around.
const ENTRY_PARTS: usize = 8;

/// A generator and what it sees of a triangle.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub root: Root,
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

/// Everything that is seen, triangle by triangle.
pub(crate) struct Views<'a> {
    domain: &'a Domain,
    view: MapView<'a>,
    /// What corners see of the triangles around them, by triangle.
    fans: Vec<(TriangleId, Window)>,
    /// Sources' points inside triangles that others reach at a lower cost.
    beaten: Vec<bool>,
    /// Lengths below this are rounding, with a wide margin.
    pub grain: f64,
    /// Shapes are computed relative to this point.
    origin: Point,
}

/// Tolerance: Lengths below this share of the largest coordinate or cost are rounding: with a wide margin, since curves
/// are computed from differences of costs.
const GRAIN: f64 = 1e-11;
/// Tolerance: In thin triangles the margin is as small as this share of it.
const LEAST_GRAIN: f64 = 1e-3;
/// Tolerance: Grains that fit into a triangle at its thinnest.
const GRAINS_ACROSS: f64 = 1e3;
/// Tolerance: How many times its size a world lies from the origin if its shapes are computed relative to its lower
/// left corner: coordinates of zones of the earth have six digits before those that matter.
const FAR: f64 = 16.0;

impl<'a> Views<'a> {
    pub fn new(view: MapView<'a>) -> Self {
        let domain = view.domain();
        let costs = view.nodes().iter().map(|n| n.cost().abs()).filter(|c| c.is_finite());
        let (size, far) = (domain.bounds().size(), largest(domain));
        let is_far = far > FAR * size;
        let origin = if is_far { domain.bounds().min } else { Point::default() };
        let dearest = costs.fold(if is_far { size } else { far }, f64::max);
        let is_beaten = |point: SourcePoint| {
            let node = view.node(point.node);
            // On outlines it may be beaten on one side and win on the other.
            let is_inside = matches!(point.spot, Spot::Inside(_));
            is_inside && view.winner(node.at()).is_ok_and(|winner| winner.cost < node.cost())
        };
        let beaten = view.source_points().map(is_beaten).collect();
        let mut views = Self { domain, view, fans: Vec::new(), beaten, grain: GRAIN * dearest, origin };
        (0..domain.corner_count() as u32).for_each(|corner| views.add_fans(CornerId(corner)));
        views.fans.sort_by_key(|fan| fan.0);
        views
    }

    /// A point in the coordinates of shapes. Exact: the origin has the digits of the world's coordinates.
    #[inline]
    pub fn local(&self, p: Point) -> Point {
        p - self.origin
    }

    /// A point of a shape in the world.
    #[inline]
    pub fn world(&self, p: Point) -> Point {
        p + self.origin
    }

    /// A generator in the coordinates of shapes.
    pub fn generator(&self, root: Root) -> Generator {
        match self.given(root) {
            Generator::Point { at, cost } => Generator::Point { at: self.local(at), cost },
            Generator::Front(flat) => Generator::Front(flat.relative_to(self.origin)),
        }
    }

    /// A generator in the coordinates of the world.
    fn given(&self, root: Root) -> Generator {
        match root.kind() {
            RootKind::Node(id) => {
                let node = self.view.node(id);
                Generator::Point { at: node.at(), cost: node.cost() }
            }
            RootKind::Flat(id) => Generator::Front(*self.view.flat(id)),
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
        let first = self.fans.partition_point(|fan| fan.0 < triangle);
        let fans = self.fans[first..].iter().take_while(|fan| fan.0 == triangle).map(|fan| &fan.1);
        let windows = self.view.windows(triangle).iter();
        windows.chain(fans).filter_map(|window| self.view(window, corners, grain)).collect()
    }

    /// Where its rays enter a patch, corners of the triangle are cheaper all along: then they are so everywhere in the
    /// patch, since beyond a place where it loses a ray never wins.
    fn loses_at_entry(&self, generator: &Generator, patch: &Patch, corners: [CornerId; 3], grain: f64) -> bool {
        let nodes = corners.map(|c| *self.view.node(NodeId::of(c)));
        let loses = |p: Point, q: Point| {
            let costs = nodes.iter().map(|n| (n.cost(), self.local(n.at())));
            let costs = costs.map(|(cost, at)| cost + at.distance(p).max(at.distance(q)));
            generator.least_cost_on(p, q) > costs.fold(f64::INFINITY, f64::min) + grain
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
        let is_beaten = window.root.slot().checked_sub(first_source).and_then(|k| self.beaten.get(k));
        let generator = self.generator(window.root);
        if is_beaten == Some(&true) {
            return None;
        }
        let mut patch = Patch::triangle(corners.map(|c| self.local(self.domain.point(c))));
        if let Generator::Front(flat) = generator {
            let ahead = HalfPlane::right_of(flat.ends()[0], flat.unit())?;
            patch = patch.clip(ahead, Edge::Cut, grain)?;
        }
        // Both bounds are rays: the patch lies on the right of the left one.
        if let Some((at, direction)) = self.view.bound_line(window.root, window.left) {
            patch = patch.clip(HalfPlane::right_of(self.local(at), direction)?, Edge::Bound, grain)?;
        }
        if let Some((at, direction)) = self.view.bound_line(window.root, window.right) {
            patch = patch.clip(HalfPlane::right_of(self.local(at), direction)?.flipped(), Edge::Bound, grain)?;
        }
        let bounds = Bounds::of(&patch.points);
        let most = patch.points.iter().map(|&p| generator.cost_at(p)).fold(f64::NEG_INFINITY, f64::max);
        let view = View { root: window.root, window: *window, generator, patch, bounds, most };
        (!self.loses_at_entry(&generator, &view.patch, corners, grain)).then_some(view)
    }
}

/// The largest coordinate.
fn largest(domain: &Domain) -> f64 {
    domain.bounds().corners().iter().fold(0.0f64, |m, p| m.max(p.x.abs()).max(p.y.abs()))
}
