//! The scene as things with numbers, as pages edit it.
//!
//! A [`Document`] is a list for each kind of thing; a thing is its number and the JSON text that the scene format has at
//! that place, kept to the letter. Lists and texts are shared: a copy of a document costs a pointer for each kind, so undo
//! keeps whole documents, and whatever was done is undone bit for bit. The world is read from the document's text by the
//! reader of all scenes: whatever a scene can say, a document can hold, and what is wrong is said in the same words.

mod change;
mod edit;
mod follow;
mod kind;
mod parse;

pub use change::{Change, changes};
pub use edit::Edit;
pub use kind::{ALL, Table, ThingKind};

use kind::KINDS;
use std::fmt::Write;
use std::sync::Arc;
use wayfront_world::files::{Limits, NamedFiles};
use wayfront_world::{Format, Rejected, World, read_text_within};

/// A thing: its number in the session, and its JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub id: u64,
    pub text: Arc<str>,
}

/// Gives numbers to things. A number is never given twice.
#[derive(Clone, Debug)]
pub struct Ids(u64);

impl Default for Ids {
    /// The first numbers belong to the settings of the scene, of its flow and of its crowd.
    fn default() -> Self {
        Self(3)
    }
}

impl Ids {
    pub fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

/// All things of a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    lists: [Arc<Vec<Item>>; KINDS],
}

impl Default for Document {
    /// A scene without anything.
    fn default() -> Self {
        let setting = |id: u64, text: &str| Arc::new(vec![Item { id, text: text.into() }]);
        let mut lists: [Arc<Vec<Item>>; KINDS] = std::array::from_fn(|_| Arc::default());
        lists[ThingKind::Scene as usize] = setting(1, "{}");
        lists[ThingKind::Flow as usize] = setting(2, "null");
        lists[ThingKind::Crowd as usize] = setting(3, "null");
        Self { lists }
    }
}

impl Document {
    /// The things of a kind, in the order of the scene.
    pub fn of(&self, kind: ThingKind) -> &[Item] {
        &self.lists[kind as usize]
    }

    /// The list of a kind, to be changed.
    fn list_mut(&mut self, kind: ThingKind) -> &mut Vec<Item> {
        Arc::make_mut(&mut self.lists[kind as usize])
    }

    /// All things with their kinds.
    pub fn things(&self) -> impl Iterator<Item = (ThingKind, &Item)> {
        ALL.into_iter().flat_map(|kind| self.of(kind).iter().map(move |item| (kind, item)))
    }

    /// The thing with a number: its kind and its place in the list.
    pub fn find(&self, id: u64) -> Option<(ThingKind, usize)> {
        ALL.into_iter().find_map(|kind| Some((kind, self.of(kind).iter().position(|item| item.id == id)?)))
    }

    /// The text of a thing.
    pub fn text(&self, id: u64) -> Option<&str> {
        self.find(id).map(|(kind, index)| &*self.of(kind)[index].text)
    }

    /// The number of a thing by its place.
    pub fn id_at(&self, kind: ThingKind, index: usize) -> Option<u64> {
        self.of(kind).get(index).map(|item| item.id)
    }

    /// Bytes of all texts.
    pub fn size(&self) -> usize {
        self.things().map(|(_, item)| item.text.len()).sum()
    }

    /// The world that it describes, or everything that is wrong with its text. No file is read: documents name none.
    pub fn world(&self) -> Result<Arc<World>, Rejected> {
        let limits = Limits::default().named(NamedFiles::Refused);
        read_text_within(self.to_json().as_bytes(), Format::SceneJson, "scene.json", limits).map(Arc::new)
    }

    /// The things as a JSON list, as pages get them.
    pub fn things_json(&self) -> String {
        let mut out = String::with_capacity(self.size() + 1024);
        out.push('[');
        for (kind, item) in self.things() {
            let comma = if out.len() > 1 { "," } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(out, "{comma}{{\"id\":{},\"kind\":\"{}\",\"value\":{}}}", item.id, kind.name(), item.text);
        }
        out.push(']');
        out
    }
}
