//! Where the sources of a map are met by discs.

use super::{DiscMapError, SourcePlace};
use crate::sources::SourceError;
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::Source;

/// The places of sources, in their order.
pub(super) fn place(domain: &Domain, sources: &[Source], radius: f64) -> Result<Vec<SourcePlace>, DiscMapError> {
    if sources.is_empty() {
        return Err(SourceError::None.into());
    }
    let mut places = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let points = source.shape.points();
        if !source.offset.is_finite() || points.iter().any(|p| !p.is_finite()) {
            return Err(SourceError::NotFinite { index }.into());
        }
        if let Some(other) = sources[..index].iter().position(|other| other.shape == source.shape) {
            return Err(SourceError::Duplicate { index, other }.into());
        }
        for &given in points {
            places.push(SourcePlace { source: index, given, at: met_at(domain, index, given, radius)? });
        }
    }
    Ok(places)
}

/// As near to a source as a disc gets.
fn met_at(domain: &Domain, index: usize, at: Point, radius: f64) -> Result<Point, DiscMapError> {
    if domain.locate_on_walls(at).is_none() {
        return Err(SourceError::Blocked { index, at, nearest: domain.nearest_free(at) }.into());
    }
    if domain.has_room(at, radius) {
        return Ok(at);
    }
    domain.nearest_free_for(at, radius).ok_or(DiscMapError::NoRoom { index, at, radius })
}
