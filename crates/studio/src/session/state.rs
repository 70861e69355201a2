//! What goes out of a session and comes back into it.

use crate::messages::{PageId, Payload, To};
use crate::runs::RunEvent;
use serde_json::Value;
use std::fmt;
use wayfront_crowd::Findings;
use wayfront_geometry::Cancel;

/// What a session wants done.
#[derive(Debug)]
pub enum Outgoing {
    /// Send this.
    Send(To, Payload),
    /// Close the socket of a page, for a reason.
    Close(PageId, String),
    /// Do this apart from the session, and bring back what it tells. A newer job of its kind takes its place.
    Work(Job),
    /// End such work: no page wants it any more.
    Cancel(Unwanted),
}

/// Work that no page wants any more.
#[derive(Clone, Copy, Debug)]
pub struct Unwanted(pub(crate) JobKind);

/// Work of one kind at a time: a job that waits or runs gives way to a newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum JobKind {
    Check,
    /// The path map of a large scene.
    Path(PageId),
    Flow(PageId),
    Potential(PageId),
    Clearance(PageId),
    Run,
    Export,
}

impl JobKind {
    /// The page that it is for alone.
    pub fn page(self) -> Option<PageId> {
        match self {
            Self::Path(page) | Self::Flow(page) | Self::Potential(page) | Self::Clearance(page) => Some(page),
            Self::Check | Self::Run | Self::Export => None,
        }
    }
}

/// What a job does: it tells events.
type Work = dyn FnOnce(&mut dyn FnMut(Event)) + Send;

/// Work that takes long.
pub struct Job {
    pub(crate) kind: JobKind,
    cancel: Cancel,
    work: Box<Work>,
}

impl Job {
    /// Does it; what it tells goes back to the session. Nothing more comes when it is cancelled.
    pub fn run(self, tell: &mut dyn FnMut(Event)) {
        let Self { cancel, work, .. } = self;
        let _ = cancel.run(|| work(tell));
    }

    /// What ends it.
    #[must_use]
    pub fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    pub(crate) fn new(kind: JobKind, work: impl FnOnce(&mut dyn FnMut(Outcome)) + Send + 'static) -> Self {
        Self { kind, cancel: Cancel::default(), work: Box::new(move |tell| work(&mut |outcome| tell(Event(outcome)))) }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Job({:?})", self.kind)
    }
}

/// What work brings back.
#[derive(Debug)]
pub struct Event(pub(crate) Outcome);

/// What it is.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Everything that is wrong with a revision.
    Checked { revision: u32, findings: Box<Findings> },
    /// A layer of a page: messages for it, if the scene is still that one.
    Layer { page: PageId, revision: u32, frame: u32, is_drag: bool, messages: Vec<Payload> },
    /// A drag of a large scene was computed.
    Dragged { page: PageId, message: Payload },
    /// A run went on.
    Run(RunEvent),
    /// A file is ready for a page.
    Exported { page: PageId, frame: u32, result: Result<Vec<u8>, [String; 2]> },
}

/// A layer that is not there, and why.
pub fn none(layer: &str, frame: u32, revision: u32, why: &str) -> Payload {
    serde_json::json!({"type": "none", "layer": layer, "frame": frame, "revision": revision, "why": why}).into()
}

/// How long a layer took.
pub fn took(layer: &str, frame: u32, revision: u32, ms: Value, size: usize, form: &str) -> Payload {
    serde_json::json!({
        "type": "took", "layer": layer, "frame": frame, "revision": revision, "ms": ms, "size": size, "form": form
    })
    .into()
}
