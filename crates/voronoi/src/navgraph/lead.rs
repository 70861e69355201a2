//! Where all discs go next: what a crowd asks in every step, in the memory of the last one.
//!
//! Discs with the same goal share a tree over the red graph, from the goal outwards; each adds the path through its own cell.
//! That is the cheapest path unless the tree's path runs along the border of the disc's own cell, or through a place too
//! narrow for it, or one that comes back into the cell could be cheaper: then the disc searches for itself. Paths lead on in the direction of the last frame unless another is
//! better by a margin.

use super::NavGraph;
use super::black::MANY;
use super::known::{Goal, Own, Path, Question, SearchMemory};
use super::share::share;
use crate::cost::GraphCost;
use crate::graph::NONE;
use crate::queue::Queue;
use std::sync::{Mutex, PoisonError};
use wayfront_domain::NoPath;
use wayfront_geometry::Point;

/// Discs with the same goal from which on a tree is worth more than a search for each.
const WORTH_A_TREE: usize = 4;
/// Discs that one task leads.
const CHUNK: usize = 16;

/// What a disc wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphWish {
    /// Where to.
    pub goal: Point,
    /// The direction in which it was led the last time, of length 1, and what it costs more to turn back; turns by less cost
    /// less.
    pub kept: Option<(Point, f64)>,
    /// How far it looks ahead.
    pub sight: f64,
}

/// Where a disc goes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The farthest point of its path inside of its own cell, and in no other.
    pub aim: Point,
    /// A vertex of its path beyond that, no farther than it looks; else the same. What lies between may hide it.
    pub ahead: Point,
    /// What the whole path costs.
    pub cost: f64,
    /// The goal is in its own cell, or in the next one and seen: it needs no graph.
    pub is_straight: bool,
}

/// A tree over the red graph, from a goal outwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub goal: Option<Goal>,
    /// The face that the goal is in, or `NONE`.
    face: u32,
    /// The smallest radius of those that want to go there: what is too narrow for it is closed.
    radius: f64,
    /// Per node: what is left to pay, and the arc to follow; the goal's own nodes have the number of its end instead.
    pub left: Vec<(f64, u32)>,
    open: Queue,
}

/// What is kept between frames.
#[derive(Clone, Debug, Default)]
pub(super) struct LeadMemory {
    /// Discs by their goals.
    order: Vec<u32>,
    /// Per disc: the tree of its goal, or `NONE`.
    tree_of: Vec<u32>,
    trees: Vec<Tree>,
    /// What was found, in the order of insertion: near in space, so that one finds in the cache what the one before has used.
    found: Vec<Option<Result<Lead, NoPath>>>,
}

impl NavGraph {
    /// Where all discs go next that want to go somewhere, in the order of discs; `None` for those that do not.
    ///
    /// # Panics
    /// If there are not as many wishes as discs.
    pub fn lead(
        &mut self,
        wishes: &[Option<GraphWish>],
        cost: &GraphCost,
        leads: &mut Vec<Option<Result<Lead, NoPath>>>,
    ) {
        assert_eq!(wishes.len(), self.len(), "a wish for each disc, or none");
        leads.clear();
        // A disc without a cell has no path either.
        leads.extend(wishes.iter().map(|wish| wish.map(|_| Err(NoPath::Blocked))));
        let mut memory = std::mem::take(&mut self.search);
        let mut shared = std::mem::take(&mut self.shared);
        let threads = if self.len() < MANY { 1 } else { rayon::current_num_threads() };
        let count = self.group_by_goal(wishes, &mut shared);
        let alone = shared.order.iter().filter(|&&disc| shared.tree_of[disc as usize] == NONE).count();
        self.prepare(&mut memory, cost, alone, threads);
        let many = threads > 1 && count > 1;
        share(shared.trees[..count].iter_mut(), many, |tree| self.spread(tree, cost, &memory));
        let mut found = std::mem::take(&mut shared.found);
        found.clear();
        found.resize(self.order.len(), None);
        let owns = Mutex::new(std::mem::take(&mut memory.own));
        let pool = || owns.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |own: &mut Own, disc: usize| {
            let wish = wishes[disc]?;
            let tree = shared.trees.get(shared.tree_of[disc] as usize);
            let ask = Question { disc, kept: wish.kept, cost, memory: &memory };
            Some(self.lead_one(&ask, wish, tree, own))
        };
        let work = found.chunks_mut(CHUNK).zip(self.order.chunks(CHUNK));
        share(work, threads > 1, |(leads, discs)| {
            let mut own = pool().pop().unwrap_or_default();
            own.make_room(memory.red.room());
            leads.iter_mut().zip(discs).for_each(|(lead, &disc)| *lead = of(&mut own, disc as usize));
            pool().push(own);
        });
        for (lead, &disc) in found.iter().zip(&self.order) {
            leads[disc as usize] = *lead;
        }
        shared.found = found;
        memory.own = owns.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.search = memory;
        self.shared = shared;
    }

    /// Finds goals that several want, and tells how many there are.
    fn group_by_goal(&self, wishes: &[Option<GraphWish>], shared: &mut LeadMemory) -> usize {
        let LeadMemory { order, tree_of, trees, .. } = shared;
        let goal = |k: u32| wishes[k as usize].map_or(Point::default(), |wish| wish.goal);
        let by_place = |p: Point, q: Point| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y));
        order.clear();
        order.extend((0..self.len() as u32).filter(|&k| wishes[k as usize].is_some()));
        order.sort_unstable_by(|&a, &b| by_place(goal(a), goal(b)).then(a.cmp(&b)));
        tree_of.clear();
        tree_of.resize(self.len(), NONE);
        let mut count = 0;
        for same in order.chunk_by(|&a, &b| goal(a) == goal(b)).filter(|same| same.len() >= WORTH_A_TREE) {
            if trees.len() == count {
                trees.push(Tree::default());
            }
            let radii = same.iter().map(|&k| self.discs[k as usize].radius);
            let given = goal(same[0]);
            trees[count].radius = radii.fold(f64::INFINITY, f64::min);
            trees[count].goal = Some(Goal { given, at: given, ends: [None; 2], edges: [NONE; 2] });
            same.iter().for_each(|&k| tree_of[k as usize] = count as u32);
            count += 1;
        }
        count
    }

    /// Dijkstra from a goal outwards.
    pub(super) fn spread(&self, tree: &mut Tree, cost: &GraphCost, memory: &SearchMemory) {
        let Tree { goal, face, radius, left, open } = tree;
        left.clear();
        open.clear();
        *face = goal.and_then(|goal| self.face_around(goal.given)).unwrap_or(NONE);
        *goal = goal.filter(|_| *face != NONE).and_then(|goal| self.goal(*face, goal.given, cost, memory));
        left.reserve(memory.red.room());
        left.resize(memory.red.vertices.len(), (f64::INFINITY, NONE));
        let Some(goal) = goal else { return };
        let radius = if cost.closes_narrow { *radius } else { 0.0 };
        for (k, end) in goal.ends.iter().enumerate() {
            if let Some((node, rest, clearance)) = *end
                && (clearance >= radius || cost.others_move)
                && rest < left[node as usize].0
            {
                left[node as usize] = (rest, END | k as u32);
                open.push(rest, node);
            }
        }
        let ask = Question { disc: 0, kept: None, cost, memory };
        while let Some((least, node)) = open.pop() {
            let paid = left[node as usize].0;
            if least > Queue::rounded(paid) {
                continue;
            }
            for (number, arc) in memory.red.numbered(node) {
                let Some(toll) = ask.toll(self, arc, radius) else { continue };
                let next = paid + arc.cost + toll;
                if next < left[arc.to as usize].0 {
                    left[arc.to as usize] = (next, number);
                    open.push(next, arc.to);
                }
            }
        }
    }

    fn lead_one(
        &self,
        ask: &Question<'_>,
        wish: GraphWish,
        tree: Option<&Tree>,
        own: &mut Own,
    ) -> Result<Lead, NoPath> {
        let (disc, GraphWish { goal: given, sight, .. }) = (ask.disc, wish);
        if self.faces[disc] == NONE {
            return Err(NoPath::Blocked);
        }
        let at = match tree {
            Some(tree) => Some(tree.face).filter(|&face| face != NONE),
            None => self.face_around(given),
        };
        let at = at.ok_or(NoPath::Blocked)?;
        if let Some(path) = self.straight(disc, given, at) {
            let cost = given.distance(self.discs[disc].centre + self.voronoi.frame);
            let aim = self.aim(disc, path, given, own);
            return Ok(Lead { aim, ahead: given, cost, is_straight: true });
        }
        let path = tree.and_then(|tree| self.over_tree(ask, tree, own));
        let by_tree = path.is_some();
        let path = match path {
            Some(path) => path,
            None => {
                let goal = match tree {
                    Some(tree) => tree.goal,
                    None => self.goal(at, given, ask.cost, ask.memory),
                };
                self.search(ask, &goal.ok_or(NoPath::Unreachable)?, own, tree.map(|tree| &tree.left[..]))?
            }
        };
        let aim = self.aim(disc, path, given, own);
        let cost = match path {
            Path::Over { cost, .. } | Path::Home { cost, .. } => cost,
            Path::Straight { .. } => 0.0,
        };
        let centre = self.discs[disc].centre;
        let is_near = |node: u32| ask.memory.red.places[node as usize].distance(centre) <= sight;
        let ahead = match (path, by_tree) {
            (Path::Over { exit, .. }, true) => tree.and_then(|tree| self.farthest(ask, tree, exit, &is_near)),
            (Path::Over { last, .. }, false) => own.back_from(last).find(|&node| is_near(node)),
            (Path::Straight { .. } | Path::Home { .. }, _) => None,
        };
        let ahead = ahead.map_or(aim, |node| ask.memory.red.places[node as usize] + self.voronoi.frame);
        Ok(Lead { aim, ahead, cost, is_straight: false })
    }

    /// The last node along a tree up to which all are near.
    fn farthest(&self, ask: &Question<'_>, tree: &Tree, exit: u32, is_near: &impl Fn(u32) -> bool) -> Option<u32> {
        let red = self.tree(ask.disc).nodes[exit as usize].red;
        let mut node = ask.memory.red.node_of[red as usize];
        let mut farthest = None;
        while is_near(node) {
            farthest = Some(node);
            match tree.left[node as usize].1 {
                arc if arc & END != 0 => break,
                arc => node = ask.memory.red.arc(arc).0,
            }
        }
        farthest
    }

    /// The cheapest path through the own cell and along the tree, if it keeps off the border of the cell and is wide enough.
    fn over_tree(&self, ask: &Question<'_>, tree: &Tree, own: &mut Own) -> Option<Path> {
        if tree.goal.is_some_and(|goal| self.is_home(ask.disc, &goal)) {
            return None;
        }
        let radius = self.closed_below(ask.disc, ask.cost);
        self.inside(ask.disc, ask.cost, own)?;
        let paths = (0..own.inside.len()).filter_map(|exit| {
            let (node, paid) = self.way_out(ask, exit, own)?;
            Some((paid + tree.left[node as usize].0, exit, node))
        });
        let (whole, exit, first) = paths.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let mut node = first;
        let end = loop {
            let (_, arc) = tree.left[node as usize];
            if arc == NONE {
                return None;
            }
            if arc & END != 0 {
                break (arc & !END) as usize;
            }
            // Arcs lead away from the goal: back over this one.
            let (from, arc) = ask.memory.red.arc(arc);
            let is_closed = || radius > tree.radius && ask.toll(self, arc, radius).is_none();
            if arc.faces.contains(&self.faces[ask.disc]) || is_closed() {
                return None;
            }
            node = from;
        };
        let clearance = tree.goal?.ends[end]?.2;
        let fits = clearance >= radius || ask.cost.others_move;
        if !fits || self.may_come_back(ask, own, whole, |node| tree.left[node as usize].0) {
            return None;
        }
        Some(Path::Over { cost: whole - self.margin(ask, exit), exit: exit as u32, last: node, end })
    }
}

/// Set in the numbers of goals' ends: no graph has so many arcs.
pub(super) const END: u32 = 1 << 31;
