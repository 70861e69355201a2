//! The shared data, beside the project or where `WAYFRONT_DATA` says; tests that need it say so where it is absent.

use std::path::{Path, PathBuf};

/// Its folder, if there is one.
pub fn data() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("WAYFRONT_DATA").map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: no data");
        return None;
    }
    Some(folder)
}

/// All files below a folder.
pub fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, into) } else { into.push(path) }
    }
}
