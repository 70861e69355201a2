//! Lines `x,y` to points. Every line that is not one is reported.

use crate::failure::Failure;
use crate::problems::cut;
use std::fmt;
use std::path::Path;
use wayfront::Point;
use wayfront::world::files::{self, FileError, Limits};

/// Bad lines that are reported. If there are more, the file is hardly the one that was meant.
const MOST: usize = 1000;

/// A point, and how it was written.
pub struct Given<'a> {
    pub at: Point,
    pub x: &'a str,
    pub y: &'a str,
}

/// Why a line is no point.
#[derive(Debug, PartialEq)]
enum Bad {
    NotText,
    Columns(usize),
    NoNumber(String),
    NotFinite(String),
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText => f.write_str("this is not text"),
            Self::Columns(1) => f.write_str("one column instead of the two of `x,y`"),
            Self::Columns(found) => write!(f, "{found} columns instead of the two of `x,y`"),
            Self::NoNumber(text) if text.is_empty() => f.write_str("a number is missing"),
            Self::NoNumber(text) => write!(f, "`{text}` is not a number"),
            Self::NotFinite(text) => write!(f, "`{text}` is not a finite number"),
        }
    }
}

/// The bytes of a file, or of standard input for `-`.
pub fn text(file: &Path, limits: Limits) -> Result<Vec<u8>, Failure> {
    let bytes = if file == Path::new("-") {
        files::read_from(std::io::stdin().lock(), limits.bytes)
    } else {
        files::read(file, limits.bytes)
    };
    bytes.map_err(|cause| Failure::File {
        what: format!("cannot read the points in `{}`: {cause}", file.display()),
        advice: match cause {
            FileError::NotFound => "name a file with a line `x,y` for each point, or - for standard input".into(),
            cause => cause.advice(),
        },
    })
}

/// The points of a text. Blank lines, comments after `#` and a header are passed over.
pub fn read<'a>(text: &'a [u8], file: &Path, limits: Limits) -> Result<Vec<Given<'a>>, Failure> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let (mut points, mut bad) = (Vec::with_capacity(text.len() / 32), Vec::new());
    let mut may_be_header = true;
    for (k, bytes) in text.split(|&b| b == b'\n').enumerate() {
        let Ok(line) = std::str::from_utf8(bytes) else {
            bad.push((k + 1, Bad::NotText));
            continue;
        };
        let line = line.split_once('#').map_or(line, |(before, _)| before).trim();
        if line.is_empty() || std::mem::take(&mut may_be_header) && is_header(line) {
            continue;
        }
        if points.len() >= limits.points {
            return Err(too_many(file, limits.points));
        }
        match point(line) {
            Ok(point) => points.push(point),
            Err(why) => bad.push((k + 1, why)),
        }
    }
    if bad.is_empty() { Ok(points) } else { Err(refused(file, &bad)) }
}

/// Two names.
fn is_header(line: &str) -> bool {
    let is_name = |column: &str| {
        let column = column.trim().trim_matches('"');
        column.starts_with(|c: char| c.is_alphabetic() || c == '_') && column.parse::<f64>().is_err()
    };
    line.split_once(',').is_some_and(|(x, y)| is_name(x) && is_name(y) && !y.contains(','))
}

fn point(line: &str) -> Result<Given<'_>, Bad> {
    let mut columns = line.split(',').map(str::trim);
    let (Some(x), Some(y), None) = (columns.next(), columns.next(), columns.next()) else {
        return Err(Bad::Columns(line.split(',').count()));
    };
    Ok(Given { at: Point::new(number(x)?, number(y)?), x, y })
}

fn number(text: &str) -> Result<f64, Bad> {
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        Ok(_) => Err(Bad::NotFinite(shown(text))),
        Err(_) => Err(Bad::NoNumber(shown(text))),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

fn too_many(file: &Path, most: usize) -> Failure {
    Failure::File {
        what: format!("`{}` has more than {most} points", file.display()),
        advice: "ask in several runs, or raise the limit: --max-points".into(),
    }
}

fn refused(file: &Path, bad: &[(usize, Bad)]) -> Failure {
    let name = if file == Path::new("-") { "standard input".into() } else { file.display().to_string() };
    let lines = cut(bad, MOST, "", |(line, why)| format!("{name}:{line}: {why}"));
    Failure::File { what: lines.join("\n"), advice: "write two numbers with a comma between them on each line".into() }
}
