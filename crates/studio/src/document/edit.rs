//! Edits: things are added, set and removed.

use super::{Document, Ids, Item, ThingKind, follow};
use serde::Deserialize;
use serde_json::value::RawValue;
use thiserror::Error;

/// One edit, as a page says it.
#[derive(Clone, Debug, Deserialize)]
pub struct Edit {
    /// `add`, `set` or `remove`.
    pub op: String,
    pub kind: Option<String>,
    pub id: Option<u64>,
    pub value: Option<Box<RawValue>>,
    pub before: Option<u64>,
}

/// Why an edit cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    #[error("there is no thing {0}")]
    NoThing(u64),
    #[error("there is no kind of thing called `{0}`")]
    NoKind(String),
    #[error("there is no edit called `{0}`")]
    NoOperation(String),
    #[error("`{op}` needs `{field}`")]
    Missing { op: &'static str, field: &'static str },
    #[error("a scene has one {0}")]
    OnlyOne(&'static str),
    #[error("a value cannot be read: {0}")]
    Value(String),
    #[error("`file` names another file, and pages name no files")]
    File,
}

impl EditError {
    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NoThing(_) => "ask for the scene again (`hello`)",
            Self::NoKind(_) => "the kinds are listed in docs/studio-protocol.md",
            Self::NoOperation(_) => "the edits are `add`, `set` and `remove`",
            Self::Missing { .. } => "give that field",
            Self::Value(_) => "numbers are finite, and tables are not nested without end",
            Self::OnlyOne(_) => "set the one that is there",
            Self::File => "open the file, or drop it on the page: its outlines become part of the scene",
        }
    }
}

impl Document {
    /// The document after edits, and the numbers of what they added. What refers to a thing follows it.
    pub fn edited(&self, edits: &[Edit], ids: &mut Ids) -> Result<(Self, Vec<u64>), EditError> {
        let mut next = self.clone();
        let mut added = Vec::new();
        for edit in edits {
            next.apply(edit, ids, &mut added)?;
        }
        follow::references(self, &mut next);
        Ok((next, added))
    }

    fn apply(&mut self, edit: &Edit, ids: &mut Ids, added: &mut Vec<u64>) -> Result<(), EditError> {
        // A raw value may still hold numbers that no reader takes, such as 1e999.
        if let Some(value) = &edit.value {
            serde_json::from_str::<serde_json::Value>(value.get()).map_err(|why| EditError::Value(why.to_string()))?;
        }
        match edit.op.as_str() {
            "add" => {
                let name = edit.kind.as_deref().ok_or(EditError::Missing { op: "add", field: "kind" })?;
                let kind = ThingKind::named(name).ok_or_else(|| EditError::NoKind(name.to_owned()))?;
                let value = edit.value.as_deref().ok_or(EditError::Missing { op: "add", field: "value" })?;
                added.push(self.add(kind, value, edit.before, ids)?);
            }
            "set" => {
                let id = edit.id.ok_or(EditError::Missing { op: "set", field: "id" })?;
                self.set(id, edit.value.as_deref(), ids)?;
            }
            "remove" => {
                let id = edit.id.ok_or(EditError::Missing { op: "remove", field: "id" })?;
                let (kind, index) = self.find(id).ok_or(EditError::NoThing(id))?;
                if kind.is_settings() {
                    return Err(EditError::OnlyOne(kind.name()));
                }
                self.list_mut(kind).remove(index);
            }
            other => return Err(EditError::NoOperation(other.chars().take(40).collect())),
        }
        Ok(())
    }

    fn add(&mut self, kind: ThingKind, value: &RawValue, before: Option<u64>, ids: &mut Ids) -> Result<u64, EditError> {
        if kind.is_settings() || kind.is_single() && !self.of(kind).is_empty() {
            return Err(EditError::OnlyOne(kind.name()));
        }
        let place = match before {
            None => self.of(kind).len(),
            Some(id) => self.of(kind).iter().position(|item| item.id == id).ok_or(EditError::NoThing(id))?,
        };
        let id = ids.next();
        self.list_mut(kind).insert(place, Item { id, text: value.get().into() });
        Ok(id)
    }

    fn set(&mut self, id: u64, value: Option<&RawValue>, ids: &mut Ids) -> Result<(), EditError> {
        let (kind, index) = self.find(id).ok_or(EditError::NoThing(id))?;
        let text = match (value, kind) {
            (Some(value), ThingKind::Scene) if names_a_file(value) => return Err(EditError::File),
            (Some(value), _) => value.get(),
            (None, ThingKind::Flow | ThingKind::Crowd) => "null",
            (None, _) => return Err(EditError::Missing { op: "set", field: "value" }),
        };
        if *self.of(kind)[index].text != *text {
            self.list_mut(kind)[index].text = text.into();
            if kind.is_settings() {
                self.absorb(kind, ids);
            }
        }
        Ok(())
    }
}

/// The settings of a scene name a geometry file, in one of the places where they could.
fn names_a_file(value: &RawValue) -> bool {
    let value: serde_json::Value = serde_json::from_str(value.get()).unwrap_or_default();
    value.get("file").is_some()
        || value.get("world").is_some_and(|world| !world.is_object() || world.get("file").is_some())
}
