//! Maps, plans and meshes of others, which are not part of the project.
//!
//! They lie in `../shared/data` beside the project, or in the folder that `WAYFRONT_DATA` names. Without that folder
//! tests are skipped and say so ([`crate::outside::skip`]). With it, every file that a test names must be there: a
//! missing one fails the test, and one that no test names is never read.

mod files;

use crate::outside::skip;
pub use files::{ALL, BROKEN_MESHES, CDT, EARCUT, FLOOR_PLANS, GRIDS, MESHES, NOTES, ROS};
use std::path::{Path, PathBuf};

/// Files that lie together.
#[derive(Clone, Copy, Debug)]
pub struct Folder {
    /// Below the data folder.
    pub path: &'static str,
    /// Their names, in order.
    pub files: &'static [&'static str],
}

/// The data folder, or `None` where there is none, which is reported as a skipped test.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let path = place();
    if !path.is_dir() {
        skip("no data folder");
        return None;
    }
    Some(path)
}

/// Where the data folder is searched.
#[must_use]
pub fn place() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("WAYFRONT_DATA").map_or_else(beside, PathBuf::from)
}

/// One file of the data folder. Panics if the folder is there, but the file is not.
#[must_use]
pub fn file(name: &str) -> Option<PathBuf> {
    folder().map(|folder| listed(folder.join(name)))
}

impl Folder {
    /// The paths of its files, in the order of the list; `None` without a data folder.
    #[must_use]
    pub fn paths(&self) -> Option<Vec<PathBuf>> {
        let folder = folder()?.join(self.path);
        Some(self.files.iter().map(|name| listed(folder.join(name))).collect())
    }

    /// Those of its files that end so.
    #[must_use]
    pub fn ending(&self, endings: &[&str]) -> Option<Vec<PathBuf>> {
        let fits = |path: &PathBuf| path.extension().is_some_and(|e| endings.iter().any(|&ending| e == ending));
        Some(self.paths()?.into_iter().filter(fits).collect())
    }
}

/// Every file that some test reads, sorted; `None` without a data folder.
#[must_use]
pub fn all() -> Option<Vec<PathBuf>> {
    folder()?;
    let mut paths: Vec<PathBuf> = ALL.iter().filter_map(|folder| folder.paths()).flatten().collect();
    paths.sort();
    Some(paths)
}

fn listed(path: PathBuf) -> PathBuf {
    assert!(path.is_file(), "{} is read by tests, but is missing", path.display());
    path
}
