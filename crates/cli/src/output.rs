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

/// Tells something about the result. Nobody may be listening: that is no error.
pub fn message(message: &str) {
    if !message.is_empty() {
        let _ = writeln!(std::io::stderr().lock(), "{message}");
    }
}

/// A number as people like to read it: six digits at most.
pub fn short(x: f64) -> String {
    format!("{x:.5e}").parse::<f64>().map_or_else(|_| x.to_string(), |rounded| rounded.to_string())
}

/// `1 wall`, `3 walls`, `2 vertices`.
pub fn count(n: usize, thing: &str) -> String {
    match thing.strip_suffix("ex") {
        _ if n == 1 => format!("{n} {thing}"),
        Some(stem) => format!("{n} {stem}ices"),
        None => format!("{n} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [738.440_000_000_1, 1e-7 / 3.0, 123_456_789.0, 0.0, 40.0].map(short);
        assert_eq!(shown, ["738.44", "0.0000000333333", "123457000", "0", "40"]);
        assert_eq!([count(0, "wall"), count(1, "wall"), count(2, "wall")], ["0 walls", "1 wall", "2 walls"]);
        assert_eq!([count(1, "vertex"), count(2, "vertex")], ["1 vertex", "2 vertices"]);
    }
}
