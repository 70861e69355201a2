//! Values as TOML and JSON text: short ones on one line, lists of rings and of things with a line for each.

use super::value::Value;
use crate::text::{number, quoted};
use std::fmt::Write;
use wayfront_geometry::Point;

pub(crate) fn list(items: impl IntoIterator<Item = Value>) -> Value {
    Value::List(items.into_iter().collect())
}

pub(crate) fn point(p: Point) -> Value {
    list([Value::Number(p.x), Value::Number(p.y)])
}

pub(crate) fn points(points: &[Point]) -> Value {
    list(points.iter().map(|&p| point(p)))
}

/// What differs between the two languages.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    equals: &'static str,
    bare_keys: bool,
    null: bool,
}

impl Style {
    pub(crate) const TOML: Self = Self { equals: " = ", bare_keys: true, null: false };
    pub(crate) const JSON: Self = Self { equals: ": ", bare_keys: false, null: true };
}

/// A value on one line if it is short, else with one item per line.
pub(crate) fn inline(value: &Value, style: Style) -> String {
    let mut out = String::new();
    write_value(&mut out, value, style, 0);
    out
}

fn write_value(out: &mut String, value: &Value, style: Style, indent: usize) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Integer(i) => {
            let _ = write!(out, "{i}");
        }
        Value::Number(x) => out.push_str(&number(*x)),
        Value::Text(text) => out.push_str(&quoted(text)),
        Value::List(items) => write_list(out, items, style, indent),
        Value::Table(entries) => write_table(out, entries, style, indent),
    }
}

fn write_list(out: &mut String, items: &[Value], style: Style, indent: usize) {
    // Rings stay on one line, lists of rings and of things get a line for each.
    let tall = items.iter().any(|item| depth(item) >= 2 || matches!(item, Value::Table(_)));
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        separate(out, i, tall, indent + 2);
        write_value(out, item, style, indent + 2);
    }
    close(out, ']', tall, indent);
}

fn write_table(out: &mut String, entries: &[(String, Value)], style: Style, indent: usize) {
    // TOML's inline tables stay on one line; older parsers know no others.
    let tall = style.null && entries.iter().any(|(_, v)| depth(v) >= 2 || matches!(v, Value::Table(_)));
    out.push('{');
    let entries = entries.iter().filter(|(_, v)| style.null || *v != Value::Null);
    for (i, (key, value)) in entries.enumerate() {
        separate(out, i, tall, indent + 2);
        out.push_str(&if style.bare_keys { bare_or_quoted(key) } else { quoted(key) });
        out.push_str(style.equals);
        write_value(out, value, style, indent + 2);
    }
    close(out, '}', tall, indent);
}

fn separate(out: &mut String, index: usize, tall: bool, indent: usize) {
    if index > 0 {
        out.push_str(if tall { "," } else { ", " });
    }
    if tall {
        let _ = write!(out, "\n{:indent$}", "");
    }
}

fn close(out: &mut String, bracket: char, tall: bool, indent: usize) {
    if tall {
        let _ = write!(out, "\n{:indent$}", "");
    }
    out.push(bracket);
}

/// How deep lists nest: 0 for a number, 1 for a point, 2 for a ring.
fn depth(value: &Value) -> usize {
    match value {
        Value::List(items) => 1 + items.first().map_or(0, depth),
        _ => 0,
    }
}

pub(crate) fn bare_or_quoted(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { key.into() } else { quoted(key) }
}
