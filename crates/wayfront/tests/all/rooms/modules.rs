//! Inside a room too, data moves from left to right: no two modules use each other, directly or around a few corners.
//!
//! Modules of one folder are compared with each other; what a child uses counts as used by its parent, as seen from the
//! parent's neighbours. A parent and its children are one unit and may use each other; `lib.rs` and `main.rs` see all.

use super::source::{Crate, ModulePath};
use crate::room_folders;
use std::collections::{BTreeMap, BTreeSet};

/// Modules of one folder that all use each other, sorted.
pub type Knot = BTreeSet<String>;
type Graph = BTreeMap<String, BTreeSet<String>>;

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
    for room in room_folders() {
        let krate = Crate::read(&room.join("src"));
        assert!(!krate.modules.is_empty(), "{} has no source", room.display());
        for (folder, knot) in all_knots(&krate) {
            let uses = described(&krate, &folder, &knot);
            wrong.push(format!("{}, `{}`: {knot:?} use each other\n{uses}", room.display(), folder.join("::")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
