//! Random maps with speed changes and gates.

use crate::rng::Rng;
use crate::terms::{Kind, free_point, gates, is_clean, wall_gates};
use crate::worlds::Coordinates;
use std::sync::Arc;
use wayfront_domain::{Domain, Repair, SideId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::{PathMap, Price, Terms};
use wayfront_world::{Shape, Source, Weight, World};

/// A map, and what it was made of.
pub struct RandomMap {
    /// The free space without gates.
    pub open: Domain,
    /// The free space with them.
    pub gated: Arc<Domain>,
    /// The gates.
    pub gates: Vec<[Point; 2]>,
    /// Speed changes and prices.
    pub terms: Terms,
    /// Where it starts.
    pub sources: Vec<Source>,
    /// The map itself.
    pub map: PathMap,
}

fn point_sources(domain: &Domain, rng: &mut Rng, from: Coordinates) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for _ in 0..1 + rng.below(2) {
        let is_new = |p: &Point| sources.iter().all(|s| s.shape != Shape::Point(*p));
        if let Some(p) = free_point(domain, rng, from).filter(is_new) {
            sources.push(Source::point(p).with_offset(if rng.chance(0.3) { rng.unit() } else { 0.0 }));
        }
    }
    sources
}

/// A point lies on a segment, but for rounding.
#[must_use]
pub fn is_near([a, b]: [Point; 2], p: Point) -> bool {
    closest_on_segment(a, b, p).distance(p) < 1e-9
}

/// Segments that may cross gates. Not along outlines or gates: on which side of them a rounded foot lies, the oracle
/// cannot decide.
fn segment_sources(open: &Domain, gated: &Domain, rng: &mut Rng, from: Coordinates) -> Option<Source> {
    let sides = (0..gated.sides().len() as u32).map(SideId).filter(|&s| gated.twin(s).is_none());
    let closed: Vec<[Point; 2]> = sides.map(|s| gated.side_points(s)).collect();
    let is_along = |ends: [Point; 2], side: [Point; 2]| {
        let on_side = ends.iter().filter(|&&p| is_near(side, p)).count();
        on_side + side.iter().filter(|&&p| is_near(ends, p)).count() > 1
    };
    let ends = (0..30).find_map(|_| {
        let ends = [free_point(open, rng, from)?, free_point(open, rng, from)?];
        let is_good = ends[0] != ends[1] && open.sees(ends[0], ends[1]);
        (is_good && !closed.iter().any(|&side| is_along(ends, side))).then_some(ends)
    })?;
    Some(Source::segment(ends[0], ends[1]).with_offset(if rng.chance(0.3) { rng.unit() } else { 0.0 }))
}

/// Half of all corners have a weight.
pub fn many_weights(open: &Domain, rng: &mut Rng, speeds: &[f64]) -> Vec<Weight> {
    let mut corners: Vec<Point> = open.corner_points().to_vec();
    corners.dedup();
    corners.retain(|_| rng.chance(0.5));
    let weight = |corner: Point| Weight::new(corner, speeds[rng.below(speeds.len())]);
    corners.into_iter().map(weight).collect()
}

/// A map of a world with random sources, gates and weights; none if the world has no space for them.
pub fn random_map(
    world: &World,
    rng: &mut Rng,
    from: Coordinates,
    kind: Kind,
    draw: impl Fn(&Domain, &mut Rng) -> Vec<Weight>,
) -> Result<Option<RandomMap>, String> {
    let Ok(open) = Domain::without_doors(world) else { return Ok(None) };
    let (gates, prices) = gates(world, &open, rng, kind);
    let terms = Terms { weights: draw(&open, rng), prices };
    let gated = Arc::new(Domain::with_gates(world, &gates).map_err(|fault| fault.to_string())?);
    if !gates.iter().all(|&gate| is_clean(world, &gated, gate)) {
        return Ok(None);
    }
    map_between(open, gated, gates, terms, rng, from, kind)
}

/// The same with gates that may end in the middle of walls. Segments are sources only where no gate has a factor.
pub fn random_map_with_wall_gates(
    world: &World,
    rng: &mut Rng,
    from: Coordinates,
    kind: Kind,
    draw: impl Fn(&Domain, &mut Rng) -> Vec<Weight>,
) -> Result<Option<RandomMap>, String> {
    let Ok(open) = Domain::without_doors(world) else { return Ok(None) };
    let (gates, prices) = wall_gates(world, &open, rng, from, kind);
    let has_factors = prices.iter().any(|price| matches!(price, Price::Factor(_)));
    let kind = Kind { has_segments: kind.has_segments && !has_factors, ..kind };
    let terms = Terms { weights: draw(&open, rng), prices };
    let gated = Arc::new(Domain::with_gates(world, &gates).map_err(|fault| fault.to_string())?);
    let is_given = |p: Point| gates.as_flattened().contains(&p) || world.points().any(|&q| q == p);
    let is_moved = |p: Point| !is_given(p) && gates.iter().any(|&gate| is_near(gate, p));
    // Where a gate was fitted to what it missed by rounding, the free space without gates has other outlines.
    let is_fitted = gated.report().repairs.iter().any(|repair| matches!(repair, Repair::Fitted { .. }));
    if is_fitted || gated.corner_points().iter().any(|&p| is_moved(p)) {
        return Ok(None);
    }
    map_between(open, gated, gates, terms, rng, from, kind)
}

fn map_between(
    open: Domain,
    gated: Arc<Domain>,
    gates: Vec<[Point; 2]>,
    terms: Terms,
    rng: &mut Rng,
    from: Coordinates,
    kind: Kind,
) -> Result<Option<RandomMap>, String> {
    let mut sources = point_sources(&open, rng, from);
    if kind.has_segments {
        sources.extend(segment_sources(&open, &gated, rng, from));
    }
    if sources.is_empty() {
        return Ok(None);
    }
    let map = PathMap::on_terms(gated.clone(), &sources, &terms).map_err(|fault| format!("{sources:?}: {fault}"))?;
    Ok(Some(RandomMap { open, gated, gates, terms, sources, map }))
}
