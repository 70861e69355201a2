//! The thread that the session lives in: messages of all pages one after the other, jobs beside it.
//!
//! Of drags that wait, the last one of each page counts. A job that waits or runs gives way to a newer one of its kind,
//! exports apart: it is cancelled, and ends at its next checkpoint. Without messages nothing runs.

use crate::limits;
use crate::messages::{Incoming, Message, PageId, Payload, To};
use crate::session::{Event, Job, JobKind, Outgoing, Session};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use wayfront_geometry::Cancel;

/// What is not saved is kept beside its file when nothing was said for so long.
const KEPT_AFTER: Duration = Duration::from_secs(3);

/// What the engine receives.
#[derive(Debug)]
pub enum Inbox {
    Joined(PageId, PageSender),
    Gone(PageId),
    Text(PageId, String),
    Bytes(PageId, Vec<u8>),
    Event(Event),
    /// Keep what is not saved, and end.
    End,
}

/// Where the messages for a page go.
pub type PageSender = tokio::sync::mpsc::Sender<ToPage>;

/// What a page's socket does.
#[derive(Debug)]
pub enum ToPage {
    Send(Payload),
    Close(u16, String),
}

/// The text is no message of the protocol.
const GARBAGE: u16 = 1007;
/// The page does not read what it is sent.
const TOO_SLOW: u16 = 1013;

/// Starts the engine; what is sent to it is done in turn. Ends on `Inbox::End`.
pub fn start(session: Session) -> (Sender<Inbox>, thread::JoinHandle<()>) {
    let (sender, receiver) = channel();
    let own = sender.clone();
    let handle = thread::spawn(move || {
        let mut engine = Engine { session, pages: BTreeMap::new(), workers: HashMap::new(), inbox: own };
        engine.run(&receiver);
    });
    (sender, handle)
}

struct Engine {
    session: Session,
    pages: BTreeMap<PageId, PageSender>,
    workers: HashMap<JobKind, Worker>,
    inbox: Sender<Inbox>,
}

impl Engine {
    fn run(&mut self, receiver: &Receiver<Inbox>) {
        let mut waiting = VecDeque::new();
        let mut kept = self.session.revision();
        loop {
            if waiting.is_empty() {
                let is_kept = kept == self.session.revision();
                match if is_kept {
                    receiver.recv().map_err(|_| RecvTimeoutError::Disconnected)
                } else {
                    receiver.recv_timeout(KEPT_AFTER)
                } {
                    Ok(message) => waiting.push_back(message),
                    Err(RecvTimeoutError::Timeout) => {
                        kept = self.session.revision();
                        self.keep();
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            waiting.extend(receiver.try_iter());
            if let Some(message) = waiting.pop_front() {
                if matches!(message, Inbox::End) {
                    return self.keep();
                }
                if !is_overtaken(&message, &waiting) {
                    self.take(message);
                }
            }
        }
    }

    fn keep(&mut self) {
        if let Err(why) = self.session.keep_unsaved() {
            eprintln!("what is not saved cannot be kept: {why}");
        }
    }

    fn take(&mut self, message: Inbox) {
        let session = &mut self.session;
        // Whatever is wrong with a message, other pages and the scene live on.
        let answered = catch_unwind(AssertUnwindSafe(|| match message {
            Inbox::Joined(page, sender) => {
                self.pages.insert(page, sender);
                Vec::new()
            }
            Inbox::Gone(page) => {
                self.pages.remove(&page);
                self.workers.retain(|kind, _| kind.page() != Some(page));
                session.handle(page, Message { frame: 0, what: Incoming::Gone })
            }
            Inbox::Text(page, text) => session.text(page, &text),
            Inbox::Bytes(page, bytes) => session.bytes(page, &bytes),
            Inbox::Event(event) => session.event(event),
            Inbox::End => Vec::new(),
        }));
        match answered {
            Ok(out) => out.into_iter().for_each(|what| self.put(what)),
            Err(_) => {
                let what = "something went wrong in the engine; the scene is as it was";
                let advice = "undo the last step, and report how it came about";
                self.put(Outgoing::Send(To::All, crate::messages::trouble("engine", 0, what, advice)));
            }
        }
    }

    fn put(&mut self, what: Outgoing) {
        match what {
            Outgoing::Send(To::Page(page), payload) => self.send(page, ToPage::Send(payload)),
            Outgoing::Send(To::All, payload) => {
                let pages: Vec<PageId> = self.pages.keys().copied().collect();
                for page in pages {
                    self.send(page, ToPage::Send(payload.clone()));
                }
            }
            Outgoing::Close(page, why) => self.send(page, ToPage::Close(GARBAGE, why)),
            Outgoing::Work(job) => {
                let inbox = self.inbox.clone();
                self.workers.entry(job.kind).or_insert_with(|| Worker::start(inbox)).give(job);
            }
            Outgoing::Cancel(unwanted) => {
                if let Some(worker) = self.workers.get(&unwanted.0) {
                    worker.slot.waiting().clear();
                }
            }
        }
    }

    fn send(&mut self, page: PageId, what: ToPage) {
        let Some(sender) = self.pages.get(&page) else { return };
        if sender.try_send(what).is_err() {
            // It is gone, or has not read hundreds of messages: a page that comes back gets everything anew.
            let _ = sender.try_send(ToPage::Close(TOO_SLOW, format!("{} messages were not read", limits::WAITING)));
            self.pages.remove(&page);
        }
    }
}

/// A drag is of no use when the same page has dragged or edited since.
fn is_overtaken(message: &Inbox, waiting: &VecDeque<Inbox>) -> bool {
    let Inbox::Text(page, text) = message else { return false };
    is_of_type(text, "drag")
        && waiting.iter().any(|later| {
            matches!(later, Inbox::Text(other, text) if other == page && (is_of_type(text, "drag") || is_of_type(text, "edit")))
        })
}

/// The type stands first in a message.
fn is_of_type(text: &str, kind: &str) -> bool {
    let mut rest = text.trim_start().strip_prefix('{').unwrap_or_default().trim_start();
    for part in ["\"type\"", ":"] {
        rest = rest.strip_prefix(part).unwrap_or_default().trim_start();
    }
    rest.strip_prefix('"').and_then(|rest| rest.strip_prefix(kind)).is_some_and(|rest| rest.starts_with('"'))
}

/// A thread that does jobs of one kind, the newest first and only that.
struct Worker {
    slot: Arc<Slot>,
}

#[derive(Default)]
struct Slot {
    job: Mutex<Waiting>,
    news: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    /// What ends the job that runs.
    running: Option<Cancel>,
    is_over: bool,
}

impl Waiting {
    /// Nothing is wanted any more.
    fn clear(&mut self) {
        self.jobs.clear();
        if let Some(running) = &self.running {
            running.cancel();
        }
    }
}

impl Worker {
    fn start(inbox: Sender<Inbox>) -> Self {
        let slot = Arc::new(Slot::default());
        let own = slot.clone();
        thread::spawn(move || {
            while let Some(job) = own.take() {
                let mut tell = |event| {
                    // If the engine is gone, so is the page that wanted this.
                    let _ = inbox.send(Inbox::Event(event));
                };
                // A job that fails takes nothing with it.
                let _ = catch_unwind(AssertUnwindSafe(|| job.run(&mut tell)));
            }
        });
        Self { slot }
    }

    fn give(&self, job: Job) {
        let mut waiting = self.slot.waiting();
        // A page waits for every file; of everything else the newest is all that counts.
        if job.kind != JobKind::Export {
            waiting.clear();
        }
        waiting.jobs.push_back(job);
        drop(waiting);
        self.slot.news.notify_one();
    }
}

impl Slot {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; `None` when there will be none.
    fn take(&self) -> Option<Job> {
        let mut waiting = self.waiting();
        waiting.running = None;
        loop {
            if let Some(job) = waiting.jobs.pop_front() {
                waiting.running = Some(job.cancel());
                return Some(job);
            }
            if waiting.is_over {
                return None;
            }
            waiting = self.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut waiting = self.slot.waiting();
        waiting.clear();
        waiting.is_over = true;
        drop(waiting);
        self.slot.news.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_differ() {
        assert!(is_of_type(" {\"type\": \"drag\", \"frame\": 1}", "drag"));
        assert!(!is_of_type("{\"type\":\"dragged\"}", "drag"));
        assert!(!is_of_type("drag", "drag"));
    }

    #[test]
    fn drags_are_overtaken_by_those_of_their_own_page() {
        let text = |page, kind: &str| Inbox::Text(page, format!("{{\"type\":\"{kind}\"}}"));
        let waiting = VecDeque::from([text(2, "drag"), text(1, "show")]);
        assert!(!is_overtaken(&text(1, "drag"), &waiting));
        assert!(is_overtaken(&text(2, "drag"), &waiting));
        assert!(!is_overtaken(&text(2, "edit"), &waiting));
    }
}
