//! Sources, weights, barriers and the flow of a scene.

use super::decode::Decoder;
use super::fields;
use crate::documents::{Entry, Node};
use crate::model::{Barrier, BarrierCost, Field, Flow, Place, Shape, Source, Weight};
use crate::problems::Fault;
use wayfront_geometry::Point;

/// The kinds of costs of a barrier by their older names.
const OLD_COST: &[&str] = &["delay", "weight"];

impl Decoder<'_, '_> {
    pub(super) fn source(&mut self, entries: Vec<Entry<'_>>, place: Place) {
        let (mut name, mut offset, mut shape) = (None, Some(0.0), None);
        let is_named = entries.iter().any(|entry| entry.key == "name");
        let given = self.one_of(&entries, fields::SHAPE, place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => name = self.text(&entry.node, "name", place),
                "offset" => offset = self.number(&entry.node, "offset", place),
                "point" => shape = self.reader.point(&entry.node, "point", place, None).map(Shape::Point),
                "segment" => shape = self.segment(entry.node, place).map(Shape::Segment),
                "polyline" => shape = self.reader.points(entry.node, "polyline", place).map(Shape::Polyline),
                _ => self.unknown(&entry, place, fields::SOURCE),
            }
        }
        if let (true, Some(shape), Some(offset)) = (given, shape, offset) {
            let exit = place.field == Field::SceneExits;
            self.world.sources.push(Source { name, shape, offset, exit, place });
        } else {
            self.reader.lose(place.field, if is_named { name } else { Some(String::new()) });
        }
    }

    pub(super) fn weight(&mut self, entries: Vec<Entry<'_>>, place: Place) {
        let (mut corner, mut weight) = (None, None);
        self.required(&entries, &["corner"], place);
        if !self.older_word(&entries, "speed", "weight", place) {
            self.required(&entries, &["speed"], place);
        }
        for entry in entries {
            match entry.key.as_ref() {
                "corner" => corner = self.reader.point(&entry.node, "corner", place, None),
                "speed" => weight = self.number(&entry.node, "speed", place),
                "weight" => weight = self.number(&entry.node, "weight", place),
                _ => self.unknown(&entry, place, fields::WEIGHT),
            }
        }
        if let (Some(corner), Some(weight)) = (corner, weight) {
            self.world.weights.push(Weight { corner, weight, place });
        }
    }

    pub(super) fn barrier(&mut self, entries: Vec<Entry<'_>>, place: Place) {
        let (mut segment, mut cost) = (None, None);
        self.required(&entries, &["segment"], place);
        let costs = if self.older_word(&entries, "factor", "weight", place) { OLD_COST } else { fields::COST };
        let given = self.one_of(&entries, costs, place);
        for entry in entries {
            match entry.key.as_ref() {
                "segment" => segment = self.segment(entry.node, place),
                "delay" => cost = self.number(&entry.node, "delay", place).map(BarrierCost::Delay),
                "factor" => cost = self.number(&entry.node, "factor", place).map(BarrierCost::Weight),
                "weight" => cost = self.number(&entry.node, "weight", place).map(BarrierCost::Weight),
                _ => self.unknown(&entry, place, fields::BARRIER),
            }
        }
        if let (true, Some(segment), Some(cost)) = (given, segment, cost) {
            self.world.barriers.push(Barrier { segment, cost, place });
        } else {
            self.reader.lose(place.field, Some(String::new()));
        }
    }

    pub(super) fn flow(&mut self, node: Node<'_>) {
        let place = self.reader.place(Field::Flow, 0, node.at);
        let Some(entries) = self.table(node, "", place) else { return };
        let mut flow = Flow { place, ..Flow::default() };
        self.required(&entries, &["entrances", "exits"], place);
        for entry in entries {
            match entry.key.as_ref() {
                "entrances" => flow.entrances = self.chains(entry, "entrances", Field::Entrances, place),
                "exits" => flow.exits = self.chains(entry, "exits", Field::Exits, place),
                "radius" => flow.radius = self.number(&entry.node, "radius", place),
                _ => self.unknown(&entry, place, fields::FLOW),
            }
        }
        self.world.flow = Some(flow);
    }

    fn chains(&mut self, entry: Entry<'_>, name: &'static str, field: Field, flow: Place) -> Vec<Vec<Point>> {
        self.lines(entry, name, field, flow).into_iter().map(|(points, _)| points).collect()
    }

    pub(super) fn segment(&mut self, node: Node<'_>, place: Place) -> Option<[Point; 2]> {
        let at = node.at;
        let points = self.reader.points(node, "segment", place)?;
        if let [a, b] = points[..] {
            return Some([a, b]);
        }
        self.reader.fault_at(place, at, Fault::SegmentPoints { found: points.len() });
        None
    }

    pub(super) fn required(&mut self, entries: &[Entry<'_>], names: &'static [&'static str], place: Place) {
        for &name in names {
            if !entries.iter().any(|e| e.key == name) {
                self.reader.fault(place, Fault::MissingField { name });
            }
        }
    }

    /// Whether the `old` word for something is among the entries. Where the `new` one is too, that is a problem.
    pub(super) fn older_word(
        &mut self,
        entries: &[Entry<'_>],
        new: &'static str,
        old: &'static str,
        place: Place,
    ) -> bool {
        let find = |name: &str| entries.iter().find(|entry| entry.key == name);
        let Some(entry) = find(old) else { return false };
        if find(new).is_some() {
            self.reader.fault_at(place, entry.at, Fault::SameMeaning { new, old });
        }
        true
    }

    /// Exactly one of `names` is among the entries.
    pub(super) fn one_of(&mut self, entries: &[Entry<'_>], names: &'static [&'static str], place: Place) -> bool {
        let given: Vec<&'static str> =
            names.iter().copied().filter(|&name| entries.iter().any(|e| e.key == name)).collect();
        let good = given.len() == 1;
        if !good {
            self.reader.fault(place, Fault::OneOf { names, given });
        }
        good
    }
}
