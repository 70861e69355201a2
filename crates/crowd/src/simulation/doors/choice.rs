//! The choice of all: each takes the cheapest sequence of doors and an exit, and books its moment at each of them.
//!
//! Nodes are gates and exits. From a node to the next, a person walks, then waits for the first free moment in the
//! calendar. The price of a sequence is the time at its end, and what walking costs besides. Nodes are settled in the order
//! of their prices (Dijkstra). The first node of the sequence that a person follows is kept unless another is clearly
//! cheaper. *Cost*: for each person, the questions of the maps, and the square of the number of nodes.

use super::calendar::Calendar;
use super::nets::Net;
use super::{CHUNK, Choice, Doors, FLOW};
use crate::Simulation;
use crate::lead::Routes;
use crate::simulation::State;
use crate::simulation::queues::Queue;
use rayon::prelude::*;
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::BarrierCost;

/// Seconds, and the share of the time that is left, by which another sequence must be better than the one followed.
const HABIT: f64 = 5.0;
const HABIT_SHARE: f64 = 0.1;
/// What a second of walking costs besides the time that it takes: of two doors with equal queues, people take the near one.
const EFFORT: f64 = 0.7;
/// Metres from the middle of an exit within which another line is the same exit, for bodies of another size.
const SAME_EXIT: f64 = 0.3;
/// People who wait at least so many seconds, and how many of them, are a queue.
const WAIT: f64 = 1.0;
const LEAST: usize = 4;
/// Share of the longest wait before, and seconds, by which waits may have grown since.
const GROWTH: f64 = 1.5;

/// A gate or an exit, as a net numbers them.
pub(crate) type Node = u32;

/// Somebody who chooses.
struct Chooser {
    slot: usize,
    lead: usize,
    id: u64,
    /// Seconds until it sets off, and until it would be out alone.
    hesitates: f64,
    alone: f64,
    /// To each node with no door between, in metres.
    direct: Vec<f64>,
}

/// What somebody chose.
struct Chosen {
    choice: Choice,
    /// The door that comes first, and the wait before it; and the longest wait of all, in seconds.
    wait: Option<(usize, f64)>,
    longest: f64,
}

/// How a node is reached.
#[derive(Clone, Copy)]
struct Label {
    price: f64,
    /// When one is there, and has passed it.
    arrives: f64,
    passes: f64,
    before: Option<Node>,
    is_settled: bool,
}

const UNKNOWN: Label = Label { price: f64::INFINITY, arrives: 0.0, passes: 0.0, before: None, is_settled: false };

/// The calendars of all doors and exits.
struct Calendars {
    doors: Vec<Calendar>,
    exits: Vec<Calendar>,
    /// The calendar of each exit of each lead.
    of_lead: Vec<Vec<usize>>,
}

impl Simulation {
    /// What everybody chooses.
    pub(super) fn choices_of(&self, doors: &mut Doors, people: &[usize]) -> Vec<(usize, Choice)> {
        let choosers = people.par_iter().with_min_len(CHUNK).filter_map(|&slot| self.door_chooser(doors, slot));
        let mut choosers: Vec<Chooser> = choosers.collect();
        let time = |chooser: &Chooser| chooser.hesitates + chooser.alone;
        choosers.sort_by(|a, b| time(a).total_cmp(&time(b)).then(a.id.cmp(&b.id)));
        let mut calendars = self.calendars(doors);
        let mut waits: Vec<Vec<(f64, f64)>> = vec![Vec::new(); doors.doors.len()];
        doors.longest = 0.0;
        let mut choices = Vec::new();
        for chooser in &choosers {
            let Some(net) = &doors.nets[chooser.lead] else { continue };
            let Some(chosen) = self.chosen_doors(chooser, net, &mut calendars) else { continue };
            doors.longest = chosen.longest.max(doors.longest);
            if let Some((door, wait)) = chosen.wait {
                waits[door].push((wait, self.agents.speed()[chooser.slot]));
            }
            choices.push((chooser.slot, chosen.choice));
        }
        self.note_queues(doors, &waits);
        choices
    }

    fn door_chooser(&self, doors: &Doors, slot: usize) -> Option<Chooser> {
        let mind = &self.minds[slot];
        let (lead, routes) = self.routes_of(mind)?;
        let net = doors.nets.get(lead)?.as_ref().filter(|net| !net.is_plain)?;
        let (p, speed) = (routes.room_near(self.agents.position()[slot]), self.agents.speed()[slot]);
        let hesitates = if let State::Hesitates { until } = mind.state { until - self.time() } else { 0.0 };
        let alone = routes.length(p)? / speed;
        // What is dearer by walking alone than the longest wait need not be asked about.
        let most = (1.0 + EFFORT) * alone + GROWTH * doors.longest + HABIT + HABIT_SHARE * alone;
        let is_far = |node| (1.0 + EFFORT) * net.beeline(node, p) / speed > most;
        let [gates, exits] = net.counts();
        let to = |node| if doors.longest > 0.0 && is_far(node) { f64::INFINITY } else { net.direct(node, p) };
        let direct = (0..gates + exits).map(to).collect();
        Some(Chooser { slot, lead, id: self.agents.id()[slot], hesitates: hesitates.max(0.0), alone, direct })
    }

    fn calendars(&self, doors: &Doors) -> Calendars {
        let mut exits: Vec<([Point; 2], Calendar)> = Vec::new();
        let mut of_lead = Vec::new();
        for (lead, net) in self.leads.iter().zip(&doors.nets) {
            let numbers = match (lead.routes(), net) {
                (Some(routes), Some(net)) => {
                    (0..net.counts()[1]).map(|exit| exit_of(&mut exits, routes, exit)).collect()
                }
                _ => Vec::new(),
            };
            of_lead.push(numbers);
        }
        let doors = doors.doors.iter().map(|door| Calendar::new(door.capacity)).collect();
        Calendars { doors, exits: exits.into_iter().map(|(_, calendar)| calendar).collect(), of_lead }
    }

    /// What somebody chooses, and books.
    fn chosen_doors(&self, chooser: &Chooser, net: &Net, calendars: &mut Calendars) -> Option<Chosen> {
        let speed = self.agents.speed()[chooser.slot];
        let [gates, _] = net.counts();
        let cheapest = |only: Option<Node>| {
            let free = |node: Node, time: f64| calendars.of(chooser.lead, gates, node).free(time);
            sequence(net, &chooser.direct, speed, chooser.hesitates, only, free)
        };
        let before = self.minds[chooser.slot].choice.first;
        let any = cheapest(None)?;
        let kept = before.filter(|&before| any[0].0 != before).and_then(|before| cheapest(Some(before)));
        let price = |sequence: &[(Node, Label)]| sequence.last().map_or(f64::INFINITY, |(_, label)| label.price);
        let sequence = kept.filter(|kept| price(kept) * (1.0 - HABIT_SHARE) - HABIT <= price(&any)).unwrap_or(any);
        for &(node, label) in &sequence {
            calendars.of_mut(chooser.lead, gates, node).book(label.passes);
        }
        let (&(first, label), &(last, _)) = (sequence.first()?, sequence.last()?);
        let alone = || sequence_alone(net, &chooser.direct, last);
        let gate = ((first as usize) < gates && alone() != Some(first)).then_some(first);
        if let (Some(gate), Some(routes)) = (gate, self.leads[chooser.lead].routes()) {
            net.open(routes, gate);
        }
        let exit = (net.counts()[1] > 1).then_some(last - gates as u32);
        let wait = ((first as usize) < gates).then_some((first as usize / 2, label.passes - label.arrives));
        let longest = sequence.iter().map(|(_, label)| label.passes - label.arrives).fold(0.0, f64::max);
        Some(Chosen { choice: Choice { exit, gate, first: Some(first) }, wait, longest })
    }

    /// The queues before doors: how many expect to wait there, and how long the last does.
    fn note_queues(&self, doors: &mut Doors, waits: &[Vec<(f64, f64)>]) {
        for (door, waits) in doors.doors.iter_mut().zip(waits) {
            let waiting: Vec<&(f64, f64)> = waits.iter().filter(|(wait, _)| *wait >= WAIT).collect();
            let since = door.queue.as_ref().map_or(self.time(), |queue| queue.since);
            let last = waiting.iter().max_by(|a, b| a.0.total_cmp(&b.0));
            let queue = |&&(wait, speed): &&(f64, f64)| Queue {
                segment: door.place.line,
                cost: BarrierCost::Delay(wait * speed),
                waiting: waiting.len(),
                wait,
                since,
            };
            door.queue = last.filter(|_| waiting.len() >= LEAST).map(queue);
        }
        doors.queues = doors.doors.iter().filter_map(|door| door.queue.clone()).collect();
    }
}

impl Calendars {
    fn of(&self, lead: usize, gates: usize, node: Node) -> &Calendar {
        let node = node as usize;
        if node < gates { &self.doors[node / 2] } else { &self.exits[self.of_lead[lead][node - gates]] }
    }

    fn of_mut(&mut self, lead: usize, gates: usize, node: Node) -> &mut Calendar {
        let node = node as usize;
        if node < gates { &mut self.doors[node / 2] } else { &mut self.exits[self.of_lead[lead][node - gates]] }
    }
}

/// The number of an exit among all, whoever comes to it.
fn exit_of(exits: &mut Vec<([Point; 2], Calendar)>, routes: &Routes, exit: usize) -> usize {
    let ends = if routes.exits().is_empty() && routes.goals().len() > 1 { None } else { routes.ends(exit) };
    let Some([a, b]) = ends else {
        // Stops and exits among which nobody chooses have room for all.
        exits.push(([Point::new(f64::INFINITY, f64::INFINITY); 2], Calendar::new(f64::INFINITY)));
        return exits.len() - 1;
    };
    let middle = a.lerp(b, 0.5);
    let is_same = |(known, _): &([Point; 2], Calendar)| {
        closest_on_segment(known[0], known[1], middle).distance(middle) <= SAME_EXIT
    };
    exits.iter().position(is_same).unwrap_or_else(|| {
        exits.push(([a, b], Calendar::new(FLOW * (a.distance(b) + 2.0 * routes.radius()))));
        exits.len() - 1
    })
}

/// The cheapest sequence of nodes to an exit, from some first node only, or any.
fn sequence(
    net: &Net,
    direct: &[f64],
    speed: f64,
    hesitates: f64,
    only: Option<Node>,
    free: impl Fn(Node, f64) -> f64,
) -> Option<Vec<(Node, Label)>> {
    let [gates, _] = net.counts();
    let mut labels = vec![UNKNOWN; direct.len()];
    let reach = |labels: &mut [Label], node: usize, from: (f64, f64, Option<Node>), length: f64| {
        let (price, time, before) = from;
        let label = &mut labels[node];
        // Waits only add to this.
        if label.is_settled || price + (1.0 + EFFORT) * length / speed >= label.price {
            return;
        }
        let arrives = time + length / speed;
        let passes = free(node as Node, arrives);
        let price = price + passes - time + EFFORT * length / speed;
        if price < label.price {
            *label = Label { price, arrives, passes, before, is_settled: false };
        }
    };
    let firsts = (0..direct.len()).filter(|&node| only.is_none_or(|only| only as usize == node));
    firsts.for_each(|node| reach(&mut labels, node, (hesitates, hesitates, None), direct[node]));
    loop {
        let open = labels.iter().enumerate().filter(|(_, label)| !label.is_settled && label.price.is_finite());
        let (node, _) = open.min_by(|a, b| a.1.price.total_cmp(&b.1.price))?;
        labels[node].is_settled = true;
        if node >= gates {
            let steps = std::iter::successors(Some(node as Node), |&node| labels[node as usize].before);
            let mut sequence: Vec<(Node, Label)> = steps.map(|node| (node, labels[node as usize])).collect();
            sequence.reverse();
            return Some(sequence);
        }
        let from = (labels[node].price, labels[node].passes, Some(node as Node));
        for (next, &length) in net.onward[node].iter().enumerate() {
            reach(&mut labels, next, from, length);
        }
    }
}

/// The first node on the shortest path to an exit.
fn sequence_alone(net: &Net, direct: &[f64], exit: Node) -> Option<Node> {
    let [gates, _] = net.counts();
    // No path leads through another exit.
    let only: Vec<f64> = direct
        .iter()
        .enumerate()
        .map(|(k, &d)| if k < gates || k == exit as usize { d } else { f64::INFINITY })
        .collect();
    let free = |node: Node, time: f64| if (node as usize) < gates || node == exit { time } else { f64::INFINITY };
    sequence(net, &only, 1.0, 0.0, None, free).map(|sequence| sequence[0].0)
}
