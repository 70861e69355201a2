//! Names of the fields, table by table, and the words that some of them take.

use crate::model::{Field, GuideKind, Passing, SizePlan, Steering};

pub(crate) const SCENE: &[&str] =
    &["name", "world", "sources", "exits", "weights", "barriers", "doors", "motions", "constraints", "flow", "crowd"];
pub(crate) const WORLD: &[&str] = &["boundary", "areas", "obstacles", "solids", "walls", "file", "y_axis"];
pub(crate) const AREA: &[&str] = &["outline", "holes"];
pub(crate) const SOLID: &[&str] = &["name", "outline", "holes"];
pub(crate) const SOURCE: &[&str] = &["name", "point", "segment", "polyline", "offset"];
pub(crate) const SHAPE: &[&str] = &["point", "segment", "polyline"];
pub(crate) const WEIGHT: &[&str] = &["corner", "speed", "weight"];
pub(crate) const BARRIER: &[&str] = &["segment", "delay", "factor", "weight"];
pub(crate) const COST: &[&str] = &["delay", "factor"];
pub(crate) const DOOR: &[&str] = &["name", "segment", "open"];
pub(crate) const MOTION: &[&str] =
    &["obstacle", "source", "exit", "door", "barrier", "times", "shifts", "segments", "open", "present", "repeat"];
pub(crate) const THING: &[&str] = &["obstacle", "source", "exit", "door", "barrier"];
pub(crate) const CHANGE: &[&str] = &["shifts", "segments", "open", "present"];
pub(crate) const CONSTRAINT: &[&str] = &[
    "name", "in", "near", "left", "right", "front", "back", "between", "sight", "weight", "factor", "hard", "reach",
    "depth", "facing",
];
pub(crate) const PREPOSITION: &[&str] = &["in", "near", "left", "right", "front", "back", "between", "sight"];
pub(crate) const STRENGTH: &[&str] = &["weight", "factor", "hard"];
pub(crate) const FLOW: &[&str] = &["entrances", "exits", "radius"];
pub(crate) const CROWD: &[&str] = &[
    "seconds",
    "step",
    "seed",
    "steering",
    "passing",
    "calm",
    "rerouting",
    "barriers",
    "groups",
    "stops",
    "measures",
    "areas",
    "goods",
];
pub(crate) const GROUP: &[&str] = &[
    "name",
    "area",
    "points",
    "entrance",
    "count",
    "rate",
    "batch",
    "after",
    "goal",
    "seek",
    "of",
    "catch",
    "via",
    "guide",
    "plan",
    "radius",
    "speed",
    "premovement",
    "together",
    "profiles",
];
pub(crate) const PROFILE: &[&str] = &["name", "share", "radius", "speed", "premovement"];
pub(crate) const SPEED_AREA: &[&str] = &["name", "area", "speed"];
pub(crate) const GOODS: &[&str] = &["name", "area", "count", "rate"];
pub(crate) const START: &[&str] = &["area", "points", "entrance"];
pub(crate) const STOP: &[&str] = &["name", "area", "wait"];
pub(crate) const MEASURE: &[&str] = &["name", "segment", "area"];
pub(crate) const MEASURED: &[&str] = &["segment", "area"];

/// What is expected, and the words that are known.
pub(crate) type Words<T> = (&'static str, &'static [(&'static str, T)]);

pub(crate) const STEERING: Words<Steering> = (
    "\"orca\", \"orca-plain\" or \"social-force\"",
    &[("orca", Steering::Orca), ("orca-plain", Steering::OrcaPlain), ("social-force", Steering::SocialForce)],
);

pub(crate) const PASSING: Words<Passing> =
    ("\"right\", \"left\" or \"none\"", &[("right", Passing::Right), ("left", Passing::Left), ("none", Passing::None)]);

pub(crate) const GUIDES: Words<GuideKind> = (
    "\"path\", \"quickest\", \"potential\", \"cells\", \"clearance\", \"navgraph\", \"flow\", \"lanes\" or \"straight\"",
    &[
        ("path", GuideKind::Path),
        ("quickest", GuideKind::Quickest),
        ("potential", GuideKind::Potential),
        ("cells", GuideKind::Cells),
        ("flow", GuideKind::Flow),
        ("lanes", GuideKind::Lanes),
        ("clearance", GuideKind::Clearance),
        ("navgraph", GuideKind::Navgraph),
        ("straight", GuideKind::Straight),
    ],
);

pub(crate) const PLANS: Words<SizePlan> =
    ("\"each\" or \"largest\"", &[("each", SizePlan::Each), ("largest", SizePlan::Largest)]);

/// The words of `seek`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeekWord {
    Goals,
    Random,
    Anywhere,
    Nearest,
    Densest,
}

pub(crate) const SEEKS: Words<SeekWord> = (
    "\"goals\", \"random\", \"anywhere\", \"nearest\" or \"densest\"",
    &[
        ("goals", SeekWord::Goals),
        ("random", SeekWord::Random),
        ("anywhere", SeekWord::Anywhere),
        ("nearest", SeekWord::Nearest),
        ("densest", SeekWord::Densest),
    ],
);

/// The list that a field holds, where things in it are called by name or index: a misspelt list is why they are missing.
pub(crate) fn list_of(name: &str) -> Option<Field> {
    Some(match name {
        "obstacles" => Field::Obstacles,
        "solids" => Field::Solids,
        "sources" => Field::Sources,
        "exits" => Field::SceneExits,
        "barriers" => Field::Barriers,
        "doors" => Field::Doors,
        "groups" => Field::Groups,
        "stops" => Field::Stops,
        _ => return None,
    })
}
