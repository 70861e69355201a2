//! What can be wrong with a scene. Each fault carries its facts; its text says what is wrong, its
//! [advice](Fault::advice) what to do.

use super::crowd::CrowdFault;
use super::motion::MotionFault;
use crate::model::{Field, Place};
use crate::text::number;
use std::fmt;
use thiserror::Error;
use wayfront_geometry::Point;

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where it was described.
    pub place: Place,
    /// Index of the point within its ring or polyline, where one point is at fault.
    pub vertex: Option<u32>,
    /// Coordinates, where there are some.
    pub at: Option<Point>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a scene.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A coordinate is NaN or infinite.
    #[error("a coordinate is not a finite number")]
    NotFinite,
    /// A coordinate is too large or too small for exact decisions.
    #[error("the coordinate {value:e} is outside the range 1e-50 to 1e50 in which decisions are exact")]
    OutOfRange {
        /// The coordinate.
        value: f64,
    },
    /// A ring has fewer than three different points.
    #[error("the ring has {found} different {}; it needs three", points(*found))]
    TooFewPoints {
        /// How many it has.
        found: usize,
    },
    /// A polyline has fewer than two different points.
    #[error("the line has {found} different {}; it needs two", points(*found))]
    TooShort {
        /// How many it has.
        found: usize,
    },
    /// Nothing in the scene has an extent.
    #[error("the scene describes no area to walk on")]
    Empty,
    /// Outlines cross more often than memory should be spent on.
    #[error("the outlines cross more than {most} times")]
    TooManyCrossings {
        /// The limit.
        most: usize,
    },
    /// A source is not in the free space.
    #[error("it lies {} outside the free space", short(*distance))]
    SourceBlocked {
        /// How far away the free space is.
        distance: f64,
        /// The nearest free point.
        nearest: Option<Point>,
    },
    /// The ends of a piece of a source are free, the line between them is not.
    #[error("it leaves the free space here, between its points {leg} and {}", leg + 1)]
    SourceLeaves {
        /// The point at which the piece begins.
        leg: usize,
    },
    /// Two sources have the same shape.
    #[error("it has the same shape as {first}")]
    DuplicateSource {
        /// The one described first.
        first: Place,
    },
    /// A weight is at no vertex.
    #[error("no vertex lies at the weight's corner; the nearest is {} away", short(*distance))]
    WeightOffCorner {
        /// How far away the nearest vertex is.
        distance: f64,
        /// That vertex.
        nearest: Option<Point>,
    },
    /// A barrier does not reach from obstacle to obstacle.
    #[error("the barrier does not close a corridor: this end is {} away from the nearest outline", short(*distance))]
    BarrierOpen {
        /// How far it misses.
        distance: f64,
        /// The nearest point of an outline.
        nearest: Option<Point>,
    },
    /// A barrier runs through an obstacle.
    #[error("the barrier runs into an obstacle or a wall here")]
    BarrierBlocked,
    /// A barrier lies on an outline from end to end.
    #[error("the barrier runs along an outline and closes nothing")]
    BarrierAlong,
    /// A door does not reach from wall to wall.
    #[error("the door does not reach from wall to wall: this end is {} away from the nearest outline", short(*distance))]
    DoorAjar {
        /// How far it misses.
        distance: f64,
        /// The nearest point of an outline.
        nearest: Option<Point>,
    },
    /// A door runs through an obstacle or along one.
    #[error("the door does not stand in an opening: it runs into an outline or along one")]
    DoorInWall,
    /// A motion is wrong, or the name of a door.
    #[error(transparent)]
    Motion(MotionFault),
    /// A crowd is wrong.
    #[error(transparent)]
    Crowd(CrowdFault),
    /// A flow chain does not lie on the boundary.
    #[error("the chain's point lies {} off the boundary", short(*distance))]
    ChainOffBoundary {
        /// How far.
        distance: f64,
        /// The nearest point of the boundary.
        nearest: Option<Point>,
    },
    /// The points of a flow chain lie on the boundary, the line between two of them does not.
    #[error("the chain leaves the boundary here, by {}", short(*distance))]
    ChainLeaves {
        /// How far, half-way along the part that is off.
        distance: f64,
    },
    /// A flow chain lies on a part of the boundary at which no free space begins.
    #[error("no free space borders on the boundary here: an obstacle or another area covers it")]
    ChainCovered,
    /// A number is outside the range that its field allows.
    #[error("`{name}` is {value}; it must be {needs}")]
    BadValue {
        /// The field.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What is allowed.
        needs: &'static str,
    },
    /// A field that scenes do not have.
    #[error("unknown field `{name}`")]
    UnknownField {
        /// The field.
        name: String,
        /// The known field whose name is nearest.
        near: Option<&'static str>,
        /// The fields that may stand there.
        known: Vec<&'static str>,
    },
    /// A field that must be there is not.
    #[error("`{name}` is missing")]
    MissingField {
        /// The field.
        name: &'static str,
    },
    /// Exactly one of several fields must be there.
    #[error("{}", one_of(names, given))]
    OneOf {
        /// The fields to choose from.
        names: Vec<&'static str>,
        /// Those that are there.
        given: Vec<&'static str>,
    },
    /// Two words for one thing, and both are there.
    #[error("`{old}` and `{new}` mean the same")]
    SameMeaning {
        /// The word that scenes should use.
        new: &'static str,
        /// Its older name.
        old: &'static str,
    },
    /// A field holds a number that counts nothing.
    #[error("`{name}` must be a whole number from 0, not {found}")]
    NotWhole {
        /// The field.
        name: &'static str,
        /// The number.
        found: f64,
    },
    /// A field or item holds another kind of value than it should.
    #[error("{}must be {expected}, not {found}", quoted(name))]
    WrongType {
        /// The field; empty for an item of a list.
        name: &'static str,
        /// The kind it should be.
        expected: &'static str,
        /// The kind it is.
        found: &'static str,
    },
    /// A point does not have two coordinates.
    #[error("a point has two coordinates, not {found}")]
    Coordinates {
        /// How many it has.
        found: usize,
    },
    /// A segment does not have two points.
    #[error("a segment has two points, not {found}")]
    SegmentPoints {
        /// How many it has.
        found: usize,
    },
    /// The text breaks the rules of its format.
    #[error("this is not {format}: {what}")]
    Syntax {
        /// The format.
        format: &'static str,
        /// Which rule.
        what: String,
    },
    /// A JSON or TOML file without any field of a scene.
    #[error("no field of a scene is here; found {}", list(found))]
    NotAScene {
        /// The fields that are there instead (the first few).
        found: Vec<String>,
    },
    /// A role that features cannot have.
    #[error("unknown role `{role}`")]
    UnknownRole {
        /// The role.
        role: String,
        /// The known role whose name is nearest.
        near: Option<&'static str>,
    },
    /// A geometry that cannot play its role.
    #[error("a {shape} cannot be {} {role}", if *role == "exit" { "an" } else { "a" })]
    RoleShape {
        /// The role.
        role: &'static str,
        /// The kind of geometry.
        shape: String,
    },
    /// A kind of geometry that the format does not have.
    #[error("unknown geometry `{name}`")]
    UnknownShape {
        /// The name.
        name: String,
        /// The known kind whose name is nearest.
        near: Option<&'static str>,
    },
    /// A row of a grid map has the wrong length.
    #[error("the row has {found} cells; the header says {expected}")]
    RowLength {
        /// The width in the header.
        expected: usize,
        /// The length of the row.
        found: usize,
    },
    /// A grid map has the wrong number of rows.
    #[error("the map has {found} rows; the header says {expected}")]
    RowCount {
        /// The height in the header.
        expected: usize,
        /// The rows there are.
        found: usize,
    },
    /// A list of points and edges is shorter or longer than its first line says.
    #[error("the first line promises {expected} {what}; the file has {found}")]
    Count {
        /// `points` or `edges`.
        what: &'static str,
        /// The number in the first line.
        expected: usize,
        /// The number there are.
        found: usize,
    },
    /// An edge ends at a point that is not there.
    #[error("the edge ends at point {index}, and there are {points} points")]
    EdgeEnd {
        /// The index of the point.
        index: u64,
        /// How many points there are.
        points: usize,
    },
    /// The file is not text.
    #[error("the file is not text: byte {at} is not UTF-8")]
    NotText {
        /// The first byte that is not.
        at: usize,
    },
    /// There is no such file.
    #[error("there is no file `{path}`")]
    NotFound {
        /// The file.
        path: String,
    },
    /// The file that a file names may not be read.
    #[error("`{path}` is outside the folder of this file")]
    Outside {
        /// The file.
        path: String,
    },
    /// The name is that of a folder.
    #[error("`{path}` is a folder")]
    Folder {
        /// The folder.
        path: String,
    },
    /// The system would not give the file away.
    #[error("`{path}` cannot be read: {why}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system says.
        why: String,
    },
    /// The name is that of a device, which may have no end.
    #[error("`{path}` is a device, not a file")]
    Device {
        /// The device.
        path: String,
    },
    /// The file is larger than the limit.
    #[error("the file has more than {most} bytes")]
    TooLarge {
        /// The limit.
        most: u64,
    },
    /// The scene has more points than the limit.
    #[error("the scene has {found} points; at most {most} are read")]
    TooManyPoints {
        /// How many it has.
        found: usize,
        /// The limit.
        most: usize,
    },
    /// A file of a known kind that is no scene.
    #[error("this is {what}, not a scene")]
    OtherKind {
        /// What it is.
        what: &'static str,
        /// What to do with it.
        advice: &'static str,
    },
    /// A scene names another scene where geometry belongs.
    #[error("this is a scene, not a geometry file")]
    SceneInScene,
    /// A file of an unknown kind.
    #[error("{}", unknown_kind(ending))]
    UnknownKind {
        /// The ending of its name.
        ending: String,
    },
}

impl From<CrowdFault> for Fault {
    fn from(fault: CrowdFault) -> Self {
        Self::Crowd(fault)
    }
}

/// Four digits of a length: enough to find it.
fn short(length: f64) -> String {
    if length.is_infinite() {
        return "infinitely far".to_owned(); // nothing is free, or there is no outline at all
    }
    format!("{length:.3e}").parse().map_or_else(|_| length.to_string(), number)
}

fn points(count: usize) -> &'static str {
    if count == 1 { "point" } else { "points" }
}

fn quoted(name: &str) -> String {
    if name.is_empty() { "this ".into() } else { format!("`{name}` ") }
}

pub(super) fn list<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    if names.is_empty() { "nothing".into() } else { names.join(", ") }
}

fn unknown_kind(ending: &str) -> String {
    match ending {
        "" => "the format follows neither from the name nor from the content".into(),
        ending => format!("no scene format has the ending `{ending}`"),
    }
}

fn one_of(names: &[&str], given: &[&str]) -> String {
    match given {
        [] => format!("one of {} is missing", list(names)),
        given => format!("{} exclude each other", list(given)),
    }
}

impl Problem {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        self.fault.advice()
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    /// `world.obstacles[3] point 2 at (4, 5): what is wrong`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut where_it_is = match self.place.field {
            Field::Scene => String::new(),
            _ => self.place.to_string(),
        };
        if let Some(vertex) = self.vertex {
            where_it_is += &format!(" point {vertex}");
        }
        if let Some(at) = self.at {
            where_it_is += &format!(" at ({}, {})", number(at.x), number(at.y));
        }
        match where_it_is.trim_start() {
            "" => write!(f, "{}", self.fault),
            place => write!(f, "{place}: {}", self.fault),
        }
    }
}
