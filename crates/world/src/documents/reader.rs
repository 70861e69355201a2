//! What all readers of one file share: its lines, the problems and notes so far, and the lists of points, which look
//! the same in every format that is made of [`Node`]s.

use super::points::place_of_point;
use super::{Lines, Node, Tree};
use crate::checks::validate;
use crate::model::{Field, FileId, Kind, Note, Place, World};
use crate::problems::{CrowdFault, Fault, MotionFault, Problem};
use wayfront_geometry::Point;

/// The state of reading one file.
pub(crate) struct Reader<'t> {
    pub lines: Lines<'t>,
    pub file: FileId,
    pub problems: Vec<Problem>,
    pub notes: Vec<Note>,
    /// How many numbers a point may have: more than two where heights are to be ignored.
    pub ordinates: usize,
    /// Where numbers (by name) and lists of points (without) stand, so that faults found later can name their lines.
    starts: Vec<(Place, &'static str, usize)>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(bytes: &'t [u8], file: FileId) -> Self {
        let lines = Lines::new(bytes);
        Self { lines, file, problems: Vec::new(), notes: Vec::new(), ordinates: 2, starts: Vec::new() }
    }

    pub(crate) fn place(&self, field: Field, index: usize, at: usize) -> Place {
        Place { file: self.file, line: self.lines.line(at), field, index: index as u32, ring: 0 }
    }

    pub(crate) fn fault(&mut self, place: Place, fault: Fault) {
        self.problems.push(Problem { place, vertex: None, at: None, fault });
    }

    /// A fault whose line is that of the byte `at`.
    pub(crate) fn fault_at(&mut self, place: Place, at: usize, fault: Fault) {
        let line = self.lines.line(at);
        self.fault(Place { line, ..place }, fault);
    }

    pub(crate) fn note(&mut self, place: Place, text: impl Into<String>) {
        self.notes.push(Note { place, text: text.into() });
    }

    pub(crate) fn wrong_type(&mut self, place: Place, name: &'static str, expected: &'static str, node: &Node<'_>) {
        let found = shape_of(node);
        self.fault_at(place, node.at, Fault::WrongType { name, expected, found });
    }

    pub(crate) fn remember(&mut self, place: Place, name: &'static str, at: usize) {
        self.starts.push((place, name, at));
    }

    /// A list of points, or `None` and a problem for each item that is none.
    pub(crate) fn points(&mut self, node: Node<'_>, name: &'static str, place: Place) -> Option<Vec<Point>> {
        self.remember(place, "", node.at);
        match node.value {
            Tree::Points(points) => Some(points),
            Tree::List(items) if !matches!(first_kind(&items), Some("a number" | "a list of points")) => {
                let before = self.problems.len();
                let items = items.iter().enumerate();
                let points = items.filter_map(|(i, item)| self.point(item, "", place, Some(i as u32))).collect();
                (self.problems.len() == before).then_some(points)
            }
            _ => {
                self.wrong_type(place, name, "a list of points", &node);
                None
            }
        }
    }

    /// A point, or `None` and a problem.
    pub(crate) fn point(
        &mut self,
        node: &Node<'_>,
        name: &'static str,
        place: Place,
        vertex: Option<u32>,
    ) -> Option<Point> {
        if vertex.is_none() {
            self.remember(place, "", node.at);
        }
        let fault = match &node.value {
            Tree::List(items) => match items.iter().map(Node::number).collect::<Option<Vec<f64>>>() {
                Some(c) if c.len() >= 2 && c.len() <= self.ordinates => return Some(Point::new(c[0], c[1])),
                Some(c) => Fault::Coordinates { found: c.len() },
                None => Fault::WrongType { name, expected: "a point", found: shape_of(node) },
            },
            _ => Fault::WrongType { name, expected: "a point", found: shape_of(node) },
        };
        let place = Place { line: self.lines.line(node.at), ..place };
        self.problems.push(Problem { place, vertex, at: None, fault });
        None
    }

    /// Like [`points`](Self::points), without the closing point that some writers repeat.
    pub(crate) fn ring(&mut self, node: Node<'_>, name: &'static str, place: Place) -> Option<Vec<Point>> {
        self.points(node, name, place).map(opened)
    }

    /// Adds what is wrong with the numbers of `world`. That something is missing in it is only worth saying if no other
    /// file `adds` to it and nothing else explains it.
    pub(crate) fn check(&mut self, world: &World, complete: bool, adds: bool) {
        let found = validate(world);
        if !found.is_empty() {
            // Sorted only now: sound files need no index.
            self.starts.sort_by_key(|(place, name, _)| key(place, name));
        }
        for mut problem in found {
            if problem.fault == Fault::Empty {
                if !complete || !self.problems.is_empty() {
                    continue;
                }
                problem.place.file = self.file;
            }
            if let Fault::Motion(MotionFault::NoSuchThing { kind, .. }) = problem.fault
                && (adds || self.has_lost_some(kind))
            {
                continue;
            }
            let groups_were_lost = || self.problems.iter().any(|p| p.place.field == Field::Groups);
            if problem.fault == Fault::Crowd(CrowdFault::NoGroups) && groups_were_lost() {
                continue;
            }
            if let Fault::Crowd(CrowdFault::NoSuchGoal { .. } | CrowdFault::NoGoals) = problem.fault
                && (adds || self.has_lost_some(Kind::Source))
            {
                continue;
            }
            self.find_line(&mut problem);
            self.problems.push(problem);
        }
    }

    /// Something of this kind could not be read.
    fn has_lost_some(&self, kind: Kind) -> bool {
        self.problems.iter().any(|p| fields_of(kind).contains(&p.place.field))
    }

    /// Names the line of the point at fault rather than that of its ring.
    fn find_line(&self, problem: &mut Problem) {
        let name = match problem.fault {
            Fault::BadValue { name, .. } => name,
            Fault::Motion(ref fault) => fault.field(),
            Fault::Crowd(ref fault) => fault.field(),
            _ => "",
        };
        let wanted = key(&problem.place, name);
        let first = self.starts.partition_point(|(place, name, _)| key(place, name) < wanted);
        let Some(&(place, name, at)) = self.starts.get(first) else { return };
        if key(&place, name) != wanted {
            return;
        }
        let at = problem.vertex.map_or(at, |v| place_of_point(self.lines.bytes(), at, v as usize));
        problem.place.line = self.lines.line(at);
    }
}

/// What tells the things of one file apart.
fn key(place: &Place, name: &'static str) -> (Field, u32, u32, &'static str) {
    (place.field, place.index, place.ring, name)
}

/// A ring without its repeated closing point.
pub(crate) fn opened(mut ring: Vec<Point>) -> Vec<Point> {
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

fn first_kind(items: &[Node<'_>]) -> Option<&'static str> {
    items.first().map(shape_of)
}

/// What a value is, in the words of geometry where it is some.
fn shape_of(node: &Node<'_>) -> &'static str {
    match &node.value {
        Tree::Points(_) => "a list of points",
        Tree::List(items) => match items.first().map(|item| &item.value) {
            None => "an empty list",
            Some(Tree::Points(_)) => "a list of rings",
            Some(Tree::Integer(_) | Tree::Number(_)) => "a list of numbers",
            _ => "a list",
        },
        _ => node.kind(),
    }
}

/// Fields in which things of a kind are described: a problem there may be why one of them is missing.
const fn fields_of(kind: Kind) -> &'static [Field] {
    match kind {
        Kind::Obstacle => &[Field::Obstacles, Field::Solids, Field::World],
        Kind::Source => &[Field::Sources],
        Kind::Door => &[Field::Doors],
        Kind::Barrier => &[Field::Barriers],
    }
}
