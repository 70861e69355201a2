//! The world and its parts, as plain data.

use crate::motion::Kind;
use crate::{Crowd, Motion, Note, Place};
use wayfront_geometry::{Bounds, Point};

/// A scene: geometry, and what happens in it.
///
/// Free space is the union of the [areas](Self::areas) minus all [obstacles](Self::obstacles); walls cut it without
/// taking area away. Every ring is filled by the non-zero rule: it may run either way, and a ring that crosses itself
/// fills each of its lobes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct World {
    /// A name for people.
    pub name: Option<String>,
    /// The files that the world was read from; the first is the one the user named.
    pub files: Vec<String>,
    /// Where one may walk. Empty: the box around everything else, grown by 5 %.
    pub areas: Vec<Polygon>,
    /// Where one may not walk. They may touch, overlap and nest.
    pub obstacles: Vec<Polygon>,
    /// Polylines without thickness that nobody crosses.
    pub walls: Vec<Wall>,
    /// Where path maps start.
    pub sources: Vec<Source>,
    /// Speed changes at corners.
    pub weights: Vec<Weight>,
    /// Queues that close a corridor.
    pub barriers: Vec<Barrier>,
    /// Walls that open and close.
    pub doors: Vec<Door>,
    /// What moves, comes and goes, or opens. Everything else of the world describes it as it is without them.
    pub motions: Vec<Motion>,
    /// Entrances and exits of a flow.
    pub flow: Option<Flow>,
    /// Which way y grows in pictures.
    pub y_axis: YAxis,
    /// Who walks in it.
    pub crowd: Option<Crowd>,
    /// What the reader decided that its user may want to know.
    pub notes: Vec<Note>,
}

/// Which way the y axis points when the world is drawn. Geometry does not care.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum YAxis {
    /// As in mathematics and on maps.
    #[default]
    Up,
    /// As in images and grid maps, whose first row is at the top.
    Down,
}

/// A ring with holes. The closing point is not repeated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygon {
    /// A name, so that motions can say what they move.
    pub name: Option<String>,
    /// The outer ring.
    pub outer: Vec<Point>,
    /// Rings cut out of it.
    pub holes: Vec<Vec<Point>>,
    /// Where it was described.
    pub place: Place,
}

/// A polyline without thickness.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wall {
    /// At least two points.
    pub points: Vec<Point>,
    /// Where it was described.
    pub place: Place,
}

/// Where a path map starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// A name for people.
    pub name: Option<String>,
    /// A point, a segment or a polyline.
    pub shape: Shape,
    /// Cost already paid there.
    pub offset: f64,
    /// Where it was described.
    pub place: Place,
}

/// The shape of a source.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// One point.
    Point(Point),
    /// A straight piece, such as a door.
    Segment([Point; 2]),
    /// Several straight pieces, end to end.
    Polyline(Vec<Point>),
}

impl Shape {
    /// The points that describe the shape.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        match self {
            Self::Point(p) => std::slice::from_ref(p),
            Self::Segment(ends) => ends,
            Self::Polyline(points) => points,
        }
    }
}

/// Whoever passes this corner travels on at another speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// A vertex of an obstacle, a boundary or a wall.
    pub corner: Point,
    /// The speed from there on; 1 is the ordinary speed.
    pub weight: f64,
    /// Where it was described.
    pub place: Place,
}

/// A segment that closes a corridor and can be crossed at a cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Barrier {
    /// From obstacle to obstacle.
    pub segment: [Point; 2],
    /// What crossing it costs.
    pub cost: BarrierCost,
    /// Where it was described.
    pub place: Place,
}

/// The two kinds of barriers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BarrierCost {
    /// A fixed extra, as a queue is.
    Delay(f64),
    /// A factor on the rest of the leg that crosses.
    Weight(f64),
}

/// A straight piece of wall that can be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Door {
    /// What it is called; no other door of the world is.
    pub name: String,
    /// From wall to wall.
    pub segment: [Point; 2],
    /// Whether one can walk through. A closed door is a wall.
    pub open: bool,
    /// Where it was described.
    pub place: Place,
}

/// Entrances and exits as chains on the boundary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow {
    /// Where the flow comes in.
    pub entrances: Vec<Vec<Point>>,
    /// Where it goes out.
    pub exits: Vec<Vec<Point>>,
    /// Radius of the discs that travel; absent: capacity only.
    pub radius: Option<f64>,
    /// Where it was described.
    pub place: Place,
}

impl Source {
    /// A point without name and offset.
    #[must_use]
    pub fn point(at: impl Into<Point>) -> Self {
        Self::of(Shape::Point(at.into()))
    }

    /// A segment without name and offset.
    #[must_use]
    pub fn segment(from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Self::of(Shape::Segment([from.into(), to.into()]))
    }

    /// A shape without name and offset.
    #[must_use]
    pub fn of(shape: Shape) -> Self {
        Self { name: None, shape, offset: 0.0, place: Place::default() }
    }
}

impl Door {
    /// A closed door.
    #[must_use]
    pub fn new(name: &str, from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Self { name: name.to_owned(), segment: [from.into(), to.into()], open: false, place: Place::default() }
    }
}

impl Polygon {
    /// A polygon without holes, made by a program.
    #[must_use]
    pub fn ring(outer: impl IntoIterator<Item = impl Into<Point>>) -> Self {
        Self { outer: outer.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The same polygon with a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// Takes the holes out as polygons of their own.
    fn take_holes(&mut self) -> impl Iterator<Item = Self> + use<> {
        let place = self.place;
        let numbered = std::mem::take(&mut self.holes).into_iter().enumerate();
        numbered.map(move |(i, outer)| Self {
            outer,
            place: Place { ring: place.ring + i as u32 + 1, ..place },
            ..Self::default()
        })
    }

    /// The outer ring and then the holes.
    pub fn rings(&self) -> impl Iterator<Item = &[Point]> {
        std::iter::once(self.outer.as_slice()).chain(self.holes.iter().map(Vec::as_slice))
    }
}

impl World {
    /// Turns the holes of the area into obstacles if there is only one: that is what its user would call them.
    pub(crate) fn holes_of_only_area_to_obstacles(&mut self) {
        if let [area] = self.areas.as_mut_slice() {
            // In front, as a reader of the file meets them first.
            self.obstacles.splice(0..0, area.take_holes());
        }
    }

    /// All points of areas, obstacles and walls.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        let polygons = self.areas.iter().chain(&self.obstacles).flat_map(Polygon::rings).flatten();
        polygons.chain(self.walls.iter().flat_map(|w| &w.points))
    }

    /// The doors that are closed, as segments.
    pub fn closed_doors(&self) -> impl Iterator<Item = [Point; 2]> {
        self.doors.iter().filter(|door| !door.open).map(|door| door.segment)
    }

    /// The world with walls in place of its closed doors, and openings in place of the others: for whoever does not care
    /// for doors that change.
    #[must_use]
    pub fn walled(&self) -> std::borrow::Cow<'_, Self> {
        if self.doors.is_empty() {
            return std::borrow::Cow::Borrowed(self);
        }
        let mut walled = Self { doors: Vec::new(), ..self.clone() };
        let closed = self.doors.iter().filter(|door| !door.open);
        walled.walls.extend(closed.map(|door| Wall { points: door.segment.to_vec(), place: door.place }));
        walled.motions.retain(|motion| motion.thing.kind != Kind::Door);
        std::borrow::Cow::Owned(walled)
    }

    /// Box around the geometry. Where the world has no areas: around sources, barriers, doors and flow chains too,
    /// and around every place that a motion leads to, since they must find place in it.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::of(self.points());
        if self.areas.is_empty() {
            let sources = self.sources.iter().flat_map(|s| s.shape.points());
            let segments = self.barriers.iter().map(|b| &b.segment).chain(self.doors.iter().map(|d| &d.segment));
            let chains = self.flow.iter().flat_map(|f| f.entrances.iter().chain(&f.exits)).flatten();
            for &p in sources.chain(segments.flatten()).chain(chains) {
                bounds.include(p);
            }
            self.points_of_motions().for_each(|p| bounds.include(p));
        }
        bounds
    }

    /// Where one may walk: the [areas](Self::areas), or the box around everything grown by 5 % of its longer side.
    /// `None` if there is nothing at all.
    #[must_use]
    pub fn walkable(&self) -> Option<std::borrow::Cow<'_, [Polygon]>> {
        if !self.areas.is_empty() {
            return Some(std::borrow::Cow::Borrowed(&self.areas));
        }
        let bounds = self.bounds();
        if bounds.is_empty() {
            return None;
        }
        let margin = if bounds.size() > 0.0 { bounds.size() * 0.05 } else { 1.0 };
        Some(std::borrow::Cow::Owned(vec![Polygon::ring(bounds.grown(margin).corners())]))
    }
}
