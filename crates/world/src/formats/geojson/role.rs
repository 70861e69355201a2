//! What a feature is to a scene: by its property `role`, or by what plans of buildings call their features.

use crate::documents::{Entry, Node, Tree};
use crate::spelling::nearest;

/// What a feature is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Role {
    Boundary,
    Obstacle,
    Wall,
    Source,
    Exit,
    /// Known, and blocking nothing: a door.
    Open(Kind),
    /// The property is there, its value means nothing to us.
    Strange(Kind),
    /// No property says anything.
    None,
}

/// The property that named a kind of feature, and the kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Kind {
    pub property: &'static str,
    pub name: String,
}

/// The values of `role`.
pub(crate) const ROLES: &[&str] = &["boundary", "obstacle", "wall", "source", "exit"];

/// Properties in which plans say what a feature is.
const PROPERTIES: &[&str] = &["type", "kind", "class", "category", "indoor"];

const BOUNDARIES: &[&str] =
    &["boundary", "building_outline", "outline", "footprint", "floor", "level", "walkable", "free_space"];
const OBSTACLES: &[&str] = &[
    "obstacle",
    "wall",
    "window",
    "stairs",
    "elevator",
    "escalator",
    "column",
    "pillar",
    "furniture",
    "inaccessible_space",
    "void",
    "shaft",
    "fence",
];
const OPENINGS: &[&str] = &["door", "doorway", "opening", "gate", "entrance", "exit"];

/// The role that properties give, or the text of a `role` that is none.
pub(crate) fn role_of(properties: &[Entry<'_>]) -> Result<Role, String> {
    let find = |key: &str| properties.iter().find(|e| e.key == key).map(|e| &e.node);
    match find("role").map(|node| (node.text(), &node.value)) {
        Some((Some(role), _)) => return strict(role).ok_or_else(|| role.into()),
        Some((None, Tree::Null)) | None => {}
        Some((None, _)) => return Err("not text".into()),
    }
    let named = |&p: &&'static str| find(p).and_then(Node::text).map(|name| Kind { property: p, name: name.into() });
    let kind = PROPERTIES.iter().find_map(named);
    Ok(kind.map_or(Role::None, lenient))
}

fn strict(role: &str) -> Option<Role> {
    Some(match role.to_lowercase().as_str() {
        "boundary" => Role::Boundary,
        "obstacle" => Role::Obstacle,
        "wall" => Role::Wall,
        "source" => Role::Source,
        "exit" => Role::Exit,
        _ => return None,
    })
}

fn lenient(kind: Kind) -> Role {
    let name = kind.name.to_lowercase();
    let among = |names: &[&str]| names.contains(&name.as_str());
    if among(BOUNDARIES) {
        Role::Boundary
    } else if among(OBSTACLES) {
        Role::Obstacle
    } else if among(OPENINGS) {
        Role::Open(kind)
    } else if name == "source" {
        Role::Source
    } else {
        Role::Strange(kind)
    }
}

/// The role that was probably meant.
pub(crate) fn nearest_role(role: &str) -> Option<&'static str> {
    nearest(role, ROLES)
}
