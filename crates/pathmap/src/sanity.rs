//! What must hold in every finished map, checked from scratch: for tests and fuzzers.
//!
//! - Every window's generator and bounds exist, and its generator is reached; windows of flat fronts are bounded by nodes.
//! - Every triangle's windows are those that the index gives it: one triangle after another, all of them.
//! - The parents of every reached node form a chain that ends at a source, along which costs never increase.
//! - A node costs what its parent and the leg between them cost; on terms it may cost more by what was paid on the way.
//!
//! Linear in nodes and windows.

use crate::generators::{Bound, BoundKind, NodeId, Root, RootKind};
use crate::map::{Built, PathMap};
use crate::solids::SolidMap;
use crate::view::MapView;
use crate::wave::Window;
use thiserror::Error;
use wayfront_domain::TriangleId;
use wayfront_geometry::Point;

/// Tolerance: Share of a cost and of the largest coordinate by which a cost may differ from that of its parent and the
/// leg between: the two are rounded apart.
const COST_ROUNDING: f64 = 1e-12;

/// What is wrong with a map. None of these can be the caller's fault.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BrokenMap {
    /// A window refers to a generator that does not exist, or was not reached.
    #[error("a window of triangle {} comes from {root:?}, which is not there or was not reached", triangle.0)]
    Root {
        /// The triangle.
        triangle: TriangleId,
        /// The generator.
        root: Root,
    },
    /// A window refers to a bound that does not exist, or that its generator cannot have.
    #[error("a window of {root:?} in triangle {} has the bound {bound:?}", triangle.0)]
    Bound {
        /// The triangle.
        triangle: TriangleId,
        /// The generator.
        root: Root,
        /// The bound.
        bound: Bound,
    },
    /// The windows of triangles are not all windows.
    #[error("triangles have {found} windows, the map has {all}")]
    Index {
        /// Windows that belong to triangles.
        found: usize,
        /// All windows.
        all: usize,
    },
    /// The chain of a node's parents does not end at a source.
    #[error("the parents of node {} lead to no source", node.index())]
    Chain {
        /// The node.
        node: NodeId,
    },
    /// A node does not cost what its parent and the leg between them cost.
    #[error("node {} costs {cost}; its parent and the leg between them cost {expected}", node.index())]
    Cost {
        /// The node.
        node: NodeId,
        /// What it costs.
        cost: f64,
        /// What it should cost, on terms at least.
        expected: f64,
    },
    /// A solid costs less than the one it was reached from, or more than that and the gap between them.
    #[error("solid {solid} costs {cost}; solid {from}, across a gap of {width}, costs {before}")]
    Solid {
        /// The solid.
        solid: usize,
        /// What it costs.
        cost: f64,
        /// The solid it was reached from.
        from: usize,
        /// What that one costs.
        before: f64,
        /// How wide the gap is.
        width: f64,
    },
}

impl BrokenMap {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        "this is an error in the engine, not in the scene: please report it with the scene".to_owned()
    }
}

impl PathMap {
    /// Checks what must hold in every map.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn sanity_check(&self) -> Result<(), BrokenMap> {
        let (view, built) = (self.view(), self.built());
        let mut found = 0;
        for triangle in (0..self.domain().free_triangles() as u32).map(TriangleId) {
            let windows = view.windows(triangle);
            found += windows.len();
            windows.iter().try_for_each(|window| check_window(view, triangle, window))?;
        }
        if found != built.index.len() {
            return Err(BrokenMap::Index { found, all: built.index.len() });
        }
        check_nodes(view, built)
    }
}

impl SolidMap {
    /// Checks what must hold in every map with solids: the map itself, and that each solid was reached from a cheaper one,
    /// or one as cheap, at no more than the width of the gap.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn sanity_check(&self) -> Result<(), BrokenMap> {
        self.map.sanity_check()?;
        for (solid, (&cost, crossing)) in self.costs.iter().zip(&self.crossings).enumerate() {
            let Some(crossing) = crossing else { continue };
            let (from, width) = (crossing.from, crossing.width);
            let before = self.costs[from];
            let doubt = COST_ROUNDING * (cost.abs() + width);
            if !(before <= cost + doubt && cost <= before + width + doubt) {
                return Err(BrokenMap::Solid { solid, cost, from, before, width });
            }
        }
        Ok(())
    }
}

fn check_window(view: MapView, triangle: TriangleId, window: &Window) -> Result<(), BrokenMap> {
    let root = window.root;
    let is_reached = match root.kind() {
        RootKind::Node(node) => view.nodes().get(node.index()).is_some_and(|node| node.cost.is_finite()),
        RootKind::Flat(flat) => view.flats().get(flat.index()).is_some_and(|flat| flat.cost.is_finite()),
    };
    if !is_reached {
        return Err(BrokenMap::Root { triangle, root });
    }
    for bound in [window.left, window.right] {
        let is_there = match bound.kind() {
            BoundKind::None => root.is_node(),
            BoundKind::Through(node) => node.index() < view.nodes().len(),
            BoundKind::Behind(node) => root.is_node() && node.index() < view.nodes().len(),
            BoundKind::Along(flat) => root.is_node() && flat.index() < view.flats().len(),
        };
        if !is_there {
            return Err(BrokenMap::Bound { triangle, root, bound });
        }
    }
    Ok(())
}

/// Whether a node's chain of parents is known to end at a source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    Unknown,
    /// It is being followed.
    Open,
    Ends,
}

fn check_nodes(view: MapView, built: &Built) -> Result<(), BrokenMap> {
    let bounds = view.domain().bounds();
    let size = bounds.corners().iter().fold(bounds.size(), |m, p| m.max(p.x.abs()).max(p.y.abs()));
    let mut chains = vec![Chain::Unknown; built.nodes.len()];
    for point in &built.sources.points {
        chains[point.node.index()] = Chain::Ends;
    }
    for k in 0..built.nodes.len() {
        let node = &built.nodes[k];
        if node.cost.is_infinite() {
            continue;
        }
        follow(built, NodeId::new(k), &mut chains)?;
        let Some(parent) = node.parent.get() else { continue };
        let expected = cost_from_parent(built, node.at, parent);
        let doubt = COST_ROUNDING * (node.cost.abs() + size);
        let is_dearer = built.conditions.is_plain() && node.cost > expected + doubt;
        if node.cost < expected - doubt || is_dearer {
            return Err(BrokenMap::Cost { node: NodeId::new(k), cost: node.cost, expected });
        }
    }
    Ok(())
}

/// What a point costs if one comes from a generator, across no gate.
fn cost_from_parent(built: &Built, p: Point, parent: Root) -> f64 {
    match parent.kind() {
        RootKind::Node(id) => {
            let parent = &built.nodes[id.index()];
            parent.cost + parent.at.distance(p) * built.conditions.layers.slowness(parent.layer)
        }
        RootKind::Flat(id) => {
            let flat = &built.flats[id.index()];
            flat.cost + flat.distance(p)
        }
    }
}

/// Follows a node's parents to a source, or to a node whose parents are known to lead to one.
fn follow(built: &Built, node: NodeId, chains: &mut [Chain]) -> Result<(), BrokenMap> {
    let mut trail = Vec::new();
    let mut at = node;
    loop {
        match chains[at.index()] {
            Chain::Ends => break,
            Chain::Open => return Err(BrokenMap::Chain { node }),
            Chain::Unknown => chains[at.index()] = Chain::Open,
        }
        trail.push(at);
        match built.nodes[at.index()].parent.get().map(Root::kind) {
            Some(RootKind::Node(parent)) if parent.index() < chains.len() => at = parent,
            Some(RootKind::Flat(flat)) if flat.index() < built.flats.len() => break,
            _ => return Err(BrokenMap::Chain { node }),
        }
    }
    trail.into_iter().for_each(|node| chains[node.index()] = Chain::Ends);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::{FlatId, MaybeRoot};
    use std::sync::Arc;
    use wayfront_domain::Domain;

    fn office() -> PathMap {
        let world = wayfront_world::builtin("office").unwrap();
        PathMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &world.sources).unwrap()
    }

    /// A map that was damaged.
    fn found(damage: impl Fn(&mut Built)) -> BrokenMap {
        let mut map = office();
        assert_eq!(map.sanity_check(), Ok(()));
        damage(map.built_mut());
        map.sanity_check().expect_err("the damage is found")
    }

    /// A reached corner whose parent is a node.
    fn corner(built: &Built) -> usize {
        let parent = |k: usize| built.nodes[k].parent.get().filter(|parent| parent.is_node());
        (0..built.nodes.len()).find(|&k| parent(k).is_some()).unwrap()
    }

    #[test]
    fn damaged_windows_are_found() {
        let beyond = Root::from(FlatId::new(1 << 20));
        assert!(matches!(found(|built| built.index.all_mut()[3].root = beyond), BrokenMap::Root { .. }));
        let behind = Bound::beyond(beyond.into());
        assert!(matches!(found(|built| built.index.all_mut()[3].left = behind), BrokenMap::Bound { .. }));
        let window = office().built().index.all()[0];
        assert!(matches!(found(|built| built.index.all_mut().push(window)), BrokenMap::Index { .. }));
    }

    #[test]
    fn damaged_chains_and_costs_are_found() {
        let in_a_circle = |built: &mut Built| {
            let k = corner(built);
            built.nodes[k].parent = Root::from(NodeId::new(k)).into();
        };
        assert!(matches!(found(in_a_circle), BrokenMap::Chain { .. }));
        let without_parent = |built: &mut Built| {
            let k = corner(built);
            built.nodes[k].parent = MaybeRoot::NONE;
        };
        assert!(matches!(found(without_parent), BrokenMap::Chain { .. }));
        for factor in [0.999, 1.001] {
            let wrong = |built: &mut Built| {
                let k = corner(built);
                built.nodes[k].cost *= factor;
            };
            assert!(matches!(found(wrong), BrokenMap::Cost { .. }));
        }
    }
}
