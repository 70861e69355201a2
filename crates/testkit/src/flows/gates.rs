//! Capacity, slow and obviously right: every vertex against every solid side, straight and seen; Dijkstra over all of
//! it; all assignments of bottoms to tops tried.

use std::collections::HashMap;
use wayfront_domain::{CornerId, Domain, SideId};
use wayfront_flow::{FlowMap, Gate};
use wayfront_geometry::{Point, closest_on_segment};

/// What a width may fall short of a whole number of lanes by rounding.
const SHORT: f64 = 1e-9;
/// Points nearer than this are the same: gates end at computed points.
const SAME: f64 = 1e-9;
/// Share of a leg that it may lack before a rounded foot.
const LAST_BIT: f64 = 1e-9;

/// The capacity, in lanes of this width if one is given.
#[must_use]
pub fn capacity(flow: &FlowMap, lane: Option<f64>) -> f64 {
    let price = |w: f64| lane.map_or(w, |lane| ((w + SHORT) / lane).floor());
    capacity_for(&Graph::of(flow), flow, |_, width| price(width))
}

/// The capacity in lanes of this width if one more could pass between the two solids at the ends of a gate.
///
/// # Panics
/// If the world has no outline.
#[must_use]
pub fn capacity_if_wider(flow: &FlowMap, lane: f64, gate: &Gate) -> f64 {
    let graph = Graph::of(flow);
    let corners = || (0..flow.domain().corner_count() as u32).map(CornerId);
    // A vertex has a corner in each part of the free space that meets there; one of them is the gate's.
    let at = |p: Point| -> Vec<usize> {
        let here = corners().filter(|&c| flow.domain().point(c).distance(p) < SAME);
        let groups: Vec<usize> = here.map(|corner| graph.of_corner[&corner]).collect();
        if !groups.is_empty() {
            return groups;
        }
        let apart = |side: SideId| {
            let [a, b] = flow.domain().side_points(side);
            closest_on_segment(a, b, p).distance(p)
        };
        let nearest = flow.solid_sides().min_by(|&s, &t| apart(s).total_cmp(&apart(t))).expect("a world has outlines");
        vec![graph.of_corner[&flow.domain().side_corners(nearest)[0]]]
    };
    let [from, to] = [gate.points[0], gate.points[gate.points.len() - 1]].map(at);
    let is_wider = |[x, y]: [usize; 2]| from.contains(&x) && to.contains(&y) || from.contains(&y) && to.contains(&x);
    let price =
        |pair: [usize; 2], width: f64| ((width + SHORT) / lane).floor() + if is_wider(pair) { 1.0 } else { 0.0 };
    capacity_for(&graph, flow, price)
}

fn capacity_for(graph: &Graph, flow: &FlowMap, price: impl Fn([usize; 2], f64) -> f64) -> f64 {
    let (bottoms, tops) = graph.bottoms_and_tops(flow);
    let table: Vec<Vec<f64>> = bottoms
        .iter()
        .map(|&b| {
            let costs = graph.costs(b, &price);
            tops.iter().map(|&t| costs[t]).collect()
        })
        .collect();
    cheapest(&table, 0, &mut vec![false; tops.len()])
}

/// How often an exit follows an entrance around the world.
#[must_use]
pub fn bottoms(flow: &FlowMap) -> usize {
    Graph::of(flow).bottoms_and_tops(flow).0.len()
}

fn cheapest(table: &[Vec<f64>], row: usize, used: &mut Vec<bool>) -> f64 {
    if row == table.len() {
        return 0.0;
    }
    let mut best = f64::INFINITY;
    for k in 0..used.len() {
        if !used[k] {
            used[k] = true;
            best = best.min(table[row][k] + cheapest(table, row + 1, used));
            used[k] = false;
        }
    }
    best
}

/// Groups of corners: solids, by vertices joined through solid sides; and reflex corners of chains on their own.
struct Graph {
    groups: usize,
    of_corner: HashMap<CornerId, usize>,
    /// Straight lines between two corners, or between a corner and a point inside a solid side.
    gates: Vec<(CornerId, CornerId, f64)>,
    /// Groups that are single points and no solids.
    is_point: Vec<bool>,
}

impl Graph {
    fn of(flow: &FlowMap) -> Self {
        let domain = flow.domain();
        let corners: Vec<CornerId> = (0..domain.corner_count() as u32).map(CornerId).collect();
        let mut of_corner: HashMap<CornerId, usize> = corners.iter().map(|&c| (c, c.index())).collect();
        let solid: Vec<SideId> = flow.solid_sides().collect();
        let ends: Vec<[CornerId; 2]> = solid.iter().map(|&s| domain.side_corners(s)).collect();
        let component = |c: CornerId| domain.component(domain.first_side(c).triangle());
        let mut is_solid: HashMap<CornerId, bool> = HashMap::new();
        ends.iter().flatten().for_each(|&c| {
            is_solid.insert(c, true);
        });
        // Joined until nothing changes: through sides, and through sectors of one vertex in one part.
        loop {
            let mut changed = false;
            let mut join = |a: CornerId, b: CornerId| {
                let (x, y) = (of_corner[&a], of_corner[&b]);
                if x != y {
                    of_corner.insert(a, x.min(y));
                    of_corner.insert(b, x.min(y));
                    changed = true;
                }
            };
            ends.iter().for_each(|&[a, b]| join(a, b));
            for &a in &corners {
                for b in domain.sectors(a) {
                    if component(a) == component(b) && is_solid.contains_key(&a) && is_solid.contains_key(&b) {
                        join(a, b);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for group in of_corner.values_mut() {
            let next = numbers.len();
            *group = *numbers.entry(*group).or_insert(next);
        }
        let mut is_point = vec![true; numbers.len()];
        is_solid.keys().for_each(|c| is_point[of_corner[c]] = false);
        let mut graph = Self { groups: numbers.len(), of_corner, gates: Vec::new(), is_point };
        graph.find_gates(domain, &corners, &solid);
        graph
    }

    fn find_gates(&mut self, domain: &Domain, corners: &[CornerId], solid: &[SideId]) {
        for &a in corners {
            let at = domain.point(a);
            for &b in corners {
                if b > a && self.of_corner[&a] != self.of_corner[&b] && domain.corners_see(a, b) {
                    self.gates.push((a, b, at.distance(domain.point(b))));
                }
            }
            for &side in solid {
                let [p, q] = domain.side_points(side);
                let foot = closest_on_segment(p, q, at);
                if foot == p || foot == q || self.of_corner[&a] == self.of_corner[&domain.side_corners(side)[0]] {
                    continue;
                }
                if sees_foot(domain, a, foot, side) {
                    self.gates.push((a, domain.side_corners(side)[0], at.distance(foot)));
                }
            }
        }
    }

    fn costs(&self, from: usize, price: &impl Fn([usize; 2], f64) -> f64) -> Vec<f64> {
        // Per group: what its solid costs, and what was walked since the last solid.
        let mut near: Vec<HashMap<usize, f64>> = vec![HashMap::new(); self.groups];
        for &(a, b, w) in &self.gates {
            let (x, y) = (self.of_corner[&a], self.of_corner[&b]);
            for (x, y) in [(x, y), (y, x)] {
                let known = near[x].entry(y).or_insert(f64::INFINITY);
                *known = known.min(w);
            }
        }
        // Lines from solid to solid may bend at points: all pairs through points first.
        let mut widths = vec![vec![f64::INFINITY; self.groups]; self.groups];
        for (x, gates) in near.iter().enumerate() {
            gates.iter().for_each(|(&y, &w)| widths[x][y] = w);
        }
        for via in (0..self.groups).filter(|&k| self.is_point[k]) {
            for x in 0..self.groups {
                for y in 0..self.groups {
                    let through = widths[x][via] + widths[via][y];
                    if x != y && through < widths[x][y] {
                        widths[x][y] = through;
                    }
                }
            }
        }
        let mut costs = vec![f64::INFINITY; self.groups];
        costs[from] = 0.0;
        for _ in 0..self.groups {
            for x in (0..self.groups).filter(|&k| !self.is_point[k] || k == from) {
                for y in 0..self.groups {
                    if costs[x].is_finite() && widths[x][y].is_finite() {
                        costs[y] = costs[y].min(costs[x] + price([x, y], widths[x][y]));
                    }
                }
            }
        }
        costs
    }

    /// The groups between entrances and exits, found by walking along the outline.
    fn bottoms_and_tops(&self, flow: &FlowMap) -> (Vec<usize>, Vec<usize>) {
        let domain = flow.domain();
        let (mut bottoms, mut tops) = (Vec::new(), Vec::new());
        let has_both = |component: u32| {
            let mut kinds: Vec<bool> = flow
                .open_sides()
                .filter(|(s, _)| domain.component(s.triangle()) == component)
                .map(|(_, t)| t.is_entrance())
                .collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.len() == 2
        };
        for (side, terminal) in flow.open_sides().filter(|(s, _)| has_both(domain.component(s.triangle()))) {
            let start = domain.side(side.next()).origin;
            let mut at = domain.first_side(start);
            while flow.terminal(at).is_none() {
                at = domain.first_side(domain.side(at.next()).origin);
            }
            let follows = flow.terminal(at).expect("the loop ends at one");
            if follows.is_entrance() != terminal.is_entrance() {
                let group = self.of_corner[&start];
                if terminal.is_entrance() { bottoms.push(group) } else { tops.push(group) }
            }
        }
        (bottoms, tops)
    }
}

/// A corner sees a rounded point of a side, but for the last bit of the line.
fn sees_foot(domain: &Domain, corner: CornerId, foot: Point, side: SideId) -> bool {
    let at = domain.point(corner);
    let short = at.lerp(foot, 1.0 - LAST_BIT);
    let [a, b, c] = domain.triangle(side.triangle());
    let middle = (a + b + c) * (1.0 / 3.0);
    // The side must be met from its free side.
    let [p, q] = domain.side_points(side);
    let is_before = (q - p).cross(at - p) > 0.0 && (q - p).cross(middle - p) > 0.0;
    is_before && domain.corner_sees(corner, short)
}
