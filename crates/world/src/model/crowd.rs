//! The people of a scene: the table `crowd` as plain data.

use super::group::Group;
use super::place::Place;
use super::seek::Goods;
use super::spread::Distribution;
use super::table::{Form, Lost, Part, Parts, Range, Record, Spec, Val, plain_part, table, words};
use wayfront_geometry::{Point, winding_number};

table! {
    /// The agents of a scene, what they do, and what is measured.
    pub struct Crowd in Crowd, keeps true;

    /// When the run ends, at the latest. It ends before if all agents are out.
    seconds: f64 = 600.0, with_seconds => [Spec::new("seconds", Form::Number(Range::ABOVE_0)).unit("s").label("At the latest until")];
    /// How long a step is. No agent may move farther in a step than its radius.
    step: f64 = 0.05, with_step => [Spec::new("step", Form::Number(Range::ABOVE_0)).unit("s").label("Step").rare()];
    /// The same seed gives the same run, on any number of threads.
    seed: u64 = 1, with_seed => [Spec::new("seed", Form::Whole).label("Seed")];
    /// How agents keep clear of each other.
    steering: Steering = Steering::Orca, with_steering => [Spec::new("steering", Form::Word(Steering::WORDS)).label("Steering")];
    /// The side on which agents that meet head-on pass each other, and nothing else.
    passing: Passing = Passing::Right, with_passing => [Spec::new("passing", Form::Word(Passing::WORDS)).label("Pass on the")];
    /// Agents keep more distance, so that doors carry what codes of practice allow, rather than what experiments measure.
    calm: bool = false, with_calm => [Spec::new("calm", Form::Truth).label("Calm")];
    /// What congestion does to paths. `"none"`: nothing. `"delay"`: agents choose the doors and the exit by which they
    /// expect to be out soonest. `"factor"` or a number: the path behind a queue counts 1.5 times, or so many times.
    rerouting: Rerouting = Rerouting::None, with_rerouting => [REROUTING];
    /// The agents, group by group.
    groups: Vec<Group> = Vec::new(), with_groups => [Spec::new("groups", Form::Tables(Group::TABLE)).filled()];
    /// Where some of them stop before they go on.
    stops: Vec<Stop> = Vec::new() => [Spec::new("stops", Form::Tables(Stop::TABLE))];
    /// Where density, speed and flow are measured.
    measures: Vec<Measure> = Vec::new(), with_measures => [Spec::new("measures", Form::Tables(Measure::TABLE))];
    /// Where people are slower than elsewhere, or faster.
    areas: Vec<SpeedArea> = Vec::new(), with_areas => [Spec::new("areas", Form::Tables(SpeedArea::TABLE))];
    /// What lies about to be taken.
    goods: Vec<Goods> = Vec::new() => [Spec::new("goods", Form::Tables(Goods::TABLE))];
    /// Where it was described.
    place: Place = Place::default() => [];
}

const REROUTING: Spec = Spec::new("rerouting", Form::Rerouting).older("barriers").label("Queues").absent("\"none\"");

impl Default for Crowd {
    fn default() -> Self {
        Self::blank()
    }
}

impl Crowd {
    /// A crowd without groups, with the usual length of a run and of its steps.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What share of its speed an agent walks at in a place: the smallest of all [areas](Self::areas) there, 1 outside.
    ///
    /// ```
    /// use wayfront_world::{Crowd, SpeedArea};
    /// let stairs = SpeedArea::new(vec![(4.0, 0.0).into(), (8.0, 0.0).into(), (8.0, 2.0).into(), (4.0, 2.0).into()], 0.5);
    /// let crowd = Crowd::new().area(stairs);
    /// assert_eq!((crowd.pace_at((5.0, 1.0).into()), crowd.pace_at((1.0, 1.0).into())), (0.5, 1.0));
    /// ```
    #[must_use]
    pub fn pace_at(&self, p: Point) -> f64 {
        let here = self.areas.iter().filter(|area| winding_number(&area.outline, p) != Some(0));
        here.map(|area| area.speed).reduce(f64::min).unwrap_or(1.0)
    }
}

words! {
    /// How agents keep clear of each other and of walls.
    pub enum Steering {
        /// Reciprocal avoidance: each takes half of the care that two need.
        @default Orca = "orca",
        /// Reciprocal avoidance as published, without a walking speed that falls with the distance to those ahead, and
        /// without anything that resolves knots: for comparison.
        OrcaPlain = "orca-plain",
        /// Forces between agents, as in crowds under pressure.
        SocialForce = "social-force",
    }
}

words! {
    /// The side on which two agents that meet head-on pass each other. Nothing else depends on it.
    pub enum Passing {
        /// Each keeps to its right.
        @default Right = "right",
        /// Each keeps to its left.
        Left = "left",
        /// Each gives way to the side on which the other is not.
        None = "none",
    }
}

/// What congestion does to paths.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Rerouting {
    /// Nothing: all agents take the shortest path.
    #[default]
    None,
    /// Each agent takes the doors and the exit by which it expects to be out soonest.
    Delay,
    /// The path behind a queue counts so many times.
    Factor(f64),
}

impl Rerouting {
    /// The factor of queues as it was published.
    pub const USUAL_FACTOR: f64 = 1.5;

    /// What a word says.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "none" => Some(Self::None),
            "delay" => Some(Self::Delay),
            "factor" => Some(Self::Factor(Self::USUAL_FACTOR)),
            _ => None,
        }
    }
}

plain_part! {
    Rerouting: |value| match value {
        Rerouting::None => Val::Word("none"),
        Rerouting::Delay => Val::Word("delay"),
        Rerouting::Factor(factor) => Val::Number(factor),
    }, |val| match val {
        Val::Number(factor) => Some(Rerouting::Factor(factor)),
        Val::Word("delay") => Some(Rerouting::Delay),
        _ => Some(Rerouting::None),
    }
}

table! {
    /// A place at which agents stop before they go on.
    pub struct Stop in Stops;

    /// What groups call it.
    name: String = String::new() => [Spec::new("name", Form::Text).needed().label("Name")];
    /// A ring: an agent in it has arrived.
    outline: Vec<Point> = Vec::new() => [Spec::new("area", Form::Ring).needed()];
    /// How long one stays.
    wait: Distribution = Distribution::Exactly(0.0) => [Spec::new("wait", Form::Spread(Range::FROM_0)).unit("s").label("Stay")];
    /// Where it was described.
    place: Place = Place::default() => [];
}

table! {
    /// Where the crowd is measured.
    pub struct Measure in Measures, one of [MEASURED];

    /// What tables call it.
    name: String = String::new() => [Spec::new("name", Form::Text).needed().label("Name")];
    /// A line measures how many pass; an area measures density and speed.
    shape: MeasureShape = MeasureShape::Area(Vec::new()) => [
        Spec::new("segment", Form::Segment).about("Agents that pass this line: counts and flow."),
        Spec::new("area", Form::Ring).about("Agents in this ring: density and speed."),
    ];
    /// Where it was described.
    place: Place = Place::default() => [];
}

const MEASURED: &[&str] = &["segment", "area"];

/// What is measured.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum MeasureShape {
    /// Agents that pass this line.
    Line([Point; 2]),
    /// Agents in this ring.
    Area(Vec<Point>),
}

impl Part for MeasureShape {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        match record.first_of(MEASURED).and_then(|name| record.take(name)) {
            Some(Val::Segment(segment)) => Ok(Some(Self::Line(segment))),
            Some(Val::Points(ring)) => Ok(Some(Self::Area(ring))),
            _ => Err(Lost),
        }
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        match self {
            Self::Line(segment) => parts.set(specs, "segment", Val::Segment(*segment)),
            Self::Area(ring) => parts.set(specs, "area", Val::Points(ring.clone())),
        }
    }
}

table! {
    /// Where people walk at another speed: stairs, ramps, smoke. Guides that plan by length do not know of it.
    pub struct SpeedArea in SpeedAreas;

    /// A name, for pictures.
    name: Option<String> = None => [Spec::new("name", Form::Text).label("Name")];
    /// Agents whose centre is in this ring walk at the other speed. Where areas overlap, the smallest counts.
    outline: Vec<Point> = Vec::new() => [Spec::new("area", Form::Ring).needed()];
    /// What share of its speed an agent walks at: 0.5 is half as fast.
    speed: f64 = 1.0 => [Spec::new("speed", Form::Number(Range::ABOVE_0)).needed().label("Share of the speed")];
    /// Where it was described.
    place: Place = Place::default() => [];
}

impl Stop {
    /// A place at which agents stop for that long.
    #[must_use]
    pub fn new(name: &str, outline: Vec<Point>, wait: Distribution) -> Self {
        Self { name: name.to_owned(), outline, wait, ..Self::blank() }
    }
}

impl Measure {
    /// Measured there.
    #[must_use]
    pub fn new(name: &str, shape: MeasureShape) -> Self {
        Self { name: name.to_owned(), shape, ..Self::blank() }
    }
}

impl SpeedArea {
    /// An area in which people walk at this share of their speed.
    #[must_use]
    pub fn new(outline: Vec<Point>, speed: f64) -> Self {
        Self { outline, speed, ..Self::blank() }
    }
}
