//! Generators that share a region: they lead to the same place at the same pace.

use super::largest;
use std::collections::HashMap;
use wayfront_geometry::Point;
use wayfront_pathmap::GeneratorId;
use wayfront_pathmap::view::{FlatId, MapView, NodeId, Root, RootKind};

/// Tolerance: Coordinates that a source's cut at a gate may be rounded by, in units of the last place of the largest
/// coordinate: the crossing is computed, and moved towards its own side.
const CUT_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Per generator the one that stands for its region.
pub(crate) struct Regions<'a> {
    view: MapView<'a>,
    /// By the generator's number.
    of: Vec<Root>,
}

impl<'a> Regions<'a> {
    /// Per generator: the first one with the same point and cost, or the other side of the same front. They all lead to
    /// the same place at the same pace, so that their regions are one.
    pub fn new(view: MapView<'a>) -> Self {
        let mut known: HashMap<Vec<u64>, Root> = HashMap::new();
        let of = view.generators().map(|root| match key(view, root) {
            Some(key) => *known.entry(key).or_insert(root),
            None => root,
        });
        let mut regions = Self { view, of: of.collect() };
        regions.join_cut_sources();
        regions
    }

    /// A source across a gate is cut there: the ends of its two parts are one place, each rounded towards its side.
    fn join_cut_sources(&mut self) {
        let view = self.view;
        let rounding = CUT_ROUNDING * largest(view.domain());
        for (one, two) in view.source_points().zip(view.source_points().skip(1)) {
            let [a, b] = [one.node, two.node].map(|id| view.node(id));
            let is_same_source = one.source == two.source;
            if is_same_source && a.cost() == b.cost() && a.at().distance(b.at()) <= rounding {
                self.of[two.node.index()] = self.of[one.node.index()];
            }
        }
    }

    /// The generator that stands for a generator's region.
    #[inline]
    pub fn of(&self, root: Root) -> Root {
        self.of[self.view.number(root).0 as usize]
    }

    /// The same by numbers; unknown ones stand for themselves.
    pub fn of_number(&self, generator: GeneratorId) -> GeneratorId {
        self.of.get(generator.0 as usize).map_or(generator, |&root| self.view.number(root))
    }
}

/// Equal for generators that share a region; none for those that are not reached.
fn key(view: MapView, root: Root) -> Option<Vec<u64>> {
    let (ends, cost, slowness) = match root.kind() {
        RootKind::Node(id) => of_node(view, id)?,
        RootKind::Flat(id) => of_flat(view, id),
    };
    let [a, b] = ends;
    let numbers = [a.x, a.y, b.x, b.y, cost, slowness].map(|x| (x + 0.0).to_bits());
    Some(numbers.into_iter().chain(view.surcharges().fingerprint(root)).collect())
}

fn of_node(view: MapView, id: NodeId) -> Option<([Point; 2], f64, f64)> {
    let node = view.node(id);
    node.cost().is_finite().then(|| ([node.at(); 2], node.cost(), view.slowness(node.layer())))
}

fn of_flat(view: MapView, id: FlatId) -> ([Point; 2], f64, f64) {
    let flat = view.flat(id);
    let [from, to] = flat.ends();
    let is_forwards = (from.x, from.y) < (to.x, to.y);
    (if is_forwards { [from, to] } else { [to, from] }, flat.cost(), 1.0)
}
