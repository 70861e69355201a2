//! The generators of a map by themselves: where they are, what they cost, and where one goes from them.

use wayfront_geometry::Point;
use wayfront_pathmap::GeneratorId;
use wayfront_pathmap::view::{Flat, LayerId, LegStart, MapView, Node, Surcharges};

/// No generator, no source.
const NONE: u32 = super::NO_GENERATOR;

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
    layers: Vec<LayerId>,
    /// Cost per length of each layer.
    slowness: Vec<f64>,
    surcharges: Surcharges,
}

impl Table {
    /// Copies the generators of a map. Linear.
    pub fn copy(&mut self, view: MapView) {
        let number = |node: &Node| node.parent().get().map_or(NONE, |parent| view.number(parent).0);
        let place = |node: &Node| Place { at: node.at(), cost: node.cost(), parent: number(node), source: NONE };
        self.places.clear();
        self.places.extend(view.nodes().iter().map(place));
        self.flats.clear();
        self.flats.extend_from_slice(view.flats());
        for point in view.source_points() {
            self.places[point.node.index()].source = point.source as u32;
        }
        self.copy_terms(view);
        for place in 0..self.places.len() {
            self.find_source(place);
        }
    }

    fn copy_terms(&mut self, view: MapView) {
        self.layers.clear();
        self.slowness.clear();
        if view.is_plain() {
            self.surcharges = Surcharges::default();
        } else {
            self.layers.extend(view.nodes().iter().map(Node::layer));
            self.slowness.extend(view.speeds().map(f64::recip));
            self.surcharges.clone_from(view.surcharges());
        }
    }

    /// Follows parents to one whose source is known, and writes it to all on the way.
    fn find_source(&mut self, corner: usize) {
        let mut at = corner as u32;
        let source = loop {
            match self.places.get(at as usize) {
                Some(place) if place.source == NONE => at = place.parent,
                Some(place) => break place.source,
                None if at == NONE => return,
                None => break self.flat(at).source() as u32,
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
            None => self.flat(id).cost() + self.aim(id, p).distance(p) + extra,
        }
    }

    /// What the path to a generator costs on terms beside its length.
    #[cold]
    fn extra(&self, id: u32, p: Point) -> f64 {
        let root = GeneratorId(id).among(self.places.len());
        match self.places.get(id as usize) {
            Some(place) => {
                let length = place.at.distance(p);
                let extra = self.surcharges.extra_length(root, LegStart::From(place.at), p);
                (length + extra) * self.slowness[self.layers[id as usize].index()] - length
            }
            None => self.surcharges.extra_length(root, LegStart::Along(self.flat(id).ahead()), p),
        }
    }

    /// Where one goes from `p` to get to a generator.
    #[inline]
    pub fn aim(&self, id: u32, p: Point) -> Point {
        match self.places.get(id as usize) {
            Some(place) if self.layers.is_empty() => place.at,
            Some(place) => {
                let root = GeneratorId(id).among(self.places.len());
                match self.surcharges.start_within(root, place.at, p) {
                    Some((flat, start)) => self.flats[flat.index()].foot(start),
                    None => place.at,
                }
            }
            None => self.flat(id).foot(p),
        }
    }

    /// The next generator, if one goes on from this one.
    #[inline]
    pub fn parent(&self, id: u32) -> Option<u32> {
        self.places.get(id as usize).map(|place| place.parent).filter(|&parent| parent != NONE)
    }

    /// The source that one ends at.
    pub fn source(&self, id: u32) -> usize {
        self.places.get(id as usize).map_or_else(|| self.flat(id).source(), |place| place.source as usize)
    }

    /// All generators, by their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Generator> + '_ {
        (0..self.places.len() + self.flats.len()).map(|k| match self.places.get(k) {
            Some(place) => {
                let [parent, source] = [place.parent, place.source].map(|n| (n != NONE).then_some(n));
                let speed = self.layers.get(k).map_or(1.0, |&layer| self.slowness[layer.index()].recip());
                Generator { ends: [place.at; 2], cost: place.cost, parent, source, speed }
            }
            None => {
                let flat = self.flat(k as u32);
                let source = Some(flat.source() as u32);
                Generator { ends: flat.ends(), cost: flat.cost(), parent: None, source, speed: 1.0 }
            }
        })
    }
}
