//! Entrances and exits on the domain: which sides of the free space are open.
//!
//! Ends of chains become vertices of the boundary before the world is triangulated, so that each side of the outline is
//! either open as a whole or closed as a whole.

use crate::error::FlowError;
use std::sync::Arc;
use wayfront_domain::{Domain, Scene, SideId};
use wayfront_geometry::{Bounds, Point, closest_on_segment};
use wayfront_world::{Flow, Polygon, World};

/// Tolerance: Largest distance of a chain's point from the boundary on which it lies, as a share of the world's size.
const ROUNDING: f64 = 1e-9;

/// What an open side of the free space belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terminal {
    /// The entrance with this number.
    Entrance(usize),
    /// The exit with this number.
    Exit(usize),
}

impl Terminal {
    /// Flow comes in here.
    #[must_use]
    pub fn is_entrance(self) -> bool {
        matches!(self, Self::Entrance(_))
    }
}

/// A domain whose outlines are cut at the ends of entrances and exits.
pub(crate) struct Opened {
    pub domain: Arc<Domain>,
    /// Per side of the free triangles.
    pub terminals: Vec<Option<Terminal>>,
}

impl Opened {
    pub fn of(scene: &Scene) -> Result<Self, FlowError> {
        let world = scene.world();
        let flow = world.flow.as_ref().ok_or(FlowError::NoFlow)?;
        for (what, chains) in [("entrances", &flow.entrances), ("exits", &flow.exits)] {
            if chains.is_empty() {
                return Err(FlowError::NoChains { what });
            }
        }
        let domain = match cut_at_chains(world, flow) {
            Some(cut) => Arc::new(Domain::without_doors(&cut)?),
            // Entrances and exits end at vertices: the scene's own free space will do.
            None => scene.walled_domain().clone(),
        };
        let terminals = terminals(&domain, flow)?;
        Ok(Self { domain, terminals })
    }
}

/// The geometry of a world with the points of all chains as vertices of the boundary, and with walls in place of closed
/// doors; `None` if they are vertices already.
fn cut_at_chains(world: &World, flow: &Flow) -> Option<World> {
    let points: Vec<Point> = flow.entrances.iter().chain(&flow.exits).flatten().copied().collect();
    let whole = world.walkable()?;
    let rounding = ROUNDING * Bounds::of(whole.iter().flat_map(|a| &a.outer)).size();
    let cut = |area: &Polygon| Polygon { outer: cut_ring(&area.outer, &points, rounding), ..area.clone() };
    let areas: Vec<Polygon> = whole.iter().map(cut).collect();
    if areas.iter().zip(whole.iter()).all(|(cut, area)| cut.outer.len() == area.outer.len()) {
        return None;
    }
    let (obstacles, walls) = (world.obstacles.clone(), world.walled().walls.clone());
    Some(World::new().with_areas(areas).with_obstacles(obstacles).with_walls(walls))
}

/// A ring with the points that lie on its edges.
fn cut_ring(ring: &[Point], points: &[Point], rounding: f64) -> Vec<Point> {
    let mut cut = Vec::with_capacity(ring.len() + points.len());
    for (k, &a) in ring.iter().enumerate() {
        let b = ring[(k + 1) % ring.len()];
        let is_inside = |p: &&Point| {
            let (to_a, to_b) = (p.distance(a), p.distance(b));
            closest_on_segment(a, b, **p).distance(**p) <= rounding && to_a > rounding && to_b > rounding
        };
        let mut on_edge: Vec<Point> = points.iter().filter(is_inside).copied().collect();
        on_edge.sort_by(|p, q| p.distance(a).total_cmp(&q.distance(a)));
        on_edge.dedup_by(|p, q| p.distance(*q) <= rounding);
        cut.push(a);
        cut.extend(on_edge);
    }
    cut
}

fn terminals(domain: &Domain, flow: &Flow) -> Result<Vec<Option<Terminal>>, FlowError> {
    let rounding = 2.0 * domain.rounding();
    let sides = 0..domain.sides().len() as u32;
    let mut found = vec![None; domain.sides().len()];
    for side in sides.map(SideId).filter(|&s| domain.twin(s).is_none()) {
        let [a, b] = domain.side_points(side);
        let probes = [a, a.lerp(b, 0.5), b];
        let is_on = |chain: &Vec<Point>| probes.iter().all(|&p| distance_to_chain(chain, p) <= rounding);
        let entrance = flow.entrances.iter().position(is_on);
        let exit = flow.exits.iter().position(is_on);
        found[side.index()] = match (entrance, exit) {
            (Some(entrance), Some(exit)) => return Err(FlowError::Overlap { entrance, exit, at: probes[1] }),
            (Some(k), None) => Some(Terminal::Entrance(k)),
            (None, Some(k)) => Some(Terminal::Exit(k)),
            (None, None) => None,
        };
    }
    Ok(found)
}

fn distance_to_chain(chain: &[Point], p: Point) -> f64 {
    let legs = chain.windows(2).map(|leg| closest_on_segment(leg[0], leg[1], p).distance(p));
    legs.fold(f64::INFINITY, f64::min)
}

/// The part of a world's boundary between two points on it, the shorter of the two. Points that lie off the boundary
/// are joined straight, and [`FlowMap::new`](crate::FlowMap::new) will say how far off they are.
#[must_use]
pub fn boundary_between(world: &World, from: Point, to: Point) -> Vec<Point> {
    let areas = world.walkable().map_or_else(Vec::new, |areas| areas.into_owned());
    let rounding = ROUNDING * Bounds::of(areas.iter().flat_map(|a| &a.outer)).size();
    let chains = areas.iter().filter_map(|area| chains_around(&area.outer, from, to, rounding));
    let length = |chain: &Vec<Point>| chain.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f64>();
    let shortest = chains.flatten().min_by(|a, b| length(a).total_cmp(&length(b)));
    shortest.unwrap_or_else(|| vec![from, to])
}

/// Both chains along a ring, if both points lie on it.
fn chains_around(ring: &[Point], from: Point, to: Point, rounding: f64) -> Option<[Vec<Point>; 2]> {
    let edge_of = |p: Point| {
        let on = |&k: &usize| {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            closest_on_segment(a, b, p).distance(p) <= rounding
        };
        (0..ring.len()).find(on)
    };
    let chain = |start: Point, first: usize, end: Point, last: usize| {
        let mut chain = vec![start];
        let is_ahead = first == last && end.distance(ring[first]) >= start.distance(ring[first]);
        let mut at = first;
        while !is_ahead && (at != last || chain.len() == 1) {
            at = (at + 1) % ring.len();
            chain.push(ring[at]);
        }
        chain.push(end);
        chain.dedup();
        chain
    };
    let (first, last) = (edge_of(from)?, edge_of(to)?);
    Some([chain(from, first, to, last), chain(to, last, from, first)])
}
