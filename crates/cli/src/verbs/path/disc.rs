//! `wayfront path --radius`: the shortest path of a body to the nearest source, or of several bodies.

mod picture;

use crate::aimed::{Aimed, met_elsewhere};
use crate::arguments::{Common, Format, Path};
use crate::failure::Failure;
use crate::output;
use crate::pieces::PieceJson;
use crate::progress::Progress;
use crate::text::{Unit, place, short};
use picture::draw;
use serde::Serialize;
use wayfront::bodies::{DiscPath, DiscSearch, Narrowest, NoRoom, QuickKind, QuickPath, QuickSearch, SceneMap};
use wayfront::domain::{NoPath, Openings};
use wayfront::draw::Options;
use wayfront::geometry::Point;
use wayfront::world::{Shape, Source};

/// How far the printed points leave an arc, as a share of the radius.
const TOLERANCE: f64 = 0.01;

/// The result for programs.
#[derive(Serialize)]
struct Found<'a> {
    cost: f64,
    length: f64,
    /// Tangents around the arcs: straight lines between these points keep the radius from those corners too.
    points: Vec<[f64; 2]>,
    source: usize,
    source_name: Option<&'a str>,
    radius: f64,
    /// Distance of the path from the nearest wall.
    clearance: f64,
    narrowest: Option<NarrowestJson>,
    pieces: Vec<PieceJson>,
    kind: &'static str,
}

#[derive(Serialize)]
struct NarrowestJson {
    at: [f64; 2],
    width: f64,
    between: [[f64; 2]; 2],
}

/// A path, and the source to which it leads.
struct Best {
    source: usize,
    cost: f64,
    path: DiscPath,
    /// Distance of the path from the nearest wall.
    clearance: f64,
    kind: QuickKind,
}

/// A radius for which there is no path, for programs.
#[derive(Serialize)]
struct Refused {
    radius: f64,
    error: String,
    advice: String,
}

/// What is said of one of several radii.
#[derive(Serialize)]
#[serde(untagged)]
enum Outcome<'a> {
    Found(Box<Found<'a>>),
    Refused(Refused),
}

/// Finds the path of each body, draws them if asked to, and prints them. Of several bodies those that do not fit are named
/// among the others.
pub fn run(arguments: &Path, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    let aimed = Aimed::open(&arguments.scene, &arguments.goal, common, &progress)?;
    progress.step("looking for the path");
    let radii = if arguments.radius.is_empty() { &[0.0][..] } else { &arguments.radius };
    radii.iter().try_for_each(|&radius| aimed.check(radius))?;
    let mut search = DiscSearch::new(aimed.domain().clone());
    let mut quick = arguments.quick.then(|| QuickSearch::new(aimed.domain().clone())).filter(|_| !needs_map(&aimed));
    if arguments.quick && quick.is_none() && !common.quiet {
        output::message("--quick is for points, without barriers and weights: this is the shortest path of all");
    }
    let mut paths = Vec::new();
    for &radius in radii {
        let found = nearest(&aimed, (&mut search, quick.as_mut()), arguments, radius, common.quiet);
        match found {
            Err(failure) if radii.len() == 1 => return Err(failure),
            outcome => paths.push((radius, outcome)),
        }
    }
    drop(progress);
    if let Some(picture) = &arguments.picture {
        let found = paths.iter().filter_map(|(_, outcome)| outcome.as_ref().ok());
        let found: Vec<&DiscPath> = found.map(|best| &best.path).collect();
        draw(&aimed.scene.settled_world(), &found, &Options::default().axes(arguments.axes), picture)?;
    }
    let is_refused = paths.iter().any(|(_, outcome)| outcome.is_err());
    let outcomes: Vec<Outcome> = paths.iter().map(|(radius, outcome)| Outcome::of(*radius, outcome, &aimed)).collect();
    match (common.format, outcomes.as_slice()) {
        (Format::Json, [one]) => output::json(one)?,
        (Format::Json, all) => output::json(&all)?,
        (Format::Text, all) => {
            let describe = |outcome| describe(outcome, arguments.goal.to.is_some(), Unit::of(aimed.scene.world()));
            output::text(&all.iter().map(describe).collect::<Vec<_>>().join("\n"))?;
        }
    }
    if is_refused { Err(Failure::Reported) } else { Ok(()) }
}

impl<'a> Outcome<'a> {
    fn of(radius: f64, outcome: &Result<Best, Failure>, aimed: &'a Aimed) -> Self {
        match outcome {
            Ok(best) => Self::Found(Box::new(Found::of(best, aimed.sources()))),
            Err(Failure::File { what, advice }) => {
                Self::Refused(Refused { radius, error: what.clone(), advice: advice.clone() })
            }
            Err(other) => Self::Refused(Refused { radius, error: other.to_string(), advice: String::new() }),
        }
    }
}

impl<'a> Found<'a> {
    fn of(best: &Best, sources: &'a [Source]) -> Self {
        let Best { source, cost, path, clearance, kind } = best;
        Self {
            cost: *cost,
            length: path.length,
            points: path.points(TOLERANCE * path.radius).into_iter().map(Point::into).collect(),
            source: *source,
            source_name: sources[*source].name.as_deref(),
            radius: path.radius,
            clearance: *clearance,
            narrowest: path.narrowest.map(|gap| NarrowestJson {
                at: gap.at.into(),
                width: gap.width,
                between: gap.between.map(Point::into),
            }),
            pieces: path.pieces.iter().map(PieceJson::from).collect(),
            kind: kind.name(),
        }
    }
}

/// A point to go to, and the source that it is.
struct Aim {
    source: usize,
    at: Point,
    offset: f64,
}

/// Where the sources are met: at their points, or for sources of the scene beside which the body has no room, as near as
/// it gets.
fn goals(aimed: &Aimed, arguments: &Path, radius: f64, quiet: bool) -> Vec<Aim> {
    let domain = aimed.domain();
    let mut goals = Vec::new();
    for (source, given) in aimed.sources().iter().enumerate() {
        let Shape::Point(point) = given.shape else { continue };
        let mut at = point;
        if arguments.goal.to.is_none()
            && radius > 0.0
            && !domain.has_room(point, radius)
            && let Some(nearest) = domain.nearest_free_for(point, radius)
        {
            at = nearest;
            if !quiet {
                output::message(&met_elsewhere(source, point, at, radius));
            }
        }
        goals.push(Aim { source, at, offset: given.offset });
    }
    goals
}

/// Lengths between points are not all that counts.
fn needs_map(aimed: &Aimed) -> bool {
    let world = aimed.scene.world();
    let is_segment = |source: &Source| !matches!(source.shape, Shape::Point(_));
    !world.barriers.is_empty() || !world.weights.is_empty() || aimed.sources().iter().any(is_segment)
}

/// The path to the source that costs least, found quickly if there is a search for that.
fn nearest(
    aimed: &Aimed,
    (search, mut quick): (&mut DiscSearch, Option<&mut QuickSearch>),
    arguments: &Path,
    radius: f64,
    quiet: bool,
) -> Result<Best, Failure> {
    if needs_map(aimed) {
        return nearest_on_map(aimed, search, arguments, radius, quiet);
    }
    let goals = goals(aimed, arguments, radius, quiet);
    let mut best: Option<Best> = None;
    let mut why = None;
    for goal in &goals {
        let found = match &mut quick {
            Some(quick) => quick.find(arguments.from, goal.at, radius),
            None => search.find(arguments.from, goal.at, radius).map(|path| QuickPath { path, kind: QuickKind::Exact }),
        };
        match found {
            Ok(QuickPath { path, kind }) => {
                let cost = path.length + goal.offset;
                if best.as_ref().is_none_or(|known| cost < known.cost) {
                    let clearance = path.clearance(aimed.domain(), &Openings::default());
                    best = Some(Best { source: goal.source, cost, path, clearance, kind });
                }
            }
            Err(reason) => {
                why.get_or_insert((reason, goal.at));
            }
        }
    }
    match (best, why) {
        (Some(best), _) => Ok(best),
        (None, Some((reason, to))) => Err(no_path(&aimed.label, search, arguments, reason, to)),
        // There are sources: the scene was opened with some.
        (None, None) => Err(Failure::File {
            what: format!("{}: the scene has no sources", aimed.label),
            advice: "give --to X,Y".into(),
        }),
    }
}

/// The same where sources are segments, or barriers cost something: from the map of all sources.
fn nearest_on_map(
    aimed: &Aimed,
    search: &mut DiscSearch,
    arguments: &Path,
    radius: f64,
    quiet: bool,
) -> Result<Best, Failure> {
    let map = aimed.map(radius, quiet)?;
    let from = arguments.from;
    match map.answer(from).and_then(|answer| Ok((answer, map.path(from)?))) {
        Ok((answer, path)) => {
            let clearance = path.clearance(aimed.domain(), map.openings());
            Ok(Best { source: answer.source, cost: answer.cost, path, clearance, kind: QuickKind::Exact })
        }
        Err(NoPath::Blocked) => {
            let clearance = aimed.domain().clearance(from).unwrap_or(0.0);
            let nearest = aimed.domain().nearest_free_for(from, radius);
            let why = NoRoom::Blocked { at: from, radius, clearance, nearest };
            Err(no_path(&aimed.label, search, arguments, why, from))
        }
        Err(NoPath::Unreachable) => {
            let label = &aimed.label;
            match SceneMap::widest(aimed.domain(), aimed.sources(), from) {
                Some((widest, gap)) => {
                    let what =
                        format!("{label}: too narrow from {from} to any source for a radius of {}", short(radius));
                    Err(Failure::File { what, advice: widest_advice(widest, gap) })
                }
                None => {
                    let why = NoRoom::Unreachable;
                    Err(Failure::File {
                        what: format!("{label}: from {from} to any source: {why}"),
                        advice: why.advice(),
                    })
                }
            }
        }
    }
}

/// The widest radius for which there is a path, and what makes it that.
fn widest_advice(widest: f64, gap: Option<Narrowest>) -> String {
    let place = gap.map_or_else(String::new, |gap| {
        format!("; the narrowest gap is {} wide, at {}", short(gap.width), place(gap.at.into()))
    });
    format!("the widest radius that gets through is {widest}{place}")
}

fn no_path(label: &str, search: &mut DiscSearch, arguments: &Path, why: NoRoom, to: Point) -> Failure {
    let from = arguments.from;
    match why {
        NoRoom::Blocked { at, radius, clearance, .. } => {
            let option = match arguments.goal.to {
                _ if at == from => "--from ",
                Some(_) => "--to ",
                None => "the source at ",
            };
            let what = format!("{label}: {option}{at} is blocked for a radius of {}", short(radius));
            // Where the two would look the same, all digits are given.
            let is_close = short(clearance) == short(radius);
            let room = if is_close { clearance.to_string() } else { short(clearance) };
            Failure::File { what: format!("{what}: its clearance is {room}"), advice: why.advice() }
        }
        NoRoom::TooNarrow { radius } => {
            let what = format!("{label}: too narrow from {from} to {to} for a radius of {}", short(radius));
            let Some((widest, gap)) = search.widest(from, to) else {
                return Failure::File { what, advice: why.advice() };
            };
            Failure::File { what, advice: widest_advice(widest, gap) }
        }
        NoRoom::Radius(_) | NoRoom::Unreachable => {
            Failure::File { what: format!("{label}: from {from} to {to}: {why}"), advice: why.advice() }
        }
    }
}

fn describe(outcome: &Outcome, is_single: bool, unit: Unit) -> String {
    let found = match outcome {
        Outcome::Found(found) => found,
        Outcome::Refused(Refused { error, advice, .. }) => return format!("{error}\n    {advice}\n"),
    };
    let source = match found.source_name {
        _ if is_single => "the point of --to".to_owned(),
        Some(name) => format!("{}: {name}", found.source),
        None => found.source.to_string(),
    };
    let mut text =
        format!("cost      {}\nlength    {}\nsource    {source}\n", short(found.cost), unit.length(found.length));
    text += &format!("radius    {}\nclearance {}\n", unit.length(found.radius), unit.length(found.clearance));
    if let Some(gap) = &found.narrowest {
        text += &format!("narrowest {} at {}\n", unit.length(gap.width), place(gap.at));
    }
    if found.kind == QuickKind::Local.name() {
        text += "kind      local: the shortest of its channel; without --quick it is the shortest of all\n";
    }
    let points: Vec<String> = found.points.iter().map(|&at| place(at)).collect();
    text + &format!("points    {}\n", points.join("\n          "))
}
