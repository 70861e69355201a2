//! Which narrow places a shortest path crosses.
//!
//! A path is a leg, an arc around a corner, a leg, and so on. All that turn around one corner go on by the same path, so
//! what is crossed from there on is found once. Arcs are taken as two chords. A path touches corners at the ends of
//! places, so crossings are half-open: a point on the line lies to its left.

use super::Place;
use super::nets::TOLL;
use std::collections::HashMap;
use wayfront_bodies::{Bend, SceneMap};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{Answer, GeneratorId};

/// Tolerance: metres by which a path may pass a place's end and still cross it.
const BESIDE: f64 = 1e-6;

/// Paths on one map, and what they cross.
pub(super) struct Crossings<'a> {
    map: &'a SceneMap,
    places: &'a [Place],
    /// What is crossed from where each corner is left.
    behind: HashMap<GeneratorId, Vec<u16>>,
}

/// Whether a step from `p` to `q` crosses a line to its left, or to its right.
pub(super) fn side_reached([a, b]: [Point; 2], p: Point, q: Point) -> Option<bool> {
    let along = b - a;
    let [from, to] = [p, q].map(|p| along.cross(p - a));
    if (from >= 0.0) == (to >= 0.0) {
        return None;
    }
    let at = p.lerp(q, from / (from - to));
    (closest_on_segment(a, b, at).distance(at) <= BESIDE).then_some(to >= 0.0)
}

impl<'a> Crossings<'a> {
    pub fn new(map: &'a SceneMap, places: &'a [Place]) -> Self {
        Self { map, places, behind: HashMap::new() }
    }

    /// The places on the path of somebody at `p` to whom the map gave an answer, in their order.
    pub fn of(&mut self, p: Point, answer: &Answer) -> Vec<u16> {
        let mut crossed = Vec::new();
        match self.map.bend(answer.generator) {
            Some(bend) => {
                self.turn(&mut crossed, p, answer.aim, &bend);
                crossed.extend_from_slice(self.behind(answer.generator));
            }
            None => self.cross(&mut crossed, p, answer.aim),
        }
        crossed
    }

    fn behind(&mut self, generator: GeneratorId) -> &[u16] {
        if !self.behind.contains_key(&generator) {
            let crossed = self.map.bend(generator).map_or_else(Vec::new, |bend| self.onward(&bend));
            self.behind.insert(generator, crossed);
        }
        &self.behind[&generator]
    }

    /// What is crossed from where a bend ends.
    fn onward(&mut self, bend: &Bend) -> Vec<u16> {
        let mut crossed = Vec::new();
        match self.map.bend(bend.next) {
            Some(next) => {
                let touches = bend.leaves + bend.onward * (next.corner - bend.leaves).dot(bend.onward).max(0.0);
                self.turn(&mut crossed, bend.leaves, touches, &next);
                let behind = self.behind(bend.next).to_vec();
                crossed.extend(behind);
            }
            None => self.cross(&mut crossed, bend.leaves, bend.leaves + bend.onward * (bend.cost % TOLL)),
        }
        crossed
    }

    /// A leg from `p`, and the turn at its end.
    fn turn(&self, crossed: &mut Vec<u16>, p: Point, touches: Point, bend: &Bend) {
        self.cross(crossed, p, touches);
        let outwards = (touches - p).unit().and_then(|inward| (inward - bend.onward).unit());
        let top = outwards.map_or(bend.leaves, |outwards| bend.corner + outwards * self.map.radius());
        self.cross(crossed, touches, top);
        self.cross(crossed, top, bend.leaves);
    }

    fn cross(&self, crossed: &mut Vec<u16>, p: Point, q: Point) {
        let [low, high] = [Point::new(p.x.min(q.x), p.y.min(q.y)), Point::new(p.x.max(q.x), p.y.max(q.y))];
        for (number, Place { line: [a, b], .. }) in (0..).zip(self.places) {
            let is_apart =
                a.x.max(b.x) < low.x || a.x.min(b.x) > high.x || a.y.max(b.y) < low.y || a.y.min(b.y) > high.y;
            if !is_apart && side_reached([*a, *b], p, q).is_some() {
                crossed.push(number);
            }
        }
    }
}
