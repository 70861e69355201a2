//! The report as a page: HTML with everything in it, or Markdown with its pictures beside it.

mod html;
mod markdown;

use crate::{Finding, Row, Test};

/// What tests came to, test by test and model by model.
#[derive(Clone, Debug)]
pub struct VerificationReport {
    /// In the order of the tests; the models of one test one after the other.
    pub findings: Vec<Finding>,
    /// What the models are called.
    pub models: Vec<String>,
    /// The seeds with which everything was run.
    pub seeds: Vec<u64>,
}

impl VerificationReport {
    /// Everything is what it must be.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.findings.iter().all(Finding::passed)
    }

    /// How many rows of a model hold, of how many.
    #[must_use]
    pub fn counts(&self, model: &str) -> [usize; 2] {
        let rows: Vec<&Row> = self.findings.iter().filter(|f| f.model == model).flat_map(|f| &f.rows).collect();
        [rows.iter().filter(|row| row.holds).count(), rows.len()]
    }

    /// The tests in order, each with the findings of all models.
    pub(crate) fn by_test(&self) -> Vec<(&'static Test, Vec<&Finding>)> {
        let mut tests: Vec<(&'static Test, Vec<&Finding>)> = Vec::new();
        for finding in &self.findings {
            match tests.last_mut() {
                Some((test, findings)) if test.name == finding.test.name => findings.push(finding),
                _ => tests.push((finding.test, vec![finding])),
            }
        }
        tests
    }

    /// `1 to 5`, or `1, 4, 9`.
    pub(crate) fn seeds_in_words(&self) -> String {
        match self.seeds.as_slice() {
            [first, .., last] if last - first + 1 == self.seeds.len() as u64 => format!("{first} to {last}"),
            seeds => seeds.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
        }
    }

    /// What was run, in a sentence.
    pub(crate) fn conditions(&self) -> String {
        format!(
            "wayfront {}, steering {}, seeds {}; unless a test says otherwise, bodies have a radius of 0.2 m, people walk \
             at 1.34 ± 0.26 m/s (normally distributed, within two deviations), and a step takes 0.05 s. Figures are means \
             over the seeds, or the worst of them where a row says so.",
            env!("CARGO_PKG_VERSION"),
            self.models.join(" and "),
            self.seeds_in_words()
        )
    }
}

/// `12 of 14 hold`.
fn verdict(finding: &Finding) -> String {
    let holding = finding.rows.iter().filter(|row| row.holds).count();
    if finding.passed() { "passed".into() } else { format!("failed ({holding} of {} hold)", finding.rows.len()) }
}
