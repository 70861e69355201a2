//! Draws a sheet with the software rasteriser tiny-skia and encodes it as PNG.

use super::glyphs;
use crate::colours::Colour;
use crate::compose::{Clip, HALO, Image, Ink, Pen, Sheet, TextLine};
use crate::error::DrawError;
use crate::layers::FillRule;
use crate::picture::Pixel;
use tiny_skia::{
    FilterQuality, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8, Rect,
    StrokeDash, Transform,
};

/// The sheet as a PNG file.
pub fn draw(sheet: &Sheet) -> Result<Vec<u8>, DrawError> {
    pixels(sheet)?.encode_png().map_err(|e| DrawError::Encoding(e.to_string()))
}

/// The sheet as pixels.
pub fn pixels(sheet: &Sheet) -> Result<Pixmap, DrawError> {
    let no_memory = || DrawError::Encoding(format!("no memory for {} x {} pixels", sheet.width, sheet.height));
    let mut pixmap = Pixmap::new(sheet.width, sheet.height).ok_or_else(no_memory)?;
    pixmap.fill(skia_colour(sheet.background));
    let masks = Masks::of(sheet);
    for group in &sheet.groups {
        let mut canvas = Canvas { pixmap: &mut pixmap, mask: masks.get(group.clip) };
        for ink in &group.inks {
            canvas.draw(ink)?;
        }
    }
    Ok(pixmap)
}

/// An image as a PNG file of its own.
pub fn encode(image: &Image) -> Result<Vec<u8>, DrawError> {
    pixmap_of(image)?.encode_png().map_err(|e| DrawError::Encoding(e.to_string()))
}

/// One mask for each clip that the sheet uses.
struct Masks {
    window: Option<Mask>,
    walkable: Option<Mask>,
}

impl Masks {
    fn of(sheet: &Sheet) -> Self {
        let used = |clip: Clip| sheet.groups.iter().any(|group| group.clip == clip);
        let filled = |path: Option<Path>| {
            let mut mask = Mask::new(sheet.width, sheet.height)?;
            mask.fill_path(&path?, tiny_skia::FillRule::Winding, true, Transform::identity());
            Some(mask)
        };
        let walkable = used(Clip::Walkable).then(|| filled(path(&sheet.walkable, true))).flatten();
        let [x, y, w, h] = sheet.window.map(|v| v as f32);
        let window = || Rect::from_xywh(x, y, w, h).map(PathBuilder::from_rect);
        if !used(Clip::Window) {
            return Self { window: None, walkable };
        }
        let walkable = walkable.zip(window()).map(|(mut mask, rect)| {
            mask.intersect_path(&rect, tiny_skia::FillRule::Winding, true, Transform::identity());
            mask
        });
        Self { window: filled(window()), walkable }
    }

    fn get(&self, clip: Clip) -> Option<&Mask> {
        match clip {
            Clip::Sheet => None,
            Clip::Window => self.window.as_ref(),
            Clip::Walkable => self.walkable.as_ref(),
        }
    }
}

struct Canvas<'a> {
    pixmap: &'a mut Pixmap,
    mask: Option<&'a Mask>,
}

impl Canvas<'_> {
    fn draw(&mut self, ink: &Ink) -> Result<(), DrawError> {
        match ink {
            Ink::Fill { rings, colour, rule, outline_below } => {
                if let Some(pen) = outline_below {
                    self.strokes(rings, true, *pen);
                }
                if let Some(path) = path(rings, true) {
                    self.fill(&path, *colour, *rule);
                }
            }
            Ink::Stroke { lines, closed, pen } => self.strokes(lines, *closed, *pen),
            Ink::Discs { centres, radius, fill, outline } => self.discs(centres, *radius, *fill, *outline),
            Ink::Image(image) => self.image(image)?,
            Ink::Text(text) => self.text(text),
        }
        Ok(())
    }

    fn fill(&mut self, path: &Path, colour: Colour, rule: FillRule) {
        let rule = match rule {
            FillRule::NonZero => tiny_skia::FillRule::Winding,
            FillRule::EvenOdd => tiny_skia::FillRule::EvenOdd,
        };
        self.pixmap.fill_path(path, &paint(colour), rule, Transform::identity(), self.mask);
    }

    /// Opaque lines are drawn one by one: small paths cost far less than a huge one. Others go together, so that they
    /// do not add up where they meet.
    fn strokes(&mut self, lines: &[Vec<Pixel>], closed: bool, pen: Pen) {
        let together = if pen.colour.a == 255 { 1 } else { lines.len().max(1) };
        for path in lines.chunks(together).filter_map(|some| path(some, closed)) {
            self.stroke(&path, pen);
        }
    }

    fn stroke(&mut self, path: &Path, pen: Pen) {
        let dash = pen.dashes.and_then(|[dash, gap]| StrokeDash::new(vec![dash as f32, gap as f32], 0.0));
        // Dashes end flat: round caps would fill the gaps.
        let line_cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
        let stroke = tiny_skia::Stroke {
            width: pen.width as f32,
            line_cap,
            line_join: LineJoin::Round,
            dash,
            ..Default::default()
        };
        self.pixmap.stroke_path(path, &paint(pen.colour), &stroke, Transform::identity(), self.mask);
    }

    fn discs(&mut self, centres: &[Pixel], radius: f64, fill: Colour, outline: Option<Pen>) {
        let mut builder = PathBuilder::new();
        for &[x, y] in centres {
            builder.push_circle(x as f32, y as f32, radius as f32);
        }
        let Some(path) = builder.finish() else { return };
        self.pixmap.fill_path(&path, &paint(fill), tiny_skia::FillRule::Winding, Transform::identity(), self.mask);
        if let Some(pen) = outline {
            self.stroke(&path, pen);
        }
    }

    fn image(&mut self, image: &Image) -> Result<(), DrawError> {
        let source = pixmap_of(image)?;
        let [x, y, w, h] = image.place.map(|v| v as f32);
        let (sx, sy) = (w / image.columns as f32, h / image.rows as f32);
        let quality = if image.smooth { FilterQuality::Bilinear } else { FilterQuality::Nearest };
        let paint = PixmapPaint { quality, ..PixmapPaint::default() };
        self.pixmap.draw_pixmap(0, 0, source.as_ref(), &paint, Transform::from_row(sx, 0.0, 0.0, sy, x, y), self.mask);
        Ok(())
    }

    fn text(&mut self, text: &TextLine) {
        let mut builder = PathBuilder::new();
        glyphs::outline(&text.text, text.size, text.at, &mut builder);
        let Some(path) = builder.finish() else { return };
        if let Some(colour) = text.halo {
            self.stroke(&path, Pen::new(colour, text.size * HALO));
        }
        self.fill(&path, text.colour, FillRule::NonZero);
    }
}

fn path(lines: &[Vec<Pixel>], closed: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for line in lines {
        for (i, &[x, y]) in line.iter().enumerate() {
            if i == 0 { builder.move_to(x as f32, y as f32) } else { builder.line_to(x as f32, y as f32) }
        }
        if closed && !line.is_empty() {
            builder.close();
        }
    }
    builder.finish()
}

fn skia_colour(c: Colour) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(c.r, c.g, c.b, c.a)
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(skia_colour(colour));
    paint
}

fn pixmap_of(image: &Image) -> Result<Pixmap, DrawError> {
    let no_memory = || DrawError::Encoding(format!("no memory for an image of {} x {}", image.columns, image.rows));
    let mut pixmap = Pixmap::new(image.columns, image.rows).ok_or_else(no_memory)?;
    for (pixel, rgba) in pixmap.pixels_mut().iter_mut().zip(image.rgba.chunks_exact(4)) {
        *pixel = premultiplied([rgba[0], rgba[1], rgba[2], rgba[3]]);
    }
    Ok(pixmap)
}

fn premultiplied([r, g, b, a]: [u8; 4]) -> PremultipliedColorU8 {
    tiny_skia::ColorU8::from_rgba(r, g, b, a).premultiply()
}
