//! Doors and motions of a scene.

use super::decode::Decoder;
use super::fields;
use crate::documents::{Entry, Node, Tree};
use crate::model::{Change, Door, Handle, Kind, Motion, Place, Thing};
use wayfront_geometry::Point;

impl Decoder<'_, '_> {
    pub(super) fn door(&mut self, entries: Vec<Entry<'_>>, place: Place) {
        let (mut name, mut segment, mut open) = (None, None, Some(false));
        self.required(&entries, &["name", "segment"], place);
        self.remember_fields(&entries, &["name"], place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => name = self.text(&entry.node, "name", place),
                "segment" => segment = self.segment(entry.node, place),
                "open" => open = self.truth(&entry.node, "open", place),
                _ => self.unknown(&entry, place, fields::DOOR),
            }
        }
        let lost_name = name.clone();
        if let (Some(name), Some(segment), Some(open)) = (name, segment, open) {
            self.world.doors.push(Door { name, segment, open, place });
        } else {
            self.reader.lose(place.field, lost_name);
        }
    }

    pub(super) fn motion(&mut self, entries: Vec<Entry<'_>>, place: Place) {
        let (mut thing, mut times, mut change, mut repeat) = (None, None, None, Some(false));
        let mut counts_exits = false;
        self.required(&entries, &["times"], place);
        self.remember_fields(&entries, fields::MOTION, place);
        let one_thing = self.one_of(&entries, fields::THING, place);
        let one_change = self.one_of(&entries, fields::CHANGE, place);
        for entry in entries {
            match entry.key.as_ref() {
                "obstacle" => thing = self.thing(&entry.node, Kind::Obstacle, place),
                "source" => thing = self.thing(&entry.node, Kind::Source, place),
                "exit" => {
                    thing = self.thing_called(&entry.node, "exit", Kind::Source, place);
                    counts_exits = true;
                }
                "door" => thing = self.thing(&entry.node, Kind::Door, place),
                "barrier" => thing = self.thing(&entry.node, Kind::Barrier, place),
                "times" => times = self.times(entry, place),
                "shifts" => change = self.reader.points(entry.node, "shifts", place).map(Change::Shifts),
                "segments" => change = self.segments(entry, place).map(Change::Segments),
                "open" => change = self.truths(entry, "open", place).map(Change::Open),
                "present" => change = self.truths(entry, "present", place).map(Change::Present),
                "repeat" => repeat = self.truth(&entry.node, "repeat", place),
                _ => self.unknown(&entry, place, fields::MOTION),
            }
        }
        if let (true, Some(thing), Some(times), Some(change), Some(repeat)) =
            (one_thing && one_change, thing, times, change, repeat)
        {
            if counts_exits {
                self.exit_motions.push(self.world.motions.len());
            }
            self.world.motions.push(Motion { thing, times, change, repeat, place });
        }
    }

    /// Faults that are found later name the lines of these fields.
    pub(super) fn remember_fields(&mut self, entries: &[Entry<'_>], names: &'static [&'static str], place: Place) {
        for entry in entries {
            if let Some(name) = names.iter().find(|&&name| entry.key == name) {
                self.reader.remember(place, name, entry.at);
            }
        }
    }

    /// A name or an index; barriers have no names.
    fn thing(&mut self, node: &Node<'_>, kind: Kind, place: Place) -> Option<Thing> {
        self.thing_called(node, kind.name(), kind, place)
    }

    fn thing_called(&mut self, node: &Node<'_>, word: &'static str, kind: Kind, place: Place) -> Option<Thing> {
        let handle = match &node.value {
            Tree::Text(name) => Handle::Name(name.to_string()),
            Tree::Integer(index) if *index >= 0 => Handle::Index(*index as usize),
            _ => {
                let expected = if kind == Kind::Barrier { "an index" } else { "a name or an index" };
                self.reader.wrong_type(place, word, expected, node);
                return None;
            }
        };
        Some(Thing { kind, handle })
    }

    fn times(&mut self, entry: Entry<'_>, place: Place) -> Option<Vec<f64>> {
        let items = self.items(entry, "times", "a list of numbers", place)?;
        items.iter().map(|item| self.number(item, "times", place)).collect()
    }

    fn truths(&mut self, entry: Entry<'_>, name: &'static str, place: Place) -> Option<Vec<bool>> {
        let items = self.items(entry, name, "a list of true and false", place)?;
        items.iter().map(|item| self.truth(item, name, place)).collect()
    }

    fn segments(&mut self, entry: Entry<'_>, place: Place) -> Option<Vec<[Point; 2]>> {
        let items = self.items(entry, "segments", "a list of segments", place)?;
        items.into_iter().map(|item| self.segment(item, place)).collect()
    }
}
