//! From layers in world coordinates to inks in pixels.
//!
//! A picture is composed once; all encoders draw the resulting [`Sheet`], so that PNG and SVG look alike. Layers are
//! sorted by level, names are placed when everything that they should not cover is known, and title, scale bar and key
//! get strips of their own around the world.

mod axes;
mod furniture;
mod ink;
mod labels;

pub(crate) use ink::{Clip, HALO, Image, Ink, InkGroup, Pen, Sheet, TextLine};

use crate::error::DrawError;
use crate::font::{CAPITAL_HEIGHT, text_width};
use crate::layers::{Anchor, Caption, FillRule, Label, Layer, Primitive, RasterImage, Stroke, ZLevel};
use crate::picture::{Frame, Picture, Pixel};
use axes::Axes;
use furniture::framed;
use labels::Placer;
use wayfront_geometry::Point;

/// Lines thinner than this, in pixels, fade away.
const THINNEST: f64 = 0.6;

impl Picture {
    /// Width and height in pixels.
    ///
    /// # Errors
    /// If the picture is too large.
    pub fn size(&self) -> Result<[u32; 2], DrawError> {
        let frame = framed(self)?;
        Ok([frame.width as u32, frame.height as u32])
    }

    /// The place of a world point in the picture, in pixels from its upper left.
    ///
    /// # Errors
    /// If the picture is too large.
    pub fn pixel_from_world(&self, p: Point) -> Result<[f64; 2], DrawError> {
        Ok(framed(self)?.pixel_from_world(p))
    }
}

/// The composed picture.
pub(crate) fn sheet(picture: &Picture) -> Result<Sheet, DrawError> {
    let frame = framed(picture)?;
    let mut layers: Vec<&Layer> = picture.layers.iter().collect();
    layers.sort_by_key(|layer| layer.level);
    let mut groups: Vec<InkGroup> = layers.iter().map(|layer| group(layer, picture, &frame)).collect();
    groups.retain(|group| !group.inks.is_empty());
    groups.push(sheet_group("labels", labels(&layers, picture, &frame)));
    let axes = Axes::of(picture).map(|axes| axes.inks(&frame, picture.options.theme.text));
    groups.push(sheet_group("axes", axes.unwrap_or_default()));
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

fn sheet_group(name: &str, inks: Vec<Ink>) -> InkGroup {
    InkGroup { name: name.to_owned(), clip: Clip::Sheet, inks }
}

fn group(layer: &Layer, picture: &Picture, frame: &Frame) -> InkGroup {
    let cut_off = matches!(layer.level, ZLevel::Field | ZLevel::Solid) && !picture.walkable.is_empty();
    let clip = match picture.options.view {
        _ if cut_off => Clip::Walkable,
        Some(_) => Clip::Window,
        None => Clip::Sheet,
    };
    let inks = layer.primitives.iter().flat_map(|shape| inks(shape, frame)).collect();
    InkGroup { name: layer.name.clone(), clip, inks }
}

/// What draws one shape. Labels are placed later, when everything else is known.
fn inks(shape: &Primitive, frame: &Frame) -> Vec<Ink> {
    match shape {
        Primitive::Polygons { rings, fill, outline } => vec![Ink::Fill {
            rings: pixels(rings, frame),
            colour: fill.colour,
            rule: fill.rule,
            outline_below: outline.map(|stroke| pen(stroke, frame)),
        }],
        Primitive::Lines { lines, closed, stroke } => lines_and_arrows(pixels(lines, frame), *closed, *stroke, frame),
        Primitive::Marks { centres, mark, radius, fill, outline } => {
            let centres = pixels(std::slice::from_ref(centres), frame).concat();
            let radius = (radius * frame.unit).max(1.0);
            vec![furniture::marks(&centres, *mark, radius, *fill, outline.map(|stroke| pen(stroke, frame)))]
        }
        Primitive::Image(raster) => vec![Ink::Image(image(raster, frame))],
        Primitive::Labels(_) => Vec::new(),
        Primitive::Captions(captions) => captions.iter().map(|caption| captioned(caption, frame)).collect(),
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
    Ink::Text(TextLine { at, width, size, colour, halo: None, anchor, text })
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

fn image(raster: &RasterImage, frame: &Frame) -> Image {
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
    // Names may reach a little beyond the world, but not into axes.
    let edge = if frame.axes.left > 0.0 { 0.0 } else { frame.margin * 0.4 };
    let mut placer = Placer::new([left - edge, top - edge, left + width + edge, top + height + edge]);
    let shapes = || layers.iter().flat_map(|layer| &layer.primitives);
    let all: Vec<&Label> = shapes().filter_map(labels_of).flatten().filter(|label| label.at.is_finite()).collect();
    let marks = layers.iter().filter(|layer| layer.level == ZLevel::Mark).flat_map(|layer| &layer.primitives);
    marks.for_each(|shape| keep_clear(shape, frame, gap * 0.7, &mut placer));
    let write = |label: &&Label| {
        let (at, anchor) = placer.place(frame.pixel_from_world(label.at), &label.text, frame.text, gap)?;
        let width = text_width(&label.text, frame.text);
        let halo = Some(picture.options.theme.walkable);
        let (size, colour, text) = (frame.text, label.colour, label.text.clone());
        Some(Ink::Text(TextLine { at, width, size, colour, halo, anchor, text }))
    };
    all.iter().filter_map(write).collect()
}

fn labels_of(shape: &Primitive) -> Option<&Vec<Label>> {
    if let Primitive::Labels(labels) = shape { Some(labels) } else { None }
}

/// Marks and marked lines are not covered by names.
fn keep_clear(shape: &Primitive, frame: &Frame, radius: f64, placer: &mut Placer) {
    match shape {
        Primitive::Marks { centres, .. } => {
            pixels(std::slice::from_ref(centres), frame).concat().iter().for_each(|&p| placer.avoid_point(p, radius));
        }
        Primitive::Lines { lines, .. } => {
            pixels(lines, frame).iter().for_each(|line| placer.avoid_line(line, radius));
        }
        _ => {}
    }
}
