//! Opening, saving, exporting, and what was not saved.

use super::{Job, JobKind, Outcome, Outgoing, Session, Step, to, to_all};
use crate::document::Document;
use crate::files::{self, FileState, Opened, Saved, Unopened, open_dropped, open_path};
use crate::messages::{Export, PageId, beyond, trouble};
use crate::{limits, problems};
use serde_json::{Value, json};
use std::path::Path;
use wayfront_world::{Note, builtin, builtin_like, write_draft};

impl Session {
    /// Opens a scene of the disk before any page looks, or a built-in one. A file that cannot be read leaves an empty plan,
    /// and pages get what is wrong with it: see [`Self::unopened`].
    ///
    /// # Errors
    /// With a sentence and what to do, if there is no such file, and no such scene.
    pub fn open(&mut self, name: &str) -> Result<(), [String; 2]> {
        let path = Path::new(name);
        if path.is_dir() || !path.exists() {
            let Some(world) = builtin(name) else {
                let near = builtin_like(name).map(|near| format!("did you mean `{near}`?"));
                let advice = near.unwrap_or_else(|| "`wayfront scenes` lists the built-in ones".to_owned());
                return Err([format!("there is no file `{name}`, and no built-in scene of that name"), advice]);
            };
            let document = Document::parse(&write_draft(&world), &mut self.ids)
                .map_err(|error| [error.to_string(), "open another scene".to_owned()])?;
            self.start_with(FileState::named(name).settled(&document), document);
            return Ok(());
        }
        match open_path(path, &mut self.ids) {
            Ok(Opened { document, file, notes }) => {
                self.notes = notes;
                self.start_with(file, document);
                Ok(())
            }
            Err(Unopened::Recording(path)) => self.play_recording(&path, &file_name(&path), false).map(|_| ()),
            // The pages say what is wrong, and where; the program that started it gets the same.
            Err(unopened) => {
                self.unopened = Some(rejected_json(&file_name(path), 0, &unopened));
                Ok(())
            }
        }
    }

    fn start_with(&mut self, file: FileState, document: Document) {
        self.world = document.world();
        (self.file, self.document, self.unopened) = (file, document, None);
    }

    /// Another scene takes the place of the one that is there; undo brings that back, with its file.
    pub(super) fn open_document(
        &mut self,
        label: &str,
        file: FileState,
        document: Document,
        notes: Vec<Note>,
    ) -> Vec<Outgoing> {
        let world = document.world();
        if let Some(found) = world.as_ref().ok().map(|world| world.points().count()).filter(|&n| n > limits::POINTS) {
            return vec![to_all(beyond("open", 0, "points", limits::POINTS as f64, found as f64))];
        }
        let before = std::mem::replace(&mut self.document, document);
        let file = std::mem::replace(&mut self.file, file);
        self.undo.push(Step { label: label.to_owned(), document: before, file: Some(file) });
        self.redo.clear();
        self.world = world;
        self.notes = notes;
        self.opened()
    }

    /// Tells every page that another scene is open.
    pub(super) fn opened(&mut self) -> Vec<Outgoing> {
        self.file.touched(&self.document);
        self.revision += 1;
        (self.dragged, self.unopened) = (None, None);
        self.runs.is_stale = true;
        self.announce()
    }

    /// The whole scene for every page, and its layers.
    pub(super) fn announce(&mut self) -> Vec<Outgoing> {
        let found = self.follow_document();
        let mut out: Vec<Outgoing> =
            self.pages.keys().map(|&page| to(page, self.scene_message(page, 0, &found))).collect();
        out.extend(self.all_layers(found, false));
        out.push(Outgoing::Work(self.check_job()));
        out
    }

    pub(super) fn open_builtin(&mut self, page: PageId, frame: u32, name: &str) -> Vec<Outgoing> {
        let Some(world) = builtin(name) else {
            let advice = builtin_like(name).map_or_else(String::new, |near| format!("did you mean `{near}`?"));
            return vec![to(page, trouble("open", frame, &format!("there is no built-in scene `{name}`"), &advice))];
        };
        match Document::parse(&write_draft(&world), &mut self.ids) {
            Ok(document) => {
                let file = FileState::named(name).settled(&document);
                self.open_document(&format!("open {name}"), file, document, Vec::new())
            }
            Err(error) => vec![to(page, trouble("open", frame, &error.to_string(), "open another one"))],
        }
    }

    pub(super) fn open_files(&mut self, page: PageId, frame: u32, files: &[(String, Vec<u8>)]) -> Vec<Outgoing> {
        let name = files.first().map_or("", |file| file.0.as_str());
        match open_dropped(files, &mut self.ids) {
            Ok(Opened { document, file, notes }) => self.open_document(&format!("open {name}"), file, document, notes),
            Err(Unopened::Recording(path)) => {
                let played = self.play_recording(&path, name, true);
                match played {
                    Ok(out) => out,
                    Err([what, advice]) => vec![to(page, trouble("open", frame, &what, &advice))],
                }
            }
            Err(unopened) => vec![to(page, rejected_json(name, frame, &unopened))],
        }
    }

    pub(super) fn save(&mut self, page: PageId, frame: u32, name: Option<&str>, overwrite: bool) -> Vec<Outgoing> {
        match self.desk.save(&self.file, &self.document, name, overwrite) {
            Saved::Done { file, kept } => {
                self.file = *file;
                let message = json!({
                    "type": "saved", "name": self.file.name, "frame": frame, "revision": self.revision, "kept": kept,
                    "file": self.file.json(),
                });
                vec![to_all(message)]
            }
            Saved::Conflict { name } => vec![to(page, json!({"type": "conflict", "name": name, "frame": frame}))],
            Saved::Failed([what, advice]) => vec![to(page, trouble("save", frame, &what, &advice))],
        }
    }

    pub(super) fn export(&mut self, page: PageId, frame: u32, export: &Export) -> Vec<Outgoing> {
        let input = files::ExportInput {
            export: export.clone(),
            name: self.file.name.clone().unwrap_or_else(|| "plan".to_owned()),
            text: files::text_of(&self.file, &self.document, wayfront_world::Format::SceneToml).0,
            world: self.world.clone(),
            time: self.time_of(page),
            run: self.runs.shared(),
            frame,
            revision: self.revision,
        };
        vec![Outgoing::Work(Job::new(JobKind::Export, move |tell| {
            tell(Outcome::Exported { page, frame, result: files::export(&input) });
        }))]
    }

    pub(super) fn command(&self, page: PageId, frame: u32, kind: &str) -> Vec<Outgoing> {
        let (line, is_known) = files::command_line(&self.file, kind, self.time_of(page), self.runs.seed());
        if !is_known {
            let what = format!("there is no export called `{}`", kind.chars().take(40).collect::<String>());
            return vec![to(
                page,
                trouble("command", frame, &what, &format!("there are {}", files::EXPORTS.join(", "))),
            )];
        }
        let saved = self.file.is_saved() && (self.file.path.is_some() || self.file.name.is_some());
        vec![to(page, json!({"type": "command", "kind": kind, "frame": frame, "line": line, "saved": saved}))]
    }

    pub(super) fn recover(&mut self, page: PageId, frame: u32, keep: bool) -> Vec<Outgoing> {
        if !keep {
            self.desk.forget(&self.file);
            return Vec::new();
        }
        match self.desk.recovered(&self.file, &mut self.ids) {
            Some(document) => {
                let file = self.file.clone();
                self.open_document("recover", file, document, Vec::new())
            }
            None => vec![to(page, trouble("recover", frame, "there is nothing to recover", "go on"))],
        }
    }

    /// Keeps what is not saved beside its file, for next time.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_unsaved(&mut self) -> std::io::Result<()> {
        self.desk.keep(&self.file, &self.document)
    }

    /// What is wrong with the file that it was started with, in a line for each problem.
    #[must_use]
    pub fn unopened(&self) -> Vec<String> {
        let problems = self.unopened.as_ref().and_then(|message| message["problems"].as_array()).into_iter().flatten();
        let word = |problem: &Value, field: &str| problem[field].as_str().unwrap_or_default().to_owned();
        let place =
            |problem: &Value| problem["line"].as_u64().map_or_else(String::new, |line| format!("line {line}: "));
        problems.map(|p| format!("{}{}; {}", place(p), word(p, "what"), word(p, "advice"))).collect()
    }

    /// Whether there is something to save.
    #[must_use]
    pub fn is_saved(&self) -> bool {
        self.file.is_saved()
    }
}

/// What is wrong with a file that was not opened, as pages get it.
fn rejected_json(name: &str, frame: u32, unopened: &Unopened) -> Value {
    let found: Vec<Value> = match unopened {
        Unopened::Rejected(rejected) => {
            rejected.problems.iter().map(|problem| problems::unread_json(&rejected.files, problem)).collect()
        }
        Unopened::Recording(_) => Vec::new(),
    };
    json!({"type": "rejected", "name": name, "frame": frame, "problems": found})
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}
