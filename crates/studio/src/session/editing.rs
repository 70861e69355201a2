//! Edits, undo and drags.

use super::showing::Found;
use super::{Outgoing, PROTOCOL, Page, Session, Step, to, to_all};
use crate::document::{Change, Document, Edit, changes};
use crate::messages::{PageId, beyond, trouble};
use crate::{limits, problems};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;
use wayfront_world::{World, builtin_names};

impl Session {
    pub(super) fn hello(&mut self, page: PageId, frame: u32) -> Vec<Outgoing> {
        self.pages.insert(page, Page { frame, ..Page::default() });
        let found = self.follow_document();
        let mut out = vec![to(page, self.scene_message(page, frame, &found))];
        out.extend(self.unopened.clone().map(|message| to(page, message)));
        out.extend(self.runs.greeting(&self.document).into_iter().map(|message| to(page, message)));
        out.push(Outgoing::Work(self.check_job()));
        out
    }

    /// The whole scene.
    pub(super) fn scene_message(&self, page: PageId, frame: u32, found: &Found) -> String {
        let about = json!({
            "undo": self.undo.last().map(|step| &step.label),
            "redo": self.redo.last().map(|step| &step.label),
            "file": self.file.json(),
            "recover": self.desk.recoverable(&self.file),
            "builtin": builtin_names().map(|(name, _)| name).collect::<Vec<_>>(),
            "formats": {
                "open": [".toml", ".json", ".geojson", ".wkt", ".map", ".yaml", ".pgm", ".txt", ".sqlite"],
                "export": crate::files::EXPORTS,
            },
        });
        let mut text = format!(
            "{{\"type\":\"scene\",\"protocol\":{PROTOCOL},\"page\":{page},\"revision\":{},\"frame\":{frame},\"things\":{},\"limits\":{}",
            self.revision,
            self.document.things_json(),
            limits::json()
        );
        self.append_findings(&mut text, found);
        append_fields(&mut text, &about);
        text.push('}');
        text
    }

    fn append_findings(&self, text: &mut String, found: &Found) {
        let notes: Vec<Value> = self.notes.iter().map(|note| problems::note_json(&self.document, note)).collect();
        let bounds = self.world.as_ref().ok().map(bounds_json);
        append_fields(text, &json!({"problems": found.problems, "mended": [], "notes": notes, "bounds": bounds}));
    }

    pub(super) fn edit(&mut self, page: PageId, frame: u32, edits: &[Edit], label: Option<String>) -> Vec<Outgoing> {
        let edited = self.document.edited(edits, &mut self.ids);
        let (document, added) = match edited {
            Ok(edited) => edited,
            Err(error) => return vec![to(page, trouble("edit", frame, &error.to_string(), error.advice()))],
        };
        let world = document.world();
        if let Some(found) = world.as_ref().ok().map(|world| world.points().count()).filter(|&n| n > limits::POINTS) {
            return vec![to(page, beyond("edit", frame, "points", limits::POINTS as f64, found as f64))];
        }
        let label: String = label.unwrap_or_else(|| "edit".to_owned()).chars().take(80).collect();
        let before = std::mem::replace(&mut self.document, document);
        self.world = world;
        self.undo.push(Step { label: label.clone(), document: before.clone(), file: None });
        if self.undo.len() > limits::UNDO {
            self.undo.remove(0);
        }
        self.redo.clear();
        self.edited(page, frame, &label, &before, &added)
    }

    pub(super) fn step_back(&mut self, page: PageId, frame: u32) -> Vec<Outgoing> {
        let Some(step) = self.undo.pop() else {
            return vec![to(page, trouble("undo", frame, "there is nothing to undo", "go on"))];
        };
        let label = format!("undo: {}", step.label);
        let (step, before, has_file) = self.swap(step);
        self.redo.push(step);
        if has_file { self.opened() } else { self.edited(page, frame, &label, &before, &[]) }
    }

    /// Goes to the other side of a step; gives back the step that leads here, and whether another file is open now.
    fn swap(&mut self, step: Step) -> (Step, Document, bool) {
        let Step { label, document, file } = step;
        let before = std::mem::replace(&mut self.document, document);
        self.world = self.document.world();
        let file = file.map(|file| std::mem::replace(&mut self.file, file));
        let has_file = file.is_some();
        (Step { label, document: before.clone(), file }, before, has_file)
    }

    pub(super) fn step_forward(&mut self, page: PageId, frame: u32) -> Vec<Outgoing> {
        let Some(step) = self.redo.pop() else {
            return vec![to(page, trouble("redo", frame, "there is nothing to do again", "go on"))];
        };
        let label = step.label.clone();
        let (step, before, has_file) = self.swap(step);
        self.undo.push(step);
        if has_file { self.opened() } else { self.edited(page, frame, &label, &before, &[]) }
    }

    /// Tells every page what is new, and computes its layers.
    fn edited(&mut self, page: PageId, frame: u32, label: &str, before: &Document, added: &[u64]) -> Vec<Outgoing> {
        self.revision += 1;
        self.dragged = None;
        self.file.touched(&self.document);
        self.runs.is_stale = true;
        if let Some(page) = self.pages.get_mut(&page) {
            page.frame = frame;
        }
        let found = self.follow_document();
        let mut text = format!(
            "{{\"type\":\"edited\",\"revision\":{},\"frame\":{frame},\"by\":{page},\"changes\":{}",
            self.revision,
            changes_json(&changes(before, &self.document))
        );
        self.append_findings(&mut text, &found);
        let about = json!({
            "label": label, "added": added, "saved": self.file.is_saved(),
            "undo": self.undo.last().map(|step| &step.label), "redo": self.redo.last().map(|step| &step.label),
        });
        append_fields(&mut text, &about);
        text.push('}');
        let mut out = vec![to_all(text)];
        out.extend(self.all_layers(found, false));
        out.push(Outgoing::Work(self.check_job()));
        out
    }

    pub(super) fn drag(&mut self, page: PageId, frame: u32, edits: &[Edit]) -> Vec<Outgoing> {
        if let Some(page) = self.pages.get_mut(&page) {
            page.frame = frame;
        }
        // Numbers that a drag gives are forgotten with it.
        let mut ids = self.ids.clone();
        let document = match self.document.edited(edits, &mut ids) {
            Ok((document, _)) => document,
            Err(error) => return vec![to(page, trouble("drag", frame, &error.to_string(), error.advice()))],
        };
        let start = Instant::now();
        let world = document.world();
        let reading = 1e3 * start.elapsed().as_secs_f64();
        let mut found = self.follow(&document, &world, self.time_of(page));
        found.reading += reading;
        self.dragged = (!edits.is_empty()).then(|| document.clone());
        let mut out = Vec::new();
        // Where a job makes the map, it says so when that is done: no queue of drags builds up.
        let has_paths = self.pages.get(&page).is_some_and(|page| page.show.layers.path.is_some());
        if !(found.is_later && has_paths) {
            out.push(to(page, found.dragged(frame, self.revision)));
        }
        if !found.is_stale() {
            out.extend(self.page_layers(page, &found, &document, &world, true));
        }
        out
    }
}

/// Adds the fields of an object to one that is being written.
fn append_fields(text: &mut String, fields: &Value) {
    for (name, value) in fields.as_object().into_iter().flatten() {
        // Writing to a string cannot fail.
        let _ = write!(text, ",\"{name}\":{value}");
    }
}

fn bounds_json(world: &Arc<World>) -> Value {
    let bounds = world.bounds();
    if bounds.is_empty() { Value::Null } else { json!([[bounds.min.x, bounds.min.y], [bounds.max.x, bounds.max.y]]) }
}

fn changes_json(changes: &[Change]) -> String {
    let mut text = String::from("[");
    for change in changes {
        if text.len() > 1 {
            text.push(',');
        }
        let value = change.text.as_deref().unwrap_or("null");
        let _ = write!(text, "{{\"id\":{},\"kind\":\"{}\",\"value\":{value}", change.id, change.kind.name());
        match change.before {
            Some(before) => {
                let _ = write!(text, ",\"new\":true,\"before\":{}", json!(before));
            }
            None if change.text.is_none() => text.push_str(",\"removed\":true"),
            None => {}
        }
        text.push('}');
    }
    text.push(']');
    text
}
