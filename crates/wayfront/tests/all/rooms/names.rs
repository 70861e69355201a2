//! One name, one thing: a public type of a room has a name that no other room uses, and none that the standard library
//! has made its own.

use super::source::Crate;
use crate::{name_of, room_folders};
use std::collections::{BTreeMap, BTreeSet};

/// Types of the standard library that are known by their bare names.
const STANDARD: [&str; 24] = [
    "Arc", "BTreeMap", "BTreeSet", "Box", "Cell", "Command", "Cow", "Duration", "Error", "File", "HashMap", "HashSet",
    "Instant", "Iterator", "Mutex", "Option", "Ordering", "Path", "PathBuf", "Range", "Rc", "Result", "String", "Vec",
];

/// Public types of the rooms that the facade passes on.
const PUBLIC_TYPES: usize = 362;

type Owners = BTreeMap<String, BTreeSet<String>>;

/// The rooms that define each public type.
fn owners() -> Owners {
    let mut owners = Owners::new();
    for room in room_folders() {
        for name in Crate::read(&room.join("src")).public_types() {
            owners.entry(name).or_default().insert(name_of(&room));
        }
    }
    owners
}

#[test]
fn public_types_have_a_name_of_their_own() {
    let owners = owners();
    assert!(owners.len() > 100, "only {} types were found", owners.len());
    let twice: Vec<_> = owners.iter().filter(|(_, rooms)| rooms.len() > 1).collect();
    assert!(twice.is_empty(), "public types of several rooms, of which one needs another name: {twice:?}");
    // Types that the documentation of the facade shows in its rooms: the number only goes down.
    let inner = ["bench", "cli", "python", "studio", "testkit"];
    let shown = owners.values().filter(|rooms| rooms.iter().all(|room| !inner.contains(&room.as_str()))).count();
    assert!(shown <= PUBLIC_TYPES, "{shown} public types, at most {PUBLIC_TYPES}");
    let borrowed: Vec<_> = owners.iter().filter(|(name, _)| STANDARD.contains(&name.as_str())).collect();
    assert!(borrowed.is_empty(), "public types with names of the standard library: {borrowed:?}");
}
