//! A scene from its document. Every table is read to its end, so that one reading reports everything that is wrong.

use crate::documents::reader::Reader;
use crate::documents::{Entry, Node, Tree};
use crate::model::table::{Described, Form, Found, Misfit, Record, Spec, Table};
use crate::model::{Crowd, Field, Flow, Handle, Motion, Place, SCENE, Source, World};
use crate::problems::{CrowdFault, Fault};
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
        let known = SCENE.names();
        if !entries.is_empty() && !entries.iter().any(|entry| nearest(&entry.key, &known).is_some()) {
            let found = entries.into_iter().take(3).map(|e| e.key.into_owned()).collect();
            return self.reader.fault(place, Fault::NotAScene { found });
        }
        for entry in entries {
            match entry.key.as_ref() {
                "name" => self.world.name = self.text(&entry.node, "name", place),
                "world" => self.world(entry.node),
                "sources" => {
                    let sources = self.things::<Source>(entry, Field::Sources);
                    self.world.sources.extend(sources);
                }
                "exits" => {
                    let exits = self.things::<Source>(entry, Field::SceneExits).into_iter().map(Source::as_exit);
                    self.world.sources.extend(exits);
                }
                "weights" => self.world.weights = self.things(entry, Field::Weights),
                "barriers" => self.world.barriers = self.things(entry, Field::Barriers),
                "doors" => self.world.doors = self.things(entry, Field::Doors),
                "motions" => self.motions(entry),
                "constraints" => self.world.constraints = self.things(entry, Field::Constraints),
                "flow" => self.world.flow = self.one::<Flow>(entry.node),
                "crowd" => self.world.crowd = self.one::<Crowd>(entry.node),
                _ => self.unknown(&entry, place, &SCENE),
            }
        }
    }

    /// The things of a list of tables.
    fn things<T: Described>(&mut self, entry: Entry<'_>, field: Field) -> Vec<T> {
        let records = self.records(entry, T::TABLE, field);
        records.into_iter().filter_map(|record| self.finish(record)).collect()
    }

    /// The thing of a table that a scene has once.
    fn one<T: Described>(&mut self, node: Node<'_>) -> Option<T> {
        let place = self.reader.place(T::TABLE.field, 0, node.at);
        let entries = self.table(node, "", place)?;
        let record = self.record(entries, T::TABLE, place);
        self.finish(record)
    }

    fn motions(&mut self, entry: Entry<'_>) {
        for record in self.records(entry, Motion::TABLE, Field::Motions) {
            let counts_exits = record.at("exit").is_some();
            if let Some(motion) = self.finish(record) {
                self.exit_motions.extend(counts_exits.then_some(self.world.motions.len()));
                self.world.motions.push(motion);
            }
        }
    }

    /// The thing of a record; what does not fit in it goes to the reader.
    fn finish<T: Described>(&mut self, record: Record) -> Option<T> {
        let mut found = Found::default();
        let thing = record.finish(&mut found);
        for (place, at, misfit) in found.misfits {
            let fault = match misfit {
                Misfit::Missing(name) => Fault::MissingField { name },
                Misfit::OneOf { names, given } => Fault::OneOf { names: names.to_vec(), given },
                Misfit::Preposition(given) => Fault::OneOf { names: T::TABLE.names(), given },
                Misfit::OnlyForEntrances(name) => CrowdFault::OnlyForEntrances { name }.into(),
                Misfit::OnlyForChasers(name) => CrowdFault::OnlyForChasers { name }.into(),
            };
            match at {
                Some(at) => self.reader.fault_at(place, at, fault),
                None => self.reader.fault(place, fault),
            }
        }
        found.lost.into_iter().for_each(|(field, name)| self.reader.lose(field, name));
        thing
    }

    /// Every table of a list of tables.
    pub(super) fn records(&mut self, entry: Entry<'_>, table: &'static Table, field: Field) -> Vec<Record> {
        let Tree::List(items) = entry.node.value else {
            let place = self.reader.place(Field::Scene, 0, entry.at);
            self.reader.lose(field, None);
            self.reader.wrong_type(place, field.name(), "a list of tables", &entry.node);
            return Vec::new();
        };
        let mut records = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(field, i, item.at);
            match self.table(item, "", place) {
                Some(entries) => records.push(self.record(entries, table, place)),
                None => self.reader.lose(field, None),
            }
        }
        records
    }

    /// Reads the fields of a table.
    pub(super) fn record(&mut self, entries: Vec<Entry<'_>>, table: &'static Table, place: Place) -> Record {
        let before = self.reader.problems.len();
        let mut record = Record::new(place);
        record.is_whole = self.check_fields(&entries, table, place);
        for entry in entries {
            let Some((spec, name)) = table.find(&entry.key) else {
                self.unknown(&entry, place, table);
                continue;
            };
            // Faults that are found later name the lines of fields, except of tables without a place of their own.
            if table.field != Field::Scene {
                self.reader.remember(place, name, entry.at);
            }
            let at = entry.at;
            match spec.form {
                Form::Tables(table) => record.give_tables(spec.name, at, self.records(entry, table, table.field)),
                Form::Inline(table) => record.give_tables(spec.name, at, self.inline(entry.node, name, table, place)),
                _ => {
                    let value = self.value(entry, spec, name, place);
                    record.give(spec.name, at, value);
                }
            }
        }
        record.is_clean = self.reader.problems.len() == before;
        record
    }

    /// Reports fields that are missing, and those that exclude each other; false if some of the latter do.
    fn check_fields(&mut self, entries: &[Entry<'_>], table: &'static Table, place: Place) -> bool {
        let find = |name: &str| entries.iter().find(|entry| entry.key == name);
        let older = |spec: &Spec| spec.older.and_then(find);
        for (spec, _) in table.specs() {
            if spec.needed && find(spec.name).is_none() && older(spec).is_none() {
                self.reader.fault(place, Fault::MissingField { name: spec.name });
            }
        }
        let mut written = Vec::new();
        for (spec, _) in table.specs() {
            let (new, Some(old), Some(entry)) = (spec.name, spec.older, older(spec)) else { continue };
            written.push((new, old));
            if find(new).is_some() {
                self.reader.fault_at(place, entry.at, Fault::SameMeaning { new, old });
            }
        }
        let mut is_whole = true;
        for &names in table.one_of {
            let as_written = |name: &&'static str| written.iter().find(|(new, _)| new == name).map_or(*name, |w| w.1);
            let names: Vec<&'static str> = names.iter().map(as_written).collect();
            let given: Vec<&'static str> = names.iter().copied().filter(|name| find(name).is_some()).collect();
            if given.len() != 1 {
                is_whole = false;
                self.reader.fault(place, Fault::OneOf { names, given });
            }
        }
        is_whole
    }

    pub(super) fn unknown(&mut self, entry: &Entry<'_>, place: Place, table: &Table) {
        let known = table.names();
        let near = nearest(&entry.key, &known);
        if let Some(list) = near.and_then(list_of) {
            self.reader.lose(list, None);
        }
        self.reader.fault_at(place, entry.at, Fault::UnknownField { name: entry.key.to_string(), near, known });
    }
}

/// The list that a field holds, where things in it are called by name or index: a misspelt list is why they are missing.
fn list_of(name: &str) -> Option<Field> {
    let lists = [Field::Obstacles, Field::Solids, Field::Sources, Field::SceneExits, Field::Barriers, Field::Doors];
    let lists = lists.into_iter().chain([Field::Groups, Field::Stops]);
    lists.into_iter().find(|list| list.name().rsplit('.').next() == Some(name))
}
