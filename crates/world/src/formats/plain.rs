//! Two plain formats of test data for triangulators: rings as bare JSON, and points with edges.

use crate::checks::different_points;
use crate::documents::reader::Reader;
use crate::documents::{Node, Tree};
use crate::model::{Field, Place, Polygon, Wall, World};
use crate::problems::Fault;
use wayfront_geometry::Point;

/// A JSON list of rings: the first is the boundary, the others are holes in it. Holes that have collapsed to a point or
/// a line are frequent in such files (rounded to a raster, or points that a triangulator should insert): they take no
/// area, and are left out with a note.
pub(crate) fn read_rings(document: Node<'_>, reader: &mut Reader<'_>) -> World {
    let mut world = World::default();
    let at = document.at;
    let items = match document.value {
        Tree::List(items) => items,
        // A single ring without the list around it.
        points @ Tree::Points(_) => vec![Node { at, value: points }],
        _ => {
            let place = reader.place(Field::Scene, 0, at);
            reader.wrong_type(place, "", "a list of rings", &document);
            return world;
        }
    };
    let mut collapsed = Vec::new();
    for (i, item) in items.into_iter().enumerate() {
        let place = reader.place(Field::Rings, i, item.at);
        let Some(outer) = reader.ring(item, "", place) else { continue };
        let polygon = Polygon { outer, place, ..Polygon::default() };
        if i == 0 {
            world.areas.push(polygon);
        } else if (1..3).contains(&different_points(&polygon.outer, 3)) {
            collapsed.push(place);
        } else {
            world.obstacles.push(polygon);
        }
    }
    note_left_out(&collapsed, "holes without area (a single point or line)", reader);
    world
}

fn note_left_out(places: &[Place], what: &str, reader: &mut Reader<'_>) {
    if let Some(&first) = places.first() {
        reader.note(first, format!("{what} are left out: {}", places.len()));
    }
}

/// `n m`, then n points, then m edges as pairs of indices. The edges become walls.
pub(crate) fn read_edges(text: &str, reader: &mut Reader<'_>) -> World {
    let mut words = Words { words: words(text), at: 0, reader };
    let Some((n, m)) = words.counts() else { return World::default() };
    let points = words.points(n);
    let walls = if points.len() == n { words.edges(m, &points) } else { Vec::new() };
    if let (Some(&(line, word)), true) = (words.words.get(words.at), words.reader.problems.is_empty()) {
        let what = format!("the file goes on behind its last edge with `{}`", shortened(word));
        words.syntax(line, what);
    }
    let (walls, points): (Vec<Wall>, Vec<Wall>) = walls.into_iter().partition(|w| w.points[0] != w.points[1]);
    let points: Vec<Place> = points.iter().map(|w| w.place).collect();
    note_left_out(&points, "edges without length", reader);
    World { walls, ..World::default() }
}

/// The words of a text with their lines.
fn words(text: &str) -> Vec<(usize, &str)> {
    text.lines().enumerate().flat_map(|(i, line)| line.split_whitespace().map(move |word| (i + 1, word))).collect()
}

fn shortened(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

struct Words<'w, 'r, 't> {
    words: Vec<(usize, &'w str)>,
    at: usize,
    reader: &'r mut Reader<'t>,
}

impl Words<'_, '_, '_> {
    fn place(&self, field: Field, index: usize, line: usize) -> Place {
        Place { file: self.reader.file, line: line as u32, field, index: index as u32, ring: 0 }
    }

    fn syntax(&mut self, line: usize, what: String) {
        let place = self.place(Field::Scene, 0, line);
        self.reader.fault(place, Fault::Syntax { format: "a list of points and edges", what });
    }

    /// The two numbers of the first line.
    fn counts(&mut self) -> Option<(usize, usize)> {
        let number = |i: usize| self.words.get(i).and_then(|(_, word)| word.parse().ok());
        let counts = number(0).zip(number(1));
        self.at = 2;
        if counts.is_none() {
            let found: Vec<String> = self.words.iter().take(2).map(|(_, word)| shortened(word)).collect();
            let what = format!("expected the numbers of points and edges, found `{}`", found.join(" "));
            self.syntax(1, what);
        }
        counts
    }

    /// The next word as a number, or `None` and a problem.
    fn next<T: std::str::FromStr>(&mut self, expected: &str) -> Option<T> {
        let Some(&(line, word)) = self.words.get(self.at) else {
            self.syntax(self.words.last().map_or(1, |w| w.0), format!("expected {expected}, the text ends"));
            return None;
        };
        let value = word.parse().ok();
        if value.is_none() {
            self.syntax(line, format!("expected {expected}, found `{}`", shortened(word)));
        }
        self.at += 1;
        value
    }

    /// How many pairs of words are left.
    fn pairs_left(&self) -> usize {
        (self.words.len() - self.at) / 2
    }

    fn too_few(&mut self, what: &'static str, expected: usize) -> bool {
        let found = self.pairs_left();
        if found < expected {
            let line = self.words.last().map_or(1, |w| w.0);
            let place = self.place(Field::Scene, 0, line);
            self.reader.fault(place, Fault::Count { what, expected, found });
        }
        found < expected
    }

    fn points(&mut self, count: usize) -> Vec<Point> {
        if self.too_few("points", count) {
            return Vec::new();
        }
        // Both words are read before either is judged, so that one bad number does not shift the others.
        let pairs = (0..count).map(|_| (self.next("a coordinate"), self.next("a coordinate")));
        let pairs: Vec<_> = pairs.collect();
        pairs.into_iter().filter_map(|(x, y)| Some(Point::new(x?, y?))).collect()
    }

    fn edges(&mut self, count: usize, points: &[Point]) -> Vec<Wall> {
        if self.too_few("edges", count) {
            return Vec::new();
        }
        let mut walls = Vec::with_capacity(count);
        for i in 0..count {
            let line = self.words[self.at].0;
            let (a, b) = (self.next::<u64>("the index of a point"), self.next::<u64>("the index of a point"));
            let place = self.place(Field::Edges, i, line);
            let ends = [a, b].map(|end| end.and_then(|index| self.end(index, points, place)));
            if let [Some(a), Some(b)] = ends {
                walls.push(Wall { points: vec![a, b], place });
            }
        }
        walls
    }

    fn end(&mut self, index: u64, points: &[Point], place: Place) -> Option<Point> {
        let point = usize::try_from(index).ok().and_then(|i| points.get(i)).copied();
        if point.is_none() {
            self.reader.fault(place, Fault::EdgeEnd { index, points: points.len() });
        }
        point
    }
}
