//! Lines of equal cost through parts.
//!
//! A part is cut into the same small triangles as before. A line enters a small triangle where the cost on an edge
//! passes its level; on a border both generators count, so that the lines on its two sides meet.

use super::cut::longest_first;
use super::{Part, Traced};
use wayfront_geometry::Point;
use wayfront_pathmap::view::{MapView, MaybeRoot, Root};

/// Halvings of an edge until a crossing is known.
const HALVINGS: u32 = 44;
/// Tolerance: Share of a cost by which generators that tie may differ, by rounding.
const ROUNDING: f64 = 1e-6;

/// A corner of a small triangle. The edge leads to the next corner.
#[derive(Clone, Copy)]
struct Corner {
    at: Point,
    cost: f64,
    rival: MaybeRoot,
}

struct Tracer<'a> {
    view: MapView<'a>,
    /// Lowest first, with their places in the caller's list.
    levels: Vec<(f64, usize)>,
    reach: f64,
    arcs: Vec<(usize, Vec<Point>)>,
}

impl Traced {
    /// Pieces of the lines of some costs, each with the place of its cost in the list.
    pub fn arcs(&self, view: MapView, costs: &[f64]) -> Vec<(usize, Vec<Point>)> {
        let mut levels: Vec<(f64, usize)> = costs.iter().enumerate().map(|(k, &cost)| (cost, k)).collect();
        levels.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut tracer = Tracer { view, levels, reach: self.reach, arcs: Vec::new() };
        self.parts.iter().for_each(|part| tracer.part(part));
        tracer.arcs
    }
}

impl Tracer<'_> {
    fn part(&mut self, part: &Part) {
        let corner = |k: usize| {
            let cost = part.costs[k];
            Corner { at: part.corners[k], cost, rival: part.rivals[k] }
        };
        self.small(part.root, [0, 1, 2].map(corner));
    }

    fn small(&mut self, root: Root, corners: [Corner; 3]) {
        let [a, b, c] = longest_first(corners, |corner| corner.at);
        if a.at.distance(b.at) <= self.reach {
            return self.last(root, corners);
        }
        // Only triangles without borders are as large as this.
        let at = (a.at + b.at) * 0.5;
        let m = Corner { at, cost: self.view.cost_from(root, at), rival: MaybeRoot::NONE };
        self.small(root, [a, m, c]);
        self.small(root, [m, b, c]);
    }

    fn last(&mut self, root: Root, corners: [Corner; 3]) {
        let costs = corners.map(|corner| corner.cost);
        let (least, most) =
            (costs.into_iter().fold(f64::INFINITY, f64::min), costs.into_iter().fold(f64::NEG_INFINITY, f64::max));
        let first = self.levels.partition_point(|level| level.0 <= least);
        for k in first..self.levels.len() {
            let (level, number) = self.levels[k];
            if level > most {
                return;
            }
            let is_passed = |k: &usize| (costs[*k] < level) != (costs[(k + 1) % 3] < level);
            let edges = (0..3).filter(is_passed).map(|k| self.crossing(root, level, corners[k], corners[(k + 1) % 3]));
            let arc: Vec<Point> = edges.collect();
            self.arcs.push((number, arc));
        }
    }

    /// Where the cost on an edge passes a level.
    fn crossing(&self, root: Root, level: f64, a: Corner, b: Corner) -> Point {
        let own = |p: Point| self.view.cost_from(root, p);
        let other = |p: Point| a.rival.get().map_or(f64::INFINITY, |rival| self.view.cost_from(rival, p));
        let is_tie = |p: Point| (own(p) - other(p)).abs() <= ROUNDING * own(p).abs();
        let is_shared = a.rival.is_some() && is_tie(a.at) && is_tie(b.at);
        let cost = |p: Point| if is_shared { own(p).min(other(p)) } else { own(p) };
        let (mut below, mut above) = if a.cost < level { (a.at, b.at) } else { (b.at, a.at) };
        for _ in 0..HALVINGS {
            let middle = (below + above) * 0.5;
            if cost(middle) < level {
                below = middle;
            } else {
                above = middle;
            }
        }
        (below + above) * 0.5
    }
}
