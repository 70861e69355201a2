//! What a run comes to: trips, exits, lines and areas.

use wayfront_geometry::Point;

/// The path of one agent, from its start to its goal.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trip {
    /// Who.
    pub id: u64,
    /// Its group.
    pub group: usize,
    /// When it entered.
    pub entered: f64,
    /// When it arrived.
    pub left: f64,
    /// How far it walked.
    pub length: f64,
    /// How long it stood, or nearly, while it wanted to walk.
    pub waited: f64,
    /// How long it was on its way, without hesitating before and staying at stops.
    pub walking: f64,
    /// By which of the [exits](Summary::exits) it left.
    pub exit: Option<usize>,
}

/// Somebody from whom no path leads to its goal.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrappedAgent {
    /// Who.
    pub id: u64,
    /// Its group.
    pub group: usize,
    /// Where it is.
    pub at: Point,
}

impl Trip {
    /// How long it took.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.left - self.entered
    }
}

/// Somebody was caught.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capture {
    /// When.
    pub time: f64,
    /// Who.
    pub id: u64,
    /// Of which group.
    pub group: usize,
    /// Who caught it.
    pub by: u64,
    /// Where.
    pub at: Point,
}

/// Somebody passed a line.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// When.
    pub time: f64,
    /// Who.
    pub id: u64,
    /// From the left of the line, as it is described, to its right.
    pub to_the_right: bool,
}

/// What an area looked like at a moment.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaSample {
    /// When.
    pub time: f64,
    /// How many were in it.
    pub count: usize,
    /// How many in a unit of its area.
    pub density: f64,
    /// How fast they were, on average; `None` if there was nobody.
    pub speed: Option<f64>,
}

/// What was measured at a line or in an area.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureReport {
    /// What the scene calls it.
    pub name: String,
    /// Who passed, for a line: each passage once, however somebody sways on it.
    pub passages: Vec<Passage>,
    /// How many of these were people who came back.
    pub returned: usize,
    /// What it looked like, for an area.
    pub samples: Vec<AreaSample>,
}

impl MeasureReport {
    /// People a second over a line, between the first and the last.
    #[must_use]
    pub fn flow(&self) -> Option<f64> {
        let (first, last) = (self.passages.first()?, self.passages.last()?);
        (last.time > first.time).then(|| (self.passages.len() - 1) as f64 / (last.time - first.time))
    }
}

/// What has happened in a run.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Seconds that were run.
    pub time: f64,
    /// How many have entered.
    pub entered: usize,
    /// How many of each group have.
    pub entered_by_group: Vec<usize>,
    /// How many are still there.
    pub remaining: usize,
    /// Those who have arrived, in the order in which they did.
    pub trips: Vec<Trip>,
    /// Lines and areas.
    pub measures: Vec<MeasureReport>,
    /// The scene's sources in their order, and the exits of its flow if somebody follows that.
    pub exits: Vec<ExitReport>,
    /// Those who remain because no path leads to their goals.
    pub trapped: Vec<TrappedAgent>,
    /// Those who were caught, in the order in which they were.
    pub captures: Vec<Capture>,
    /// How often somebody of each group was where it wanted to be, and went on to another goal.
    pub visits: Vec<usize>,
    /// How many goods were taken.
    pub taken: f64,
}

impl Summary {
    /// When the last one left; `None` as long as somebody is there.
    #[must_use]
    pub fn evacuation_time(&self) -> Option<f64> {
        if self.remaining > 0 { None } else { self.trips.last().map(|trip| trip.left) }
    }

    /// The mean of something over all trips; `None` without any.
    pub fn mean(&self, of: impl Fn(&Trip) -> f64) -> Option<f64> {
        (!self.trips.is_empty()).then(|| self.trips.iter().map(of).sum::<f64>() / self.trips.len() as f64)
    }

    /// The largest of something over all trips; `None` without any.
    pub fn longest(&self, of: impl Fn(&Trip) -> f64) -> Option<f64> {
        self.trips.iter().map(of).max_by(f64::total_cmp)
    }

    /// When a share of all who could leave had left: the time of the one that made it that many. `None` if they have
    /// not.
    ///
    /// ```
    /// let mut run = wayfront_crowd::Simulation::new(&wayfront_world::builtin("crossing").unwrap())?;
    /// while run.is_going_on() {
    ///     run.step();
    /// }
    /// let summary = run.summary();
    /// let [half, nearly] = [0.5, 0.95].map(|share| summary.percentile(share).unwrap());
    /// assert!(half < nearly && summary.percentile(1.0) == summary.evacuation_time());
    /// # Ok::<(), wayfront_world::Rejected>(())
    /// ```
    #[must_use]
    pub fn percentile(&self, share: f64) -> Option<f64> {
        let all = self.entered - self.trapped.len();
        let rank = ((share * all as f64).ceil() as usize).max(1);
        self.trips.get(rank - 1).map(|trip| trip.left)
    }

    /// Length over the time on the way, of all trips together: hesitating and stops apart.
    #[must_use]
    pub fn walking_speed(&self) -> Option<f64> {
        let seconds: f64 = self.trips.iter().map(|trip| trip.walking).sum();
        (seconds > 0.0).then(|| self.trips.iter().map(|trip| trip.length).sum::<f64>() / seconds)
    }

    /// Length over time, of all trips together.
    #[must_use]
    pub fn mean_speed(&self) -> Option<f64> {
        let seconds: f64 = self.trips.iter().map(Trip::seconds).sum();
        (seconds > 0.0).then(|| self.trips.iter().map(|trip| trip.length).sum::<f64>() / seconds)
    }
}

/// What happened at an exit.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct ExitReport {
    /// What it is called; its place in the scene if it has no name.
    pub name: String,
    /// When agents left by it, in order.
    pub times: Vec<f64>,
}

impl ExitReport {
    /// People a second, between the first and the last.
    #[must_use]
    pub fn flow(&self) -> Option<f64> {
        let (first, last) = (self.times.first()?, self.times.last()?);
        (last > first).then(|| (self.times.len() - 1) as f64 / (last - first))
    }

    /// How many had left at each whole second up to the end of the run.
    #[must_use]
    pub fn curve(&self, end: f64) -> Vec<usize> {
        (0..=end.ceil() as u64).map(|second| self.times.partition_point(|&time| time <= second as f64)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twelve who could leave and one who could not; the k-th leaves after k seconds.
    fn twelve() -> Summary {
        let trip = |k: u64| Trip {
            id: k,
            group: 0,
            entered: 0.0,
            left: k as f64,
            length: 1.0,
            waited: 0.0,
            walking: 1.0,
            exit: None,
        };
        Summary {
            time: 20.0,
            entered: 13,
            entered_by_group: vec![13],
            remaining: 1,
            trips: (1..=12).map(trip).collect(),
            measures: Vec::new(),
            exits: Vec::new(),
            trapped: vec![TrappedAgent { id: 0, group: 0, at: Point::default() }],
            captures: Vec::new(),
            visits: vec![0],
            taken: 0.0,
        }
    }

    /// A share has left when at least so many have: a tenth of twelve are two, not one.
    #[test]
    fn percentiles_are_reached_not_rounded() {
        let summary = twelve();
        let times = [0.0, 0.1, 0.5, 0.95, 1.0].map(|share| summary.percentile(share));
        assert_eq!(times, [1.0, 2.0, 6.0, 12.0, 12.0].map(Some));
        let unfinished = Summary { entered: 14, ..summary };
        assert_eq!((unfinished.percentile(0.9), unfinished.percentile(1.0)), (Some(12.0), None));
    }
}
