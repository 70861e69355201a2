//! From a world to its domain, step by step.

pub(crate) mod assemble;
pub(crate) mod ground;

use crate::layout::cover::cover;
use crate::layout::lay::Layout;
use crate::layout::mesh::{MOST_CROSSINGS, TooManyCrossings};
use crate::layout::outlines::{Outlines, parts};
use crate::tables::domain::Domain;
use assemble::assemble;
use std::borrow::Cow;
use std::fmt;
use wayfront_geometry::{Point, checkpoint, computable};
use wayfront_world::{Fault, Place, Polygon, Problem, World};

/// Why a world has no domain.
#[derive(Clone, Debug, PartialEq)]
pub struct DomainError {
    /// Everything that is wrong.
    pub problems: Vec<Problem>,
}

impl std::error::Error for DomainError {}

impl DomainError {
    /// What to do about each problem, in their order.
    #[must_use]
    pub fn advice(&self) -> String {
        self.problems.iter().map(Problem::advice).collect::<Vec<_>>().join("\n")
    }
}

impl fmt::Display for DomainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if k > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl Domain {
    /// The free space of a world: its areas, obstacles and walls, without its doors and barriers, all of which stand open.
    /// Coordinates are kept bit for bit; outlines that cross get a vertex where they do.
    ///
    /// For a scene with doors or barriers use [`Scene`](crate::Scene), or pass them to [`Self::with_gates`].
    ///
    /// # Errors
    /// When a coordinate is not finite or out of range, a ring has fewer than three points, or nothing is described.
    ///
    /// ```
    /// use wayfront_domain::Domain;
    /// use wayfront_geometry::Point;
    /// use wayfront_world::{Polygon, World};
    ///
    /// let world = World::new()
    ///     .area(Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]))
    ///     .obstacle(Polygon::ring([(4.0, 1.0), (6.0, 1.0), (6.0, 4.0), (4.0, 4.0)]));
    /// let domain = Domain::without_doors(&world)?;
    /// assert_eq!(domain.area(), 44.0);
    /// assert!(!domain.sees(Point::new(1.0, 2.0), Point::new(9.0, 2.0)));
    /// assert!(domain.sees(Point::new(1.0, 0.5), Point::new(9.0, 1.0)));
    /// # Ok::<(), wayfront_domain::DomainError>(())
    /// ```
    pub fn without_doors(world: &World) -> Result<Self, DomainError> {
        Self::with_gates(world, &[])
    }

    /// The free space of a world with gates: segments that can be crossed at a price, or that open and close. A gate's
    /// number is its index in the list.
    ///
    /// A gate closes what it reaches. An end within [rounding](Self::rounding) of an outline, a wall or another gate
    /// becomes a vertex of it; gates may cross, overlap, touch corners and run along outlines, where they close nothing.
    /// One can walk around an end that reaches nothing.
    ///
    /// # Errors
    /// As [`Self::without_doors`]; and when a gate's coordinate is not finite or out of range.
    ///
    /// ```
    /// use wayfront_domain::Domain;
    /// use wayfront_geometry::Point;
    /// use wayfront_world::{Polygon, World};
    ///
    /// let hall = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]);
    /// let world = World::new().area(hall);
    /// let domain = Domain::with_gates(&world, &[[Point::new(4.0, 0.0), Point::new(4.0, 5.0)]])?;
    /// assert_eq!((domain.area(), domain.component_count()), (50.0, 1));
    /// assert!(!domain.sees(Point::new(1.0, 1.0), Point::new(9.0, 1.0)));
    /// # Ok::<(), wayfront_domain::DomainError>(())
    /// ```
    pub fn with_gates(world: &World, gates: &[[Point; 2]]) -> Result<Self, DomainError> {
        let walkable = checked(world, gates)?;
        Self::of_valid(world, &walkable, gates)
    }

    /// The free space of a world whose numbers, and those of the gates, are valid.
    pub(crate) fn of_valid(world: &World, walkable: &[Polygon], gates: &[[Point; 2]]) -> Result<Self, DomainError> {
        let outlines = Outlines::of(&parts(world, walkable));
        checkpoint();
        if outlines.edges.is_empty() {
            return Err(nothing());
        }
        let bounds = outlines.bounds;
        let mut layout = Layout::of(outlines, &bounds)?;
        let fitted = layout.add_gates(world, gates)?;
        let cover = cover(&layout.mesh, &layout.outlines);
        checkpoint();
        let report = layout.report(&cover, fitted);
        Ok(assemble(&layout.mesh, &cover, &layout.outlines, report).domain)
    }
}

/// The walkable area of a world of which nothing is wrong.
pub(crate) fn checked<'a>(world: &'a World, gates: &[[Point; 2]]) -> Result<Cow<'a, [Polygon]>, DomainError> {
    let mut problems = wayfront_world::validate(world);
    problems.extend(bad_gates(world, gates));
    if problems.is_empty() { world.walkable().ok_or_else(nothing) } else { Err(DomainError { problems }) }
}

/// Nothing is described.
pub(crate) fn nothing() -> DomainError {
    single(Fault::Empty)
}

impl From<TooManyCrossings> for DomainError {
    fn from(_: TooManyCrossings) -> Self {
        single(Fault::TooManyCrossings { most: MOST_CROSSINGS })
    }
}

fn single(fault: Fault) -> DomainError {
    DomainError { problems: vec![Problem { place: Place::default(), vertex: None, at: None, fault }] }
}

/// Coordinates of gates that cannot be computed with, unless they are those of a barrier or a door, which are reported
/// already.
fn bad_gates(world: &World, gates: &[[Point; 2]]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (k, p) in gates.as_flattened().iter().enumerate() {
        let Some(value) = [p.x, p.y].into_iter().find(|&v| !computable(v)) else { continue };
        let mut reported = world.barriers.iter().map(|b| b.segment).chain(world.doors.iter().map(|d| d.segment));
        let is_reported = reported.any(|segment| segment.map(bits).contains(&bits(*p)));
        if !is_reported {
            let fault = if p.is_finite() { Fault::OutOfRange { value } } else { Fault::NotFinite };
            let vertex = Some(k as u32 % 2);
            problems.push(Problem { place: Place::default(), vertex, at: Some(*p), fault });
        }
    }
    problems
}

/// For comparisons in which NaN equals itself.
fn bits(p: Point) -> [u64; 2] {
    [p.x.to_bits(), p.y.to_bits()]
}
