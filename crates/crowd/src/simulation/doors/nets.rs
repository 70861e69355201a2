//! How far it is from a place to a door or an exit with no other door between, for bodies of each lead.
//!
//! A gate is a door in one direction: the line behind it, as far as bodies reach. Its *measuring map* has a toll on every
//! door, a higher one on the others: what costs exactly one toll of its own door goes there directly. Exits have tolls on
//! all doors: what costs none goes there directly. The *guiding map* of a gate has no tolls; it is made when somebody goes
//! there. *Cost*: two or four maps for each door and size, one for each exit, when doors change.

use super::{Door, Place, gate};
use crate::lead::{Guidance, Routes};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};
use wayfront_bodies::SceneMap;
use wayfront_domain::Guide;
use wayfront_geometry::Point;
use wayfront_world::{Barrier, BarrierCost, Source};

/// What a door costs on measuring maps, in metres: more than any path is long. Other doors cost three times as much.
pub(super) const TOLL: f64 = 1e4;
const OTHERS: f64 = 3.0 * TOLL;
/// How far behind a door people have passed it, in metres, and how much shorter the line there is at both ends, in radii.
const BEHIND: f64 = 0.3;
const SHORTER: f64 = 1.02;

/// One direction of a door.
struct Gate {
    place: Source,
    ends: [Point; 2],
    measuring: SceneMap,
    guiding: OnceLock<Option<SceneMap>>,
}

/// The maps of one lead.
pub(super) struct Net {
    /// Without doors, and with one exit: nothing is chosen.
    pub is_plain: bool,
    /// The gates, as [`gate`] numbers them; shared by leads of one size.
    gates: Arc<[Option<Gate>]>,
    /// To each exit alone, or to all of them if people do not choose.
    exits: Vec<SceneMap>,
    /// From each gate to all gates, then to all exits.
    pub onward: Vec<Vec<f64>>,
}

/// A map with the tolls on doors.
pub(super) fn tolled(routes: &Routes, goals: &[Source], doors: &[Place], own: Option<usize>) -> Option<SceneMap> {
    let toll = |number: usize| match own {
        Some(own) if number != own => OTHERS,
        _ => TOLL,
    };
    let tolls = doors.iter().enumerate().map(|(k, door)| Barrier::new(door.line, BarrierCost::Delay(toll(k))));
    routes.map_with(goals, tolls).ok()
}

/// The maps of all leads that follow path maps.
pub(super) fn nets(leads: &[Guidance], doors: &[Door]) -> Vec<Option<Net>> {
    let places: Vec<Place> = doors.iter().map(|door| door.place).collect();
    let mut sizes: Vec<(u64, Arc<[Option<Gate>]>)> = Vec::new();
    let mut net = |routes: &Routes| {
        let size = routes.radius().to_bits();
        let known = sizes.iter().find(|(known, _)| *known == size).map(|(_, gates)| gates.clone());
        let gates = known.unwrap_or_else(|| {
            let gates: Vec<_> = (0..2 * places.len()).into_par_iter().map(|k| Gate::new(routes, &places, k)).collect();
            sizes.push((size, gates.into()));
            sizes[sizes.len() - 1].1.clone()
        });
        Net::new(routes, &places, gates)
    };
    leads.iter().map(|lead| lead.routes().and_then(&mut net)).collect()
}

impl Gate {
    /// The gate of a number; `None` if no body gets through it.
    fn new(routes: &Routes, doors: &[Place], number: usize) -> Option<Self> {
        let door = number / 2;
        let [a, b] = doors[door].line;
        let along = (b - a).unit()?;
        let behind = if gate(door, true) == number as u32 { along.left() } else { -along.left() };
        let shorter = along * (SHORTER * routes.radius());
        let place = Source::segment(a + shorter + behind * BEHIND, b - shorter + behind * BEHIND);
        let measuring = tolled(routes, std::slice::from_ref(&place), doors, Some(door))?;
        let met = measuring.places();
        let ends = [met.first()?.at, met.last()?.at];
        Some(Self { place, ends, measuring, guiding: OnceLock::new() })
    }
}

impl Net {
    fn new(routes: &Routes, doors: &[Place], gates: Arc<[Option<Gate>]>) -> Option<Self> {
        let alone: Vec<&[Source]> =
            routes.goals().chunks(if routes.exits().is_empty() { usize::MAX } else { 1 }).collect();
        let is_plain = doors.is_empty() && alone.len() == 1;
        let exits: Option<Vec<SceneMap>> = if is_plain {
            Some(Vec::new())
        } else {
            alone.into_par_iter().map(|goals| tolled(routes, goals, doors, None)).collect()
        };
        let mut net = Self { is_plain, gates, exits: exits?, onward: Vec::new() };
        net.onward = net.gates.iter().enumerate().map(|(k, gate)| net.lengths_onward(k, gate.as_ref())).collect();
        Some(net)
    }

    fn lengths_onward(&self, number: usize, gate: Option<&Gate>) -> Vec<f64> {
        let count = self.gates.len() + self.exits.len();
        let Some(gate) = gate else { return vec![f64::INFINITY; count] };
        let middle = gate.ends[0].lerp(gate.ends[1], 0.5);
        // Nobody turns around in a door.
        let to =
            |k: usize| if k / 2 == number / 2 && k < self.gates.len() { f64::INFINITY } else { self.direct(k, middle) };
        (0..count).map(to).collect()
    }

    /// How many gates there are, and how many exits.
    pub fn counts(&self) -> [usize; 2] {
        [self.gates.len(), self.exits.len()]
    }

    /// The path from `p` to a gate or an exit with no other door between; infinite if there is none.
    pub fn direct(&self, node: usize, p: Point) -> f64 {
        let length = |map: &SceneMap, toll: f64| match map.cost(p) {
            Ok(cost) if (toll..toll + TOLL).contains(&cost) => cost - toll,
            _ => f64::INFINITY,
        };
        match self.gates.get(node) {
            Some(gate) => gate.as_ref().map_or(f64::INFINITY, |gate| length(&gate.measuring, TOLL)),
            None => length(&self.exits[node - self.gates.len()], 0.0),
        }
    }

    /// The straight distance from `p` to a gate.
    pub fn beeline(&self, node: usize, p: Point) -> f64 {
        let gate = self.gates.get(node).and_then(Option::as_ref);
        gate.map_or(0.0, |gate| wayfront_geometry::closest_on_segment(gate.ends[0], gate.ends[1], p).distance(p))
    }

    /// Makes the map that leads to a gate.
    pub fn open(&self, routes: &Routes, number: u32) {
        if let Some(Some(gate)) = self.gates.get(number as usize) {
            let make = || routes.map_with(std::slice::from_ref(&gate.place), std::iter::empty()).ok();
            gate.guiding.get_or_init(make);
        }
    }

    pub fn guide(&self, number: u32) -> Option<&SceneMap> {
        self.gates.get(number as usize)?.as_ref()?.guiding.get()?.as_ref()
    }

    pub fn ends(&self, number: u32) -> Option<[Point; 2]> {
        Some(self.gates.get(number as usize)?.as_ref()?.ends)
    }
}
