//! A scene from its document. Every table is read to its end, so that one reading reports everything that is wrong.

use super::fields;
use crate::documents::reader::Reader;
use crate::documents::{Entry, Node, Tree};
use crate::model::{Field, Handle, Place, World};
use crate::problems::Fault;
use crate::spelling::nearest;

/// The value of `world.file`, still to be read.
pub(crate) struct Include {
    pub path: String,
    pub place: Place,
    /// The scene itself says in which direction y grows.
    pub keeps_y_axis: bool,
}

/// A scene as far as its own file describes it.
#[derive(Default)]
pub(crate) struct Draft {
    pub world: World,
    /// The file whose geometry is to be added.
    pub include: Option<Include>,
    /// The motions that count exits alone: their indices wait until all sources are known.
    exit_motions: Vec<usize>,
}

impl From<World> for Draft {
    fn from(world: World) -> Self {
        Self { world, ..Self::default() }
    }
}

impl Draft {
    /// The world, now that all of it has been read: sources in order, and motions of exits with the indices that these
    /// have among all sources.
    pub(crate) fn finish(mut self) -> World {
        self.world.order_sources();
        let plain = self.world.sources.iter().filter(|source| !source.exit).count();
        for motion in self.exit_motions {
            if let Handle::Index(index) = &mut self.world.motions[motion].thing.handle {
                *index = index.saturating_add(plain);
            }
        }
        self.world
    }
}

/// Reads the scene in `document`; problems go to the reader.
pub(crate) fn decode(document: Node<'_>, reader: &mut Reader<'_>) -> Draft {
    let mut decoder =
        Decoder { reader, world: World::default(), include: None, y_axis_given: false, exit_motions: vec![] };
    decoder.scene(document);
    let keeps_y_axis = decoder.y_axis_given;
    let include = decoder.include.take().map(|include| Include { keeps_y_axis, ..include });
    decoder.world.holes_of_only_area_to_obstacles();
    Draft { world: decoder.world, include, exit_motions: decoder.exit_motions }
}

pub(super) struct Decoder<'r, 't> {
    pub reader: &'r mut Reader<'t>,
    pub world: World,
    pub include: Option<Include>,
    pub y_axis_given: bool,
    /// Indices of the motions that say `exit`.
    pub exit_motions: Vec<usize>,
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
                "exits" => self.each(entry, Field::SceneExits, Self::source),
                "weights" => self.each(entry, Field::Weights, Self::weight),
                "barriers" => self.each(entry, Field::Barriers, Self::barrier),
                "doors" => self.each(entry, Field::Doors, Self::door),
                "motions" => self.each(entry, Field::Motions, Self::motion),
                "constraints" => self.each(entry, Field::Constraints, Self::constraint),
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
            self.reader.lose(field, None);
            return self.reader.wrong_type(place, field.name(), "a list of tables", &entry.node);
        };
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(field, i, item.at);
            match self.table(item, "", place) {
                Some(entries) => read(self, entries, place),
                None => self.reader.lose(field, None),
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
        if let Some(field) = near.and_then(fields::list_of) {
            self.reader.lose(field, None);
        }
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
