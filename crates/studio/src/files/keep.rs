//! TOML that keeps its comments: the text that was read is changed only where the scene has changed.
//!
//! Text and document are compared from the outside in. Tables are changed field by field, lists of one length item by item;
//! of lists of different lengths the common beginning and end stay. Everything else is written anew.

use serde_json::{Map, Number, Value};
use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table};

/// The text of a TOML scene as JSON; `None` if it cannot be parsed.
pub fn toml_to_json(text: &str) -> Option<String> {
    let document: DocumentMut = text.parse().ok()?;
    Some(table_value(document.as_table()).to_string())
}

/// The original text with what changed; `None` if the original cannot be parsed.
pub fn merged(original: &str, scene: &Value) -> Option<String> {
    let mut document: DocumentMut = original.parse().ok()?;
    merge_table(document.as_table_mut(), scene.as_object()?);
    Some(document.to_string())
}

fn table_value(table: &Table) -> Value {
    Value::Object(table.iter().map(|(key, item)| (key.to_owned(), item_value(item))).collect())
}

fn item_value(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => plain(value),
        Item::Table(table) => table_value(table),
        Item::ArrayOfTables(tables) => Value::Array(tables.iter().map(table_value).collect()),
    }
}

fn plain(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => Value::String(text.value().clone()),
        toml_edit::Value::Integer(number) => Value::from(*number.value()),
        // What is not finite has no JSON; the reader says that a number is missing.
        toml_edit::Value::Float(number) => Number::from_f64(*number.value()).map_or(Value::Null, Value::Number),
        toml_edit::Value::Boolean(truth) => Value::Bool(*truth.value()),
        toml_edit::Value::Datetime(time) => Value::String(time.value().to_string()),
        toml_edit::Value::Array(items) => Value::Array(items.iter().map(plain).collect()),
        toml_edit::Value::InlineTable(table) => {
            Value::Object(table.iter().map(|(key, value)| (key.to_owned(), plain(value))).collect())
        }
    }
}

fn merge_table(table: &mut Table, fields: &Map<String, Value>) {
    let gone: Vec<String> =
        table.iter().map(|(key, _)| key.to_owned()).filter(|key| !fields.contains_key(key)).collect();
    for key in gone {
        table.remove(&key);
    }
    for (key, value) in ordered(fields) {
        match table.get_mut(key) {
            Some(item) => merge_item(item, value),
            None => {
                table.insert(key, new_item(value));
            }
        }
    }
}

fn merge_item(item: &mut Item, value: &Value) {
    if same(&item_value(item), value) {
        return;
    }
    match (item, value) {
        (Item::Table(table), Value::Object(fields)) => merge_table(table, fields),
        (Item::ArrayOfTables(tables), Value::Array(values))
            if values.iter().all(Value::is_object) && !values.is_empty() =>
        {
            merge_tables(tables, values);
        }
        (Item::Value(toml_edit::Value::Array(items)), Value::Array(values)) => merge_array(items, values),
        (Item::Value(toml_edit::Value::InlineTable(table)), Value::Object(fields)) => {
            let decor = table.decor().clone();
            *table = inline(fields);
            *table.decor_mut() = decor;
        }
        (Item::Value(old), value) if !value.is_object() => {
            let decor = old.decor().clone();
            *old = new_value(value);
            *old.decor_mut() = decor;
        }
        (item, value) => *item = new_item(value),
    }
}

/// How many items at the beginning and at the end are the same.
fn common(old: &[Value], new: &[Value]) -> (usize, usize) {
    let start = old.iter().zip(new).take_while(|(old, new)| same(old, new)).count();
    let rest = old.len().min(new.len()) - start;
    let end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| same(old, new)).count();
    (start, end)
}

fn merge_tables(tables: &mut ArrayOfTables, values: &[Value]) {
    let old: Vec<Value> = tables.iter().map(table_value).collect();
    let (start, end) = common(&old, values);
    let kept: Vec<Table> = tables.iter().cloned().collect();
    let mut next = ArrayOfTables::new();
    for (place, value) in values.iter().enumerate() {
        let from_end = values.len() - place;
        let before = if place < start {
            Some(place)
        } else if from_end <= end {
            Some(old.len() - from_end)
        } else if old.len() == values.len() {
            Some(place)
        } else {
            None
        };
        let mut table = before.map_or_else(Table::new, |place| kept[place].clone());
        if let Some(fields) = value.as_object() {
            merge_table(&mut table, fields);
        }
        next.push(table);
    }
    *tables = next;
}

fn merge_array(items: &mut Array, values: &[Value]) {
    let old: Vec<Value> = items.iter().map(plain).collect();
    let (start, end) = common(&old, values);
    if old.len() == values.len() {
        for (place, value) in values.iter().enumerate().filter(|(place, value)| !same(&old[*place], value)) {
            let mut item = Item::Value(items.get(place).cloned().unwrap_or_else(|| new_value(value)));
            merge_item(&mut item, value);
            if let Item::Value(value) = item {
                items.replace_formatted(place, value);
            }
        }
        return;
    }
    // The layout of a line is that of its neighbours.
    let decor = items.iter().nth(1).or_else(|| items.get(0)).map(|value| value.decor().clone());
    for place in (start..old.len() - end).rev() {
        items.remove(place);
    }
    for (place, value) in values[start..values.len() - end].iter().enumerate() {
        let mut value = new_value(value);
        if let Some(decor) = &decor {
            *value.decor_mut() = decor.clone();
        }
        items.insert_formatted(start + place, value);
    }
}

/// Numbers are compared as numbers: 5 and 5.0 are the same scene.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64().map(f64::to_bits) == b.as_f64().map(f64::to_bits),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        (a, b) => a == b,
    }
}

/// Fields that are read first stand first: names, then places, then everything else; tables and lists of tables last.
fn ordered(fields: &Map<String, Value>) -> Vec<(&str, &Value)> {
    const FIRST: [&str; 22] = [
        "name",
        "world",
        "boundary",
        "areas",
        "obstacles",
        "solids",
        "walls",
        "sources",
        "exits",
        "outline",
        "holes",
        "point",
        "segment",
        "polyline",
        "corner",
        "area",
        "entrance",
        "entrances",
        "times",
        "seconds",
        "groups",
        "stops",
    ];
    let rank = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
    let is_table = |value: &Value| is_tables(value) || value.is_object();
    let mut all: Vec<(&str, &Value)> = fields.iter().map(|(key, value)| (key.as_str(), value)).collect();
    all.sort_by_key(|(key, value)| (is_table(value), rank(key)));
    all
}

/// A list of tables that are written as sections of their own: those with a shape in one field.
fn is_tables(value: &Value) -> bool {
    let is_section = |value: &Value| value.as_object().is_some_and(|fields| !fields.contains_key("outline"));
    value.as_array().is_some_and(|items| !items.is_empty() && items.iter().all(is_section))
}

fn new_item(value: &Value) -> Item {
    match value {
        Value::Object(fields) => {
            let mut table = Table::new();
            merge_table(&mut table, fields);
            Item::Table(table)
        }
        Value::Array(items) if is_tables(value) => {
            let mut tables = ArrayOfTables::new();
            for fields in items.iter().filter_map(Value::as_object) {
                let mut table = Table::new();
                for (key, value) in ordered(fields) {
                    table.insert(key, Item::Value(new_value(value)));
                }
                tables.push(table);
            }
            Item::ArrayOfTables(tables)
        }
        other => Item::Value(new_value(other)),
    }
}

fn new_value(value: &Value) -> toml_edit::Value {
    match value {
        Value::Null => toml_edit::Value::from("null"),
        Value::Bool(truth) => (*truth).into(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) if number.to_string() != "-0" => whole.into(),
            (_, number) => number.unwrap_or_default().into(),
        },
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => toml_edit::Value::Array(items.iter().map(new_value).collect()),
        Value::Object(fields) => toml_edit::Value::InlineTable(inline(fields)),
    }
}

fn inline(fields: &Map<String, Value>) -> InlineTable {
    ordered(fields).into_iter().map(|(key, value)| (key, new_value(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# A hall.\nname = \"Hall\" # as it is called\n\n[world]\nboundary = [[0, 0], [20, 0], [20, 10], [0, 10]]\n# tables\nobstacles = [\n  [[5, 2], [8, 2], [8, 6]], # the first\n  [[9, 2], [10, 2], [10, 6]], # the second\n]\n\n# The way out.\n[[exits]]\nname = \"out\" # north\npoint = [1, 1]\n\n[[exits]]\nname = \"back\"\npoint = [2, 2.50]\n";

    fn value() -> Value {
        serde_json::from_str(&toml_to_json(TEXT).unwrap()).unwrap()
    }

    #[test]
    fn what_did_not_change_stays_to_the_letter() {
        assert_eq!(merged(TEXT, &value()).unwrap(), TEXT);
    }

    #[test]
    fn a_moved_exit_changes_its_line_alone() {
        let mut scene = value();
        scene["exits"][0]["point"] = serde_json::json!([1.25, 3]);
        assert_eq!(merged(TEXT, &scene).unwrap(), TEXT.replace("point = [1, 1]", "point = [1.25, 3]"));
    }

    #[test]
    fn a_removed_obstacle_takes_its_line_with_it() {
        let mut scene = value();
        scene["world"]["obstacles"].as_array_mut().unwrap().remove(0);
        scene["doors"] = serde_json::json!([{"name": "d", "segment": [[0, 0], [1, 0]], "open": true}]);
        let text = merged(TEXT, &scene).unwrap();
        assert!(text.contains("# The way out.") && text.contains("# north") && text.contains("2.50"), "{text}");
        assert!(text.contains("[[doors]]\nname = \"d\"\nsegment = [[0, 0], [1, 0]]\nopen = true\n"), "{text}");
        let again: Value = serde_json::from_str(&toml_to_json(&text).unwrap()).unwrap();
        assert!(same(&again, &scene), "{text}");
    }
}
