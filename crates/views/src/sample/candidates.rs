//! What may give a pixel of a triangle its cost: the corners of the triangle and the windows that entered it, each
//! turned into a few numbers that rows of pixels are compared with.
//!
//! Every candidate's cost has the form `cost + sqrt(u^2 + v^2)` with `u` and `v` linear in column and row: for a point
//! these are the two parts of the line to it; for a flat front `u` is the distance from its line and `v` is zero. What a
//! candidate sees is an interval of columns in every row, between lines. Lines are moved outwards by a millionth of a
//! pixel: there costs go over into each other, so a doubtful pixel gets the same cost from either side, but never falls
//! between two windows.

use super::NO_GENERATOR;
use super::lanes::Chosen;
use super::packet::{Cone, LANES, Line, Packet, View};
use super::spans::Spans;
use wayfront_geometry::{Point, Raster};
use wayfront_pathmap::view::{Bound, BoundKind, Flat, FlatId, LayerId, MapView, Node, NodeId, RootKind, Window};

/// Tolerance: How far lines are moved outwards, in pixels: more than single precision is off, far less than a pixel.
const SEAM: f64 = 1e-6;

/// Tolerance: The same as a share of the coordinates in pixels, where their rounding is more than that: some units of
/// the last place of an `f64`.
const ROUNDING: f64 = 1e-14;

/// Tolerance: Least rise of a line that is distinguished from a level one: below, its column in a row is beyond all
/// pixels.
const LEVEL: f64 = 1e-12;

impl View {
    /// Sees only what is on the right hand of the line through a point, both in pixels. False if that leaves nothing.
    #[inline(always)]
    fn keep_right_of(&mut self, spans: &Spans, through: Point, mut ray: Point) -> bool {
        let level = LEVEL * ray.x.abs();
        if ray.y.abs() <= level {
            if level == 0.0 {
                return true;
            }
            // Opposite rays stay opposite.
            ray.y = level.copysign(ray.x);
        }
        let lean = ray.x / ray.y;
        let start = through.x - through.y * lean;
        let seam = (SEAM + ROUNDING * (spans.farthest + through.x.abs() + through.y.abs())) * (1.0 + lean.abs());
        // How far the corners are inside.
        let sign = if ray.y > 0.0 { 1.0 } else { -1.0 };
        let [a, b, c] = spans.points.map(|p| sign * (p.x - (start + p.y * lean)));
        if a.max(b).max(c) < 0.0 {
            return false;
        }
        // Bounds often pass through the triangle's own corners: what a line cuts off by less than the seam is seen.
        if a.min(b).min(c) < -seam {
            let (column, row) = (f64::from(spans.columns.start), f64::from(spans.rows.start));
            let line = Line { start: start - sign * seam + row * lean - column, lean };
            let slots = if sign > 0.0 { &mut self.low } else { &mut self.high };
            // Two on each side are enough: a window's bounds face each other, and a flat front has one line more.
            let slot = usize::from(slots[0].start.is_finite());
            slots[slot] = line;
        }
        true
    }
}

/// A power of two, about the extent of a pixel: lengths are squared in this unit, where `f32` neither overflows nor
/// vanishes, and scaled back without rounding.
#[inline(always)]
pub(super) fn unit_of(raster: &Raster) -> f64 {
    let exponent = raster.pixel().x.max(raster.pixel().y).log2().floor();
    exponent.clamp(f64::from(f32::MIN_EXP), f64::from(f32::MAX_EXP) - 1.0).exp2()
}

/// The number of a node's parent, unless one is faster from there on.
#[inline(always)]
fn slower_parent(view: MapView, node: &Node) -> u32 {
    let Some(parent) = node.parent().get() else { return NO_GENERATOR };
    // Flat fronts are left at the ordinary speed.
    let layer = match parent.kind() {
        RootKind::Node(id) => view.node(id).layer(),
        RootKind::Flat(_) => LayerId::FIRST,
    };
    if layer == node.layer() { view.number(parent).0 } else { NO_GENERATOR }
}

/// The candidates of one triangle.
pub(super) struct Candidates<'a> {
    raster: &'a Raster,
    /// Raster's units per unit of length.
    scale: f64,
    view: MapView<'a>,
    packets: Vec<Packet>,
    count: usize,
    /// Those that see the whole triangle.
    wholes: Vec<u32>,
}

impl<'a> Candidates<'a> {
    pub fn new(raster: &'a Raster, view: MapView<'a>) -> Self {
        let scale = unit_of(raster).recip();
        Self { raster, scale, view, packets: Vec::new(), count: 0, wholes: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.count = 0;
        self.wholes.clear();
    }

    /// Drops those whose parent sees the whole triangle: what is seen is never nearer by way of a corner. Drops windows
    /// of a root that sees the whole triangle anyway.
    #[inline(always)]
    pub fn settle(&mut self) {
        for k in 0..self.count {
            let packet = &mut self.packets[k / LANES];
            let id = packet.id[k % LANES];
            let parent = match self.view.nodes().get(id as usize) {
                Some(node) => slower_parent(self.view, node),
                None => NO_GENERATOR,
            };
            let is_part = !packet.sees_all(k % LANES);
            let mut is_needless = false;
            for &whole in &self.wholes {
                is_needless |= (whole == parent) | ((whole == id) & is_part);
            }
            // Without a branch: it could not be foreseen.
            let cost = &mut packet.cost[k % LANES];
            *cost = if is_needless { f32::INFINITY } else { *cost };
        }
        self.drop_rest();
    }

    /// Closes the ranks, in the same order.
    #[inline(always)]
    pub fn close_up(&mut self) {
        let mut kept = 0;
        for k in 0..self.count {
            let packet = &self.packets[k / LANES];
            if packet.cost[k % LANES] < f32::INFINITY {
                if kept < k {
                    let (cone, view) = (packet.cone(k % LANES), packet.view(k % LANES));
                    self.packets[kept / LANES].set(kept % LANES, &cone, &view);
                }
                kept += 1;
            }
        }
        self.count = kept;
        self.drop_rest();
    }

    /// Drops what earlier triangles have left in the last packet.
    #[inline(always)]
    fn drop_rest(&mut self) {
        for k in self.count..self.count.next_multiple_of(LANES) {
            self.packets[k / LANES].drop(k % LANES);
        }
    }

    /// The only candidate, if it sees all of the triangle.
    #[inline(always)]
    pub fn only(&self) -> Option<&Packet> {
        self.packets.first().filter(|packet| self.count == 1 && packet.sees_all(0))
    }

    pub fn packets(&self) -> &[Packet] {
        &self.packets[..self.count.div_ceil(LANES)]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// All of them in the rows of a strip from `first` on.
    #[inline(always)]
    pub fn rows(&self, first: f32, chosen: &mut Chosen) {
        chosen.clear();
        for k in 0..self.count {
            let packet = &self.packets[k / LANES];
            if packet.cost[k % LANES] < f32::INFINITY {
                chosen.add().set(packet, k % LANES, packet.sees_all(k % LANES), first);
            }
        }
    }

    pub fn packets_mut(&mut self) -> &mut [Packet] {
        &mut self.packets[..self.count.div_ceil(LANES)]
    }

    #[inline(always)]
    fn add(&mut self, cone: &Cone, view: &View) {
        if view.is_all() {
            // Once is enough: a corner that was reached again at a lower cost has sent its windows again.
            if self.wholes.contains(&cone.id) {
                return;
            }
            self.wholes.push(cone.id);
        }
        self.push(cone, view);
    }

    #[inline(always)]
    fn push(&mut self, cone: &Cone, view: &View) {
        let (packet, lane) = (self.count / LANES, self.count % LANES);
        if packet == self.packets.len() {
            self.packets.push(Packet::EMPTY);
        }
        self.packets[packet].set(lane, cone, view);
        self.count += 1;
    }

    /// The distance from a point.
    #[inline(always)]
    fn cone_of_point(&self, spans: &Spans, id: NodeId, node: &Node) -> Cone {
        // Where one is slow, everything is farther.
        let scale = self.scale * self.view.slowness(node.layer());
        let (apart, pixel) = ((spans.first - node.at()) * scale, self.raster.pixel() * scale);
        Cone {
            id: id.index() as u32,
            cost: (node.cost() * self.scale) as f32,
            u: apart.x as f32,
            v: apart.y as f32,
            u_column: pixel.x as f32,
            u_row: 0.0,
            v_row: pixel.y as f32,
        }
    }

    /// The distance from a flat front.
    #[inline(always)]
    fn cone_of_flat(&self, spans: &Spans, id: FlatId, flat: &Flat) -> Cone {
        let (apart, pixel) = ((spans.first - flat.ends()[0]) * self.scale, self.raster.pixel() * self.scale);
        Cone {
            id: self.view.number(id.into()).0,
            cost: (flat.cost() * self.scale) as f32,
            u: apart.cross(flat.unit()) as f32,
            v: 0.0,
            u_column: (pixel.x * flat.unit().y) as f32,
            u_row: (-pixel.y * flat.unit().x) as f32,
            v_row: 0.0,
        }
    }

    /// A corner of the triangle: sees all of it.
    #[inline(always)]
    pub fn add_corner(&mut self, spans: &Spans, corner: NodeId) {
        let node = self.view.node(corner);
        if node.cost() < f64::INFINITY {
            self.add(&self.cone_of_point(spans, corner, node), &View::ALL);
        }
    }

    /// A window that entered the triangle.
    #[inline(always)]
    pub fn add_window(&mut self, spans: &Spans, window: &Window) {
        let id = match window.root.kind() {
            RootKind::Node(id) => id,
            RootKind::Flat(id) => return self.add_strip(spans, id, window),
        };
        let node = self.view.node(id);
        let mut view = View::ALL;
        let at = self.raster.in_pixels(node.at());
        if view.keep_right_of(spans, at, self.ray(node.at(), window.left))
            && view.keep_right_of(spans, at, -self.ray(node.at(), window.right))
        {
            self.add(&self.cone_of_point(spans, id, node), &view);
        }
    }

    /// A flat front's window.
    #[inline(never)]
    fn add_strip(&mut self, spans: &Spans, id: FlatId, window: &Window) {
        let flat = self.view.flat(id);
        let mut view = View::ALL;
        let node = |bound: Bound| self.raster.in_pixels(self.view.nodes()[bound.slot()].at());
        let [from, to] = flat.ends();
        // Rays in the world are at right angles to the front; on pixels that are not square they are not.
        let ray = self.raster.vector_in_pixels(flat.ahead());
        if view.keep_right_of(spans, node(window.left), ray)
            && view.keep_right_of(spans, node(window.right), -ray)
            // In a triangle that the source crosses, each side has its own windows.
            && view.keep_right_of(spans, self.raster.in_pixels(from), self.raster.vector_in_pixels(to - from))
        {
            self.add(&self.cone_of_flat(spans, id, flat), &view);
        }
    }

    /// The direction of a bound of a point's window, in pixels; none at all without bound.
    #[inline(always)]
    fn ray(&self, root: Point, bound: Bound) -> Point {
        let ray = match bound.kind() {
            BoundKind::Through(node) => self.view.node(node).at() - root,
            BoundKind::Behind(node) => root - self.view.node(node).at(),
            BoundKind::None => Point::default(),
            BoundKind::Along(flat) => self.view.flat(flat).ahead(),
        };
        self.raster.vector_in_pixels(ray)
    }
}
