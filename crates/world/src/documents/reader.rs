//! What all readers of one file share: its lines, the problems and notes so far, and the lists of points, which look
//! the same in every format that is made of [`Node`]s.

use super::points::place_of_point;
use super::{Lines, Node, Tree};
use crate::checks;
use crate::model::{Field, Handle, Kind, Note, Place, World};
use crate::problems::{CrowdFault, Fault, MotionFault, Problem};
use wayfront_geometry::Point;

/// The state of reading one file.
pub(crate) struct Reader<'t> {
    pub lines: Lines<'t>,
    pub file: u16,
    pub problems: Vec<Problem>,
    pub notes: Vec<Note>,
    /// How many numbers a point may have: more than two where heights are to be ignored.
    pub ordinates: usize,
    /// Where numbers (by name) and lists of points (without) stand, so that faults found later can name their lines.
    starts: Vec<(Place, &'static str, usize)>,
    /// Lists with a thing that could not be read, and its name.
    lost: Vec<(Field, Option<String>)>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(bytes: &'t [u8], file: u16) -> Self {
        let lines = Lines::new(bytes);
        Self {
            lines,
            file,
            problems: Vec::new(),
            notes: Vec::new(),
            ordinates: 2,
            starts: Vec::new(),
            lost: Vec::new(),
        }
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

    /// A thing that is described in this list could not be read. Its name is `None` where that could not be read
    /// either, and empty where the thing has none.
    pub(crate) fn lose(&mut self, field: Field, name: Option<String>) {
        self.lost.push((field, name));
    }

    /// Adds what is wrong with the things of `world` in themselves.
    pub(crate) fn check_numbers(&mut self, world: &World) {
        let mut found = Vec::new();
        checks::check_numbers(world, &mut found);
        self.add(found);
    }

    /// Adds what is wrong with the names by which things of `world` call each other. Nothing is `missing` that may be in
    /// another file.
    pub(crate) fn check_names(&mut self, world: &World, is_whole: bool) {
        let mut found = Vec::new();
        checks::check_names(world, &mut found);
        found.retain(|problem| !self.is_explained(&problem.fault, is_whole));
        let exits = world.sources.iter().filter(|source| source.exit).count();
        found.iter_mut().for_each(|problem| self.call_exit(problem, world.sources.len() - exits, exits));
        self.add(found);
    }

    fn add(&mut self, found: Vec<Problem>) {
        if found.is_empty() {
            return;
        }
        // Sorted only now: sound files need no index.
        self.starts.sort_by_key(|(place, name, _)| key(place, name));
        for mut problem in found {
            if problem.fault == Fault::Crowd(CrowdFault::NoGroups) && self.lost_any(&[Field::Groups]) {
                continue;
            }
            self.name_as_written(&mut problem);
            self.find_line(&mut problem);
            self.problems.push(problem);
        }
    }

    /// Something is missing because it could not be read, or because a whole file could not.
    fn is_explained(&self, fault: &Fault, is_whole: bool) -> bool {
        match fault {
            Fault::Motion(MotionFault::NoSuchThing { kind, handle: Handle::Name(name), .. }) => {
                !is_whole || self.lost_name(fields_of(*kind), name)
            }
            Fault::Motion(MotionFault::NoSuchThing { kind, .. }) => !is_whole || self.lost_any(fields_of(*kind)),
            Fault::Crowd(CrowdFault::NoSuchGoal { name, .. }) => {
                !is_whole || self.lost_name(fields_of(Kind::Source), name)
            }
            Fault::Crowd(CrowdFault::NoGoals) => !is_whole || self.lost_any(fields_of(Kind::Source)),
            Fault::Crowd(CrowdFault::NoSuchStop { name, .. }) => self.lost_name(&[Field::Stops], name),
            _ => false,
        }
    }

    /// A missing source is a missing exit where the motion says so. `plain` other sources are counted before exits.
    fn call_exit(&self, problem: &mut Problem, plain: usize, exits: usize) {
        let says_exit = || self.starts.iter().any(|(place, name, _)| *name == "exit" && *place == problem.place);
        if let Fault::Motion(MotionFault::NoSuchThing { kind: Kind::Source, handle, near, .. }) = &problem.fault
            && says_exit()
        {
            let handle = match handle {
                Handle::Index(index) => Handle::Index(index.saturating_sub(plain)),
                name => name.clone(),
            };
            problem.fault = Fault::Motion(MotionFault::NoSuchExit { handle, near: near.clone(), count: exits });
        }
    }

    fn lost_any(&self, fields: &[Field]) -> bool {
        self.lost.iter().any(|(field, _)| fields.contains(field))
    }

    fn lost_name(&self, fields: &[Field], name: &str) -> bool {
        let mut lost = self.lost.iter().filter(|(field, _)| fields.contains(field));
        lost.any(|(_, lost)| lost.as_ref().is_none_or(|lost| lost == name))
    }

    /// Calls a number by the older word where the file does.
    fn name_as_written(&self, problem: &mut Problem) {
        let Fault::BadValue { name, .. } = &mut problem.fault else { return };
        let old = match (problem.place.field, *name) {
            (Field::Weights, "speed") | (Field::Barriers, "factor") => "weight",
            (Field::Crowd, "rerouting") => "barriers",
            _ => return,
        };
        if self.start_of(&problem.place, old).is_some() {
            *name = old;
        }
    }

    /// Where the number `name`, or the list of points without name, of a place stands. `starts` are sorted.
    fn start_of(&self, place: &Place, name: &'static str) -> Option<usize> {
        let wanted = key(place, name);
        let first = self.starts.partition_point(|(place, name, _)| key(place, name) < wanted);
        let (place, name, at) = self.starts.get(first)?;
        (key(place, name) == wanted).then_some(*at)
    }

    /// Names the line of the point at fault rather than that of its ring.
    fn find_line(&self, problem: &mut Problem) {
        let name = match problem.fault {
            Fault::BadValue { name, .. } => name,
            Fault::Motion(ref fault) => fault.field(),
            Fault::Crowd(ref fault) => fault.field(),
            _ => "",
        };
        let Some(at) = self.start_of(&problem.place, name) else { return };
        let at = problem.vertex.map_or(at, |v| place_of_point(self.lines.bytes(), at, v as usize));
        problem.place.line = self.lines.line(at);
    }
}

/// What distinguishes the things of one file.
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
            Some(Tree::Integer(_) | Tree::Number(_)) => {
                let is_number = |item: &Node<'_>| matches!(item.value, Tree::Integer(_) | Tree::Number(_));
                if items.iter().all(is_number) { "a list of numbers" } else { "a list of numbers and other things" }
            }
            _ => "a list",
        },
        _ => node.kind(),
    }
}

/// Lists in which things of a kind are described.
const fn fields_of(kind: Kind) -> &'static [Field] {
    match kind {
        Kind::Obstacle => &[Field::Obstacles, Field::Solids],
        Kind::Source => &[Field::Sources, Field::SceneExits],
        Kind::Door => &[Field::Doors],
        Kind::Barrier => &[Field::Barriers],
    }
}
