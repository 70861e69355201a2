//! What nobody walks through: the outlines and walls of a domain, in squares, ready to be asked by agents.
//!
//! Every piece of wall has the free space on its left; walls without thickness are two such pieces. A square lists all
//! walls within the reach of any of its points, so that a question looks into one square and meets no wall twice. A
//! question that reaches farther looks at all walls. [`Walls::moved`] is in [`slide`].

mod level;
pub(crate) mod openings;
mod slide;
mod squares;
mod threshold;

use level::Level;
use openings::{Parted, part};
use squares::Squares;
pub(crate) use threshold::passes;
use wayfront_domain::{Domain, SideId};
use wayfront_geometry::{Point, closest_on_segment, orient};

/// The reaches for which there are lists, in parts of the longest: for whole bodies, for what is ahead, for all.
const REACHES: [f64; 3] = [1.0 / 16.0, 0.25, 1.0];

/// A piece of wall, with the free space on its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wall {
    pub from: Point,
    pub to: Point,
}

impl Wall {
    /// Its point nearest to `p`.
    #[inline]
    pub fn nearest(&self, p: Point) -> Point {
        closest_on_segment(self.from, self.to, p)
    }

    /// `p` is on its free side. Exact.
    #[inline]
    pub fn faces(&self, p: Point) -> bool {
        orient(self.from, self.to, p) >= 0.0
    }
}

/// Outlines and walls of a domain, ready to be asked by agents.
///
/// ```
/// use wayfront_crowd::Walls;
/// use wayfront_domain::Domain;
/// use wayfront_geometry::Point;
/// use wayfront_world::{Polygon, World};
///
/// let hall = Polygon::ring([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (0.0, 5.0)]);
/// let domain = Domain::without_doors(&World::new().area(hall))?;
/// let walls = Walls::of(&domain, 3.0);
/// assert!(walls.is_clear(Point::new(1.0, 1.0), 0.25));
/// assert!(!walls.is_clear(Point::new(0.2, 1.0), 0.25)); // it would stick in the wall
///
/// let stopped = walls.moved(Point::new(9.0, 1.0), Point::new(12.0, 2.0), 0.25);
/// assert!(stopped.x <= 9.75 && stopped.x > 9.749 && stopped.y > 1.9); // slides along the wall
/// # Ok::<(), wayfront_domain::DomainError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walls {
    reach: f64,
    squares: Squares,
    /// From the shortest reach to the longest.
    levels: [Level; 3],
    /// Every wall once.
    all: Vec<Wall>,
    /// Openings in outlines: bodies may lean out, centres stay inside. For strides up to the shortest reach.
    thresholds: Level,
    triangles: Vec<[Point; 3]>,
    /// Numbers of the triangles that touch each square.
    touching: Vec<u32>,
    touching_starts: Vec<u32>,
}

impl Walls {
    /// The walls of a domain, for questions that reach up to `reach` around; all its gates are open.
    #[must_use]
    pub fn of(domain: &Domain, reach: f64) -> Self {
        Self::with(domain, &[], reach)
    }

    /// The walls of a domain and more, such as closed doors, with free space on both sides.
    #[must_use]
    pub fn with(domain: &Domain, closed: &[[Point; 2]], reach: f64) -> Self {
        Self::with_openings(domain, closed, &[], reach)
    }

    /// The same without the parts of outlines that lie along `openings`, such as exits.
    #[must_use]
    pub fn with_openings(domain: &Domain, closed: &[[Point; 2]], openings: &[[Point; 2]], reach: f64) -> Self {
        let sides = (0..domain.sides().len() as u32).map(SideId);
        let outlines = sides.filter(|&side| domain.twin(side).is_none() && !domain.is_gate(side));
        let outlines = outlines.map(|side| domain.side_points(side));
        let parted: Vec<Parted> = outlines.map(|wall| part(wall, openings, domain.rounding())).collect();
        let openings = parted.iter().flat_map(|parted| &parted.open).map(|&[from, to]| Wall { from, to });
        let thresholds = Level::new(domain.bounds(), &openings.collect::<Vec<_>>(), reach * REACHES[0]);
        let outlines = parted.iter().flat_map(|parted| &parted.wall).copied();
        let both = closed.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
        let all: Vec<Wall> = outlines.chain(both).map(|[from, to]| Wall { from, to }).collect();
        let triangles: Vec<[Point; 3]> =
            (0..domain.free_triangles() as u32).map(|t| domain.triangle(wayfront_domain::TriangleId(t))).collect();
        let squares = Squares::over(domain.bounds(), reach);
        let levels = REACHES.map(|share| Level::new(domain.bounds(), &all, reach * share));
        let (touching_starts, touching) =
            squares.list(triangles.len(), |k, visit| squares.touching(&triangles[k], visit));
        Self { reach, squares, levels, all, thresholds, triangles, touching, touching_starts }
    }

    /// How far questions reach that look into one square.
    #[must_use]
    pub const fn reach(&self) -> f64 {
        self.reach
    }

    /// All pieces of wall, each with the free space on its left.
    pub fn segments(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        self.all.iter().map(|wall| [wall.from, wall.to])
    }

    /// How far the nearest wall is, whether `p` is free or not; infinite without walls.
    #[must_use]
    pub fn clearance(&self, p: Point) -> f64 {
        let nearest = |walls: &[Wall]| walls.iter().map(|w| w.nearest(p).distance(p)).fold(f64::INFINITY, f64::min);
        let near = nearest(self.within(p, self.reach));
        if near <= self.reach { near } else { nearest(&self.all) }
    }

    /// A disc there touches no wall, and its centre is free.
    #[must_use]
    pub fn is_clear(&self, p: Point, radius: f64) -> bool {
        self.is_free(p) && self.within(p, radius).iter().all(|wall| wall.nearest(p).distance(p) >= radius)
    }

    /// `p` is in the free space. Exact.
    fn is_free(&self, p: Point) -> bool {
        let square = self.squares.of(p);
        let [from, to] = [square, square + 1].map(|k| self.touching_starts[k] as usize);
        self.touching[from..to].iter().any(|&triangle| {
            let [a, b, c] = self.triangles[triangle as usize];
            orient(a, b, p) >= 0.0 && orient(b, c, p) >= 0.0 && orient(c, a, p) >= 0.0
        })
    }

    /// At least all walls within `distance` of `p`, each once.
    #[inline]
    pub(crate) fn within(&self, p: Point, distance: f64) -> &[Wall] {
        let level = self.levels.iter().find(|level| distance <= level.reach);
        level.map_or(&self.all, |level| level.near(p))
    }
}
