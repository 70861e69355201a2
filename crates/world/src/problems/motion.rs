//! What can be wrong with a motion.

use crate::model::{Handle, Kind, Place};
use crate::text::number;
use thiserror::Error;

/// What is wrong with a motion, or with the name of a door.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MotionFault {
    /// It moves something that the scene does not have.
    #[error("{}", no_such(kind.name(), handle, *count))]
    NoSuchThing {
        /// What it moves.
        kind: Kind,
        /// Which one.
        handle: Handle,
        /// The name that was probably meant.
        near: Option<String>,
        /// How many there are.
        count: usize,
    },
    /// It moves an exit that the scene does not have.
    #[error("{}", no_such("exit", handle, *count))]
    NoSuchExit {
        /// Which one; its index counts exits alone.
        handle: Handle,
        /// The name that was probably meant.
        near: Option<String>,
        /// How many exits there are.
        count: usize,
    },
    /// Several things have the name of the one that it moves.
    #[error("{count} {}s are called `{name}`", kind.name())]
    Ambiguous {
        /// What it moves.
        kind: Kind,
        /// Their name.
        name: String,
        /// How many have it.
        count: usize,
    },
    /// Two doors have the same name.
    #[error("{first} is called `{name}` too")]
    SameName {
        /// Their name.
        name: String,
        /// The one described first.
        first: Place,
    },
    /// There is not one value for each time.
    #[error("`{name}` has {found} {}, `times` has {times}", if *found == 1 { "value" } else { "values" })]
    Lengths {
        /// The list of values.
        name: &'static str,
        /// How many it has.
        found: usize,
        /// How many times there are.
        times: usize,
    },
    /// A motion without times.
    #[error("`times` is empty")]
    NoTimes,
    /// A time is not later than the one before it.
    #[error("`times` must ascend: {} does not come after {}", number(*time), number(*before))]
    NotAscending {
        /// The time.
        time: f64,
        /// The one before it.
        before: f64,
    },
    /// A motion that repeats does not begin at zero, or takes no time.
    #[error("a motion that repeats runs from time 0 to a later one, not from {} to {}", number(*first), number(*last))]
    Round {
        /// When it begins.
        first: f64,
        /// When it ends.
        last: f64,
    },
    /// A thing of this kind cannot change like that.
    #[error("{} {} has no `{change}`", article(*kind), kind.name())]
    CannotChange {
        /// What it moves.
        kind: Kind,
        /// The list of values.
        change: &'static str,
    },
    /// Two motions change the same.
    #[error("{first} changes the same")]
    Twice {
        /// The one described first.
        first: Place,
    },
    /// A thing appears that has been there all the time.
    #[error("it appears at {}, but has been there before", number(*time))]
    ThereBefore {
        /// The first time.
        time: f64,
    },
}

const fn article(kind: Kind) -> &'static str {
    if matches!(kind, Kind::Obstacle) { "an" } else { "a" }
}

fn no_such(kind: &str, handle: &Handle, count: usize) -> String {
    match (handle, count) {
        (_, 0) => format!("there is no {kind} in the scene"),
        (Handle::Index(_), 1) => format!("there is no {kind} {handle}: the scene has 1"),
        (Handle::Index(_), count) => format!("there is no {kind} {handle}: the scene has {count}"),
        (Handle::Name(_), _) => format!("there is no {kind} {handle}"),
    }
}

impl MotionFault {
    /// The field of the motion or door that is at fault.
    pub(crate) const fn field(&self) -> &'static str {
        match self {
            Self::NoSuchThing { kind, .. } | Self::Ambiguous { kind, .. } => kind.name(),
            Self::NoSuchExit { .. } => "exit",
            Self::SameName { .. } => "name",
            Self::Lengths { name, .. } => name,
            Self::NotAscending { .. } | Self::Round { .. } | Self::NoTimes => "times",
            Self::CannotChange { change, .. } => change,
            Self::ThereBefore { .. } => "present",
            Self::Twice { .. } => "motion",
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::NoSuchThing { near: Some(near), .. } | Self::NoSuchExit { near: Some(near), .. } => {
                format!("did you mean `{near}`?")
            }
            Self::NoSuchThing { handle: Handle::Index(_), .. } | Self::NoSuchExit { handle: Handle::Index(_), .. } => {
                "they are counted from 0".into()
            }
            Self::NoSuchExit { .. } => "give that `name` to an exit, or give its index".into(),
            Self::NoSuchThing { kind: Kind::Obstacle, .. } => {
                "name it in world.solids: { name = \"…\", outline = [[x, y], …] }; or give its index".into()
            }
            Self::NoSuchThing { kind: Kind::Barrier, .. } => "barriers have no names: give its index".into(),
            Self::NoSuchThing { kind: Kind::Source, .. } => "give that `name` to a source, or give its index".into(),
            Self::NoSuchThing { kind: Kind::Door, .. } => "give that `name` to a door".into(),
            Self::Ambiguous { .. } => "give each a name of its own, or give the index of the one that is meant".into(),
            Self::SameName { .. } => "give each door a name of its own".into(),
            Self::Lengths { .. } => "give one value for each time".into(),
            Self::NoTimes => "give at least one time, in seconds".into(),
            Self::NotAscending { .. } => "put the times in order, each once".into(),
            Self::Round { .. } => "begin `times` with 0 and end it with the length of a round".into(),
            Self::CannotChange { kind, .. } => format!("it can have {}", kind.changes()),
            Self::Twice { .. } => "join the two into one motion".into(),
            Self::ThereBefore { .. } => "begin with the time 0 and `false`".into(),
        }
    }
}

impl Kind {
    const fn changes(self) -> &'static str {
        match self {
            Self::Obstacle | Self::Barrier => "`shifts` or `present`",
            Self::Source => "`shifts`, `segments` or `present`",
            Self::Door => "`open` or `shifts`",
        }
    }
}
