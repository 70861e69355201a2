//! A scene from its document. Every table is read to its end, so that one reading reports everything that is wrong.

use super::fields;
use crate::documents::reader::Reader;
use crate::documents::{Entry, Node, Tree};
use crate::model::{Field, Place, World};
use crate::problems::Fault;
use crate::spelling::nearest;

/// The value of `world.file`, still to be read.
pub(crate) struct Include {
    pub path: String,
    pub place: Place,
    /// The scene says itself which way y grows.
    pub keeps_y_axis: bool,
}

/// Reads the scene in `document`; problems go to the reader.
pub(crate) fn decode(document: Node<'_>, reader: &mut Reader<'_>) -> (World, Option<Include>) {
    let mut decoder = Decoder { reader, world: World::default(), include: None, y_axis_given: false };
    decoder.scene(document);
    let keeps_y_axis = decoder.y_axis_given;
    let include = decoder.include.take().map(|include| Include { keeps_y_axis, ..include });
    decoder.world.holes_of_only_area_to_obstacles();
    (decoder.world, include)
}

pub(super) struct Decoder<'r, 't> {
    pub reader: &'r mut Reader<'t>,
    pub world: World,
    pub include: Option<Include>,
    pub y_axis_given: bool,
}

impl Decoder<'_, '_> {
    fn scene(&mut self, document: Node<'_>) {
        let place = self.reader.place(Field::Scene, 0, document.at);
        let Some(entries) = self.table(document, "", place) else { return };
        if !entries.is_empty() && !entries.iter().any(|e| is_near(&e.key, fields::SCENE)) {
            let found = entries.into_iter().take(3).map(|e| e.key.into_owned()).collect();
            return self.reader.fault(place, Fault::NotAScene { found });
        }
        for entry in entries {
            match entry.key.as_ref() {
                "name" => self.world.name = self.text(&entry.node, "name", place),
                "world" => self.world(entry.node),
                "sources" => self.each(entry, Field::Sources, Self::source),
                "weights" => self.each(entry, Field::Weights, Self::weight),
                "barriers" => self.each(entry, Field::Barriers, Self::barrier),
                "doors" => self.each(entry, Field::Doors, Self::door),
                "motions" => self.each(entry, Field::Motions, Self::motion),
                "flow" => self.flow(entry.node),
                "crowd" => self.crowd(entry.node),
                _ => self.unknown(&entry, place, fields::SCENE),
            }
        }
    }

    /// Reads every table of a list of tables.
    pub(super) fn each(
        &mut self,
        entry: Entry<'_>,
        field: Field,
        mut read: impl FnMut(&mut Self, Vec<Entry<'_>>, Place),
    ) {
        let Tree::List(items) = entry.node.value else {
            let place = self.reader.place(Field::Scene, 0, entry.at);
            return self.reader.wrong_type(place, field.name(), "a list of tables", &entry.node);
        };
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(field, i, item.at);
            if let Some(entries) = self.table(item, "", place) {
                read(self, entries, place);
            }
        }
    }

    pub(super) fn table<'d>(&mut self, node: Node<'d>, name: &'static str, place: Place) -> Option<Vec<Entry<'d>>> {
        if let Tree::Table(entries) = node.value {
            return Some(entries);
        }
        self.reader.wrong_type(place, name, "a table", &node);
        None
    }

    pub(super) fn unknown(&mut self, entry: &Entry<'_>, place: Place, known: &'static [&'static str]) {
        let near = nearest(&entry.key, known);
        self.reader.fault_at(place, entry.at, Fault::UnknownField { name: entry.key.to_string(), near, known });
    }

    pub(super) fn text(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<String> {
        if node.text().is_none() {
            self.reader.wrong_type(place, name, "text", node);
        }
        node.text().map(str::to_owned)
    }

    pub(super) fn truth(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<bool> {
        if let Tree::Bool(truth) = node.value {
            return Some(truth);
        }
        self.reader.wrong_type(place, name, "true or false", node);
        None
    }

    pub(super) fn number(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<f64> {
        self.reader.remember(place, name, node.at);
        if node.number().is_none() {
            self.reader.wrong_type(place, name, "a number", node);
        }
        node.number()
    }
}

fn is_near(key: &str, known: &'static [&'static str]) -> bool {
    nearest(key, known).is_some()
}
