//! The report as Markdown, with pictures in a folder beside it.

use super::{VerificationReport, verdict};
use crate::ELSEWHERE;
use std::fmt::Write as _;

impl VerificationReport {
    /// The report as Markdown, and its pictures by their names; links to them begin with `folder`.
    #[must_use]
    pub fn to_markdown(&self, folder: &str) -> (String, Vec<(String, &[u8])>) {
        let mut text = "# Verification\n\n".to_owned();
        let _ = writeln!(
            text,
            "What guidelines and experiments ask of a model of crowds, and what runs of ours come to. {}",
            self.conditions()
        );
        text += "\nWhat fails is said as plainly as what holds: a figure outside its limit is a reason not to rely on runs that depend on it.\n\n";
        text += &self.short_form();
        let mut pictures = Vec::new();
        for (test, findings) in self.by_test() {
            let _ = write!(text, "\n## {}\n\n{}. *{}*\n", test.name, capital(test.about), test.source);
            for finding in findings {
                let _ = write!(
                    text,
                    "\n**{}**: {}\n\n| measured | value | must be | |\n|---|---|---|---|\n",
                    finding.model,
                    verdict(finding)
                );
                for row in &finding.rows {
                    let verdict = if row.holds { "ok" } else { "**fails**" };
                    let _ = writeln!(text, "| {} | {} | {} | {verdict} |", row.name, row.value, escaped(&row.target));
                }
                for figure in &finding.figures {
                    let name = figure.file_name(&finding.model);
                    let _ = write!(
                        text,
                        "\n![{}, {}]({folder}/{name})\n*{}*\n",
                        figure.caption, finding.model, figure.caption
                    );
                    pictures.push((name, figure.png.as_slice()));
                }
            }
        }
        text += "\n## Tests that are not run\n\n| test | why |\n|---|---|\n";
        for (test, why) in ELSEWHERE {
            let _ = writeln!(text, "| {test} | {why} |");
        }
        text += "\n## Repeat it\n\n```sh\nwayfront verify                               # all tests, on all cores\nwayfront verify --only doors --seeds 1..10    # one of them\nwayfront verify --report report.html          # this report as a page\n```\n\nA steering model of your own: `wayfront::verify::Verification` and `VerifiedModel`.\n";
        (text, pictures)
    }

    /// The table of verdicts.
    #[must_use]
    fn short_form(&self) -> String {
        let mut text =
            format!("| test | asks | {} |\n|---|---|{}\n", self.models.join(" | "), "---|".repeat(self.models.len()));
        for (test, findings) in self.by_test() {
            let verdicts: Vec<String> = findings.iter().map(|finding| verdict(finding)).collect();
            let _ = writeln!(text, "| {} ({}) | {} | {} |", test.name, test.source, test.about, verdicts.join(" | "));
        }
        text
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `<` would begin a tag.
fn escaped(text: &str) -> String {
    text.replace('<', "&lt;").replace('|', "\\|")
}
