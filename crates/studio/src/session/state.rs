//! What goes out of a session and comes back into it.

use crate::messages::{PageId, Payload, To};
use crate::runs::RunEvent;
use serde_json::Value;
use std::fmt;
use wayfront_crowd::Findings;

/// What a session wants done.
#[derive(Debug)]
pub enum Outgoing {
    /// Send this.
    Send(To, Payload),
    /// Close the socket of a page, for a reason.
    Close(PageId, String),
    /// Do this apart from the session, and bring back what it tells. A newer job of its kind takes its place.
    Work(Job),
}

/// Work of one kind at a time: a job that waits gives way to a newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum JobKind {
    Check,
    Flow(PageId),
    Potential(PageId),
    Run,
    Export,
}

/// What a job does: it tells events.
type Work = dyn FnOnce(&mut dyn FnMut(Event)) + Send;

/// Work that takes long.
pub struct Job {
    pub(crate) kind: JobKind,
    work: Box<Work>,
}

impl Job {
    /// Does it; what it tells goes back to the session.
    pub fn run(self, tell: &mut dyn FnMut(Event)) {
        (self.work)(tell);
    }

    pub(crate) fn new(kind: JobKind, work: impl FnOnce(&mut dyn FnMut(Told)) + Send + 'static) -> Self {
        Self { kind, work: Box::new(move |tell| work(&mut |told| tell(Event(told)))) }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Job({:?})", self.kind)
    }
}

/// What work brings back.
#[derive(Debug)]
pub struct Event(pub(crate) Told);

/// What it is.
#[derive(Debug)]
pub(crate) enum Told {
    /// Everything that is wrong with a revision.
    Checked { revision: u32, findings: Box<Findings> },
    /// A layer of a page: messages for it, if the scene is still that one.
    Layer { page: PageId, revision: u32, frame: u32, is_drag: bool, messages: Vec<Payload> },
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
