//! What to do about each thing that can be wrong with a scene.

use super::fault::{Fault, list};

/// What other programs call the levels of a building.
const STOREYS: [&str; 4] = ["floors", "levels", "storeys", "stories"];

impl Fault {
    /// What to do about it.
    #[must_use]
    pub fn advice(&self) -> String {
        match self {
            Self::NotFinite => "give both coordinates as ordinary numbers".into(),
            Self::OutOfRange { .. } => "choose another unit or origin for the whole scene".into(),
            Self::TooFewPoints { found: 1 } => "remove it, or give it an extent".into(),
            Self::TooFewPoints { .. } => "add points, or describe a thin thing as a wall".into(),
            Self::TooShort { .. } => "add a point, or remove it".into(),
            Self::Empty => "add world.boundary or an obstacle".into(),
            Self::TooManyCrossings { .. } => "look for outlines that were scaled or scrambled".into(),
            Self::SourceBlocked { nearest: Some(p), .. } => format!("move it to {p}, the nearest free point"),
            Self::SourceBlocked { nearest: None, .. } => "nothing in this scene is free: look at the obstacles".into(),
            Self::SourceLeaves { .. } => "end it there, or describe the free pieces as sources of their own".into(),
            Self::DuplicateSource { .. } => "remove one of the two".into(),
            Self::WeightOffCorner { nearest: Some(p), .. } => format!("put it at the vertex {p}"),
            Self::WeightOffCorner { nearest: None, .. } => {
                "put it at a vertex of an obstacle, a wall or the boundary".into()
            }
            Self::BarrierOpen { nearest: Some(p), .. } => format!("end it at {p}"),
            Self::BarrierOpen { nearest: None, .. } => "end it at an obstacle, a wall or the boundary".into(),
            Self::BarrierBlocked => "cut it into one barrier for each free piece".into(),
            Self::BarrierAlong => "let it run from one side of a corridor to the other".into(),
            Self::DoorAjar { nearest: Some(p), .. } => format!("end it at {p}"),
            Self::DoorAjar { nearest: None, .. } => "end it at an obstacle, a wall or the boundary".into(),
            Self::DoorInWall => "let it run from one side of an opening to the other".into(),
            Self::Motion(fault) => fault.advice(),
            Self::Crowd(fault) => fault.advice(),
            Self::ChainOffBoundary { nearest: Some(p), .. } => format!("move that point to {p}"),
            Self::ChainOffBoundary { nearest: None, .. } => "let the chain run along the boundary".into(),
            Self::ChainLeaves { .. } => "add the corners of the boundary between those points to the chain".into(),
            Self::ChainCovered => "end the chain where the free space ends".into(),
            other => other.advice_on_text(),
        }
    }

    /// Advice on faults of the file rather than of the scene in it.
    fn advice_on_text(&self) -> String {
        match self {
            Self::BadValue { name, needs, .. } => format!("set `{name}` to a value that is {needs}"),
            Self::UnknownField { name, .. } if STOREYS.contains(&name.as_str()) => {
                "a scene is one level: give each a scene of its own, with `exits` where stairs begin".into()
            }
            Self::UnknownField { name, .. } if name == "rooms" => {
                "a room is what lies between walls: draw `world.walls` and `doors`, or `world.areas`".into()
            }
            Self::UnknownField { near: Some(near), .. } => format!("did you mean `{near}`?"),
            Self::UnknownField { known, .. } => format!("the fields here are {}", list(known)),
            Self::MissingField { name } => format!("add `{name}`"),
            Self::OneOf { names, given } if given.is_empty() => format!("add {}", list(&names[..1])),
            Self::OneOf { given, .. } => format!("keep one of {}", list(given)),
            Self::SameMeaning { new, old } => format!("keep `{new}`; `{old}` is its older name"),
            Self::NotWhole { .. } => "write 0, 1, 2 or more, without a point".into(),
            Self::WrongType { expected: "a list of points", found: "a list of rings", .. } => {
                "remove one pair of brackets".into()
            }
            Self::WrongType { found: "a list of points", expected: "a list of rings" | "a list of lines", .. } => {
                "put one more pair of brackets around it".into()
            }
            Self::WrongType { expected, .. } => format!("write it as {}", example(expected)),
            Self::Coordinates { .. } => "write it as [x, y]".into(),
            Self::SegmentPoints { .. } => "write it as [[x, y], [x, y]]".into(),
            Self::Syntax { format, .. } => format!("correct the text there, so that it is {format}"),
            Self::NotAScene { .. } => "a scene has fields such as `world` and `sources`".into(),
            Self::UnknownRole { near: Some(near), .. } | Self::UnknownShape { near: Some(near), .. } => {
                format!("did you mean `{near}`?")
            }
            Self::UnknownRole { .. } => "the roles are `boundary`, `obstacle`, `wall`, `source` and `exit`".into(),
            Self::UnknownShape { .. } => "remove it, or write it as a polygon or line".into(),
            other => other.advice_on_file(),
        }
    }

    fn advice_on_file(&self) -> String {
        match self {
            Self::RoleShape { role: "source", .. } => "a source is a Point or a LineString".into(),
            Self::RoleShape { role: "exit", .. } => "an exit is a Point or a LineString".into(),
            Self::RoleShape { .. } => "a boundary is a Polygon or a closed LineString".into(),
            Self::RowLength { .. } | Self::RowCount { .. } => {
                "correct the map, or `width` and `height` above it".into()
            }
            Self::Count { .. } => "correct the first line or the list".into(),
            Self::EdgeEnd { .. } => "points are counted from 0".into(),
            Self::NotText { .. } => "save it as UTF-8".into(),
            Self::NotFound { .. } => "look at the spelling and the folder".into(),
            Self::Outside { .. } => "put it into that folder, or drop both files on the page together".into(),
            Self::Folder { .. } => "name a file in it".into(),
            Self::Unreadable { .. } => "look at the file, its folder and their permissions".into(),
            Self::Device { .. } => "name a file or a pipe".into(),
            Self::TooLarge { .. } => {
                "cut it into several scenes, or raise the limit (`--max-file`, `Limits::bytes`)".into()
            }
            Self::TooManyPoints { .. } => {
                "simplify its outlines, or raise the limit (`--max-points`, `Limits::points`)".into()
            }
            Self::SceneInScene => "copy its tables into this scene, or name a geometry file".into(),
            Self::OtherKind { advice, .. } => (*advice).into(),
            _ => "give a scene (.toml, .json), .geojson, .wkt, .map, .yaml with .pgm, or a .txt list of edges".into(),
        }
    }
}

fn example(expected: &str) -> &str {
    match expected {
        "a point" => "[x, y]",
        "a list of points" => "[[x, y], [x, y], …]",
        "a list of rings" | "a list of lines" => "[[[x, y], [x, y], …], …]",
        "a table with an outline" => "{ outline = [[x, y], …], holes = [] }",
        "a list of polygons" => "[{ outline = [[x, y], …], holes = [] }, …]",
        "\"up\" or \"down\"" => "\"up\" or \"down\"",
        "a list of segments" => "[[[x, y], [x, y]], …]",
        "a list of numbers" => "[0, 2.5, …]",
        "a list of true and false" => "[true, false, …]",
        "a name or an index" => "\"name\" in quotes, or as a number from 0",
        "an index" => "a number from 0",
        "a name or a list of names" => "\"name\" or [\"one\", \"another\"]",
        "a number, a range or a mean with a deviation" => {
            "1.3, [1.0, 1.6], { mean = 1.34, deviation = 0.26 }, { kind = \"log-normal\", mean = 60, deviation = 30 } or { from = 0.8, mode = 1.3, to = 1.6 }"
        }
        "text" => "\"text\" in quotes",
        other => other,
    }
}
