//! What changes in a world with time: things that move, grow, come and go, open and close.
//!
//! A motion is a list of key frames of one thing. Places run straight from one key frame to the next; whether a door
//! is open and whether a thing is there changes in steps. [`World::at`](crate::World::at) gives the world of a moment.

use super::handle::{Handle, Kind};
use super::place::Place;
use super::table::{Form, Lost, Part, Parts, Record, Spec, Val, table};
use wayfront_geometry::Point;

table! {
    /// How one thing changes with time.
    pub struct Motion in Motions, one of [THINGS, CHANGES];

    /// What changes.
    thing: Thing = Thing::nth(Kind::Obstacle, 0) => THING;
    /// Ascending seconds, at least one.
    times: Vec<f64> = Vec::new() => [Spec::new("times", Form::Times).needed().filled().unit("s")];
    /// The values at these times.
    change: Change = Change::Shifts(Vec::new()) => CHANGE;
    /// Starts anew at its last time, for ever. Then the first time is zero.
    repeat: bool = false, with_repeat => [Spec::new("repeat", Form::Truth).label("Start anew")];
    /// Where it was described.
    place: Place = Place::default() => [];
}

const THINGS: &[&str] = &["obstacle", "source", "exit", "door", "barrier"];
const CHANGES: &[&str] = &["shifts", "segments", "open", "present"];

const THING: [Spec; 5] = [
    Spec::new("obstacle", Form::Thing(Kind::Obstacle)).about("The obstacle that changes."),
    Spec::new("source", Form::Thing(Kind::Source)).about("The source that changes; exits are counted behind sources."),
    Spec::new("exit", Form::Thing(Kind::Source)).about("The exit that changes; exits are counted alone."),
    Spec::new("door", Form::Thing(Kind::Door)).about("The door that changes."),
    Spec::new("barrier", Form::Thing(Kind::Barrier)).about("The barrier that changes. Barriers have no names."),
];

const CHANGE: [Spec; 4] = [
    Spec::new("shifts", Form::Points).about("How far the thing is from where it is described; straight in between."),
    Spec::new("segments", Form::Segments)
        .without(&["obstacle", "door", "barrier"])
        .about("Where the source is; with both ends in one place it is a point."),
    Spec::new("open", Form::Truths).with(&["door"]).about("Whether one can walk through the door, from that time on."),
    Spec::new("present", Form::Truths)
        .without(&["door"])
        .about("Whether the thing is there, from that time on; doors always are."),
];

/// One thing of a world.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// Of which kind.
    pub kind: Kind,
    /// Which of them.
    pub handle: Handle,
}

/// The values of a motion, one for each of its times.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// How far the thing is from where the world describes it; straight in between.
    Shifts(Vec<Point>),
    /// Where a source is; straight in between. With both ends in one place it is a point.
    Segments(Vec<[Point; 2]>),
    /// Whether a door is open, from that time on. Until the first time it is as the world describes it.
    Open(Vec<bool>),
    /// Whether the thing is there, from that time on. Until the first time it is.
    Present(Vec<bool>),
}

impl Motion {
    /// A motion that runs once.
    #[must_use]
    pub fn new(thing: Thing, times: impl Into<Vec<f64>>, change: Change) -> Self {
        Self { thing, times: times.into(), change, ..Self::blank() }
    }

    /// The same motion of another thing.
    #[must_use]
    pub fn of(self, thing: Thing) -> Self {
        Self { thing, ..self }
    }

    /// The same motion, over and over.
    #[must_use]
    pub fn repeated(self) -> Self {
        Self { repeat: true, ..self }
    }
}

impl Thing {
    /// The thing of that name.
    #[must_use]
    pub fn named(kind: Kind, name: &str) -> Self {
        Self { kind, handle: Handle::Name(name.to_owned()) }
    }

    /// The thing of that index.
    #[must_use]
    pub const fn nth(kind: Kind, index: usize) -> Self {
        Self { kind, handle: Handle::Index(index) }
    }
}

impl Change {
    /// The field in which a scene lists the values.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Shifts(_) => "shifts",
            Self::Segments(_) => "segments",
            Self::Open(_) => "open",
            Self::Present(_) => "present",
        }
    }

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Shifts(shifts) => shifts.len(),
            Self::Segments(segments) => segments.len(),
            Self::Open(steps) | Self::Present(steps) => steps.len(),
        }
    }
}

impl Part for Thing {
    fn take(record: &mut Record, specs: &'static [Spec]) -> Result<Option<Self>, Lost> {
        let given = record.first_of(THINGS).and_then(|name| Some((name, record.take(name)?)));
        let Some((name, Val::Handle(handle))) = given else { return Err(Lost) };
        match specs.iter().find(|spec| spec.name == name).map(|spec| spec.form) {
            Some(Form::Thing(kind)) => Ok(Some(Self { kind, handle })),
            _ => Err(Lost),
        }
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        parts.set(specs, self.kind.name(), Val::Handle(self.handle.clone()));
    }
}

impl Part for Change {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        let given = record.first_of(CHANGES).and_then(|name| Some((name, record.take(name)?)));
        match given {
            Some((_, Val::Points(shifts))) => Ok(Some(Self::Shifts(shifts))),
            Some((_, Val::Segments(segments))) => Ok(Some(Self::Segments(segments))),
            Some(("open", Val::Truths(steps))) => Ok(Some(Self::Open(steps))),
            Some((_, Val::Truths(steps))) => Ok(Some(Self::Present(steps))),
            _ => Err(Lost),
        }
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        let value = match self {
            Self::Shifts(shifts) => Val::Points(shifts.clone()),
            Self::Segments(segments) => Val::Segments(segments.clone()),
            Self::Open(steps) | Self::Present(steps) => Val::Truths(steps.clone()),
        };
        parts.set(specs, self.name(), value);
    }
}
