//! One name, one thing: a public type of a room has a name that no other room uses, and none that the standard library
//! has made its own.

use super::manifests::root;
use super::modules::rooms;
use super::source::Crate;
use std::collections::{BTreeMap, BTreeSet};

/// Names that two rooms use today, and the rooms. The list may only shrink: a name that is unique must leave it.
const TWICE: &[(&str, &[&str])] = &[];

/// Types of the standard library that are known by their bare names.
const STANDARD: [&str; 24] = [
    "Arc", "BTreeMap", "BTreeSet", "Box", "Cell", "Command", "Cow", "Duration", "Error", "File", "HashMap", "HashSet",
    "Instant", "Iterator", "Mutex", "Option", "Ordering", "Path", "PathBuf", "Range", "Rc", "Result", "String", "Vec",
];

/// Names of the standard library that rooms use today, and the rooms. The list may only shrink.
const BORROWED: &[(&str, &[&str])] = &[];

type Owners = BTreeMap<String, BTreeSet<String>>;

/// The rooms that define each public type.
fn owners() -> Owners {
    let mut owners = Owners::new();
    for room in rooms() {
        let krate = Crate::read(&root().join("crates").join(&room).join("src"));
        for name in krate.public_types() {
            owners.entry(name).or_default().insert(room.clone());
        }
    }
    owners
}

fn expected(list: &[(&str, &[&str])]) -> Owners {
    let rooms = |rooms: &[&str]| rooms.iter().map(|&room| room.to_owned()).collect();
    list.iter().map(|&(name, owners)| (name.to_owned(), rooms(owners))).collect()
}

/// Both ways: nothing new, and nothing listed that is no longer so.
fn agree(what: &str, list: &str, found: &Owners, allowed: &Owners) {
    let mut wrong = Vec::new();
    for (name, rooms) in found.iter().filter(|&(name, rooms)| allowed.get(name) != Some(rooms)) {
        wrong.push(format!("{name} {what} in {rooms:?}: give one of them another name"));
    }
    for (name, rooms) in allowed.iter().filter(|&(name, rooms)| found.get(name) != Some(rooms)) {
        wrong.push(format!("{name} in {rooms:?} is no longer so: take it out of {list}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn public_types_have_a_name_of_their_own() {
    let mut owners = owners();
    assert!(owners.len() > 100, "only {} types were found", owners.len());
    owners.retain(|_, rooms| rooms.len() > 1);
    agree("is a public type", "TWICE", &owners, &expected(TWICE));
}

#[test]
fn no_public_type_is_named_like_one_of_the_standard_library() {
    let mut owners = owners();
    owners.retain(|name, _| STANDARD.contains(&name.as_str()));
    agree("is a name of the standard library", "BORROWED", &owners, &expected(BORROWED));
}
