//! Plain words: pages, comments, messages and names use the field's nouns, and speak of people only where there are
//! some. Words of the list are counted in each room; the limits only go down.

use super::{entries, files, name_of, room_folders, root};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Words for people. Geometry, maps and files are *it*.
const PEOPLE: [&str; 8] = ["who", "whom", "whoever", "whomever", "nobody", "somebody", "everybody", "anybody"];

/// Words of our own for which the field has one: a path, a visibility cone, a bitangent; reported, placed.
const OWN: [&str; 7] = ["told", "laid", "glance", "glances", "eights", "lookout", "dice"];

/// A path or a route is no *way*, but in these phrases.
const PHRASES: [&str; 28] = [
    "all the way",
    "both ways",
    "by way of",
    "either way",
    "give way",
    "gives way",
    "half way",
    "in a way",
    "in its way",
    "in the way",
    "in their way",
    "no way in",
    "on the way",
    "on its way",
    "on their way",
    "one way",
    "three ways",
    "two way",
    "other way",
    "right of way",
    "same way",
    "that way",
    "the way in which",
    "this way",
    "two ways",
    "way in",
    "way out",
    "ways to do",
];

/// Rooms and pages whose subject are people.
const OF_PEOPLE: [&str; 5] = ["crowd", "verify", "crowds.md", "evacuation.md", "verification.md"];

/// How many such words a room may have. A limit is lowered with the words, and never raised.
const LIMITS: [(&str, usize); 18] = [
    ("bench", 0),
    ("bodies", 277),
    ("cli", 0),
    ("crowd", 4),
    ("docs", 7),
    ("domain", 0),
    ("draw", 0),
    ("gpu", 0),
    ("pages", 0),
    ("pathmap", 213),
    ("python", 0),
    ("search", 0),
    ("studio", 0),
    ("testkit", 1),
    ("views", 0),
    ("voronoi", 0),
    ("wayfront", 0),
    ("world", 0),
];

/// The words of a text and of its names: `two_words` and `TwoWords` are two.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut was_lower) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        let is_hump = was_lower && c.is_uppercase();
        if (is_hump || !c.is_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    words.push(word);
    words
}

/// Whether a word stands in one of the phrases.
fn is_in_phrase(words: &[String], at: usize) -> bool {
    PHRASES.iter().map(|phrase| phrase.split(' ').collect::<Vec<_>>()).any(|phrase| {
        let Some(start) = phrase.iter().position(|word| *word == words[at]).and_then(|k| at.checked_sub(k)) else {
            return false;
        };
        words[start..].iter().take(phrase.len()).eq(phrase.iter())
    })
}

/// The words of a text that are on the list.
fn listed(text: &str, is_of_people: bool) -> Vec<String> {
    let words = words(text);
    let is_listed = |k: &usize| match words[*k].as_str() {
        "way" | "ways" => !is_in_phrase(&words, *k),
        word => OWN.contains(&word) || (!is_of_people && PEOPLE.contains(&word)),
    };
    (0..words.len()).filter(is_listed).map(|k| words[k].clone()).collect()
}

/// The rooms, `docs`, and the pages at the root.
fn rooms() -> BTreeMap<String, Vec<PathBuf>> {
    let of = |folder: &Path| files(folder, &["rs", "md", "wgsl", "js", "py", "pyi"]);
    let mut rooms: BTreeMap<String, Vec<PathBuf>> =
        room_folders().iter().chain([&root().join("docs")]).map(|folder| (name_of(folder), of(folder))).collect();
    let is_page = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    rooms.insert("pages".to_owned(), entries(&root()).into_iter().filter(is_page).collect());
    // This list itself.
    rooms.values_mut().for_each(|files| files.retain(|file| !file.ends_with("all/language.rs")));
    rooms
}

#[test]
fn rooms_use_plain_words() {
    let mut wrong = Vec::new();
    for (room, files) in rooms() {
        let limit = LIMITS.iter().find(|(name, _)| *name == room).map_or(0, |(_, limit)| *limit);
        let (mut count, mut places) = (0, Vec::new());
        for file in files {
            let is_of_people = [Some(room.as_str()), file.file_name().and_then(|name| name.to_str())];
            let is_of_people = is_of_people.iter().flatten().any(|name| OF_PEOPLE.contains(name));
            let text = std::fs::read_to_string(&file).unwrap();
            for (k, line) in text.lines().enumerate() {
                let found = listed(line, is_of_people);
                count += found.len();
                if !found.is_empty() && places.len() < 10 {
                    places.push(format!("    {}:{}: {}", file.display(), k + 1, found.join(", ")));
                }
            }
        }
        if count > limit {
            wrong.push(format!("{room} has {count} words of the list, at most {limit}:\n{}", places.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_are_split_and_phrases_spared() {
    assert_eq!(words("fn who_goes(NoWay)")[..5], ["fn", "who", "goes", "no", "way"]);
    assert_eq!(listed("the shortest way to a corner that is told", false), ["way", "told"]);
    assert_eq!(listed("in the same way, either way, by way of a corner", false), [""; 0]);
    assert_eq!(listed("who waits for nobody", false), ["who", "nobody"]);
    assert_eq!(listed("who waits for nobody", true), [""; 0]);
}
