//! `wayfront path --radius`: the shortest way of a body to the nearest source.

use crate::arguments::{Common, Format, Path};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::ready::{plain, refused_for};
use crate::scene::Named;
use crate::text::{Unit, short};
use crate::verbs::draw::undrawn;
use serde::Serialize;
use std::path::Path as FilePath;
use std::sync::Arc;
use wayfront::Scene;
use wayfront::domain::{Domain, SideId};
use wayfront::draw::colours::OKABE_ITO;
use wayfront::draw::{Fill, Key, Layer, Mark, Options, Picture, Primitive, Stroke, ZLevel};
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

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum PieceJson {
    Line([[f64; 2]; 2]),
    /// Angles in radians, counter-clockwise from the x axis.
    Arc {
        centre: [f64; 2],
        radius: f64,
        start: f64,
        sweep: f64,
    },
}

/// A way, and the source to which it leads.
struct Best {
    source: usize,
    cost: f64,
    way: DiscPath,
}

/// Finds the way, draws it if asked to, and prints it.
pub fn run(arguments: &Path, radius: f64, common: &Common) -> Result<(), Failure> {
    let progress = Progress::of(common);
    progress.step("reading the scene");
    let Named { label, world } = Named::open(&arguments.scene, common.limits())?.at(arguments.goal.time);
    let world = aimed(&label, world, arguments)?;
    let scene = Scene::new(world).map_err(|rejected| refused_for(&label, arguments.goal.to, rejected))?;
    progress.step("looking for the way");
    let domain = scene.walled_domain().clone();
    let sources = scene.world().sources.clone();
    let best = nearest(&label, &domain, &sources, arguments, radius)?;
    let points = best.way.points(TOLERANCE * radius);
    let found = Found {
        cost: best.cost,
        length: best.way.length,
        points: points.iter().map(|&p| p.into()).collect(),
        source: best.source,
        source_name: sources[best.source].name.as_deref(),
        radius,
        clearance: clearance(&domain, &best.way),
        narrowest: best.way.narrowest.map(|gap| NarrowestJson {
            at: gap.at.into(),
            width: gap.width,
            between: gap.between.map(Point::into),
        }),
        pieces: best.way.pieces.iter().map(piece).collect(),
        kind: "exact",
    };
    if let Some(picture) = &arguments.picture {
        draw(&scene.settled_world(), &best.way, &points, &Options::default().axes(arguments.axes), picture)?;
    }
    match common.format {
        Format::Json => output::json(&found),
        Format::Text => output::text(&describe(&found, &points, arguments.goal.to.is_some(), Unit::of(scene.world()))),
    }
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
    domain: &Arc<Domain>,
    sources: &[Source],
    arguments: &Path,
    radius: f64,
) -> Result<Best, Failure> {
    let mut search = PairSearch::new(domain.clone());
    let mut best: Option<Best> = None;
    let mut why = None;
    for (number, source) in sources.iter().enumerate() {
        let Shape::Point(to) = source.shape else { continue };
        match search.find_disc(arguments.from, to, radius) {
            Ok(way) => {
                let cost = way.length + source.offset;
                if best.as_ref().is_none_or(|known| cost < known.cost) {
                    best = Some(Best { source: number, cost, way });
                }
            }
            Err(reason) => {
                why.get_or_insert((reason, to));
            }
        }
    }
    match (best, why) {
        (Some(best), _) => Ok(best),
        (None, Some((reason, to))) => Err(no_way(label, &mut search, arguments, reason, to)),
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

fn piece(piece: &Piece) -> PieceJson {
    match piece {
        Piece::Straight(ends) => PieceJson::Line(ends.map(Point::into)),
        Piece::Arc(arc) => {
            PieceJson::Arc { centre: arc.centre.into(), radius: arc.radius, start: arc.start, sweep: arc.sweep }
        }
    }
}

fn describe(found: &Found, points: &[Point], is_single: bool, unit: Unit) -> String {
    let source = match found.source_name {
        _ if is_single => "the point of --to".to_owned(),
        Some(name) => format!("{}: {name}", found.source),
        None => found.source.to_string(),
    };
    let mut text =
        format!("cost      {}\nlength    {}\nsource    {source}\n", short(found.cost), unit.length(found.length));
    text += &format!("radius    {}\nclearance {}\n", unit.length(found.radius), unit.length(found.clearance));
    if let Some(gap) = &found.narrowest {
        text += &format!("narrowest {} at {}\n", unit.length(gap.width), Point::from(gap.at));
    }
    let points: Vec<String> = points.iter().map(|p| format!("({}, {})", short(p.x), short(p.y))).collect();
    text + &format!("points    {}\n", points.join("\n          "))
}

/// The scene with the way of the body through it, as wide as the body.
fn draw(world: &World, way: &DiscPath, points: &[Point], options: &Options, file: &FilePath) -> Result<(), Failure> {
    let mut picture = Picture::of_world(world, options).map_err(undrawn)?;
    let (colour, outline) = (OKABE_ITO[5], Stroke::new(options.theme.walkable, 1.6));
    let body = Primitive::Polygons {
        rings: way.pieces.iter().flat_map(|piece| swept(piece, way.radius)).collect(),
        fill: Fill::solid(colour.with_opacity(0.3)),
        outline: None,
    };
    picture.push(Layer::new("body", ZLevel::Mark, body));
    if points.len() > 1 {
        let stroke = Stroke::new(colour, 2.4).with_arrow();
        let mut line: Vec<Point> = way.pieces.first().map(Piece::start).into_iter().collect();
        way.pieces.iter().for_each(|piece| piece.flatten_into(0.001 * way.radius, &mut line));
        picture.push(Layer::new("path", ZLevel::Mark, Primitive::Lines { lines: vec![line], closed: false, stroke }));
        picture.push_key(Key::Line { label: format!("shortest way of radius {}", short(way.radius)), stroke });
    }
    let start = Primitive::Marks {
        centres: points[..1].to_vec(),
        mark: Mark::Disc,
        radius: 5.5,
        fill: colour,
        outline: Some(outline),
    };
    picture.push(Layer::new("start", ZLevel::Mark, start));
    picture.push_key(Key::Mark { label: "start".into(), mark: Mark::Disc, fill: colour });
    picture.save(file).map_err(undrawn)
}

/// What a disc sweeps along a piece, as rings that run the same way around.
fn swept(piece: &Piece, radius: f64) -> Vec<Vec<Point>> {
    let disc = |at: Point| -> Vec<Point> {
        (0..48)
            .map(|k| {
                at + {
                    let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 48.0).sin_cos();
                    Point::new(cos, sin)
                } * radius
            })
            .collect()
    };
    let mut line = vec![piece.start()];
    piece.flatten_into(0.01 * radius, &mut line);
    let mut rings: Vec<Vec<Point>> = line.iter().map(|&p| disc(p)).collect();
    for leg in line.windows(2) {
        if let Some(along) = (leg[1] - leg[0]).unit() {
            let across = along.left() * radius;
            rings.push(vec![leg[0] - across, leg[1] - across, leg[1] + across, leg[0] + across]);
        }
    }
    rings
}
