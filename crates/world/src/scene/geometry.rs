//! The table `world` of a scene.

use super::decode::{Decoder, Include};
use super::fields;
use crate::document::{Entry, Node, Tree};
use crate::{Field, Place, Polygon, Wall, YAxis};
use wayfront_geometry::Point;

impl Decoder<'_, '_> {
    pub(super) fn world(&mut self, node: Node) {
        let place = self.reader.place(Field::World, 0, node.at);
        let Some(entries) = self.table(node, "", place) else { return };
        for entry in entries {
            match entry.key.as_str() {
                "boundary" => self.boundary(entry.node),
                "areas" => self.areas(entry),
                "obstacles" => self.obstacles(entry),
                "solids" => self.solids(entry),
                "walls" => self.walls(entry),
                "file" => self.file(&entry.node),
                "y_axis" => self.y_axis(&entry.node, place),
                _ => self.unknown(&entry, place, fields::WORLD),
            }
        }
    }

    fn boundary(&mut self, node: Node) {
        let place = self.reader.place(Field::Boundary, 0, node.at);
        if let Some(outer) = self.reader.ring(node, "", place) {
            self.world.areas.push(Polygon { outer, holes: Vec::new(), place });
        }
    }

    fn areas(&mut self, entry: Entry) {
        let areas = self.polygons(entry, Field::Areas);
        self.world.areas.extend(areas);
    }

    fn solids(&mut self, entry: Entry) {
        let solids = self.polygons(entry, Field::Solids);
        self.world.obstacles.extend(solids);
    }

    fn obstacles(&mut self, entry: Entry) {
        let Some(items) = self.items(entry, "obstacles", "a list of rings") else { return };
        let mut obstacles = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(Field::Obstacles, i, item.at);
            if let Some(outer) = self.reader.ring(item, "", place) {
                obstacles.push(Polygon { outer, holes: Vec::new(), place });
            }
        }
        // Obstacles come before solids, wherever the file puts them, so that writing and reading keep the order.
        self.world.obstacles.splice(0..0, obstacles);
    }

    fn walls(&mut self, entry: Entry) {
        for (points, place) in self.lines(entry, "walls", Field::Walls) {
            self.world.walls.push(Wall { points, place });
        }
    }

    fn file(&mut self, node: &Node) {
        let place = self.reader.place(Field::File, 0, node.at);
        self.include = self.text(node, "", place).map(|path| Include { path, place });
    }

    fn y_axis(&mut self, node: &Node, place: Place) {
        match node.text() {
            Some("up") => self.world.y_axis = YAxis::Up,
            Some("down") => self.world.y_axis = YAxis::Down,
            _ => self.reader.wrong_type(place, "y_axis", "\"up\" or \"down\"", node),
        }
    }

    fn polygons(&mut self, entry: Entry, field: Field) -> Vec<Polygon> {
        let items = self.items(entry, "", "a list of polygons").unwrap_or_default();
        let mut polygons = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(field, i, item.at);
            if let Some(entries) = self.table(item, "", place) {
                polygons.extend(self.polygon(entries, place));
            }
        }
        polygons
    }

    fn polygon(&mut self, entries: Vec<Entry>, place: Place) -> Option<Polygon> {
        let (mut outer, mut holes) = (None, Vec::new());
        let mut outlined = false;
        for entry in entries {
            match entry.key.as_str() {
                "outline" => {
                    outlined = true;
                    outer = self.reader.ring(entry.node, "outline", place);
                }
                "holes" => holes = self.holes(entry, place),
                _ => self.unknown(&entry, place, fields::POLYGON),
            }
        }
        if !outlined {
            self.reader.fault(place, crate::Fault::MissingField { name: "outline" });
        }
        Some(Polygon { outer: outer?, holes, place })
    }

    fn holes(&mut self, entry: Entry, place: Place) -> Vec<Vec<Point>> {
        let items = self.items(entry, "holes", "a list of rings").unwrap_or_default();
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
    pub(super) fn lines(&mut self, entry: Entry, name: &'static str, field: Field) -> Vec<(Vec<Point>, Place)> {
        let items = self.items(entry, name, "a list of lines").unwrap_or_default();
        let mut lines = Vec::with_capacity(items.len());
        for (i, item) in items.into_iter().enumerate() {
            let place = self.reader.place(field, i, item.at);
            lines.extend(self.reader.points(item, "", place).map(|points| (points, place)));
        }
        lines
    }

    fn items(&mut self, entry: Entry, name: &'static str, expected: &'static str) -> Option<Vec<Node>> {
        if let Tree::List(items) = entry.node.value {
            return Some(items);
        }
        let field = match entry.key.as_str() {
            "areas" => Field::Areas,
            "solids" => Field::Solids,
            "entrances" | "exits" => Field::Flow,
            _ => Field::World,
        };
        let place = self.reader.place(if name.is_empty() { Field::World } else { field }, 0, entry.at);
        let name = fields::WORLD.iter().find(|&&f| f == entry.key).copied().unwrap_or(name);
        self.reader.wrong_type(place, name, expected, &entry.node);
        None
    }
}
