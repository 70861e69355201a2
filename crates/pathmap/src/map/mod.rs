//! Maps: what is kept of a build, and how it is built and built again.

mod built;
mod engine;

pub(crate) use built::Built;

use crate::sources::SourceError;
use crate::terms::{Terms, TermsError};
use engine::Engine;
use std::sync::Arc;
use thiserror::Error;
use wayfront_domain::Domain;
use wayfront_world::Source;

/// Exact shortest paths from everywhere to the nearest source.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::{Domain, Guide};
/// use wayfront_geometry::Point;
/// use wayfront_pathmap::PathMap;
/// use wayfront_world::{Polygon, Source, World};
///
/// let world = World::new()
///     .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]))
///     .obstacle(Polygon::ring([(4.0, 0.0), (6.0, 0.0), (6.0, 7.0), (4.0, 7.0)]));
/// let domain = Arc::new(Domain::without_doors(&world).unwrap());
/// let map = PathMap::new(domain, &[Source::point((1.0, 3.0))]).unwrap();
/// // Up to (4, 7), over to (6, 7), down to (9, 3).
/// assert_eq!(map.cost(Point::new(9.0, 3.0)), Ok(5.0 + 2.0 + 5.0));
/// assert_eq!(map.aim(Point::new(9.0, 3.0)), Ok(Point::new(6.0, 7.0)));
/// ```
#[derive(Debug)]
pub struct PathMap {
    domain: Arc<Domain>,
    built: Built,
    engine: Engine,
}

/// Why a map cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PathMapError {
    /// The sources are at fault.
    #[error(transparent)]
    Sources(#[from] SourceError),
    /// The weights or the prices of gates are at fault.
    #[error(transparent)]
    Terms(#[from] TermsError),
}

impl PathMap {
    /// Builds the map of some sources. Gates of the domain are closed.
    ///
    /// # Errors
    /// When there are no sources, or one of them is not in the free space.
    pub fn new(domain: Arc<Domain>, sources: &[Source]) -> Result<Self, SourceError> {
        let mut map = Self { domain, built: Built::default(), engine: Engine::default() };
        map.rebuild(sources)?;
        Ok(map)
    }

    /// Builds the map of some sources, with speed changes and prices of gates.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wayfront_domain::{Domain, Guide};
    /// use wayfront_geometry::Point;
    /// use wayfront_pathmap::{PathMap, Price, Terms};
    /// use wayfront_world::{Polygon, Source, World};
    ///
    /// let hall = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]);
    /// let world = World::new().area(hall);
    /// let gate = [Point::new(4.0, 0.0), Point::new(4.0, 5.0)];
    /// let domain = Arc::new(Domain::with_gates(&world, &[gate]).unwrap());
    /// let terms = Terms { prices: vec![Price::Delay(30.0)], ..Terms::default() };
    /// let map = PathMap::on_terms(domain, &[Source::point((1.0, 3.0))], &terms).unwrap();
    /// assert_eq!(map.cost(Point::new(9.0, 3.0)), Ok(8.0 + 30.0));
    /// ```
    ///
    /// # Errors
    /// When sources, weights or prices are at fault.
    pub fn on_terms(domain: Arc<Domain>, sources: &[Source], terms: &Terms) -> Result<Self, PathMapError> {
        let mut map = Self { domain, built: Built::default(), engine: Engine::default() };
        map.rebuild_on_terms(sources, terms)?;
        Ok(map)
    }

    /// A map that was built in another way.
    pub(crate) fn from_built(domain: Arc<Domain>, built: Built) -> Self {
        Self { domain, built, engine: Engine::default() }
    }

    /// Builds the map of other sources on the same domain and terms, in the memory of this one. After an error the map
    /// knows no source.
    ///
    /// # Errors
    /// When there are no sources, or one of them is not in the free space.
    pub fn rebuild(&mut self, sources: &[Source]) -> Result<(), SourceError> {
        self.engine.build(&self.domain, sources, &mut self.built)
    }

    /// Builds the map of other sources on other terms: opens and closes gates, for example. No triangulation is made.
    /// After an error the map knows no source.
    ///
    /// # Errors
    /// When sources, weights or prices are at fault.
    pub fn rebuild_on_terms(&mut self, sources: &[Source], terms: &Terms) -> Result<(), PathMapError> {
        self.engine.fit(terms);
        if terms.is_plain() {
            self.built.conditions.clear();
        } else if let Err(fault) = self.built.conditions.set(&self.domain, terms) {
            self.forget();
            return Err(fault.into());
        }
        Ok(self.rebuild(sources)?)
    }

    /// Builds the map of another domain, in the memory of this one. After an error the map knows no source.
    ///
    /// # Errors
    /// When sources, weights or prices are at fault.
    pub fn rebuild_in(&mut self, domain: Arc<Domain>, sources: &[Source], terms: &Terms) -> Result<(), PathMapError> {
        self.domain = domain;
        self.rebuild_on_terms(sources, terms)
    }

    /// Knows no source any more.
    fn forget(&mut self) {
        self.engine = Engine::default();
        self.built.conditions.clear();
        // It fails, and leaves an empty map.
        let _: Result<(), SourceError> = self.rebuild(&[]);
    }

    /// The free space it is a map of.
    #[must_use]
    pub fn domain(&self) -> &Arc<Domain> {
        &self.domain
    }

    /// What queries look at.
    #[inline]
    pub(crate) fn built(&self) -> &Built {
        &self.built
    }

    /// To damage it.
    #[cfg(test)]
    pub(crate) fn built_mut(&mut self) -> &mut Built {
        &mut self.built
    }
}
