//! What a world is made of, as plain data: polygons, walls, sources, weights, barriers, doors and the flow.

use super::place::{Field, Place};
use super::table::{Form, Lost, Part, Parts, Range, Record, Spec, Val, table, words};
use wayfront_geometry::Point;

words! {
    /// The direction of the y axis when the world is drawn. It makes no difference to the geometry.
    pub enum YAxis {
        /// As in mathematics and on maps.
        @default Up = "up",
        /// As in images and grid maps, whose first row is at the top.
        Down = "down",
    }
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

table! {
    /// Where a path map starts, and what agents go to. Exits have the same fields.
    pub struct Source in Sources, one of [SHAPES];

    /// A name, by which motions and groups call it.
    name: Option<String> = None, with_name => [Spec::new("name", Form::Text).label("Name")];
    /// A point, a segment or a polyline.
    shape: Shape = Shape::Point(Point::new(0.0, 0.0)), with_shape => SHAPE;
    /// Cost already paid there.
    offset: f64 = 0.0, with_offset => [Spec::new("offset", Form::Number(Range::FROM_0)).unit("s").label("Cost already paid")];
    /// People leave the scene here: scene files list it under `exits`. Maps make no difference.
    exit: bool = false, with_exit => [];
    /// Where it was described.
    place: Place = Place::default(), with_place => [];
}

const SHAPES: &[&str] = &["point", "segment", "polyline"];

const SHAPE: [Spec; 3] = [
    Spec::new("point", Form::Point).about("One point."),
    Spec::new("segment", Form::Segment).about("A straight piece, such as a door."),
    Spec::new("polyline", Form::Line).about("Several straight pieces, end to end."),
];

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

impl Part for Shape {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        match record.first_of(SHAPES).and_then(|name| record.take(name)) {
            Some(Val::Point(point)) => Ok(Some(Self::Point(point))),
            Some(Val::Segment(segment)) => Ok(Some(Self::Segment(segment))),
            Some(Val::Points(line)) => Ok(Some(Self::Polyline(line))),
            _ => Err(Lost),
        }
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        match self {
            Self::Point(point) => parts.set(specs, "point", Val::Point(*point)),
            Self::Segment(segment) => parts.set(specs, "segment", Val::Segment(*segment)),
            Self::Polyline(line) => parts.set(specs, "polyline", Val::Points(line.clone())),
        }
    }
}

table! {
    /// A corner behind which one travels at another speed.
    pub struct Weight: Copy in Weights;

    /// A vertex of an obstacle, a boundary or a wall.
    corner: Point = Point::new(0.0, 0.0), with_corner => [Spec::new("corner", Form::Point).needed()];
    /// The speed from there on; 1 is the ordinary speed.
    weight: f64 = 1.0 => [Spec::new("speed", Form::Number(Range::ABOVE_0)).older("weight").needed().label("Speed behind the corner")];
    /// Where it was described.
    place: Place = Place::default() => [];
}

table! {
    /// A segment that closes a corridor and can be crossed at a cost.
    pub struct Barrier: Copy in Barriers, one of [COSTS];

    /// From obstacle to obstacle.
    segment: [Point; 2] = [Point::new(0.0, 0.0); 2], with_segment => [Spec::new("segment", Form::Segment).needed()];
    /// What crossing it costs.
    cost: BarrierCost = BarrierCost::Delay(0.0), with_cost => COST;
    /// Where it was described.
    place: Place = Place::default() => [];
}

const COSTS: &[&str] = &["delay", "factor"];

const COST: [Spec; 2] = [
    Spec::new("delay", Form::Number(Range::FROM_0)).unit("s").label("Delay").about("A fixed extra, as a queue is."),
    Spec::new("factor", Form::Number(Range::FROM_1))
        .older("weight")
        .label("Factor on the rest")
        .about("A factor on the rest of the leg that crosses."),
];

/// The two kinds of barriers.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BarrierCost {
    /// A fixed extra, as a queue is.
    Delay(f64),
    /// A factor on the rest of the leg that crosses.
    Weight(f64),
}

impl Part for BarrierCost {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        let given = record.first_of(COSTS).and_then(|name| Some((name, record.take(name)?)));
        match given {
            Some(("delay", Val::Number(delay))) => Ok(Some(Self::Delay(delay))),
            Some((_, Val::Number(factor))) => Ok(Some(Self::Weight(factor))),
            _ => Err(Lost),
        }
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        match *self {
            Self::Delay(delay) => parts.set(specs, "delay", Val::Number(delay)),
            Self::Weight(factor) => parts.set(specs, "factor", Val::Number(factor)),
        }
    }
}

table! {
    /// A straight piece of wall that can be opened.
    pub struct Door in Doors;

    /// What it is called; no other door of the world is.
    name: String = String::new() => [Spec::new("name", Form::Text).needed().label("Name")];
    /// From wall to wall.
    segment: [Point; 2] = [Point::new(0.0, 0.0); 2] => [Spec::new("segment", Form::Segment).needed()];
    /// Whether one can walk through. A closed door is a wall.
    open: bool = false, with_open => [Spec::new("open", Form::Truth).label("Open")];
    /// Where it was described.
    place: Place = Place::default() => [];
}

table! {
    /// Entrances and exits of a flow, as chains on the boundary.
    pub struct Flow in Flow, keeps true;

    /// Where the flow comes in.
    entrances: Vec<Vec<Point>> = Vec::new() => [Spec::new("entrances", Form::Lines(Field::Entrances)).needed()];
    /// Where it goes out.
    exits: Vec<Vec<Point>> = Vec::new() => [Spec::new("exits", Form::Lines(Field::Exits)).needed()];
    /// The radius of the discs that travel.
    radius: Option<f64> = None, with_radius(impl Into<Option<f64>>) => [RADIUS];
    /// Where it was described.
    place: Place = Place::default() => [];
}

const RADIUS: Spec =
    Spec::new("radius", Form::Number(Range::ABOVE_0)).unit("m").label("Radius of the discs").absent("capacity only");

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
        Self { shape, ..Self::blank() }
    }
}

impl Door {
    /// A closed door.
    #[must_use]
    pub fn new(name: &str, from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Self { name: name.to_owned(), segment: [from.into(), to.into()], ..Self::blank() }
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
