//! What nobody walks through: the outlines and walls of a domain, in squares, ready to be asked by agents.
//!
//! Every piece of wall has the free space on its left; walls without thickness are two such pieces. A square lists all
//! walls within the reach of any of its points, so that a question looks into one square and meets no wall twice. A
//! question that reaches farther looks at all walls. [`Walls::moved`] is in [`slide`].

mod changes;
mod level;
pub(crate) mod openings;
mod slide;
mod squares;
mod threshold;

use changes::Still;
use level::Level;
use openings::part;
use squares::{Lists, Squares};
use std::sync::OnceLock;
pub(crate) use threshold::passes;
use wayfront_domain::{Domain, SideId, TriangleId};
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
    /// Every wall once; those that have not moved so far come first.
    all: Vec<Wall>,
    still: Still,
    /// Openings in outlines: bodies may lean out, centres stay inside. For strides up to the shortest reach.
    thresholds: Level,
    triangles: Vec<[Point; 3]>,
    /// Numbers of the triangles that touch each square, once something asked for them.
    touching: OnceLock<Lists>,
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
        let bounds = domain.bounds();
        let level = |share: f64| Level::new(bounds, &[], reach * share);
        let mut walls = Self {
            reach,
            squares: Squares::over(bounds, reach),
            levels: REACHES.map(level),
            all: Vec::new(),
            still: Still::of(&[], Vec::new(), bounds),
            thresholds: level(REACHES[0]),
            triangles: Vec::new(),
            touching: OnceLock::new(),
        };
        let [all, open] = parted(domain, closed, openings);
        walls.refill(domain, all, open);
        // Most walls stay as they are.
        walls.levels.iter_mut().for_each(Level::shrink);
        walls
    }

    /// Lists all walls anew, in the same memory.
    fn refill(&mut self, domain: &Domain, all: Vec<Wall>, open: Vec<Wall>) {
        let (reach, bounds) = (self.reach, domain.bounds());
        self.thresholds.refill(bounds, &open, reach * REACHES[0]);
        for (level, share) in self.levels.iter_mut().zip(REACHES) {
            level.refill(bounds, &all, reach * share);
        }
        self.still = Still::of(&all, open, bounds);
        self.all = all;
        self.take_triangles(domain);
    }

    /// The free triangles of a domain.
    fn take_triangles(&mut self, domain: &Domain) {
        self.triangles.clear();
        let numbers = (0..domain.free_triangles() as u32).map(TriangleId);
        self.triangles.extend(numbers.map(|t| domain.triangle(t)));
        self.squares = Squares::over(domain.bounds(), self.reach);
        self.touching = OnceLock::new();
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
        let touching = self.touching.get_or_init(|| {
            let mut lists = Lists::default();
            let touched = |k: usize, visit: &mut dyn FnMut(usize)| self.squares.touching(&self.triangles[k], visit);
            lists.fill(&self.squares, self.triangles.len(), touched);
            lists.shrink();
            lists
        });
        touching.all()[touching.span(self.squares.of(p))].iter().any(|&triangle| {
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

/// The outlines of a domain without what lies along openings, and both faces of what is closed; and the thresholds.
fn parted(domain: &Domain, closed: &[[Point; 2]], openings: &[[Point; 2]]) -> [Vec<Wall>; 2] {
    let sides = (0..domain.sides().len() as u32).map(SideId);
    let outlines = sides.filter(|&side| domain.twin(side).is_none() && !domain.is_gate(side));
    let (mut all, mut open) = (Vec::new(), Vec::new());
    for wall in outlines.map(|side| domain.side_points(side)) {
        let parted = part(wall, openings, domain.rounding());
        all.extend(parted.wall.iter().map(|&[from, to]| Wall { from, to }));
        open.extend(parted.open.iter().map(|&[from, to]| Wall { from, to }));
    }
    all.extend(closed.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).map(|[from, to]| Wall { from, to }));
    [all, open]
}
