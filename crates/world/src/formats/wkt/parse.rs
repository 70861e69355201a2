//! The grammar of well-known text, without meaning. Linear in the text; nesting is limited.

use crate::documents::{SyntaxError, scan_number};
use wayfront_geometry::Point;

/// A geometry that is not a collection, and the byte at which it starts.
pub(crate) struct Leaf {
    pub at: usize,
    pub shape: Shape,
}

/// The geometries that matter, and the names of those that do not.
pub(crate) enum Shape {
    /// Points, whose coordinates are not needed.
    Points,
    Line(Vec<Point>),
    /// Outer ring and holes.
    Polygon(Vec<Vec<Point>>),
    Unknown(String),
}

const DEPTH_MAX: usize = 50;

/// All geometries of a text: one, a collection, or several in a row.
pub(crate) fn parse(text: &str) -> Result<Vec<Leaf>, SyntaxError> {
    let mut parser = Parser { text, bytes: text.as_bytes(), at: 0, leaves: Vec::new() };
    parser.skip_reference_system();
    loop {
        parser.geometry(0)?;
        while parser.accept(b';') {}
        if parser.peek().is_none() {
            return Ok(parser.leaves);
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    leaves: Vec<Leaf>,
}

type Parsed<T> = Result<T, SyntaxError>;

impl Parser<'_> {
    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, byte: u8) -> Parsed<()> {
        if self.accept(byte) { Ok(()) } else { Err(self.error(&format!("expected `{}`", char::from(byte)))) }
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) => format!("found `{}`", c.escape_debug()),
            None => "the text ends".into(),
        };
        SyntaxError::new(self.at, format!("{expected}, {found}"))
    }

    fn word(&mut self) -> String {
        self.peek();
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_alphabetic) {
            self.at += 1;
        }
        self.text[start..self.at].to_ascii_uppercase()
    }

    /// `SRID=4326;` in front, as PostGIS writes it.
    fn skip_reference_system(&mut self) {
        let start = self.at;
        if self.word() == "SRID"
            && let Some(end) = self.bytes[self.at..].iter().position(|&b| b == b';')
        {
            self.at += end + 1;
        } else {
            self.at = start;
        }
    }

    fn geometry(&mut self, depth: usize) -> Parsed<()> {
        self.peek();
        let at = self.at;
        let mut name = self.word();
        if name.is_empty() {
            return Err(self.error("expected a geometry such as POLYGON"));
        }
        if depth > DEPTH_MAX {
            return Err(SyntaxError::new(at, format!("nested deeper than {DEPTH_MAX} levels")));
        }
        if self.dimensions_or_empty(&mut name) {
            return Ok(());
        }
        match name.as_str() {
            "GEOMETRYCOLLECTION" => self.each(|p| p.geometry(depth + 1)),
            "POLYGON" => self.polygon(at),
            "MULTIPOLYGON" => self.each(|p| {
                p.peek();
                p.polygon(p.at)
            }),
            "LINESTRING" | "LINEARRING" => self.line(at),
            "MULTILINESTRING" => self.each(|p| {
                p.peek();
                p.line(p.at)
            }),
            "POINT" | "MULTIPOINT" => {
                self.points()?;
                self.leaves.push(Leaf { at, shape: Shape::Points });
                Ok(())
            }
            _ => self.unknown(at, name),
        }
    }

    /// Steps over `Z`, `M`, `ZM` (glued to the name or not); true if the geometry is `EMPTY`.
    fn dimensions_or_empty(&mut self, name: &mut String) -> bool {
        for suffix in ["ZM", "Z", "M"] {
            if let Some(plain) = name.strip_suffix(suffix).filter(|plain| plain.len() > 4) {
                *name = plain.into();
                break;
            }
        }
        let start = self.at;
        let mut word = self.word();
        if matches!(word.as_str(), "Z" | "M" | "ZM") {
            word = self.word();
        } else if word != "EMPTY" {
            self.at = start;
        }
        word == "EMPTY"
    }

    /// `( item, item, … )`
    fn each(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.expect(b'(')?;
        loop {
            item(self)?;
            if !self.accept(b',') {
                return self.expect(b')');
            }
        }
    }

    fn polygon(&mut self, at: usize) -> Parsed<()> {
        let mut rings = Vec::new();
        if !self.empty_word() {
            self.each(|p| p.points().map(|ring| rings.push(ring)))?;
            self.leaves.push(Leaf { at, shape: Shape::Polygon(rings) });
        }
        Ok(())
    }

    fn line(&mut self, at: usize) -> Parsed<()> {
        if !self.empty_word() {
            let points = self.points()?;
            self.leaves.push(Leaf { at, shape: Shape::Line(points) });
        }
        Ok(())
    }

    /// `EMPTY` in the place of a list.
    fn empty_word(&mut self) -> bool {
        let start = self.at;
        let empty = self.word() == "EMPTY";
        if !empty {
            self.at = start;
        }
        empty
    }

    fn points(&mut self) -> Parsed<Vec<Point>> {
        let mut points = Vec::new();
        self.each(|p| {
            // The points of a MULTIPOINT may have parentheses of their own.
            let wrapped = p.accept(b'(');
            points.push(p.point()?);
            if wrapped { p.expect(b')') } else { Ok(()) }
        })?;
        Ok(points)
    }

    /// Two numbers; a height and a measure behind them are ignored.
    fn point(&mut self) -> Parsed<Point> {
        let point = Point::new(self.number()?, self.number()?);
        for _ in 0..2 {
            if !matches!(self.peek(), Some(b',' | b')')) {
                self.number()?;
            }
        }
        Ok(point)
    }

    fn number(&mut self) -> Parsed<f64> {
        self.peek();
        if let Some((value, end, _)) = scan_number(self.bytes, self.at)
            && self.bytes.get(end).is_some_and(|b| matches!(b, b',' | b')' | b' ' | b'\n' | b'\r' | b'\t'))
        {
            self.at = end;
            return Ok(value);
        }
        // Other spellings, such as `.5` and `nan`; the check of the world refuses what is not finite.
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|b| matches!(b, b',' | b'(' | b')') || b.is_ascii_whitespace());
        let token = self.text.get(self.at..self.at + length.unwrap_or(rest.len())).unwrap_or_default();
        let value = token.parse().map_err(|_| self.error("expected a number"))?;
        self.at += token.len();
        Ok(value)
    }

    /// Steps over a geometry of a kind that cannot be read.
    fn unknown(&mut self, at: usize, name: String) -> Parsed<()> {
        if self.peek() != Some(b'(') {
            return Err(SyntaxError::new(at, format!("expected a geometry such as POLYGON, found `{name}`")));
        }
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.leaves.push(Leaf { at, shape: Shape::Unknown(name) });
                return Ok(());
            }
        }
        Err(self.error("expected `)`"))
    }
}
