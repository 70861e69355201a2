//! The channel of a quick way: the sides that it crosses, found by A* over junctions.
//!
//! Lengths are taken from where one would cross a side to where one would cross the next. The straight distance to the goal
//! counts for a little more than it is: the search opens a tenth of the junctions, for ways that are hardly longer.
//! Ends lie anywhere: from a tree one climbs to its root, from a corridor one goes to both of its ends.

use super::graph::{Level, NONE, TriangleGraph};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use wayfront_domain::{Domain, SideId, TriangleId};
use wayfront_geometry::Point;

/// How much more the rest of a way is taken to be than the straight distance: about what channels have. A channel's length,
/// from crossing to crossing, is at most that much more than that of the shortest one.
const GREED: f64 = 1.2;

/// Tolerance: Share by which a width may be rounded: what is exactly as wide as a disc is open.
const ROUNDED: f64 = 1e-12;

/// A way from an end out to a junction, or to the other end.
#[derive(Clone, Debug)]
struct Outward {
    /// The sides crossed, from the end on.
    sides: Vec<SideId>,
    width: f64,
    length: f64,
    /// The side of the junction that is entered; none if there is none.
    to: SideId,
}

/// A side of a junction that is entered, in the order of least length in all.
#[derive(Clone, Copy, PartialEq)]
struct Open {
    least: f64,
    side: SideId,
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other.least.total_cmp(&self.least).then_with(|| other.side.0.cmp(&self.side.0))
    }
}

/// What is known of a side of a junction that is entered.
#[derive(Clone, Copy, Debug)]
struct Entered {
    question: u32,
    length: f64,
    /// The side by which the junction before was left; that of the start has none.
    left: SideId,
    /// The side by which it was entered.
    before: SideId,
    is_done: bool,
}

/// The memory of searches.
#[derive(Default)]
pub(super) struct Channels {
    entered: Vec<Entered>,
    question: u32,
    open: BinaryHeap<Open>,
    sides: Vec<SideId>,
}

impl std::fmt::Debug for Channels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Channels").field("question", &self.question).finish_non_exhaustive()
    }
}

/// One question.
struct Asked<'a> {
    domain: &'a Domain,
    graph: &'a TriangleGraph,
    from: Point,
    to: Point,
    /// What a passage must be as wide as.
    width: f64,
}

impl Asked<'_> {
    /// Where one would cross a side: as near to the straight line to the goal as a disc gets.
    fn crossing(&self, side: SideId) -> Point {
        let [p, q] = self.domain.side_points(side);
        let line = self.to - self.from;
        let [left, right] = [line.cross(p - self.from), line.cross(q - self.from)];
        let share = if left == right { 0.5 } else { left / (left - right) };
        let margin = (0.5 * self.width / self.domain.side(side).length).min(0.5);
        p.lerp(q, share.clamp(margin, 1.0 - margin))
    }

    fn passes(&self, width: f64) -> bool {
        width * (1.0 + ROUNDED) >= self.width
    }
}

impl Channels {
    /// The sides that a way from one point to another crosses; none if there is no channel that is wide enough.
    pub(super) fn find(
        &mut self,
        domain: &Domain,
        graph: &TriangleGraph,
        [from, to]: [Point; 2],
        radius: f64,
    ) -> Option<&[SideId]> {
        let triangle = |p: Point| domain.locate(p).and_then(|spot| domain.triangles_at(spot).first().copied());
        let ends = [triangle(from)?, triangle(to)?];
        let asked = Asked { domain, graph, from, to, width: 2.0 * radius };
        self.sides.clear();
        let [mut start, mut goal] = ends.map(|end| climbed(&asked, end));
        if start.top == goal.top {
            // In the same tree, or beside the same corridor: there is one way, or none.
            while let (Some(a), Some(b)) = (start.sides.last(), goal.sides.last()) {
                if a != b {
                    break;
                }
                start.sides.pop();
                goal.sides.pop();
            }
            self.sides.extend(start.sides);
            self.sides.extend(goal.sides.iter().rev().filter_map(|&side| domain.twin(side)));
            return Some(&self.sides);
        }
        self.search(&asked, &start, &goal)
    }

    fn search(&mut self, asked: &Asked<'_>, start: &Climbed, goal: &Climbed) -> Option<&[SideId]> {
        self.restart(asked.domain.sides().len());
        let arrivals = outward(asked, asked.to, goal, None);
        let mut best: Option<(f64, Last)> = None;
        for way in outward(asked, asked.from, start, Some(goal.top)) {
            if !asked.passes(way.width) {
                continue;
            }
            if way.to == NONE {
                offer(&mut best, way.length, Last::Direct(way.sides));
                continue;
            }
            let at = way.to;
            self.offer(asked, at, way.length, NONE, NONE);
        }
        while let Some(Open { least, side }) = self.open.pop() {
            if best.as_ref().is_some_and(|(length, _)| least >= *length) {
                break;
            }
            let known = &mut self.entered[side.index()];
            if std::mem::replace(&mut known.is_done, true) {
                continue;
            }
            let length = known.length;
            let here = asked.crossing(side);
            if side.triangle() == goal.top {
                offer(&mut best, length + here.distance(asked.to), Last::Here(side));
            }
            for left in [side.next(), side.prev()] {
                if !asked.passes(asked.graph.width_between(side, left)) {
                    continue;
                }
                let there = asked.crossing(left);
                let length = length + here.distance(there);
                for (k, way) in arrivals.iter().enumerate() {
                    let is_met = way.to == left && asked.passes(way.width);
                    if is_met {
                        offer(&mut best, length + way.length, Last::Along(side, k));
                    }
                }
                let corridor = asked.graph.corridor_from(left);
                if corridor.to != NONE && asked.passes(corridor.width) {
                    let along = corridor.bend * there.distance(asked.crossing(corridor.to));
                    self.offer(asked, corridor.to, length + along, left, side);
                }
            }
        }
        let (_, last) = best?;
        self.gather(asked, start, goal, &arrivals, last);
        Some(&self.sides)
    }

    fn restart(&mut self, sides: usize) {
        let nothing = Entered { question: 0, length: 0.0, left: NONE, before: NONE, is_done: false };
        self.entered.resize(sides, nothing);
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            self.entered.fill(nothing);
            self.question = 1;
        }
        self.open.clear();
    }

    fn offer(&mut self, asked: &Asked<'_>, side: SideId, length: f64, left: SideId, before: SideId) {
        let question = self.question;
        let known = &mut self.entered[side.index()];
        if known.question == question && (known.is_done || known.length <= length) {
            return;
        }
        *known = Entered { question, length, left, before, is_done: false };
        let least = length + GREED * asked.crossing(side).distance(asked.to);
        self.open.push(Open { least, side });
    }

    /// Gathers all sides that are crossed.
    fn gather(&mut self, asked: &Asked<'_>, start: &Climbed, goal: &Climbed, arrivals: &[Outward], last: Last) {
        let Asked { domain, graph, .. } = *asked;
        let downwards =
            |sides: &[SideId]| -> Vec<SideId> { sides.iter().rev().filter_map(|&side| domain.twin(side)).collect() };
        let (mut side, end) = match last {
            Last::Direct(sides) => {
                self.sides.extend(sides);
                self.sides.extend(downwards(&goal.sides));
                return;
            }
            Last::Here(side) => (side, Vec::new()),
            Last::Along(side, k) => (side, downwards(&arrivals[k].sides)),
        };
        // Backwards from junction to junction.
        let mut legs: Vec<SideId> = Vec::new();
        while self.entered[side.index()].left != NONE {
            let Entered { left, before, .. } = self.entered[side.index()];
            legs.push(left);
            side = before;
        }
        let first = outward(asked, asked.from, start, None).into_iter().find(|way| way.to == side);
        self.sides.extend(first.map(|way| way.sides).unwrap_or_default());
        for &left in legs.iter().rev() {
            let mut out = left;
            loop {
                self.sides.push(out);
                let Some(entered) = domain.twin(out) else { break };
                if graph.level(entered.triangle()) == Level::Junction {
                    break;
                }
                let Some(next) = graph.through(domain, entered) else { break };
                out = next;
            }
        }
        self.sides.extend(end);
    }
}

/// How the best way ends.
enum Last {
    /// Without a junction.
    Direct(Vec<SideId>),
    /// In the junction that is entered by this side.
    Here(SideId),
    /// From the junction that is entered by this side along a way out from the goal, backwards.
    Along(SideId, usize),
}

fn offer(best: &mut Option<(f64, Last)>, length: f64, last: Last) {
    if best.as_ref().is_none_or(|(known, _)| length < *known) {
        *best = Some((length, last));
    }
}

/// The way up from a triangle to one that is no tree.
struct Climbed {
    sides: Vec<SideId>,
    width: f64,
    top: TriangleId,
}

fn climbed(asked: &Asked<'_>, from: TriangleId) -> Climbed {
    let (mut sides, mut width, mut top) = (Vec::<SideId>::new(), f64::INFINITY, from);
    while let Level::Tree(up) = asked.graph.level(top) {
        if let Some(entered) = sides.last().and_then(|&side| asked.domain.twin(side)) {
            width = width.min(asked.graph.width_between(entered, up));
        }
        let Some(next) = asked.domain.twin(up) else { break };
        sides.push(up);
        top = next.triangle();
    }
    Climbed { sides, width, top }
}

/// The ways from an end to the junctions that it is next to, the climb included; or to a triangle that is met before.
fn outward(asked: &Asked<'_>, from: Point, climbed: &Climbed, stop: Option<TriangleId>) -> Vec<Outward> {
    let Asked { domain, graph, .. } = *asked;
    let entered = climbed.sides.last().and_then(|&side| domain.twin(side));
    let begin = |out: SideId| {
        let mut way = Outward { sides: climbed.sides.clone(), width: climbed.width, length: 0.0, to: NONE };
        if let Some(entered) = entered {
            way.width = way.width.min(graph.width_between(entered, out));
        }
        way.sides.push(out);
        way
    };
    let mut ways = Vec::new();
    for out in graph.ways_out(domain, climbed.top) {
        let mut way = begin(out);
        let mut out = out;
        let met = loop {
            let Some(entered) = domain.twin(out) else { break false };
            let triangle = entered.triangle();
            if stop == Some(triangle) && graph.level(triangle) != Level::Junction {
                break true;
            }
            if graph.level(triangle) == Level::Junction {
                way.to = entered;
                break true;
            }
            if triangle == climbed.top {
                break false; // around a ring without junctions
            }
            let Some(next) = graph.through(domain, entered) else { break false };
            way.width = way.width.min(graph.width_between(entered, next));
            way.sides.push(next);
            out = next;
        };
        if met {
            way.length = length(asked, from, &way.sides);
            ways.push(way);
        }
    }
    ways
}

fn length(asked: &Asked<'_>, from: Point, sides: &[SideId]) -> f64 {
    let (mut at, mut length) = (from, 0.0);
    for &side in sides {
        let next = asked.crossing(side);
        length += at.distance(next);
        at = next;
    }
    length
}
