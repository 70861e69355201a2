//! Shapes as GeoJSON.

use super::{Border, BorderKind, Isoline, Line, MapShapes};
use std::fmt::Write;
use wayfront_geometry::Point;
use wayfront_world::{Shape, Source};

impl MapShapes<'_> {
    /// Borders, isolines, sources and routes as a `FeatureCollection`. What a feature is stands in its property
    /// `role`: `border` (with `kind` and `between`, two generators), `isoline` (with `cost`), `source` (with `offset`,
    /// and `name` if it has one) or `route`.
    #[must_use]
    pub fn to_geojson(&self, levels: &[f64], sources: &[Source], routes: &[Vec<Point>]) -> String {
        let mut features: Vec<String> = Vec::new();
        features.extend(self.borders().iter().map(border));
        features.extend(self.isolines(levels).iter().map(isoline));
        features.extend(sources.iter().map(source));
        let route = |points: &Vec<Point>| feature("\"role\":\"route\"", &line_string(points.iter()));
        features.extend(routes.iter().filter(|r| r.len() > 1).map(route));
        format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
    }
}

fn feature(properties: &str, geometry: &str) -> String {
    format!("{{\"type\":\"Feature\",\"properties\":{{{properties}}},\"geometry\":{geometry}}}")
}

fn border(border: &Border) -> String {
    let kind = match border.kind {
        BorderKind::Shadow => "shadow",
        BorderKind::Hyperbola => "hyperbola",
        BorderKind::Parabola => "parabola",
        BorderKind::Line => "line",
        BorderKind::Oval => "oval",
    };
    let [a, b] = border.between.map(|g| g.0);
    feature(&format!("\"role\":\"border\",\"kind\":\"{kind}\",\"between\":[{a},{b}]"), &geometry(&border.line))
}

fn isoline(isoline: &Isoline) -> String {
    feature(&format!("\"role\":\"isoline\",\"cost\":{}", isoline.cost), &geometry(&isoline.line))
}

fn source(source: &Source) -> String {
    let mut properties = format!("\"role\":\"source\",\"offset\":{}", source.offset);
    if let Some(name) = &source.name {
        let _ = write!(properties, ",\"name\":{}", quoted(name));
    }
    let geometry = match &source.shape {
        Shape::Point(p) => format!("{{\"type\":\"Point\",\"coordinates\":{}}}", position(p)),
        shape => line_string(shape.points().iter()),
    };
    feature(&properties, &geometry)
}

/// A closed line repeats its first point at the end.
fn geometry(line: &Line) -> String {
    let close = line.points.first().filter(|_| line.is_closed);
    line_string(line.points.iter().chain(close))
}

fn line_string<'a>(points: impl Iterator<Item = &'a Point>) -> String {
    let positions: Vec<String> = points.map(position).collect();
    format!("{{\"type\":\"LineString\",\"coordinates\":[{}]}}", positions.join(","))
}

fn position(p: &Point) -> String {
    format!("[{},{}]", p.x, p.y)
}

/// A text as JSON writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn names_are_quoted() {
        assert_eq!(quoted("a \"b\"\n"), r#""a \"b\"\u000a""#);
    }
}
