//! Worlds that move: the domain of a world in which little has changed since the last one.
//!
//! The ground is the mesh of everything that has not moved so far, and its domain. For each world it is copied, what is
//! not part of it is put on top, and the rows of its domain are taken over wherever nothing changed: see
//! [`renew`](crate::build::assemble::renew). So what moves costs the triangles around it, and all the rest a copy. Nothing is
//! ever taken out of a mesh: what has moved once is left out of the ground, which is triangulated anew for that, once.

mod known;

use crate::build::assemble::renew::Before;
use crate::build::{DomainError, checked, nothing};
use crate::layout::cover::cover;
use crate::layout::lay::Layout;
use crate::layout::outlines::{Mark, Outlines, Part, parts};
use crate::tables::domain::Domain;
use known::{Comparison, Known};
use std::fmt;
use wayfront_geometry::{Bounds, Point};
use wayfront_world::{Place, Polygon, World};

/// Makes the domains of a world that changes: obstacles that are added, removed or moved.
///
/// The result is the free space of the world that is given, as [`Domain::without_doors`] makes it: the same points are free, the
/// corners are at the same places. Their numbers, and the triangles, may differ, and so may which of several outlines
/// that coincide the report names. What moves is found out by comparison:
/// no change can be forgotten. A thing that moves for the first time costs about a fresh domain, afterwards a fraction
/// of it.
///
/// ```
/// use wayfront_domain::DynamicDomain;
/// use wayfront_world::{Polygon, World};
///
/// let square = |x: f64| Polygon::ring([(x, 1.0), (x + 1.0, 1.0), (x + 1.0, 2.0), (x, 2.0)]);
/// let hall = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]);
/// let mut world = World::new().area(hall).with_obstacles(vec![square(2.0), square(6.0)]);
/// let mut ground = DynamicDomain::with_movable(&world, [1])?;
/// for step in 0..30 {
///     world.obstacles[1] = square(6.0 - 0.1 * f64::from(step));
///     assert_eq!(ground.domain(&world)?.area().round(), 48.0);
/// }
/// // They may overlap.
/// world.obstacles[1] = square(2.5);
/// assert_eq!(ground.domain(&world)?.area(), 48.5);
/// # Ok::<(), wayfront_domain::DomainError>(())
/// ```
pub struct DynamicDomain {
    known: Vec<Known>,
    /// Around what is known.
    bounds: Bounds,
    /// The ground, and what the last world had on top of it.
    layout: Layout,
    /// How much of that is ground.
    mark: Mark,
    crossings: usize,
    before: Before,
}

impl fmt::Debug for DynamicDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ground").field("parts", &self.known.len()).field("bounds", &self.bounds).finish_non_exhaustive()
    }
}

impl DynamicDomain {
    /// The ground of a world of which nothing is known to move.
    ///
    /// # Errors
    /// As [`Domain::without_doors`].
    pub fn new(world: &World) -> Result<Self, DomainError> {
        Self::with_movable(world, [])
    }

    /// The ground of a world in which these obstacles are expected to move, by their index: so that already the first
    /// motion is quick.
    ///
    /// # Errors
    /// As [`Domain::without_doors`].
    pub fn with_movable(world: &World, obstacles: impl IntoIterator<Item = usize>) -> Result<Self, DomainError> {
        let walkable = checked(world, &[])?;
        let all = parts(world, &walkable);
        let mut is_movable = vec![false; all.len()];
        for k in obstacles.into_iter().filter(|&k| k < world.obstacles.len()) {
            is_movable[walkable.len() + k] = true;
        }
        let fixed = all.iter().enumerate().filter(|(k, _)| !is_movable[*k]).map(|(_, part)| *part);
        Self::of_parts(&fixed.collect::<Vec<_>>(), &bounds_of(&all))
    }

    /// The ground of what two worlds have in common, ready for the second of them.
    pub(crate) fn of_both(before: &World, world: &World) -> Result<Self, DomainError> {
        let walkable = [checked(before, &[])?, checked(world, &[])?];
        let [known, all] = [parts(before, &walkable[0]), parts(world, &walkable[1])];
        let known: Vec<Known> = known.iter().map(Known::of).collect();
        let fixed = Comparison::of(&known, &all).found();
        let fixed: Vec<Part> = if fixed.is_empty() { all.clone() } else { fixed.iter().map(|&k| all[k]).collect() };
        Self::of_parts(&fixed, &bounds_of(&all))
    }

    fn of_parts(fixed: &[Part], room: &Bounds) -> Result<Self, DomainError> {
        let mut outlines = Outlines::of(fixed);
        let bounds = std::mem::replace(&mut outlines.bounds, *room);
        let layout = Layout::of(outlines, room)?;
        Ok(Self {
            known: fixed.iter().map(Known::of).collect(),
            bounds,
            mark: layout.outlines.mark(),
            crossings: layout.crossings.len(),
            before: Before::of(&layout),
            layout,
        })
    }

    /// The domain of `world`, which may be any, but is made quickly where most is as it was.
    ///
    /// # Errors
    /// As [`Domain::without_doors`]. The ground stays as it is, good for the next world.
    pub fn domain(&mut self, world: &World) -> Result<Domain, DomainError> {
        self.domain_with_gates(world, &[])
    }

    /// The domain of `world` with gates: see [`Domain::with_gates`]. They may be others each time.
    ///
    /// # Errors
    /// As [`Domain::with_gates`]. The ground stays as it is, good for the next world.
    pub fn domain_with_gates(&mut self, world: &World, gates: &[[Point; 2]]) -> Result<Domain, DomainError> {
        let walkable: std::borrow::Cow<[Polygon]> = checked(world, gates)?;
        let parts = parts(world, &walkable);
        let mut compared = Comparison::of(&self.known, &parts);
        if let Some(fixed) = self.better_ground(&parts, &compared) {
            *self = Self::of_parts(&fixed, &bounds_of(&parts))?;
            compared = Comparison::of(&self.known, &parts);
        }
        self.lay(&parts, &compared)?;
        let fitted = self.layout.add_gates(world, gates)?;
        let Layout { mesh, outlines, .. } = &self.layout;
        let cover = cover(mesh, outlines);
        let report = self.layout.report(&cover, fitted);
        Ok(self.before.renewed(mesh, &cover, outlines, report))
    }

    /// What the ground should be made of, if not of what it is.
    fn better_ground<'a>(&self, parts: &[Part<'a>], compared: &Comparison) -> Option<Vec<Part<'a>>> {
        if compared.lacks_everything() {
            return Some(parts.to_vec()); // another world
        }
        let mut loose_points = compared.loose.iter().flat_map(|&k| parts[k].lines()).flatten();
        let has_room = loose_points.all(|&p| self.layout.mesh.inner.contains(p));
        (compared.lacks_something() || !has_room).then(|| compared.found().iter().map(|&k| parts[k]).collect())
    }

    /// Lays everything that is loose on the ground, which is as it was before.
    fn lay(&mut self, parts: &[Part], compared: &Comparison) -> Result<(), DomainError> {
        let Layout { outlines, mesh, crossings } = &mut self.layout;
        mesh.copy_from(&self.before.mesh);
        outlines.rewind(self.mark);
        outlines.bounds = self.bounds;
        crossings.truncate(self.crossings);
        self.name_places(parts, compared);
        let loose: Vec<Part> = compared.loose.iter().map(|&k| parts[k]).collect();
        let loose = Outlines::of(&loose);
        if self.layout.outlines.edges.is_empty() && loose.edges.is_empty() {
            return Err(nothing());
        }
        Ok(self.layout.add(&loose)?)
    }

    /// Lets the ground's outlines speak of the places where this world describes them.
    fn name_places(&mut self, parts: &[Part], compared: &Comparison) {
        let outlines = &mut self.layout.outlines;
        let (mut line, mut shape) = (0, 0);
        for (known, part) in self.known.iter().zip(&compared.part_of) {
            let place = part.map_or(Place::default(), |k| parts[k].place);
            for ring in 0..known.line_count() {
                outlines.outlines[line].place = Place { ring: place.ring + ring as u32, ..place };
                line += 1;
            }
            if known.is_polygon() {
                outlines.shapes[shape].place = place;
                shape += 1;
            }
        }
    }
}

fn bounds_of(parts: &[Part]) -> Bounds {
    Bounds::of(parts.iter().flat_map(Part::lines).flatten())
}
