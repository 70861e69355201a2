//! A scene in which everything is in its place: the one step from a description to every map, field, flow and run.
//!
//! A [`World`] is what its user said, right or wrong. [`Scene::new`] checks all of it and either lists every problem at
//! once or returns a scene, from which maps are made without further checks. Doors and barriers are *gates* of the
//! scene's domain: nothing crosses them unless it pays, or the door is open. The free space with closed
//! doors as walls is [`Scene::walled_domain`].
//!
//! *Invariant*: the numbers of the world are valid, its sources lie in the free space, its weights at vertices, its
//! barriers and doors reach from outline to outline, its flow chains lie on the boundary. *Cost*: one pass over the
//! description, one triangulation; a second one for the walled domain, if it is asked for and there are gates.

pub(crate) mod checks;
pub(crate) mod dynamic;

use crate::build::{DomainError, nothing};
use crate::scene::checks::SceneCheck;
use crate::tables::domain::Domain;
use crate::tables::report::Repair;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use wayfront_geometry::Point;
use wayfront_world::{Crowd, Field, OpenError, Problem, Rejected, Source, Weight, World};

/// A world in which everything is in its place, with its free space.
///
/// ```
/// use wayfront_domain::Scene;
/// use wayfront_world::{Door, Polygon, Source, World};
///
/// let mut world = World::default();
/// world.areas.push(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]));
/// world.sources.push(Source::point((1.0, 3.0)));
/// world.doors.push(Door::new("hall", (4.0, 0.0), (4.0, 5.0)));
/// let scene = Scene::new(world.clone())?;
/// assert_eq!(scene.domain().component_count(), 1); // the door may open
/// assert_eq!(scene.walled_domain().component_count(), 2); // now it is closed
///
/// world.sources.push(Source::point((11.0, 3.0)));
/// world.doors[0].segment[1].y = 4.0;
/// let rejected = Scene::new(world).unwrap_err();
/// assert_eq!(rejected.problems.len(), 2); // every problem at once
/// # Ok::<(), wayfront_world::Rejected>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    pub(crate) world: Arc<World>,
    domain: Arc<Domain>,
    pub(crate) walled: OnceLock<Arc<Domain>>,
    pub(crate) sources: Vec<Source>,
    pub(crate) weights: Vec<Weight>,
    /// With its entrances on outlines, where they had to be moved.
    crowd: Option<Crowd>,
    repaired: Vec<Repair>,
}

impl Scene {
    /// Reads a file, or makes a built-in scene. A file of that name comes first.
    ///
    /// ```
    /// use wayfront_domain::Scene;
    ///
    /// let office = Scene::open("office")?;
    /// assert_eq!(office.sources()[0].name.as_deref(), Some("stairs west"));
    /// let typo = Scene::open("ofice").unwrap_err();
    /// assert!(typo.advice().starts_with("did you mean `office`?"));
    /// # Ok::<(), wayfront_world::OpenError>(())
    /// ```
    ///
    /// # Errors
    /// If there is neither a file nor a built-in scene of that name, or with everything that is wrong with it.
    pub fn open(name: &str) -> Result<Self, OpenError> {
        Ok(Self::new(wayfront_world::open(name)?)?)
    }

    /// Reads a scene or a geometry file.
    ///
    /// # Errors
    /// With everything that is wrong with it.
    pub fn read(file: &Path) -> Result<Self, Rejected> {
        Self::new(wayfront_world::read_file(file)?)
    }

    /// The scene of a world, as it is without its motions.
    ///
    /// # Errors
    /// With everything that is wrong: numbers, and things that are not where they should be.
    pub fn new(world: impl Into<Arc<World>>) -> Result<Self, Rejected> {
        let world = world.into();
        let gates = gates(&world);
        let problems = wayfront_world::validate(&world);
        if !problems.is_empty() {
            return Err(rejected(&world, problems));
        }
        let domain = free_space(&world, &gates).map_err(|error| rejected(&world, error.problems))?;
        Self::in_domain(world, &gates, domain)
    }

    /// The scene of a world whose numbers are valid, in its free space.
    pub(crate) fn in_domain(world: Arc<World>, gates: &[[Point; 2]], domain: Domain) -> Result<Self, Rejected> {
        let found = domain.checked_scene(&world, false);
        let is_held = gates.as_flattened().iter().all(|&end| domain.holds_gate(end));
        if !is_held || !found.problems.is_empty() {
            // Some gate ends in the air, or nearly: the free space without gates says what is wrong, as `check` does.
            let plain = plain_check(&world);
            if !plain.problems.is_empty() || !found.problems.is_empty() {
                let problems = if plain.problems.is_empty() { found.problems } else { plain.problems };
                return Err(rejected(&world, problems));
            }
            if plain.repairs.iter().any(is_of_door) {
                return Self::with_doors(world, plain);
            }
        }
        let repaired = domain.report().repairs.iter().copied().chain(found.repairs).collect();
        let SceneCheck { sources, weights, crowd, .. } = found;
        Ok(Self { world, domain: Arc::new(domain), walled: OnceLock::new(), sources, weights, crowd, repaired })
    }

    /// The scene of a world whose doors were moved.
    fn with_doors(mut world: Arc<World>, check: SceneCheck) -> Result<Self, Rejected> {
        Arc::make_mut(&mut world).doors = check.doors;
        let gates = gates(&world);
        let domain = free_space(&world, &gates).map_err(|error| rejected(&world, error.problems))?;
        let mut scene = Self::in_domain(world, &gates, domain)?;
        scene.repaired.extend(check.repairs.into_iter().filter(is_of_door));
        Ok(scene)
    }

    /// The scene at a time, in seconds: everything moved to its place, doors open or closed.
    ///
    /// # Errors
    /// With everything that is wrong at that moment.
    pub fn at(&self, seconds: f64) -> Result<Self, Rejected> {
        if self.world.motions.is_empty() { Ok(self.clone()) } else { Self::new(self.world.at(seconds)) }
    }

    /// The same scene with other sources, in the same free space.
    ///
    /// # Errors
    /// With everything that is wrong with the sources.
    pub fn with_sources(&self, sources: Vec<Source>) -> Result<Self, Rejected> {
        let world = World::clone(&self.world).with_sources(sources);
        if world.areas.is_empty() {
            return Self::new(world); // the free space is a box around everything, sources included
        }
        let problems = wayfront_world::validate(&world);
        if !problems.is_empty() {
            return Err(rejected(&world, problems));
        }
        let found = self.domain.checked_scene(&World::new().with_sources(world.sources.clone()), false);
        if !found.problems.is_empty() {
            return Err(rejected(&world, found.problems));
        }
        let repaired = self.domain.report().repairs.iter().copied().chain(found.repairs).collect();
        Ok(Self { world: Arc::new(world), sources: found.sources, repaired, ..self.clone() })
    }

    /// What the user described; doors whose ends missed the outline by less than a body's radius end at it.
    #[must_use]
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// The description with sources, weights and entrances in their exact places.
    #[must_use]
    pub fn settled_world(&self) -> World {
        let mut world = World::clone(&self.world);
        world.crowd = self.crowd.clone().or(world.crowd);
        world.with_sources(self.sources.clone()).with_weights(self.weights.clone())
    }

    /// The free space. Its gates are the barriers, then the doors, in the order of the description.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// The free space with walls in place of closed doors, openings in place of open ones, and without barriers.
    #[must_use]
    pub fn walled_domain(&self) -> &Arc<Domain> {
        if self.world.doors.is_empty() && self.world.barriers.is_empty() {
            return &self.domain;
        }
        self.walled.get_or_init(|| {
            let walled = free_space(&self.world.walled(), &[]);
            // The same lines were triangulated with doors as gates; were there too many crossings, all gates stay closed.
            walled.map_or_else(|_| self.domain.clone(), Arc::new)
        })
    }

    /// The sources as they lie in the free space: moved, if they missed it by rounding.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The weights, each exactly at a vertex.
    #[must_use]
    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// What was repaired: outlines that cross, things displaced by rounding.
    #[must_use]
    pub fn repaired(&self) -> &[Repair] {
        &self.repaired
    }
}

/// The lines that can be crossed at a price: barriers, then doors.
#[must_use]
pub fn gates(world: &World) -> Vec<[Point; 2]> {
    let barriers = world.barriers.iter().map(|barrier| barrier.segment);
    barriers.chain(world.doors.iter().map(|door| door.segment)).collect()
}

/// The free space of a world whose numbers are valid.
fn free_space(world: &World, gates: &[[Point; 2]]) -> Result<Domain, DomainError> {
    Domain::of_valid(world, &world.walkable().ok_or_else(nothing)?, gates)
}

fn is_of_door(repair: &Repair) -> bool {
    repair.place().field == Field::Doors
}

/// Where things are, and what is wrong with their places, if gates are left out.
fn plain_check(world: &World) -> SceneCheck {
    let refused = |error: DomainError| SceneCheck { problems: error.problems, ..SceneCheck::default() };
    free_space(world, &[]).map_or_else(refused, |domain| domain.checked_scene(world, true))
}

pub(crate) fn rejected(world: &World, problems: Vec<Problem>) -> Rejected {
    Rejected { files: world.files.clone(), problems }
}
