//! Maps with several speeds, traced over small triangles.
//!
//! Where legs differ in speed, or get dearer behind a barrier, regions end at ovals that have no simple equation. So
//! each triangle of the free space is cut into small ones, and the exact map is asked what wins at their corners: what
//! the triangle's own windows say, so that nothing is ever joined over an outline, a wall or a gate. Where two corners
//! differ, the crossing on the edge between them is found by bisection: all points of borders lie on the true ones, and
//! so do the points of lines of equal cost.
//!
//! An edge is halved if it is longer than the reach, and else never: small triangles on both sides of it have the same
//! edges, and lines meet there; only around places where three regions meet they are smaller still. What is thinner
//! than the reach may be missed. Cost: the area divided by the reach squared, never more than about [`MOST_CELLS`]
//! questions, and about thirty for each crossing.

mod arc;
mod cut;

use super::border::Key;
use super::{Border, BorderKind, MapShapes, Region, on_all_threads};
use crate::shapes::view::Regions;
use cut::Cutter;
use wayfront_domain::SideId;
use wayfront_geometry::Point;
use wayfront_pathmap::view::{MapView, MaybeRoot, Root};

/// Small triangles of a map, about.
const MOST_CELLS: f64 = 1.5e6;
/// Tolerance: Edges of small triangles, in tolerances: chords of curves are much closer to these than that.
const REACH: f64 = 5.0;
/// Tolerance: Share of the tolerance within which points on a line are left out.
const NEEDLESS: f64 = 0.02;

/// Tolerance: Ends of lines, and costs that tie, may be so many reaches of exact shapes apart: crossings are looked for
/// a little inwards of each triangle.
const WIDE: f64 = 10.0;

/// A triangle in which one generator wins.
#[derive(Clone, Copy, Debug)]
struct Part {
    root: Root,
    corners: [Point; 3],
    costs: [f64; 3],
    /// What wins beyond edge k, from corner k to the next, if that is a border.
    rivals: [MaybeRoot; 3],
}

/// The parts of a map.
#[derive(Debug)]
pub(crate) struct Traced {
    parts: Vec<Part>,
    /// Longer edges are halved.
    reach: f64,
    tolerance: f64,
}

impl Traced {
    pub fn new(view: MapView, regions: &Regions, tolerance: f64) -> Self {
        let domain = view.domain();
        // Halving the longest edges leaves triangles of about a fifth of the square of the reach.
        let reach = (REACH * tolerance).max((5.0 * domain.area() / MOST_CELLS).sqrt());
        let parts = on_all_threads(domain.free_triangles() as u32, 1, |triangle, parts| {
            Cutter::new(view, regions, triangle, reach).cut(parts);
        });
        Self { parts, reach, tolerance }
    }

    pub fn max_cost(&self) -> Option<f64> {
        self.parts.iter().flat_map(|part| part.costs).filter(|cost| cost.is_finite()).max_by(f64::total_cmp)
    }

    pub fn regions(&self, view: MapView) -> Vec<Region> {
        let mut order: Vec<(Root, usize)> = self.parts.iter().enumerate().map(|(k, part)| (part.root, k)).collect();
        order.sort_unstable();
        let rings = |parts: &[(Root, usize)]| parts.iter().map(|&(_, k)| self.parts[k].corners.to_vec()).collect();
        let of_root = |parts: &[(Root, usize)]| Region { generator: view.number(parts[0].0), rings: rings(parts) };
        order.chunk_by(|a, b| a.0 == b.0).map(of_root).collect()
    }

    pub fn borders(&self, shapes: &MapShapes) -> Vec<Border> {
        let mut lines: Vec<(Key, Vec<Point>)> = Vec::new();
        for part in &self.parts {
            for k in 0..3 {
                // Seen from the other side too: take it from the lower number.
                if let Some(rival) = part.rivals[k].get().filter(|&rival| part.root < rival) {
                    let ends = [part.corners[k], part.corners[(k + 1) % 3]];
                    lines.push((key(shapes, [part.root, rival], ends), ends.to_vec()));
                }
            }
        }
        self.borders_along_sides(shapes, &mut lines);
        // Triangles on two sides of a side look for crossings a little inwards.
        shapes.joined_borders(lines, WIDE * shapes.reach(), self.grain())
    }

    /// Points as near as this to a line through others say nothing.
    pub fn grain(&self) -> f64 {
        NEEDLESS * self.tolerance
    }

    /// Borders that no small triangle contains, since they run along a side of the free space's triangles.
    fn borders_along_sides(&self, shapes: &MapShapes, lines: &mut Vec<(Key, Vec<Point>)>) {
        let domain = shapes.map.domain();
        for side in (0..3 * domain.free_triangles() as u32).map(SideId) {
            let Some(twin) = domain.twin(side).filter(|&twin| twin > side) else { continue };
            let beside = [side, twin].map(|s| Cutter::new(shapes.view, &shapes.regions, s.triangle(), self.reach));
            let [a, b] = domain.side_points(side);
            let count = (a.distance(b) / self.reach).ceil().max(1.0);
            for k in 0..count as u32 {
                let ends = [0.0, 1.0].map(|end| a.lerp(b, (f64::from(k) + end) / count));
                let [p, q] = beside.each_ref().map(|cutter| cutter.winner((ends[0] + ends[1]) * 0.5).get());
                if let (Some(p), Some(q)) = (p, q)
                    && p != q
                {
                    lines.push((key(shapes, [p.min(q), p.max(q)], ends), ends.to_vec()));
                }
            }
        }
    }
}

/// What a piece of a border is. One of its ends lies on the true border.
fn key(shapes: &MapShapes, between: [Root; 2], ends: [Point; 2]) -> Key {
    let [a, b] = between;
    let (view, close) = (shapes.view, WIDE * shapes.reach());
    let is_tie = |p: &&Point| (view.cost_from(a, **p) - view.cost_from(b, **p)).abs() <= close;
    let Some(&p) = ends.iter().find(is_tie) else { return (between, BorderKind::Shadow) };
    if is_behind(view, a, b, p, close) || is_behind(view, b, a, p, close) {
        return (between, BorderKind::Shadow);
    }
    let kind = if view.has_same_pace(a, b) { shapes.kind(a, b) } else { BorderKind::Oval };
    (between, kind)
}

/// The leg from `p` to one generator leads over the place of another.
fn is_behind(view: MapView, far: Root, near: Root, p: Point, close: f64) -> bool {
    let (from, through) = (view.aim_of(far, p), view.aim_of(near, p));
    let towards = from - p;
    let is_between = (through - p).dot(towards) > 0.0 && (through - from).dot(towards) < 0.0;
    is_between && towards.cross(through - p).abs() <= close * towards.length()
}
