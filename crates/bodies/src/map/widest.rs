//! The widest disc that gets from a place to one of some sources.
//!
//! Sources on outlines are doors, which no path turns around: so a place on one has no clearance that would say how wide it is,
//! and its map is asked for one radius after the other. Whoever gets through gets through with every smaller radius; and the
//! gap that decides is one of the way that is nearly as wide. Cost: some forty maps.

use super::{DiscTerms, SceneMap};
use crate::discs::Narrowest;
use crate::error::MapError;
use std::sync::Arc;
use wayfront_domain::{Domain, Guide};
use wayfront_geometry::Point;
use wayfront_world::Source;

/// Tolerance: Share of the world's size that is no width: below it only bits are halved.
const NARROW: f64 = 1e-9;

/// Tolerance: Share of a radius within which the narrowest gap of a way is the one that decides.
const CLOSE: f64 = 1e-6;

impl SceneMap {
    /// The greatest radius with which a disc gets from `p` to one of the sources, to the last bit, and the gap that decides;
    /// `None` if not even a point gets there. Sources that are too narrow for a radius are left out for it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wayfront_domain::Domain;
    /// use wayfront_bodies::SceneMap;
    /// let world = wayfront_world::builtin("office").unwrap();
    /// let domain = Arc::new(Domain::without_doors(&world).unwrap());
    /// let (radius, gap) = SceneMap::widest(&domain, &world.sources, (7.0, 3.0).into()).unwrap();
    /// assert_eq!((radius, gap.unwrap().width), (0.5, 1.0));
    /// ```
    #[must_use]
    pub fn widest(domain: &Arc<Domain>, sources: &[Source], p: Point) -> Option<(f64, Option<Narrowest>)> {
        let map = |radius: f64| reaching(domain, sources, p, radius);
        map(0.0)?;
        let size = domain.bounds().size();
        // Doubles that are not negative have the order of their bits.
        let (mut low, mut high) = (0u64, size.to_bits());
        if map(NARROW * size).is_some() {
            low = (NARROW * size).to_bits();
        }
        let mut is_close = false;
        while high - low > 1 {
            let (least, most) = (f64::from_bits(low), f64::from_bits(high));
            let mut middle = low + (high - low) / 2;
            if !is_close && most - least <= CLOSE * most {
                is_close = true;
                let gap = map(least).and_then(|map| map.path(p).ok()?.narrowest);
                // The gap itself, and then the number beside it.
                middle = gap.map_or(middle, |gap| (gap.width / 2.0).to_bits().clamp(low + 1, high - 1));
                if map(f64::from_bits(middle)).is_some() {
                    low = middle;
                    middle += 1;
                } else {
                    high = middle;
                    middle -= 1;
                }
                if middle <= low || middle >= high {
                    continue;
                }
            }
            if map(f64::from_bits(middle)).is_some() {
                low = middle;
            } else {
                high = middle;
            }
        }
        let radius = f64::from_bits(low);
        Some((radius, map(radius).and_then(|map| map.path(p).ok()?.narrowest)))
    }
}

/// The map for a radius of those sources that have room for it, if it reaches a place.
fn reaching(domain: &Arc<Domain>, sources: &[Source], p: Point, radius: f64) -> Option<SceneMap> {
    let mut wide = sources.to_vec();
    // A door that is too narrow is open all the same.
    let doors: Vec<[Point; 2]> =
        sources.iter().flat_map(|source| source.shape.points().windows(2).map(|ends| [ends[0], ends[1]])).collect();
    let terms = DiscTerms { openings: &doors, ..DiscTerms::default() };
    loop {
        match SceneMap::on_terms(domain.clone(), &wide, terms, radius) {
            Ok(map) => return map.cost(p).is_ok().then_some(map),
            Err(MapError::NarrowSource { index, .. } | MapError::NoRoom { index, .. }) => {
                wide.remove(index);
            }
            Err(_) => return None,
        }
    }
}
