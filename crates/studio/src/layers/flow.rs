//! How many can cross side by side: the cut first, then lanes.

use crate::messages::FlowLayer;
use serde_json::{Value, json};
use std::time::Instant;
use wayfront_domain::Scene;
use wayfront_flow::{FlowMap, Gate, Lanes, Widening};
use wayfront_geometry::Point;
use wayfront_world::World;

/// Points of a lane differ from its curve by this share of the radius at most.
const TOLERANCE: f64 = 0.02;

/// Computes the layer of a world, telling each part as soon as it is there: the fields of `shapes`, and milliseconds by
/// stage. `Err` says why there is none.
pub fn compute(world: &World, layer: FlowLayer, mut tell: impl FnMut(Value, Value)) -> Result<(), String> {
    if world.flow.is_none() {
        return Err("the scene has no entrances and exits of a flow".to_owned());
    }
    let start = Instant::now();
    let scene = Scene::new(world.clone()).map_err(|rejected| rejected.to_string())?;
    let ground = millis(start);
    let start = Instant::now();
    let flow = FlowMap::of(&scene).map_err(|error| error.to_string())?;
    let cut = millis(start);
    let gates: Vec<Value> = flow.cut().iter().map(gate_json).collect();
    let shapes = |lanes: Value, radius: Option<f64>, widening: Value| json!({"capacity": flow.capacity(), "cut": gates, "lanes": lanes, "radius": radius, "widening": widening});
    let own = world.flow.as_ref().and_then(|flow| flow.radius);
    let radius = layer.radius.filter(|radius| *radius > 0.0 && radius.is_finite()).or(own);
    tell(shapes(Value::Null, radius, json!([])), json!({"ground": ground, "cut": cut}));
    let Some(radius) = radius else { return Ok(()) };
    let start = Instant::now();
    let lanes = flow.lanes(radius).map_err(|error| error.to_string())?;
    let found = millis(start);
    let times = json!({"ground": ground, "cut": cut, "lanes": found});
    tell(shapes(lines(&lanes), Some(radius), json!(cut_json(&lanes))), times);
    let start = Instant::now();
    let lanes = lanes.shortened();
    let taut = millis(start);
    let widening: Vec<Value> = lanes.widenings().iter().map(widening_json).collect();
    let widening = if widening.is_empty() { cut_json(&lanes) } else { widening };
    let times = json!({"ground": ground, "cut": cut, "lanes": found, "taut": taut});
    tell(shapes(lines(&lanes), Some(radius), json!(widening)), times);
    Ok(())
}

/// Lanes as polylines.
fn lines(lanes: &Lanes<'_>) -> Value {
    let tolerance = TOLERANCE * lanes.radius();
    json!(lanes.lanes().iter().map(|lane| plain(&lane.polyline(tolerance))).collect::<Vec<_>>())
}

fn millis(start: Instant) -> f64 {
    1e3 * start.elapsed().as_secs_f64()
}

fn plain(points: &[Point]) -> Vec<[f64; 2]> {
    points.iter().map(|&p| p.into()).collect()
}

fn gate_json(gate: &Gate) -> Value {
    json!({"segment": plain(&gate.points), "width": gate.width})
}

fn widening_json(widening: &Widening) -> Value {
    let Widening { gate, lanes, gain, missing, .. } = widening;
    json!({"segment": plain(&gate.points), "width": gate.width, "lanes": lanes, "needed": missing, "gain": gain})
}

/// Where entrances and exits take turns around the world, the gates of the cut are all that is known.
fn cut_json(lanes: &Lanes<'_>) -> Vec<Value> {
    let of_gate = |gate: &Gate| {
        let count = lanes.lanes_through(gate);
        let needed = 2.0 * lanes.radius() * (count + 1) as f64 - gate.width;
        json!({"segment": plain(&gate.points), "width": gate.width, "lanes": count, "needed": needed, "gain": null})
    };
    lanes.cut().iter().map(of_gate).collect()
}
