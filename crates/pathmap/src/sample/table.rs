//! The generators of a map by themselves: where they are, what they cost, and where one goes from them.

use crate::build::Built;
use crate::front::{Flat, NONE, Node};
use crate::tariff::{Ray, Tariff};
use wayfront_geometry::{Point, closest_on_segment};

/// A generator of a map: a corner, a source's point, or a side of a source's segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generator {
    /// Where it is; for a side of a segment its start and its end, else twice the same.
    pub ends: [Point; 2],
    /// Cost from there on; infinite if no source can be reached.
    pub cost: f64,
    /// The generator that one walks to from there; none at sources, and where no source can be reached.
    pub parent: Option<u32>,
    /// The source that one ends at; none if none can be reached.
    pub source: Option<u32>,
    /// How fast one goes on from there, away from the source.
    pub speed: f64,
}

/// A corner or a source's point. Half a line of cache.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Place {
    at: Point,
    cost: f64,
    parent: u32,
    source: u32,
}

/// Sides of segments are numbered after the places.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    places: Vec<Place>,
    flats: Vec<Flat>,
    /// On terms: the layer of each place. Empty without.
    layers: Vec<u16>,
    tariff: Tariff,
}

impl Table {
    /// Copies the generators of a map. Linear.
    pub fn copy(&mut self, built: &Built, corners: usize) {
        let place = |node: &Node| Place { at: node.at, cost: node.cost, parent: node.parent, source: NONE };
        self.places.clear();
        self.places.extend(built.nodes.iter().map(place));
        self.flats.clone_from(&built.flats);
        // On terms further layers and copies follow the sources.
        for (place, point) in self.places[corners..].iter_mut().zip(&built.sources.points) {
            place.source = point.source;
        }
        self.copy_terms(built);
        for place in 0..self.places.len() {
            self.find_source(place);
        }
    }

    fn copy_terms(&mut self, built: &Built) {
        self.layers.clear();
        if built.tariff.is_plain() {
            self.tariff.clear();
        } else {
            self.layers.extend(built.nodes.iter().map(|node| node.layer));
            self.tariff.clone_from(&built.tariff);
        }
    }

    /// Follows parents to one whose source is known, and tells it to all on the way.
    fn find_source(&mut self, corner: usize) {
        let mut at = corner as u32;
        let source = loop {
            match self.places.get(at as usize) {
                Some(place) if place.source == NONE => at = place.parent,
                Some(place) => break place.source,
                None if at == NONE => return,
                None => break self.flat(at).source,
            }
        };
        let mut at = corner;
        while let Some(place) = self.places.get_mut(at).filter(|place| place.source == NONE) {
            place.source = source;
            at = place.parent as usize;
        }
    }

    #[inline]
    fn flat(&self, id: u32) -> &Flat {
        &self.flats[id as usize - self.places.len()]
    }

    /// Cost at `p`, going straight to a generator.
    #[inline]
    pub fn cost(&self, id: u32, p: Point) -> f64 {
        let extra = if self.layers.is_empty() { 0.0 } else { self.extra(id, p) };
        match self.places.get(id as usize) {
            Some(place) => place.cost + place.at.distance(p) + extra,
            None => self.flat(id).cost + self.aim(id, p).distance(p) + extra,
        }
    }

    /// What the way to a generator costs on terms beside its length.
    #[cold]
    fn extra(&self, id: u32, p: Point) -> f64 {
        let first_flat = self.places.len() as u32;
        match self.places.get(id as usize) {
            Some(place) => {
                let length = place.at.distance(p);
                let detour = self.tariff.detour(id, first_flat, Ray::From(place.at), p);
                (length + detour) * self.tariff.slowness(self.layers[id as usize]) - length
            }
            None => self.tariff.detour(id, first_flat, Ray::Along(self.flat(id).ahead()), p),
        }
    }

    /// Where one goes from `p` to get to a generator.
    #[inline]
    pub fn aim(&self, id: u32, p: Point) -> Point {
        match self.places.get(id as usize) {
            Some(place) => place.at,
            None => {
                let flat = self.flat(id);
                closest_on_segment(flat.from, flat.to, p)
            }
        }
    }

    /// The next generator, if one goes on from this one.
    #[inline]
    pub fn parent(&self, id: u32) -> Option<u32> {
        self.places.get(id as usize).map(|place| place.parent).filter(|&parent| parent != NONE)
    }

    /// The source that one ends at.
    pub fn source(&self, id: u32) -> usize {
        self.places.get(id as usize).map_or_else(|| self.flat(id).source, |place| place.source) as usize
    }

    /// All generators, by their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Generator> + '_ {
        (0..self.places.len() + self.flats.len()).map(|k| match self.places.get(k) {
            Some(place) => {
                let [parent, source] = [place.parent, place.source].map(|n| (n != NONE).then_some(n));
                let speed = self.layers.get(k).map_or(1.0, |&layer| self.tariff.slowness(layer).recip());
                Generator { ends: [place.at; 2], cost: place.cost, parent, source, speed }
            }
            None => {
                let flat = self.flat(k as u32);
                Generator {
                    ends: [flat.from, flat.to],
                    cost: flat.cost,
                    parent: None,
                    source: Some(flat.source),
                    speed: 1.0,
                }
            }
        })
    }
}
