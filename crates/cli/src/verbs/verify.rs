//! `wayfront verify`: tests of crowds by guidelines and experiments, and the report of them.

use crate::arguments::{Common, Format, Verify};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use wayfront::verify::{ELSEWHERE, Verification, VerificationReport};
use wayfront::world::{Steering, files};

/// Every test with every seed is several runs; more are a slip of the fingers.
const MOST_SEEDS: u64 = 1000;

/// The result for programs.
#[derive(Serialize)]
struct Report<'a> {
    passed: bool,
    tests: Vec<TestJson<'a>>,
    not_run: Vec<NotRunJson>,
    seeds: &'a [u64],
    files: Vec<String>,
}

/// One figure of one test.
#[derive(Serialize)]
struct TestJson<'a> {
    test: &'a str,
    source: &'a str,
    steering: &'a str,
    name: &'a str,
    figure: &'a str,
    limit: &'a str,
    passed: bool,
}

#[derive(Serialize)]
struct NotRunJson {
    test: &'static str,
    why: &'static str,
}

/// Runs the tests and reports. What fails is a result, not an error: the exit status is 0.
pub fn run(arguments: &Verify, common: &Common) -> Result<(), Failure> {
    let Verify { report: file, seeds, steering, only } = arguments;
    if seeds.count() > MOST_SEEDS {
        return Err(Failure::Usage(format!("{} seeds are too many: at most {MOST_SEEDS}", seeds.count())));
    }
    let mut verification =
        Verification::new().seeds((0..seeds.count() as usize).map(|k| seeds.at(k))).only(only).pictures(file.is_some());
    if verification.tests().is_empty() {
        let names: Vec<&str> = wayfront::verify::TESTS.iter().map(|test| test.name).collect();
        return Err(Failure::Usage(format!("no test has `{only}` in its name; there are {}", names.join(", "))));
    }
    let usual = [Steering::Orca, Steering::SocialForce];
    for &model in if steering.is_empty() { &usual } else { steering.as_slice() } {
        verification = verification.model(model);
    }
    let progress = Progress::of(common);
    progress.step("running tests");
    let report = verification.run(&|ready, all| progress.share("tests", ready, all));
    drop(progress);
    let files = file.as_ref().map_or_else(|| Ok(Vec::new()), |file| write(file, &report))?;
    match common.format {
        Format::Json => output::json(&for_programs(&report, files)),
        Format::Text => output::text(&for_people(&report, &files)),
    }
}

fn for_programs(report: &VerificationReport, files: Vec<String>) -> Report<'_> {
    let rows = report.findings.iter().flat_map(|finding| {
        finding.rows.iter().map(move |row| TestJson {
            test: finding.test.name,
            source: finding.test.source,
            steering: &finding.model,
            name: &row.name,
            figure: &row.value,
            limit: &row.target,
            passed: row.holds,
        })
    });
    let not_run = ELSEWHERE.iter().map(|&(test, why)| NotRunJson { test, why }).collect();
    Report { passed: report.passed(), tests: rows.collect(), not_run, seeds: &report.seeds, files }
}

fn for_people(report: &VerificationReport, files: &[String]) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        // A string takes everything.
        let _ = writeln!(text, "{} with {}: {}", finding.test.name, finding.model, finding.test.about);
        for row in &finding.rows {
            let verdict = if row.holds { "ok   " } else { "FAILS" };
            let _ = writeln!(text, "  {verdict} {}: {} (must be {})", row.name, row.value.trim(), row.target.trim());
        }
    }
    for model in &report.models {
        let [holding, all] = report.counts(model);
        let _ = writeln!(text, "{model}: {holding} of {all} figures hold");
    }
    for (test, why) in ELSEWHERE {
        let _ = writeln!(text, "not run: {test}: {why}");
    }
    if !files.is_empty() {
        let _ = writeln!(text, "written: {}", files.join(", "));
    }
    text
}

fn write(file: &Path, report: &VerificationReport) -> Result<Vec<String>, Failure> {
    let save = |path: &Path, bytes: &[u8]| {
        files::write(path, bytes).map_err(|why| Failure::File {
            what: format!("{}: cannot be written: {why}", path.display()),
            advice: files::advice(&why),
        })
    };
    if file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md")) {
        let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let folder = if stem.is_empty() { "pictures".to_owned() } else { format!("pictures/{stem}") };
        let (text, pictures) = report.to_markdown(&folder);
        let beside = file.parent().unwrap_or(Path::new("")).join(&folder);
        if !pictures.is_empty() {
            std::fs::create_dir_all(&beside).map_err(|why| Failure::File {
                what: format!("{}: cannot be made: {why}", beside.display()),
                advice: files::advice(&why),
            })?;
        }
        for (name, png) in &pictures {
            save(&beside.join(name), png)?;
        }
        save(file, text.as_bytes())?;
        let count = pictures.len();
        let more = (count > 0).then(|| format!("{count} pictures in {}", beside.display()));
        return Ok(std::iter::once(file.display().to_string()).chain(more).collect());
    }
    save(file, report.to_html(&today()).as_bytes())?;
    Ok(vec![file.display().to_string()])
}

/// The date of today, in UTC.
fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
    let [year, month, day] = civil(days as i64);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a day since 1 January 1970 (Hinnant's algorithm: years begin in March, eras are 400 years).
fn civil(days: i64) -> [i64; 3] {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [era * 400 + year + i64::from(month <= 2), month, day]
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_dates() {
        assert_eq!(
            [0, 59, 19_723, 19_782, 20_774].map(civil),
            [[1970, 1, 1], [1970, 3, 1], [2024, 1, 1], [2024, 2, 29], [2026, 11, 17]]
        );
    }
}
