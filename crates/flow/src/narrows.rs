//! Narrow places: where two solids are so near to each other that no more lanes pass than their heights differ.
//!
//! Pairs of sides, one of each solid, that are nearer than the limit form stretches: along a stretch one can slide from
//! pair to pair and stay below the limit throughout. Each stretch is one place, however many sides line it; two of them
//! between the same solids have something wider in between. Cost: the pairs of sides that are near each other.

use crate::cut::Gate;
use crate::map::FlowMap;
use crate::near::Near;
use crate::solids::Sets;
use std::collections::HashMap;
use wayfront_domain::CornerId;
use wayfront_geometry::{Checkpoints, Piece, Point, closest_on_segment};

/// Tolerance: Share of a gap by which its ends are moved off the outlines that they lie on, but for rounding, before
/// one asks whether they see each other.
const OFF_OUTLINE: f64 = 1e-6;

/// A stretch along which two solids are too near to each other for one lane more.
pub(crate) struct Narrow {
    /// The lower one, the higher one.
    pub between: [u32; 2],
    /// How far they are apart where they are nearest.
    pub width: f64,
    /// That place.
    pub points: [Point; 2],
    /// The pairs of sides along it.
    pairs: Vec<[[Point; 2]; 2]>,
}

impl Narrow {
    /// A gate crosses the stretch.
    pub fn holds(&self, gate: &Gate, rounding: f64) -> bool {
        let (Some(&first), Some(&last)) = (gate.points.first(), gate.points.last()) else { return false };
        let is_on = |[a, b]: [Point; 2], p: Point| closest_on_segment(a, b, p).distance(p) <= rounding;
        let joins = |p: Point, q: Point| self.pairs.iter().any(|&[s, t]| is_on(s, p) && is_on(t, q));
        joins(first, last) || joins(last, first)
    }
}

/// A side of a solid, or a corner that is one.
struct Edge {
    solid: u32,
    height: i64,
    ends: [Point; 2],
    corners: [CornerId; 2],
}

/// Two edges that are near each other.
struct Pair {
    edges: [usize; 2],
    width: f64,
    points: [Point; 2],
}

impl FlowMap {
    /// All narrow places between solids with these heights, in lanes of some width.
    pub(crate) fn narrows(&self, heights: &HashMap<u32, i64>, lane: f64) -> Vec<Narrow> {
        let edges = self.edges(heights);
        let limit = |a: &Edge, b: &Edge| (b.height - a.height + 1) as f64 * lane - self.slack();
        let pairs = self.pairs(&edges, limit);
        let mut sets = Sets::new(pairs.len());
        let mut met: HashMap<(CornerId, usize), usize> = HashMap::new();
        for (k, Pair { edges: [a, b], .. }) in pairs.iter().enumerate() {
            let most = limit(&edges[*a], &edges[*b]);
            for (own, other) in [(*a, *b), (*b, *a)] {
                let [p, q] = edges[other].ends;
                let near = (0..2).filter(|&e| {
                    let end = edges[own].ends[e];
                    closest_on_segment(p, q, end).distance(end) < most
                });
                near.for_each(|e| sets.join(k, *met.entry((edges[own].corners[e], other)).or_insert(k)));
            }
        }
        gathered(&edges, &pairs, &mut sets)
    }

    /// The edges of solids, lower ones first.
    fn edges(&self, heights: &HashMap<u32, i64>) -> Vec<Edge> {
        let domain = self.local();
        let mut solids: Vec<(i64, u32)> = heights.iter().map(|(&solid, &height)| (height, solid)).collect();
        solids.sort_unstable();
        let of_solid = |(height, solid): (i64, u32)| {
            let outline = &self.solids.solids[solid as usize];
            let sides = outline.sides.iter().map(|&side| domain.side_corners(side));
            let corners = sides.chain(outline.corners.iter().map(|&corner| [corner; 2]));
            corners.map(move |corners| Edge { solid, height, ends: corners.map(|c| domain.point(c)), corners })
        };
        solids.into_iter().flat_map(of_solid).collect()
    }

    /// Edges of different solids that are nearer than the limit and see each other there, the lower one first.
    fn pairs(&self, edges: &[Edge], limit: impl Fn(&Edge, &Edge) -> f64) -> Vec<Pair> {
        let mut near = Near::over(self.local().bounds(), edges.len());
        let bounds: Vec<_> = edges.iter().map(|edge| Piece::Straight(edge.ends).bounds()).collect();
        let mut pairs = Vec::new();
        let mut checkpoints = Checkpoints::default();
        for (k, edge) in edges.iter().enumerate() {
            checkpoints.pass();
            // The lowest ones lie farthest below.
            let reach = edges.first().map_or(0.0, |lowest| limit(lowest, edge));
            let mut others: Vec<u32> = near.around(bounds[k].grown(reach)).collect();
            others.sort_unstable();
            others.dedup();
            for j in others.into_iter().map(|j| j as usize).filter(|&j| edges[j].solid != edge.solid) {
                let most = limit(&edges[j], edge);
                if bounds[j].distance(&bounds[k]) >= most {
                    continue;
                }
                let points = nearest(edges[j].ends, edge.ends);
                let width = points[0].distance(points[1]);
                if width < most && self.sees(points) {
                    pairs.push(Pair { edges: [j, k], width, points });
                }
            }
            near.add(k as u32, bounds[k]);
        }
        pairs
    }

    /// The line between two points on outlines is free but for its ends.
    fn sees(&self, [a, b]: [Point; 2]) -> bool {
        self.local().sees(a.lerp(b, OFF_OUTLINE), b.lerp(a, OFF_OUTLINE))
    }
}

/// Stretches from sets of pairs, in the order of their first pairs.
fn gathered(edges: &[Edge], pairs: &[Pair], sets: &mut Sets) -> Vec<Narrow> {
    let mut narrows: Vec<Narrow> = Vec::new();
    let mut of_root: HashMap<usize, usize> = HashMap::new();
    for (k, pair) in pairs.iter().enumerate() {
        let next = narrows.len();
        let at = *of_root.entry(sets.root(k)).or_insert(next);
        if at == next {
            let between = pair.edges.map(|e| edges[e].solid);
            narrows.push(Narrow { between, width: pair.width, points: pair.points, pairs: Vec::new() });
        }
        let narrow = &mut narrows[at];
        narrow.pairs.push(pair.edges.map(|e| edges[e].ends));
        if pair.width < narrow.width {
            (narrow.width, narrow.points) = (pair.width, pair.points);
        }
    }
    narrows
}

/// The nearest points of two segments that do not cross.
fn nearest(s: [Point; 2], t: [Point; 2]) -> [Point; 2] {
    let from = s.map(|p| [p, closest_on_segment(t[0], t[1], p)]);
    let to = t.map(|q| [closest_on_segment(s[0], s[1], q), q]);
    let apart = |pair: &[Point; 2]| pair[0].distance(pair[1]);
    let nearer = |a: [Point; 2], b: [Point; 2]| if apart(&b) < apart(&a) { b } else { a };
    nearer(nearer(from[0], from[1]), nearer(to[0], to[1]))
}
