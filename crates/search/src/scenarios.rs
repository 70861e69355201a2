//! MovingAI's scenario files: pairs of cells on a grid map, and how long the best path is.

use crate::cells::CellSpace;
use crate::fault::SearchError;
use crate::lattice::Diagonals;
use crate::pair::{AStar, Budget};
use crate::space::StateId;
use std::path::Path;
use thiserror::Error;
use wayfront_domain::Cells;
use wayfront_world::{CellMap, files};

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

/// A grid map on which scenarios are answered: no corner is cut, as in the published lengths.
#[derive(Clone, Debug)]
pub struct ScenarioMap {
    space: CellSpace,
    cell: f64,
    free: usize,
    search: AStar,
}

impl ScenarioMap {
    /// The cells of a map.
    ///
    /// # Errors
    /// If they are impossible.
    pub fn new(map: CellMap) -> Result<Self, SearchError> {
        let free = map.free.iter().filter(|&&free| free).count();
        let cells = Cells::new(map.origin, map.cell, map.size, map.free)?;
        Ok(Self { space: CellSpace::new(&cells, Diagonals::BothFree)?, cell: map.cell, free, search: AStar::new() })
    }

    /// How many cells are free.
    #[must_use]
    pub fn free_cells(&self) -> usize {
        self.free
    }

    /// Whether both cells of a scenario lie on the map: it may be for another one.
    #[must_use]
    pub fn holds(&self, scenario: &Scenario) -> bool {
        let [columns, rows] = self.space.grid().size();
        [scenario.from, scenario.to].iter().all(|at| at[0] < columns && at[1] < rows)
    }

    /// The length of the shortest path of a scenario, in cells, if there is one; and how many states were expanded.
    pub fn length(&mut self, scenario: &Scenario) -> (Option<f64>, usize) {
        if !self.holds(scenario) {
            return (None, 0);
        }
        let columns = self.space.grid().size()[0];
        let [from, to] = [scenario.from, scenario.to].map(|[x, y]| StateId((y * columns + x) as u32));
        let answer = self.search.find(&self.space, from, to, Budget::Unlimited);
        let length = answer.is_path().then(|| self.space.length(&answer.path) / self.cell);
        (length, answer.expanded)
    }
}

impl Scenario {
    /// Tolerance: Files print six digits or more.
    const DIGITS: f64 = 5e-6;

    /// Whether a length is the one that the file gives, as far as that has digits.
    #[must_use]
    pub fn agrees(&self, length: f64) -> bool {
        (length - self.length).abs() <= Self::DIGITS * self.length.max(1.0) + 1e-6
    }
}
