//! The features of a GeoJSON document with their geometries taken apart.

use super::role::{Role, nearest_role, role_of};
use crate::documents::reader::{Reader, opened};
use crate::documents::{Entry, Node, Tree};
use crate::model::{Field, Place, Polygon};
use crate::problems::Fault;
use crate::spelling::nearest;
use wayfront_geometry::Point;

/// A feature: what it is, and its geometries.
pub(crate) struct Feature {
    pub role: Role,
    pub place: Place,
    pub leaves: Vec<Leaf>,
    pub name: Option<String>,
    pub offset: f64,
}

/// A geometry that is no collection.
pub(crate) enum Leaf {
    Point(Point),
    Line(Vec<Point>, Place),
    Polygon(Polygon),
}

pub(crate) const GEOMETRIES: &[&str] =
    &["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection"];

/// All features of a document: a collection, one feature, or a bare geometry.
pub(crate) fn features(document: Node<'_>, reader: &mut Reader<'_>) -> Vec<Feature> {
    let place = reader.place(Field::Scene, 0, document.at);
    let kind = document.field("type").and_then(Node::text).map(str::to_owned);
    if kind.as_deref() != Some("FeatureCollection") {
        return feature(document, 0, reader).into_iter().collect();
    }
    match take(document, "features").map(|node| node.value) {
        Some(Tree::List(items)) => {
            let numbered = items.into_iter().enumerate();
            numbered.filter_map(|(i, item)| feature(item, i, reader)).collect()
        }
        _ => {
            reader.fault(place, Fault::MissingField { name: "features" });
            Vec::new()
        }
    }
}

fn feature(node: Node<'_>, index: usize, reader: &mut Reader<'_>) -> Option<Feature> {
    let place = reader.place(Field::Features, index, node.at);
    let mut feature = Feature { role: Role::None, place, leaves: Vec::new(), name: None, offset: 0.0 };
    let kind = node.field("type").and_then(Node::text);
    let Tree::Table(_) = node.value else {
        reader.wrong_type(place, "", "a table", &node);
        return None;
    };
    if kind.is_some_and(|kind| GEOMETRIES.contains(&kind)) {
        geometry(node, &mut feature, reader);
        return Some(feature);
    }
    if kind != Some("Feature") {
        unknown_shape(kind.map(str::to_owned), place, reader);
        return None;
    }
    let (properties, shape) = take_two(node, "properties", "geometry");
    if let Some(Node { value: Tree::Table(properties), .. }) = properties {
        describe(&properties, &mut feature, reader);
    }
    match shape {
        None => reader.fault(place, Fault::MissingField { name: "geometry" }),
        Some(Node { value: Tree::Null, .. }) => reader.note(place, "the feature has no geometry; it is left out"),
        Some(shape) => geometry(shape, &mut feature, reader),
    }
    Some(feature)
}

/// Role, name and offset.
fn describe(properties: &[Entry<'_>], feature: &mut Feature, reader: &mut Reader<'_>) {
    match role_of(properties) {
        Ok(role) => feature.role = role,
        Err(role) => {
            let near = nearest_role(&role);
            reader.fault(feature.place, Fault::UnknownRole { role, near });
        }
    }
    for entry in properties {
        match entry.key.as_ref() {
            "offset" if !matches!(feature.role, Role::Source | Role::Exit) => {}
            "name" => feature.name = entry.node.text().map(str::to_owned),
            "offset" => match entry.node.number() {
                Some(offset) => feature.offset = offset,
                None => reader.wrong_type(feature.place, "offset", "a number", &entry.node),
            },
            _ => {}
        }
    }
}

fn geometry(node: Node<'_>, feature: &mut Feature, reader: &mut Reader<'_>) {
    let kind = node.field("type").and_then(Node::text).map(str::to_owned);
    let place = feature.place;
    let content = match kind.as_deref() {
        Some("GeometryCollection") => "geometries",
        Some(known) if GEOMETRIES.contains(&known) => "coordinates",
        _ => return unknown_shape(kind, place, reader),
    };
    let Some(coordinates) = take(node, content) else {
        return reader.fault(place, Fault::MissingField { name: content });
    };
    // An empty list is how RFC 7946 says that there is no geometry.
    if matches!(&coordinates.value, Tree::List(items) if items.is_empty()) {
        return;
    }
    match kind.as_deref().unwrap_or_default() {
        "Point" => feature.leaves.extend(reader.point(&coordinates, "coordinates", place, None).map(Leaf::Point)),
        "MultiPoint" => {
            let points = reader.points(coordinates, "coordinates", place).unwrap_or_default();
            feature.leaves.extend(points.into_iter().map(Leaf::Point));
        }
        "LineString" => line(coordinates, feature, reader),
        "MultiLineString" => each(coordinates, place, reader, |item, reader| line(item, feature, reader)),
        "Polygon" => polygon(coordinates, feature, reader),
        "MultiPolygon" => each(coordinates, place, reader, |item, reader| polygon(item, feature, reader)),
        _ => each(coordinates, place, reader, |item, reader| geometry(item, feature, reader)),
    }
}

fn unknown_shape(kind: Option<String>, place: Place, reader: &mut Reader<'_>) {
    let fault = match kind {
        Some(name) => Fault::UnknownShape { near: nearest(&name, GEOMETRIES), name },
        None => Fault::MissingField { name: "type" },
    };
    reader.fault(place, fault);
}

fn each(node: Node<'_>, place: Place, reader: &mut Reader<'_>, mut read: impl FnMut(Node<'_>, &mut Reader<'_>)) {
    match node.value {
        Tree::List(items) => items.into_iter().for_each(|item| read(item, reader)),
        _ => reader.wrong_type(place, "coordinates", "a list of lists of points", &node),
    }
}

/// Rings are counted through all geometries of a feature, so that a place names one of them.
fn next_ring(feature: &Feature) -> u32 {
    let rings = |leaf: &Leaf| match leaf {
        Leaf::Polygon(polygon) => 1 + polygon.holes.len() as u32,
        Leaf::Line(..) => 1,
        Leaf::Point(_) => 0,
    };
    feature.leaves.last().map_or(0, |leaf| match leaf {
        Leaf::Polygon(polygon) => polygon.place.ring + rings(leaf),
        Leaf::Line(_, place) => place.ring + rings(leaf),
        Leaf::Point(_) => 0,
    })
}

fn line(node: Node<'_>, feature: &mut Feature, reader: &mut Reader<'_>) {
    let place = Place { line: reader.lines.line(node.at), ring: next_ring(feature), ..feature.place };
    let points = reader.points(node, "coordinates", place);
    feature.leaves.extend(points.map(|points| Leaf::Line(points, place)));
}

fn polygon(node: Node<'_>, feature: &mut Feature, reader: &mut Reader<'_>) {
    let place = Place { line: reader.lines.line(node.at), ring: next_ring(feature), ..feature.place };
    let Tree::List(items) = node.value else {
        return reader.wrong_type(place, "coordinates", "a list of rings", &node);
    };
    let mut rings = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        let place = Place { ring: place.ring + i as u32, ..place };
        rings.extend(reader.points(item, "coordinates", place).map(opened));
    }
    let mut rings = rings.into_iter();
    if let Some(outer) = rings.next() {
        feature.leaves.push(Leaf::Polygon(Polygon {
            name: feature.name.clone(),
            outer,
            holes: rings.collect(),
            place,
        }));
    }
}

/// The field `key` of a table, taken out of it.
fn take<'t>(node: Node<'t>, key: &str) -> Option<Node<'t>> {
    take_two(node, key, key).0
}

fn take_two<'t>(node: Node<'t>, first: &str, second: &str) -> (Option<Node<'t>>, Option<Node<'t>>) {
    let (mut one, mut two) = (None, None);
    if let Tree::Table(entries) = node.value {
        for entry in entries {
            if entry.key == first {
                one = Some(entry.node);
            } else if entry.key == second {
                two = Some(entry.node);
            }
        }
    }
    (one, two)
}
