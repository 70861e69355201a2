//! What a world is made of, as plain data: polygons, walls, sources, weights, barriers, doors and the flow.

use super::place::Place;
use wayfront_geometry::Point;

/// The direction of the y axis when the world is drawn. It makes no difference to the geometry.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum YAxis {
    /// As in mathematics and on maps.
    #[default]
    Up,
    /// As in images and grid maps, whose first row is at the top.
    Down,
}

/// A ring with holes. The closing point is not repeated.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wall {
    /// At least two points.
    pub points: Vec<Point>,
    /// Where it was described.
    pub place: Place,
}

/// Where a path map starts, and what agents go to.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Source {
    /// A name for people.
    pub name: Option<String>,
    /// A point, a segment or a polyline.
    pub shape: Shape,
    /// Cost already paid there.
    pub offset: f64,
    /// People leave the scene here: scene files list it under `exits`. Maps make no difference.
    pub exit: bool,
    /// Where it was described.
    pub place: Place,
}

/// The shape of a source.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// A corner behind which one travels at another speed.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weight {
    /// A vertex of an obstacle, a boundary or a wall.
    pub corner: Point,
    /// The speed from there on; 1 is the ordinary speed.
    pub weight: f64,
    /// Where it was described.
    pub place: Place,
}

/// A segment that closes a corridor and can be crossed at a cost.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Barrier {
    /// From obstacle to obstacle.
    pub segment: [Point; 2],
    /// What crossing it costs.
    pub cost: BarrierCost,
    /// Where it was described.
    pub place: Place,
}

/// The two kinds of barriers.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BarrierCost {
    /// A fixed extra, as a queue is.
    Delay(f64),
    /// A factor on the rest of the leg that crosses.
    Weight(f64),
}

/// A straight piece of wall that can be opened.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
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
        Self { name: None, shape, offset: 0.0, exit: false, place: Place::default() }
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
    pub(super) fn take_holes(&mut self) -> impl Iterator<Item = Self> + use<> {
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
