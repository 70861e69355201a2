//! `wayfront path`: the shortest way from a point to the nearest source.

use crate::arguments::{Common, Format, Path};
use crate::failure::Failure;
use crate::output::{self, short};
use crate::progress::Progress;
use crate::ready::{Ready, settled};
use crate::verbs::draw::undrawn;
use serde::Serialize;
use std::path::Path as FilePath;
use wayfront::Point;
use wayfront::domain::{Guide, NoWay};
use wayfront::draw::colours::OKABE_ITO;
use wayfront::draw::{Key, Layer, Level, Mark, Options, Picture, Shape, Stroke};

/// The result for programs.
#[derive(Serialize)]
struct Found<'a> {
    cost: f64,
    length: f64,
    points: Vec<[f64; 2]>,
    source: usize,
    source_name: Option<&'a str>,
}

/// Finds the way, draws it if asked to, and prints it.
pub fn run(arguments: &Path, common: &Common) -> Result<(), Failure> {
    let ready = Ready::of(&arguments.scene, &arguments.goal, &Progress::of(common))?;
    let from = settled(&ready.scene, ready.map.domain(), "--from", arguments.from)?;
    if from != arguments.from && !common.quiet {
        output::message(&format!("--from {} is taken as {from}, the nearest free point", arguments.from));
    }
    let route = ready.map.route(from).map_err(|why| no_way(&ready, from, why))?;
    let answer = ready.map.answer(from).map_err(|why| no_way(&ready, from, why))?;
    let found = Found {
        cost: answer.cost,
        length: length(&route),
        points: route.iter().map(|&p| p.into()).collect(),
        source: answer.source,
        source_name: ready.sources[answer.source].name.as_deref(),
    };
    if let Some(picture) = &arguments.picture {
        draw(&ready, &route, picture)?;
    }
    match common.format {
        Format::Json => output::json(&found),
        Format::Text => output::text(&told(&found, &route, arguments.goal.to.is_some())),
    }
}

fn length(route: &[Point]) -> f64 {
    // From zero on: the sum of nothing would be -0.
    route.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance(leg[1]))
}

fn told(found: &Found, route: &[Point], is_single: bool) -> String {
    let Found { cost, length, source, .. } = found;
    let source = match found.source_name {
        _ if is_single => "the point of --to".to_owned(),
        Some(name) => format!("{source}: {name}"),
        None => source.to_string(),
    };
    let points: Vec<String> = route.iter().map(Point::to_string).collect();
    format!(
        "cost    {}\nlength  {}\nsource  {source}\npoints  {}\n",
        short(*cost),
        short(*length),
        points.join("\n        ")
    )
}

fn no_way(ready: &Ready, from: Point, why: NoWay) -> Failure {
    let label = &ready.scene.label;
    let pieces = ready.map.domain().component_count();
    match why {
        NoWay::Unreachable => Failure::File {
            what: format!("{label}: no source can be reached from {from}"),
            advice: format!("the free space has {pieces} pieces; put --from or a source into another of them"),
        },
        // Settled points are free; whoever reads this has found a defect.
        NoWay::Blocked => {
            Failure::File { what: format!("{label}: {from} is not free"), advice: "choose another --from".into() }
        }
    }
}

/// The scene with the way through it.
fn draw(ready: &Ready, route: &[Point], file: &FilePath) -> Result<(), Failure> {
    let mut picture = Picture::of_world(&ready.world(), &Options::default()).map_err(undrawn)?;
    let (colour, outline) = (OKABE_ITO[5], Stroke::new(Options::default().theme.walkable, 1.6));
    if route.len() > 1 {
        let stroke = Stroke::new(colour, 3.2).with_arrow();
        let shape = Shape::Lines { lines: vec![route.to_vec()], closed: false, stroke };
        picture.push(Layer::new("path", Level::Mark, shape));
        picture.push_key(Key::Line { label: "shortest path".into(), stroke });
    }
    let start = Shape::Marks {
        centres: route[..1].to_vec(),
        mark: Mark::Disc,
        radius: 5.5,
        fill: colour,
        outline: Some(outline),
    };
    picture.push(Layer::new("start", Level::Mark, start));
    picture.push_key(Key::Mark { label: "start".into(), mark: Mark::Disc, fill: colour });
    picture.save(file).map_err(undrawn)
}
