//! Why the command ends without its result, and the exit status for it.

use crate::problems::listed;
use crate::text::short;
use std::fmt;
use wayfront::draw::DrawError;
use wayfront::world::{OpenError, Rejected};

/// The input is wrong, or the result cannot be written.
const INPUT: u8 = 1;
/// The command line is wrong.
pub const USAGE: u8 = 2;

/// Ctrl-C was pressed: the status that shells report for it.
pub const INTERRUPTED: u8 = 130;

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// A scene was refused.
    Rejected(Rejected),
    /// A scene was read, and [`check`](crate::verbs::check) has reported what is wrong with it.
    Reported,
    /// Anything else that is wrong with a file, in a sentence; what to do, in another.
    File { what: String, advice: String },
    /// The scene is wrong at a moment.
    At { moment: String, cause: Box<Failure> },
    /// The arguments are each possible but do not fit together.
    Usage(String),
    /// A run was interrupted after so many of its seconds; its results until then were reported.
    Interrupted { seconds: f64 },
    /// The reader of our output has closed it.
    ReaderGone,
}

impl Failure {
    /// The exit status.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::At { cause, .. } => cause.exit_code(),
            Self::Rejected(_) | Self::Reported | Self::File { .. } => INPUT,
            Self::Usage(_) => USAGE,
            Self::Interrupted { .. } => INTERRUPTED,
            Self::ReaderGone => 0,
        }
    }
}

impl fmt::Display for Failure {
    /// The message; empty where there is nothing more to say.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(rejected) => f.write_str(&listed(&rejected.files, &rejected.problems)),
            Self::File { what, advice } if advice.is_empty() => f.write_str(what.trim_end()),
            Self::File { what, advice } => write!(f, "{what}\n    {advice}"),
            Self::At { moment, cause } => write!(f, "{moment}:\n{cause}"),
            Self::Usage(what) => write!(f, "error: {what}"),
            Self::Interrupted { seconds } => {
                write!(f, "interrupted: results and files are those of the first {} s", short(*seconds))
            }
            Self::Reported | Self::ReaderGone => Ok(()),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Rejected(rejected) => Self::Rejected(rejected),
            other => Self::File { what: other.to_string(), advice: other.advice() },
        }
    }
}

impl From<Rejected> for Failure {
    fn from(rejected: Rejected) -> Self {
        Self::Rejected(rejected)
    }
}

/// Why there is no picture.
impl From<DrawError> for Failure {
    fn from(why: DrawError) -> Self {
        let advice = why.advice();
        match why {
            DrawError::TooSmall { .. } | DrawError::TooLarge { .. } => Self::Usage(format!("{why}; {advice}")),
            _ => Self::File { what: why.to_string(), advice },
        }
    }
}
