//! The graph of everybody: what leads groups whose guide is `navgraph`, away from walls and from each other.
//!
//! In each step all agents, and cars as rows of discs, are put into the Voronoi diagram of the free space
//! ([`NavGraph`]). Each agent that is led by it gets the farthest point of its path inside of its own cell, which is nobody
//! else's. Discs move between two steps, so several paths may be nearly as good in turn: an agent turns back only for a path
//! that is cheaper by a [margin](KEPT) of what it costs, and turns aside for half of that.
//!
//! Where the graph has no answer (somebody inside of another, or in what lies ahead of a car) the path map of the group
//! leads, or nothing.

use super::{Simulation, State};
use crate::Sights;
use crate::lead::Guidance;
use rayon::prelude::*;
use std::sync::Arc;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_voronoi::{GraphCost, GraphDisc, GraphWish, Lead, NavGraph, Voronoi};
use wayfront_world::GuideKind;

/// The share of its cost by which another path has to be cheaper before somebody turns back for it.
const KEPT: f64 = 0.6;
/// That is no less than this, in metres: near goals costs are small.
const KEPT_LEAST: f64 = 3.0;
/// Goals that are seen at this distance are gone to directly, in metres.
const NEAR: f64 = 3.0;
/// How far people look ahead along their way, in metres: nearer than that they keep clear of others by steering.
const SIGHT: f64 = 2.5;
/// Seconds of standing after which somebody is in a knot, in which the graph is noise: then the path map leads.
const KNOT: f64 = 2.0;
/// Whoever has got nowhere for so many seconds chooses anew, and goes only as far as its own cell reaches:
/// two who meet beside a wall would else each keep to the gap that the other closes.
const STALLED: f64 = 2.0;
/// How far that is, in metres.
const GETS_ON: f64 = 0.5;
/// What paths cost: walls close, others are in the way only as long as they are there, and within an arm's length it does not
/// matter how near. A gap that has no room at all for a body is worth a detour of a few of its radii.
const COST: GraphCost =
    GraphCost { safety: 0.5, closes_narrow: true, others_move: true, squeeze: 5.0, least_clearance: 0.5 };

/// Agents that one task asks for.
const CHUNK: usize = 16;

/// What an agent has chosen.
#[derive(Clone, Copy, Debug)]
struct Choice {
    cost: f64,
    goal: Point,
    /// The direction in which it was led.
    heading: Point,
    /// Where it was when it last got anywhere, and when that was.
    place: Point,
    since: f64,
}

impl Choice {
    /// It has not got on for so long that the choice is not worth keeping.
    fn is_stalled(&self, now: f64) -> bool {
        now - self.since > STALLED
    }
}

/// The graph's answer for one agent.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    /// Where it is led; `None` leaves that as it was.
    led: Option<Option<Point>>,
    choice: Option<Choice>,
    turns_back: bool,
}

/// The graph of a run.
pub(super) struct Company {
    graph: NavGraph,
    domain: Arc<Domain>,
    discs: Vec<GraphDisc>,
    wishes: Vec<Option<GraphWish>>,
    leads: Vec<Option<Result<Lead, wayfront_domain::NoPath>>>,
    answers: Vec<Answer>,
    /// Per agent, by its number.
    choices: Vec<Option<Choice>>,
    margin: f64,
    least: f64,
    turn_backs: u64,
}

impl Company {
    /// For a free space; `None` if it has no diagram.
    fn new(domain: &Arc<Domain>) -> Option<Self> {
        Some(Self::in_diagram(Voronoi::of(domain).ok()?))
    }

    fn in_diagram(voronoi: Voronoi) -> Self {
        let (domain, graph) = (voronoi.domain().clone(), NavGraph::new(&Arc::new(voronoi)));
        Self {
            graph,
            domain,
            discs: Vec::new(),
            wishes: Vec::new(),
            leads: Vec::new(),
            answers: Vec::new(),
            choices: Vec::new(),
            margin: KEPT,
            least: KEPT_LEAST,
            turn_backs: 0,
        }
    }

    /// Who of so many agents sees whom in this step.
    pub const fn sights(&self, agents: usize) -> Sights<'_> {
        Sights::new(&self.graph, agents)
    }

    /// Another free space: choices of before mean nothing in it.
    fn move_to(&mut self, domain: &Arc<Domain>) {
        if !Arc::ptr_eq(&self.domain, domain)
            && let Ok(voronoi) = Voronoi::of(domain)
        {
            let fresh = Self::in_diagram(voronoi);
            let Self { margin, least, turn_backs, .. } = *self;
            *self = Self { margin, least, turn_backs, ..fresh };
        }
    }
}

impl Simulation {
    /// By what share of its cost another path has to be cheaper before somebody who is led by the graph of everybody turns
    /// back for it; 0: in each step the cheapest.
    pub fn keep_choices_by(&mut self, share: f64) {
        if let Some(company) = &mut self.company {
            company.margin = share.max(0.0);
            company.least = if share > 0.0 { KEPT_LEAST } else { 0.0 };
        }
    }

    /// How often somebody who is led by the graph of everybody was suddenly led back, by more than a right angle, with the
    /// same goal.
    #[must_use]
    pub fn turn_backs(&self) -> u64 {
        self.company.as_ref().map_or(0, |company| company.turn_backs)
    }

    /// The graph as it was made in the last step, if somebody is led by it: agents by their slots, then cars.
    #[must_use]
    pub fn graph(&self) -> Option<(&NavGraph, &[GraphDisc])> {
        self.company.as_ref().map(|company| (&company.graph, company.discs.as_slice()))
    }

    /// Where the agent in a slot wants to get to, if it is led by the graph of everybody.
    #[must_use]
    pub fn graph_goal(&self, slot: usize) -> Option<Point> {
        self.company.as_ref()?.wishes.get(slot)?.map(|wish| wish.goal)
    }

    /// Who sees whom in this step, if a graph of everybody knows it.
    pub(super) fn sights(&self) -> Option<Sights<'_>> {
        self.company.as_ref().map(|company| company.sights(self.agents.len()))
    }

    pub(super) fn found_company(&mut self) {
        let is_led = self.crews.iter().any(|crew| crew.group.guide == GuideKind::Navgraph);
        self.company = if is_led { Company::new(self.course.ground()).map(Box::new) } else { None };
    }

    /// Finds the next places of all who are led by the graph.
    pub(super) fn lead_company(&mut self) {
        let Some(mut company) = self.company.take() else { return };
        company.move_to(self.course.ground());
        let agents = self.agents.position().iter().zip(self.agents.radius());
        company.discs.clear();
        company.discs.extend(agents.map(|(&centre, &radius)| GraphDisc { centre, radius }));
        company.discs.extend(self.course.cars().into_iter().flat_map(|moving| moving.discs()));
        company.choices.resize(self.slot_of.len(), None);
        self.ask_wishes(&mut company);
        company.graph.place(&company.discs);
        let Company { graph, wishes, leads, .. } = &mut *company;
        graph.lead(wishes, &COST, leads);
        self.take_leads(&mut company);
        self.company = Some(company);
    }

    /// What everybody wants; cars want nothing.
    fn ask_wishes(&self, company: &mut Company) {
        let mut wishes = std::mem::take(&mut company.wishes);
        wishes.clear();
        wishes.resize(company.discs.len(), None);
        let before = &*company;
        wishes[..self.agents.len()].par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, wishes)| {
            for (k, wish) in wishes.iter_mut().enumerate() {
                *wish = self.graph_wish(chunk * CHUNK + k, before);
            }
        });
        company.wishes = wishes;
    }

    /// Where the agent in a slot wants to go by the graph, and what it chose the last time.
    fn graph_wish(&self, slot: usize, company: &Company) -> Option<GraphWish> {
        let goal = self.goal_by_graph(slot)?;
        let choice = company.choices[self.agents.id()[slot] as usize];
        let kept = choice.filter(|choice| choice.goal == goal || self.minds[slot].quest.whom.is_some());
        let is_stalled = choice.is_some_and(|choice| choice.is_stalled(self.time()));
        let kept = kept
            .filter(|_| !is_stalled)
            .map(|choice| (choice.heading, (choice.cost * company.margin).max(company.least)));
        Some(GraphWish { goal, kept, sight: if is_stalled { 0.0 } else { SIGHT } })
    }

    fn is_led_by_graph(&self, slot: usize) -> bool {
        self.crews[self.minds[slot].crew as usize].group.guide == GuideKind::Navgraph
    }

    fn goal_by_graph(&self, slot: usize) -> Option<Point> {
        let (mind, p) = (&self.minds[slot], self.agents.position()[slot]);
        if !self.is_led_by_graph(slot) || mind.state != State::Walks {
            return None;
        }
        match self.lead_of(mind)? {
            Guidance::Own => mind.quest.at,
            Guidance::Graph(routes) => {
                // All who want to leave by one exit have the same goal, so that they share a tree.
                let source = routes.map().answer(p).ok()?.source;
                routes.middle(source)
            }
            _ => None,
        }
    }

    fn take_leads(&mut self, company: &mut Company) {
        let mut answers = std::mem::take(&mut company.answers);
        answers.clear();
        answers.resize(self.agents.len(), Answer::default());
        let (this, before) = (&*self, &*company);
        answers.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, answers)| {
            for (k, answer) in answers.iter_mut().enumerate() {
                *answer = this.answer(chunk * CHUNK + k, before);
            }
        });
        for (slot, answer) in answers.iter().enumerate() {
            if let Some(led) = answer.led {
                self.minds[slot].led = led;
            }
            company.choices[self.agents.id()[slot] as usize] = answer.choice;
            company.turn_backs += u64::from(answer.turns_back);
        }
        company.answers = answers;
    }

    fn answer(&self, slot: usize, company: &Company) -> Answer {
        let (p, mind) = (self.agents.position()[slot], &self.minds[slot]);
        let led = |led: Option<Point>| Answer { led: Some(led), ..Answer::default() };
        let Some(wish) = company.wishes[slot] else {
            // Its own goal, if it has one; else the path map leads.
            return if self.is_led_by_graph(slot) { led(mind.quest.at) } else { Answer::default() };
        };
        if mind.standing > KNOT && mind.quest.at.is_none() {
            return led(None);
        }
        if let Some(near) = self.goal_nearby(slot) {
            return led(Some(near));
        }
        let Some(Ok(lead)) = company.leads[slot] else { return led(mind.quest.at) };
        // Others between here and there are for steering to pass.
        let is_seen = self.course.ground().sees(p, lead.ahead);
        let aim = if is_seen { lead.ahead } else { lead.aim };
        let heading = (aim - p).unit().unwrap_or_default();
        let (before, now) = (company.choices[self.agents.id()[slot] as usize], self.time());
        let turns_back = before.is_some_and(|before| before.goal == wish.goal && before.heading.dot(heading) < 0.0);
        let (place, since) = match before {
            Some(before) if before.place.distance(p) < GETS_ON => (before.place, before.since),
            _ => (p, now),
        };
        let choice = Some(Choice { cost: lead.cost, goal: wish.goal, heading, place, since });
        Answer { led: Some(Some(aim)), choice, turns_back }
    }

    /// The nearest place of somebody's goal, if that is near and seen.
    fn goal_nearby(&self, slot: usize) -> Option<Point> {
        let (mind, p) = (&self.minds[slot], self.agents.position()[slot]);
        let Guidance::Graph(routes) = self.lead_of(mind)? else { return None };
        routes.nearest(p).filter(|&near| near.distance(p) <= NEAR && self.course.ground().sees(p, near))
    }
}
