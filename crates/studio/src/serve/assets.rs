//! The files of the page: inside the program, or from a folder for work on them.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// All files of the page, by their names.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Where the page's files come from.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    folder: Option<PathBuf>,
}

impl Assets {
    /// From a folder, or from the program.
    pub const fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// A file and its media type.
    pub fn get(&self, name: &str) -> Option<(Cow<'static, [u8]>, &'static str)> {
        let name = if name.is_empty() { "index.html" } else { name };
        let bytes = match &self.folder {
            None => Cow::Borrowed(FILES.iter().find(|file| file.0 == name)?.1),
            Some(folder) => Cow::Owned(from_folder(folder, name)?),
        };
        Some((bytes, media_type(name)))
    }

    /// Bytes of all files together.
    pub fn size() -> usize {
        FILES.iter().map(|file| file.1.len()).sum()
    }
}

/// A file below a folder, links followed; nothing beside it.
fn from_folder(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    if !name.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let path = folder.join(name).canonicalize().ok()?;
    if !path.starts_with(folder.canonicalize().ok()?) {
        return None;
    }
    std::fs::read(path).ok()
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}
