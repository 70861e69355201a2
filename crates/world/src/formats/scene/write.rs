//! Scenes as TOML and JSON text. Numbers are written with the fewest digits that read back to the same bits; one ring
//! or thing per line.

use crate::documents::Value;
use crate::documents::write::{Style, bare_or_quoted, inline, list, point, points};
use crate::model::table::{Described, Form, Parts, Val};
use crate::model::{Distribution, Handle, Kind, Polygon, Thing, World, YAxis};
use crate::text::quoted;
use std::fmt::Write;

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
    if let Some(flow) = &world.flow {
        section(&mut out, "[flow]");
        lines(&mut out, &table(flow.parts(), world));
    }
    if let Some(crowd) = &world.crowd {
        // Lists of things are sections of their own, behind the other fields.
        let is_list = |(_, value): &(_, Val)| matches!(value, Val::Things(_));
        let (lists, fields) = crowd.parts().fields.into_iter().partition(is_list);
        section(&mut out, "[crowd]");
        lines(&mut out, &table(Parts { fields, ..Parts::default() }, world));
        for (spec, things) in lists {
            let Val::Things(things) = things else { continue };
            for thing in things {
                section(&mut out, &format!("[[crowd.{}]]", spec.name));
                lines(&mut out, &table(thing, world));
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
    scene.extend(world.flow.as_ref().map(|flow| ("flow".into(), table(flow.parts(), world))));
    scene.extend(world.crowd.as_ref().map(|crowd| ("crowd".into(), table(crowd.parts(), world))));
    let mut out = inline(&Value::Table(scene), Style::JSON);
    out.push('\n');
    out
}

/// The lists of tables, in the order in which they are written.
fn things(world: &World) -> [(&'static str, Vec<Value>); 7] {
    let sources = |exits: bool| world.sources.iter().filter(move |source| source.exit == exits);
    [
        ("sources", tables(sources(false), world)),
        ("exits", tables(sources(true), world)),
        ("weights", tables(&world.weights, world)),
        ("barriers", tables(&world.barriers, world)),
        ("doors", tables(&world.doors, world)),
        ("motions", tables(&world.motions, world)),
        ("constraints", tables(&world.constraints, world)),
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
    // Plain rings are read first: where they do not come first, all are written in the longer form, and keep their order.
    let rings = world.obstacles.iter().take_while(|obstacle| is_ring(obstacle)).count();
    let are_first = !world.obstacles[rings..].iter().any(is_ring);
    let (rings, solids) = world.obstacles.split_at(if are_first { rings } else { 0 });
    if !rings.is_empty() {
        fields.push(("obstacles", list(rings.iter().map(|ring| points(&ring.outer)))));
    }
    if !solids.is_empty() {
        fields.push(("solids", list(solids.iter().map(polygon))));
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

/// The fields of a thing that its table names.
fn table(parts: Parts, world: &World) -> Value {
    let fields = parts.fields.into_iter().map(|(spec, value)| match (spec.form, value) {
        (Form::Thing(kind), Val::Handle(handle)) => {
            let thing = Thing { kind, handle };
            (word(&thing, world).to_owned(), handle_value(&thing, world))
        }
        (_, value) => (spec.name.to_owned(), value_of(value, world)),
    });
    Value::Table(fields.collect())
}

fn tables<'t, T: Described + 't>(things: impl IntoIterator<Item = &'t T>, world: &World) -> Vec<Value> {
    things.into_iter().map(|thing| table(thing.parts(), world)).collect()
}

/// A value as it is written in a scene of `world`, whose things it may name by index.
pub(crate) fn value_of(value: Val, world: &World) -> Value {
    let obstacle = |handle: Handle| handle_value(&Thing { kind: Kind::Obstacle, handle }, world);
    match value {
        Val::Text(text) => Value::Text(text),
        Val::Word(word) => Value::Text(word.to_owned()),
        Val::Truth(truth) => Value::Bool(truth),
        Val::Number(number) => Value::Number(number),
        Val::Whole(whole) => Value::Integer(whole as i64),
        Val::Spread(distribution) => spread(distribution),
        Val::Names(mut names) if names.len() == 1 => Value::Text(names.remove(0)),
        Val::Names(names) => list(names.into_iter().map(Value::Text)),
        Val::Point(at) => point(at),
        Val::Segment(ends) => points(&ends),
        Val::Points(line) => points(&line),
        Val::Lines(lines) => list(lines.iter().map(|line| points(line))),
        Val::Numbers(numbers) => list(numbers.into_iter().map(Value::Number)),
        Val::Truths(truths) => list(truths.into_iter().map(Value::Bool)),
        Val::Segments(segments) => list(segments.iter().map(|ends| points(ends))),
        Val::Handle(handle) => obstacle(handle),
        Val::Handles(handles) => list(handles.map(obstacle)),
        Val::Things(things) => list(things.into_iter().map(|parts| table(parts, world))),
    }
}

fn spread(spread: Distribution) -> Value {
    let fields = |fields: &[(&str, f64)]| -> Vec<(String, Value)> {
        fields.iter().map(|&(name, number)| (name.to_owned(), Value::Number(number))).collect()
    };
    match spread {
        Distribution::Exactly(x) => Value::Number(x),
        Distribution::Between(from, to) => list([Value::Number(from), Value::Number(to)]),
        Distribution::Around { mean, deviation } => Value::Table(fields(&[("mean", mean), ("deviation", deviation)])),
        Distribution::LogNormal { mean, deviation } => {
            let mut table = vec![("kind".to_owned(), Value::Text("log-normal".into()))];
            table.extend(fields(&[("mean", mean), ("deviation", deviation)]));
            Value::Table(table)
        }
        Distribution::Triangular { from, mode, to } => {
            Value::Table(fields(&[("from", from), ("mode", mode), ("to", to)]))
        }
    }
}

/// What a motion calls its thing.
fn word(thing: &Thing, world: &World) -> &'static str {
    let source = thing.index_in(world).filter(|_| thing.kind == Kind::Source);
    if source.is_some_and(|index| world.sources[index].exit) { "exit" } else { thing.kind.name() }
}

/// A name, or the index that the thing will have when it is read again: exits are counted by themselves.
fn handle_value(thing: &Thing, world: &World) -> Value {
    match (&thing.handle, thing.kind) {
        (Handle::Name(name), _) => Value::Text(name.clone()),
        (&Handle::Index(index), Kind::Source) if index < world.sources.len() => {
            let exit = world.sources[index].exit;
            Value::Integer(world.sources[..index].iter().filter(|other| other.exit == exit).count() as i64)
        }
        (&Handle::Index(index), _) => Value::Integer(index as i64),
    }
}
