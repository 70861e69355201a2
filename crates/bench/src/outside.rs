//! Peers that are programs of their own: one gets its input once, and then answers words with lines of numbers.

use crate::contest::Player;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The running program. It ends when dropped.
pub struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    /// Starts a program on its input.
    pub fn start(program: &Path, input: &str) -> io::Result<Self> {
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(pipe), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("a child without pipes"));
        };
        let mut session = Self { child, input: pipe, output: BufReader::new(output) };
        session.input.write_all(input.as_bytes())?;
        Ok(session)
    }

    /// One line of numbers in answer to a word.
    pub fn ask(&mut self, word: &str) -> io::Result<Vec<f64>> {
        writeln!(self.input, "{word}")?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
        match numbers {
            Ok(numbers) if !numbers.is_empty() => Ok(numbers),
            _ => Err(io::Error::other(format!("the peer's program answers {word} with {line:?}"))),
        }
    }

    /// As a player in a contest.
    pub fn player<'a>(&'a mut self, word: &'a str) -> Player<'a> {
        Box::new(move || self.ask(word))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It holds nothing worth a farewell; a failure here means that it is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
