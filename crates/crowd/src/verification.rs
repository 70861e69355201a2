//! Known answers: what guidelines and experiments say of crowds, measured on runs of ours.
//!
//! Every [`Test`] runs scenes of [`wayfront_world::validation`] with several seeds and gives [`Row`]s: what was
//! measured, what it must be, and whether it is. The tests know nothing of models: what is verified is a run as a user
//! gets it. The runs of one test are spread over all cores.

mod run;
mod tests;

use rayon::prelude::*;
pub use tests::{TESTS, Test};
use wayfront_world::Steering;

/// One line of the report.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// The value, in words.
    pub value: String,
    /// What it must be, in words.
    pub target: String,
    /// It is what it must be.
    pub holds: bool,
}

impl Row {
    fn at_most(name: impl Into<String>, value: f64, most: f64, unit: &str) -> Self {
        let value_in_words = format!("{value:.3} {unit}");
        Self { name: name.into(), value: value_in_words, target: format!("<= {most} {unit}"), holds: value <= most }
    }

    fn at_least(name: impl Into<String>, value: f64, least: f64, unit: &str) -> Self {
        let value_in_words = format!("{value:.3} {unit}");
        Self { name: name.into(), value: value_in_words, target: format!(">= {least} {unit}"), holds: value >= least }
    }

    fn within(name: impl Into<String>, values: [f64; 2], range: [f64; 2], unit: &str) -> Self {
        let [least, most] = values;
        Self {
            name: name.into(),
            value: format!("{least:.3} to {most:.3} {unit}"),
            target: format!("{} to {} {unit}", range[0], range[1]),
            holds: least >= range[0] && most <= range[1],
        }
    }
}

/// The rows of one test, for a steering model and some seeds.
#[must_use]
pub fn verify(test: &Test, steering: Steering, seeds: &[u64]) -> Vec<Row> {
    (test.run)(&run::Setting { steering, seeds })
}

/// The tests whose names contain a word, each with its rows. The tests run side by side.
#[must_use]
pub fn verify_all(word: &str, steering: Steering, seeds: &[u64]) -> Vec<(&'static Test, Vec<Row>)> {
    let chosen: Vec<&Test> = TESTS.iter().filter(|test| test.name.contains(word)).collect();
    chosen.into_par_iter().map(|test| (test, verify(test, steering, seeds))).collect()
}
