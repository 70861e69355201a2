//! Runs of the crowd, as pages ask for them.

use super::{Job, JobKind, Outcome, Outgoing, Session, to, to_all};
use crate::document::Document;
use crate::files::FileState;
use crate::messages::{PageId, RunSettings, trouble};
use crate::problems::problem_json;
use crate::runs::{self, RunEvent, SharedRun, adjusted, compute, density, story, sums};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use wayfront_world::{Format, read_text, write_draft};

const NO_RUN: [&str; 2] = ["there is no run", "begin one (`run`)"];

impl Session {
    pub(super) fn run(&mut self, page: PageId, frame: u32, settings: &RunSettings) -> Vec<Outgoing> {
        let world = match &self.world {
            Ok(world) if world.crowd.is_some() => world,
            Ok(_) => {
                let advice = "add people to the plan: a group with a place and a number";
                return vec![to(page, trouble("run", frame, "the scene has no people", advice))];
            }
            Err(_) => {
                return vec![to(page, trouble("run", frame, "the scene cannot be read", "correct its problems first"))];
            }
        };
        let world = Arc::new(adjusted(world, settings));
        let revision = self.revision;
        let run = self.runs.begin(|number| SharedRun::new(number, world, revision));
        let message = run.running(false);
        let job = Job::new(JobKind::Run, move |tell| compute(&run, |event| tell(Outcome::Run(event))));
        vec![to_all(message), Outgoing::Work(job)]
    }

    pub(super) fn stop(&mut self) -> Vec<Outgoing> {
        if let Some(run) = self.runs.current() {
            run.stop();
        }
        Vec::new()
    }

    /// A run went on: every page gets how far it is, and what it came to.
    pub(super) fn run_event(&self, event: RunEvent) -> Vec<Outgoing> {
        let Some(run) = self.runs.current().filter(|run| run.number == event.number) else { return Vec::new() };
        let mut out = vec![to_all(run.running(self.runs.is_stale))];
        out.extend(sums(run, &self.document).map(to_all));
        if let Some(rejected) = &run.progress().refused {
            let problems: Vec<Value> =
                rejected.problems.iter().map(|problem| problem_json(&self.document, problem, None)).collect();
            out.push(to_all(
                json!({"type": "checked", "revision": run.revision, "problems": problems, "mended": [], "trapped": 0}),
            ));
        }
        out
    }

    pub(super) fn frames(&self, page: PageId, frame: u32, which: [u64; 3]) -> Vec<Outgoing> {
        match self.runs.current() {
            Some(run) => {
                let frames = run.encoded(which, frame, self.runs.is_stale);
                frames.into_iter().map(|bytes| to(page, bytes)).collect()
            }
            None => vec![to(page, trouble("frames", frame, NO_RUN[0], NO_RUN[1]))],
        }
    }

    pub(super) fn story(&self, page: PageId, frame: u32, id: u64) -> Vec<Outgoing> {
        match self.runs.current().and_then(|run| story(run, id, frame)) {
            Some(story) => vec![to(page, story)],
            None => {
                vec![to(page, trouble("story", frame, &format!("no agent has the number {id}"), "click on an agent"))]
            }
        }
    }

    pub(super) fn density(&self, page: PageId, frame: u32, from: f64, until: f64, cell: Option<f64>) -> Vec<Outgoing> {
        match self.runs.current().and_then(|run| density(run, from, until, cell, frame)) {
            Some(bytes) => vec![to(page, bytes)],
            None => vec![to(page, trouble("density", frame, NO_RUN[0], NO_RUN[1]))],
        }
    }

    /// A recording becomes the run; its walkable area the scene, if the plan is empty. A file that was dropped is a copy,
    /// which goes when it has been read.
    pub(super) fn play_recording(
        &mut self,
        path: &Path,
        name: &str,
        is_copy: bool,
    ) -> Result<Vec<Outgoing>, [String; 2]> {
        let read = runs::read_recording(path);
        if is_copy && let Some(folder) = path.parent() {
            // It lies in a folder of its own, among those that the system clears.
            let _ = std::fs::remove_dir_all(folder);
        }
        let recording = read.map_err(|error| [error.to_string(), error.advice().to_owned()])?;
        let mut out = Vec::new();
        if self.document == Document::default()
            && let Some(walkable) = &recording.walkable
            && let Ok(world) = read_text(walkable.as_bytes(), Format::Wkt, name)
            && let Ok(document) = Document::parse(&write_draft(&world), &mut self.ids)
        {
            out = self.open_document(&format!("open {name}"), FileState::default(), document, Vec::new());
        }
        let world = self.world.clone().or_else(|_| Document::default().world());
        let world = world.unwrap_or_default();
        let revision = self.revision;
        let run = self.runs.begin(|number| runs::from_recording(&recording, name, number, world, revision));
        out.push(to_all(run.running(false)));
        Ok(out)
    }
}
