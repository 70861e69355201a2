//! Layers: all legs of one speed form a layer with its own corners.
//!
//! A slow wave must not stop a fast one that wins farther away. A corner with a weight hands every arrival over to the
//! layer of its speed, and sends its wave from there in all directions. Some layers make others needless: where a corner
//! is reached at a higher speed, and no corner to come slows that down, it need not be reached at a lower one. Then the
//! lower one's cost is *capped*, which stops its windows by the ordinary rules.

use super::given::{Terms, TermsError};
use crate::generators::{LayerId, Node, NodeId};
use crate::wave::Pace;
use wayfront_domain::{CornerId, Domain, Spot};
use wayfront_geometry::Point;

/// A layer: all legs of one speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layer {
    speed: f64,
    slowness: f64,
    first: NodeId,
    id: LayerId,
}

impl Layer {
    /// A wave that is here at some cost, while others are there at a lower cost and at the first layer's speed or more, is
    /// ahead of them at this cost at the earliest, wherever all go.
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
    fn node(&self, corner: CornerId) -> NodeId {
        self.first.plus(corner.index())
    }

    #[inline]
    fn corner(&self, node: NodeId) -> CornerId {
        CornerId(node.minus(self.first))
    }

    #[inline]
    fn layer(&self) -> LayerId {
        self.id
    }
}

/// The layers of a map. Empty without terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    layers: Vec<Layer>,
    /// Per layer those that it makes needless.
    needless: Vec<Vec<LayerId>>,
    /// Per corner the layer whose speed is picked up there; the first for none. Empty without weights.
    picks: Vec<LayerId>,
}

impl Layers {
    /// The layers of some terms on a domain, in the memory of others.
    pub fn set(&mut self, domain: &Domain, terms: &Terms) -> Result<(), TermsError> {
        let mut speeds: Vec<f64> = terms.weights.iter().map(|w| w.weight).collect();
        speeds.sort_unstable_by(f64::total_cmp);
        speeds.dedup();
        // Where nothing slows down, the ordinary speed needs no layer of its own.
        if speeds.first() == Some(&1.0) {
            speeds.remove(0);
        }
        if speeds.len() >= LayerId::MOST {
            return Err(TermsError::TooManySpeeds { count: speeds.len() });
        }
        self.layers.clear();
        for (k, &speed) in [1.0].iter().chain(&speeds).enumerate() {
            self.layers.push(Layer { speed, slowness: 1.0 / speed, first: NodeId::new(0), id: LayerId::new(k) });
        }
        self.needless.clear();
        self.needless.extend((0..self.layers.len()).map(|layer| needless_beside(&self.layers, layer)));
        self.set_picks(domain, terms, &speeds)
    }

    fn set_picks(&mut self, domain: &Domain, terms: &Terms, speeds: &[f64]) -> Result<(), TermsError> {
        self.picks.clear();
        if speeds.is_empty() && terms.weights.is_empty() {
            return Ok(());
        }
        self.picks.resize(domain.corner_count(), LayerId::FIRST);
        for (index, w) in terms.weights.iter().enumerate() {
            let corner = match domain.locate(w.corner) {
                Some(Spot::At(corner)) if !domain.is_made_by_gates(corner) => corner,
                _ => {
                    let nearest = nearest_corner(domain, w.corner);
                    return Err(TermsError::NoCorner { index, at: w.corner, nearest });
                }
            };
            let layer = speeds.iter().position(|&s| s == w.weight).map_or(0, |k| k + 1);
            for sector in domain.sectors(corner) {
                self.picks[sector.index()] = LayerId::new(layer);
            }
        }
        Ok(())
    }

    /// Adds the corners of all layers but the first; there are so many corners.
    pub fn open(&mut self, nodes: &mut Vec<Node>, corners: usize) {
        for layer in self.layers.iter_mut().skip(1) {
            layer.first = NodeId::new(nodes.len());
            for k in 0..corners {
                let picks_up = self.picks.get(k).is_some_and(|&pick| pick == layer.id);
                let bends = nodes[k].bends || picks_up;
                nodes.push(Node::unreached(nodes[k].at, bends, layer.id));
            }
        }
    }

    /// All of them; none without terms.
    pub fn all(&self) -> &[Layer] {
        &self.layers
    }

    #[inline]
    pub fn get(&self, layer: LayerId) -> Layer {
        self.layers[layer.index()]
    }

    /// Cost per length in a layer.
    #[inline]
    pub fn slowness(&self, layer: LayerId) -> f64 {
        self.layers.get(layer.index()).map_or(1.0, |layer| layer.slowness)
    }

    /// The nodes of a corner, one on each layer.
    #[inline]
    pub fn nodes_of(&self, corner: CornerId) -> impl Iterator<Item = NodeId> + use<'_> {
        let more = self.layers.get(1..).unwrap_or_default();
        std::iter::once(NodeId::of(corner)).chain(more.iter().map(move |layer| layer.node(corner)))
    }

    /// The layer whose speed is picked up at a corner.
    #[inline]
    fn pick(&self, corner: CornerId) -> LayerId {
        self.picks.get(corner.index()).copied().unwrap_or(LayerId::FIRST)
    }

    /// The node at which one arrives at a corner in some layer: there one may pick up another speed.
    #[inline]
    pub fn arrival(&self, layer: LayerId, corner: CornerId) -> NodeId {
        let pick = self.pick(corner);
        let target = if layer.is_first() { pick } else { layer.max(pick) };
        self.layers[target.index()].node(corner)
    }

    /// One gets slower there.
    pub fn is_slow(&self, corner: CornerId) -> bool {
        let pick = self.pick(corner);
        !pick.is_first() && self.layers[pick.index()].speed < 1.0
    }

    /// Its wave goes out in all directions: a speed is picked up there.
    pub fn picks_up(&self, node: &Node, corner: CornerId) -> bool {
        !node.layer.is_first() && self.pick(corner) == node.layer
    }

    /// The corner of a node of a layer.
    pub fn corner_of(&self, node: NodeId, layer: LayerId) -> CornerId {
        self.layers[layer.index()].corner(node)
    }

    /// The least cost at which a corner's node may matter anywhere: its own, or more if slower ways to it are cheaper.
    #[inline]
    pub fn due(&self, nodes: &[Node], node: NodeId) -> f64 {
        let Node { cost, layer, .. } = nodes[node.index()];
        let layer = &self.layers[layer.index()];
        layer.wins_from(cost, nodes[layer.corner(node).index()].cost)
    }

    /// The nodes of the corner that are needless once it was reached in a layer.
    pub fn needless(&self, layer: LayerId, corner: CornerId) -> impl Iterator<Item = NodeId> + '_ {
        self.needless[layer.index()].iter().map(move |&l| self.layers[l.index()].node(corner))
    }
}

/// Layers whose speed is never better than that of `layer`, wherever one goes.
fn needless_beside(layers: &[Layer], layer: usize) -> Vec<LayerId> {
    let speed = layers[layer].speed;
    let is_needless = |other: usize| match (layer, other) {
        // A wave that has not picked up a speed yet may have to take the lowest.
        (0, other) => other == 1 && layers[1].speed <= 1.0,
        (_, 0) => speed >= 1.0,
        (layer, other) => other < layer,
    };
    (0..layers.len()).filter(|&other| other != layer && is_needless(other)).map(LayerId::new).collect()
}

fn nearest_corner(domain: &Domain, p: Point) -> Option<Point> {
    let distance = |q: &Point| q.distance(p);
    let corners = (0..domain.corner_count() as u32).map(CornerId).filter(|&corner| !domain.is_made_by_gates(corner));
    corners.map(|corner| domain.point(corner)).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
