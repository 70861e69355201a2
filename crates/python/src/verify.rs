//! Tests of crowds by guidelines and experiments: one at a time, so that a notebook can stop between two of them.

use crate::errors::impossible;
use crate::threads::work;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wayfront::verify::{TESTS, Verification, VerificationReport};
use wayfront::world::Steering;

/// A figure: test, source, steering, what, figure, limit, whether it holds.
type Row = (&'static str, &'static str, String, String, String, String, bool);

/// Tests for some models and seeds, and what was found so far.
#[pyclass(name = "Verification", module = "wayfront._native", frozen)]
pub struct NativeVerification {
    chosen: Verification,
    found: Mutex<VerificationReport>,
}

#[pymethods]
impl NativeVerification {
    #[new]
    fn new(py: Python<'_>, only: &str, seeds: Vec<u64>, models: Vec<String>, pictures: bool) -> PyResult<Self> {
        let mut chosen = Verification::new().seeds(seeds).only(only).pictures(pictures);
        if chosen.tests().is_empty() {
            let names: Vec<&str> = TESTS.iter().map(|test| test.name).collect();
            let what = format!("no test has `{only}` in its name");
            return Err(impossible(py, &what, &format!("there are {}", names.join(", "))));
        }
        for word in &models {
            let Some(model) = Steering::of_word(word) else {
                let known: Vec<&str> = Steering::ALL.iter().map(|model| model.word()).collect();
                let known = known.join(", ");
                return Err(PyValueError::new_err(format!("steering `{word}`: one of {known} is known")));
            };
            chosen = chosen.model(model);
        }
        let nothing = chosen.report();
        Ok(Self { chosen, found: Mutex::new(nothing) })
    }

    /// The names of the tests.
    fn tests(&self) -> Vec<&'static str> {
        self.chosen.tests().iter().map(|test| test.name).collect()
    }

    /// Runs one of them.
    fn run(&self, py: Python<'_>, test: &str) -> PyResult<Vec<Row>> {
        let chosen = self.chosen.clone().only(test);
        let report = work(py, || chosen.run(&|_, _| {}))?;
        let rows = report.findings.iter().flat_map(|finding| {
            let (test, model) = (finding.test, &finding.model);
            let rows = finding.rows.iter().cloned();
            rows.map(|row| (test.name, test.source, model.clone(), row.name, row.value, row.target, row.holds))
        });
        let rows = rows.collect();
        self.found().findings.extend(report.findings);
        Ok(rows)
    }

    /// The report of what was run, as a page.
    fn html(&self, py: Python<'_>, date: &str) -> PyResult<String> {
        work(py, || self.found().to_html(date))
    }
}

impl NativeVerification {
    fn found(&self) -> MutexGuard<'_, VerificationReport> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
