//! Terms made ready for a domain: the layers of the map, what is picked up at which corner, and what crossing costs.
//!
//! *Layers.* All legs of one speed form a layer with its own corners: a slow wave must not stop a fast one that wins
//! farther away. A corner with a weight hands every arrival over to the layer of its speed, and sends its wave from
//! there in all directions. Some layers make others needless: whoever is at a corner at a higher speed, and is not
//! slowed down by any corner to come, need not be there at a lower one. Then the lower one's cost is *capped*, which
//! stops its windows by the ordinary rules.
//!
//! *Gates.* The triangles on the two sides of a gate are not linked; a *passage* leads over each side that lies on
//! one. A window that pays gets a *copy* of its root: same place, higher cost. Where a gate ends, its price leads from
//! the corners on one side of it to those on the other.

mod toll;

pub(crate) use toll::Ray;

use crate::front::{NONE, Node, Pace};
use crate::hindrance::Hindrances;
use crate::terms::{Price, Terms, TermsFault};
use std::collections::HashMap;
use std::ops::Range;
use toll::Tolls;
use wayfront_domain::{CornerId, Domain, GateId, SideId, Spot};
use wayfront_geometry::Point;

/// A layer: all legs of one speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    speed: f64,
    slowness: f64,
    first: u32,
    number: u32,
}

impl Layer {
    /// Who is here at some cost, while others are there at a lower cost and at the first layer's speed or more, is ahead
    /// of them at this cost at the earliest, wherever both go.
    fn wins_from(&self, cost: f64, others: f64) -> f64 {
        // Per cost one gains what one goes farther than at speed 1; corners to come bring the others no lower speed.
        if cost > others && self.speed > 1.0 { cost + (cost - others) / (self.speed - 1.0) } else { cost }
    }
}

impl Pace for Layer {
    #[inline]
    fn speed(&self) -> f64 {
        self.speed
    }

    #[inline]
    fn slowness(&self) -> f64 {
        self.slowness
    }

    #[inline]
    fn first(&self) -> u32 {
        self.first
    }

    #[inline]
    fn layer(&self) -> u32 {
        self.number
    }
}

/// What it means to cross from one side of some gates to the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub delay: f64,
    pub factor: f64,
    /// The line that is crossed, and the unit vector away from it on the far side.
    through: Point,
    ahead: Point,
}

/// A way over a side that lies on a gate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    /// The side as seen from beyond.
    pub beyond: u32,
    pub step: u32,
}

/// A way around a gate's end, which costs as much as the way through it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub across: CornerId,
    pub step: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tariff {
    layers: Vec<Layer>,
    /// Per layer those that it makes needless.
    needless: Vec<Vec<u16>>,
    /// Per corner the layer whose speed is picked up there; 0 for none. Empty without weights.
    picks: Vec<u16>,
    /// Per side its passage. Empty without gates.
    passage_of: Vec<u32>,
    passages: Vec<Passage>,
    steps: Vec<Step>,
    /// Per corner the end of its links, as in [`crate::index::WindowIndex`]. Empty without gates.
    link_ends: Vec<u32>,
    links: Vec<Link>,
    pub hindrances: Hindrances,
    corners: u32,
    tolls: Tolls,
}

impl Tariff {
    /// Makes terms ready, in the memory of others.
    pub fn set(&mut self, domain: &Domain, terms: &Terms) -> Result<(), TermsFault> {
        terms.check(domain)?;
        self.corners = domain.corner_count() as u32;
        self.set_layers(domain, terms)?;
        self.set_passages(domain, &terms.prices);
        self.set_links(domain, &terms.prices);
        self.set_hindrances(domain);
        Ok(())
    }

    fn set_hindrances(&mut self, domain: &Domain) {
        let mut hindrances = std::mem::take(&mut self.hindrances);
        let is_dearer = |k: u32| k != NONE && self.steps[self.passages[k as usize].step as usize].factor > 1.0;
        let passages = self.passage_of.iter().enumerate();
        let factors = passages.filter(|&(_, &k)| is_dearer(k)).map(|(side, _)| SideId(side as u32));
        let slow = (0..self.corners).filter(|&corner| self.is_slow(corner)).map(CornerId);
        // One for each vertex.
        let slow = slow.filter(|&corner| domain.sectors(corner).next() == Some(corner));
        hindrances.set(domain, factors, slow);
        self.hindrances = hindrances;
    }

    /// Some gate makes the rest of a leg dearer.
    #[inline]
    pub fn has_factors(&self) -> bool {
        self.hindrances.has_factors()
    }

    fn set_layers(&mut self, domain: &Domain, terms: &Terms) -> Result<(), TermsFault> {
        let mut speeds: Vec<f64> = terms.weights.iter().map(|w| w.weight).collect();
        speeds.sort_unstable_by(f64::total_cmp);
        speeds.dedup();
        // Who is never slowed down has no use for the speed that he has.
        if speeds.first() == Some(&1.0) {
            speeds.remove(0);
        }
        if speeds.len() >= usize::from(u16::MAX) {
            return Err(TermsFault::TooManySpeeds { count: speeds.len() });
        }
        self.layers.clear();
        for (k, &speed) in [1.0].iter().chain(&speeds).enumerate() {
            self.layers.push(Layer { speed, slowness: 1.0 / speed, first: 0, number: k as u32 });
        }
        self.needless.clear();
        self.needless.extend((0..self.layers.len()).map(|layer| needless_beside(&self.layers, layer)));
        self.set_picks(domain, terms, &speeds)
    }

    fn set_picks(&mut self, domain: &Domain, terms: &Terms, speeds: &[f64]) -> Result<(), TermsFault> {
        self.picks.clear();
        if speeds.is_empty() && terms.weights.is_empty() {
            return Ok(());
        }
        self.picks.resize(self.corners as usize, 0);
        for (index, w) in terms.weights.iter().enumerate() {
            let Some(Spot::At(corner)) = domain.locate(w.corner) else {
                return Err(TermsFault::NoCorner { index, at: w.corner, nearest: nearest_corner(domain, w.corner) });
            };
            let layer = speeds.iter().position(|&s| s == w.weight).map_or(0, |k| k + 1);
            for sector in domain.sectors(corner) {
                self.picks[sector.index()] = layer as u16;
            }
        }
        Ok(())
    }

    fn set_passages(&mut self, domain: &Domain, prices: &[Price]) {
        self.passage_of.clear();
        self.passages.clear();
        self.steps.clear();
        if prices.is_empty() {
            return;
        }
        self.passage_of.resize(domain.sides().len(), NONE);
        let mut known: HashMap<(&[GateId], bool), u32> = HashMap::new();
        for side in domain.gate_sides() {
            let Some(gate) = domain.gate(side) else { continue };
            let key = (gate.gates, is_forwards(domain, side));
            let next = self.steps.len() as u32;
            let step = *known.entry(key).or_insert(next);
            if step == next {
                self.steps.push(step_over(domain, side, gate.gates, prices));
            }
            if self.steps[step as usize].delay.is_finite() {
                self.passage_of[side.index()] = self.passages.len() as u32;
                self.passages.push(Passage { beyond: gate.beyond.0, step });
            }
        }
    }

    fn set_links(&mut self, domain: &Domain, prices: &[Price]) {
        self.link_ends.clear();
        self.links.clear();
        if prices.is_empty() {
            return;
        }
        for corner in (0..self.corners).map(CornerId) {
            for across in domain.across(corner) {
                if let Some(passage) = self.passage(across.side.0) {
                    self.links.push(Link { across: across.corner, step: passage.step });
                }
            }
            self.link_ends.push(self.links.len() as u32);
        }
    }

    /// Adds the corners of all layers but the first, and forgets all copies.
    pub fn open(&mut self, nodes: &mut Vec<Node>, flats: usize) {
        for layer in self.layers.iter_mut().skip(1) {
            layer.first = nodes.len() as u32;
            for k in 0..self.corners as usize {
                let picks_up = self.picks.get(k).is_some_and(|&pick| u32::from(pick) == layer.number);
                let bends = nodes[k].bends || picks_up;
                nodes.push(Node::unreached(nodes[k].at, bends, layer.number as u16));
            }
        }
        self.let_turn(nodes);
        self.tolls.restart(nodes.len(), flats);
    }

    /// Corners at which one may turn though they are not in the way: those in which gates end, which pass the wave on to
    /// the other side; and those where it may pay to keep away from something.
    fn let_turn(&self, nodes: &mut [Node]) {
        for layer in &self.layers {
            let has_factors = self.has_factors();
            let may_shun = |corner: u32| has_factors || self.hindrances.may_shun_at(layer.number, corner);
            for corner in (0..self.corners).filter(|&c| may_shun(c) || self.has_links(c)) {
                nodes[(layer.first + corner) as usize].bends = true;
            }
        }
    }

    /// Without terms.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    #[inline]
    pub fn is_plain(&self) -> bool {
        self.layers.is_empty()
    }

    /// Cost per length in a layer.
    pub fn slowness(&self, layer: u16) -> f64 {
        self.layers.get(usize::from(layer)).map_or(1.0, |layer| layer.slowness)
    }

    /// The nodes of a corner, one on each layer.
    pub fn nodes_of(&self, corner: u32) -> impl Iterator<Item = u32> + '_ {
        let more = self.layers.get(1..).unwrap_or_default();
        std::iter::once(corner).chain(more.iter().map(move |layer| layer.first + corner))
    }

    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    pub fn layer(&self, number: u16) -> Layer {
        self.layers[usize::from(number)]
    }

    /// The node at which one arrives at a corner in some layer: there one may pick up another speed.
    #[inline]
    pub fn arrival(&self, layer: u32, corner: u32) -> u32 {
        let pick = self.picks.get(corner as usize).map_or(0, |&pick| u32::from(pick));
        let target = if layer == 0 { pick } else { layer.max(pick) };
        self.layers[target as usize].first + corner
    }

    /// One gets slower there.
    pub fn is_slow(&self, corner: u32) -> bool {
        self.picks.get(corner as usize).is_some_and(|&pick| pick != 0 && self.layers[usize::from(pick)].speed < 1.0)
    }

    /// Its wave goes out in all directions: a speed is picked up there.
    pub fn picks_up(&self, node: &Node, corner: u32) -> bool {
        node.layer != 0 && self.picks.get(corner as usize) == Some(&node.layer)
    }

    /// The corner of a node of a layer.
    pub fn corner_of(&self, node: u32, layer: u16) -> u32 {
        node - self.layers[usize::from(layer)].first
    }

    /// The least cost at which a corner's node may matter anywhere: its own, or more if slower ways to it are cheaper.
    #[inline]
    pub fn due(&self, nodes: &[Node], node: u32) -> f64 {
        let Node { cost, layer, .. } = nodes[node as usize];
        // Slow corners, and gates with factors, may hold up those who are slower, and only them.
        if layer == 0 || self.hindrances.are_in(0) {
            return cost;
        }
        let layer = &self.layers[usize::from(layer)];
        layer.wins_from(cost, nodes[(node - layer.first) as usize].cost)
    }

    /// The nodes of the corner that are needless once it was reached in a layer.
    pub fn needless(&self, layer: u16, corner: u32) -> impl Iterator<Item = u32> + '_ {
        self.needless[usize::from(layer)].iter().map(move |&l| self.layers[usize::from(l)].first + corner)
    }

    #[inline]
    pub fn passage(&self, side: u32) -> Option<Passage> {
        let number = *self.passage_of.get(side as usize)?;
        (number != NONE).then(|| self.passages[number as usize])
    }

    pub fn step(&self, number: u32) -> Step {
        self.steps[number as usize]
    }

    /// Gates end there.
    pub fn has_links(&self, corner: u32) -> bool {
        !self.links_at(corner).is_empty()
    }

    /// The links at a corner, as numbers.
    pub fn links_at(&self, corner: u32) -> Range<usize> {
        match self.link_ends.get(corner as usize) {
            Some(&end) => {
                let start = if corner == 0 { 0 } else { self.link_ends[corner as usize - 1] };
                start as usize..end as usize
            }
            None => 0..0,
        }
    }

    pub fn link(&self, number: usize) -> Link {
        self.links[number]
    }
}

/// Nobody at the first layer's speed, wherever he goes, is worse off than at the speed of these.
fn needless_beside(layers: &[Layer], layer: usize) -> Vec<u16> {
    let speed = layers[layer].speed;
    let is_needless = |other: usize| match (layer, other) {
        // Who has not picked up a speed yet may have to take the lowest.
        (0, other) => other == 1 && layers[1].speed <= 1.0,
        (_, 0) => speed >= 1.0,
        (layer, other) => other < layer,
    };
    (0..layers.len()).filter(|&other| other != layer && is_needless(other)).map(|other| other as u16).collect()
}

fn nearest_corner(domain: &Domain, p: Point) -> Option<Point> {
    let distance = |q: &Point| q.distance(p);
    domain.corner_points().iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

fn is_forwards(domain: &Domain, side: SideId) -> bool {
    let [a, b] = domain.side_points(side);
    (a.x, a.y) < (b.x, b.y)
}

/// Crossing a side from its own triangle.
fn step_over(domain: &Domain, side: SideId, gates: &[GateId], prices: &[Price]) -> Step {
    let [a, b] = domain.side_points(side);
    // A side has its triangle on the left: the far side is on the right.
    let ahead = -(b - a).left() * (1.0 / a.distance(b));
    let mut step = Step { delay: 0.0, factor: 1.0, through: a, ahead };
    for &gate in gates {
        match prices[gate.0 as usize] {
            Price::Open => {}
            Price::Closed => step.delay = f64::INFINITY,
            Price::Delay(delay) => step.delay += delay,
            Price::Factor(factor) => step.factor *= factor,
        }
    }
    step
}
