//! The manifests say which room uses which. Data moves from left to right only, so no room may use one to its right;
//! the architecture page shows the same graph as the manifests and a row for each room; `Cargo.toml` gives a reason
//! for each dependency.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

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

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut table = "";
    let mut found = Vec::new();
    let dependency = |table: &str, package: &str| Dependency { table: table.to_owned(), package: package.to_owned() };
    for line in manifest.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            table = name.trim_end_matches(']');
            // [dependencies.name] is another form of one dependency.
            if let Some((before, package)) = table.rsplit_once("dependencies.") {
                found.push(dependency(&format!("{before}dependencies"), package));
            }
        } else if table.ends_with("dependencies") && line.starts_with(|c: char| c.is_alphanumeric()) {
            found.push(dependency(table, line.split(['.', '=', ' ']).next().unwrap_or_default()));
        }
    }
    found
}

/// The dependencies of each room.
fn manifests() -> BTreeMap<String, Vec<Dependency>> {
    let folders = std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let manifests = folders.filter_map(|folder| {
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        Some((folder.file_name()?.to_str()?.to_owned(), dependencies(&text)))
    });
    manifests.collect()
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

#[test]
fn manifests_are_read_as_cargo_reads_them() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\nrobust.workspace = true\nwayfront-world = { path = \"y\" }\n\
                    # toml = \"1\"\n[dev-dependencies]\nserde_json = \"1\"\n[dependencies.wayfront-draw]\npath = \"z\"\n";
    let found = dependencies(manifest);
    let found: Vec<(&str, &str)> = found.iter().map(|d| (d.table.as_str(), d.package.as_str())).collect();
    let expected = [
        ("dependencies", "robust"),
        ("dependencies", "wayfront-world"),
        ("dev-dependencies", "serde_json"),
        ("dependencies", "wayfront-draw"),
    ];
    assert_eq!(found, expected);
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
