//! What the features of a GeoJSON file mean.
//!
//! A property `role` decides. Where there is none, the names that plans of buildings use (`type` = `wall`, `door`, …)
//! are understood. Where nothing says anything, one polygon is the free space and several are obstacles.

use super::features::{Feature, GEOMETRIES, Leaf, features};
use super::role::{Kind, Role};
use crate::documents::Node;
use crate::documents::reader::{Reader, opened};
use crate::model::{Place, Polygon, Shape, Source, Wall, World};
use crate::problems::Fault;
use std::collections::BTreeMap;
use wayfront_geometry::{Bounds, Point};

/// The document calls itself GeoJSON.
pub(crate) fn is_geojson(document: &Node<'_>) -> bool {
    let kind = document.field("type").and_then(Node::text);
    kind.is_some_and(|kind| kind == "Feature" || kind == "FeatureCollection" || GEOMETRIES.contains(&kind))
}

/// Reads a document; problems go to the reader.
pub(crate) fn read(document: Node<'_>, reader: &mut Reader<'_>) -> World {
    reader.ordinates = 4;
    let geographic = names_degrees(&document);
    let mut features = features(document, reader);
    let silent = features.iter().all(|f| matches!(f.role, Role::None | Role::Strange(_)));
    let polygons = features.iter().flat_map(|f| &f.leaves).filter(|leaf| matches!(leaf, Leaf::Polygon(_))).count();
    if silent {
        let role = if polygons == 1 { Role::Boundary } else { Role::Obstacle };
        assign(&mut features, &role, reader);
    }
    let mut draft = Draft { world: World::default(), reader, kinds: BTreeMap::new() };
    for feature in features {
        draft.feature(feature);
    }
    draft.note_kinds();
    let mut world = draft.world;
    world.holes_of_only_area_to_obstacles();
    note_degrees(&world, geographic, reader);
    world
}

/// Nothing in the file says what is what: polygons get `role`, and lines are walls.
fn assign(features: &mut [Feature], role: &Role, reader: &mut Reader<'_>) {
    for feature in features.iter_mut() {
        let has_polygon = feature.leaves.iter().any(|leaf| matches!(leaf, Leaf::Polygon(_)));
        feature.role = if has_polygon { role.clone() } else { Role::None };
    }
    if let Some(first) = features.first() {
        let meaning =
            if *role == Role::Boundary { "the polygon is the free space" } else { "all polygons are obstacles" };
        reader.note(first.place, format!("no feature has a role: {meaning}"));
    }
}

struct Draft<'r, 't> {
    world: World,
    reader: &'r mut Reader<'t>,
    /// Features that are left out, by kind: how many, and the first of them.
    kinds: BTreeMap<(Kind, bool), (usize, Place)>,
}

impl Draft<'_, '_> {
    fn feature(&mut self, feature: Feature) {
        let Feature { role, place, leaves, name, offset } = feature;
        let opening = matches!(role, Role::Open(_));
        if let Role::Open(kind) | Role::Strange(kind) = role {
            self.kinds.entry((kind, opening)).or_insert((0, place)).0 += 1;
            return;
        }
        for leaf in leaves {
            match role {
                Role::Boundary => self.boundary(leaf, place),
                Role::Source | Role::Exit => {
                    let shape = self.shape(leaf, role == Role::Exit, place);
                    let source = shape.map(|shape| Source {
                        name: name.clone(),
                        shape,
                        offset,
                        exit: role == Role::Exit,
                        place,
                    });
                    self.world.sources.extend(source);
                }
                _ => self.obstacle(leaf, place),
            }
        }
    }

    fn boundary(&mut self, leaf: Leaf, place: Place) {
        match leaf {
            Leaf::Polygon(area) => self.world.areas.push(Polygon { name: None, ..area }),
            Leaf::Line(points, place) if is_closed(&points) => {
                self.world.areas.push(Polygon { outer: opened(points), place, ..Polygon::default() });
            }
            other => self.misfit("boundary", &other, place),
        }
    }

    fn obstacle(&mut self, leaf: Leaf, place: Place) {
        match leaf {
            Leaf::Polygon(obstacle) => self.world.obstacles.push(obstacle),
            Leaf::Line(points, place) => self.world.walls.push(Wall { points, place }),
            Leaf::Point(_) => self.reader.note(place, "a point blocks nothing; it is left out"),
        }
    }

    /// The shape of a source or an exit, or a problem.
    fn shape(&mut self, leaf: Leaf, is_exit: bool, place: Place) -> Option<Shape> {
        match leaf {
            Leaf::Point(p) => Some(Shape::Point(p)),
            Leaf::Line(points, _) => Some(match points[..] {
                [a, b] => Shape::Segment([a, b]),
                _ => Shape::Polyline(points),
            }),
            Leaf::Polygon(_) => {
                self.misfit(if is_exit { "exit" } else { "source" }, &leaf, place);
                None
            }
        }
    }

    fn misfit(&mut self, role: &'static str, leaf: &Leaf, place: Place) {
        let shape = match leaf {
            Leaf::Point(_) => "Point",
            Leaf::Line(..) => "LineString that is not closed",
            Leaf::Polygon(_) => "Polygon",
        };
        self.reader.fault(place, Fault::RoleShape { role, shape: shape.into() });
    }

    fn note_kinds(&mut self) {
        for ((kind, opening), (count, place)) in std::mem::take(&mut self.kinds) {
            let what = match kind.name.as_str() {
                role @ ("exit" | "source") => {
                    format!("nothing in the way; write `role = \"{role}\"` if paths lead there")
                }
                _ if opening => "nothing in the way".to_owned(),
                _ => "of no known meaning, left out".to_owned(),
            };
            let features = if count == 1 { "1 feature".into() } else { format!("{count} features") };
            self.reader.note(place, format!("{features} with {} = \"{}\": {what}", kind.property, kind.name));
        }
    }
}

/// A plan in metres is never a few centimetres wide; in degrees, five kilometres are less than this.
const WIDE_IN_DEGREES: f64 = 0.05;

fn is_closed(line: &[Point]) -> bool {
    line.len() > 3 && line.first() == line.last()
}

/// The document's `crs` is one of degrees.
fn names_degrees(document: &Node<'_>) -> bool {
    let name = document.field("crs").and_then(|crs| crs.field("properties")).and_then(|p| p.field("name"));
    name.and_then(Node::text).is_some_and(|name| name.contains("CRS84") || name.ends_with("4326"))
}

/// Notes that lengths will come in degrees. Coordinates stay as they are.
fn note_degrees(world: &World, named: bool, reader: &mut Reader<'_>) {
    let bounds = Bounds::of(world.points());
    let far = |v: f64, limit: f64| (-limit..=limit).contains(&v);
    let on_globe = [bounds.min, bounds.max].iter().all(|p| far(p.x, 180.0) && far(p.y, 90.0));
    let tiny = bounds.size() > 0.0 && bounds.size() < WIDE_IN_DEGREES;
    if bounds.is_empty() || !on_globe || !(named || tiny) {
        return;
    }
    let shrink = ((bounds.min.y + bounds.max.y) / 2.0).to_radians().cos();
    let text = format!(
        "the coordinates are longitude and latitude: lengths come in degrees, and one of longitude is only {shrink:.2} \
         of one of latitude here; project the file to metres for lengths that mean something"
    );
    let place = Place { file: reader.file, ..Place::default() };
    reader.note(place, text);
}
