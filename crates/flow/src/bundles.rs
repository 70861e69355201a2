//! Where all lanes run, if there are several entrances or exits.
//!
//! `pairing` says how many lanes join which openings; no two walls are separated by more than there is room for between
//! them. Take the lanes between two openings, the walls on their inner side (the one without the last wall), and for each
//! of these walls its *depth*: how many lanes lie between it and the first of ours. The distance from all these walls,
//! each raised by what its depth is less than the deepest, is a whole number of lanes at all solids and grows by at most 1
//! per length: its lines half-way between whole numbers keep half a lane's width from everything solid, and a lane's width
//! from each other. Lines of different bundles do, too: where one lies within the other, the distance of the outer one is
//! at least a lane less; and where both lie beside each other, a shorter path from one to the other would be one between
//! walls that have room for more lanes than that.
//!
//! Openings that no lane uses are closed, so that no lane that passes them is led out; and if they have room to spare, they
//! are so for the lanes that pass them. Where several pairings come close to each other, the lanes of each are pulled taut,
//! and the shortest stay. Cost: a map of distances for each wall, for each pair of openings (how long a lane alone would
//! be), and for each bundle.

use crate::cut::{Measure, distances};
use crate::lanes::{Lane, Lanes};
use crate::map::FlowMap;
use crate::pairing::{Candidate, Joint, Pairing, fits, paired};
use crate::solids::{Part, Solids};
use crate::terminals::Opened;
use wayfront_domain::SideId;
use wayfront_pathmap::{Solid, SolidMap};

/// Tolerance: Share of what counts as rounding by which levels are raised: where a gate is as wide as an odd number of
/// lanes, a line may run through its middle twice, and a level a little higher closes it.
const RAISE: f64 = 0.4;

/// Lanes beside each other from one opening to another.
pub(crate) struct Bundle {
    pub count: usize,
    /// Distances from what lies on its right hand (or for lanes from exits to entrances, on the left).
    pub map: SolidMap,
    /// How far from there the first lane lies, in whole lanes.
    pub depth: usize,
    /// The sides from which lines may start, and where they should end.
    pub starts: Vec<SideId>,
    pub ends: Vec<SideId>,
}

impl FlowMap {
    /// The lanes of all parts of the free space, and how many there should be.
    pub(crate) fn bundled(&self, radius: f64, measure: Measure) -> (Vec<Lane>, usize) {
        let found = self.solids.parts.iter().map(|part| self.bundled_part(part, radius, measure));
        found.fold((Vec::new(), 0), |(mut lanes, capacity), (more, count)| {
            lanes.extend(more);
            (lanes, capacity + count)
        })
    }

    fn bundled_part(&self, part: &Part, radius: f64, measure: Measure) -> (Vec<Lane>, usize) {
        let pairings = self.pairings(part, radius, measure);
        let lanes_of = |pairing: &Pairing| self.lanes_of(part, &pairing.joints, radius, measure);
        let Some((first, others)) = pairings.split_first() else { return (Vec::new(), 0) };
        let (capacity, mut best) = (first.count(), lanes_of(first));
        if others.is_empty() || best.len() < capacity {
            return (best, capacity);
        }
        let taut = |lanes: &[Lane]| Lanes::only(self, radius, capacity, lanes.to_vec()).shortened().total_length();
        let mut shortest = taut(&best);
        for other in others {
            // A pairing that is longer with every lane alone is longer.
            if other.length >= shortest {
                break;
            }
            let lanes = lanes_of(other);
            if lanes.len() == capacity && Lanes::only(self, radius, capacity, lanes.clone()).check().is_ok() {
                let length = taut(&lanes);
                if length < shortest {
                    (shortest, best) = (length, lanes);
                }
            }
        }
        (best, capacity)
    }

    /// The lanes of joints between openings of a part; those that no lane uses are closed.
    fn lanes_of(&self, part: &Part, joints: &[Joint], radius: f64, measure: Measure) -> Vec<Lane> {
        let width = 2.0 * radius;
        let capacity: usize = joints.iter().map(|j| j.count).sum();
        let used: Vec<usize> =
            (0..part.openings.len()).filter(|&k| joints.iter().any(|j| j.from == k || j.to == k)).collect();
        if used.is_empty() {
            return Vec::new();
        }
        let lanes = |solids: &Solids, part: &Part, joints: &[Joint], apart: &[Vec<usize>]| {
            self.lanes_between(solids, part, joints, apart, radius, measure)
        };
        if let Some((solids, own)) = self.with_open(part, &used) {
            let number = |k: usize| used.binary_search(&k).unwrap_or(0);
            let kept: Vec<Joint> =
                joints.iter().map(|j| Joint { from: number(j.from), to: number(j.to), count: j.count }).collect();
            let apart = self.apart(&solids, &own, width, measure);
            if fits(&kept, &apart) {
                let found = lanes(&solids, &own, &kept, &apart);
                if found.len() == capacity {
                    return found;
                }
            }
        }
        let apart = self.apart(&self.solids, part, width, measure);
        lanes(&self.solids, part, joints, &apart)
    }

    /// How many lanes join which openings of a part: the best as far as lanes alone tell, and those that come close.
    fn pairings(&self, part: &Part, radius: f64, measure: Measure) -> Vec<Pairing> {
        let apart = self.apart(&self.solids, part, 2.0 * radius, measure);
        let count = part.openings.len();
        if count == 2 {
            return vec![Pairing { joints: vec![Joint { from: 0, to: 1, count: apart[0][1] }], length: 0.0 }];
        }
        let mut candidates = Vec::new();
        for openings in (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])) {
            let [a, b] = openings.map(|k| &part.openings[k]);
            if a.is_entrance != b.is_entrance
                && let Some(length) = self.length_alone(part, openings, radius, measure)
            {
                candidates.push(Candidate { openings, length });
            }
        }
        paired(&candidates, &apart)
    }

    /// How many lanes there is room for between any two walls.
    fn apart(&self, solids: &Solids, part: &Part, width: f64, measure: Measure) -> Vec<Vec<usize>> {
        let lanes = |map: &SolidMap, to: u32| (map.costs[to as usize] / width).round() as usize;
        let row = |from: u32| {
            let map = distances(self.local(), &solids.solids, &[(from, 0.0)], measure);
            part.openings.iter().map(|opening| lanes(&map, opening.wall)).collect()
        };
        part.openings.iter().map(|opening| row(opening.wall)).collect()
    }

    /// How long a lane between two openings is if it is the only one.
    fn length_alone(&self, part: &Part, openings: [usize; 2], radius: f64, measure: Measure) -> Option<f64> {
        let width = 2.0 * radius;
        let (solids, own) = self.with_open(part, &openings)?;
        let lanes: Vec<Lane> = [false, true]
            .into_iter()
            .filter_map(|is_top| {
                let [first, second] = [&own.openings[0], &own.openings[1]];
                let (from, to) = if is_top { (second, first) } else { (first, second) };
                let map = distances(self.local(), &solids.solids, &[(from.wall, 0.0)], measure);
                // As far from one wall to the other as from the other to the one.
                if (map.costs[to.wall as usize] / width).round() < 1.0 {
                    return None;
                }
                let bundle = Bundle { count: 1, map, depth: 0, starts: from.sides.clone(), ends: to.sides.clone() };
                self.lines(&bundle, width).pop()
            })
            .collect();
        let taut = lanes.into_iter().map(|lane| Lanes::only(self, radius, 1, vec![lane]).shortened().total_length());
        taut.min_by(f64::total_cmp)
    }

    /// The solids if only some openings of a part are open.
    fn with_open(&self, part: &Part, openings: &[usize]) -> Option<(Solids, Part)> {
        let mut terminals = vec![None; self.local().sides().len()];
        for &side in openings.iter().flat_map(|&k| &part.openings[k].sides) {
            terminals[side.index()] = self.terminal(side);
        }
        let solids = Solids::new(&Opened { domain: self.local().clone(), terminals }).ok()?;
        let mut own = solids.parts.first().filter(|own| own.openings.len() == openings.len())?.clone();
        let first = own.openings.iter().position(|o| o.sides == part.openings[openings[0]].sides)?;
        own.openings.rotate_left(first);
        let is_same = |(k, opening): (usize, &usize)| own.openings[k].sides == part.openings[*opening].sides;
        let is_in_order = openings.iter().enumerate().all(is_same);
        is_in_order.then_some((solids, own))
    }

    /// The lanes of joints. Those that pass an opening with room to spare keep half a lane's width from it; where there is
    /// no place for that, some are led out there.
    fn lanes_between(
        &self,
        solids: &Solids,
        part: &Part,
        joints: &[Joint],
        apart: &[Vec<usize>],
        radius: f64,
        measure: Measure,
    ) -> Vec<Lane> {
        let turned = turned(part, joints, apart);
        let lanes = |shuts: bool| -> Vec<Lane> {
            let bundle = |joint: &Joint| self.bundle(solids, &turned, joint, shuts, 2.0 * radius, measure);
            turned.joints.iter().flat_map(|joint| self.lines(&bundle(joint), 2.0 * radius)).collect()
        };
        if turned.passed > 0 {
            let capacity = joints.iter().map(|j| j.count).sum();
            let beside = Lanes::only(self, radius, capacity, lanes(true));
            if beside.check().is_ok() {
                return beside.lanes;
            }
        }
        lanes(false)
    }

    /// The bundle of a joint; if it `shuts` the openings on its inner side, they count as solid.
    fn bundle(
        &self,
        solids: &Solids,
        turned: &Turned,
        joint: &Joint,
        shuts: bool,
        width: f64,
        measure: Measure,
    ) -> Bundle {
        let openings = &turned.part.openings;
        let is_within = |other: &&Joint| *other != joint && joint.from <= other.from && other.to <= joint.to;
        let depth = |is_outside: &dyn Fn(&Joint) -> bool| -> usize {
            turned.joints.iter().filter(is_within).filter(|j| is_outside(j)).map(|j| j.count).sum()
        };
        let of_wall = |wall: usize| depth(&|j| j.has_inside(wall));
        let deepest = (joint.from..joint.to).map(of_wall).max().unwrap_or(0);
        let height = |depth: usize| (deepest - depth) as f64 * width;
        // Openings first: the corners that they share with walls belong to the walls.
        let shut: Vec<usize> = if shuts { (joint.from + 1..joint.to).collect() } else { Vec::new() };
        let solid = |&k: &usize| {
            // No deeper than the walls beside it, since what passes the opening passes both.
            let cost = Some(height(depth(&|j| j.from < k && k < j.to)));
            Solid { sides: openings[k].sides.clone(), cost, ..Solid::default() }
        };
        let all: Vec<Solid> = shut.iter().map(solid).chain(solids.solids.iter().cloned()).collect();
        let start = |wall: usize| (openings[wall].wall + shut.len() as u32, height(of_wall(wall)));
        let starts: Vec<(u32, f64)> = (joint.from..joint.to).map(start).collect();
        let map = distances(self.local(), &all, &starts, measure);
        let sides = |k: usize| openings[k].sides.iter().copied();
        let is_alike = |k: &usize| openings[*k].is_entrance == openings[joint.from].is_entrance;
        let starts = (joint.from..joint.to).filter(is_alike).flat_map(sides).collect();
        let ends = (joint.from + 1..=joint.to).rev().filter(|k| !is_alike(k)).flat_map(sides).collect();
        Bundle { count: joint.count, map, depth: deepest, starts, ends }
    }

    /// The lines of a bundle: at all levels half-way between whole numbers of lanes.
    pub(crate) fn lines(&self, bundle: &Bundle, width: f64) -> Vec<Lane> {
        let raise = RAISE * self.slack();
        let mut lanes = Vec::with_capacity(bundle.count);
        for number in bundle.depth..bundle.depth + bundle.count {
            let level = (number as f64 + 0.5) * width + raise;
            let mut lines = bundle.starts.iter().flat_map(|&side| {
                let found = bundle.map.map.level_lines_from(side, level).into_iter();
                found.map(move |line| (side, line))
            });
            // One lane for each level: where one passes an opening with room to spare, there may be several lines.
            let line = lines.find(|(_, line)| line.end.is_some_and(|end| bundle.ends.contains(&end)));
            lanes.extend(line.and_then(|(side, line)| self.lane(line, self.terminal(side)?)));
        }
        lanes
    }
}

/// A part and its joints, numbered from another opening on.
struct Turned {
    part: Part,
    joints: Vec<Joint>,
    /// Lanes that pass openings with room to spare on their inner side, through which they would leave.
    passed: usize,
}

/// A part whose last wall is such that few lanes pass openings with room to spare.
fn turned(part: &Part, joints: &[Joint], apart: &[Vec<usize>]) -> Turned {
    let count = part.openings.len();
    let lanes_at = |k: usize| joints.iter().filter(|j| j.from == k || j.to == k).map(|j| j.count).sum::<usize>();
    let is_full = |k: usize| lanes_at(k) == apart[(k + count - 1) % count][k];
    let spare: Vec<usize> = (0..count).filter(|&k| !is_full(k)).collect();
    let by = |turn: usize| {
        let place = |k: usize| (k + count - turn) % count;
        let joint = |j: &Joint| {
            let (a, b) = (place(j.from), place(j.to));
            Joint { from: a.min(b), to: a.max(b), count: j.count }
        };
        let joints: Vec<Joint> = joints.iter().map(joint).collect();
        let inside = |j: &Joint| spare.iter().map(|&k| place(k)).filter(|&k| j.from < k && k < j.to).count();
        let passed: usize = joints.iter().map(|j| j.count * inside(j)).sum();
        (passed, turn, joints)
    };
    // The first of the best: the same lanes every time.
    let (passed, turn, joints) = (1..count).map(by).fold(by(0), |best, next| if next.0 < best.0 { next } else { best });
    let mut part = part.clone();
    part.openings.rotate_left(turn);
    Turned { part, joints, passed }
}
