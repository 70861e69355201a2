//! Pages are true: every file, heading and source that they name is there.

use super::{entries, files, room_folders, root};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// All pages of the project: at its root, in `docs`, and the README of each room.
fn pages() -> Vec<PathBuf> {
    let of_rooms = room_folders().into_iter().flat_map(|room| entries(&room));
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let beside = entries(&root()).into_iter().chain(of_rooms).filter(is_page);
    beside.chain(files(&root().join("docs"), &["md"])).collect()
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
