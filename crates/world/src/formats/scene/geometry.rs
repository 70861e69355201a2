//! The table `world` of a scene.

use super::decode::{Decoder, Include};
use crate::documents::{Entry, Node, Tree};
use crate::model::{AREA, Field, Place, Polygon, SOLID, WORLD, Wall, YAxis};
use wayfront_geometry::Point;

impl Decoder<'_, '_> {
    pub(super) fn world(&mut self, node: Node<'_>) {
        let place = self.reader.place(Field::World, 0, node.at);
        let Some(entries) = self.table(node, "", place) else { return };
        for entry in entries {
            match entry.key.as_ref() {
                "boundary" => self.boundary(entry.node),
                "areas" => {
                    let areas = self.polygons(entry, "areas", Field::Areas, place);
                    self.world.areas.extend(areas);
                }
                "obstacles" => self.obstacles(entry, place),
                "solids" => {
                    let solids = self.polygons(entry, "solids", Field::Solids, place);
                    self.world.obstacles.extend(solids);
                }
                "walls" => self.walls(entry, place),
                "file" => self.file(&entry.node),
                "y_axis" => self.y_axis(&entry.node, place),
                _ => self.unknown(&entry, place, &WORLD),
            }
        }
    }

    fn boundary(&mut self, node: Node<'_>) {
        let place = self.reader.place(Field::Boundary, 0, node.at);
        if let Some(outer) = self.reader.ring(node, "", place) {
            self.world.areas.push(Polygon { outer, place, ..Polygon::default() });
        }
    }

    fn obstacles(&mut self, entry: Entry<'_>, world: Place) {
        let Some(items) = self.items(entry, "obstacles", "a list of rings", world) else {
            return self.reader.lose(Field::Obstacles, None);
        };
        let mut obstacles = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(Field::Obstacles, i, item.at);
            if let Some(outer) = self.reader.ring(item, "", place) {
                obstacles.push(Polygon { outer, place, ..Polygon::default() });
            } else {
                self.reader.lose(Field::Obstacles, Some(String::new()));
            }
        }
        // Obstacles come before solids, wherever the file puts them, so that writing and reading keep the order.
        self.world.obstacles.splice(0..0, obstacles);
    }

    fn walls(&mut self, entry: Entry<'_>, world: Place) {
        for (points, place) in self.lines(entry, "walls", Field::Walls, world) {
            self.world.walls.push(Wall { points, place });
        }
    }

    fn file(&mut self, node: &Node<'_>) {
        let place = self.reader.place(Field::File, 0, node.at);
        self.include = self.text(node, "", place).map(|path| Include { path, place, keeps_y_axis: false });
    }

    fn y_axis(&mut self, node: &Node<'_>, place: Place) {
        self.y_axis_given = true;
        match node.text().and_then(YAxis::of_word) {
            Some(y_axis) => self.world.y_axis = y_axis,
            None => self.reader.wrong_type(place, "y_axis", YAxis::WORDS.expected, node),
        }
    }

    fn polygons(&mut self, entry: Entry<'_>, name: &'static str, field: Field, world: Place) -> Vec<Polygon> {
        let Some(items) = self.items(entry, name, "a list of polygons", world) else {
            self.reader.lose(field, None);
            return Vec::new();
        };
        let mut polygons = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(field, i, item.at);
            if let Tree::Table(entries) = item.value {
                polygons.extend(self.polygon(entries, place));
            } else {
                self.reader.wrong_type(place, "", "a table with an outline", &item);
                self.reader.lose(field, None);
            }
        }
        polygons
    }

    fn polygon(&mut self, entries: Vec<Entry<'_>>, place: Place) -> Option<Polygon> {
        let (mut name, mut outer, mut holes) = (None, None, Vec::new());
        let is_named = entries.iter().any(|entry| entry.key == "name");
        let mut outlined = false;
        for entry in entries {
            match entry.key.as_ref() {
                "name" if place.field == Field::Solids => name = self.text(&entry.node, "name", place),
                "outline" => {
                    outlined = true;
                    outer = self.reader.ring(entry.node, "outline", place);
                }
                "holes" => holes = self.holes(entry, place),
                _ => self.unknown(&entry, place, if place.field == Field::Solids { &SOLID } else { &AREA }),
            }
        }
        if !outlined {
            self.reader.fault(place, crate::problems::Fault::MissingField { name: "outline" });
        }
        let Some(outer) = outer else {
            self.reader.lose(place.field, if is_named { name } else { Some(String::new()) });
            return None;
        };
        Some(Polygon { name, outer, holes, place })
    }

    fn holes(&mut self, entry: Entry<'_>, place: Place) -> Vec<Vec<Point>> {
        let items = self.items(entry, "holes", "a list of rings", place).unwrap_or_default();
        let ring_place = |i: usize, line| Place { ring: i as u32 + 1, line, ..place };
        let rings = items.into_iter().enumerate();
        rings
            .filter_map(|(i, item)| {
                let line = self.reader.lines.line(item.at);
                self.reader.ring(item, "", ring_place(i, line))
            })
            .collect()
    }

    /// Polylines with their places.
    pub(super) fn lines(
        &mut self,
        entry: Entry<'_>,
        name: &'static str,
        field: Field,
        table: Place,
    ) -> Vec<(Vec<Point>, Place)> {
        let items = self.items(entry, name, "a list of lines", table).unwrap_or_default();
        let mut lines = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(field, i, item.at);
            lines.extend(self.reader.points(item, "", place).map(|points| (points, place)));
        }
        lines
    }

    /// The items of a list, or a problem at `place`, the table that the list belongs to.
    pub(super) fn items<'d>(
        &mut self,
        entry: Entry<'d>,
        name: &'static str,
        expected: &'static str,
        place: Place,
    ) -> Option<Vec<Node<'d>>> {
        if let Tree::List(items) = entry.node.value {
            return Some(items);
        }
        self.reader.wrong_type(place, name, expected, &entry.node);
        None
    }
}
