//! Whether the things of a scene lie where they should: sources in the free space, weights at vertices, barriers and
//! doors from outline to outline, flow chains on the boundary.
//!
//! Decisions are those of the domain and exact. What misses its place by no more than [`Domain::rounding`] was meant to
//! be there and could not be said better in `f64`: it is moved, and the report says so. Everything that is wrong is
//! found in one go. Cost: near constant for each thing in its place, linear in the domain for each that is not.

mod barriers;
mod chains;
mod exits;
mod sources;
mod strip;

use crate::layout::outlines::named;
use crate::questions::locate::Spot;
use crate::tables::domain::{Domain, NO_SIDE};
use crate::tables::ids::{CornerId, SideId};
use crate::tables::report::{Onto, Repair};
use wayfront_geometry::{Point, checkpoint};
use wayfront_world::{Crowd, Door, Fault, Field, Place, Problem, Source, Weight, World};

/// Tolerance: How far the vertex at which a gate ends may lie from where the gate was given to end, as a share of its
/// coordinates: so much it takes to put it behind an outline.
const GATE_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// What the check of a scene found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneCheck {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// What was moved because rounding had displaced it.
    pub repairs: Vec<Repair>,
    /// The sources that are in order, all of their points and straight pieces in the free space.
    pub sources: Vec<Source>,
    /// The weights that are in order, each exactly at a vertex.
    pub weights: Vec<Weight>,
    /// The crowd, if entrances of it were moved onto outlines.
    pub crowd: Option<Crowd>,
    /// The doors that were looked at, each from outline to outline.
    pub doors: Vec<Door>,
}

impl Domain {
    /// Looks at sources, weights, barriers, doors and flow chains of the world that this domain was made from. Gates are
    /// in the way of nothing; where one ends on an outline, the outline has a vertex.
    ///
    /// ```
    /// use wayfront_domain::Domain;
    /// use wayfront_world::{Format, read_text};
    ///
    /// let scene = "[world]\nboundary = [[0, 0], [9, 0], [9, 9]]\n[[sources]]\npoint = [2, 3]\n";
    /// let world = read_text(scene.as_bytes(), Format::SceneToml, "hall.toml")?;
    /// let check = Domain::without_doors(&world)?.check_scene(&world);
    /// assert_eq!(check.problems[0].to_string(), "sources[0] at (2, 3): it lies 0.7071 outside the free space");
    /// assert_eq!(check.problems[0].fault.advice(), "move it to (2.5, 2.5), the nearest free point");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn check_scene(&self, world: &World) -> SceneCheck {
        let problems = wayfront_world::validate(world);
        if !problems.is_empty() {
            return SceneCheck { problems, ..SceneCheck::default() };
        }
        self.checked_scene(world, true)
    }

    /// [`Self::check_scene`] of a world whose numbers are valid; barriers and doors only where asked for.
    pub(crate) fn checked_scene(&self, world: &World, with_gates: bool) -> SceneCheck {
        checkpoint();
        let mut check = Check::new(self);
        check.sources(world);
        checkpoint();
        check.weights(&world.weights);
        if with_gates {
            check.barriers(&world.barriers);
            check.doors(world);
        }
        if let Some(flow) = &world.flow {
            check.flow(flow, world);
        }
        check.found
    }

    /// A gate's end is a vertex of an outline or a wall, but for roundings of its coordinates.
    pub(crate) fn holds_gate(&self, end: Point) -> bool {
        let within = GATE_ROUNDING * end.x.abs().max(end.y.abs());
        let is_end = |corner: CornerId| {
            self.point(corner).distance(end) <= within && self.sectors(corner).any(|sector| self.is_on_outline(sector))
        };
        let Some(spot) = self.locate(end) else { return false };
        let sides = self.triangles_at(spot).into_iter().flat_map(|triangle| triangle.sides());
        sides.map(|side| self.side(side).origin).any(is_end)
    }

    /// The sources with all of their points and straight pieces in the free space: rounding is repaired.
    ///
    /// # Errors
    /// What is wrong with the world's numbers or with sources that are elsewhere.
    pub fn settled_sources(&self, world: &World) -> Result<Vec<Source>, Vec<Problem>> {
        let problems = wayfront_world::validate(world);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut check = Check::new(self);
        check.sources(world);
        if check.found.problems.is_empty() { Ok(check.found.sources) } else { Err(check.found.problems) }
    }

    /// The sector ends somewhere, and not only at gates: its vertex is on an outline or wall.
    fn is_on_outline(&self, corner: CornerId) -> bool {
        let mut ends = self.fan(corner).flat_map(|side| [side, side.prev()]);
        ends.any(|side| self.side(side).twin.0 == NO_SIDE && !self.is_gate(side))
    }

    /// The sides of free triangles at which free space ends, walls included, gates not.
    fn closed_sides(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let sides = self.sides().iter().enumerate().map(|(k, side)| (SideId(k as u32), side));
        let closed = sides.filter(|&(id, side)| side.twin.0 == NO_SIDE && !self.is_gate(id));
        closed.map(|(id, _)| self.side_points(id))
    }

    /// The vertex of an outline or wall nearest to `p`.
    fn nearest_vertex(&self, p: Point) -> Option<Point> {
        if let Some(Spot::At(corner)) = self.locate(p)
            && self.sectors(corner).any(|sector| self.is_on_outline(sector))
        {
            return Some(self.point(corner));
        }
        let vertices = (0..self.corners).map(CornerId).filter(|&c| self.is_on_outline(c)).map(|c| self.point(c));
        vertices.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)))
    }
}

/// A check of the things of a scene, and what it found so far.
struct Check<'a> {
    domain: &'a Domain,
    rounding: f64,
    found: SceneCheck,
}

impl<'a> Check<'a> {
    fn new(domain: &'a Domain) -> Self {
        Self { domain, rounding: domain.rounding(), found: SceneCheck::default() }
    }

    fn fault(&mut self, place: Place, vertex: Option<usize>, at: Point, fault: Fault) {
        let vertex = vertex.map(|v| v as u32);
        self.found.problems.push(Problem { place, vertex, at: Some(at), fault });
    }

    fn moved(&mut self, place: Place, from: Point, to: Point, onto: Onto) {
        if from != to {
            self.found.repairs.push(Repair::Moved { place, from, to, onto });
        }
    }

    fn weights(&mut self, weights: &[Weight]) {
        for (k, weight) in weights.iter().enumerate() {
            let place = named(weight.place, Field::Weights, k);
            let at = weight.corner;
            let nearest = self.domain.nearest_vertex(at);
            match nearest.filter(|v| v.distance(at) <= self.rounding) {
                Some(corner) => {
                    self.moved(place, at, corner, Onto::Vertex);
                    self.found.weights.push(weight.with_corner(corner));
                }
                None => {
                    let distance = nearest.map_or(f64::INFINITY, |v| v.distance(at));
                    self.fault(place, None, at, Fault::WeightOffCorner { distance, nearest });
                }
            }
        }
    }
}
