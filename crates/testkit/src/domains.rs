//! Domains that are sane, and how far their outlines are.

use wayfront_domain::{Domain, SideId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_world::World;

/// The domain of a world, after its own check. What is wrong comes as words.
///
/// # Errors
/// The world has no domain, or its domain is not sane.
pub fn built(world: &World) -> Result<Domain, String> {
    checked(Domain::without_doors(world).map_err(|e| format!("not built: {e}"))?)
}

/// The same with gates.
///
/// # Errors
/// The world has no domain with these gates, or its domain is not sane.
pub fn built_with_gates(world: &World, gates: &[[Point; 2]]) -> Result<Domain, String> {
    checked(Domain::with_gates(world, gates).map_err(|e| format!("not built: {e}"))?)
}

/// The domain itself, if it is sane.
///
/// # Errors
/// The domain's arrays contradict each other.
pub fn checked(domain: Domain) -> Result<Domain, String> {
    domain.sanity_check().map_err(|e| format!("insane: {e}"))?;
    Ok(domain)
}

/// The domain of a world. Panics if there is none or it is not sane.
pub fn sane(world: &World) -> Domain {
    built(world).unwrap_or_else(|why| panic!("{why}"))
}

/// The same for one that has a name.
pub fn sane_named(name: &str, world: &World) -> Domain {
    built(world).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Outlines, walls and gates, tested one by one.
pub fn outlines(domain: &Domain) -> impl Iterator<Item = [Point; 2]> {
    let sides = (0..domain.sides().len() as u32).map(SideId);
    sides.filter(|&side| domain.twin(side).is_none()).map(|side| domain.side_points(side))
}

/// How far the nearest of them is.
#[must_use]
pub fn distance_to_outline(domain: &Domain, p: Point) -> f64 {
    outlines(domain).map(|[a, b]| closest_on_segment(a, b, p).distance(p)).fold(f64::INFINITY, f64::min)
}
