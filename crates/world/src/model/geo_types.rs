//! Polygons and lines of the crate `geo-types`.

use crate::{Polygon, Wall};
use wayfront_geometry::Point;

/// A ring without its repeated closing point.
fn ring(line: &geo_types::LineString<f64>) -> Vec<Point> {
    let mut points: Vec<Point> = line.0.iter().map(|&p| p.into()).collect();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

fn line(points: &[Point]) -> geo_types::LineString<f64> {
    points.iter().map(|&p| geo_types::Coord::from(p)).collect()
}

impl From<&geo_types::Polygon<f64>> for Polygon {
    fn from(polygon: &geo_types::Polygon<f64>) -> Self {
        let holes = polygon.interiors().iter().map(ring).collect();
        Self { outer: ring(polygon.exterior()), holes, ..Self::default() }
    }
}

impl From<&Polygon> for geo_types::Polygon<f64> {
    fn from(polygon: &Polygon) -> Self {
        // Rings are closed on the way.
        Self::new(line(&polygon.outer), polygon.holes.iter().map(|hole| line(hole)).collect())
    }
}

impl From<&geo_types::LineString<f64>> for Wall {
    fn from(line: &geo_types::LineString<f64>) -> Self {
        Self { points: line.0.iter().map(|&p| p.into()).collect(), ..Self::default() }
    }
}
