//! `wayfront path`: the shortest path from a point to the nearest source.

mod disc;
mod middle;

use crate::aimed::{Aimed, settled};
use crate::arguments::{Common, Format, Path};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::text::{Unit, count, short};
use serde::Serialize;
use std::path::Path as FilePath;
use wayfront::Point;
use wayfront::domain::{NoPath, Spot};
use wayfront::draw::colours::OKABE_ITO;
use wayfront::draw::{Key, Layer, Mark, Options, Picture, Primitive, Stroke, ZLevel};
use wayfront::pathmap::Leg;
use wayfront::world::{Source, World};

/// The result for programs.
#[derive(Serialize)]
struct Found<'a> {
    cost: f64,
    length: f64,
    points: Vec<[f64; 2]>,
    source: usize,
    source_name: Option<&'a str>,
    /// Speed on each leg, between one point and the next.
    speeds: Vec<f64>,
    /// Where the speed changes, from the source outwards.
    changes: Vec<Change>,
    /// What crossing barriers adds to the cost.
    crossing: f64,
}

/// A corner at which the speed changes.
#[derive(Serialize)]
struct Change {
    at: [f64; 2],
    from: f64,
    to: f64,
}

/// Finds the path, draws it if asked to, and prints it.
pub fn run(arguments: &Path, common: &Common) -> Result<(), Failure> {
    if arguments.keep.is_some() || arguments.safest || arguments.wide.is_some() {
        return middle::run(arguments, common);
    }
    if arguments.quick || !arguments.radius.is_empty() {
        return disc::run(arguments, common);
    }
    let aimed = Aimed::open(&arguments.scene, &arguments.goal, common, &Progress::of(common))?;
    let map = aimed.points()?;
    let from = settled(&aimed.label, map.domain(), "--from", arguments.from)?;
    if from != arguments.from && !common.quiet {
        output::message(&format!("--from {} is taken as {from}, the nearest free point", arguments.from));
    }
    let legs = map.legs(from).map_err(|why| no_path(&aimed, from, why))?;
    let route = points(from, &legs);
    let answer = map.answer(from).map_err(|why| no_path(&aimed, from, why))?;
    let found = Found {
        cost: answer.cost,
        length: length(&route),
        points: route.iter().map(|&p| p.into()).collect(),
        source: answer.source,
        source_name: aimed.sources()[answer.source].name.as_deref(),
        speeds: legs.iter().filter(|leg| leg.from != leg.to).map(|leg| leg.speed).collect(),
        changes: changes(&legs),
        crossing: crossing(&legs, answer.cost),
    };
    if let Some(picture) = &arguments.picture {
        draw_route(&aimed.scene.settled_world(), &route, "shortest path", arguments.axes, picture)?;
    }
    match common.format {
        Format::Json => output::json(&found),
        Format::Text => {
            output::text(&describe(&found, &route, arguments.goal.to.is_some(), Unit::of(aimed.scene.world())))
        }
    }
}

fn points(from: Point, legs: &[Leg]) -> Vec<Point> {
    let ends = legs.iter().filter(|leg| leg.from != leg.to).map(|leg| leg.to);
    std::iter::once(from).chain(ends).collect()
}

fn changes(legs: &[Leg]) -> Vec<Change> {
    let outwards: Vec<&Leg> = legs.iter().rev().filter(|leg| leg.from != leg.to).collect();
    let at_source = outwards.first().filter(|leg| leg.speed != 1.0);
    let at_source = at_source.map(|leg| Change { at: leg.to.into(), from: 1.0, to: leg.speed });
    let change = |pair: &[&Leg]| Change { at: pair[1].to.into(), from: pair[0].speed, to: pair[1].speed };
    let later = outwards.windows(2).filter(|pair| pair[0].speed != pair[1].speed).map(change);
    at_source.into_iter().chain(later).collect()
}

/// What crossing barriers costs: a difference of costs, and what is far below them is rounding.
fn crossing(legs: &[Leg], cost: f64) -> f64 {
    let extras = legs.iter().map(|leg| leg.extra).filter(|extra| *extra > 1e-9 * cost);
    // From zero on: the sum of nothing would be -0.
    extras.fold(0.0, |sum, extra| sum + extra)
}

fn length(route: &[Point]) -> f64 {
    route.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance(leg[1]))
}

fn describe(found: &Found, route: &[Point], is_single: bool, unit: Unit) -> String {
    let Found { cost, length, source, .. } = found;
    let source = match found.source_name {
        _ if is_single => "the point of --to".to_owned(),
        Some(name) => format!("{source}: {name}"),
        None => source.to_string(),
    };
    let points: Vec<String> = route.iter().map(Point::to_string).collect();
    let mut text = format!("cost    {}\nlength  {}\nsource  {source}\n", short(*cost), unit.length(*length));
    for Change { at, from, to } in &found.changes {
        text += &format!(
            "speed   {} instead of {} from {} on, coming from the source\n",
            short(*to),
            short(*from),
            Point::from(*at)
        );
    }
    if found.crossing > 0.0 {
        text += &format!("barrier {}\n", short(found.crossing));
    }
    text + &format!("points  {}\n", points.join("\n        "))
}

fn no_path(aimed: &Aimed, from: Point, why: NoPath) -> Failure {
    let label = &aimed.label;
    match why {
        NoPath::Unreachable => Failure::File {
            what: format!("{label}: no source can be reached from {from}"),
            advice: cut_off(aimed, from),
        },
        // Settled points are free: this would be a defect of the engine.
        NoPath::Blocked => {
            Failure::File { what: format!("{label}: {from} is not free"), advice: "choose another --from".into() }
        }
    }
}

/// What to do for a point from which no source can be reached: open a door, or be in another part of the free space.
fn cut_off(aimed: &Aimed, from: Point) -> String {
    let (domain, world) = (aimed.scene.domain(), aimed.scene.world());
    let part_of = |p: Point| match domain.locate(p)? {
        Spot::Inside(triangle) => Some(domain.component(triangle)),
        Spot::On(side) => Some(domain.component(side.triangle())),
        Spot::At(corner) => Some(domain.component(domain.first_side(corner).triangle())),
    };
    let is_here = |source: &Source| part_of(source.shape.points()[0]) == part_of(from); // no shape is empty
    let closed: Vec<String> =
        world.doors.iter().filter(|door| !door.open).map(|door| format!("`{}`", door.name)).collect();
    if aimed.sources().iter().any(is_here) && !closed.is_empty() {
        let doors = if closed.len() == 1 { "the closed door" } else { "one of the closed doors" };
        return format!("a source lies behind {doors} {}: open it, or ask for another --time", closed.join(", "));
    }
    let pieces = count(domain.component_count(), "piece");
    format!("the free space has {pieces}; put --from and a source into the same one")
}

/// The scene with the path through it.
fn draw_route(world: &World, route: &[Point], label: &str, axes: bool, file: &FilePath) -> Result<(), Failure> {
    let options = &Options::default().axes(axes);
    let mut picture = Picture::of_world(world, options)?;
    let (colour, outline) = (OKABE_ITO[5], Stroke::new(options.theme.walkable, 1.6));
    if route.len() > 1 {
        let stroke = Stroke::new(colour, 3.2).with_arrow();
        let shape = Primitive::Lines { lines: vec![route.to_vec()], closed: false, stroke };
        picture.push(Layer::new("path", ZLevel::Mark, shape));
        picture.push_key(Key::Line { label: label.into(), stroke });
    }
    let start = Primitive::Marks {
        centres: route[..1].to_vec(),
        mark: Mark::Disc,
        radius: 5.5,
        fill: colour,
        outline: Some(outline),
    };
    picture.push(Layer::new("start", ZLevel::Mark, start));
    picture.push_key(Key::Mark { label: "start".into(), mark: Mark::Disc, fill: colour });
    Ok(picture.save(file)?)
}
