//! The manifests say which room uses which. Data moves from left to right only, so no room may use one to its right;
//! the architecture page shows the same graph as the manifests and a row for each room; `Cargo.toml` gives a reason
//! for each dependency.

use crate::{name_of, room_folders, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use toml_edit::{DocumentMut, Item, TableLike};

/// All rooms from left to right, and what each may use.
const ROOMS: [(&str, &str); 21] = [
    ("geometry", ""),
    ("world", "geometry"),
    ("domain", "geometry world"),
    ("pathmap", "geometry world domain"),
    ("bodies", "geometry world domain pathmap"),
    ("views", "geometry world domain pathmap bodies"),
    ("flow", "geometry world domain pathmap"),
    ("potential", "geometry world domain"),
    ("search", "geometry world domain"),
    ("voronoi", "geometry world domain"),
    ("surface", "geometry world"),
    ("crowd", "geometry world domain pathmap bodies flow potential search voronoi"),
    ("gpu", "geometry world domain pathmap bodies views potential search voronoi"),
    ("testkit", "geometry world domain pathmap bodies views flow potential search voronoi surface crowd"),
    ("draw", "geometry world domain pathmap bodies views flow potential search voronoi surface crowd"),
    ("verify", "geometry world domain crowd draw"),
    ("studio", "geometry world domain pathmap bodies views flow potential crowd draw"),
    (
        "wayfront",
        "geometry world domain pathmap bodies views flow potential search voronoi surface crowd gpu draw verify",
    ),
    ("cli", "studio wayfront"),
    ("python", "wayfront"),
    ("bench", "testkit studio wayfront"),
];

const BEGIN: &str = "<!-- graph: generated from the manifests -->\n";
const END: &str = "<!-- end of graph -->\n";

/// A name in a dependency table of a manifest.
#[derive(Clone, Debug, PartialEq)]
struct Dependency {
    table: String,
    package: String,
}

impl Dependency {
    /// The kit serves the tests of every room, those that it uses itself included: they are built before it.
    fn is_for_tests(&self) -> bool {
        self.table == "dev-dependencies" && self.package == "wayfront-testkit"
    }

    /// The room, for packages of ours.
    fn room(&self) -> Option<&str> {
        if self.package == "wayfront" { Some("wayfront") } else { self.package.strip_prefix("wayfront-") }
    }
}

fn page() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// The dependencies of a manifest, those for some systems alone included.
fn dependencies(manifest: &dyn TableLike) -> Vec<Dependency> {
    let of_table = |(name, item): (&str, &Item)| match item.as_table_like() {
        Some(table) if name.ends_with("dependencies") => {
            let dependency = |(package, _): (&str, _)| Dependency { table: name.into(), package: package.into() };
            table.iter().map(dependency).collect()
        }
        Some(table) if name == "target" => {
            table.iter().filter_map(|(_, system)| system.as_table_like()).flat_map(dependencies).collect()
        }
        _ => Vec::new(),
    };
    manifest.iter().flat_map(of_table).collect()
}

/// The dependencies of each room.
fn manifests() -> BTreeMap<String, Vec<Dependency>> {
    let read = |folder: PathBuf| {
        let manifest: DocumentMut = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap();
        (name_of(&folder), dependencies(manifest.as_table()))
    };
    room_folders().into_iter().map(read).collect()
}

/// The rooms that each room depends on.
fn uses(manifests: &BTreeMap<String, Vec<Dependency>>) -> BTreeMap<&str, BTreeSet<&str>> {
    let used = |all: &'_ [Dependency]| all.iter().filter(|d| d.table == "dependencies").cloned().collect::<Vec<_>>();
    let mut rooms = BTreeMap::new();
    for (name, _) in ROOMS.iter().filter(|(name, _)| manifests.contains_key(*name)) {
        let used = used(&manifests[*name]);
        let used = ROOMS.iter().map(|(from, _)| *from).filter(|from| used.iter().any(|d| d.room() == Some(from)));
        rooms.insert(*name, used.collect());
    }
    rooms
}

/// The rooms that exist, from left to right, each with the arrows that lead to it and follow from no others.
fn graph(manifests: &BTreeMap<String, Vec<Dependency>>) -> String {
    let uses = uses(manifests);
    let mut lines = vec!["```mermaid".to_owned(), "graph LR".to_owned()];
    for (name, _) in ROOMS.iter().filter(|(name, _)| manifests.contains_key(*name)) {
        let used = &uses[name];
        let is_implied = |from: &str| used.iter().any(|other| reaches(&uses, other, from));
        for (from, _) in ROOMS.iter().filter(|(from, _)| used.contains(from) && !is_implied(from)) {
            lines.push(format!("    {from} --> {name}"));
        }
    }
    lines.push("```\n".to_owned());
    lines.join("\n")
}

/// Whether a room depends on another, directly or through others.
fn reaches(uses: &BTreeMap<&str, BTreeSet<&str>>, room: &str, other: &str) -> bool {
    uses[room].iter().any(|used| *used == other || reaches(uses, used, other))
}

#[test]
fn no_room_uses_a_room_that_it_may_not() {
    let manifests = manifests();
    assert!(manifests.len() >= 7, "{:?}", manifests.keys());
    for (name, dependencies) in &manifests {
        let Some((_, may_use)) = ROOMS.iter().find(|(known, _)| known == name) else {
            panic!("crates/{name} is not in the list of rooms: give it a place there and in ARCHITECTURE.md");
        };
        for used in dependencies.iter().filter(|d| !d.is_for_tests()).filter_map(Dependency::room) {
            assert!(may_use.split(' ').any(|room| room == used), "{name} may not use {used}");
        }
    }
}

#[test]
fn what_rooms_may_use_lies_to_their_left() {
    for (k, (name, may_use)) in ROOMS.iter().enumerate() {
        for used in may_use.split_terminator(' ') {
            assert!(ROOMS[..k].iter().any(|(left, _)| *left == used), "{used} is not to the left of {name}");
        }
    }
}

#[test]
fn the_architecture_page_shows_the_graph_of_the_manifests() {
    let page = page();
    let expected = graph(&manifests());
    let start = page.find(BEGIN).expect("the page has a graph") + BEGIN.len();
    let end = start + page[start..].find(END).expect("the graph has an end");
    if std::env::var_os("WAYFRONT_UPDATE").is_some() {
        let updated = format!("{}{expected}{}", &page[..start], &page[end..]);
        std::fs::write(root().join("ARCHITECTURE.md"), updated).unwrap();
    } else {
        assert_eq!(&page[start..end], expected, "run this test with WAYFRONT_UPDATE=1");
    }
}

#[test]
fn every_room_has_a_row_and_every_dependency_a_reason() {
    let page = page();
    let manifests = manifests();
    for name in manifests.keys() {
        assert!(page.contains(&format!("\n| `{name}` | ")), "ARCHITECTURE.md has no row for the room {name}");
    }
    let packages: BTreeSet<&str> =
        manifests.values().flatten().filter(|d| d.room().is_none()).map(|d| d.package.as_str()).collect();
    assert!(packages.contains("robust"), "{packages:?}");
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let workspace: Vec<&str> = manifest.lines().collect();
    for package in packages {
        let line = workspace.iter().position(|line| line.split([' ', '.']).next() == Some(package));
        let has_reason = line.is_some_and(|line| workspace[line - 1].starts_with("# "));
        assert!(has_reason, "Cargo.toml does not say above {package} why we use it");
    }
    // Peers belong to the benchmark alone.
    for (name, dependencies) in manifests.iter().filter(|(name, _)| *name != "bench") {
        assert!(
            dependencies.iter().all(|d| !["spade", "polyanya", "dodgy_2d"].contains(&d.package.as_str())),
            "{name} uses a peer"
        );
    }
}

/// A path without a version is taken out of a package that is published; the kit is in none of them.
#[test]
fn the_test_kit_stays_at_home() {
    let manifest = |room: &str| std::fs::read_to_string(root().join("crates").join(room).join("Cargo.toml")).unwrap();
    assert!(manifest("testkit").contains("\npublish = false\n"));
    for (name, dependencies) in manifests() {
        let Some(kit) = dependencies.iter().find(|d| d.package == "wayfront-testkit") else { continue };
        let text = manifest(&name);
        let line = text.lines().find(|line| line.starts_with("wayfront-testkit = ")).expect("one line");
        assert!(line.contains("path = \"../testkit\"") && !line.contains("version"), "{name}: {line}");
        let is_published = !text.contains("\npublish = false\n");
        assert!(!is_published || kit.table == "dev-dependencies", "{name} would be published with the test kit");
    }
}
