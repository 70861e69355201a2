//! A scene that was refused, with everything that is wrong with it.

use super::fault::Problem;
use crate::model::Place;
use std::fmt;

/// Why a scene could not be read: every problem, not only the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejected {
    /// The files that were read; the places of the problems refer to them.
    pub files: Vec<String>,
    /// What is wrong. Never empty.
    pub problems: Vec<Problem>,
}

impl Rejected {
    /// What to do about each of the problems, in their order, a line for each.
    #[must_use]
    pub fn advice(&self) -> String {
        self.problems.iter().map(Problem::advice).collect::<Vec<_>>().join("\n")
    }

    /// `hall.toml:12`, or only the file where no line is known.
    #[must_use]
    pub fn location(&self, place: &Place) -> String {
        location(&self.files, place)
    }
}

/// `file:line` of a place in a world that was read from `files`; only the file where no line is known, and nothing
/// where no file is.
#[must_use]
pub fn location(files: &[String], place: &Place) -> String {
    match files.get(usize::from(place.file)) {
        None => String::new(),
        Some(file) if place.line == 0 => file.clone(),
        Some(file) => format!("{file}:{}", place.line),
    }
}

impl fmt::Display for Rejected {
    /// For each problem `file:line: field[index] point k at (x, y): what`, and below it what to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            let location = self.location(&problem.place);
            let separator = if location.is_empty() { "" } else { ": " };
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{location}{separator}{problem}\n    {}", problem.advice())?;
        }
        Ok(())
    }
}

impl std::error::Error for Rejected {}
