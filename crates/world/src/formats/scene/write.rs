//! Scenes as TOML and JSON text. Numbers are written with the fewest digits that read back to the same bits; one ring
//! or thing per line.

use super::write_crowd;
use crate::documents::Value;
use crate::documents::write::{Style, bare_or_quoted, inline, list, point, points};
use crate::model::{
    Barrier, BarrierCost, Change, Constraint, ConstraintRegion, ConstraintSide, ConstraintStrength, Crowd, Door,
    Handle, Kind, Motion, Polygon, Preposition, Shape, Source, Thing, Weight, World, YAxis,
};
use crate::text::quoted;
use std::fmt::Write;
use wayfront_geometry::Point;

/// The scene as TOML.
pub(crate) fn toml(world: &World) -> String {
    let mut out = String::new();
    if let Some(name) = &world.name {
        line(&mut out, "name", &quoted(name));
    }
    section(&mut out, "[world]");
    for (key, value) in geometry(world) {
        line(&mut out, key, &inline(&value, Style::TOML));
    }
    for (header, things) in things(world) {
        for thing in things {
            section(&mut out, &format!("[[{header}]]"));
            lines(&mut out, &thing);
        }
    }
    if let Some(flow) = flow(world) {
        section(&mut out, "[flow]");
        lines(&mut out, &flow);
    }
    if let Some(crowd) = &world.crowd {
        let (table, lists) = write_crowd::crowd(crowd);
        section(&mut out, "[crowd]");
        lines(&mut out, &table);
        for (name, things) in lists {
            for thing in things {
                section(&mut out, &format!("[[crowd.{name}]]"));
                lines(&mut out, &thing);
            }
        }
    }
    out
}

/// The scene as JSON.
pub(crate) fn json(world: &World) -> String {
    let mut scene = Vec::new();
    if let Some(name) = &world.name {
        scene.push(("name".into(), Value::Text(name.clone())));
    }
    let world_table = geometry(world).into_iter().map(|(k, v)| (k.into(), v)).collect();
    scene.push(("world".into(), Value::Table(world_table)));
    for (key, things) in things(world) {
        if !things.is_empty() {
            scene.push((key.into(), Value::List(things)));
        }
    }
    scene.extend(flow(world).map(|flow| ("flow".into(), flow)));
    scene.extend(world.crowd.as_ref().map(|crowd| ("crowd".into(), crowd_in_one(crowd))));
    let mut out = inline(&Value::Table(scene), Style::JSON);
    out.push('\n');
    out
}

/// The table `crowd` with its lists in it.
fn crowd_in_one(crowd: &Crowd) -> Value {
    let (table, lists) = write_crowd::crowd(crowd);
    let Value::Table(mut fields) = table else { return table };
    let lists = lists.into_iter().filter(|(_, things)| !things.is_empty());
    fields.extend(lists.map(|(name, things)| (name.to_owned(), Value::List(things))));
    Value::Table(fields)
}

/// The lists of tables, in the order in which they are written.
fn things(world: &World) -> [(&'static str, Vec<Value>); 7] {
    [
        ("sources", sources(world, false)),
        ("exits", sources(world, true)),
        ("weights", weights(world)),
        ("barriers", barriers(world)),
        ("doors", doors(world)),
        ("motions", motions(world)),
        ("constraints", constraints(world)),
    ]
}

fn section(out: &mut String, header: &str) {
    let gap = if out.is_empty() { "" } else { "\n" };
    let _ = writeln!(out, "{gap}{header}");
}

fn line(out: &mut String, key: &str, value: &str) {
    let _ = writeln!(out, "{} = {value}", bare_or_quoted(key));
}

fn lines(out: &mut String, table: &Value) {
    let Value::Table(entries) = table else { return };
    for (key, value) in entries.iter().filter(|(_, v)| *v != Value::Null) {
        line(out, key, &inline(value, Style::TOML));
    }
}

fn geometry(world: &World) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::new();
    match world.areas.as_slice() {
        [] => {}
        [area] if area.holes.is_empty() => fields.push(("boundary", points(&area.outer))),
        areas => fields.push(("areas", list(areas.iter().map(polygon)))),
    }
    let (rings, solids): (Vec<&Polygon>, Vec<&Polygon>) = world.obstacles.iter().partition(|p| is_ring(p));
    if !rings.is_empty() {
        fields.push(("obstacles", list(rings.iter().map(|p| points(&p.outer)))));
    }
    if !solids.is_empty() {
        fields.push(("solids", list(solids.into_iter().map(polygon))));
    }
    if !world.walls.is_empty() {
        fields.push(("walls", list(world.walls.iter().map(|w| points(&w.points)))));
    }
    if world.y_axis == YAxis::Down {
        fields.push(("y_axis", Value::Text("down".into())));
    }
    fields
}

fn polygon(polygon: &Polygon) -> Value {
    let mut fields = Vec::new();
    fields.extend(polygon.name.clone().map(|name| ("name".to_owned(), Value::Text(name))));
    fields.push(("outline".into(), points(&polygon.outer)));
    if !polygon.holes.is_empty() {
        fields.push(("holes".into(), list(polygon.holes.iter().map(|hole| points(hole)))));
    }
    Value::Table(fields)
}

/// Can be written as a plain ring.
fn is_ring(polygon: &Polygon) -> bool {
    polygon.holes.is_empty() && polygon.name.is_none()
}

fn sources(world: &World, exits: bool) -> Vec<Value> {
    let source = |source: &Source| {
        let mut fields = Vec::new();
        fields.extend(source.name.clone().map(|name| ("name".to_owned(), Value::Text(name))));
        fields.push(match &source.shape {
            Shape::Point(p) => ("point".into(), point(*p)),
            Shape::Segment(ends) => ("segment".into(), points(ends)),
            Shape::Polyline(line) => ("polyline".into(), points(line)),
        });
        if source.offset != 0.0 {
            fields.push(("offset".into(), Value::Number(source.offset)));
        }
        Value::Table(fields)
    };
    world.sources.iter().filter(|source| source.exit == exits).map(source).collect()
}

fn weights(world: &World) -> Vec<Value> {
    let fields = |w: &Weight| vec![("corner".into(), point(w.corner)), ("speed".into(), Value::Number(w.weight))];
    world.weights.iter().map(|w| Value::Table(fields(w))).collect()
}

fn barriers(world: &World) -> Vec<Value> {
    let cost = |cost: BarrierCost| match cost {
        BarrierCost::Delay(delay) => ("delay".into(), Value::Number(delay)),
        BarrierCost::Weight(factor) => ("factor".into(), Value::Number(factor)),
    };
    let fields = |b: &Barrier| vec![("segment".into(), points(&b.segment)), cost(b.cost)];
    world.barriers.iter().map(|b| Value::Table(fields(b))).collect()
}

fn doors(world: &World) -> Vec<Value> {
    let fields = |door: &Door| {
        let mut fields =
            vec![("name".into(), Value::Text(door.name.clone())), ("segment".into(), points(&door.segment))];
        fields.extend(door.open.then(|| ("open".into(), Value::Bool(true))));
        Value::Table(fields)
    };
    world.doors.iter().map(fields).collect()
}

fn motions(world: &World) -> Vec<Value> {
    let fields = |motion: &Motion| {
        let times = list(motion.times.iter().map(|&t| Value::Number(t)));
        let truths = |steps: &[bool]| list(steps.iter().map(|&step| Value::Bool(step)));
        let values = match &motion.change {
            Change::Shifts(shifts) => points(shifts),
            Change::Segments(segments) => list(segments.iter().map(|ends| points(ends))),
            Change::Open(steps) | Change::Present(steps) => truths(steps),
        };
        let thing = (word(&motion.thing, world).into(), handle(&motion.thing, world));
        let mut fields = vec![thing, ("times".into(), times), (motion.change.name().into(), values)];
        fields.extend(motion.repeat.then(|| ("repeat".into(), Value::Bool(true))));
        Value::Table(fields)
    };
    world.motions.iter().map(fields).collect()
}

fn constraints(world: &World) -> Vec<Value> {
    let obstacle = |h: &Handle| handle(&Thing { kind: Kind::Obstacle, handle: h.clone() }, world);
    let region = |region: &ConstraintRegion| match region {
        ConstraintRegion::Ring(ring) => points(ring),
        ConstraintRegion::Obstacle(handle) => obstacle(handle),
    };
    let number = |name: &str, value: Option<f64>| value.map(|value| (name.to_owned(), Value::Number(value)));
    let fields = |constraint: &Constraint| {
        let mut fields: Vec<(String, Value)> = Vec::new();
        fields.extend(constraint.name.clone().map(|name| ("name".to_owned(), Value::Text(name))));
        match &constraint.preposition {
            Preposition::In(place) => fields.push(("in".into(), region(place))),
            Preposition::Near { region: place, reach } => {
                fields.push(("near".into(), region(place)));
                fields.extend(number("reach", *reach));
            }
            Preposition::Beside { side, obstacle: of, facing, depth } => {
                fields.push((side_word(*side).into(), obstacle(of)));
                fields.push(("facing".into(), point(*facing)));
                fields.extend(number("depth", *depth));
            }
            Preposition::Between(two) => fields.push(("between".into(), list(two.iter().map(obstacle)))),
            Preposition::Sight { of, reach } => {
                fields.push(("sight".into(), obstacle(of)));
                fields.extend(number("reach", *reach));
            }
        }
        fields.push(match constraint.strength {
            ConstraintStrength::Weight(weight) => ("weight".into(), Value::Number(weight)),
            ConstraintStrength::Factor(factor) => ("factor".into(), Value::Number(factor)),
            ConstraintStrength::Hard => ("hard".into(), Value::Bool(true)),
        });
        Value::Table(fields)
    };
    world.constraints.iter().map(fields).collect()
}

const fn side_word(side: ConstraintSide) -> &'static str {
    match side {
        ConstraintSide::Left => "left",
        ConstraintSide::Right => "right",
        ConstraintSide::Front => "front",
        ConstraintSide::Back => "back",
    }
}

/// What a motion calls its thing.
fn word(thing: &Thing, world: &World) -> &'static str {
    let source = thing.index_in(world).filter(|_| thing.kind == Kind::Source);
    if source.is_some_and(|index| world.sources[index].exit) { "exit" } else { thing.kind.name() }
}

/// A name, or the index that the thing will have when it is read again: plain rings come first, and exits are counted
/// by themselves.
fn handle(thing: &Thing, world: &World) -> Value {
    match (&thing.handle, thing.kind) {
        (Handle::Name(name), _) => Value::Text(name.clone()),
        (&Handle::Index(index), Kind::Obstacle) if index < world.obstacles.len() => {
            let is_before = |(i, other): (usize, &Polygon)| match (is_ring(other), is_ring(&world.obstacles[index])) {
                (true, false) => true,
                (false, true) => false,
                _ => i < index,
            };
            Value::Integer(world.obstacles.iter().enumerate().filter(|&o| is_before(o)).count() as i64)
        }
        (&Handle::Index(index), Kind::Source) if index < world.sources.len() => {
            let exit = world.sources[index].exit;
            Value::Integer(world.sources[..index].iter().filter(|other| other.exit == exit).count() as i64)
        }
        (&Handle::Index(index), _) => Value::Integer(index as i64),
    }
}

fn flow(world: &World) -> Option<Value> {
    let flow = world.flow.as_ref()?;
    let chains = |chains: &[Vec<Point>]| list(chains.iter().map(|chain| points(chain)));
    let mut fields = vec![("entrances".into(), chains(&flow.entrances)), ("exits".into(), chains(&flow.exits))];
    fields.extend(flow.radius.map(|radius| ("radius".into(), Value::Number(radius))));
    Some(Value::Table(fields))
}
