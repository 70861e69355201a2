//! What stands around the world: the title above, scale bar and key below.
//!
//! The strip below is a row of items that wraps; its height is known before anything is drawn, so that the sheet can
//! be sized.

use super::axes::Axes;
use super::ink::{Image, Ink, Pen, TextLine};
use crate::colours::{Colour, ColourMap};
use crate::error::DrawError;
use crate::font::{CAPITAL_HEIGHT, fitted, text_width};
use crate::layers::{Anchor, FillRule, Key, Mark, Stroke, round_length, short_number};
use crate::picture::{Frame, Picture, Pixel};

/// Pictures smaller than this show no key.
const LEAST_SIZE_FOR_KEY: u32 = 400;
/// Colours in the key of a colour map.
const RAMP_STEPS: u32 = 96;

/// The picture's frame with space for its axes, its title and its key.
pub fn framed(picture: &Picture) -> Result<Frame, DrawError> {
    let bare = picture.frame.clone();
    let frame = match Axes::of(picture) {
        Some(axes) => bare.with_axes(axes.room(&picture.frame)),
        None => bare,
    };
    let above = picture.title.as_ref().map_or(0.0, |_| title_size(&frame) * 1.1);
    let items = items(picture, &frame);
    let rows = rows(&items, &frame).last().map_or(0.0, |last| last.1 + 1.0);
    let below = if items.is_empty() { 0.0 } else { rows * row_height(&frame) - frame.margin * 0.3 };
    frame.with_strips(above, below)
}

fn title_size(frame: &Frame) -> f64 {
    frame.text * 1.35
}

fn row_height(frame: &Frame) -> f64 {
    frame.text * 1.9
}

/// The title as it fits.
pub fn title(picture: &Picture, frame: &Frame) -> Option<Ink> {
    let size = title_size(frame);
    let left = frame.window[0].min(frame.margin);
    let text = fitted(picture.title.as_ref()?, size, frame.width - 2.0 * left);
    let baseline = frame.window[1] - frame.axes.above - frame.margin * 0.45 - size * 0.2;
    Some(written(text, [left, baseline], size, picture.options.theme.text))
}

/// One item of the strip below: a symbol and a text.
struct Item {
    symbol: Symbol,
    text: String,
    /// Text before the symbol.
    before: String,
}

enum Symbol {
    Scale(f64),
    Area(Colour, Colour),
    Line(Stroke),
    Mark(Mark, Colour),
    Ramp(ColourMap),
}

impl Item {
    fn new(symbol: Symbol, text: &str) -> Self {
        Self { symbol, text: text.to_owned(), before: String::new() }
    }

    fn of_key(key: &Key) -> Self {
        match key {
            Key::Area { label, fill, outline } => Self::new(Symbol::Area(*fill, *outline), label),
            Key::Line { label, stroke } => Self::new(Symbol::Line(*stroke), label),
            Key::Mark { label, mark, fill } => Self::new(Symbol::Mark(*mark, *fill), label),
            Key::Ramp { label, map, ends: [low, high] } => {
                Self { before: format!("{label}  {low}"), ..Self::new(Symbol::Ramp(*map), high) }
            }
        }
    }

    fn symbol_width(&self, text: f64) -> f64 {
        match self.symbol {
            Symbol::Scale(length) => length,
            Symbol::Area(..) => text * 1.1,
            Symbol::Line(_) => text * 1.7,
            Symbol::Mark(..) => text * 0.8,
            Symbol::Ramp(_) => text * 9.0,
        }
    }

    fn gap(text: f64) -> f64 {
        text * 0.45
    }

    fn before_width(&self, text: f64) -> f64 {
        if self.before.is_empty() { 0.0 } else { text_width(&self.before, text) + Self::gap(text) }
    }

    fn width(&self, text: f64) -> f64 {
        self.before_width(text) + self.symbol_width(text) + Self::gap(text) + text_width(&self.text, text)
    }
}

/// The scale bar and the keys.
fn items(picture: &Picture, frame: &Frame) -> Vec<Item> {
    let options = &picture.options;
    let scale = options.scale_bar.then(|| {
        let length = round_length(0.2 * frame.window[2].max(frame.width / 2.0) / frame.scale);
        let label = format!("{} {}", short_number(length), options.length_unit);
        Item::new(Symbol::Scale(length * frame.scale), label.trim_end())
    });
    let has_key = options.key && options.size >= LEAST_SIZE_FOR_KEY;
    let keys = picture.keys.iter().filter(|_| has_key).map(Item::of_key);
    scale.into_iter().chain(keys).collect()
}

/// The left edge and the row of each item.
fn rows(items: &[Item], frame: &Frame) -> Vec<(f64, f64)> {
    let start = frame.window[0].min(frame.margin);
    let (mut x, mut row) = (start, 0.0);
    let mut places = Vec::new();
    for item in items {
        let width = item.width(frame.text);
        if x > start && x + width > frame.width - start {
            (x, row) = (start, row + 1.0);
        }
        places.push((x, row));
        x += width + frame.text * 1.7;
    }
    places
}

/// The strip below the world.
pub fn strip_below(picture: &Picture, frame: &Frame) -> Vec<Ink> {
    let items = items(picture, frame);
    let top = frame.window[1] + frame.window[3] + frame.axes.below + frame.margin * 0.7;
    let mut inks = Vec::new();
    for (item, (left, row)) in items.iter().zip(rows(&items, frame)) {
        let middle = top + (row + 0.5) * row_height(frame);
        draw_item(item, [left, middle], frame, picture.options.theme.text, &mut inks);
    }
    inks
}

fn draw_item(item: &Item, [left, middle]: Pixel, frame: &Frame, colour: Colour, inks: &mut Vec<Ink>) {
    let text = frame.text;
    let baseline = middle + text * CAPITAL_HEIGHT / 2.0;
    if !item.before.is_empty() {
        inks.push(written(item.before.clone(), [left, baseline], text, colour));
    }
    let x = left + item.before_width(text);
    let width = item.symbol_width(text);
    draw_symbol(&item.symbol, [x, middle], width, frame, colour, inks);
    inks.push(written(item.text.clone(), [x + width + Item::gap(text), baseline], text, colour));
}

fn draw_symbol(symbol: &Symbol, [x, y]: Pixel, width: f64, frame: &Frame, colour: Colour, inks: &mut Vec<Ink>) {
    let half = frame.text * 0.36;
    let unit = frame.unit;
    match *symbol {
        Symbol::Scale(_) => {
            let pen = Pen::new(colour, (1.6 * unit).max(1.0));
            let ticks = vec![vec![[x, y - half], [x, y + half], [x + width, y + half], [x + width, y - half]]];
            inks.push(Ink::Stroke { lines: ticks, closed: false, pen });
        }
        Symbol::Area(fill, outline) => {
            let rings = vec![rectangle([x, y - half, width, 2.0 * half])];
            let outline_below = Some(Pen::new(outline, (2.0 * unit).max(1.0)));
            inks.push(Ink::Fill { rings, colour: fill, rule: FillRule::NonZero, outline_below });
        }
        Symbol::Line(stroke) => {
            let dashes = stroke.dashes.map(|d| d.map(|length| length * unit));
            let pen = Pen { dashes, ..Pen::new(stroke.colour, (stroke.width * unit).clamp(1.0, half * 1.6)) };
            // Round ends reach half a width beyond the line.
            let end = if dashes.is_some() { 0.0 } else { pen.width / 2.0 };
            inks.push(Ink::Stroke { lines: vec![vec![[x + end, y], [x + width - end, y]]], closed: false, pen });
        }
        Symbol::Mark(mark, fill) => inks.push(marks(&[[x + width / 2.0, y]], mark, half, fill, None)),
        Symbol::Ramp(map) => {
            let rgba = map.table(RAMP_STEPS as usize).iter().flat_map(|c| [c.r, c.g, c.b, 255]).collect();
            let place = [x, y - half, width, 2.0 * half];
            inks.push(Ink::Image(Image { place, columns: RAMP_STEPS, rows: 1, rgba, smooth: false }));
        }
    }
}

/// Marks of one kind.
pub fn marks(centres: &[Pixel], mark: Mark, radius: f64, fill: Colour, outline: Option<Pen>) -> Ink {
    match mark {
        Mark::Disc => Ink::Discs { centres: centres.to_vec(), radius, fill, outline },
        Mark::Diamond => {
            let diamond = |&[x, y]: &Pixel| vec![[x, y - radius], [x + radius, y], [x, y + radius], [x - radius, y]];
            let rings = centres.iter().map(diamond).collect();
            // Below the fill only half of the outline shows.
            let outline_below = outline.map(|pen| Pen { width: 2.0 * pen.width, ..pen });
            Ink::Fill { rings, colour: fill, rule: FillRule::NonZero, outline_below }
        }
    }
}

fn rectangle([x, y, w, h]: [f64; 4]) -> Vec<Pixel> {
    vec![[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
}

fn written(text: String, at: Pixel, size: f64, colour: Colour) -> Ink {
    Ink::Text(TextLine { at, width: text_width(&text, size), size, colour, halo: None, anchor: Anchor::Start, text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Options;
    use wayfront_geometry::{Bounds, Point};
    use wayfront_world::YAxis;

    fn picture(keys: usize) -> Picture {
        let view = Bounds::of(&[Point::new(0.0, 0.0), Point::new(40.0, 30.0)]);
        let mut picture = Picture::new(view, YAxis::Up, &Options::default()).unwrap();
        for k in 0..keys {
            let label = format!("a thing of kind {k}");
            picture.push_key(Key::Mark { label, mark: Mark::Disc, fill: Colour::hex(0x09_09_09) });
        }
        picture
    }

    #[test]
    fn the_scale_bar_is_as_long_as_it_says() {
        let picture = picture(0);
        let frame = framed(&picture).unwrap();
        let [Item { symbol: Symbol::Scale(pixels), text, .. }] = &items(&picture, &frame)[..] else {
            panic!("no scale bar");
        };
        let metres: f64 = text.split(' ').next().and_then(|number| number.parse().ok()).unwrap();
        assert!((metres * frame.scale - pixels).abs() < 1e-9, "{text}: {pixels} pixels of {} each", frame.scale);
    }

    #[test]
    fn keys_stay_on_the_sheet() {
        let picture = picture(40);
        let frame = framed(&picture).unwrap();
        let items = items(&picture, &frame);
        let places = rows(&items, &frame);
        let ends = items.iter().zip(&places).map(|(item, (left, _))| left + item.width(frame.text));
        assert!(ends.fold(0.0, f64::max) <= frame.width);
        assert!(places.iter().any(|&(_, row)| row > 2.0));
        // Those of a row are farther apart than a symbol and its own text.
        for (pair, item) in places.windows(2).zip(&items).filter(|(pair, _)| pair[0].1 == pair[1].1) {
            let gap = pair[1].0 - pair[0].0 - item.width(frame.text);
            assert!(gap > 2.0 * Item::gap(frame.text), "{gap}");
        }
    }
}
