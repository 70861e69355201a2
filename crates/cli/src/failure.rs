//! Why the command ends without its result, and the exit status for it.

use crate::problems::listed;
use crate::text::short;
use std::fmt;
use wayfront::world::{OpenError, Rejected};

/// The input is at fault, or the place where the result should go.
const INPUT: u8 = 1;
/// The command line is.
pub const USAGE: u8 = 2;

/// Somebody pressed Ctrl-C, as shells tell it.
pub const INTERRUPTED: u8 = 130;

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// A scene was refused.
    Rejected(Rejected),
    /// A scene was read, and [`check`](crate::verbs::check) has told what is wrong with it.
    Told,
    /// Anything else that is wrong with a file, in a sentence; what to do, in another.
    File { what: String, advice: String },
    /// A moment of the scene is at fault.
    At { moment: String, cause: Box<Failure> },
    /// The arguments are each possible but do not fit together.
    Usage(String),
    /// A run was interrupted after so many of its seconds; what it came to until then was told.
    Interrupted { seconds: f64 },
    /// Whoever read our output has seen enough.
    ReaderGone,
}

impl Failure {
    /// The exit status.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::At { cause, .. } => cause.exit_code(),
            Self::Rejected(_) | Self::Told | Self::File { .. } => INPUT,
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
            Self::File { what, advice } => write!(f, "{what}\n    {advice}"),
            Self::At { moment, cause } => write!(f, "{moment}:\n{cause}"),
            Self::Usage(what) => write!(f, "error: {what}"),
            Self::Interrupted { seconds } => {
                write!(f, "interrupted: results and files are those of the first {} s", short(*seconds))
            }
            Self::Told | Self::ReaderGone => Ok(()),
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
