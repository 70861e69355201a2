//! `wayfront path --keep`, `--safest`, `--wide`: paths that keep to the middle, from the skeleton of the plan.

use crate::aimed::{Aimed, settled};
use crate::arguments::{Common, Format, Path};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::text::{Unit, place, short};
use serde::Serialize;
use std::sync::Arc;
use wayfront::Point;
use wayfront::bodies::DiscSearch;
use wayfront::domain::{Domain, NoPath};
use wayfront::voronoi::{KeptClearance, KeptPiece, KeptRoute, Skeleton, Voronoi};
use wayfront::world::Source;

/// Points differ from their curves by this share of the world's size at most.
const TOLERANCE: f64 = 1e-4;
/// Tolerance: Discs are taken smaller by this share: places where it becomes narrow have the preferred clearance but
/// for rounding.
const GIVE: f64 = 1e-9;

/// The result for programs.
#[derive(Serialize)]
struct Found<'a> {
    length: f64,
    points: Vec<[f64; 2]>,
    source: usize,
    source_name: Option<&'a str>,
    /// The least width on the way, and where.
    width: f64,
    narrowest: [f64; 2],
    /// Metres of the path that keep the preferred clearance, and that are in the middle of what is narrower.
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<[f64; 2]>,
    kind: &'static str,
}

/// A path to one of the sources.
struct MiddlePath {
    source: usize,
    length: f64,
    points: Vec<Point>,
    parts: Option<[f64; 2]>,
    /// What counts first: the less, the better.
    rank: f64,
}

/// Finds the best path to a source, draws it if asked to, and prints it.
pub fn run(arguments: &Path, common: &Common) -> Result<(), Failure> {
    if arguments.radius.len() > 1 {
        return Err(Failure::Usage("--keep takes one --radius".into()));
    }
    let progress = Progress::of(common);
    let option = match (arguments.keep, arguments.safest) {
        (Some(_), _) => "--keep",
        (None, true) => "--safest",
        (None, false) => "--wide",
    };
    let aimed = Aimed::open(&arguments.scene, &arguments.goal, common, &progress)?;
    if !aimed.scene.world().weights.is_empty() {
        return Err(Failure::File {
            what: format!("{}: weights do not count with {option}", aimed.label),
            advice: "add --plain to leave them out, and barriers with them".to_owned(),
        });
    }
    let label = &aimed.label;
    let from = settled(label, aimed.domain(), "--from", arguments.from)?;
    progress.step("making the skeleton");
    let voronoi = Voronoi::of(aimed.domain())
        .map_err(|error| Failure::File { what: format!("{label}: {error}"), advice: error.advice() })?;
    let skeleton = Skeleton::of(&Arc::new(voronoi));
    progress.step("looking for the path");
    let mut search = DiscSearch::new(aimed.domain().clone());
    let mut found: Vec<Result<MiddlePath, (NoPath, Point)>> = Vec::new();
    for (source, given) in aimed.sources().iter().enumerate() {
        let to = met(aimed.domain(), given, arguments);
        let path = Asked { arguments, skeleton: &skeleton, search: &mut search, ends: [from, to] }.path(source);
        found.push(path.map_err(|why| (why, to)));
    }
    drop(progress);
    let refused = found.iter().find_map(|path| path.as_ref().err().copied());
    let by_rank = |a: &MiddlePath, b: &MiddlePath| a.rank.total_cmp(&b.rank).then(a.length.total_cmp(&b.length));
    let Some(best) = found.into_iter().filter_map(Result::ok).min_by(by_rank) else {
        return Err(no_path(label, &skeleton, from, refused));
    };
    if let Some(picture) = &arguments.picture {
        super::draw_route(&aimed.scene.settled_world(), &best.points, described(arguments), arguments.axes, picture)?;
    }
    let (width, narrowest) =
        skeleton.narrowest(&best.points).map_err(|why| no_path(label, &skeleton, from, Some((why, from))))?;
    let found = Found {
        length: best.length,
        points: best.points.iter().map(|&p| p.into()).collect(),
        source: best.source,
        source_name: aimed.sources()[best.source].name.as_deref(),
        width,
        narrowest: narrowest.into(),
        parts: best.parts,
        kind: kind(arguments),
    };
    match common.format {
        Format::Json => output::json(&found),
        Format::Text => output::text(&describe(&found, arguments.goal.to.is_some(), Unit::of(aimed.scene.world()))),
    }
}

/// Which kind of path was asked for.
fn kind(arguments: &Path) -> &'static str {
    match (arguments.keep, arguments.wide) {
        (Some(_), _) => "keep",
        (_, Some(_)) => "wide",
        _ => "safest",
    }
}

/// The same in the picture.
fn described(arguments: &Path) -> &'static str {
    match kind(arguments) {
        "keep" => "keeps its distance where there is room",
        "wide" => "shortest path that is wide enough",
        _ => "widest path",
    }
}

/// Where a body meets a source: in its middle, or as near to it as it gets. On the widest path that is a body as wide as the
/// source; on one that keeps its distance without a given size, one that keeps it, but no wider than the source.
fn met(domain: &Domain, source: &Source, arguments: &Path) -> Point {
    let points = source.shape.points();
    let (at, half) = match points {
        [a, b] => (a.lerp(*b, 0.5), a.distance(*b) / 2.0),
        _ => (points[points.len() / 2], 0.0), // no shape is empty
    };
    if arguments.goal.to.is_some() {
        return at;
    }
    let radius = match (arguments.keep, arguments.wide) {
        (Some(keep), _) => arguments.radius.first().copied().unwrap_or(keep.min(half)),
        (_, Some(wide)) => wide,
        _ => half,
    };
    // Where no body of that size has room anywhere near, one as wide as the source shows how wide the widest path is.
    let near = |radius: f64| domain.nearest_free_for(at, radius);
    if domain.has_room(at, radius) { at } else { near(radius).or_else(|| near(half)).unwrap_or(at) }
}

/// What is asked about one source.
struct Asked<'a> {
    arguments: &'a Path,
    skeleton: &'a Skeleton,
    search: &'a mut DiscSearch,
    ends: [Point; 2],
}

impl Asked<'_> {
    fn path(&mut self, source: usize) -> Result<MiddlePath, NoPath> {
        let ([a, b], skeleton) = (self.ends, self.skeleton);
        let tolerance = TOLERANCE * skeleton.domain().bounds().size();
        if let Some(preferred) = self.arguments.keep {
            let radius = self.arguments.radius.first().copied().unwrap_or(0.0);
            let kept = KeptClearance { radius, preferred: preferred.max(radius) };
            let (search, disc) = (&mut *self.search, kept.preferred * (1.0 - GIVE));
            let path = skeleton.kept_route(a, b, kept, |p, q| Some(search.find(p, q, disc).ok()?.length))?;
            let points = flattened(&path, a, search, disc, tolerance);
            let of = |is_wide: bool| {
                let parts = path.pieces.iter().filter(|piece| matches!(piece, KeptPiece::Wide { .. }) == is_wide);
                parts.map(KeptPiece::length).fold(0.0, |sum, length| sum + length)
            };
            return Ok(MiddlePath {
                source,
                length: path.length,
                points,
                parts: Some([of(true), of(false)]),
                rank: 0.0,
            });
        }
        let widest = skeleton.widest(a, b)?.width;
        // As wide as it can be, but for rounding.
        let radius = self.arguments.wide.unwrap_or(widest / 2.0 - skeleton.domain().rounding());
        let points = skeleton.route(a, b, radius, tolerance)?;
        let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).fold(0.0, |sum, leg| sum + leg);
        let rank = if self.arguments.wide.is_some() { 0.0 } else { -widest };
        Ok(MiddlePath { source, length, points, parts: None, rank })
    }
}

/// A path as points.
fn flattened(path: &KeptRoute, start: Point, search: &mut DiscSearch, disc: f64, tolerance: f64) -> Vec<Point> {
    let mut points = vec![start];
    for piece in &path.pieces {
        match piece {
            KeptPiece::Straight([_, q]) => points.push(*q),
            KeptPiece::Middle(curve) => curve.flatten_into(tolerance, &mut points),
            KeptPiece::Wide { ends: [p, q], .. } => match search.find(*p, *q, disc) {
                // Tangents around the arcs: chords would come nearer than what is kept.
                Ok(wide) => points.extend(wide.points(tolerance)),
                // It was found a moment ago.
                Err(_) => points.push(*q),
            },
        }
    }
    points.dedup();
    points
}

fn no_path(label: &str, skeleton: &Skeleton, from: Point, refused: Option<(NoPath, Point)>) -> Failure {
    let Some((why, to)) = refused else {
        return Failure::File { what: format!("{label}: the scene has no sources"), advice: "give --to X,Y".into() };
    };
    let what = format!("{label}: no path is wide enough from {from} to {to}");
    match skeleton.widest(from, to) {
        Ok(widest) => Failure::File {
            what,
            advice: format!(
                "the widest radius that gets through is {}: it is {} wide at {}",
                widest.width / 2.0,
                short(widest.width),
                widest.at
            ),
        },
        Err(_) => Failure::File { what: format!("{label}: no path leads from {from} to {to}"), advice: why.advice() },
    }
}

fn describe(found: &Found, is_single: bool, unit: Unit) -> String {
    let source = match found.source_name {
        _ if is_single => "the point of --to".to_owned(),
        Some(name) => format!("{}: {name}", found.source),
        None => found.source.to_string(),
    };
    let mut text = format!("length    {}\nsource    {source}\n", unit.length(found.length));
    text += &format!("narrowest {} at {}\n", unit.length(found.width), place(found.narrowest));
    if let Some([wide, narrow]) = found.parts {
        text += &format!(
            "keeps     {}, and the middle of narrower places for {}\n",
            unit.length(wide),
            unit.length(narrow)
        );
    }
    let points: Vec<String> = found.points.iter().map(|&at| place(at)).collect();
    text + &format!("points    {}\n", points.join("\n          "))
}
