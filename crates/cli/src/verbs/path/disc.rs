//! `wayfront path --radius`: the shortest way of a body to the nearest source, or of several bodies.

mod picture;

use crate::arguments::{Common, Format, Path};
use crate::failure::Failure;
use crate::output;
use crate::pieces::PieceJson;
use crate::progress::Progress;
use crate::ready::{plain, refused_for};
use crate::scene::Named;
use crate::text::{Unit, place, short};
use picture::draw;
use serde::Serialize;
use wayfront::Scene;
use wayfront::domain::{Domain, SideId};
use wayfront::draw::Options;
use wayfront::geometry::{Piece, Point};
use wayfront::pathmap::{DiscPath, NoRoom, PairSearch};
use wayfront::world::{Shape, Source, World};

/// How far the printed points leave an arc, as a share of the radius.
const TOLERANCE: f64 = 0.01;

/// The result for programs.
#[derive(Serialize)]
struct Found<'a> {
    cost: f64,
    length: f64,
    /// Tangents around the arcs: straight lines between these points keep the radius from the corners too.
    points: Vec<[f64; 2]>,
    source: usize,
    source_name: Option<&'a str>,
    radius: f64,
    /// Distance of the way from the nearest wall.
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

/// A way, and the source to which it leads.
struct Best {
    source: usize,
    cost: f64,
    way: DiscPath,
}

/// Finds the way of each body, draws them if asked to, and prints them.
pub fn run(arguments: &Path, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?.at(arguments.goal.time);
    let world = aimed(&label, world, arguments)?;
    let scene = Scene::new(world).map_err(|rejected| refused_for(&label, arguments.goal.to, rejected))?;
    progress.step("looking for the way");
    let domain = scene.walled_domain().clone();
    let sources = scene.world().sources.clone();
    let mut search = PairSearch::new(domain.clone());
    let mut ways = Vec::new();
    for &radius in &arguments.radius {
        let goals = goals(&domain, &sources, arguments, radius, common);
        ways.push(nearest(&label, &mut search, &goals, arguments, radius)?);
    }
    if let Some(picture) = &arguments.picture {
        let ways: Vec<&DiscPath> = ways.iter().map(|best| &best.way).collect();
        draw(&scene.settled_world(), &ways, &Options::default().axes(arguments.axes), picture)?;
    }
    let found: Vec<Found> = ways.iter().map(|best| Found::of(best, &sources, &domain)).collect();
    match (common.format, found.as_slice()) {
        (Format::Json, [one]) => output::json(one),
        (Format::Json, all) => output::json(&all),
        (Format::Text, all) => {
            let describe = |found| describe(found, arguments.goal.to.is_some(), Unit::of(scene.world()));
            output::text(&all.iter().map(describe).collect::<Vec<_>>().join("\n"))
        }
    }
}

impl<'a> Found<'a> {
    fn of(best: &Best, sources: &'a [Source], domain: &Domain) -> Self {
        let Best { source, cost, way } = best;
        Self {
            cost: *cost,
            length: way.length,
            points: way.points(TOLERANCE * way.radius).into_iter().map(Point::into).collect(),
            source: *source,
            source_name: sources[*source].name.as_deref(),
            radius: way.radius,
            clearance: clearance(domain, way),
            narrowest: way.narrowest.map(|gap| NarrowestJson {
                at: gap.at.into(),
                width: gap.width,
                between: gap.between.map(Point::into),
            }),
            pieces: way.pieces.iter().map(PieceJson::from).collect(),
            kind: "exact",
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
fn goals(domain: &Domain, sources: &[Source], arguments: &Path, radius: f64, common: &Common) -> Vec<Aim> {
    let mut goals = Vec::new();
    for (source, given) in sources.iter().enumerate() {
        let Shape::Point(point) = given.shape else { continue };
        let mut at = point;
        if arguments.goal.to.is_none()
            && radius > 0.0
            && !domain.has_room(point, radius)
            && let Some(nearest) = domain.nearest_free_for(point, radius)
        {
            at = nearest;
            if !common.quiet {
                output::message(&format!(
                    "note: source {source} at {point} has no room for a radius of {}: it is met at {at}",
                    short(radius)
                ));
            }
        }
        goals.push(Aim { source, at, offset: given.offset });
    }
    goals
}

/// The world with the goals that count. What a radius cannot be combined with yet is said, not ignored.
fn aimed(label: &str, world: World, arguments: &Path) -> Result<World, Failure> {
    let mut world = if arguments.goal.plain { plain(world) } else { world };
    if let Some(to) = arguments.goal.to {
        world.sources = vec![Source::point(to)];
    }
    let refused =
        |what: &str, advice: &str| Err(Failure::File { what: format!("{label}: {what}"), advice: advice.to_owned() });
    if !world.weights.is_empty() || !world.barriers.is_empty() {
        return refused("weights and barriers do not count with --radius", "add --plain to leave them out");
    }
    if !world.sources.iter().any(|source| matches!(source.shape, Shape::Point(_))) {
        return refused("with --radius a way leads to a point, and no source is one", "give --to X,Y");
    }
    Ok(world)
}

/// The way to the source that costs least.
fn nearest(
    label: &str,
    search: &mut PairSearch,
    goals: &[Aim],
    arguments: &Path,
    radius: f64,
) -> Result<Best, Failure> {
    let mut best: Option<Best> = None;
    let mut why = None;
    for goal in goals {
        match search.find_disc(arguments.from, goal.at, radius) {
            Ok(way) => {
                let cost = way.length + goal.offset;
                if best.as_ref().is_none_or(|known| cost < known.cost) {
                    best = Some(Best { source: goal.source, cost, way });
                }
            }
            Err(reason) => {
                why.get_or_insert((reason, goal.at));
            }
        }
    }
    match (best, why) {
        (Some(best), _) => Ok(best),
        (None, Some((reason, to))) => Err(no_way(label, search, arguments, reason, to)),
        // There is a point among the sources: `aimed` looked.
        (None, None) => {
            Err(Failure::File { what: format!("{label}: no source is a point"), advice: "give --to X,Y".into() })
        }
    }
}

fn no_way(label: &str, search: &mut PairSearch, arguments: &Path, why: NoRoom, to: Point) -> Failure {
    let from = arguments.from;
    match why {
        NoRoom::Blocked { at, radius, clearance, .. } => {
            let option = match arguments.goal.to {
                _ if at == from => "--from ",
                Some(_) => "--to ",
                None => "the source at ",
            };
            let what = format!("{label}: {option}{at} is blocked for a radius of {}", short(radius));
            Failure::File { what: format!("{what}: its clearance is {}", short(clearance)), advice: why.advice() }
        }
        NoRoom::TooNarrow { radius } => {
            let what = format!("{label}: too narrow from {from} to {to} for a radius of {}", short(radius));
            let Some((widest, gap)) = search.widest(from, to) else {
                return Failure::File { what, advice: why.advice() };
            };
            let place = gap.map_or_else(String::new, |gap| {
                format!("; the narrowest gap is {} wide, at {}", short(gap.width), gap.at)
            });
            Failure::File { what, advice: format!("the widest radius that gets through is {widest}{place}") }
        }
        NoRoom::Radius(_) | NoRoom::Unreachable => {
            Failure::File { what: format!("{label}: from {from} to {to}: {why}"), advice: why.advice() }
        }
    }
}

fn clearance(domain: &Domain, way: &DiscPath) -> f64 {
    let sides = (0..domain.sides().len() as u32).map(SideId).filter(|&side| domain.twin(side).is_none());
    let walls: Vec<Piece> = sides.map(|side| Piece::Straight(domain.side_points(side))).collect();
    let apart = way.pieces.iter().flat_map(|piece| walls.iter().map(|wall| piece.distance(wall)));
    apart.fold(f64::INFINITY, f64::min)
}

fn describe(found: &Found, is_single: bool, unit: Unit) -> String {
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
    let points: Vec<String> = found.points.iter().map(|&at| place(at)).collect();
    text + &format!("points    {}\n", points.join("\n          "))
}
