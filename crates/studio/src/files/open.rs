//! From files to documents.
//!
//! A scene in TOML or JSON is taken as it stands, with everything that is wrong with it, as long as its text can be parsed.
//! Everything else is read as a world, and becomes a scene.

use super::{FileState, Stamp};
use crate::document::{Document, Ids};
use crate::files::keep;
use crate::limits;
use std::path::{Path, PathBuf};
use wayfront_world::files::{self, Limits, NamedFiles};
use wayfront_world::{Fault, Format, Note, Place, Problem, Rejected, read_file_within, read_text, write_draft};

/// Larger texts become worlds at once: their comments are not kept.
const MOST_KEPT: usize = 8 << 20;

/// A file that was opened.
#[derive(Debug)]
pub struct Opened {
    pub document: Document,
    pub file: FileState,
    /// What the reader decided.
    pub notes: Vec<Note>,
}

/// Why a file was not opened.
#[derive(Debug)]
pub enum Unopened {
    /// Its text is wrong.
    Rejected(Rejected),
    /// It is a recording of a run, not a scene.
    Recording(PathBuf),
}

impl From<Rejected> for Unopened {
    fn from(rejected: Rejected) -> Self {
        Self::Rejected(rejected)
    }
}

/// Opens a file of the disk. Files that it names must lie in its folder or below.
pub fn open_path(path: &Path, ids: &mut Ids) -> Result<Opened, Unopened> {
    let bytes =
        files::read(path, limits::MESSAGE_BYTES as u64).map_err(|error| unreadable(path, &error.to_string()))?;
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let opened = read(path, &bytes, ids)?;
    let format = Format::of_path(path);
    // Other formats are saved as scenes, under another name.
    let is_scene = matches!(format, Some(Format::SceneToml | Format::SceneJson));
    let file = FileState {
        name: Some(name),
        path: is_scene.then(|| path.to_owned()),
        format,
        original: opened.original,
        stamp: Some(Stamp::from_bytes(&bytes)),
        ..FileState::default()
    };
    Ok(Opened { file: file.settled(&opened.document), document: opened.document, notes: opened.notes })
}

/// Opens files that were dropped on a page: the first that is a scene or a plan. They have no folder but each other.
pub fn open_dropped(dropped: &[(String, Vec<u8>)], ids: &mut Ids) -> Result<Opened, Unopened> {
    let folder =
        Scratch::new().map_err(|why| unreadable(Path::new("the folder for dropped files"), &why.to_string()))?;
    let mut first = None;
    for (name, bytes) in dropped {
        let Some(name) = plain_name(name) else {
            return Err(unreadable(Path::new(name), "a name with folders"));
        };
        let path = folder.0.join(&name);
        files::write(&path, bytes).map_err(|why| unreadable(&path, &why.to_string()))?;
        let is_recording = is_recording(&path, bytes);
        let is_plan = Format::of_path(&path).is_some() || is_recording;
        if is_plan && first.is_none() {
            first = Some((name, path, bytes));
        }
    }
    let Some((name, path, bytes)) = first else {
        let name = dropped.first().map_or_else(String::new, |file| file.0.clone());
        // The reader knows what such a file is, and what to do with it.
        let path = folder.0.join(plain_name(&name).unwrap_or_else(|| "nothing".to_owned()));
        let rejected = read_file_within(&path, Limits::default()).err();
        return Err(Unopened::Rejected(called(rejected.unwrap_or_else(|| nothing(&name)), &name)));
    };
    if is_recording(&path, bytes) {
        return Err(Unopened::Recording(folder.keep(&path)));
    }
    let opened = match read(&path, bytes, ids) {
        Err(Unopened::Rejected(rejected)) => return Err(Unopened::Rejected(called(rejected, &name))),
        other => other?,
    };
    let file = FileState {
        name: Some(name),
        format: Format::of_path(&path),
        original: opened.original,
        ..FileState::default()
    };
    Ok(Opened { file: file.settled(&opened.document), document: opened.document, notes: opened.notes })
}

/// What a text gave.
struct Text {
    document: Document,
    original: Option<String>,
    notes: Vec<Note>,
}

fn read(path: &Path, bytes: &[u8], ids: &mut Ids) -> Result<Text, Unopened> {
    if is_recording(path, bytes) {
        return Err(Unopened::Recording(path.to_owned()));
    }
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= MOST_KEPT);
    if let Some(text) = text
        && let Some((json, is_toml)) = scene_json(path, text)
    {
        let original = is_toml.then(|| text.to_owned());
        if !names_a_file(&json)
            && let Ok(document) = Document::parse(&json, ids)
        {
            return Ok(Text { document, original, notes: Vec::new() });
        }
        return read_world(path, original, ids);
    }
    read_world(path, None, ids)
}

/// Through the reader of all formats: the files that it names become part of the scene.
fn read_world(path: &Path, original: Option<String>, ids: &mut Ids) -> Result<Text, Unopened> {
    let read_limits =
        Limits::default().points(limits::POINTS).bytes(limits::MESSAGE_BYTES as u64).named(NamedFiles::Below);
    let world = read_file_within(path, read_limits)?;
    let draft = write_draft(&world);
    let document = Document::parse(&draft, ids).map_err(|error| unreadable(path, &error.to_string()))?;
    let mut notes = world.notes.clone();
    if world.files.len() > 1 && original.is_some() {
        let text = format!("{} is part of this scene now: saving writes its outlines here", world.files[1]);
        notes.push(Note { place: Place::default(), text });
    }
    Ok(Text { document, original, notes })
}

/// The text of a scene as JSON, and whether it was TOML; `None` for other formats, and where it cannot be parsed.
fn scene_json(path: &Path, text: &str) -> Option<(String, bool)> {
    match Format::of_path(path)? {
        Format::SceneToml => Some((keep::toml_to_json(text)?, true)),
        Format::SceneJson => {
            let value: serde_json::Value = serde_json::from_str(text).ok()?;
            let fields = value.as_object()?;
            let is_geojson = fields.get("type").is_some_and(serde_json::Value::is_string);
            (!is_geojson).then(|| (text.to_owned(), false))
        }
        _ => None,
    }
}

/// Whether a scene names a geometry file.
fn names_a_file(json: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(json).is_ok_and(|value| value["world"]["file"] != serde_json::Value::Null)
}

/// A recording of a run: SQLite, or text with a frame rate.
fn is_recording(path: &Path, bytes: &[u8]) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    bytes.starts_with(b"SQLite format 3\0")
        || ending.as_deref() == Some("txt") && bytes.starts_with(b"#") && {
            let start = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).to_lowercase();
            start.contains("framerate") || start.contains("id") && start.contains("frame")
        }
}

/// A name without folders.
pub fn plain_name(name: &str) -> Option<String> {
    let is_plain = !name.is_empty()
        && name.len() <= 200
        && !name.contains(['/', '\\', ':', '\0'])
        && name != "."
        && name != ".."
        && !name.chars().any(char::is_control);
    is_plain.then(|| name.to_owned())
}

/// The same problems of a file under the name that its user knows.
fn called(rejected: Rejected, name: &str) -> Rejected {
    let mut files = rejected.files;
    if let Some(first) = files.first_mut() {
        name.clone_into(first);
    }
    for other in files.iter_mut().skip(1) {
        *other = Path::new(other).file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    }
    Rejected { files, problems: rejected.problems }
}

fn nothing(name: &str) -> Rejected {
    let fault = Fault::NotFound { path: name.to_owned() };
    Rejected {
        files: vec![name.to_owned()],
        problems: vec![Problem { place: Place::default(), vertex: None, at: None, fault }],
    }
}

fn unreadable(path: &Path, why: &str) -> Unopened {
    let fault = Fault::Unreadable { path: path.display().to_string(), why: why.to_owned() };
    let problems = vec![Problem { place: Place::default(), vertex: None, at: None, fault }];
    Unopened::Rejected(Rejected { files: vec![path.display().to_string()], problems })
}

/// A folder of its own, which goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Self> {
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(std::io::Error::other)?;
        let folder = std::env::temp_dir().join(format!("wayfront-{:016x}", u64::from_le_bytes(random)));
        std::fs::create_dir(&folder)?;
        Ok(Self(folder))
    }

    /// Keeps one of its files for a later reader.
    fn keep(self, path: &Path) -> PathBuf {
        std::mem::forget(self);
        path.to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is in the system's folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether a text can be read as a scene at all; used where a saved text is compared with the document.
pub fn reads_as(text: &str, format: Format, document: &Document) -> bool {
    let Ok(expected) = document.world() else { return true };
    read_text(text.as_bytes(), format, "scene").is_ok_and(|world| write_draft(&world) == write_draft(&expected))
}
