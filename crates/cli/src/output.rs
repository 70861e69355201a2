//! Results to standard output, messages to standard error. A reader that hangs up ends the command quietly.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{ErrorKind, Write};

/// Prints a result for people.
pub fn text(result: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(result.as_bytes()).and_then(|()| out.flush()).map_err(unwritten)
}

/// Standard output takes no more.
pub fn unwritten(why: std::io::Error) -> Failure {
    if why.kind() == ErrorKind::BrokenPipe {
        return Failure::ReaderGone;
    }
    Failure::File {
        what: format!("cannot write the result: {why}"),
        advice: "look at where standard output goes".into(),
    }
}

/// Prints a result for programs: one object.
pub fn json(result: &impl Serialize) -> Result<(), Failure> {
    let object = serde_json::to_string_pretty(result).map_err(|e| Failure::File {
        what: format!("cannot write the result as JSON: {e}"),
        advice: "use --format text".into(),
    })?;
    text(&format!("{object}\n"))
}

/// Prints a message about the result. If standard error is closed, that is no error.
pub fn message(message: &str) {
    if !message.is_empty() {
        let _ = writeln!(std::io::stderr().lock(), "{message}");
    }
}
