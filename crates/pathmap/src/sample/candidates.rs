//! What may give a pixel of a triangle its cost: the corners of the triangle and the windows that entered it, each
//! turned into a few numbers that rows of pixels are compared with.
//!
//! Every candidate's cost has the form `cost + sqrt(u^2 + v^2)` with `u` and `v` linear in column and row: for a point
//! these are the two parts of the way to it; for a flat front `u` is the distance from its line and `v` is zero. What a
//! candidate sees is an interval of columns in every row, between lines. Lines are moved outwards by a millionth of a
//! pixel: there costs go over into each other, so a doubtful pixel gets the same cost from either side, but never falls
//! between two windows.

use super::lanes::{Chosen, LANES};
use super::raster::Raster;
use super::spans::Spans;
use crate::build::Built;
use crate::front::{BEHIND, Flat, NONE, Node, Window};
use crate::tariff::Tariff;
use wayfront_geometry::Point;

/// How far lines are moved outwards, in pixels.
const SEAM: f64 = 1e-6;

/// The same for rounding, as a share of the coordinates.
const ROUNDING: f64 = 1e-14;

/// Least rise of a line that is told from a level one.
const LEVEL: f64 = 1e-12;

/// A cost as a function of column and row, both counted from the triangle's first, in the raster's unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub id: u32,
    pub cost: f32,
    /// At the first column and row.
    pub u: f32,
    pub v: f32,
    /// Growth of `u` from column to column and from row to row.
    pub u_column: f32,
    pub u_row: f32,
    /// Growth of `v` from row to row.
    pub v_row: f32,
}

/// A line, as a column for each row, counted from the triangle's first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Column in row 0.
    pub start: f64,
    /// Columns per row.
    pub lean: f64,
}

/// What is seen: nothing left of the low lines, nothing right of the high ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub low: [Line; 2],
    pub high: [Line; 2],
}

const NO_LOW: Line = Line { start: f64::NEG_INFINITY, lean: 0.0 };
const NO_HIGH: Line = Line { start: f64::INFINITY, lean: 0.0 };

impl View {
    /// Sees everything.
    pub const ALL: Self = Self { low: [NO_LOW; 2], high: [NO_HIGH; 2] };

    #[inline(always)]
    fn is_all(&self) -> bool {
        self.low[0].start.is_infinite() & self.high[0].start.is_infinite()
    }

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

/// Eight candidates side by side.
#[derive(Clone, Copy)]
pub(super) struct Packet {
    pub id: [u32; LANES],
    pub cost: [f32; LANES],
    pub u: [f32; LANES],
    pub v: [f32; LANES],
    pub u_column: [f32; LANES],
    pub u_row: [f32; LANES],
    pub v_row: [f32; LANES],
    /// Starts and leans of the lines.
    pub low: [[[f64; LANES]; 2]; 2],
    pub high: [[[f64; LANES]; 2]; 2],
}

impl Packet {
    /// Nothing: no lane sees anything.
    const EMPTY: Self = Self {
        id: [NONE; LANES],
        cost: [f32::INFINITY; LANES],
        u: [0.0; LANES],
        v: [0.0; LANES],
        u_column: [0.0; LANES],
        u_row: [0.0; LANES],
        v_row: [f32::NAN; LANES],
        low: [[[f64::INFINITY; LANES], [0.0; LANES]]; 2],
        high: [[[f64::NEG_INFINITY; LANES], [0.0; LANES]]; 2],
    };

    #[inline(always)]
    fn set(&mut self, lane: usize, cone: &Cone, view: &View) {
        self.id[lane] = cone.id;
        self.cost[lane] = cone.cost;
        self.u[lane] = cone.u;
        self.v[lane] = cone.v;
        self.u_column[lane] = cone.u_column;
        self.u_row[lane] = cone.u_row;
        self.v_row[lane] = cone.v_row;
        for k in 0..2 {
            (self.low[k][0][lane], self.low[k][1][lane]) = (view.low[k].start, view.low[k].lean);
            (self.high[k][0][lane], self.high[k][1][lane]) = (view.high[k].start, view.high[k].lean);
        }
    }

    /// Makes a candidate dearer than anything.
    #[inline(always)]
    pub fn drop(&mut self, lane: usize) {
        self.cost[lane] = f32::INFINITY;
    }

    /// A candidate has no lines.
    #[inline(always)]
    fn sees_all(&self, lane: usize) -> bool {
        self.low[0][0][lane].is_infinite() & self.high[0][0][lane].is_infinite()
    }

    #[inline(always)]
    pub fn cone(&self, lane: usize) -> Cone {
        Cone {
            id: self.id[lane],
            cost: self.cost[lane],
            u: self.u[lane],
            v: self.v[lane],
            u_column: self.u_column[lane],
            u_row: self.u_row[lane],
            v_row: self.v_row[lane],
        }
    }

    #[inline(always)]
    pub fn view(&self, lane: usize) -> View {
        let line = |[starts, leans]: &[[f64; LANES]; 2]| Line { start: starts[lane], lean: leans[lane] };
        View { low: [line(&self.low[0]), line(&self.low[1])], high: [line(&self.high[0]), line(&self.high[1])] }
    }
}

/// The parent of a node, unless one is faster from there on.
#[inline(always)]
fn slower_parent(nodes: &[Node], node: &Node) -> u32 {
    // Flat fronts are left at the ordinary speed.
    let layer = match nodes.get(node.parent as usize) {
        Some(parent) => parent.layer,
        None => 0,
    };
    if layer == node.layer { node.parent } else { NONE }
}

/// The candidates of one triangle.
pub(super) struct Candidates<'a> {
    raster: &'a Raster,
    /// Raster's units per unit of length.
    scale: f64,
    nodes: &'a [Node],
    flats: &'a [Flat],
    tariff: &'a Tariff,
    packets: Vec<Packet>,
    count: usize,
    /// Those that see the whole triangle.
    wholes: Vec<u32>,
}

impl<'a> Candidates<'a> {
    pub fn new(raster: &'a Raster, built: &'a Built) -> Self {
        let scale = raster.unit().recip();
        let Built { nodes, flats, tariff, .. } = built;
        Self { raster, scale, nodes, flats, tariff, packets: Vec::new(), count: 0, wholes: Vec::new() }
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
            let parent = match self.nodes.get(id as usize) {
                Some(node) => slower_parent(self.nodes, node),
                None => NONE,
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
    fn cone_of_point(&self, spans: &Spans, id: u32, node: &Node) -> Cone {
        // Where one is slow, everything is farther.
        let scale = self.scale * self.tariff.slowness(node.layer);
        let (way, pixel) = ((spans.first - node.at) * scale, self.raster.pixel() * scale);
        Cone {
            id,
            cost: (node.cost * self.scale) as f32,
            u: way.x as f32,
            v: way.y as f32,
            u_column: pixel.x as f32,
            u_row: 0.0,
            v_row: pixel.y as f32,
        }
    }

    /// The distance from a flat front.
    #[inline(always)]
    fn cone_of_flat(&self, spans: &Spans, id: u32, flat: &Flat) -> Cone {
        let (way, pixel) = ((spans.first - flat.from) * self.scale, self.raster.pixel() * self.scale);
        Cone {
            id,
            cost: (flat.cost * self.scale) as f32,
            u: way.cross(flat.unit) as f32,
            v: 0.0,
            u_column: (pixel.x * flat.unit.y) as f32,
            u_row: (-pixel.y * flat.unit.x) as f32,
            v_row: 0.0,
        }
    }

    /// A corner of the triangle: sees all of it.
    #[inline(always)]
    pub fn add_corner(&mut self, spans: &Spans, corner: u32) {
        let node = self.nodes[corner as usize];
        if node.cost < f64::INFINITY {
            self.add(&self.cone_of_point(spans, corner, &node), &View::ALL);
        }
    }

    /// A window that entered the triangle.
    #[inline(always)]
    pub fn add_window(&mut self, spans: &Spans, window: &Window) {
        let Some(node) = self.nodes.get(window.root as usize) else { return self.add_strip(spans, window) };
        let mut view = View::ALL;
        let at = self.raster.in_pixels(node.at);
        if view.keep_right_of(spans, at, self.ray(node.at, window.left))
            && view.keep_right_of(spans, at, -self.ray(node.at, window.right))
        {
            self.add(&self.cone_of_point(spans, window.root, node), &view);
        }
    }

    /// A flat front's window.
    #[inline(never)]
    fn add_strip(&mut self, spans: &Spans, window: &Window) {
        let flat = &self.flats[window.root as usize - self.nodes.len()];
        let mut view = View::ALL;
        let node = |bound: u32| self.raster.in_pixels(self.nodes[bound as usize].at);
        let from = self.raster.in_pixels(flat.from);
        // Rays in the world are at right angles to the front; on pixels that are not square they are not.
        let ray = self.raster.vector_in_pixels(-flat.unit.left());
        if view.keep_right_of(spans, node(window.left), ray)
            && view.keep_right_of(spans, node(window.right), -ray)
            // In a triangle that the source crosses, each side has its own windows.
            && view.keep_right_of(spans, from, self.raster.vector_in_pixels(flat.to - flat.from))
        {
            self.add(&self.cone_of_flat(spans, window.root, flat), &view);
        }
    }

    /// The direction of a bound of a point's window, in pixels; none at all without bound.
    #[inline(always)]
    fn ray(&self, root: Point, bound: u32) -> Point {
        let ray = match self.nodes.get((bound & !BEHIND) as usize) {
            Some(node) if bound & BEHIND == 0 => node.at - root,
            Some(node) => root - node.at,
            None if bound == NONE => Point::default(),
            None => -self.flats[(bound & !BEHIND) as usize - self.nodes.len()].unit.left(),
        };
        self.raster.vector_in_pixels(ray)
    }
}
