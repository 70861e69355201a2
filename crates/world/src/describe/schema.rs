//! The scene format as a JSON Schema (draft 2020-12), for editors that complete and check scenes.
//!
//! Everything that one table says by itself is in it: names of fields, types, ranges, words, fields that exclude or need
//! each other. What it cannot say stays with the reader: names that refer to things, lists of the same length, rings of
//! three *different* points, whether there is an area at all.
//!
//! Keywords that begin with `x-` describe forms: `x-label`, `x-unit`, `x-rare`, `x-form`, `x-from` (whose names a field
//! takes), `x-absent` (what it is if absent, in words).

use super::{tables, usual};
use crate::documents::Value;
use crate::documents::write::{Style, inline, list};
use crate::model::table::{Form, Range, Spec, Table};
use crate::model::{Kind, SCENE};

type Fields = Vec<(String, Value)>;

/// The JSON Schema of scenes.
///
/// ```
/// assert!(wayfront_world::schema().contains("\"premovement\""));
/// ```
#[must_use]
pub fn schema() -> String {
    let mut fields = vec![
        field("$schema", text("https://json-schema.org/draft/2020-12/schema")),
        field("title", text("A scene of wayfront, version 1")),
    ];
    fields.extend(table(&SCENE));
    let described =
        tables().into_iter().skip(1).map(|(name, of)| field(&name.replace('.', "-"), Value::Table(table(of))));
    fields.push(field("$defs", Value::Table(forms().into_iter().chain(described).collect())));
    inline(&Value::Table(fields), Style::JSON) + "\n"
}

fn field(name: &str, value: Value) -> (String, Value) {
    (name.to_owned(), value)
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn texts(names: &[&str]) -> Value {
    list(names.iter().map(|name| text(name)))
}

fn one(name: &str, value: Value) -> Value {
    Value::Table(vec![field(name, value)])
}

fn kind(name: &str) -> Fields {
    vec![field("type", text(name))]
}

fn refer(name: &str) -> Fields {
    vec![field("$ref", Value::Text(format!("#/$defs/{name}")))]
}

/// A list of `least` to `most` items.
fn items(of: Fields, least: i64, most: Option<i64>) -> Fields {
    let mut fields = kind("array");
    fields.push(field("items", Value::Table(of)));
    fields.extend((least > 0).then(|| field("minItems", Value::Integer(least))));
    fields.extend(most.map(|most| field("maxItems", Value::Integer(most))));
    fields
}

fn any_of(kinds: impl IntoIterator<Item = Fields>) -> Fields {
    vec![field("anyOf", list(kinds.into_iter().map(Value::Table)))]
}

fn required(names: &[&str]) -> Value {
    one("required", texts(names))
}

/// The name of a table's definition.
fn definition(name: &str, of: &Table) -> String {
    let place = of.field.name().replace('.', "-");
    if of.field == crate::model::Field::Scene { name.to_owned() } else { place }
}

/// Forms that many fields share.
fn forms() -> Fields {
    let between = |least: f64, most: f64| {
        let mut fields = kind("number");
        fields.extend([field("minimum", Value::Number(least)), field("maximum", Value::Number(most))]);
        fields
    };
    let zero = vec![field("const", Value::Integer(0))];
    let spread = |range: Range| {
        let number = || range_of(kind("number"), range);
        let deviation = || range_of(kind("number"), Range::FROM_0);
        let table = |fields: Vec<(&str, Fields)>, needed: &[&str]| {
            let mut all = kind("object");
            let properties = fields.into_iter().map(|(name, of)| field(name, Value::Table(of))).collect();
            all.extend([field("properties", Value::Table(properties)), field("required", texts(needed))]);
            all.push(field("additionalProperties", Value::Bool(false)));
            all
        };
        let word = |word: &str| vec![field("const", text(word))];
        any_of([
            number(),
            items(number(), 2, Some(2)),
            table(
                vec![("kind", word("normal")), ("mean", number()), ("deviation", deviation_of_normal())],
                &["mean", "deviation"],
            ),
            table(
                vec![
                    ("kind", word("log-normal")),
                    ("mean", range_of(kind("number"), Range::ABOVE_0)),
                    ("deviation", deviation()),
                ],
                &["kind", "mean", "deviation"],
            ),
            table(
                vec![("kind", word("triangular")), ("from", number()), ("mode", number()), ("to", number())],
                &["from", "mode", "to"],
            ),
        ])
    };
    let all = [
        ("coordinate", any_of([zero, between(1e-50, 1e50), between(-1e50, -1e-50)])),
        ("point", items(refer("coordinate"), 2, Some(2))),
        ("segment", items(refer("point"), 2, Some(2))),
        ("line", items(refer("point"), 2, None)),
        ("ring", items(refer("point"), 3, None)),
        ("rings", items(refer("ring"), 0, None)),
        ("index", range_of(kind("integer"), Range::FROM_0)),
        ("handle", any_of([kind("string"), refer("index")])),
        ("names", any_of([kind("string"), items(kind("string"), 0, None)])),
        ("spread", spread(Range::FROM_0)),
        ("spread-above-0", spread(Range::ABOVE_0)),
    ];
    all.into_iter().map(|(name, fields)| field(name, Value::Table(fields))).collect()
}

/// Two deviations below the mean no speed is negative, so a negative deviation would be refused as a range is.
fn deviation_of_normal() -> Fields {
    range_of(kind("number"), Range::FROM_0)
}

fn range_of(mut fields: Fields, range: Range) -> Fields {
    let least = if range.except == Some(range.least) { "exclusiveMinimum" } else { "minimum" };
    fields.push(field(least, Value::Number(range.least)));
    if range.most.is_finite() {
        fields.push(field("maximum", Value::Number(range.most)));
    }
    if let Some(except) = range.except.filter(|&except| except != range.least) {
        fields.push(field("not", one("const", Value::Number(except))));
    }
    fields
}

/// What the values of a form are, and what forms call it.
fn form(spec: &Spec) -> (Fields, &'static str) {
    match spec.form {
        Form::Text | Form::Path => (kind("string"), "text"),
        Form::Name(_) => (kind("string"), "name"),
        Form::Truth => (kind("boolean"), "flag"),
        Form::True => (vec![field("const", Value::Bool(true))], "flag"),
        Form::Number(range) => (range_of(kind("number"), range), "number"),
        Form::Whole => (refer("index"), "whole"),
        Form::Word(words) => {
            let word = |(word, about): &(&str, &str)| {
                Value::Table(vec![field("const", text(word)), field("description", text(about.trim_start()))])
            };
            (vec![field("oneOf", list(words.all.iter().map(word)))], "choice")
        }
        Form::Rerouting => {
            let usual = if spec.older == Some("barriers") { "factor" } else { "weight" };
            let words = vec![field("enum", texts(&["none", "delay", usual]))];
            (any_of([words, range_of(kind("number"), Range::FROM_1)]), "choice")
        }
        Form::Spread(range) => (refer(if range == Range::ABOVE_0 { "spread-above-0" } else { "spread" }), "spread"),
        Form::Names(_) => (refer("names"), "names"),
        Form::Point | Form::Direction => (refer("point"), "json"),
        Form::Segment => (refer("segment"), ""),
        Form::Points => (items(refer("point"), 0, None), ""),
        Form::Line => (refer("line"), ""),
        Form::Ring => (refer("ring"), ""),
        Form::Lines(_) => (items(refer("line"), 0, None), ""),
        Form::Times => (items(range_of(kind("number"), Range::FROM_0), 0, None), ""),
        Form::Truths => (items(kind("boolean"), 0, None), ""),
        Form::Segments => (items(refer("segment"), 0, None), ""),
        Form::Thing(Kind::Barrier) => (refer("handle"), ""),
        Form::Thing(_) => (refer("handle"), ""),
        Form::Obstacle => (refer("handle"), "name"),
        Form::Obstacles => (items(refer("handle"), 2, Some(2)), "names"),
        Form::Region => (any_of([refer("handle"), refer("ring")]), "name"),
        Form::Tables(table) => (items(refer(&definition(spec.name, table)), 0, None), ""),
        Form::Inline(table) => (items(refer(&definition(spec.name, table)), 0, None), "json"),
        Form::Table(table) => (refer(&definition(spec.name, table)), ""),
        Form::Rings => (refer("rings"), ""),
    }
}

/// Whose names a field takes.
fn from(spec: &Spec) -> Option<&'static str> {
    match spec.form {
        Form::Names(fields) => fields.first().map(|field| field.name()),
        Form::Name(field) => Some(field.name()),
        Form::Obstacle | Form::Obstacles | Form::Region => Some("world.obstacles"),
        _ => None,
    }
}

fn property(of: &Table, spec: &Spec, about: &str) -> Value {
    let (mut fields, form) = form(spec);
    if spec.filled {
        fields.push(field("minItems", Value::Integer(1)));
    }
    fields.push(field("description", text(about)));
    fields.extend(usual(of, spec).map(|usual| field("default", usual)));
    let words = [
        ("x-absent", spec.absent),
        ("x-label", spec.label),
        ("x-unit", spec.unit),
        ("x-form", if spec.label.is_empty() { "" } else { form }),
        ("x-from", from(spec).unwrap_or_default()),
    ];
    fields.extend(words.into_iter().filter(|(_, word)| !word.is_empty()).map(|(name, word)| field(name, text(word))));
    fields.extend(spec.rare.then(|| field("x-rare", Value::Bool(true))));
    Value::Table(fields)
}

/// A table: its fields, and which of them need or exclude each other.
fn table(of: &'static Table) -> Fields {
    let mut properties = Vec::new();
    let (mut needed, mut rules) = (Vec::new(), Vec::new());
    for (spec, about) in of.specs() {
        properties.push(field(spec.name, property(of, spec, about)));
        rules.extend(spec.without.iter().map(|other| one("not", required(&[spec.name, *other]))));
        if let Some(older) = spec.older {
            let old = Spec { name: older, older: None, ..*spec };
            let mut value = property(of, &old, &format!("An older name of `{}`.", spec.name));
            if let Value::Table(fields) = &mut value {
                fields.push(field("deprecated", Value::Bool(true)));
            }
            properties.push(field(older, value));
            rules.push(one("not", required(&[spec.name, older])));
            if spec.needed {
                rules.push(one("anyOf", list([required(&[spec.name]), required(&[older])])));
            }
        } else if spec.needed || spec.filled {
            needed.push(spec.name);
        }
        rules.extend(spec.only_if.into_iter().flat_map(|only| only_if(spec, only)));
    }
    for names in of.one_of {
        let older = |name: &&str| of.specs().find(|(spec, _)| spec.name == *name).and_then(|(spec, _)| spec.older);
        let all = names.iter().copied().chain(names.iter().filter_map(older));
        rules.push(one("oneOf", list(all.map(|name| required(&[name])))));
    }
    let together = of.specs().filter(|(spec, _)| !spec.with.is_empty());
    let together: Fields = together.map(|(spec, _)| field(spec.name, texts(spec.with))).collect();
    let mut fields = kind("object");
    fields.push(field("description", text(of.about.trim_start())));
    fields.push(field("properties", Value::Table(properties)));
    fields.push(field("additionalProperties", Value::Bool(false)));
    fields.extend((!needed.is_empty()).then(|| field("required", texts(&needed))));
    fields.extend((!together.is_empty()).then(|| field("dependentRequired", Value::Table(together))));
    fields.extend((!rules.is_empty()).then(|| field("allOf", Value::List(rules))));
    fields
}

/// A field that goes with one word of another one only.
fn only_if(spec: &Spec, (other, word, is_needed): (&str, &str, bool)) -> Vec<Value> {
    let mut is_word = vec![field("properties", one(other, one("const", text(word))))];
    is_word.push(field("required", texts(&[other])));
    let is_word = Value::Table(is_word);
    let rule = |cause: Value, then: Value| Value::Table(vec![field("if", cause), field("then", then)]);
    let mut rules = vec![rule(required(&[spec.name]), is_word.clone())];
    rules.extend(is_needed.then(|| rule(is_word, required(&[spec.name]))));
    rules
}
