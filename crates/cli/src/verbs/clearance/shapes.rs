//! Skeleton, narrow places and route as GeoJSON.

use super::report::Found;
use serde_json::{Value, json};
use wayfront::Point;
use wayfront::voronoi::Narrow;

fn line(points: &[Point], properties: &Value) -> Value {
    let coordinates: Vec<[f64; 2]> = points.iter().map(|&p| p.into()).collect();
    json!({
        "type": "Feature",
        "properties": properties,
        "geometry": { "type": "LineString", "coordinates": coordinates },
    })
}

/// One collection; `kind` says what a shape is.
pub fn geojson(found: &Found, narrows: &[Narrow], tolerance: f64) -> String {
    let mut features = Vec::new();
    for edge in found.skeleton.voronoi().edges().filter(|edge| !edge.is_spoke) {
        let mut points = vec![edge.curve.at(0.0)];
        edge.curve.flatten_into(tolerance, &mut points);
        let widths = edge.clearances.map(|clearance| 2.0 * clearance);
        features.push(line(&points, &json!({ "kind": "skeleton", "widths": widths, "length": edge.curve.length() })));
    }
    for narrow in narrows {
        let properties = json!({ "kind": "narrow", "width": narrow.width, "prominence": narrow.prominence });
        features.push(line(&narrow.feet, &properties));
    }
    if found.route.len() > 1 {
        features.push(line(&found.route, &json!({ "kind": "route" })));
    }
    json!({ "type": "FeatureCollection", "features": features }).to_string()
}
