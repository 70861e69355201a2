//! Values of options: each parser says what it would have accepted.

use super::Place;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use wayfront::Point;

/// More threads than any machine has cores are a slip of the fingers.
const MOST_THREADS: usize = 1024;

/// `3.5,-2`, with spaces as people type them.
pub fn point(text: &str) -> Result<Point, String> {
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    let parts = text.split_once(',').and_then(|(x, y)| Some(Point::new(number(x)?, number(y)?)));
    parts.ok_or_else(|| "a point is written X,Y, such as 3.5,-2".into())
}

/// Points drawn one after another.
#[derive(Clone, Debug)]
pub struct Stroke(pub Vec<Point>);

pub fn stroke(text: &str) -> Result<Stroke, String> {
    let points = text.split_whitespace().map(point).collect::<Result<Vec<_>, _>>()?;
    if points.len() < 2 { Err("a stroke has two points or more: \"1,2 5,2\"".into()) } else { Ok(Stroke(points)) }
}

pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.trim().parse::<NonZeroUsize>().ok().filter(|n| n.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("threads are a whole number from 1 to {MOST_THREADS}"))
}

pub fn people(text: &str) -> Result<usize, String> {
    let number = text.trim().parse::<usize>().ok().filter(|&n| n > 0);
    number.ok_or_else(|| "people are a whole number, 1 or more".into())
}

pub fn time(text: &str) -> Result<f64, String> {
    let seconds = text.trim().parse::<f64>().ok().filter(|t| t.is_finite() && *t >= 0.0);
    seconds.ok_or_else(|| "a time is a number of seconds, 0 or more".into())
}

pub fn positive(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|x| x.is_finite() && *x > 0.0);
    number.ok_or_else(|| "this must be a number above 0".into())
}

/// The radius of a body; 0 is a point.
pub fn radius(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|x| x.is_finite() && *x >= 0.0);
    number.ok_or_else(|| "a radius is a number, 0 or more".into())
}

pub fn rate(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok().filter(|x| (0.01..=1000.0).contains(x));
    number.ok_or_else(|| "frames per second are a number from 0.01 to 1000".into())
}

/// Names that [`Animation`](wayfront::draw::Animation) takes.
pub fn animation(path: &str) -> Result<PathBuf, String> {
    match wayfront::draw::Animation::create(path, 1, 1.0) {
        Ok(_) => Ok(path.into()),
        Err(_) => Err("animations are written as .png or .apng, single frames as name-####.png or .svg".into()),
    }
}

/// `vertex:12`, `0,1.5,-2` or `0,1.5,-2,0.3`.
pub fn place(text: &str) -> Result<Place, String> {
    if let Some(number) = text.strip_prefix("vertex:") {
        return number.trim().parse().map(Place::Vertex).map_err(|_| "a vertex is written vertex:N, from 0".into());
    }
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    match text.split(',').map(number).collect::<Option<Vec<f64>>>().as_deref() {
        Some(&[x, y, z]) => Ok(Place::Neighbours([x, y, z])),
        Some(&[x, y, z, radius]) if radius >= 0.0 => Ok(Place::Ball([x, y, z], radius)),
        _ => Err("a place is written vertex:N, X,Y,Z or X,Y,Z,RADIUS".into()),
    }
}

pub fn mesh_file(path: &str) -> Result<PathBuf, String> {
    let is_known = matches!(ending(path).as_str(), "ply" | "obj");
    if is_known { Ok(path.into()) } else { Err("meshes are written as .ply or .obj".into()) }
}

pub fn picture(path: &str) -> Result<PathBuf, String> {
    match ending(path).as_str() {
        "png" | "svg" => Ok(path.into()),
        _ => Err("pictures are written as .png or .svg".into()),
    }
}

pub fn npz(path: &str) -> Result<PathBuf, String> {
    if ending(path) == "npz" { Ok(path.into()) } else { Err("arrays for numpy are written as .npz".into()) }
}

pub fn geojson(path: &str) -> Result<PathBuf, String> {
    let is_json = matches!(ending(path).as_str(), "geojson" | "json");
    if is_json { Ok(path.into()) } else { Err("shapes are written as .geojson".into()) }
}

pub fn writable_scene(path: &str) -> Result<PathBuf, String> {
    match ending(path).as_str() {
        "toml" | "json" | "geojson" | "wkt" => Ok(path.into()),
        "map" | "yaml" | "yml" | "txt" => {
            Err("this format is read but not written; write .toml, .json, .geojson or .wkt".into())
        }
        _ => Err("scenes are written as .toml, .json, .geojson or .wkt".into()),
    }
}

/// The words of an enum, with what each means.
pub fn words<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
    about: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let shown = all.iter().map(move |&value| PossibleValue::new(word(value)).help(about(value).trim_end_matches('.')));
    PossibleValuesParser::new(shown).try_map(move |given| {
        all.iter().copied().find(|&value| word(value) == given).ok_or("this is no word of the list")
    })
}

pub fn ending(path: &str) -> String {
    Path::new(path).extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_two_finite_numbers() {
        assert_eq!(point(" -1, 2e1"), Ok(Point::new(-1.0, 20.0)));
        for nonsense in ["", ",", "1", "1;2", "1,2,3", "nan,0", "0,inf", "1e999,0", "--to", "١,٢"] {
            assert!(point(nonsense).is_err(), "{nonsense}");
        }
    }
}
