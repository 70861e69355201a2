//! Known answers: what guidelines and experiments say of crowds, measured on runs of ours, and a report of it.
//!
//! Every [`Test`] runs scenes of `scenes` with several seeds and gives [`Row`]s: what was
//! measured, what it must be, and whether it is. The tests know nothing of models: what is verified is a run as a user
//! gets it, and a [`VerifiedModel`] may be one of ours or a user's own. A [`Verification`] runs tests on all cores and
//! gives a [`VerificationReport`], which is written as a page (HTML) or as text with pictures beside it (Markdown). It
//! says what fails as plainly as what holds.
//!
//! ```
//! use wayfront_verify::Verification;
//! use wayfront_world::Steering;
//!
//! let report = Verification::new().model(Steering::Orca).seeds([1]).only("rimea-1").run(&|_, _| {});
//! assert!(report.passed());
//! assert!(report.to_html("2026-11-17").contains("40 m at 1.33 m/s"));
//! ```
//!
//! A model of your own:
//!
//! ```
//! use wayfront_crowd::Orca;
//! use wayfront_verify::{VerifiedModel, Verification};
//!
//! let mine = VerifiedModel::new("orca, two seconds ahead", || Box::new(Orca { horizon: 2.0, ..Orca::default() }));
//! let report = Verification::new().model(mine).seeds([1]).only("imo-1").run(&|_, _| {});
//! assert_eq!(report.findings.len(), 1);
//! ```

mod curves;
mod figures;
mod model;
mod page;
mod run;
mod scenes;
mod tests;

pub use figures::ReportFigure;
pub use model::VerifiedModel;
pub use page::VerificationReport;
pub use tests::{ELSEWHERE, TESTS, Test};

use rayon::prelude::*;
use run::Setting;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    fn new(name: impl Into<String>, value: impl Into<String>, target: impl Into<String>, holds: bool) -> Self {
        Self { name: name.into(), value: value.into(), target: target.into(), holds }
    }

    fn at_most(name: impl Into<String>, value: f64, most: f64, unit: &str) -> Self {
        Self::new(name, format!("{} {unit}", figure(value)), format!("<= {most} {unit}"), value <= most)
    }

    fn at_least(name: impl Into<String>, value: f64, least: f64, unit: &str) -> Self {
        Self::new(name, format!("{} {unit}", figure(value)), format!(">= {least} {unit}"), value >= least)
    }

    fn within(name: impl Into<String>, values: [f64; 2], range: [f64; 2], unit: &str) -> Self {
        let [least, most] = values.map(figure);
        let value = if least == most { format!("{least} {unit}") } else { format!("{least} to {most} {unit}") };
        let holds = values[0] >= range[0] && values[1] <= range[1];
        Self::new(name, value, format!("{} to {} {unit}", range[0], range[1]), holds)
    }
}

/// A number for people; what never happened has none.
fn figure(value: f64) -> String {
    if value.is_finite() { format!("{value:.3}") } else { "never".into() }
}

/// What a test came to with a model.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The test.
    pub test: &'static Test,
    /// What the model is called.
    pub model: String,
    /// What was measured.
    pub rows: Vec<Row>,
    /// What it looked like; empty unless pictures were asked for.
    pub figures: Vec<ReportFigure>,
}

impl Finding {
    /// Everything is what it must be.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.rows.iter().all(|row| row.holds)
    }
}

/// Which tests are run, with which models and seeds.
#[derive(Clone, Debug, Default)]
pub struct Verification {
    models: Vec<VerifiedModel>,
    seeds: Vec<u64>,
    word: String,
    pictures: bool,
}

impl Verification {
    /// All tests, with no model yet and the seeds 1 to 5.
    #[must_use]
    pub fn new() -> Self {
        Self { seeds: (1..=5).collect(), ..Self::default() }
    }

    /// With one more model.
    #[must_use]
    pub fn model(mut self, model: impl Into<VerifiedModel>) -> Self {
        self.models.push(model.into());
        self
    }

    /// With these seeds.
    #[must_use]
    pub fn seeds(self, seeds: impl IntoIterator<Item = u64>) -> Self {
        Self { seeds: seeds.into_iter().collect(), ..self }
    }

    /// Only the test of that name, or those whose names contain the word.
    #[must_use]
    pub fn only(self, word: &str) -> Self {
        Self { word: word.to_owned(), ..self }
    }

    /// With pictures of runs, or without.
    #[must_use]
    pub fn pictures(self, pictures: bool) -> Self {
        Self { pictures, ..self }
    }

    /// The tests that are run.
    #[must_use]
    pub fn tests(&self) -> Vec<&'static Test> {
        let exact = TESTS.iter().filter(|test| test.name == self.word).collect::<Vec<_>>();
        if exact.is_empty() { TESTS.iter().filter(|test| test.name.contains(&self.word)).collect() } else { exact }
    }

    /// Runs everything, on all cores; tells how many of all tests are done.
    #[must_use]
    pub fn run(&self, done: &(dyn Fn(usize, usize) + Sync)) -> VerificationReport {
        let tests = self.tests();
        let pairs: Vec<(&'static Test, &VerifiedModel)> =
            tests.iter().flat_map(|&test| self.models.iter().map(move |model| (test, model))).collect();
        let finished = AtomicUsize::new(0);
        let find = |&(test, model): &(&'static Test, &VerifiedModel)| {
            let setting = Setting { model, seeds: &self.seeds };
            let rows = (test.run)(&setting);
            let figures = if self.pictures { (test.figures)(&setting) } else { Vec::new() };
            done(finished.fetch_add(1, Ordering::Relaxed) + 1, pairs.len());
            Finding { test, model: model.name.clone(), rows, figures }
        };
        VerificationReport { findings: pairs.par_iter().map(find).collect(), ..self.report() }
    }

    /// The report before anything was run: what is found one test at a time can be put there.
    #[must_use]
    pub fn report(&self) -> VerificationReport {
        let models = self.models.iter().map(|model| model.name.clone()).collect();
        VerificationReport { findings: Vec::new(), models, seeds: self.seeds.clone() }
    }
}
