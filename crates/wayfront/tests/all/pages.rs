//! Pages are true: every file, heading and source that they name is there.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages of the project: at its root, in `docs`, and the README of each room.
fn pages() -> Vec<PathBuf> {
    let root = root();
    let mut pages = Vec::new();
    let mut folders = vec![root.clone(), root.join("docs")];
    let rooms = std::fs::read_dir(root.join("crates")).unwrap().map(|room| room.unwrap().path());
    folders.extend(rooms.filter(|room| room.is_dir()));
    let mut next = 0;
    while next < folders.len() {
        for entry in std::fs::read_dir(&folders[next]).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.extension().is_some_and(|ending| ending == "md") {
                pages.push(entry);
            } else if entry.is_dir() && entry.starts_with(root.join("docs")) {
                folders.push(entry);
            }
        }
        next += 1;
    }
    pages.sort();
    pages.dedup();
    pages
}

/// The text of a page without its code blocks.
fn prose(page: &Path) -> String {
    let text = std::fs::read_to_string(page).unwrap();
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The anchors of a page's headings, as they are made on the web.
fn anchors(page: &Path) -> HashSet<String> {
    let text = prose(page);
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let anchor = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// The targets of links and pictures.
fn links(text: &str) -> Vec<&str> {
    let starts = text.match_indices("](").map(|(at, _)| at + 2);
    starts.filter_map(|at| text[at..].split_once(')').map(|(target, _)| target)).collect()
}

#[test]
fn links_lead_somewhere() {
    let (mut broken, mut count) = (Vec::new(), 0);
    for page in pages() {
        let text = prose(&page);
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            count += 1;
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            let is_there = target.exists() && anchor.is_none_or(|anchor| anchors(&target).contains(anchor));
            if !is_there {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty() && count > 100, "{count} links; broken:\n{}", broken.join("\n"));
}

/// The book has every page of `docs`, each once.
#[test]
fn the_book_has_every_page() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut listed: Vec<PathBuf> = links(&summary).into_iter().map(|link| docs.join(link)).collect();
    let in_book = |page: &PathBuf| page.starts_with(&docs) && !page.ends_with("SUMMARY.md");
    let mut there: Vec<PathBuf> = pages().into_iter().filter(in_book).collect();
    listed.sort();
    there.sort();
    assert_eq!(listed, there);
}

/// Whatever looks like a path from the project's root in inline code.
#[test]
fn sources_that_pages_name_are_there() {
    let (mut missing, mut count) = (Vec::new(), 0);
    for page in pages() {
        let text = prose(&page);
        let code = text.split('`').skip(1).step_by(2);
        let paths =
            code.filter(|code| (code.starts_with("crates/") || code.starts_with("docs/")) && !code.contains(' '));
        for path in paths.filter(|path| !path.contains(['*', '<', '…'])) {
            count += 1;
            if !root().join(path).exists() {
                missing.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(missing.is_empty() && count > 20, "{count} paths; missing:\n{}", missing.join("\n"));
}

/// A row of the table of tolerances: room, name, value, file.
fn tolerances() -> Vec<[String; 4]> {
    let page = prose(&root().join("docs/how/tolerances.md"));
    let (mut room, mut rows) = (String::new(), Vec::new());
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            room = heading.trim_matches('`').to_owned();
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [_, name, value, place, _, ..] = cells[..]
            && name.starts_with('`')
            && name.trim_matches('`').chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        {
            let bare = |cell: &str| cell.trim_matches('`').to_owned();
            rows.push([room.clone(), bare(name), value.to_owned(), bare(place)]);
        }
    }
    rows
}

/// The numbers that constants of a source are given, by name: only those that are written as one number.
fn small_constants(source: &str) -> Vec<(String, f64)> {
    let constants = source.lines().filter_map(|line| {
        let rest = line.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        let (name, rest) = rest.strip_prefix("const ")?.split_once(": f")?;
        let value = rest.split_once(" = ")?.1.trim_end_matches(';').replace('_', "");
        Some((name.to_owned(), value.parse().ok()?))
    });
    constants.collect()
}

#[test]
fn tolerances_are_those_of_the_table() {
    let rows = tolerances();
    assert!(rows.len() > 50, "only {} rows were read", rows.len());
    let mut wrong = Vec::new();
    for [room, name, value, place] in &rows {
        let path = root().join("crates").join(room).join("src").join(place);
        let Ok(source) = std::fs::read_to_string(&path) else {
            wrong.push(format!("{name}: there is no {room}/src/{place}"));
            continue;
        };
        if !source.contains(&format!("const {name}:")) {
            wrong.push(format!("{name} is not in {room}/src/{place}"));
        }
        let written = small_constants(&source).into_iter().find(|(constant, _)| constant == name);
        if let (Some((_, found)), Ok(listed)) = (written, value.parse::<f64>())
            && found != listed
        {
            wrong.push(format!("{name} is {found}, the table has {listed}"));
        }
    }
    wrong.extend(unlisted(&rows));
    assert!(wrong.is_empty(), "docs/how/tolerances.md:\n{}", wrong.join("\n"));
}

/// Constants as small as rounding that the table does not have.
fn unlisted(rows: &[[String; 4]]) -> Vec<String> {
    let mut found = Vec::new();
    for room in std::fs::read_dir(root().join("crates")).unwrap().map(|room| room.unwrap().path()) {
        let name = room.file_name().unwrap().to_string_lossy().into_owned();
        // Programs that measure and test have bounds of their own.
        if matches!(name.as_str(), "bench" | "testkit") {
            continue;
        }
        let mut folders = vec![room.join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    folders.push(entry);
                } else if entry.extension().is_some_and(|ending| ending == "rs") {
                    let place = entry.strip_prefix(room.join("src")).unwrap().to_string_lossy().into_owned();
                    let source = std::fs::read_to_string(&entry).unwrap();
                    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
                    let small = small_constants(source)
                        .into_iter()
                        .filter(|(_, value)| (f64::MIN_POSITIVE..1e-4).contains(value));
                    let is_new =
                        |constant: &String| !rows.iter().any(|[r, n, _, p]| (r, n, p) == (&name, constant, &place));
                    found.extend(
                        small.filter(|(c, _)| is_new(c)).map(|(c, _)| format!("{c} of {name}/src/{place} is missing")),
                    );
                }
            }
        }
    }
    found
}
