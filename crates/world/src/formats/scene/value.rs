//! The values of fields by their forms.

use super::decode::Decoder;
use crate::documents::{Entry, Node, Tree};
use crate::model::table::{Form, Record, Spec, Table, Val};
use crate::model::{Distribution, Handle, Kind, Place, Rerouting};
use crate::problems::Fault;
use wayfront_geometry::Point;

impl Decoder<'_, '_> {
    /// The value of a field that the file calls `name`, or `None` and a problem.
    pub(super) fn value(
        &mut self,
        entry: Entry<'_>,
        spec: &'static Spec,
        name: &'static str,
        place: Place,
    ) -> Option<Val> {
        if matches!(spec.form, Form::Obstacle | Form::Obstacles | Form::Region) {
            self.reader.remember(place, "obstacle", entry.at);
        }
        let node = &entry.node;
        match spec.form {
            Form::Text | Form::Name(_) => self.text(node, name, place).map(Val::Text),
            Form::Truth | Form::True => self.truth(node, name, place).map(Val::Truth),
            Form::Number(_) => self.number(node, name, place).map(Val::Number),
            Form::Whole => self.whole(node, name, place),
            Form::Word(words) => {
                let word = node.text().and_then(|text| words.all.iter().find(|(word, _)| *word == text));
                self.expect(word.map(|(word, _)| Val::Word(word)), name, words.expected, node, place)
            }
            Form::Spread(_) => {
                let expected = "a number, a range or a mean with a deviation";
                self.expect(spread(node).map(Val::Spread), name, expected, node, place)
            }
            Form::Rerouting => self.rerouting(node, name, place),
            Form::Names(_) => self.expect(names(node).map(Val::Names), name, "a name or a list of names", node, place),
            Form::Point | Form::Direction => self.reader.point(node, name, place, None).map(Val::Point),
            Form::Segment => self.segment(entry.node, place).map(Val::Segment),
            Form::Points | Form::Line => self.reader.points(entry.node, name, place).map(Val::Points),
            Form::Ring => self.reader.ring(entry.node, name, place).map(Val::Points),
            Form::Lines(field) => {
                let lines = self.lines(entry, name, field, place);
                Some(Val::Lines(lines.into_iter().map(|(points, _)| points).collect()))
            }
            Form::Times => {
                let items = self.items(entry, name, "a list of numbers", place)?;
                items.iter().map(|item| self.number(item, name, place)).collect::<Option<_>>().map(Val::Numbers)
            }
            Form::Truths => {
                let items = self.items(entry, name, "a list of true and false", place)?;
                items.iter().map(|item| self.truth(item, name, place)).collect::<Option<_>>().map(Val::Truths)
            }
            Form::Segments => {
                let items = self.items(entry, name, "a list of segments", place)?;
                items.into_iter().map(|item| self.segment(item, place)).collect::<Option<_>>().map(Val::Segments)
            }
            Form::Thing(kind) => {
                let expected = if kind == Kind::Barrier { "an index" } else { "a name or an index" };
                self.expect(handle(node).map(Val::Handle), name, expected, node, place)
            }
            Form::Obstacle => self.obstacle(node, name, place).map(Val::Handle),
            Form::Obstacles => self.two_obstacles(node, name, place),
            Form::Region => match node.value {
                Tree::Text(_) | Tree::Integer(_) => self.obstacle(node, name, place).map(Val::Handle),
                _ => self.reader.ring(entry.node, name, place).map(Val::Points),
            },
            Form::Tables(_) | Form::Inline(_) | Form::Table(_) | Form::Rings | Form::Path => None,
        }
    }

    /// The value, or a problem.
    fn expect<T>(
        &mut self,
        value: Option<T>,
        name: &'static str,
        expected: &'static str,
        node: &Node<'_>,
        place: Place,
    ) -> Option<T> {
        if value.is_none() {
            self.reader.wrong_type(place, name, expected, node);
        }
        value
    }

    pub(super) fn table<'d>(&mut self, node: Node<'d>, name: &'static str, place: Place) -> Option<Vec<Entry<'d>>> {
        if let Tree::Table(entries) = node.value {
            return Some(entries);
        }
        self.reader.wrong_type(place, name, "a table", &node);
        None
    }

    pub(super) fn text(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<String> {
        self.expect(node.text().map(str::to_owned), name, "text", node, place)
    }

    fn truth(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<bool> {
        let truth = if let Tree::Bool(truth) = node.value { Some(truth) } else { None };
        self.expect(truth, name, "true or false", node, place)
    }

    fn number(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<f64> {
        self.reader.remember(place, name, node.at);
        self.expect(node.number(), name, "a number", node, place)
    }

    fn whole(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<Val> {
        let whole = if let Tree::Integer(n) = node.value { u64::try_from(n).ok() } else { None };
        if let (None, Some(found)) = (whole, node.number()) {
            self.reader.fault_at(place, node.at, Fault::NotWhole { name, found });
            return None;
        }
        self.expect(whole.map(Val::Whole), name, "a whole number from 0", node, place)
    }

    fn segment(&mut self, node: Node<'_>, place: Place) -> Option<[Point; 2]> {
        let at = node.at;
        let points = self.reader.points(node, "segment", place)?;
        if let [a, b] = points[..] {
            return Some([a, b]);
        }
        self.reader.fault_at(place, at, Fault::SegmentPoints { found: points.len() });
        None
    }

    /// What congestion does. The older name of the field goes with an older word for the usual factor.
    fn rerouting(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<Val> {
        let (factor, expected) = match name {
            "barriers" => ("weight", "\"none\", \"delay\", \"weight\" or a number"),
            _ => ("factor", "\"none\", \"delay\", \"factor\" or a number"),
        };
        let value = match (node.text(), node.number()) {
            (Some("none"), _) => Some(Val::Word("none")),
            (Some("delay"), _) => Some(Val::Word("delay")),
            (Some(text), _) if text == factor => Some(Val::Number(Rerouting::USUAL_FACTOR)),
            (_, number) => number.map(Val::Number),
        };
        self.expect(value, name, expected, node, place)
    }

    fn obstacle(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<Handle> {
        self.expect(handle(node), name, "a name or an index", node, place)
    }

    fn two_obstacles(&mut self, node: &Node<'_>, name: &'static str, place: Place) -> Option<Val> {
        let Tree::List(items) = &node.value else {
            return self.expect(None, name, "a list of two names", node, place);
        };
        let [one, other] = &items[..] else {
            return self.expect(None, name, "a list of two names", node, place);
        };
        Some(Val::Handles([self.obstacle(one, name, place)?, self.obstacle(other, name, place)?]))
    }

    /// A list of tables without places of their own; none, if something is wrong with one of them.
    pub(super) fn inline(
        &mut self,
        node: Node<'_>,
        name: &'static str,
        table: &'static Table,
        place: Place,
    ) -> Vec<Record> {
        let Tree::List(items) = node.value else {
            self.reader.wrong_type(place, name, "a list of tables", &node);
            return Vec::new();
        };
        let records = items.into_iter().map(|item| {
            let entries = self.table(item, name, place)?;
            let record = self.record(entries, table, place);
            record.is_clean.then_some(record)
        });
        records.collect::<Option<Vec<Record>>>().unwrap_or_default()
    }
}

/// A name, or an index.
fn handle(node: &Node<'_>) -> Option<Handle> {
    match &node.value {
        Tree::Text(name) => Some(Handle::Name(name.to_string())),
        Tree::Integer(index) => usize::try_from(*index).ok().map(Handle::Index),
        _ => None,
    }
}

/// A name, or a list of names.
fn names(node: &Node<'_>) -> Option<Vec<String>> {
    match &node.value {
        Tree::Text(text) => Some(vec![text.to_string()]),
        Tree::List(items) => items.iter().map(|item| item.text().map(str::to_owned)).collect(),
        _ => None,
    }
}

/// A number, two numbers, a mean and a deviation, or a table that says which kind it is.
fn spread(node: &Node<'_>) -> Option<Distribution> {
    let field = |key: &str| node.field(key).and_then(Node::number);
    match &node.value {
        Tree::Integer(_) | Tree::Number(_) => node.number().map(Distribution::Exactly),
        Tree::List(items) => match items.iter().map(Node::number).collect::<Option<Vec<f64>>>().as_deref() {
            Some(&[from, to]) => Some(Distribution::Between(from, to)),
            _ => None,
        },
        Tree::Table(entries) => {
            let normal = field("mean").zip(field("deviation"));
            let triangle = field("from").zip(field("mode")).zip(field("to"));
            match (node.field("kind").map(Node::text), entries.len()) {
                (None, 2) | (Some(Some("normal")), 3) => {
                    normal.map(|(mean, deviation)| Distribution::Around { mean, deviation })
                }
                (Some(Some("log-normal")), 3) => {
                    normal.map(|(mean, deviation)| Distribution::LogNormal { mean, deviation })
                }
                (None, 3) | (Some(Some("triangular")), 4) => {
                    triangle.map(|((from, mode), to)| Distribution::Triangular { from, mode, to })
                }
                _ => None,
            }
        }
        _ => None,
    }
}
