//! From layers in world coordinates to inks in pixels.

use crate::font::{CAPITAL_HEIGHT, text_width};
use crate::frame::Frame;
use crate::furniture::{self, framed};
use crate::ink::{Anchor, Clip, Group, Image, Ink, Pen, Pixel, Sheet, Text};
use crate::labels::Placer;
use crate::{Caption, DrawError, FillRule, Label, Layer, Level, Picture, Raster, Shape, Stroke};
use wayfront_geometry::Point;

/// Lines thinner than this, in pixels, fade away.
const THINNEST: f64 = 0.6;

/// The composed picture.
pub fn sheet(picture: &Picture) -> Result<Sheet, DrawError> {
    let frame = framed(picture)?;
    let mut layers: Vec<&Layer> = picture.layers.iter().collect();
    layers.sort_by_key(|layer| layer.level);
    let mut groups: Vec<Group> = layers.iter().map(|layer| group(layer, picture, &frame)).collect();
    groups.retain(|group| !group.inks.is_empty());
    groups.push(sheet_group("labels", labels(&layers, picture, &frame)));
    groups.push(sheet_group("scale", furniture::strip_below(picture, &frame)));
    groups.push(sheet_group("title", furniture::title(picture, &frame).into_iter().collect()));
    groups.retain(|group| !group.inks.is_empty());
    Ok(Sheet {
        width: frame.width as u32,
        height: frame.height as u32,
        background: picture.options.theme.page,
        title: picture.title.clone(),
        window: frame.window,
        walkable: pixels(&picture.walkable, &frame),
        groups,
    })
}

fn sheet_group(name: &str, inks: Vec<Ink>) -> Group {
    Group { name: name.to_owned(), clip: Clip::Sheet, inks }
}

fn group(layer: &Layer, picture: &Picture, frame: &Frame) -> Group {
    let cut_off = matches!(layer.level, Level::Field | Level::Solid) && !picture.walkable.is_empty();
    let clip = match picture.options.view {
        _ if cut_off => Clip::Walkable,
        Some(_) => Clip::Window,
        None => Clip::Sheet,
    };
    let inks = layer.shapes.iter().flat_map(|shape| inks(shape, frame)).collect();
    Group { name: layer.name.clone(), clip, inks }
}

/// What draws one shape. Labels are placed later, when everything else is known.
fn inks(shape: &Shape, frame: &Frame) -> Vec<Ink> {
    match shape {
        Shape::Polygons { rings, fill, outline } => vec![Ink::Fill {
            rings: pixels(rings, frame),
            colour: fill.colour,
            rule: fill.rule,
            outline_below: outline.map(|stroke| pen(stroke, frame)),
        }],
        Shape::Lines { lines, closed, stroke } => lines_and_arrows(pixels(lines, frame), *closed, *stroke, frame),
        Shape::Marks { centres, mark, radius, fill, outline } => {
            let centres = pixels(std::slice::from_ref(centres), frame).concat();
            let radius = (radius * frame.unit).max(1.0);
            vec![furniture::marks(&centres, *mark, radius, *fill, outline.map(|stroke| pen(stroke, frame)))]
        }
        Shape::Raster(raster) => vec![Ink::Image(image(raster, frame))],
        Shape::Labels(_) => Vec::new(),
        Shape::Captions(captions) => captions.iter().map(|caption| captioned(caption, frame)).collect(),
    }
}

fn captioned(caption: &Caption, frame: &Frame) -> Ink {
    let Caption { at, text, colour, anchor } = caption.clone();
    let (width, size) = (text_width(&text, frame.text), frame.text);
    let share = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let [x, y] = frame.pixel_from_world(at);
    let at = [x - share * width, y + size * CAPITAL_HEIGHT / 2.0];
    Ink::Text(Text { at, width, size, colour, halo: None, anchor, text })
}

fn pen(stroke: Stroke, frame: &Frame) -> Pen {
    let dashes = stroke.dashes.map(|lengths| lengths.map(|length| (length * frame.unit).max(1.0)));
    Pen { dashes, ..Pen::new(stroke.colour, (stroke.width * frame.unit).max(THINNEST)) }
}

/// Points on the sheet; rings and lines with points that are no numbers are left out.
fn pixels(lines: &[Vec<Point>], frame: &Frame) -> Vec<Vec<Pixel>> {
    let finite = lines.iter().filter(|line| line.iter().all(|p| p.is_finite()));
    finite.map(|line| line.iter().map(|&p| frame.pixel_from_world(p)).collect()).collect()
}

fn lines_and_arrows(mut lines: Vec<Vec<Pixel>>, closed: bool, stroke: Stroke, frame: &Frame) -> Vec<Ink> {
    let pen = pen(stroke, frame);
    let length = 3.0 * pen.width + 4.0 * frame.unit;
    let heads: Vec<Vec<Pixel>> = match stroke.arrow {
        true => lines.iter_mut().filter_map(|line| arrow_head(line, length)).collect(),
        false => Vec::new(),
    };
    let mut inks = vec![Ink::Stroke { lines, closed, pen }];
    if !heads.is_empty() {
        inks.push(Ink::Fill { rings: heads, colour: pen.colour, rule: FillRule::NonZero, outline_below: None });
    }
    inks
}

/// The head at the end of a line, which is drawn back so that its blunt end does not show beyond the tip.
fn arrow_head(line: &mut [Pixel], length: f64) -> Option<Vec<Pixel>> {
    let (tip, before) = (*line.last()?, *line.iter().rev().nth(1)?);
    let run = (tip[0] - before[0]).hypot(tip[1] - before[1]);
    if run == 0.0 {
        return None;
    }
    let (dx, dy) = ((tip[0] - before[0]) / run, (tip[1] - before[1]) / run);
    let base = [tip[0] - dx * length, tip[1] - dy * length];
    let half = length * 0.42;
    if run > length {
        *line.last_mut()? = [tip[0] - dx * length * 0.7, tip[1] - dy * length * 0.7];
    }
    Some(vec![tip, [base[0] - dy * half, base[1] + dx * half], [base[0] + dy * half, base[1] - dx * half]])
}

fn image(raster: &Raster, frame: &Frame) -> Image {
    let [columns, rows] = raster.size();
    let row_bytes = 4 * columns as usize;
    let rgba = if frame.is_upside_down() {
        raster.rgba().chunks_exact(row_bytes).rev().flatten().copied().collect()
    } else {
        raster.rgba().to_vec()
    };
    Image { place: frame.place_of(raster.bounds()), columns, rows, rgba, smooth: raster.is_smooth() }
}

/// The names that find a place.
fn labels(layers: &[&Layer], picture: &Picture, frame: &Frame) -> Vec<Ink> {
    let gap = frame.text * 0.72;
    let [left, top, width, height] = frame.window;
    let edge = frame.margin * 0.4;
    let mut placer = Placer::new([left - edge, top - edge, left + width + edge, top + height + edge]);
    let shapes = || layers.iter().flat_map(|layer| &layer.shapes);
    let all: Vec<&Label> = shapes().filter_map(labels_of).flatten().filter(|label| label.at.is_finite()).collect();
    let marks = layers.iter().filter(|layer| layer.level == Level::Mark).flat_map(|layer| &layer.shapes);
    marks.for_each(|shape| keep_clear(shape, frame, gap * 0.7, &mut placer));
    let write = |label: &&Label| {
        let (at, anchor) = placer.place(frame.pixel_from_world(label.at), &label.text, frame.text, gap)?;
        let width = crate::font::text_width(&label.text, frame.text);
        let halo = Some(picture.options.theme.walkable);
        let (size, colour, text) = (frame.text, label.colour, label.text.clone());
        Some(Ink::Text(Text { at, width, size, colour, halo, anchor, text }))
    };
    all.iter().filter_map(write).collect()
}

fn labels_of(shape: &Shape) -> Option<&Vec<Label>> {
    if let Shape::Labels(labels) = shape { Some(labels) } else { None }
}

/// Marks and marked lines are not covered by names.
fn keep_clear(shape: &Shape, frame: &Frame, radius: f64, placer: &mut Placer) {
    match shape {
        Shape::Marks { centres, .. } => {
            pixels(std::slice::from_ref(centres), frame).concat().iter().for_each(|&p| placer.avoid_point(p, radius));
        }
        Shape::Lines { lines, .. } => {
            pixels(lines, frame).iter().for_each(|line| placer.avoid_line(line, radius));
        }
        _ => {}
    }
}
