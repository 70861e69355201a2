//! Constraints of a scene.

use super::decode::Decoder;
use super::fields;
use crate::documents::{Entry, Node, Tree};
use crate::model::{Constraint, ConstraintRegion, ConstraintSide, ConstraintStrength, Handle, Place, Preposition};
use crate::problems::Fault;
use wayfront_geometry::Point;

/// The parts of a constraint as they are met.
#[derive(Default)]
struct Parts {
    name: Option<String>,
    region: Option<ConstraintRegion>,
    handles: Option<Vec<Handle>>,
    facing: Option<Point>,
    depth: Option<f64>,
    reach: Option<f64>,
    strength: Option<ConstraintStrength>,
}

impl Decoder<'_, '_> {
    pub(super) fn constraint(&mut self, entries: Vec<Entry<'_>>, place: Place) {
        let where_given = self.one_of(&entries, fields::PREPOSITION, place);
        let strength_given = self.one_of(&entries, fields::STRENGTH, place);
        let word = entries.iter().find_map(|e| fields::PREPOSITION.iter().copied().find(|&word| e.key == word));
        let mut parts = Parts::default();
        for entry in entries {
            self.part_of_constraint(entry, word, place, &mut parts);
        }
        let (true, Some(word), Some(strength)) = (where_given && strength_given, word, parts.strength) else { return };
        if let Some(preposition) = preposition(word, &parts) {
            self.world.constraints.push(Constraint { name: parts.name, preposition, strength, place });
        }
    }

    fn part_of_constraint(&mut self, entry: Entry<'_>, word: Option<&'static str>, place: Place, parts: &mut Parts) {
        match entry.key.as_ref() {
            "name" => parts.name = self.text(&entry.node, "name", place),
            "in" | "near" => parts.region = self.region(entry, word.unwrap_or("in"), place),
            "left" | "right" | "front" | "back" | "sight" => {
                self.reader.remember(place, "obstacle", entry.at);
                parts.handles = self.handle(&entry.node, word.unwrap_or("sight"), place).map(|handle| vec![handle]);
            }
            "between" => {
                self.reader.remember(place, "obstacle", entry.at);
                parts.handles = self.two_handles(&entry.node, place);
            }
            "facing" | "depth" if !is_beside(word) => self.only_beside(&entry, word, place),
            "reach" if !matches!(word, Some("near" | "sight")) => self.only_beside(&entry, word, place),
            "facing" => parts.facing = self.reader.point(&entry.node, "facing", place, None),
            "depth" => parts.depth = self.number(&entry.node, "depth", place),
            "reach" => parts.reach = self.number(&entry.node, "reach", place),
            "weight" => {
                parts.strength = self.number(&entry.node, "weight", place).map(ConstraintStrength::Weight);
            }
            "factor" => {
                parts.strength = self.number(&entry.node, "factor", place).map(ConstraintStrength::Factor);
            }
            "hard" => match self.truth(&entry.node, "hard", place) {
                Some(true) => parts.strength = Some(ConstraintStrength::Hard),
                Some(false) => self.reader.fault_at(place, entry.at, Fault::MissingField { name: "weight" }),
                None => {}
            },
            _ => self.unknown(&entry, place, fields::CONSTRAINT),
        }
    }

    /// A field that goes with other prepositions.
    fn only_beside(&mut self, entry: &Entry<'_>, word: Option<&'static str>, place: Place) {
        let name = fields::CONSTRAINT.iter().copied().find(|&name| entry.key == name);
        let given = word.into_iter().chain(name).collect();
        self.reader.fault_at(place, entry.at, Fault::OneOf { names: fields::CONSTRAINT, given });
    }

    /// A ring, or the name or index of an obstacle.
    fn region(&mut self, entry: Entry<'_>, word: &'static str, place: Place) -> Option<ConstraintRegion> {
        match entry.node.value {
            Tree::Text(_) | Tree::Integer(_) => {
                self.reader.remember(place, "obstacle", entry.at);
                self.handle(&entry.node, word, place).map(ConstraintRegion::Obstacle)
            }
            _ => self.reader.ring(entry.node, word, place).map(ConstraintRegion::Ring),
        }
    }

    fn handle(&mut self, node: &Node<'_>, word: &'static str, place: Place) -> Option<Handle> {
        match &node.value {
            Tree::Text(name) => Some(Handle::Name(name.to_string())),
            Tree::Integer(index) if *index >= 0 => Some(Handle::Index(*index as usize)),
            _ => {
                self.reader.wrong_type(place, word, "a name or an index", node);
                None
            }
        }
    }

    fn two_handles(&mut self, node: &Node<'_>, place: Place) -> Option<Vec<Handle>> {
        match &node.value {
            Tree::List(items) if items.len() == 2 => {
                items.iter().map(|item| self.handle(item, "between", place)).collect()
            }
            _ => {
                self.reader.wrong_type(place, "between", "a list of two names", node);
                None
            }
        }
    }
}

fn is_beside(word: Option<&str>) -> bool {
    matches!(word, Some("left" | "right" | "front" | "back"))
}

fn preposition(word: &str, parts: &Parts) -> Option<Preposition> {
    let beside = |side: ConstraintSide| {
        let obstacle = parts.handles.as_ref()?.first()?.clone();
        let facing = parts.facing.unwrap_or(Point::new(1.0, 0.0));
        Some(Preposition::Beside { side, obstacle, facing, depth: parts.depth })
    };
    match word {
        "in" => parts.region.clone().map(Preposition::In),
        "near" => parts.region.clone().map(|region| Preposition::Near { region, reach: parts.reach }),
        "left" => beside(ConstraintSide::Left),
        "right" => beside(ConstraintSide::Right),
        "front" => beside(ConstraintSide::Front),
        "back" => beside(ConstraintSide::Back),
        "between" => parts.handles.clone()?.try_into().ok().map(Preposition::Between),
        _ => Some(Preposition::Sight { of: parts.handles.as_ref()?.first()?.clone(), reach: parts.reach }),
    }
}
