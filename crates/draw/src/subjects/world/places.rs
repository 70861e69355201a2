//! What a scene says about its crowd: where groups start, stop and are measured.

use crate::colours::{Colour, group_colour};
use crate::layers::{Key, Label, Layer, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use wayfront_geometry::{Bounds, Point};
use wayfront_world::{Crowd, MeasureShape, SpeedArea, Start};

/// Widths of lines, in units.
const ENTRANCE: f64 = 11.0;
const OUTLINE: f64 = 1.5;
const MEASURE: f64 = 2.0;

/// Adds the places of a crowd to the picture of its world.
pub fn places(crowd: &Crowd, options: &Options, picture: &mut Picture) {
    entrances(crowd, options, picture);
    areas(crowd, picture);
    speeds(crowd, options, picture);
    stops(crowd, options, picture);
    measures(crowd, options, picture);
}

/// What a group is called.
pub(crate) fn group_name(crowd: &Crowd, group: usize) -> String {
    crowd.groups.get(group).and_then(|g| g.name.clone()).unwrap_or_else(|| format!("group {}", group + 1))
}

fn entrances(crowd: &Crowd, options: &Options, picture: &mut Picture) {
    let lines: Vec<Vec<Point>> = crowd
        .groups
        .iter()
        .filter_map(|group| match &group.start {
            Start::Entrance { segment, .. } => Some(segment.to_vec()),
            _ => None,
        })
        .collect();
    if !lines.is_empty() {
        let stroke = Stroke::new(options.theme.entrance.with_opacity(0.55), ENTRANCE);
        picture.push(Layer::new("crowd-entrances", ZLevel::Line, Primitive::Lines { lines, closed: false, stroke }));
        picture.push_key(Key::Line { label: "entrance".into(), stroke });
    }
}

/// Where groups stand at first, in their colours.
fn areas(crowd: &Crowd, picture: &mut Picture) {
    let shapes: Vec<Primitive> = crowd
        .groups
        .iter()
        .enumerate()
        .filter_map(|(k, group)| match &group.start {
            Start::Area { outline, .. } => Some(dashed(vec![outline.clone()], group_colour(k).with_opacity(0.7))),
            _ => None,
        })
        .collect();
    if !shapes.is_empty() {
        picture.push(Layer::of("crowd-starts", ZLevel::Line, shapes));
        let stroke = Stroke::new(group_colour(0).with_opacity(0.7), OUTLINE).dashed(4.0, 4.0);
        picture.push_key(Key::Line { label: "start".into(), stroke });
    }
}

fn dashed(rings: Vec<Vec<Point>>, colour: Colour) -> Primitive {
    Primitive::Lines { lines: rings, closed: true, stroke: Stroke::new(colour, OUTLINE).dashed(4.0, 4.0) }
}

/// Where people are slower or faster, each with its share.
fn speeds(crowd: &Crowd, options: &Options, picture: &mut Picture) {
    if crowd.areas.is_empty() {
        return;
    }
    let stroke = Stroke::new(options.theme.weight.with_opacity(0.8), OUTLINE).dashed(7.0, 3.0);
    let lines = crowd.areas.iter().map(|area| round(&area.outline)).collect();
    let mut shapes = vec![Primitive::Lines { lines, closed: false, stroke }];
    if options.labels {
        let label = |area: &SpeedArea| {
            let named = area.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
            name(&format!("{named}{} x", short_number(area.speed)), &area.outline, options.theme.text)
        };
        shapes.push(Primitive::Labels(crowd.areas.iter().map(label).collect()));
    }
    picture.push(Layer::of("speed-areas", ZLevel::Mark, shapes));
    picture.push_key(Key::Line { label: "other speed".into(), stroke });
}

fn stops(crowd: &Crowd, options: &Options, picture: &mut Picture) {
    if crowd.stops.is_empty() {
        return;
    }
    let colour = options.theme.weight;
    let lines = crowd.stops.iter().map(|stop| round(&stop.outline)).collect();
    let stroke = Stroke::new(colour, MEASURE);
    let mut shapes = vec![Primitive::Lines { lines, closed: false, stroke }];
    if options.labels {
        shapes.push(Primitive::Labels(
            crowd.stops.iter().map(|stop| name(&stop.name, &stop.outline, options.theme.text)).collect(),
        ));
    }
    picture.push(Layer::of("stops", ZLevel::Mark, shapes));
    picture.push_key(Key::Line { label: "stop".into(), stroke });
}

fn measures(crowd: &Crowd, options: &Options, picture: &mut Picture) {
    if crowd.measures.is_empty() {
        return;
    }
    let colour = options.theme.text.with_opacity(0.75);
    let stroke = Stroke::new(colour, MEASURE).dashed(2.5, 4.0);
    let mut shapes = Vec::new();
    let mut names = Vec::new();
    for measure in &crowd.measures {
        let points: Vec<Point> = match &measure.shape {
            MeasureShape::Line(ends) => ends.to_vec(),
            MeasureShape::Area(ring) => round(ring),
        };
        names.push(name(&measure.name, &points, options.theme.text));
        shapes.push(Primitive::Lines { lines: vec![points], closed: false, stroke });
    }
    if options.labels {
        shapes.push(Primitive::Labels(names));
    }
    picture.push(Layer::of("measures", ZLevel::Mark, shapes));
    picture.push_key(Key::Line { label: "measured".into(), stroke });
}

/// A ring as a line that ends where it began: names keep clear of lines.
fn round(ring: &[Point]) -> Vec<Point> {
    ring.iter().chain(ring.first()).copied().collect()
}

/// A name beside the middle of a line, or at the upper side of an area.
fn name(text: &str, points: &[Point], colour: Colour) -> Label {
    let bounds = Bounds::of(points);
    let middle = f64::midpoint(bounds.min.x, bounds.max.x);
    let y = if points.len() > 2 { bounds.max.y } else { f64::midpoint(bounds.min.y, bounds.max.y) };
    let at = Point::new(middle, y);
    Label { at, text: text.to_owned(), colour }
}
