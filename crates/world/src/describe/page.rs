//! The tables of docs/scene-format.md.

use super::usual;
use crate::documents::write::{Style, inline};
use crate::model::Kind;
use crate::model::table::{Form, Range, Spec, Table};

/// A table of fields in Markdown.
pub(super) fn page(table: &'static Table) -> String {
    let rows = table
        .specs()
        .map(|(spec, about)| format!("| `{}` | {} | {} |\n", spec.name, value(spec), meaning(table, spec, about)));
    format!("| field | value | meaning |\n|---|---|---|\n{}", rows.collect::<String>())
}

fn value(spec: &Spec) -> String {
    let words = match spec.form {
        Form::Text => "text".into(),
        Form::Path => "file name".into(),
        Form::Truth => "`true` or `false`".into(),
        Form::True => "`true`".into(),
        Form::Number(range) => range_of(range),
        Form::Whole => "whole number".into(),
        Form::Word(words) => words.expected.split(' ').map(quoted).collect::<Vec<_>>().join(" "),
        Form::Rerouting => "`\"none\"`, `\"delay\"`, `\"factor\"` or number, 1 or more".into(),
        Form::Spread(_) => "spread".into(),
        Form::Names(_) => "name or list of names".into(),
        Form::Name(_) => "name".into(),
        Form::Point => "point".into(),
        Form::Direction => "`[x, y]`, not `[0, 0]`".into(),
        Form::Segment => "two points".into(),
        Form::Points => "list of points".into(),
        Form::Line => "line".into(),
        Form::Ring => "ring".into(),
        Form::Lines(_) => "list of lines".into(),
        Form::Times => "ascending numbers, 0 or more".into(),
        Form::Truths => "list of `true` and `false`".into(),
        Form::Segments => "list of two points each".into(),
        Form::Thing(Kind::Barrier) => "index".into(),
        Form::Thing(_) | Form::Obstacle => "name or index".into(),
        Form::Obstacles => "two names or indices".into(),
        Form::Region => "ring, name or index".into(),
        Form::Tables(_) | Form::Inline(_) => "list of tables".into(),
        Form::Table(_) => "table".into(),
        Form::Rings => "list of rings".into(),
    };
    if spec.unit.is_empty() { words } else { format!("{words} ({})", spec.unit) }
}

/// A word in quotes as code, with what follows it.
fn quoted(word: &str) -> String {
    let bare = word.trim_end_matches(',');
    if bare.starts_with('"') { format!("`{bare}`{}", &word[bare.len()..]) } else { word.to_owned() }
}

fn range_of(range: Range) -> String {
    match (range.least, range.except) {
        (least, Some(except)) if least == except => format!("number above {least}"),
        (least, _) if range.most.is_infinite() => format!("number, {least} or more"),
        _ => format!("number {}", range.needs),
    }
}

fn meaning(table: &'static Table, spec: &'static Spec, about: &str) -> String {
    let mut text = about.to_owned();
    if let Form::Word(words) = spec.form {
        for (word, about) in words.all {
            text += &format!("<br>`\"{word}\"`: {}", about.trim_start());
        }
    }
    if let Some(older) = spec.older {
        text += &format!(" `{older}` is its older name.");
    }
    let absent = usual(table, spec).map(|usual| format!("`{}`", inline(&usual, Style::TOML)));
    let is_value = spec.absent.starts_with(|c: char| c == '"' || c == '[' || c.is_ascii_digit());
    let said = if is_value { format!("`{}`", spec.absent) } else { spec.absent.to_owned() };
    let absent = absent.or_else(|| (!spec.absent.is_empty()).then_some(said));
    match absent {
        Some(absent) => text + &format!("<br>If absent: {absent}."),
        None if spec.needed || spec.filled => text + " Needed.",
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::page;
    use crate::describe::{schema, tables};
    use std::fs;
    use std::path::Path;

    /// Replaces a file that is out of date, or says that it is.
    fn compare(path: &Path, expected: &str) {
        let kept = fs::read_to_string(path).unwrap_or_default();
        if std::env::var_os("WAYFRONT_UPDATE").is_some() {
            fs::write(path, expected).unwrap();
        } else {
            assert!(kept == expected, "{} is out of date: run this test with WAYFRONT_UPDATE=1", path.display());
        }
    }

    #[test]
    fn the_page_of_the_format_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scene-format.md");
        let mut text = fs::read_to_string(&path).unwrap();
        for (name, table) in tables().into_iter().skip(1) {
            let mark = format!("<!-- fields of {name}: generated -->\n");
            let start = text.find(&mark).unwrap_or_else(|| panic!("no mark for {name}")) + mark.len();
            let end = start + text[start..].find("\n\n").expect("a blank line") + 1;
            text.replace_range(start..end, &page(table));
        }
        compare(&path, &text);
    }

    #[test]
    fn the_schema_is_up_to_date() {
        compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scene.schema.json"), &schema());
    }
}
