//! Maps for bodies of one radius: from everywhere to the nearest source.
//!
//! With a radius the wave of `discs` runs from all sources until nothing is left. Its arrivals are the generators: a
//! corner, and the hand on which the disc has it. Without a radius the map is the [`PathMap`] of the scene, bit for bit.

mod answers;
mod placing;
mod widest;

pub use answers::Bend;

use crate::discs::{DiscField, DiscMapWork, Tolls};
use crate::error::MapError;
use placing::{Placed, place};
use std::sync::Arc;
use wayfront_domain::{Domain, Openings, Scene};
use wayfront_geometry::Point;
use wayfront_pathmap::{PathMap, SourceError, Terms};
use wayfront_world::{Barrier, BarrierCost, Source, Weight, World};

/// The map of a scene for bodies of one radius: from everywhere the exact shortest path to the nearest source.
///
/// Doors, barriers, delays and offsets mean the same for every radius. A closed door is a wall. A barrier is paid for when
/// the centre crosses it. What a radius excludes is refused: speeds that change at corners, and segments as sources in a
/// world with a factor.
///
/// ```
/// use wayfront_bodies::SceneMap;
/// use wayfront_domain::{Guide, Scene};
///
/// let scene = Scene::open("office")?;
/// let (points, bodies) = (SceneMap::of(&scene, 0.0)?, SceneMap::of(&scene, 0.3)?);
/// let desk = (3.0, 2.0).into();
/// assert_eq!(points.cost(desk), Ok(13.923493769869722));
/// assert!(bodies.cost(desk)? > points.cost(desk)?);
/// assert!(bodies.path(desk)?.narrowest.is_some_and(|gap| gap.width >= 0.6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SceneMap {
    domain: Arc<Domain>,
    radius: f64,
    kind: Kind,
    placed: Placed,
    work: DiscMapWork,
}

/// What a map for discs takes into account besides lengths.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscTerms<'a> {
    /// Lines that are paid for whenever the centre of a disc crosses them. Behind one with a factor a segment is met
    /// straight across or at its ends, whichever is cheaper: what is cheaper still between them is not looked for.
    pub barriers: &'a [Barrier],
    /// Parts of outlines that no path turns around, besides sources: other exits, through which bodies may lean out.
    pub openings: &'a [[Point; 2]],
}

#[derive(Debug)]
enum Kind {
    /// Without a radius.
    Points(Box<PathMap>),
    Discs(Box<DiscField>),
}

/// Where a source is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourcePlace {
    /// Which source.
    pub source: usize,
    /// Where it was given.
    pub given: Point,
    /// Where the centre of the disc is when it is there: as near as it gets, if it has no room at the source.
    pub at: Point,
}

impl SceneMap {
    /// The map of a scene for bodies of a radius. A source without room is met as near as a body gets: [`Self::places`]
    /// says where.
    ///
    /// # Errors
    /// When the scene has no sources, one of them has no room, or the scene has what a radius excludes.
    pub fn of(scene: &Scene, radius: f64) -> Result<Self, MapError> {
        check(scene.world(), radius)?;
        let domain = if radius == 0.0 { scene.domain() } else { scene.walled_domain() };
        let mut map = Self::empty(domain.clone(), radius);
        map.rebuild_for(domain.clone(), scene.sources(), scene.weights(), scene.world())?;
        Ok(map)
    }

    /// The map of a world on the ground of a [`LiveMap`](crate::LiveMap).
    pub(crate) fn on_ground(ground: &Scene, world: &World, radius: f64) -> Result<Self, MapError> {
        let mut map = Self::empty(ground.domain().clone(), radius);
        map.rebuild_for(ground.domain().clone(), ground.sources(), ground.weights(), world)?;
        Ok(map)
    }

    fn empty(domain: Arc<Domain>, radius: f64) -> Self {
        let kind = Kind::Discs(Box::default());
        Self { domain, radius, kind, placed: Placed::default(), work: DiscMapWork::default() }
    }

    /// The map of a world whose free space is a domain, in the memory of this one. After an error it is to be dropped or
    /// built again.
    pub(crate) fn rebuild_for(
        &mut self,
        domain: Arc<Domain>,
        sources: &[Source],
        weights: &[Weight],
        world: &World,
    ) -> Result<(), MapError> {
        if self.radius > 0.0 {
            return self.rebuild_in(
                domain,
                sources,
                DiscTerms { barriers: &world.barriers, openings: &[] },
                self.radius,
            );
        }
        self.domain = domain;
        self.rebuild_points(sources, &Terms::of_world(world, weights))
    }

    fn rebuild_points(&mut self, sources: &[Source], terms: &Terms) -> Result<(), MapError> {
        match &mut self.kind {
            Kind::Points(map) => map.rebuild_in(self.domain.clone(), sources, terms)?,
            Kind::Discs(_) => {
                self.kind = Kind::Points(Box::new(PathMap::on_terms(self.domain.clone(), sources, terms)?));
            }
        }
        let points = sources.iter().enumerate().flat_map(|(k, s)| s.shape.points().iter().map(move |&p| (k, p)));
        let places = points.map(|(source, at)| SourcePlace { source, given: at, at }).collect();
        self.placed = Placed { places, ..Placed::default() };
        Ok(())
    }

    /// The path map of points, if the radius is 0.
    #[must_use]
    pub fn points(&self) -> Option<&PathMap> {
        if let Kind::Points(map) = &self.kind { Some(map) } else { None }
    }

    /// Builds the map of some sources for a radius. Gates of the domain are closed. A source without room for the disc is
    /// met as near as the disc gets: [`Self::places`] says where.
    ///
    /// # Errors
    /// When the radius is not one, there are no sources, or one of them is not in the free space.
    pub fn new(domain: Arc<Domain>, sources: &[Source], radius: f64) -> Result<Self, MapError> {
        Self::on_terms(domain, sources, DiscTerms::default(), radius)
    }

    /// The same on other terms. Barriers go from solid to solid, or end where no disc of this radius can pass beside them;
    /// they are no gates of the domain.
    ///
    /// # Errors
    /// As [`Self::new`], and when a barrier can be walked around, or there are barriers and the radius is 0.
    pub fn on_terms(domain: Arc<Domain>, sources: &[Source], terms: DiscTerms, radius: f64) -> Result<Self, MapError> {
        let mut map = Self::empty(domain, radius);
        map.rebuild_on_terms(sources, terms, radius)?;
        Ok(map)
    }

    /// The map of another domain, in the memory of this one. After an error it is to be dropped.
    ///
    /// # Errors
    /// As [`Self::on_terms`].
    pub fn rebuild_in(
        &mut self,
        domain: Arc<Domain>,
        sources: &[Source],
        terms: DiscTerms,
        radius: f64,
    ) -> Result<(), MapError> {
        if !Arc::ptr_eq(&self.domain, &domain) {
            self.work = DiscMapWork::default();
        }
        self.domain = domain;
        self.rebuild_on_terms(sources, terms, radius)
    }

    /// Builds the map of other sources or another radius, in the memory of this one. After an error it is to be dropped.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn rebuild(&mut self, sources: &[Source], radius: f64) -> Result<(), MapError> {
        self.rebuild_on_terms(sources, DiscTerms::default(), radius)
    }

    /// The same on other terms.
    ///
    /// # Errors
    /// As [`Self::on_terms`].
    pub fn rebuild_on_terms(&mut self, sources: &[Source], terms: DiscTerms, radius: f64) -> Result<(), MapError> {
        check_radius(radius)?;
        self.radius = radius;
        let tolls = tolls(&self.domain, terms.barriers, radius)?;
        if radius == 0.0 {
            return self.rebuild_points(sources, &Terms::default());
        }
        if matches!(self.kind, Kind::Points(_)) {
            self.kind = Kind::Discs(Box::default());
        }
        self.placed = place(&self.domain, sources, terms.openings, &tolls, radius)?;
        if let Kind::Discs(field) = &mut self.kind {
            let Placed { openings, starts, .. } = &self.placed;
            self.work.fill(&self.domain, (openings, &tolls), starts, radius, field);
        }
        Ok(())
    }

    /// The free space it is a map of.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// The radius of the discs.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The parts of outlines that no path turns around: sources that lie on them.
    #[must_use]
    pub fn openings(&self) -> &Openings {
        &self.placed.openings
    }

    /// Where sources are met: the places of points, and the ends of those parts of segments at which the disc has room.
    #[must_use]
    pub fn places(&self) -> &[SourcePlace] {
        &self.placed.places
    }
}

fn check_radius(radius: f64) -> Result<(), MapError> {
    if radius >= 0.0 && radius.is_finite() { Ok(()) } else { Err(MapError::Radius(radius)) }
}

/// Whether a world has nothing that a radius excludes.
///
/// # Errors
/// When the radius is not one, or the world has speeds that change at corners, or segments as sources and a factor.
pub fn check(world: &World, radius: f64) -> Result<(), MapError> {
    check_radius(radius)?;
    if radius == 0.0 {
        return Ok(());
    }
    if !world.weights.is_empty() {
        return Err(MapError::Weights);
    }
    let is_factor = |barrier: &Barrier| matches!(barrier.cost, BarrierCost::Weight(factor) if factor > 1.0);
    let segment = world.sources.iter().position(|source| source.shape.points().len() > 1);
    match (segment, world.barriers.iter().position(is_factor)) {
        (Some(index), Some(gate)) => Err(SourceError::BeforeFactor { index, gate }.into()),
        _ => Ok(()),
    }
}

/// Barriers as lines that are paid for.
fn tolls(domain: &Domain, barriers: &[Barrier], radius: f64) -> Result<Tolls, MapError> {
    if radius == 0.0 && !barriers.is_empty() {
        return Err(MapError::BarriersForPoints);
    }
    for (index, Barrier { segment, cost, .. }) in barriers.iter().enumerate() {
        let is_sound = match *cost {
            BarrierCost::Delay(delay) => delay >= 0.0 && delay.is_finite(),
            BarrierCost::Weight(factor) => factor >= 1.0 && factor.is_finite(),
        };
        if !is_sound {
            return Err(MapError::BadBarrier { index, cost: *cost });
        }
        if let Some(&end) = segment.iter().find(|&&end| domain.has_room(end, radius)) {
            return Err(MapError::LooseBarrier { index, end, radius });
        }
    }
    let mut tolls = Tolls::default();
    tolls.set(barriers);
    Ok(tolls)
}
