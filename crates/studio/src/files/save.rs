//! Saving, and keeping what is not saved for next time.

use super::open::{plain_name, reads_as};
use super::{Desk, FileState, Stamp, keep};
use crate::document::{Document, Ids};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use wayfront_world::{Format, files, write_text};

/// What became of a file that was to be saved.
#[derive(Debug)]
pub enum Saved {
    Done {
        file: Box<FileState>,
        kept: &'static str,
    },
    /// It was changed from outside, or another file has that name.
    Conflict {
        name: String,
    },
    /// What went wrong, and what to do.
    Failed([String; 2]),
}

impl Desk {
    /// Saves a document as the file that was opened, or under another name beside it.
    pub fn save(&self, file: &FileState, document: &Document, name: Option<&str>, overwrite: bool) -> Saved {
        let path = match self.target(file, name) {
            Ok(path) => path,
            Err(trouble) => return Saved::Failed(trouble),
        };
        let shown = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let is_own = file.path.as_ref() == Some(&path);
        let now = Stamp::of(&path);
        if !overwrite && now.is_some() && !(is_own && now == file.stamp) {
            return Saved::Conflict { name: shown };
        }
        let format = Format::of_path(&path).unwrap_or(Format::SceneToml);
        let (text, kept) = text_of(file, document, format);
        if let Err(why) = files::write(&path, text.as_bytes()) {
            return Saved::Failed([format!("`{shown}` cannot be written: {why}"), files::advice(&why)]);
        }
        self.forget(file);
        let saved = FileState {
            name: Some(shown),
            path: Some(path),
            format: Some(format),
            original: (format == Format::SceneToml).then(|| text.clone()),
            stamp: Some(Stamp::from_bytes(text.as_bytes())),
            ..FileState::default()
        };
        Saved::Done { file: Box::new(saved.settled(document)), kept }
    }

    /// Where a file is saved.
    fn target(&self, file: &FileState, name: Option<&str>) -> Result<PathBuf, [String; 2]> {
        let folder = file.path.as_deref().and_then(Path::parent).unwrap_or(&self.folder);
        match (name, &file.path) {
            (Some(name), _) => {
                let advice = || "give a name without folders that ends in .toml or .json".to_owned();
                let Some(name) = plain_name(name) else {
                    return Err(["this is no name of a file".to_owned(), advice()]);
                };
                match Format::of_path(Path::new(&name)) {
                    Some(Format::SceneToml | Format::SceneJson) if folder.join(&name).is_symlink() => {
                        Err([format!("`{name}` is a link to another file"), "choose another name".to_owned()])
                    }
                    Some(Format::SceneToml | Format::SceneJson) => Ok(folder.join(name)),
                    _ => Err([format!("`{name}` is no name of a scene"), advice()]),
                }
            }
            (None, Some(path)) => Ok(path.clone()),
            (None, None) => Err(["this plan has no file yet".to_owned(), "give it a name".to_owned()]),
        }
    }

    /// Where unsaved work on a file is kept.
    fn kept_path(&self, file: &FileState) -> PathBuf {
        match &file.path {
            Some(path) => {
                let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                path.with_file_name(format!(".{name}.unsaved.json"))
            }
            None => self.folder.join(".wayfront.unsaved.json"),
        }
    }

    /// Keeps a document that was not saved; one that is saved leaves nothing of this session behind.
    pub fn keep(&mut self, file: &FileState, document: &Document) -> std::io::Result<()> {
        let path = self.kept_path(file);
        if file.is_saved() {
            if self.own.contains(&path) {
                self.forget(file);
            }
            return Ok(());
        }
        self.own.insert(path.clone());
        if path.is_symlink() {
            // A name of the session's own leads to no other file.
            std::fs::remove_file(&path)?;
        }
        files::write(&path, document.to_json().as_bytes())
    }

    /// Removes what was kept.
    pub fn forget(&self, file: &FileState) {
        // If it is not there, all is well; if it cannot be removed, it is offered again.
        let _ = std::fs::remove_file(self.kept_path(file));
    }

    /// What an earlier session kept, as pages get it.
    pub fn recoverable(&self, file: &FileState) -> Value {
        let path = self.kept_path(file);
        if !file.is_saved() || self.own.contains(&path) {
            return Value::Null; // What is kept is this session's own work.
        }
        let Ok(about) = std::fs::symlink_metadata(&path) else { return Value::Null };
        if !about.is_file() {
            return Value::Null;
        }
        let since = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        json!({"name": file.name, "seconds": since.map(|since| since.as_secs())})
    }

    /// The document that an earlier session kept.
    pub fn recovered(&self, file: &FileState, ids: &mut Ids) -> Option<Document> {
        let path = self.kept_path(file);
        let bytes = files::read(&path, crate::limits::MESSAGE_BYTES as u64).ok().filter(|_| !path.is_symlink())?;
        Document::parse(&String::from_utf8(bytes).ok()?, ids).ok()
    }
}

/// The text of a document, and what was kept of the one before.
pub fn text_of(file: &FileState, document: &Document, format: Format) -> (String, &'static str) {
    let json = document.to_json();
    let pretty = || serde_json::from_str::<Value>(&json).map_or_else(|_| json.clone(), |value| format!("{value:#}\n"));
    let lost = "the scene; comments and order are not kept";
    if format == Format::SceneJson {
        let written = document.world().ok().and_then(|world| write_text(&world, format).ok());
        return (written.filter(|text| reads_as(text, format, document)).unwrap_or_else(pretty), lost);
    }
    let scene: Value = serde_json::from_str(&json).unwrap_or_default();
    let merged = file.original.as_ref().and_then(|original| keep::merged(original, &scene));
    if let Some(text) = merged.filter(|text| reads_as(text, format, document)) {
        return (text, "comments and order of what was not changed");
    }
    let written = document.world().ok().and_then(|world| write_text(&world, format).ok());
    // A scene that is not in order has no words of the writer's: it is written as it stands.
    (written.or_else(|| keep::merged("", &scene)).unwrap_or_default(), lost)
}
