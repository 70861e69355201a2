//! Goals that change while people walk: places at random, others to catch, goods to take.
//!
//! Agents look one after the other, by slot, so that the result is the same on any number of threads. A chaser keeps to
//! whom it chases unless another is nearer by a [margin](KEPT). Whoever is caught is out, and counted.

use super::goods::{self, CellOfGoods, GoodsMap};
use super::summary::Capture;
use super::{Simulation, State};
use crate::plan::GroupPlan;
use wayfront_bodies::DiscSearch;
use wayfront_geometry::{Piece, Point};
use wayfront_world::{Crowd, GuideKind, Seek};

/// Another one has to be nearer than this share of the distance to be chased instead.
const KEPT: f64 = 0.8;
/// Places that are tried before somebody waits for a moment.
const TRIES: usize = 40;
/// Seconds between two looks for a path, or for a goal where there was none.
const PAUSE: f64 = 0.5;
/// Who is this near to the next point of its path looks for the next one, in radii.
const NEXT: f64 = 1.5;
/// What share of its radius a body needs: it may have been pushed to a wall.
const ROOM: f64 = 0.99;

/// What somebody is after whose goals change.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quest {
    /// Where.
    pub at: Option<Point>,
    /// Whom it chases.
    pub whom: Option<u64>,
    /// Where it takes goods.
    cell: Option<CellOfGoods>,
    /// When it looks again for a goal, and for a path.
    next_look: f64,
    next_path: f64,
}

/// What all quests of a run share.
pub(super) struct Quests {
    /// Per group: whom it chases, and at which distance they are caught.
    chased: Vec<Option<(usize, Option<f64>)>>,
    goods: Vec<GoodsMap>,
    pairs: Option<DiscSearch>,
    pub captures: Vec<Capture>,
    /// Per group: how often somebody was where it wanted to be.
    pub visits: Vec<usize>,
}

impl Quests {
    pub fn new(crowd: &Crowd) -> Self {
        let number = |name: &str| crowd.groups.iter().position(|group| group.name.as_deref() == Some(name));
        let chased = crowd.groups.iter().map(|group| match &group.seek {
            Seek::Nearest { of, catch } => number(of).map(|of| (of, *catch)),
            _ => None,
        });
        let (chased, visits) = (chased.collect(), vec![0; crowd.groups.len()]);
        Self { chased, goods: Vec::new(), pairs: None, captures: Vec::new(), visits }
    }

    /// How many goods have been taken.
    pub fn taken(&self) -> f64 {
        self.goods.iter().map(GoodsMap::taken).fold(0.0, |all, taken| all + taken)
    }
}

impl Simulation {
    /// Goods where they lie.
    pub(super) fn lay_goods(&mut self) {
        let seekers = self.settings.groups.iter().filter(|group| group.seek == Seek::Densest);
        let radius = seekers.map(|group| group.largest_radius()).fold(0.0, f64::max);
        let (bounds, walls) = (self.course.domain().bounds(), self.course.walls());
        let goods = self.settings.goods.iter().map(|goods| GoodsMap::new(goods, bounds, walls, radius));
        self.quests.goods = goods.collect();
    }

    /// Whoever has a goal that changes looks for it.
    pub(super) fn follow_quests(&mut self) {
        if !self.crews.iter().any(|crew| crew.group.seek.leaves_sources()) {
            return;
        }
        self.catch();
        for slot in 0..self.agents.len() {
            let mind = &self.minds[slot];
            if mind.state != State::Walks {
                continue;
            }
            match self.crews[mind.crew as usize].group.seek {
                Seek::Anywhere => self.wander(slot),
                Seek::Nearest { .. } => self.chase(slot),
                Seek::Densest => self.gather(slot),
                Seek::Goals | Seek::Random => continue,
            }
            self.find_path(slot);
        }
    }

    /// Another goal of its group for somebody who has reached one: never the same twice if there are others.
    pub(super) fn choose_goal(&mut self, slot: usize) {
        let mind = &mut self.minds[slot];
        let GroupPlan { targets, number, .. } = &self.crews[mind.crew as usize];
        self.quests.visits[*number] += 1;
        if targets.len() > 1 {
            let other = mind.random.below(targets.len() - 1) as u32;
            mind.target = if other >= mind.target { other + 1 } else { other };
        }
    }

    /// The first goal of somebody who has just come.
    pub(super) fn first_goal(&mut self, slot: usize) {
        let mind = &mut self.minds[slot];
        let crew = &self.crews[mind.crew as usize];
        if crew.group.seek == Seek::Random && !crew.targets.is_empty() {
            mind.target = mind.random.below(crew.targets.len()) as u32;
        }
    }

    fn is_at(&self, slot: usize, goal: Point) -> bool {
        let stride = self.agents.speed()[slot] * self.settings.step;
        self.agents.position()[slot].distance(goal) <= self.agents.radius()[slot] + stride
    }

    fn wander(&mut self, slot: usize) {
        let quest = self.minds[slot].quest;
        if quest.at.is_some_and(|goal| !self.is_at(slot, goal)) || self.time() < quest.next_look {
            return;
        }
        if quest.at.is_some() {
            let group = self.group(slot);
            self.quests.visits[group] += 1;
        }
        let at = self.any_place(slot);
        // Without a place, it looks again after a pause.
        let next_look = if at.is_some() { 0.0 } else { self.time() + PAUSE };
        self.minds[slot].quest = Quest { at, next_look, ..Quest::default() };
    }

    /// A free place to which a path leads.
    fn any_place(&mut self, slot: usize) -> Option<Point> {
        let (p, radius) = (self.agents.position()[slot], self.agents.radius()[slot]);
        let bounds = self.course.ground().bounds();
        for _ in 0..TRIES {
            let random = &mut self.minds[slot].random;
            let at = bounds.min + Point::new(random.unit() * bounds.width(), random.unit() * bounds.height());
            if self.walls().is_clear(at, radius) && self.is_path(p, at, radius) {
                return Some(at);
            }
        }
        None
    }

    fn is_path(&mut self, p: Point, at: Point, radius: f64) -> bool {
        self.pairs().length(p, at, radius * ROOM).is_ok()
    }

    fn pairs(&mut self) -> &mut DiscSearch {
        let ground = self.course.ground();
        let pairs = &mut self.quests.pairs;
        if pairs.as_ref().is_none_or(|pairs| !std::sync::Arc::ptr_eq(pairs.domain(), ground)) {
            *pairs = None;
        }
        pairs.get_or_insert_with(|| DiscSearch::new(ground.clone()))
    }

    fn chase(&mut self, slot: usize) {
        let Some((group, _)) = self.quests.chased[self.group(slot)] else { return };
        let p = self.agents.position()[slot];
        let whom = self.minds[slot].quest.whom;
        let away = |other: usize| {
            let kept = if whom == Some(self.agents.id()[other]) { KEPT } else { 1.0 };
            kept * self.agents.position()[other].distance(p)
        };
        let others = (0..self.agents.len()).filter(|&other| self.group(other) == group);
        let next = others.min_by(|&a, &b| away(a).total_cmp(&away(b)));
        let quest = &mut self.minds[slot].quest;
        quest.at = next.map(|other| self.agents.position()[other]);
        quest.whom = next.map(|other| self.agents.id()[other]);
        let whom = quest.whom;
        self.agents.chase(slot, whom);
    }

    /// Takes those out who are within reach of those who chase them.
    fn catch(&mut self) {
        let mut caught: Vec<(usize, u64)> = Vec::new();
        for slot in 0..self.agents.len() {
            let Some((group, Some(reach))) = self.quests.chased[self.group(slot)] else { continue };
            let (p, radius) = (self.agents.position()[slot], self.agents.radius()[slot]);
            let is_near = |other: usize| {
                self.agents.position()[other].distance(p) <= reach + radius + self.agents.radius()[other]
            };
            let near = (0..self.agents.len()).filter(|&other| self.group(other) == group && is_near(other));
            caught.extend(near.map(|other| (other, self.agents.id()[slot])));
        }
        caught.sort_unstable();
        caught.dedup_by_key(|(other, _)| *other);
        // From the last slot on: whoever takes a slot that becomes free has been looked at.
        for &(slot, by) in caught.iter().rev() {
            let (time, id, at) = (self.time(), self.agents.id()[slot], self.agents.position()[slot]);
            self.quests.captures.push(Capture { time, id, group: self.group(slot), by, at });
            goods::leave(&mut self.quests.goods, self.minds[slot].quest.cell);
            self.trapped.retain(|&other| other != id);
            self.remove(slot);
        }
    }

    fn gather(&mut self, slot: usize) {
        let (p, now, step) = (self.agents.position()[slot], self.time(), self.settings.step);
        let quest = self.minds[slot].quest;
        if let Some(cell) = quest.cell {
            goods::take(&mut self.quests.goods, cell, p, step);
        }
        if quest.at.is_some_and(|goal| !self.is_at(slot, goal)) || now < quest.next_look {
            return;
        }
        let cell = goods::choose(&mut self.quests.goods, quest.cell, p);
        let random = &mut self.minds[slot].random;
        let at = cell.and_then(|cell| goods::place(&self.quests.goods, cell, random));
        // Where nothing is left, nobody has to look in every step.
        let next_look = if at.is_some() { 0.0 } else { now + PAUSE };
        self.minds[slot].quest = Quest { at, whom: None, cell, next_look, next_path: 0.0 };
    }

    /// The next point of the shortest path, for those who are led by paths; others find theirs by themselves.
    fn find_path(&mut self, slot: usize) {
        let mind = &self.minds[slot];
        let guide = self.crews[mind.crew as usize].group.guide;
        let Some(goal) = mind.quest.at else {
            self.minds[slot].led = None;
            return;
        };
        if guide != GuideKind::Path {
            // The graph leads; where it has no answer, straight on.
            self.minds[slot].led = Some(goal);
            return;
        }
        let (p, radius) = (self.agents.position()[slot], self.agents.radius()[slot] * ROOM);
        if self.course.ground().fits(p, goal, radius) {
            self.minds[slot].led = Some(goal);
            return;
        }
        let is_stale = self.time() >= mind.quest.next_path;
        if mind.led.is_some_and(|led| led.distance(p) > NEXT * radius) && !is_stale {
            return;
        }
        let path = self.pairs().find(p, goal, radius).ok();
        let led = path.and_then(|path| path.pieces.iter().map(Piece::end).find(|end| end.distance(p) > NEXT * radius));
        let pause = self.time() + PAUSE;
        let mind = &mut self.minds[slot];
        mind.quest.next_path = pause;
        mind.led = Some(led.unwrap_or(goal));
    }
}
