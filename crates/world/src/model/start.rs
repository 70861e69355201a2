//! Where and when the agents of a group appear: the fields `area`, `points`, `entrance` and those that belong to them.

use super::seek;
use super::table::{Form, Lost, Misfit, Part, Parts, Range, Record, Spec, Val};
use wayfront_geometry::Point;

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

const PLACES: &[&str] = &["area", "points", "entrance"];

pub(super) const START: [Spec; 7] = [
    Spec::new("area", Form::Ring)
        .with(&["count"])
        .without(&["points", "entrance"])
        .about("They stand anywhere in this ring when the run begins, `count` of them."),
    Spec::new("points", Form::Points)
        .without(&["entrance", "count"])
        .about("They stand just here when the run begins."),
    Spec::new("entrance", Form::Segment).about("They come in over this line as soon as there is room."),
    Spec::new("count", Form::Whole)
        .label("How many")
        .absent("as many as find room")
        .about("How many they are. An `area` needs it, `points` have none."),
    Spec::new("rate", Form::Number(Range::ABOVE_0))
        .with(&["entrance"])
        .unit("1/s")
        .label("Come in")
        .absent("as many as find room")
        .about("How many a second come in over the `entrance`."),
    Spec::new("batch", Form::Whole)
        .with(&["entrance"])
        .label("At once")
        .rare()
        .absent("1")
        .about("How many come at once over the `entrance`."),
    Spec::new("after", Form::Number(Range::FROM_0))
        .without(&["area", "points"])
        .unit("s")
        .label("First after")
        .rare()
        .absent("0")
        .about("When the first comes in over the `entrance` or the flow's entrances."),
];

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

    /// What stands in for the start of a group that does not say it, so that its other numbers and names are checked in
    /// the same round. It is sound, and the scene is refused in any case.
    fn unknown(record: &Record) -> Self {
        match record.peek("guide") {
            Some(Val::Word("flow" | "lanes")) => Self::Flow { count: None, after: 0.0 },
            _ => Self::Points(Vec::new()),
        }
    }
}

impl Part for Start {
    fn take(record: &mut Record, _: &'static [Spec]) -> Result<Option<Self>, Lost> {
        let unknown = Self::unknown(record);
        if !record.is_clean || !seek::misfits(record).is_empty() {
            return Ok(Some(unknown));
        }
        let given: Vec<&'static str> = PLACES.iter().copied().filter(|name| record.at(name).is_some()).collect();
        let mut misfits = Vec::new();
        if given.len() > 1 {
            misfits.push(Misfit::OneOf { names: PLACES, given: given.clone() });
        }
        for name in ["rate", "batch", "after"] {
            let is_missed = record.at("entrance").is_none() && (!given.is_empty() || name != "after");
            misfits.extend((is_missed && record.at(name).is_some()).then_some(Misfit::OnlyForEntrances(name)));
        }
        let mut whole = |name: &str| match record.take(name) {
            Some(Val::Whole(number)) => Some(number as usize),
            _ => None,
        };
        let (count, batch) = (whole("count"), whole("batch").unwrap_or(1).max(1));
        let mut number = |name: &str| match record.take(name) {
            Some(Val::Number(number)) => Some(number),
            _ => None,
        };
        let (rate, after) = (number("rate"), number("after").unwrap_or(0.0));
        let start = match (record.take("area"), record.take("points"), record.take("entrance")) {
            (_, _, Some(Val::Segment(segment))) => Self::Entrance { segment, count, rate, batch, after },
            (Some(Val::Points(outline)), ..) => {
                misfits.extend(count.is_none().then_some(Misfit::Missing("count")));
                Self::Area { outline, count: count.unwrap_or(0) }
            }
            (_, Some(Val::Points(points)), _) => {
                let both = Misfit::OneOf { names: &["points", "count"], given: vec!["points", "count"] };
                misfits.extend(count.is_some().then_some(both));
                Self::Points(points)
            }
            _ => Self::Flow { count, after },
        };
        let is_sound = misfits.is_empty();
        misfits.into_iter().for_each(|misfit| record.misfit(misfit));
        Ok(Some(if is_sound { start } else { unknown }))
    }

    fn put(&self, specs: &'static [Spec], parts: &mut Parts) {
        let mut set =
            |name: &str, value: Option<Val>| value.into_iter().for_each(|value| parts.set(specs, name, value));
        let whole = |count: usize| Val::Whole(count as u64);
        let later = |after: f64| (after != 0.0).then_some(Val::Number(after));
        match self {
            Self::Area { outline, count } => {
                set("count", Some(whole(*count)));
                set("area", Some(Val::Points(outline.clone())));
            }
            Self::Points(points) => set("points", Some(Val::Points(points.clone()))),
            Self::Entrance { segment, count, rate, batch, after } => {
                set("entrance", Some(Val::Segment(*segment)));
                set("count", count.map(whole));
                set("rate", rate.map(Val::Number));
                set("batch", (*batch != 1).then(|| whole(*batch)));
                set("after", later(*after));
            }
            Self::Flow { count, after } => {
                set("count", count.map(whole));
                set("after", later(*after));
            }
        }
    }
}
