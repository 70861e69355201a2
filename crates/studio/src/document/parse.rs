//! From the JSON text of a scene to things, and back.
//!
//! Only the outer tables are looked into; everything else is kept to the letter. A list that is none, and fields that no
//! scene has, stay with the settings of their table: they come back where they stood, and the reader says what is wrong
//! with them.

use super::{ALL, Document, Ids, Item, Table, ThingKind};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a text is no document.
#[derive(Debug, Error)]
pub enum ParseError {
    /// The text is not JSON, or its outermost value is no table.
    #[error("this is no table of JSON: {0}")]
    Json(#[from] serde_json::Error),
}

type Fields = BTreeMap<String, Box<RawValue>>;

impl Document {
    /// The things of a scene in JSON.
    pub fn parse(text: &str, ids: &mut Ids) -> Result<Self, ParseError> {
        let mut root: Fields = serde_json::from_str(text)?;
        let mut document = Self::default();
        for (name, table, settings) in
            [("flow", Table::Flow, ThingKind::Flow), ("crowd", Table::Crowd, ThingKind::Crowd)]
        {
            if let Some(fields) = take_table(&mut root, name) {
                let rest = document.take_lists(table, fields, ids);
                document.list_mut(settings)[0].text = serde_json::to_string(&rest)?.into();
            }
        }
        if let Some(fields) = take_table(&mut root, "world") {
            let mut rest = document.take_lists(Table::World, fields, ids);
            for known in ["y_axis", "file"] {
                if let Some(value) = rest.remove(known) {
                    root.insert(known.to_owned(), value);
                }
            }
            if !rest.is_empty() {
                root.insert("world".to_owned(), serde_json::value::to_raw_value(&rest)?);
            }
        }
        let rest = document.take_lists(Table::Root, root, ids);
        document.list_mut(ThingKind::Scene)[0].text = serde_json::to_string(&rest)?.into();
        Ok(document)
    }

    /// Lists that were given with the settings of a table become things, as far as there are none of their kinds.
    pub(super) fn absorb(&mut self, kind: ThingKind, ids: &mut Ids) {
        let mut fields = self.settings(kind);
        if kind == ThingKind::Scene
            && let Some(world) = take_table(&mut fields, "world")
        {
            let rest = self.take_lists(Table::World, world, ids);
            if let (false, Ok(rest)) = (rest.is_empty(), serde_json::value::to_raw_value(&rest)) {
                fields.insert("world".to_owned(), rest);
            }
        }
        if fields.is_empty() && &*self.of(kind)[0].text == "null" {
            return;
        }
        let rest = self.take_lists(kind.table(), fields, ids);
        if let Ok(text) = serde_json::to_string(&rest)
            && *self.of(kind)[0].text != *text
            && self.of(kind)[0].text.starts_with('{')
        {
            self.list_mut(kind)[0].text = text.into();
        }
    }

    /// Moves the lists of a table out of its fields, and gives back what is left.
    fn take_lists(&mut self, table: Table, mut fields: Fields, ids: &mut Ids) -> Fields {
        for kind in ALL.into_iter().filter(|kind| kind.table() == table && !kind.is_settings()) {
            if !self.of(kind).is_empty() {
                continue;
            }
            let Some(value) = fields.remove(kind.key()) else { continue };
            if kind.is_single() {
                self.list_mut(kind).push(Item { id: ids.next(), text: value.get().into() });
                continue;
            }
            match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
                Ok(items) => {
                    let item = |text: &&RawValue| Item { id: ids.next(), text: text.get().into() };
                    *self.list_mut(kind) = items.iter().map(item).collect();
                }
                Err(_) => {
                    fields.insert(kind.key().to_owned(), value);
                }
            }
        }
        fields
    }

    /// The scene as JSON, on one line.
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(self.size() + 1024);
        let mut root = self.settings(ThingKind::Scene);
        let mut world = take_table(&mut root, "world").unwrap_or_default();
        for key in ["y_axis", "file"] {
            world.extend(root.remove_entry(key));
        }
        out.push('{');
        if let Some(name) = root.remove("name") {
            field(&mut out, "name", name.get());
        }
        if !world.is_empty() || self.has_any(Table::World) {
            self.table(&mut out, "world", Table::World, &world);
        }
        self.lists_into(&mut out, Table::Root, &mut root);
        for (name, table, kind) in [("flow", Table::Flow, ThingKind::Flow), ("crowd", Table::Crowd, ThingKind::Crowd)] {
            if &*self.of(kind)[0].text != "null" || self.has_any(table) {
                self.table(&mut out, name, table, &self.settings(kind));
            }
        }
        for (name, value) in &root {
            field(&mut out, name, value.get());
        }
        out.push('}');
        out
    }

    fn settings(&self, kind: ThingKind) -> Fields {
        // A value that is no table (`null`) has no fields.
        serde_json::from_str(&self.of(kind)[0].text).unwrap_or_default()
    }

    fn has_any(&self, table: Table) -> bool {
        ALL.into_iter().any(|kind| kind.table() == table && !kind.is_settings() && !self.of(kind).is_empty())
    }

    fn table(&self, out: &mut String, name: &str, table: Table, settings: &Fields) {
        field(out, name, "{");
        let mut settings = settings.clone();
        self.lists_into(out, table, &mut settings);
        for (name, value) in &settings {
            field(out, name, value.get());
        }
        out.push('}');
    }

    /// Writes the lists of a table; settings under the same names give way.
    fn lists_into(&self, out: &mut String, table: Table, settings: &mut Fields) {
        for kind in ALL.into_iter().filter(|kind| kind.table() == table && !kind.is_settings()) {
            let items = self.of(kind);
            if items.is_empty() {
                continue;
            }
            settings.remove(kind.key());
            if kind.is_single() {
                field(out, kind.key(), &items[0].text);
                continue;
            }
            field(out, kind.key(), "[");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&item.text);
            }
            out.push(']');
        }
    }
}

/// Takes a table out of the fields; a value of another type stays.
fn take_table(fields: &mut Fields, name: &str) -> Option<Fields> {
    let table = serde_json::from_str(fields.get(name)?.get()).ok()?;
    fields.remove(name);
    Some(table)
}

/// Begins a field, after a comma if something stands before it in its table.
fn field(out: &mut String, name: &str, value: &str) {
    if !out.ends_with('{') {
        out.push(',');
    }
    // Names are strings of a parsed text: they can be written.
    out.push_str(&serde_json::Value::from(name).to_string());
    out.push(':');
    out.push_str(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_comes_back_where_it_stood() {
        let text = r#"{"name":"A","world":{"boundary":[[0,0],[9,0],[9,9.5]],"obstacles":[[[1,1],[2,1],[2,2]]],"obstacels":[],"y_axis":"down"},"exits":[{"point":[3,3]}],"flow":{"entrances":[[[0,0],[9,0]]],"radius":0.25},"crowd":{"groups":[{"count":3}],"seconds":60},"motions":7}"#;
        let document = Document::parse(text, &mut Ids::default()).unwrap();
        let again: serde_json::Value = serde_json::from_str(&document.to_json()).unwrap();
        assert_eq!(again, serde_json::from_str::<serde_json::Value>(text).unwrap());
        assert_eq!(document.of(ThingKind::Exit)[0].text.as_ref(), r#"{"point":[3,3]}"#);
        assert_eq!(document.text(1), Some(r#"{"motions":7,"name":"A","world":{"obstacels":[]},"y_axis":"down"}"#));
    }

    #[test]
    fn an_empty_scene_is_an_empty_table() {
        assert_eq!(Document::default().to_json(), "{}");
        assert_eq!(Document::parse("{}", &mut Ids::default()).unwrap(), Document::default());
    }
}
