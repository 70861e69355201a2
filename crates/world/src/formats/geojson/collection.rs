//! The text of a GeoJSON `FeatureCollection`: one feature per line, numbers that read back to the same bits.
//!
//! Rooms that write GeoJSON of their own (borders and isolines of maps) use this too, so that quoting, closing of rings
//! and the syntax live once.

use crate::text::{number, quoted};
use std::fmt::Write;
use wayfront_geometry::Point;

/// A GeoJSON `FeatureCollection` that grows feature by feature.
///
/// ```
/// use wayfront_world::geojson::{FeatureCollection, Properties};
/// let mut features = FeatureCollection::compact();
/// features.point(&Properties::role("source").text("name", "door"), (1.0, 2.5).into());
/// let feature = r#"{"type":"Feature","properties":{"role":"source","name":"door"},"geometry":{"type":"Point","coordinates":[1,2.5]}}"#;
/// assert_eq!(features.finish(), format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{feature}\n]}}\n"));
/// ```
#[derive(Clone, Debug)]
pub struct FeatureCollection {
    style: Style,
    /// The features so far, with commas and line breaks between them.
    text: String,
}

/// What is known about a feature: named values, in the order in which they were added.
#[derive(Clone, Debug)]
pub struct Properties(Vec<(&'static str, Property)>);

#[derive(Clone, Debug)]
enum Property {
    Text(String),
    Number(f64),
    Integers(Vec<i64>),
}

/// How the text is spaced.
#[derive(Clone, Copy, Debug)]
struct Style {
    colon: &'static str,
    comma: &'static str,
    /// Plain decimals instead of exponents for very large and very small numbers.
    plain: bool,
}

impl Properties {
    /// What the feature is.
    #[must_use]
    pub fn role(role: &str) -> Self {
        Self(Vec::new()).text("role", role)
    }

    /// With a text.
    #[must_use]
    pub fn text(self, name: &'static str, text: &str) -> Self {
        self.with(name, Property::Text(text.to_owned()))
    }

    /// With a number.
    #[must_use]
    pub fn number(self, name: &'static str, number: f64) -> Self {
        self.with(name, Property::Number(number))
    }

    /// With a list of whole numbers.
    #[must_use]
    pub fn integers(self, name: &'static str, integers: impl IntoIterator<Item = i64>) -> Self {
        self.with(name, Property::Integers(integers.into_iter().collect()))
    }

    fn with(mut self, name: &'static str, property: Property) -> Self {
        self.0.push((name, property));
        self
    }
}

impl FeatureCollection {
    /// A text with spaces, for people.
    #[must_use]
    pub const fn spaced() -> Self {
        Self { style: Style { colon: ": ", comma: ", ", plain: false }, text: String::new() }
    }

    /// A text without needless spaces, and with plain decimals.
    #[must_use]
    pub const fn compact() -> Self {
        Self { style: Style { colon: ":", comma: ",", plain: true }, text: String::new() }
    }

    /// Adds a `Point`.
    pub fn point(&mut self, properties: &Properties, at: Point) {
        let position = self.style.position(at);
        self.add(properties, "Point", &position);
    }

    /// Adds a `LineString`.
    pub fn line(&mut self, properties: &Properties, points: impl IntoIterator<Item = Point>) {
        let positions = self.style.positions(points);
        self.add(properties, "LineString", &positions);
    }

    /// Adds a `Polygon`: its outer ring and then its holes. Rings are closed here.
    pub fn polygon<'p>(&mut self, properties: &Properties, rings: impl IntoIterator<Item = &'p [Point]>) {
        let style = self.style;
        // GeoJSON repeats the first point of a ring at its end.
        let rings = rings.into_iter().map(|ring| style.positions(ring.iter().chain(ring.first()).copied()));
        let rings = style.list(rings);
        self.add(properties, "Polygon", &rings);
    }

    fn add(&mut self, properties: &Properties, kind: &str, coordinates: &str) {
        let Style { colon, comma, .. } = self.style;
        let gap = if self.text.is_empty() { "" } else { ",\n" };
        let properties = self.style.properties(properties);
        // Writing to a string does not fail.
        let _ = write!(
            self.text,
            "{gap}{{\"type\"{colon}\"Feature\"{comma}\"properties\"{colon}{{{properties}}}{comma}\
             \"geometry\"{colon}{{\"type\"{colon}\"{kind}\"{comma}\"coordinates\"{colon}{coordinates}}}}}"
        );
    }

    /// The whole text.
    #[must_use]
    pub fn finish(self) -> String {
        let Style { colon, comma, .. } = self.style;
        let features = self.text;
        format!("{{\"type\"{colon}\"FeatureCollection\"{comma}\"features\"{colon}[\n{features}\n]}}\n")
    }
}

impl Style {
    fn number(self, x: f64) -> String {
        if self.plain { x.to_string() } else { number(x) }
    }

    fn position(self, p: Point) -> String {
        self.list([p.x, p.y].map(|x| self.number(x)))
    }

    fn positions(self, points: impl IntoIterator<Item = Point>) -> String {
        self.list(points.into_iter().map(|p| self.position(p)))
    }

    fn list(self, items: impl IntoIterator<Item = String>) -> String {
        let items: Vec<String> = items.into_iter().collect();
        format!("[{}]", items.join(self.comma))
    }

    fn properties(self, properties: &Properties) -> String {
        let property = |(name, property): &(&'static str, Property)| {
            let value = match property {
                Property::Text(text) => quoted(text),
                Property::Number(x) => self.number(*x),
                Property::Integers(list) => self.list(list.iter().map(i64::to_string)),
            };
            format!("\"{name}\"{}{value}", self.colon)
        };
        properties.0.iter().map(property).collect::<Vec<_>>().join(self.comma)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_styles_hold_the_same() {
        let ring = [[0.0, 0.0], [1.0, 0.0], [1.0, 1e-9]].map(Point::from);
        let write = |mut features: FeatureCollection| {
            let properties = Properties::role("border").integers("between", [3, 4]).number("cost", 0.5);
            features.line(&properties, ring);
            features.polygon(&Properties::role("a \"b\"\n"), [ring.as_slice()]);
            features.finish()
        };
        assert_eq!(
            write(FeatureCollection::compact()),
            "{\"type\":\"FeatureCollection\",\"features\":[\n\
             {\"type\":\"Feature\",\"properties\":{\"role\":\"border\",\"between\":[3,4],\"cost\":0.5},\
             \"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,0],[1,0.000000001]]}},\n\
             {\"type\":\"Feature\",\"properties\":{\"role\":\"a \\\"b\\\"\\n\"},\
             \"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,0.000000001],[0,0]]]}}\n]}\n"
        );
        let spaced = write(FeatureCollection::spaced());
        assert!(spaced.contains("{\"role\": \"border\", \"between\": [3, 4], \"cost\": 0.5}"), "{spaced}");
        assert!(spaced.contains("[[[0, 0], [1, 0], [1, 1e-9], [0, 0]]]"), "{spaced}");
    }
}
