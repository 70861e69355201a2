//! The scene format in other words: a JSON Schema, and the tables of its documentation.

#[cfg(test)]
mod page;
mod schema;

pub use schema::schema;

use crate::documents::Value;
use crate::formats::value_of;
use crate::model::table::{Spec, Table, Val};
use crate::model::{Field, SCENE, World};

/// What a field is if it is absent, where that is one value.
fn usual(table: &Table, spec: &Spec) -> Option<Value> {
    table.rows.iter().find(|row| matches!(row.specs, [only] if only.name == spec.name))?;
    let parts = (table.usual)();
    let (_, value) = parts.fields.into_iter().find(|(other, _)| other.name == spec.name && !spec.needed)?;
    let is_empty = match &value {
        Val::Names(names) => names.is_empty(),
        Val::Things(things) => things.is_empty(),
        Val::Lines(_) | Val::Points(_) => true,
        _ => false,
    };
    (!is_empty && spec.absent.is_empty()).then(|| value_of(value, &World::default()))
}

/// All tables, each with its name in a file, in the order of the documentation.
fn tables() -> Vec<(&'static str, &'static Table)> {
    fn add(name: &'static str, table: &'static Table, all: &mut Vec<(&'static str, &'static Table)>) {
        use crate::model::table::Form;
        if !all.iter().any(|(_, known)| std::ptr::eq(*known, table)) {
            let name = if table.field == Field::Scene { name } else { table.field.name() };
            all.push((name, table));
            for (spec, _) in table.specs() {
                if let Form::Table(table) | Form::Tables(table) | Form::Inline(table) = spec.form {
                    add(spec.name, table, all);
                }
            }
        }
    }
    let mut all = Vec::new();
    add("scene", &SCENE, &mut all);
    all
}
