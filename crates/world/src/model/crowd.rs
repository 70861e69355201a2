//! The people of a scene: the table `crowd` as plain data.

use super::place::Place;
use wayfront_geometry::Point;

/// The agents of a scene, what they do, and what is measured.
///
/// Goals are the scene's sources, by name. Agents of one group are alike; several groups share the world.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Crowd {
    /// When the run ends, at the latest.
    pub seconds: f64,
    /// How long a step is.
    pub step: f64,
    /// The same seed gives the same run.
    pub seed: u64,
    /// How agents keep clear of each other.
    pub steering: Steering,
    /// Whether congestion changes the paths of agents that are not yet in it.
    pub rerouting: Rerouting,
    /// The agents, group by group.
    pub groups: Vec<Group>,
    /// Where some of them stop before they go on.
    pub stops: Vec<Stop>,
    /// Where density, speed and flow are measured.
    pub measures: Vec<Measure>,
    /// Where it was described.
    pub place: Place,
}

impl Default for Crowd {
    fn default() -> Self {
        Self {
            seconds: 600.0,
            step: 0.05,
            seed: 1,
            steering: Steering::default(),
            rerouting: Rerouting::default(),
            groups: Vec::new(),
            stops: Vec::new(),
            measures: Vec::new(),
            place: Place::default(),
        }
    }
}

/// How agents keep clear of each other and of walls.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steering {
    /// Reciprocal avoidance: each takes half of the care that two need.
    #[default]
    Orca,
    /// Forces between agents, as in crowds under pressure.
    SocialForce,
}

/// What congestion does to path maps: a queue of waiting agents becomes a barrier.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Rerouting {
    /// Nothing: everybody takes the shortest path.
    #[default]
    None,
    /// A queue costs the time that agents wait in it.
    Delay,
    /// The path behind a queue counts so many times.
    Factor(f64),
}

impl Rerouting {
    /// The factor of queues as it was published.
    pub const USUAL_FACTOR: f64 = 1.5;
}

/// Agents with the same start, goal and habits.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Group {
    /// A name for people and for tables.
    pub name: Option<String>,
    /// Where and when they appear.
    pub start: Start,
    /// Names of the sources they go to, whichever is nearest. Empty: all sources.
    pub goals: Vec<String>,
    /// Names of the stops they visit before, in turn.
    pub via: Vec<String>,
    /// What guides them.
    pub guide: GuideKind,
    /// Half of what one takes up.
    pub radius: Distribution,
    /// How fast an agent walks when nothing hinders it.
    pub speed: Distribution,
    /// How long one hesitates before setting off.
    pub premovement: Distribution,
    /// They keep near each other, as friends and families do. Only social force heeds it.
    pub together: bool,
    /// Where it was described.
    pub place: Place,
}

impl Group {
    /// Agents of ordinary size and speed that take the shortest path to the nearest source.
    #[must_use]
    pub fn new(start: Start) -> Self {
        Self {
            name: None,
            start,
            goals: Vec::new(),
            via: Vec::new(),
            guide: GuideKind::default(),
            radius: Distribution::Exactly(0.2),
            speed: Distribution::Around { mean: 1.34, deviation: 0.26 },
            premovement: Distribution::Exactly(0.0),
            together: false,
            place: Place::default(),
        }
    }

    /// The same group under a name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }
}

/// Where and when agents appear.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// They stand somewhere in a ring when the run begins.
    Area {
        /// The ring.
        outline: Vec<Point>,
        /// How many.
        count: usize,
    },
    /// They stand just here when the run begins.
    Points(Vec<Point>),
    /// They come in over a line, one by one or in batches, when there is room.
    Entrance {
        /// The line.
        segment: [Point; 2],
        /// How many in all; absent: as many as find room.
        count: Option<usize>,
        /// How many a second; absent: as many as find room.
        rate: Option<f64>,
        /// How many come at once.
        batch: usize,
        /// When the first comes.
        after: f64,
    },
    /// They come in over the entrances of the scene's flow, when there is room; on lanes, one behind the other.
    Flow {
        /// How many in all; absent: as many as find room.
        count: Option<usize>,
        /// When the first comes.
        after: f64,
    },
}

impl Start {
    /// How many there will be; `None`: as many as find room.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        match self {
            Self::Area { count, .. } => Some(*count),
            Self::Points(points) => Some(points.len()),
            Self::Entrance { count, .. } | Self::Flow { count, .. } => *count,
        }
    }
}

/// What guides a group.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GuideKind {
    /// The exact path map of its goals, for bodies of its size.
    #[default]
    Path,
    /// The direction of the scene's flow.
    Flow,
    /// A lane of the scene's flow for each.
    Lanes,
    /// The harmonic field of its goals.
    Potential,
    /// A wave over cells, which heeds the scene's constraints.
    Cells,
    /// Nothing: straight on to the nearest goal.
    Straight,
}

/// A number that differs from agent to agent.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distribution {
    /// The same for all.
    Exactly(f64),
    /// Evenly between two numbers.
    Between(f64, f64),
    /// Normally distributed, within two deviations.
    Around {
        /// The mean.
        mean: f64,
        /// The standard deviation.
        deviation: f64,
    },
}

impl Distribution {
    /// How far around its mean a normal distribution reaches, in deviations.
    const REACH: f64 = 2.0;

    /// The smallest and the largest number that may come.
    #[must_use]
    pub fn range(self) -> [f64; 2] {
        match self {
            Self::Exactly(x) => [x, x],
            Self::Between(from, to) => [from, to],
            Self::Around { mean, deviation } => [mean - Self::REACH * deviation, mean + Self::REACH * deviation],
        }
    }

    /// The mean.
    #[must_use]
    pub fn mean(self) -> f64 {
        let [from, to] = self.range();
        f64::midpoint(from, to)
    }
}

/// A place at which agents stop before they go on.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stop {
    /// What groups call it.
    pub name: String,
    /// A ring: an agent in it has arrived.
    pub outline: Vec<Point>,
    /// How long one stays.
    pub wait: Distribution,
    /// Where it was described.
    pub place: Place,
}

/// Where the crowd is measured.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measure {
    /// What tables call it.
    pub name: String,
    /// A line measures how many pass; an area measures density and speed.
    pub shape: MeasureShape,
    /// Where it was described.
    pub place: Place,
}

/// What is measured.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum MeasureShape {
    /// Agents that pass this line.
    Line([Point; 2]),
    /// Agents in this ring.
    Area(Vec<Point>),
}
