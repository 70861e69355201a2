//! Files: what is opened, saved, exported and kept for next time.
//!
//! A session writes the file that was opened, and names beside it that a page gives without folders. It reads nothing that
//! lies outside the folder of the opened file: what a scene names is looked up there, links followed, or refused.

mod command;
mod export;
mod keep;
mod open;
mod save;

pub use command::command_line;
pub use export::{EXPORTS, ExportInput, export};
pub use open::{Opened, Unopened, open_dropped, open_path};
pub use save::{Saved, text_of};

use crate::document::Document;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wayfront_world::Format;

/// Where files lie that have no folder yet.
#[derive(Clone, Debug)]
pub struct Desk {
    folder: PathBuf,
    /// Where this session kept what was not saved.
    own: BTreeSet<PathBuf>,
}

impl Desk {
    /// A desk whose files lie in a folder.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        Self { folder, own: BTreeSet::new() }
    }
}

/// What is known of a file on the disk, to notice changes from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    bytes: Vec<u8>,
}

impl Stamp {
    /// The file as it is now; `None` if there is none.
    pub fn of(path: &Path) -> Option<Self> {
        wayfront_world::files::read(path, u64::from(u32::MAX)).ok().map(|bytes| Self { bytes })
    }

    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec() }
    }
}

/// The file of a session.
#[derive(Clone, Debug, Default)]
pub struct FileState {
    /// What people call it: the name of the file or of the built-in scene.
    pub name: Option<String>,
    /// Where it is saved; `None` for new plans, built-in scenes and dropped files.
    pub path: Option<PathBuf>,
    pub format: Option<Format>,
    /// The text that was read, where it is TOML: comments and order are kept when it is saved.
    pub original: Option<String>,
    pub stamp: Option<Stamp>,
    /// The document as it was read or saved last.
    saved: Option<Document>,
    is_touched: bool,
}

impl FileState {
    /// A scene under a name, without a file.
    pub fn named(name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..Self::default() }
    }

    /// A file that was just read or saved, with that document in it.
    pub fn settled(mut self, document: &Document) -> Self {
        self.saved = Some(document.clone());
        self.is_touched = false;
        self
    }

    /// The document may have changed.
    pub fn touched(&mut self, document: &Document) {
        self.is_touched = self.saved.as_ref().map_or(*document != Document::default(), |saved| saved != document);
    }

    pub fn is_saved(&self) -> bool {
        !self.is_touched
    }

    /// As pages get it.
    pub fn json(&self) -> Value {
        let Some(name) = &self.name else { return Value::Null };
        json!({
            "name": name,
            "path": self.path.as_ref().map(|path| path.display().to_string()),
            "format": self.format.map(Format::name),
            "saved": self.is_saved(),
            "keeps": self.keeps(),
        })
    }

    /// What saving keeps of the file as it was written.
    pub fn keeps(&self) -> &'static str {
        match (&self.original, self.format) {
            (Some(_), _) => "comments and order of what is not changed",
            (None, None | Some(Format::SceneToml | Format::SceneJson)) => "the scene; comments and order are not kept",
            (None, Some(_)) => "nothing of this format: it is saved as a scene (.toml)",
        }
    }
}
