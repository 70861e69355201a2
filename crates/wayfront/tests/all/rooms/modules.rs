//! Inside a room too, data moves from left to right: no two modules use each other, directly or around a few corners.
//!
//! Modules of one folder are compared with each other; what a child uses counts as used by its parent, as seen from the
//! parent's neighbours. A parent and its children are one unit and may use each other; `lib.rs` and `main.rs` see all.

use super::manifests::root;
use super::source::{Crate, ModulePath};
use std::collections::{BTreeMap, BTreeSet};

/// Modules of one folder that all use each other, sorted.
pub type Knot = BTreeSet<String>;
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Modules that use each other and may, with the reason.
#[derive(Debug)]
struct Allowed {
    room: &'static str,
    /// Of the room's source; empty for its top.
    folder: &'static str,
    modules: &'static [&'static str],
    reason: &'static str,
}

/// What is not untied yet. The list may only shrink: a cycle that is gone must leave it.
const ALLOWED: &[Allowed] = &[];

/// All packages, by their folders.
pub fn rooms() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = folders
        .filter(|folder| folder.join("src").is_dir())
        .map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// The graph of each folder of a crate: which of its modules use which.
fn graphs(krate: &Crate) -> BTreeMap<ModulePath, Graph> {
    let mut graphs: BTreeMap<ModulePath, Graph> = BTreeMap::new();
    for (from, to) in krate.uses() {
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        if shared < from.len() && shared < to.len() {
            let graph = graphs.entry(from[..shared].to_vec()).or_default();
            graph.entry(from[shared].clone()).or_default().insert(to[shared].clone());
        }
    }
    graphs
}

fn reached(graph: &Graph, from: &str) -> BTreeSet<String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(at) = open.pop() {
        for next in graph.get(&at).into_iter().flatten() {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

/// Largest sets of modules that all reach each other.
fn knots(graph: &Graph) -> BTreeSet<Knot> {
    let reached: BTreeMap<&String, BTreeSet<String>> = graph.keys().map(|m| (m, reached(graph, m))).collect();
    let is_mutual = |a: &String, b: &String| reached.get(b).is_some_and(|back| back.contains(a));
    let knot = |m: &String| reached[m].iter().filter(|other| is_mutual(m, other)).cloned().collect::<Knot>();
    graph.keys().map(knot).filter(|knot| !knot.is_empty()).collect()
}

/// The uses inside a knot, to find the one to turn around.
fn described(krate: &Crate, folder: &ModulePath, knot: &Knot) -> String {
    let mut lines = Vec::new();
    for (from, to) in krate.uses() {
        let depth = folder.len();
        let inside = |path: &ModulePath| path.starts_with(folder) && path.get(depth).is_some_and(|m| knot.contains(m));
        if inside(&from) && inside(&to) && from[depth] != to[depth] {
            lines.push(format!("    {} uses {}", from.join("::"), to.join("::")));
        }
    }
    lines.join("\n")
}

/// All knots of a crate, each with its folder.
fn all_knots(krate: &Crate) -> BTreeSet<(ModulePath, Knot)> {
    let graphs = graphs(krate).into_iter();
    graphs.flat_map(|(folder, graph)| knots(&graph).into_iter().map(move |knot| (folder.clone(), knot))).collect()
}

#[test]
fn no_two_modules_of_a_room_use_each_other() {
    let mut wrong = Vec::new();
    let mut known: Vec<&Allowed> = ALLOWED.iter().collect();
    for room in rooms() {
        let krate = Crate::read(&root().join("crates").join(&room).join("src"));
        assert!(!krate.modules.is_empty(), "{room} has no source");
        for (folder, knot) in all_knots(&krate) {
            let place = folder.join("::");
            let is_it = |a: &&Allowed| a.room == room && a.folder == place && knot.iter().eq(a.modules.iter());
            if let Some(k) = known.iter().position(is_it) {
                known.remove(k);
            } else {
                let names: Vec<&str> = knot.iter().map(String::as_str).collect();
                let uses = described(&krate, &folder, &knot);
                wrong.push(format!("{room}, `{place}`: {} use each other\n{uses}", names.join(", ")));
            }
        }
    }
    let stale = |a: &&Allowed| {
        format!("{}, `{}`: {:?} is no cycle any more: take it out of ALLOWED", a.room, a.folder, a.modules)
    };
    wrong.extend(known.iter().map(stale));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_allowed_cycle_has_a_reason() {
    for allowed in ALLOWED {
        assert!(allowed.reason.len() > 20, "{allowed:?}");
        assert!(allowed.modules.is_sorted() && allowed.modules.len() > 1, "{allowed:?}");
    }
}

// ---- the reader of sources itself

fn knots_of(texts: &[(&str, &str)]) -> Vec<(String, Vec<String>)> {
    let krate = Crate::of_texts(texts);
    all_knots(&krate).into_iter().map(|(f, knot)| (f.join("::"), knot.into_iter().collect())).collect()
}

#[test]
fn cycles_are_found_however_they_are_written() {
    let both = |a: &str, b: &str| knots_of(&[("", "mod a; mod b; pub use b::B;"), ("a", a), ("b", b)]);
    let found = vec![(String::new(), vec!["a".to_owned(), "b".to_owned()])];
    assert_eq!(both("use crate::b::B;", "fn f(x: &crate::a::A) {}"), found);
    assert_eq!(both("use crate::{b, c::{D, E}};", "use super::a as other;"), found);
    assert_eq!(both("use crate::B;", "use crate::a::A;"), found, "through what the root passes on");
    assert_eq!(both("use crate::b;", "use std::fmt; use crate::c::A;"), []);
    assert_eq!(both("use crate::b;", "// use crate::a;\nconst X: &str = \"crate::a::A\"; /* crate::a */"), []);
    assert_eq!(both("use crate::b;", "#[cfg(test)]\nmod tests { use crate::a::A; }"), []);
    assert_eq!(both("use crate::b;", "pub(in crate::a) fn f<'a>() -> char { 'x' }"), []);
    assert_eq!(both("use crate::b;", "const X: &str = r#\"a \" quote\"#; use crate::a;"), found);
}

#[test]
fn folders_are_units_from_outside_and_graphs_inside() {
    let parent_and_child = [("a", "mod x; use x::X;"), ("a::x", "use super::A;")];
    assert_eq!(knots_of(&parent_and_child), [], "a parent and its children are one");
    let children = [("a", ""), ("a::x", "use super::y::Y;"), ("a::y", "use crate::a::x::X;")];
    assert_eq!(knots_of(&children), [("a".to_owned(), vec!["x".to_owned(), "y".to_owned()])]);
    let cousins = [("a", ""), ("a::x", "use crate::b::Y;"), ("b", ""), ("b::y", "use crate::a;")];
    assert_eq!(knots_of(&cousins), [(String::new(), vec!["a".to_owned(), "b".to_owned()])]);
    let three = [("a", "use crate::b;"), ("b", "use crate::c;"), ("c", "use crate::a;"), ("d", "use crate::a;")];
    let ring = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(knots_of(&three), [(String::new(), ring)]);
}
