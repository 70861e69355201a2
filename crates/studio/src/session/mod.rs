//! The session: messages in, messages out. It knows no socket and no thread; what takes long comes out as [`Job`]s, and
//! their results go back in as [`Event`]s.
//!
//! *Invariants*: whatever was done is undone bit for bit (undo keeps whole documents, which share what they have in
//! common); every answer names the revision and the frame that it belongs to; a message that is refused changes nothing.

mod editing;
mod filing;
mod running;
mod showing;
mod state;

pub use state::{Event, Job, Outgoing, Unwanted};
pub(crate) use state::{JobKind, Outcome};

use crate::document::{Document, Ids};
use crate::files::{Desk, FileState};
use crate::layers::path::PathState;
use crate::messages::{Incoming, Message, Misunderstood, PageId, Payload, Show, To, trouble};
use crate::runs::Runs;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use wayfront_geometry::Cancel;
use wayfront_world::{Note, Rejected, World};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// A page that looks into the session.
#[derive(Clone, Debug, Default)]
struct Page {
    show: Show,
    /// The frame of its last `show`, edit or drag.
    frame: u32,
}

/// A step that can be undone, or done again: the document on its other side.
#[derive(Clone, Debug)]
struct Step {
    label: String,
    document: Document,
    /// The file on its other side, where another one was opened.
    file: Option<FileState>,
}

/// Everything that pages share.
#[derive(Debug)]
pub struct Session {
    ids: Ids,
    document: Document,
    /// The world of the document, or what is wrong with its text.
    world: Result<Arc<World>, Rejected>,
    revision: u32,
    undo: Vec<Step>,
    redo: Vec<Step>,
    /// What is dragged: the document as it would be.
    dragged: Option<Document>,
    /// Jobs make the maps of large scenes.
    path: Arc<Mutex<PathState>>,
    /// What ends these jobs.
    path_jobs: Vec<Cancel>,
    pages: BTreeMap<PageId, Page>,
    file: FileState,
    /// What the reader of that file decided.
    notes: Vec<Note>,
    desk: Desk,
    runs: Runs,
    /// The file that it was started with and that cannot be read, as pages get it.
    unopened: Option<Value>,
}

impl Session {
    /// A session with an empty plan, whose files lie on a desk.
    #[must_use]
    pub fn new(desk: Desk) -> Self {
        let document = Document::default();
        let world = document.world();
        Self {
            ids: Ids::default(),
            document,
            world,
            revision: 1,
            undo: Vec::new(),
            redo: Vec::new(),
            dragged: None,
            path: Arc::default(),
            path_jobs: Vec::new(),
            unopened: None,
            pages: BTreeMap::new(),
            file: FileState::default(),
            notes: Vec::new(),
            desk,
            runs: Runs::default(),
        }
    }

    /// Answers a text of a page.
    pub fn text(&mut self, page: PageId, text: &str) -> Vec<Outgoing> {
        self.understood(page, Message::parse(text))
    }

    /// Answers bytes of a page.
    pub fn bytes(&mut self, page: PageId, bytes: &[u8]) -> Vec<Outgoing> {
        self.understood(page, Message::parse_binary(bytes))
    }

    fn understood(&mut self, page: PageId, message: Result<Message, Misunderstood>) -> Vec<Outgoing> {
        match message {
            Ok(message) => self.handle(page, message),
            Err(Misunderstood::Garbage(why)) => vec![Outgoing::Close(page, why)],
            Err(Misunderstood::Field { of, frame, what }) => {
                let advice = "look at docs/studio-protocol.md";
                vec![to(page, trouble(&of, frame, &what, advice))]
            }
        }
    }

    /// Answers a message.
    pub(crate) fn handle(&mut self, page: PageId, message: Message) -> Vec<Outgoing> {
        let Message { frame, what } = message;
        match what {
            Incoming::Gone => {
                self.pages.remove(&page);
                Vec::new()
            }
            Incoming::Hello => self.hello(page, frame),
            Incoming::Edit { edits, label } => self.edit(page, frame, &edits, label),
            Incoming::Undo => self.step_back(page, frame),
            Incoming::Redo => self.step_forward(page, frame),
            Incoming::Drag { edits } => self.drag(page, frame, &edits),
            Incoming::Show(show) => self.show(page, frame, show),
            Incoming::Ask { point } => self.ask(page, frame, point),
            Incoming::Run(settings) => self.run(page, frame, &settings),
            Incoming::Stop => self.stop(),
            Incoming::Frames { from, count, step } => self.frames(page, frame, [from, count, step]),
            Incoming::Story { id } => self.story(page, frame, id),
            Incoming::Density { from, to, cell } => self.density(page, frame, from, to, cell),
            Incoming::New => self.open_document("new plan", FileState::default(), Document::default(), Vec::new()),
            Incoming::OpenBuiltin { name } => self.open_builtin(page, frame, &name),
            Incoming::OpenFiles { files } => self.open_files(page, frame, &files),
            Incoming::Save { name, overwrite } => self.save(page, frame, name.as_deref(), overwrite),
            Incoming::Export(export) => self.export(page, frame, &export),
            Incoming::Command { kind } => self.command(page, frame, &kind),
            Incoming::Recover { keep } => self.recover(page, frame, keep),
        }
    }

    /// The scene as it stands, as JSON.
    #[must_use]
    pub fn scene_json(&self) -> String {
        self.document.to_json()
    }

    /// The number of the scene's state: every edit makes a new one.
    #[must_use]
    pub fn revision(&self) -> u32 {
        self.revision
    }
}

fn to(page: PageId, payload: impl Into<Payload>) -> Outgoing {
    Outgoing::Send(To::Page(page), payload.into())
}

fn to_all(payload: impl Into<Payload>) -> Outgoing {
    Outgoing::Send(To::All, payload.into())
}
