//! Problems as pages show them: at their place, with the thing that they are about and, where the advice names a point or
//! a word, the edit that follows it.

use crate::document::{Document, ThingKind};
use serde_json::{Value, json};
use wayfront_domain::Repair;
use wayfront_geometry::Point;
use wayfront_world::{Fault, Field, Note, Place, Problem};

/// A problem, as pages get it; `time` is the moment of a scene that moves.
pub fn problem_json(document: &Document, problem: &Problem, time: Option<f64>) -> Value {
    let place = &problem.place;
    let thing = thing(document, place);
    let fix = thing.filter(|_| time.is_none()).and_then(|id| fix(document, problem, id));
    let at = problem.at.or_else(|| thing.and_then(|id| some_point(document, id)));
    json!({
        "what": problem.fault.to_string(),
        "advice": problem.fault.advice(),
        "at": at.filter(|p| p.is_finite()).map(<[f64; 2]>::from),
        "thing": thing,
        "field": place.field.name(),
        "index": place.field.is_counted().then_some(place.index),
        "ring": place.ring,
        "vertex": problem.vertex,
        "line": null,
        "file": null,
        "time": time,
        "fix": fix,
    })
}

/// A problem of a file that could not be opened: its line is what helps.
pub fn unread_json(files: &[String], problem: &Problem) -> Value {
    json!({
        "what": problem.to_string(),
        "advice": problem.fault.advice(),
        "at": problem.at.filter(|p| p.is_finite()).map(<[f64; 2]>::from),
        "thing": null,
        "field": problem.place.field.name(),
        "index": problem.place.field.is_counted().then_some(problem.place.index),
        "ring": problem.place.ring,
        "vertex": problem.vertex,
        "line": (problem.place.line > 0).then_some(problem.place.line),
        "file": files.get(usize::from(problem.place.file)),
        "time": null,
        "fix": null,
    })
}

/// What was repaired without asking.
pub fn repair_json(document: &Document, repair: &Repair) -> Value {
    json!({
        "what": repair.to_string(),
        "at": repair.at().map(<[f64; 2]>::from),
        "thing": thing(document, &repair.place()),
        "moved": repair.moved(),
    })
}

/// What a reader decided.
pub fn note_json(document: &Document, note: &Note) -> Value {
    json!({"what": note.to_string(), "thing": thing(document, &note.place)})
}

/// The thing that a place means. Documents are read from one text, whose lists are theirs.
pub fn thing(document: &Document, place: &Place) -> Option<u64> {
    let kind = ThingKind::of_field(place.field)?;
    let index = if place.field.is_counted() { place.index as usize } else { 0 };
    document.id_at(kind, index)
}

fn value(document: &Document, id: u64) -> Option<Value> {
    serde_json::from_str(document.text(id)?).ok()
}

/// The first point of a thing: where a pin can stand.
fn some_point(document: &Document, id: u64) -> Option<Point> {
    fn first(value: &Value) -> Option<Point> {
        match value {
            Value::Array(list) => match list.as_slice() {
                [Value::Number(x), Value::Number(y)] => Some(Point::new(x.as_f64()?, y.as_f64()?)),
                list => list.iter().find_map(first),
            },
            Value::Object(fields) => {
                let places = ["outline", "point", "segment", "polyline", "corner", "area", "points", "entrance", "in"];
                places.iter().find_map(|name| fields.get(*name).and_then(first))
            }
            _ => None,
        }
    }
    first(&value(document, id)?)
}

/// The edit that does what the advice says.
fn fix(document: &Document, problem: &Problem, id: u64) -> Option<Value> {
    let mut value = value(document, id)?;
    let vertex = problem.vertex.map(|vertex| vertex as usize);
    let label = match &problem.fault {
        Fault::SourceBlocked { nearest: Some(p), .. } => {
            move_source(&mut value, vertex, problem.at, *p)?;
            format!("Move it to {p}")
        }
        Fault::WeightOffCorner { nearest: Some(p), .. } => {
            *value.get_mut("corner")? = point_json(*p);
            format!("Put it at {p}")
        }
        Fault::BarrierOpen { nearest: Some(p), .. } | Fault::DoorAjar { nearest: Some(p), .. } => {
            let ends = value.get_mut("segment")?;
            *nearest_point(ends, vertex, problem.at)? = point_json(*p);
            format!("End it at {p}")
        }
        Fault::ChainOffBoundary { nearest: Some(p), .. } => {
            *nearest_point(&mut value, vertex, problem.at)? = point_json(*p);
            format!("Move that point to {p}")
        }
        Fault::UnknownField { name, near: Some(near), .. } => {
            rename_field(&mut value, problem.place.field, name, near)?;
            format!("Call it `{near}`")
        }
        Fault::DuplicateSource { .. } | Fault::TooFewPoints { found: 0 | 1 } | Fault::TooShort { .. } => {
            return Some(json!({"label": "Remove it", "edits": [{"op": "remove", "id": id}]}));
        }
        _ => return None,
    };
    Some(json!({"label": label, "edits": [{"op": "set", "id": id, "value": value}]}))
}

fn point_json(p: Point) -> Value {
    json!([p.x, p.y])
}

fn point_of(value: &Value) -> Option<Point> {
    let [x, y] = value.as_array()?.as_slice() else { return None };
    Some(Point::new(x.as_f64()?, y.as_f64()?))
}

/// The point of a line that a problem is about: by its number, or the one that lies where the problem is.
fn nearest_point(line: &mut Value, vertex: Option<usize>, at: Option<Point>) -> Option<&mut Value> {
    let points = line.as_array_mut()?;
    let nearest = || {
        let distance = |k: &usize| point_of(&points[*k]).zip(at).map_or(f64::INFINITY, |(p, at)| p.distance(at));
        (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
    };
    let place = vertex.filter(|&vertex| vertex < points.len()).or_else(nearest)?;
    points.get_mut(place)
}

/// A point source is put there; of a line, the point at fault is.
fn move_source(value: &mut Value, vertex: Option<usize>, at: Option<Point>, to: Point) -> Option<()> {
    if let Some(point) = value.get_mut("point") {
        *point = point_json(to);
        return Some(());
    }
    let name = if value.get("segment").is_some() { "segment" } else { "polyline" };
    *nearest_point(value.get_mut(name)?, vertex, at)? = point_json(to);
    Some(())
}

/// A misspelt field of a thing gets the name that was probably meant, unless that is there as well.
fn rename_field(value: &mut Value, field: Field, name: &str, near: &str) -> Option<()> {
    let fields = match field {
        Field::World => value.get_mut("world")?.as_object_mut()?,
        _ => value.as_object_mut()?,
    };
    if fields.contains_key(near) {
        return None;
    }
    let found = fields.remove(name)?;
    fields.insert(near.to_owned(), found);
    Some(())
}
