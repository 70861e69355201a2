//! What refers to a thing follows it: indices are counted anew, names that change are changed where they are used, and
//! what belonged to a thing that is gone goes with it.

use super::{Document, ThingKind};
use serde_json::Value;
use std::sync::Arc;

/// What something refers to, apart from how it is counted.
#[derive(Clone, Copy, PartialEq)]
enum Referent {
    Thing(u64),
    /// A hole of the only area, which counts as an obstacle.
    Hole(u64, usize),
}

/// Things that are counted together and share names.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Obstacles,
    Sources,
    Exits,
    Doors,
    Barriers,
}

/// The lists on which indices and names depend.
const REFERRED: [ThingKind; 10] = {
    use ThingKind::*;
    [Boundary, Area, Obstacle, Solid, Source, Exit, Door, Barrier, Stop, Group]
};

/// Lets everything in `to` follow what it referred to in `from`.
pub fn references(from: &Document, to: &mut Document) {
    let changed = |kind: &ThingKind| !Arc::ptr_eq(&from.lists[*kind as usize], &to.lists[*kind as usize]);
    if !REFERRED.iter().any(changed) {
        return;
    }
    let renamed = renamed(from, to);
    for kind in [ThingKind::Motion, ThingKind::Constraint, ThingKind::Group] {
        follow(kind, from, to, &renamed);
    }
}

fn follow(kind: ThingKind, from: &Document, to: &mut Document, renamed: &[Renamed]) {
    let mut gone = Vec::new();
    let mut news: Vec<(usize, Arc<str>)> = Vec::new();
    for (index, item) in to.of(kind).iter().enumerate() {
        // What was written in the same edit is meant as it stands.
        let is_old = from.of(kind).iter().any(|old| old == item);
        let Ok(mut value) = serde_json::from_str::<Value>(&item.text) else { continue };
        let before = value.clone();
        rename(kind, &mut value, renamed);
        if is_old && !renumber(&mut value, from, to) {
            gone.push(item.id);
        } else if value != before {
            news.push((index, value.to_string().into()));
        }
    }
    for (index, text) in news {
        to.list_mut(kind)[index].text = text;
    }
    if !gone.is_empty() {
        to.list_mut(kind).retain(|item| !gone.contains(&item.id));
    }
}

/// The fields in which indices stand, and what they count.
const INDICES: [(&str, Class); 13] = [
    ("obstacle", Class::Obstacles),
    ("source", Class::Sources),
    ("exit", Class::Exits),
    ("door", Class::Doors),
    ("barrier", Class::Barriers),
    ("in", Class::Obstacles),
    ("near", Class::Obstacles),
    ("left", Class::Obstacles),
    ("right", Class::Obstacles),
    ("front", Class::Obstacles),
    ("back", Class::Obstacles),
    ("sight", Class::Obstacles),
    ("between", Class::Obstacles),
];

/// Counts indices anew; false if what one of them meant is gone.
fn renumber(value: &mut Value, from: &Document, to: &Document) -> bool {
    let Some(fields) = value.as_object_mut() else { return true };
    for (name, class) in INDICES {
        let both = match fields.get_mut(name) {
            Some(Value::Array(pair)) if name == "between" => pair.iter_mut().collect(),
            Some(single) => vec![single],
            None => Vec::new(),
        };
        for handle in both {
            let Some(index) = handle.as_u64() else { continue };
            // An index that meant nothing is left as it is: the reader says so.
            let Some(referent) = counted(from, class).get(index as usize).copied() else { continue };
            match counted(to, class).iter().position(|other| *other == referent) {
                Some(now) if now as u64 == index => {}
                Some(now) => *handle = Value::from(now),
                None => return false,
            }
        }
    }
    true
}

/// The things of a class in the order in which indices count them.
fn counted(document: &Document, class: Class) -> Vec<Referent> {
    let things = |kinds: &[ThingKind]| -> Vec<Referent> {
        kinds.iter().flat_map(|&kind| document.of(kind)).map(|item| Referent::Thing(item.id)).collect()
    };
    match class {
        Class::Obstacles => {
            let mut all = holes_of_only_area(document);
            all.extend(things(&[ThingKind::Obstacle, ThingKind::Solid]));
            all
        }
        Class::Sources => things(&[ThingKind::Source, ThingKind::Exit]),
        Class::Exits => things(&[ThingKind::Exit]),
        Class::Doors => things(&[ThingKind::Door]),
        Class::Barriers => things(&[ThingKind::Barrier]),
    }
}

fn holes_of_only_area(document: &Document) -> Vec<Referent> {
    match (document.of(ThingKind::Boundary), document.of(ThingKind::Area)) {
        ([], [area]) => {
            let value: Value = serde_json::from_str(&area.text).unwrap_or_default();
            let holes = value.get("holes").and_then(Value::as_array).map_or(0, Vec::len);
            (0..holes).map(|k| Referent::Hole(area.id, k)).collect()
        }
        _ => Vec::new(),
    }
}

/// A name that changed, and in which fields it is used.
struct Renamed {
    old: String,
    new: String,
    used_in: Uses,
}

/// The fields in which a name is used.
type Uses = &'static [(ThingKind, &'static str)];

/// Kinds with names that others use.
const NAMED: [(&[ThingKind], Uses); 5] = {
    use ThingKind::*;
    [
        (&[Source, Exit], &[(Motion, "source"), (Motion, "exit"), (Group, "goal"), (Constraint, "sight")]),
        (&[Door], &[(Motion, "door")]),
        (
            &[Solid],
            &[
                (Motion, "obstacle"),
                (Constraint, "in"),
                (Constraint, "near"),
                (Constraint, "left"),
                (Constraint, "right"),
                (Constraint, "front"),
                (Constraint, "back"),
                (Constraint, "between"),
                (Constraint, "sight"),
            ],
        ),
        (&[Stop], &[(Group, "via")]),
        (&[Group], &[(Group, "of")]),
    ]
};

fn renamed(from: &Document, to: &Document) -> Vec<Renamed> {
    let mut all = Vec::new();
    for (kinds, used_in) in NAMED {
        for &kind in kinds {
            if Arc::ptr_eq(&from.lists[kind as usize], &to.lists[kind as usize]) {
                continue;
            }
            for item in to.of(kind) {
                let old = from.of(kind).iter().find(|old| old.id == item.id && old.text != item.text);
                let (Some(old), Some(new)) = (old.and_then(|old| name(&old.text)), name(&item.text)) else { continue };
                let is_still_used =
                    kinds.iter().flat_map(|&kind| to.of(kind)).any(|other| name(&other.text).as_ref() == Some(&old));
                if old != new && !is_still_used {
                    all.push(Renamed { old, new, used_in });
                }
            }
        }
    }
    all
}

fn name(text: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Named {
        name: Option<String>,
    }
    serde_json::from_str::<Named>(text).ok()?.name
}

fn rename(kind: ThingKind, value: &mut Value, renamed: &[Renamed]) {
    for Renamed { old, new, used_in } in renamed {
        for (_, field) in used_in.iter().filter(|(user, _)| *user == kind) {
            match value.get_mut(*field) {
                Some(Value::String(name)) if name == old => name.clone_from(new),
                Some(Value::Array(names)) => {
                    for name in names.iter_mut().filter(|name| name.as_str() == Some(old)) {
                        *name = Value::from(new.as_str());
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edit, Ids};
    use super::*;

    fn edit(text: &str) -> Vec<Edit> {
        serde_json::from_str(text).unwrap()
    }

    const SCENE: &str = r#"{"world":{"obstacles":[[[0,0]],[[1,1]]],"solids":[{"name":"cart","outline":[]}]},
        "exits":[{"name":"out","point":[0,0]}],"crowd":{"groups":[{"goal":["out"]}]},
        "motions":[{"obstacle":1,"times":[0]},{"obstacle":2,"times":[1]},{"obstacle":"cart","times":[2]},{"exit":"out","times":[3]}]}"#;

    fn document() -> (Document, Ids) {
        let mut ids = Ids::default();
        (Document::parse(SCENE, &mut ids).unwrap(), ids)
    }

    fn motions(document: &Document) -> Vec<String> {
        document.of(ThingKind::Motion).iter().map(|item| item.text.to_string()).collect()
    }

    #[test]
    fn indices_are_counted_anew_and_motions_go_with_their_things() {
        let (document, mut ids) = document();
        let second = document.id_at(ThingKind::Obstacle, 1).unwrap();
        let removal = edit(&format!(r#"[{{"op":"remove","id":{second}}}]"#));
        let (next, _) = document.edited(&removal, &mut ids).unwrap();
        assert_eq!(motions(&next)[..2], [r#"{"obstacle":1,"times":[1]}"#, r#"{"obstacle":"cart","times":[2]}"#]);
        let addition = edit(r#"[{"op":"add","kind":"obstacle","value":[[5,5]]}]"#);
        let (next, added) = document.edited(&addition, &mut ids).unwrap();
        assert_eq!(motions(&next)[1], r#"{"obstacle":3,"times":[1]}"#);
        assert_eq!(next.id_at(ThingKind::Obstacle, 2), Some(added[0]));
    }

    #[test]
    fn names_are_changed_where_they_are_used() {
        let (document, mut ids) = document();
        let exit = document.id_at(ThingKind::Exit, 0).unwrap();
        let renaming = edit(&format!(r#"[{{"op":"set","id":{exit},"value":{{"name":"north","point":[0,0]}}}}]"#));
        let (next, _) = document.edited(&renaming, &mut ids).unwrap();
        assert_eq!(next.of(ThingKind::Group)[0].text.as_ref(), r#"{"goal":["north"]}"#);
        assert_eq!(motions(&next)[3], r#"{"exit":"north","times":[3]}"#);
    }
}
