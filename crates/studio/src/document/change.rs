//! What differs between two documents.

use super::{ALL, Document, Item, ThingKind};
use std::collections::HashMap;
use std::sync::Arc;

/// One thing that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub id: u64,
    pub kind: ThingKind,
    /// Its text now; `None` if it is gone.
    pub text: Option<Arc<str>>,
    /// It is new, and stands before this thing of its kind; `Some(None)`: at the end.
    pub before: Option<Option<u64>>,
}

/// All changes from one document to another. Kinds whose lists are shared cost nothing.
pub fn changes(from: &Document, to: &Document) -> Vec<Change> {
    let lists = ALL.into_iter().filter(|&kind| !Arc::ptr_eq(&from.lists[kind as usize], &to.lists[kind as usize]));
    lists.flat_map(|kind| of_kind(kind, from.of(kind), to.of(kind))).collect()
}

fn of_kind(kind: ThingKind, from: &[Item], to: &[Item]) -> Vec<Change> {
    let known: HashMap<u64, &Item> = from.iter().map(|item| (item.id, item)).collect();
    let kept: HashMap<u64, ()> = to.iter().map(|item| (item.id, ())).collect();
    let gone = from.iter().filter(|item| !kept.contains_key(&item.id));
    let mut changes: Vec<Change> = gone.map(|item| Change { id: item.id, kind, text: None, before: None }).collect();
    // From the end, so that what a new thing stands before is known when it is inserted.
    for (place, item) in to.iter().enumerate().rev() {
        let change = |before| Change { id: item.id, kind, text: Some(item.text.clone()), before };
        match known.get(&item.id) {
            None => changes.push(change(Some(to.get(place + 1).map(|next| next.id)))),
            Some(old) if old.text != item.text => changes.push(change(None)),
            Some(_) => {}
        }
    }
    changes
}
