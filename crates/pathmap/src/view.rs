//! A finished map to look into: its generators, what they see of each triangle, and how costs grow from them.
//!
//! This is the interface for everything that shows, exports or evaluates maps by itself: rasters, shapes, a graphics
//! backend. A map is a list of generators (nodes, then flat fronts) and, for each free triangle, the windows through
//! which generators see a part of it. A point of a triangle costs the least of
//!
//! - the *bending* nodes of the triangle's corners, on all layers: they see all of the triangle;
//! - the generators of the triangle's windows that see the point.
//!
//! From a node a point costs `cost + length * slowness`, with the slowness of the node's layer; from a flat front `cost +
//! distance` from its line. Behind gates with factors, [`Surcharges::extra_length`] is added to the length.
//!
//! ```
//! use std::sync::Arc;
//! use wayfront_domain::{Domain, Guide, Spot};
//! use wayfront_geometry::Point;
//! use wayfront_pathmap::PathMap;
//! use wayfront_pathmap::view::RootKind;
//!
//! let world = wayfront_world::builtin("office").unwrap();
//! let map = PathMap::new(Arc::new(Domain::without_doors(&world)?), &world.sources)?;
//! let view = map.view();
//!
//! // The cost of a point, from generators and windows alone.
//! let p = Point::new(3.3, 2.1);
//! let Some(Spot::Inside(triangle)) = view.domain().locate(p) else { panic!("inside") };
//! let corners = view.bending_nodes(triangle).map(Into::into);
//! let seen = view.windows(triangle).iter().filter(|window| view.sees(window, p)).map(|window| window.root);
//! let cost = corners.chain(seen).map(|root| match root.kind() {
//!     RootKind::Node(id) => {
//!         let node = view.node(id);
//!         node.cost() + node.at().distance(p) * view.slowness(node.layer())
//!     }
//!     RootKind::Flat(id) => view.flat(id).cost() + view.flat(id).distance(p),
//! });
//! assert_eq!(Ok(cost.fold(f64::INFINITY, f64::min)), map.cost(p));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All of it reads the map in place: nothing is copied, and every method is a look into an array, unless it says
//! otherwise.

pub use crate::generators::{
    Bound, BoundKind, Flat, FlatId, GeneratorId, LayerId, MaybeRoot, Node, NodeId, Root, RootKind,
};
pub use crate::questions::Winner;
pub use crate::terms::{LegStart, Surcharges};
pub use crate::wave::Window;

use crate::map::{Built, PathMap};
use crate::questions::Best;
use crate::wave::front::{FlatFront, Front, PointFront, bound_line};
use crate::wave::{Even, Pace};
use wayfront_domain::{CornerId, Domain, NoPath, Spot, TriangleId};
use wayfront_geometry::Point;

/// A finished map, to be read.
#[derive(Clone, Copy, Debug)]
pub struct MapView<'a> {
    domain: &'a Domain,
    built: &'a Built,
}

/// A point of a source as a generator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourcePoint {
    /// Its node.
    pub node: NodeId,
    /// Where in the free space it lies.
    pub spot: Spot,
    /// Which source.
    pub source: usize,
}

impl PathMap {
    /// The map to look into.
    #[inline]
    #[must_use]
    pub fn view(&self) -> MapView<'_> {
        MapView { domain: self.domain(), built: self.built() }
    }
}

impl<'a> MapView<'a> {
    /// The free space, with its triangles and corners.
    #[inline]
    #[must_use]
    pub fn domain(&self) -> &'a Domain {
        self.domain
    }

    /// All nodes: corners, points of sources; on terms also the corners of further layers, and copies that have paid.
    #[inline]
    #[must_use]
    pub fn nodes(&self) -> &'a [Node] {
        &self.built.nodes
    }

    /// A node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &'a Node {
        &self.built.nodes[id.index()]
    }

    /// All flat fronts; the two sides of a segment follow each other.
    #[inline]
    #[must_use]
    pub fn flats(&self) -> &'a [Flat] {
        &self.built.flats
    }

    /// A flat front.
    #[inline]
    #[must_use]
    pub fn flat(&self, id: FlatId) -> &'a Flat {
        &self.built.flats[id.index()]
    }

    /// All generators, by their numbers.
    pub fn generators(&self) -> impl Iterator<Item = Root> + use<> {
        let (nodes, flats) = (self.built.nodes.len(), self.built.flats.len());
        (0..nodes).map(|k| NodeId::new(k).into()).chain((0..flats).map(|k| FlatId::new(k).into()))
    }

    /// The number of a generator, as answers and files have it.
    #[inline]
    #[must_use]
    pub fn number(&self, root: Root) -> GeneratorId {
        self.built.number(root)
    }

    /// The generator with a number, if there is one.
    #[inline]
    #[must_use]
    pub fn numbered(&self, generator: GeneratorId) -> Option<Root> {
        self.built.numbered(generator)
    }

    /// The points of all sources, by their nodes, which follow each other.
    pub fn source_points(&self) -> impl ExactSizeIterator<Item = SourcePoint> + use<'a> {
        let points = self.built.sources.points.iter();
        points.map(|p| SourcePoint { node: p.node, spot: p.spot, source: p.source as usize })
    }

    /// The windows through which generators see a free triangle, but for the triangle's own corners.
    #[inline]
    #[must_use]
    pub fn windows(&self, triangle: TriangleId) -> &'a [Window] {
        self.built.index.of(triangle)
    }

    /// The nodes of a corner, one on each layer.
    #[inline]
    pub fn nodes_of(&self, corner: CornerId) -> impl Iterator<Item = NodeId> + use<'a> {
        self.built.conditions.layers.nodes_of(corner)
    }

    /// The nodes at a triangle's corners at which paths may bend: they see all of the triangle.
    #[inline]
    pub fn bending_nodes(&self, triangle: TriangleId) -> impl Iterator<Item = NodeId> + use<'a> {
        let Self { domain, built } = *self;
        let corners = triangle.sides().into_iter().map(|side| domain.side(side).origin);
        let nodes = corners.flat_map(|corner| built.conditions.layers.nodes_of(corner));
        nodes.filter(|node| built.nodes[node.index()].bends)
    }

    /// A point of the ray that bounds a window of a generator, and its direction, rounded; `None` without bound.
    #[must_use]
    pub fn bound_line(&self, root: Root, bound: Bound) -> Option<(Point, Point)> {
        bound_line(self.built.generators(), root, bound)
    }

    /// Positive if `p` lies on the left hand of a bound of a generator's window, negative on the right, zero on it. Exact.
    #[must_use]
    pub fn side(&self, root: Root, bound: Bound, p: Point) -> f64 {
        let generators = self.built.generators();
        match root.kind() {
            RootKind::Node(id) => {
                let node = self.node(id);
                PointFront { id, at: node.at, cost: node.cost, pace: Even }.side(generators, bound, p)
            }
            RootKind::Flat(id) => FlatFront { id, flat: *self.flat(id) }.side(generators, bound, p),
        }
    }

    /// A window sees a point of its triangle. Exact.
    #[must_use]
    pub fn sees(&self, window: &Window, p: Point) -> bool {
        self.built.sees(window, p)
    }

    /// Cost at a point if one goes straight to a generator, seen or not.
    #[must_use]
    pub fn cost_from(&self, root: Root, p: Point) -> f64 {
        self.built.cost_from(root, p)
    }

    /// Where one goes from `p` to get to a generator.
    #[must_use]
    pub fn aim_of(&self, root: Root, p: Point) -> Point {
        self.built.aim_of(root, p)
    }

    /// The generator that a point goes to.
    ///
    /// # Errors
    /// If the point is blocked, or no source can be reached.
    #[inline]
    pub fn winner(&self, p: Point) -> Result<Winner, NoPath> {
        self.built.best(self.domain, p)
    }

    /// The cheapest generator at a point of a triangle; `None` if no source can be reached. Looks at all windows of the
    /// triangle.
    #[inline]
    #[must_use]
    pub fn winner_in(&self, triangle: TriangleId, p: Point) -> Option<Winner> {
        let mut best = Best::NOTHING;
        self.built.look_in(self.domain, triangle, p, &mut best);
        best.winner()
    }

    /// The speed of each layer, from the first; empty if there is only the ordinary speed and there are no gates.
    pub fn speeds(&self) -> impl ExactSizeIterator<Item = f64> + use<'a> {
        self.built.conditions.layers.all().iter().map(Pace::speed)
    }

    /// Cost per length in a layer.
    #[inline]
    #[must_use]
    pub fn slowness(&self, layer: LayerId) -> f64 {
        self.built.conditions.layers.slowness(layer)
    }

    /// What generators have paid at gates.
    #[must_use]
    pub fn surcharges(&self) -> &'a Surcharges {
        &self.built.conditions.surcharges
    }

    /// Costs are lengths: no speeds, no gates.
    #[inline]
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.built.conditions.is_plain()
    }

    /// What some legs cost does not grow with their length alone: they cross a gate that makes the rest dearer, or start
    /// within a segment and touch a slow corner.
    #[inline]
    #[must_use]
    pub fn has_factors(&self) -> bool {
        self.built.conditions.has_uneven_legs()
    }

    /// Costs from two generators grow in the same way along their legs.
    #[must_use]
    pub fn has_same_pace(&self, a: Root, b: Root) -> bool {
        let slowness = |root: Root| match root.kind() {
            RootKind::Node(node) => self.slowness(self.node(node).layer),
            RootKind::Flat(_) => self.slowness(LayerId::FIRST),
        };
        let surcharges = self.surcharges();
        slowness(a) == slowness(b) && !surcharges.is_dearer(a) && !surcharges.is_dearer(b)
    }

    /// Gates that may be crossed end at a corner: its node may be reached from beyond them.
    #[must_use]
    pub fn is_gate_end(&self, corner: CornerId) -> bool {
        self.built.conditions.gates.has_links(corner)
    }
}
