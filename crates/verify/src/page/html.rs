//! The report as one page of HTML: no other file is needed to read or to print it.

use super::{VerificationReport, verdict};
use crate::{ELSEWHERE, Finding, ReportFigure, Row};
use base64::prelude::{BASE64_STANDARD, Engine};
use std::fmt::Write as _;

const STYLE: &str = "\
body{font:15px/1.5 system-ui,sans-serif;color:#1c2128;max-width:62rem;margin:2rem auto;padding:0 1.2rem}
h1{margin-bottom:.2rem}h2{margin-top:2.4rem;border-top:1px solid #d0d7de;padding-top:1rem}
.source{color:#57606a;margin-top:0}
table{border-collapse:collapse;width:100%;margin:.6rem 0}
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #e3e7eb;vertical-align:top}
th{background:#f6f8fa}.ok{color:#1a7f37;white-space:nowrap}.fails{color:#b42318;font-weight:600;white-space:nowrap}
figure{display:inline-block;margin:.6rem 1rem .6rem 0;vertical-align:top;max-width:30rem}
figure img{max-width:100%;border:1px solid #e3e7eb}figcaption{color:#57606a;font-size:13px}
@media print{h2{break-before:auto}figure,table{break-inside:avoid}}";

impl VerificationReport {
    /// The report as a page, with the date that stands on it.
    #[must_use]
    pub fn to_html(&self, date: &str) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Verification of wayfront</title>\n\
             <style>{STYLE}</style></head><body>\n<h1>Verification of crowds</h1>\n<p class=\"source\">{}</p>\n\
             <p>{}</p>\n",
            escaped(date),
            escaped(&self.conditions())
        );
        self.verdicts(&mut page);
        for (test, findings) in self.by_test() {
            let _ = write!(
                page,
                "<h2 id=\"{0}\">{0}: {1}</h2>\n<p class=\"source\">{2}</p>\n",
                test.name,
                escaped(test.about),
                escaped(test.source)
            );
            findings.into_iter().for_each(|finding| section(&mut page, finding));
        }
        page += "<h2>Tests that are not run</h2>\n<table><tr><th>test</th><th>why</th></tr>\n";
        for (test, why) in ELSEWHERE {
            let _ = writeln!(page, "<tr><td>{}</td><td>{}</td></tr>", escaped(test), escaped(why));
        }
        page + "</table>\n<h2>How to repeat it</h2>\n<p>The same version, models and seeds give the same figures on any \
                machine: <code>wayfront verify --report report.html</code>.</p>\n</body></html>\n"
    }

    /// The table of verdicts at the top.
    fn verdicts(&self, page: &mut String) {
        let heads: String = self.models.iter().map(|model| format!("<th>{}</th>", escaped(model))).collect();
        let _ = writeln!(page, "<table><tr><th>test</th><th>source</th>{heads}</tr>");
        for (test, findings) in self.by_test() {
            let cells: String = findings.iter().map(|finding| cell(finding.passed(), &verdict(finding))).collect();
            let _ = writeln!(
                page,
                "<tr><td><a href=\"#{0}\">{0}</a>: {1}</td><td>{2}</td>{cells}</tr>",
                test.name,
                escaped(test.about),
                escaped(test.source)
            );
        }
        let all: String = self
            .models
            .iter()
            .map(|model| {
                let [holding, all] = self.counts(model);
                cell(holding == all, &format!("{holding} of {all} figures hold"))
            })
            .collect();
        let _ = writeln!(page, "<tr><th colspan=\"2\">all</th>{all}</tr></table>");
    }
}

fn section(page: &mut String, finding: &Finding) {
    let _ = writeln!(page, "<h3>{}: {}</h3>", escaped(&finding.model), verdict(finding));
    *page += "<table><tr><th>measured</th><th>value</th><th>must be</th><th></th></tr>\n";
    finding.rows.iter().for_each(|row| line(page, row));
    *page += "</table>\n";
    finding.figures.iter().for_each(|picture| figure(page, picture));
}

fn line(page: &mut String, row: &Row) {
    let [name, value, target] = [&row.name, &row.value, &row.target].map(|text| escaped(text));
    let verdict = cell(row.holds, if row.holds { "ok" } else { "fails" });
    let _ = writeln!(page, "<tr><td>{name}</td><td>{value}</td><td>{target}</td>{verdict}</tr>");
}

fn cell(holds: bool, text: &str) -> String {
    format!("<td class=\"{}\">{}</td>", if holds { "ok" } else { "fails" }, escaped(text))
}

fn figure(page: &mut String, figure: &ReportFigure) {
    let caption = escaped(&figure.caption);
    let _ = writeln!(
        page,
        "<figure><img alt=\"{caption}\" src=\"data:image/png;base64,{}\"><figcaption>{caption}</figcaption></figure>",
        BASE64_STANDARD.encode(&figure.png)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
