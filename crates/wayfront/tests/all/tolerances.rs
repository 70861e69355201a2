//! The page of tolerances is written from the sources: a constant whose documentation begins with `Tolerance:` has a row.

use super::{files, name_of, room_folders, root};
use std::fmt::Write as _;
use std::path::PathBuf;

const PAGE: &str = "docs/how/tolerances.md";
const BEGIN: &str = "<!-- tolerances: generated from the sources -->\n";
const END: &str = "<!-- end of tolerances -->";

/// Constants from this size down must be marked: nothing but rounding is that small.
const SMALL: f64 = 1e-4;

/// A constant with a number as its value.
struct Constant {
    name: String,
    value: String,
    /// The file, from the room's `src` on.
    file: String,
    documentation: String,
}

impl Constant {
    fn reason(&self) -> Option<&str> {
        self.documentation.strip_prefix("Tolerance: ")
    }

    fn is_small(&self) -> bool {
        self.value.replace('_', "").parse().is_ok_and(|value: f64| (f64::MIN_POSITIVE..SMALL).contains(&value))
    }
}

/// The constants of a source that are numbers with a fraction, outside its tests.
fn constants(source: &str, file: &str) -> Vec<Constant> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let (mut found, mut documentation) = (Vec::new(), String::new());
    let mut lines = source.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("///").or_else(|| line.strip_prefix("// ")) {
            let gap = if documentation.is_empty() { "" } else { " " };
            documentation = documentation + gap + text.trim();
        } else if let Some((name, value)) = declared(line) {
            let mut value = value.to_owned();
            while !value.ends_with(';') {
                value += lines.next().unwrap_or(";");
            }
            let value = value.trim_end_matches(';').trim().to_owned();
            let documentation = std::mem::take(&mut documentation);
            found.push(Constant { name: name.to_owned(), value, file: file.to_owned(), documentation });
        } else if !line.starts_with("#[") {
            documentation.clear();
        }
    }
    found
}

/// Name and beginning of the value in `const NAME: f64 = …`.
fn declared(line: &str) -> Option<(&str, &str)> {
    let rest = line.split_once("const ").filter(|(before, _)| before.is_empty() || before.starts_with("pub"))?.1;
    let (name, rest) = rest.split_once(": ")?;
    let (kind, value) = rest.split_once(" =")?;
    matches!(kind, "f64" | "f32").then_some((name, value.trim_start()))
}

/// The constants of each room that the library consists of, in the order of the rooms' names.
fn rooms() -> Vec<(String, Vec<Constant>)> {
    let of_room = |room: PathBuf| {
        let folder = room.join("src");
        let of_file = |path: &PathBuf| {
            let file = path.strip_prefix(&folder).unwrap().to_string_lossy().into_owned();
            constants(&std::fs::read_to_string(path).unwrap(), &file)
        };
        (name_of(&room), files(&folder, &["rs", "wgsl"]).iter().flat_map(of_file).collect())
    };
    // Programs that measure and test have bounds of their own.
    room_folders().into_iter().map(of_room).filter(|(name, _)| name != "bench" && name != "testkit").collect()
}

fn table(rooms: &[(String, Vec<Constant>)]) -> String {
    let mut text = String::new();
    for (room, constants) in rooms {
        let mut rows = constants.iter().filter_map(|constant| Some((constant, constant.reason()?))).peekable();
        if rows.peek().is_some() {
            let _ = write!(text, "\n## `{room}`\n\n| name | value | where | reason |\n|---|---|---|---|\n");
        }
        for (Constant { name, value, file, .. }, reason) in rows {
            let reason = reason.replace('|', "\\|");
            let _ = writeln!(text, "| `{name}` | `{value}` | `{file}` | {} |", without_links(&reason));
        }
    }
    text + "\n"
}

/// Links of the sources mean nothing on a page: `[x](path)` and ``[`x`]`` become their text.
fn without_links(reason: &str) -> String {
    let (mut text, mut rest) = (String::new(), reason);
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        let Some((link, after)) = after.split_once(']') else { return text + "[" + after };
        text += link;
        rest = after.strip_prefix('(').and_then(|target| target.split_once(')')).map_or(after, |(_, rest)| rest);
    }
    text + rest
}

#[test]
fn the_page_shows_the_tolerances_of_the_sources() {
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let table = table(&rooms());
    assert!(table.lines().filter(|line| line.starts_with("| `")).count() > 100);
    let new = format!("{before}{BEGIN}{table}{END}{after}");
    if std::env::var_os("WAYFRONT_UPDATE").is_some() {
        std::fs::write(root().join(PAGE), new).unwrap();
    } else {
        assert!(page == new, "{PAGE} is out of date: run this test with WAYFRONT_UPDATE=1");
    }
}

#[test]
fn constants_as_small_as_rounding_are_marked_as_tolerances() {
    let unmarked = |room: &str, c: &Constant| {
        (c.is_small() && c.reason().is_none()).then(|| format!("{} in {room}/src/{}", c.name, c.file))
    };
    let rooms = rooms();
    let missing: Vec<String> =
        rooms.iter().flat_map(|(room, list)| list.iter().filter_map(move |c| unmarked(room, c))).collect();
    assert!(missing.is_empty(), "their documentation does not begin with 'Tolerance: ':\n{}", missing.join("\n"));
}

#[test]
fn constants_are_read_with_their_documentation() {
    let source = "/// Tolerance: Share [of](x) a `|`,\n/// at most.\n#[allow(x)]\npub(crate) const A_B: f64 =\n    1e-9;\n\n/// No\n\nconst C: f32 = 1e-6;\nconst N: usize = 3;";
    let found = constants(source, "a.rs");
    assert_eq!(found.len(), 2);
    assert_eq!(
        (&*found[0].name, &*found[0].value, found[0].reason()),
        ("A_B", "1e-9", Some("Share [of](x) a `|`, at most."))
    );
    assert!(found[0].is_small() && found[1].is_small() && found[1].reason().is_none());
    assert_eq!(without_links("a [b](c) [`d`] e"), "a b `d` e");
}
