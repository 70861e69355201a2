//! MovingAI's scenario files: pairs of cells on a grid map, and how long the best path is.

use std::path::Path;
use thiserror::Error;
use wayfront_world::files;

/// One question of a scenario file.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Scenario {
    /// Column and row of the start, the first row at the top.
    pub from: [usize; 2],
    /// Column and row of the goal.
    pub to: [usize; 2],
    /// Columns and rows of the map that is meant.
    pub size: [usize; 2],
    /// The length of the shortest path over cells.
    pub length: f64,
}

/// Why scenarios cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}: {what}")]
pub struct ScenarioError {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl ScenarioError {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        if self.line == 0 {
            "look at the spelling and the folder".into()
        } else {
            "a line is: bucket, map, width, height, start x, start y, goal x, goal y, length".into()
        }
    }
}

/// Reads a scenario file.
///
/// # Errors
/// If the file cannot be read, or the first line that is no scenario.
pub fn read_scenarios(file: &Path) -> Result<Vec<Scenario>, ScenarioError> {
    let fault = |line: usize, what: String| ScenarioError { file: file.display().to_string(), line, what };
    let bytes = files::read(file, files::Limits::default().bytes)
        .map_err(|error| fault(0, format!("the file cannot be read: {error:?}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().enumerate().filter(|(k, line)| !(*k == 0 && line.starts_with("version")));
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(k, line)| scenario(line).map_err(|what| fault(k + 1, what))).collect()
}

fn scenario(line: &str) -> Result<Scenario, String> {
    // Names of maps may contain blanks; tabs part the columns then.
    let words: Vec<&str> = if line.contains('\t') { line.split('\t').collect() } else { line.split(' ').collect() };
    let words: Vec<&str> = words.into_iter().map(str::trim).filter(|word| !word.is_empty()).collect();
    if words.len() != 9 {
        return Err(format!("a scenario has nine columns, not {}", words.len()));
    }
    let whole = |k: usize| words[k].parse::<usize>().map_err(|_| format!("`{}` is no whole number", words[k]));
    let length = words[8].parse::<f64>().ok().filter(|length| *length >= 0.0);
    Ok(Scenario {
        size: [whole(2)?, whole(3)?],
        from: [whole(4)?, whole(5)?],
        to: [whole(6)?, whole(7)?],
        length: length.ok_or_else(|| format!("`{}` is no length", words[8]))?,
    })
}
