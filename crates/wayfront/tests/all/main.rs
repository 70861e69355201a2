//! All integration tests of this room, as one program: it is linked once.

mod examples;
mod features;
mod language;
mod pages;
mod rooms;
mod tolerances;

use std::path::{Path, PathBuf};

/// The folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of all rooms, sorted.
fn room_folders() -> Vec<PathBuf> {
    entries(&root().join("crates")).into_iter().filter(|folder| folder.join("src").is_dir()).collect()
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What is in a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

/// Files with one of these endings in a folder and those below it, without what is generated.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let is_wanted = |path: &Path| path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending));
    let found = |path: PathBuf| match name_of(&path).as_str() {
        "target" | "node_modules" => Vec::new(),
        name if name.starts_with('.') => Vec::new(),
        _ if path.is_dir() => files(&path, endings),
        _ if is_wanted(&path) => vec![path],
        _ => Vec::new(),
    };
    entries(folder).into_iter().flat_map(found).collect()
}
