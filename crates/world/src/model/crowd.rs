//! The people of a scene: the table `crowd` as plain data.

use super::place::Place;
use super::seek::{Goods, Seek};
use wayfront_geometry::{Point, winding_number};

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
    /// The side on which agents that meet head-on pass each other.
    pub passing: Passing,
    /// Agents keep so much distance that doors carry what codes of practice allow, rather than what experiments measure.
    pub calm: bool,
    /// Whether congestion changes the paths of agents that are not yet in it.
    pub rerouting: Rerouting,
    /// The agents, group by group.
    pub groups: Vec<Group>,
    /// Where some of them stop before they go on.
    pub stops: Vec<Stop>,
    /// Where density, speed and flow are measured.
    pub measures: Vec<Measure>,
    /// Where people are slower than elsewhere, or faster.
    pub areas: Vec<SpeedArea>,
    /// What lies about to be taken.
    pub goods: Vec<Goods>,
    /// Where it was described.
    pub place: Place,
}

impl Crowd {
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

impl Default for Crowd {
    fn default() -> Self {
        Self {
            seconds: 600.0,
            step: 0.05,
            seed: 1,
            steering: Steering::default(),
            passing: Passing::default(),
            calm: false,
            rerouting: Rerouting::default(),
            groups: Vec::new(),
            stops: Vec::new(),
            measures: Vec::new(),
            areas: Vec::new(),
            goods: Vec::new(),
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
    /// Reciprocal avoidance as published, without a walking speed that falls with the distance to those ahead, and
    /// without anything that resolves knots: for comparison.
    OrcaPlain,
    /// Forces between agents, as in crowds under pressure.
    SocialForce,
}

/// The side on which two agents that meet head-on pass each other. Nothing else depends on it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passing {
    /// Each keeps to its right.
    #[default]
    Right,
    /// Each keeps to its left.
    Left,
    /// Each gives way to the side on which the other is not.
    None,
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
    /// What they are after: one of these goals, or something that changes while they walk.
    pub seek: Seek,
    /// Names of the stops they visit before, in turn.
    pub via: Vec<String>,
    /// What guides them.
    pub guide: GuideKind,
    /// For which sizes its ways are planned.
    pub plan: SizePlan,
    /// Half of what one takes up.
    pub radius: Distribution,
    /// How fast an agent walks when nothing hinders it.
    pub speed: Distribution,
    /// How long one hesitates before setting off.
    pub premovement: Distribution,
    /// They keep near each other, as friends and families do. Only social force heeds it.
    pub together: bool,
    /// Kinds of people within the group, each with its share. Empty: all are alike but for the spreads above.
    pub profiles: Vec<Profile>,
    /// Where it was described.
    pub place: Place,
}

/// A kind of people within a group: children, people in wheelchairs. What it leaves open is as in the group.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Profile {
    /// A name for people.
    pub name: Option<String>,
    /// How many there are, in proportion to the shares of the other profiles.
    pub share: f64,
    /// Half of what one takes up.
    pub radius: Option<Distribution>,
    /// How fast one walks when nothing hinders it.
    pub speed: Option<Distribution>,
    /// How long one hesitates before setting off.
    pub premovement: Option<Distribution>,
}

impl Group {
    /// Agents of ordinary size and speed that take the shortest path to the nearest source.
    #[must_use]
    pub fn new(start: Start) -> Self {
        Self {
            name: None,
            start,
            goals: Vec::new(),
            seek: Seek::default(),
            via: Vec::new(),
            guide: GuideKind::default(),
            plan: SizePlan::default(),
            radius: Distribution::Exactly(0.2),
            speed: Distribution::Around { mean: 1.34, deviation: 0.26 },
            premovement: Distribution::Exactly(0.0),
            together: false,
            profiles: Vec::new(),
            place: Place::default(),
        }
    }

    /// All spreads of the radius: those of its profiles, or its own.
    #[must_use]
    pub fn radii(&self) -> Vec<Distribution> {
        if self.profiles.is_empty() {
            return vec![self.radius];
        }
        self.profiles.iter().map(|profile| profile.radius.unwrap_or(self.radius)).collect()
    }

    /// The largest radius that anybody may have.
    #[must_use]
    pub fn largest_radius(&self) -> f64 {
        self.radii().iter().map(|radius| radius.range()[1]).fold(0.0, f64::max)
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
    /// The same by travel time: at the density of now, and with areas that slow people.
    Quickest,
    /// The skeleton of the free space: away from walls, at the price of detours.
    Clearance,
    /// The graph of everybody: away from walls and from all others, anew in each step.
    Navgraph,
    /// Nothing: straight on to the nearest goal.
    Straight,
}

/// For which sizes the ways of a group are planned whose people differ.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SizePlan {
    /// For each of a few sizes: everybody takes the ways that are wide enough for its own.
    #[default]
    Each,
    /// For the largest: nobody takes a way that is too narrow for another.
    Largest,
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
    /// Log-normally distributed, within three deviations of its logarithm: many are quick, a few take long.
    LogNormal {
        /// The mean, of the number itself and not of its logarithm.
        mean: f64,
        /// The standard deviation, of the number itself.
        deviation: f64,
    },
    /// Triangularly distributed.
    Triangular {
        /// The smallest number.
        from: f64,
        /// The most frequent one.
        mode: f64,
        /// The largest one.
        to: f64,
    },
}

impl Distribution {
    /// How far around its mean a normal distribution reaches, in deviations.
    const REACH: f64 = 2.0;
    /// How far that of a logarithm does.
    const LOG_REACH: f64 = 3.0;

    /// The smallest and the largest number that may come.
    #[must_use]
    pub fn range(self) -> [f64; 2] {
        match self {
            Self::Exactly(x) => [x, x],
            Self::Between(from, to) => [from, to],
            Self::Around { mean, deviation } => [mean - Self::REACH * deviation, mean + Self::REACH * deviation],
            Self::LogNormal { .. } => {
                let [middle, sigma] = self.logarithm();
                [middle - Self::LOG_REACH * sigma, middle + Self::LOG_REACH * sigma].map(f64::exp)
            }
            Self::Triangular { from, to, .. } => [from, to],
        }
    }

    /// The mean and the deviation of the logarithm of a log-normal number; of no meaning for others.
    #[must_use]
    pub fn logarithm(self) -> [f64; 2] {
        let Self::LogNormal { mean, deviation } = self else { return [0.0, 0.0] };
        let variance = (1.0 + (deviation / mean) * (deviation / mean)).ln();
        [mean.ln() - variance / 2.0, variance.sqrt()]
    }

    /// The mean.
    #[must_use]
    pub fn mean(self) -> f64 {
        let [from, to] = self.range();
        match self {
            Self::LogNormal { mean, .. } => mean,
            Self::Triangular { mode, .. } => (from + mode + to) / 3.0,
            _ => f64::midpoint(from, to),
        }
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

/// Where people walk at another speed: stairs, ramps, smoke. Guides that plan by length do not know of it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SpeedArea {
    /// A name for people.
    pub name: Option<String>,
    /// A ring: whose centre is in it walks at the other speed.
    pub outline: Vec<Point>,
    /// What share of its speed an agent walks at: 0.5 is half as fast.
    pub speed: f64,
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
