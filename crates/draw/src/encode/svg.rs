//! Writes a sheet as SVG: one group per layer, paths in pixels with relative steps, names as real text.
//!
//! Coordinates are whole hundredths of a pixel; steps are differences of rounded places, so that rounding does not
//! add up along a path.
//!
//! Outlines below their fill and halos below letters are elements of their own. SVG has an attribute for both,
//! `paint-order`, but converters that do not know it paint the halo over the letters.

use super::png;
use crate::colours::Colour;
use crate::compose::{Clip, HALO, Image, Ink, InkGroup, Pen, Sheet, TextLine};
use crate::error::DrawError;
use crate::layers::{Anchor, FillRule};
use crate::picture::Pixel;
use base64::prelude::{BASE64_STANDARD, Engine};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The sheet as an SVG file.
pub fn write(sheet: &Sheet) -> Result<String, DrawError> {
    let (w, h) = (sheet.width, sheet.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"'Noto Sans',sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
    );
    if let Some(title) = &sheet.title {
        line(&mut out, format_args!("<title>{}</title>", escaped(title)));
    }
    write_clips(sheet, &mut out);
    line(&mut out, format_args!("<rect id=\"page\" width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", sheet.background));
    let mut ids = Ids::default();
    let in_window = sheet.groups.iter().any(|group| group.clip == Clip::Window);
    for group in &sheet.groups {
        write_group(group, in_window, &mut ids, &mut out)?;
    }
    out.push_str("</svg>\n");
    Ok(out)
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    // Writing to a string does not fail.
    let _ = out.write_fmt(text);
    out.push('\n');
}

fn write_clips(sheet: &Sheet, out: &mut String) {
    let used = |clip: Clip| sheet.groups.iter().any(|group| group.clip == clip);
    let [x, y, w, h] = sheet.window.map(number);
    if used(Clip::Window) {
        let rect = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>");
        line(out, format_args!("<clipPath id=\"clip-window\">{rect}</clipPath>"));
    }
    if used(Clip::Walkable) {
        let path = path_data(&sheet.walkable, true);
        line(out, format_args!("<clipPath id=\"clip-walkable\"><path d=\"{path}\"/></clipPath>"));
    }
}

/// A group; what is cut off at the walkable area and at the window is wrapped in a second one, since few viewers
/// follow a clip that is clipped itself.
fn write_group(group: &InkGroup, in_window: bool, ids: &mut Ids, out: &mut String) -> Result<(), DrawError> {
    let wrapped = in_window && group.clip == Clip::Walkable;
    let clip = match group.clip {
        Clip::Sheet => "",
        Clip::Window => " clip-path=\"url(#clip-window)\"",
        Clip::Walkable => " clip-path=\"url(#clip-walkable)\"",
    };
    if wrapped {
        line(out, format_args!("<g clip-path=\"url(#clip-window)\">"));
    }
    line(out, format_args!("<g id=\"{}\"{clip}>", escaped(&ids.unique(&group.name))));
    for ink in &group.inks {
        line(out, format_args!("{}", element(ink, ids)?));
    }
    line(out, format_args!("{}", if wrapped { "</g></g>" } else { "</g>" }));
    Ok(())
}

fn element(ink: &Ink, ids: &mut Ids) -> Result<String, DrawError> {
    Ok(match ink {
        Ink::Fill { rings, colour, rule, outline_below } => fill_element(rings, *colour, *rule, *outline_below, ids),
        Ink::Stroke { lines, closed, pen } => {
            format!("<path fill=\"none\"{} d=\"{}\"/>", stroke(*pen), path_data(lines, *closed))
        }
        Ink::Discs { centres, radius, fill: colour, outline } => {
            let outline = outline.map_or(String::new(), stroke);
            let circle = |&[x, y]: &Pixel| {
                format!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", number(x), number(y), number(*radius))
            };
            let circles: String = centres.iter().map(circle).collect();
            format!("<g{}{outline}>{circles}</g>", fill(*colour))
        }
        Ink::Image(image) => image_element(image)?,
        Ink::Text(text) => text_element(text),
    })
}

/// Filled rings with their outline below, so that only its outer half shows.
fn fill_element(
    rings: &[Vec<Pixel>],
    colour: Colour,
    rule: FillRule,
    outline_below: Option<Pen>,
    ids: &mut Ids,
) -> String {
    let rule = if rule == FillRule::EvenOdd { " fill-rule=\"evenodd\"" } else { "" };
    let (fill, data) = (fill(colour), path_data(rings, true));
    match outline_below {
        None => format!("<path{fill}{rule} d=\"{data}\"/>"),
        // In the same colour it does not matter which is painted first.
        Some(pen) if pen.colour == colour && colour.a == 255 => {
            format!("<path{fill}{rule}{} d=\"{data}\"/>", stroke(pen))
        }
        // A copy with a stroke lies below: it inherits the stroke, and the path's own fill covers the inner half.
        Some(pen) if colour.a == 255 => {
            let id = ids.unique("shape");
            format!("<use href=\"#{id}\"{}/><path id=\"{id}\"{fill}{rule} d=\"{data}\"/>", stroke(pen))
        }
        // Two translucent fills would add up.
        Some(pen) => {
            format!("<path fill=\"none\"{} d=\"{data}\"/><path{fill}{rule} d=\"{data}\"/>", stroke(pen))
        }
    }
}

fn fill(colour: Colour) -> String {
    format!(" fill=\"{colour}\"{}", opacity("fill-opacity", colour))
}

fn stroke(pen: Pen) -> String {
    let mut out = format!(" stroke=\"{}\"{}", pen.colour, opacity("stroke-opacity", pen.colour));
    let _ = write!(out, " stroke-width=\"{}\"", number(pen.width));
    if let Some([dash, gap]) = pen.dashes {
        let _ = write!(out, " stroke-dasharray=\"{} {}\" stroke-linecap=\"butt\"", number(dash), number(gap));
    }
    out
}

fn opacity(attribute: &str, colour: Colour) -> String {
    if colour.a == 255 { String::new() } else { format!(" {attribute}=\"{}\"", number(f64::from(colour.a) / 255.0)) }
}

fn image_element(image: &Image) -> Result<String, DrawError> {
    let [x, y, w, h] = image.place.map(number);
    let look = if image.smooth { "" } else { " image-rendering=\"pixelated\"" };
    let data = BASE64_STANDARD.encode(png::encode(image)?);
    Ok(format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" preserveAspectRatio=\"none\"{look} \
         href=\"data:image/png;base64,{data}\"/>"
    ))
}

/// The width is given, so that another font does not disturb the layout. A halo is the same text below, hidden from
/// programs that read texts aloud.
fn text_element(text: &TextLine) -> String {
    let (share, anchor) = match text.anchor {
        Anchor::Start => (0.0, ""),
        Anchor::Middle => (0.5, " text-anchor=\"middle\""),
        Anchor::End => (1.0, " text-anchor=\"end\""),
    };
    let [x, y] = [text.at[0] + share * text.width, text.at[1]].map(number);
    let (size, width, words) = (number(text.size), number(text.width), escaped(&text.text));
    let written = |look: String| {
        format!(
            "<text x=\"{x}\" y=\"{y}\"{anchor} font-size=\"{size}\" textLength=\"{width}\" \
             lengthAdjust=\"spacingAndGlyphs\"{look}>{words}</text>"
        )
    };
    let halo = text.halo.map_or(String::new(), |colour| {
        let pen = Pen::new(colour, text.size * HALO);
        written(format!("{}{} aria-hidden=\"true\"", fill(colour), stroke(pen)))
    });
    halo + &written(fill(text.colour))
}

/// Subpaths as an absolute start and relative steps.
fn path_data(lines: &[Vec<Pixel>], closed: bool) -> String {
    let mut out = String::new();
    for points in lines.iter().filter(|points| !points.is_empty()) {
        let mut last = hundredths(points[0]);
        let _ = write!(out, "M{} {}", decimal(last[0]), decimal(last[1]));
        for &point in &points[1..] {
            let at = hundredths(point);
            let step = [at[0] - last[0], at[1] - last[1]];
            if step != [0, 0] {
                write_step(step, &mut out);
            }
            last = at;
        }
        // A subpath of one place shows as a dot only if it has a segment.
        out.push_str(if closed { "z" } else { "" });
    }
    out
}

fn write_step([dx, dy]: [i64; 2], out: &mut String) {
    let _ = match (dx, dy) {
        (_, 0) => write!(out, "h{}", decimal(dx)),
        (0, _) => write!(out, "v{}", decimal(dy)),
        _ if dy < 0 => write!(out, "l{}{}", decimal(dx), decimal(dy)),
        _ => write!(out, "l{} {}", decimal(dx), decimal(dy)),
    };
}

fn hundredths(p: Pixel) -> [i64; 2] {
    // A cast saturates: places beyond all sheets stay beyond them. Quartered, so that differences do not overflow.
    p.map(|v| ((v * 100.0).round() as i64).clamp(i64::MIN / 4, i64::MAX / 4))
}

fn number(v: f64) -> String {
    decimal(hundredths([v, 0.0])[0])
}

/// Hundredths as a decimal number without useless zeros: 150 is 1.5, -25 is -.25.
fn decimal(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (whole, rest) {
        (_, 0) => format!("{sign}{whole}"),
        (0, _) if rest % 10 == 0 => format!("{sign}.{}", rest / 10),
        (0, _) => format!("{sign}.{rest:02}"),
        _ if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Text for XML: markup escaped, characters that XML forbids left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if c.is_control() => {}
            _ => out.push(c),
        }
    }
    out
}

/// The ids in use.
#[derive(Default)]
struct Ids {
    taken: HashSet<String>,
    /// The last number given to each name.
    last: HashMap<String, u32>,
}

impl Ids {
    /// An id like this name that no other element has.
    fn unique(&mut self, name: &str) -> String {
        let base: String = name.chars().map(|c| if c.is_whitespace() { '-' } else { c }).collect();
        let last = self.last.entry(base.clone()).or_insert(0);
        loop {
            *last += 1;
            let id = if *last == 1 { base.clone() } else { format!("{base}-{last}") };
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_short() {
        let cases = [(0, "0"), (150, "1.5"), (-25, "-.25"), (5, ".05"), (-100, "-1"), (1234, "12.34"), (-50, "-.5")];
        for (hundredths, text) in cases {
            assert_eq!(decimal(hundredths), text);
        }
    }

    #[test]
    fn steps_do_not_add_up_rounding() {
        let line: Vec<Pixel> = (0..1000).map(|i| [f64::from(i) * 0.123_456, 0.0]).collect();
        let data = path_data(&[line], false);
        let sum: f64 = data.split('h').skip(1).map(|step| step.parse::<f64>().unwrap()).sum();
        assert!((sum - 999.0 * 0.123_456).abs() < 0.01);
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escaped("a<b>&\"c\"\u{1}"), "a&lt;b&gt;&amp;&quot;c&quot;");
    }

    #[test]
    fn ids_are_unique() {
        let mut ids = Ids::default();
        let names = ["shape", "my route", "shape", "shape-2", "shape"].map(|name| ids.unique(name));
        assert_eq!(names, ["shape", "my-route", "shape-2", "shape-2-2", "shape-3"]);
    }
}
