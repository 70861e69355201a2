//! A scene that changes: what it is now, and what makes its next free space quickly.
//!
//! Nothing is announced: each new world is compared with the one that is known, so no change can be forgotten. As long
//! as only sources, weights, prices or doors change, the free space stays the same. The [`DynamicDomain`] that makes the free
//! space of moved obstacles is made when one first moves: a scene that stands still pays nothing for it.

use crate::build::ground::DynamicDomain;
use crate::scene::{Scene, gates, rejected};
use std::sync::{Arc, OnceLock};
use wayfront_world::{Polygon, Rejected, Source, Weight, World};

/// A scene, and what makes the next one from it.
#[derive(Debug)]
pub struct DynamicScene {
    scene: Scene,
    ground: Option<DynamicDomain>,
}

/// Sources and weights in their exact places.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// In the free space.
    pub sources: Vec<Source>,
    /// Each exactly at a vertex.
    pub weights: Vec<Weight>,
}

impl DynamicScene {
    /// The scene as it is at first.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        Self { scene, ground: None }
    }

    /// The scene as it is now.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// A world has the outlines and gates that are known: its free space is the same.
    #[must_use]
    pub fn has_same_ground(&self, world: &World) -> bool {
        let known = &*self.scene.world;
        gates(world) == gates(known) && has_same_outlines(world, known)
    }

    /// Sources and weights of a world on the [same ground](Self::has_same_ground).
    ///
    /// # Errors
    /// With everything that is wrong.
    pub fn settle(&self, world: &World) -> Result<Settled, Rejected> {
        let problems = wayfront_world::validate(world);
        if !problems.is_empty() {
            return Err(rejected(world, problems));
        }
        let found = self.scene.domain().checked_scene(world, false);
        if found.problems.is_empty() {
            Ok(Settled { sources: found.sources, weights: found.weights })
        } else {
            Err(rejected(world, found.problems))
        }
    }

    /// The scene is this one from now on: a world on the [same ground](Self::has_same_ground), settled.
    pub fn keep(&mut self, world: &World, settled: Settled) {
        let Scene { world: known, walled, sources, weights, .. } = &mut self.scene;
        if known.doors != world.doors {
            *walled = OnceLock::new();
        }
        // What did not change need not be copied: scenes may have millions of points.
        let known = Arc::make_mut(known);
        known.sources.clone_from(&world.sources);
        known.weights.clone_from(&world.weights);
        known.barriers.clone_from(&world.barriers);
        known.doors.clone_from(&world.doors);
        (*sources, *weights) = (settled.sources, settled.weights);
    }

    /// The scene of a world with other outlines or gates. Costs least where least has changed.
    ///
    /// # Errors
    /// With everything that is wrong; this one stays as it is.
    pub fn next(&mut self, world: &World) -> Result<Scene, Rejected> {
        let gates = gates(world);
        let refuse = |fault: crate::DomainError| rejected(world, fault.problems);
        let ground = match &mut self.ground {
            Some(ground) => ground,
            none => none.insert(DynamicDomain::of_both(&self.scene.world, world).map_err(refuse)?),
        };
        let domain = ground.domain_with_gates(world, &gates).map_err(refuse)?;
        Scene::in_domain(Arc::new(world.clone()), &gates, domain)
    }

    /// The scene is this one from now on.
    pub fn set(&mut self, scene: Scene) {
        self.scene = scene;
    }
}

fn has_same_outlines(a: &World, b: &World) -> bool {
    let is_same = |p: &Polygon, q: &Polygon| p.outer == q.outer && p.holes == q.holes;
    let are_same = |p: &[Polygon], q: &[Polygon]| p.len() == q.len() && p.iter().zip(q).all(|(p, q)| is_same(p, q));
    are_same(&a.areas, &b.areas)
        && are_same(&a.obstacles, &b.obstacles)
        && a.walls.iter().map(|wall| &wall.points).eq(b.walls.iter().map(|wall| &wall.points))
        // Without areas the free space is a box around everything.
        && (!a.areas.is_empty() || a.bounds() == b.bounds())
}
