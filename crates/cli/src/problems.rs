//! Problems, repairs and notes, for people and for programs.

use serde::Serialize;
use wayfront::domain::Repair;
use wayfront::geometry::Point;
use wayfront::world::{Note, Place, Problem, location};

/// How many things of a list are shown to people.
const SHOWN: usize = 20;

/// Where something is, as programs read it.
#[derive(Serialize)]
pub struct PlaceJson {
    file: Option<String>,
    line: Option<u32>,
    field: &'static str,
    index: Option<u32>,
    ring: u32,
}

/// One thing that is wrong.
#[derive(Serialize)]
pub struct ProblemJson {
    #[serde(flatten)]
    place: PlaceJson,
    vertex: Option<u32>,
    at: Option<[f64; 2]>,
    what: String,
    advice: String,
    /// The moment at which it is wrong, where it is not always.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

/// One thing that was repaired.
#[derive(Serialize)]
pub struct RepairJson {
    #[serde(flatten)]
    place: PlaceJson,
    at: Option<[f64; 2]>,
    what: String,
    moved: f64,
}

/// Something that a reader decided.
#[derive(Serialize)]
pub struct NoteJson {
    #[serde(flatten)]
    place: PlaceJson,
    what: String,
}

impl PlaceJson {
    fn new(files: &[String], place: &Place) -> Self {
        Self {
            file: files.get(usize::from(place.file)).cloned(),
            line: (place.line > 0).then_some(place.line),
            field: place.field.name(),
            index: place.field.is_counted().then_some(place.index),
            ring: place.ring,
        }
    }
}

impl ProblemJson {
    /// A problem of a scene that was read from `files`.
    pub fn new(files: &[String], problem: &Problem) -> Self {
        Self {
            place: PlaceJson::new(files, &problem.place),
            vertex: problem.vertex,
            at: problem.at.map(Point::into),
            what: problem.fault.to_string(),
            advice: problem.fault.advice(),
            time: None,
        }
    }

    /// The same at a moment.
    pub fn at(self, time: f64) -> Self {
        Self { time: Some(time), ..self }
    }
}

impl RepairJson {
    /// A repair of a scene that was read from `files`.
    pub fn new(files: &[String], repair: &Repair) -> Self {
        Self {
            place: PlaceJson::new(files, &repair.place()),
            at: repair.at().map(Point::into),
            what: repair.to_string(),
            moved: repair.moved(),
        }
    }
}

impl NoteJson {
    /// A note about a scene that was read from `files`.
    pub fn new(files: &[String], note: &Note) -> Self {
        Self { place: PlaceJson::new(files, &note.place), what: note.text.clone() }
    }
}

/// Problems for people: `file:line: field[index] at (x, y): what`, and below it what to do.
pub fn listed(files: &[String], problems: &[Problem]) -> String {
    let described = |p: &Problem| format!("{}{p}\n    {}", prefix(files, &p.place), p.fault.advice());
    first_of(problems, described).join("\n")
}

/// The first lines of a list, and how many more there are.
pub fn first_of<T>(things: &[T], describe: impl Fn(&T) -> String) -> Vec<String> {
    cut(things, SHOWN, " (all with --format json)", describe)
}

/// At most so many lines of a list, how many more there are, and a hint where to find them.
pub fn cut<T>(things: &[T], most: usize, hint: &str, describe: impl Fn(&T) -> String) -> Vec<String> {
    let mut lines: Vec<String> = things.iter().take(most).map(describe).collect();
    if things.len() > most {
        lines.push(format!("and {} more{hint}", things.len() - most));
    }
    lines
}

/// `line 12: ` below a heading that names the scene's own file; other files by their names.
pub fn line_prefix(files: &[String], place: &Place) -> String {
    match (place.file, place.line) {
        (0, 0) => String::new(),
        (0, line) => format!("line {line}: "),
        _ => prefix(files, place),
    }
}

/// `hall.toml:12: `, or nothing for scenes without a file.
pub fn prefix(files: &[String], place: &Place) -> String {
    match location(files, place) {
        location if location.is_empty() => location,
        location => format!("{location}: "),
    }
}
