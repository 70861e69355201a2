//! PLY: a header that says what follows, then elements as text or binary of either byte order.

use super::{MeshReadError, Soup, in_line, shortened, syntax};
use crate::vec3::Vec3;

#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Text,
    Little,
    Big,
}

/// Kinds of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

struct Property {
    name: String,
    /// The kind of the count, for lists.
    list: Option<Kind>,
    kind: Kind,
}

struct Element {
    name: String,
    count: usize,
    properties: Vec<Property>,
}

struct Header {
    encoding: Encoding,
    elements: Vec<Element>,
    /// Where the elements begin, and how many lines are before them.
    body: usize,
    lines: usize,
}

pub fn read(bytes: &[u8]) -> Result<Soup, MeshReadError> {
    let header = header(bytes)?;
    let mut source = Source { rest: &bytes[header.body..], encoding: header.encoding, line: header.lines };
    let mut soup = Soup::default();
    for element in &header.elements {
        // Without properties it takes no bytes, however often the header says that it is there; unless it is a vertex,
        // whose place is missing then.
        if element.properties.is_empty() && element.name != "vertex" {
            continue;
        }
        // No reservation from the header's word: it may lie.
        for k in 0..element.count {
            read_element(element, k, &mut source, &mut soup)?;
        }
    }
    Ok(soup)
}

fn read_element(element: &Element, k: usize, source: &mut Source<'_>, soup: &mut Soup) -> Result<(), MeshReadError> {
    let place = || format!("{} {k}", element.name);
    let mut at = [None; 3];
    source.begin();
    for property in &element.properties {
        match property.list {
            None => {
                let value = source.number(property.kind).ok_or_else(|| syntax(place(), source.missing()))?;
                if let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == property.name) {
                    at[axis] = Some(value);
                }
            }
            Some(kind) => {
                let count = source.number(kind).ok_or_else(|| syntax(place(), source.missing()))?;
                let mut items = Vec::new();
                for _ in 0..count.max(0.0) as usize {
                    items.push(source.number(property.kind).ok_or_else(|| syntax(place(), source.missing()))?);
                }
                if element.name == "face" && property.name.starts_with("vert") {
                    push_face(&items, soup).map_err(|what| syntax(place(), what))?;
                }
            }
        }
    }
    if element.name == "vertex" {
        let [Some(x), Some(y), Some(z)] = at else { return Err(syntax(place(), "it has no x, y and z")) };
        soup.points.push(Vec3::new(x, y, z));
    }
    Ok(())
}

fn push_face(items: &[f64], soup: &mut Soup) -> Result<(), String> {
    if items.len() < 3 {
        return Err(format!("it needs three corners, not {}", items.len()));
    }
    let is_index = |v: &f64| (0.0..f64::from(u32::MAX)).contains(v) && v.fract() == 0.0;
    match items.iter().find(|item| !is_index(item)) {
        Some(bad) => Err(format!("{bad} is no vertex")),
        None => {
            let corners: Vec<u32> = items.iter().map(|&v| v as u32).collect();
            soup.push_face(&corners);
            Ok(())
        }
    }
}

fn header(bytes: &[u8]) -> Result<Header, MeshReadError> {
    let (mut encoding, mut elements): (_, Vec<Element>) = (None, Vec::new());
    let mut at = 0;
    for number in 1.. {
        let Some(length) = bytes[at..].iter().position(|&b| b == b'\n') else {
            return Err(in_line(number, "the header has no end"));
        };
        let line = String::from_utf8_lossy(&bytes[at..at + length]).trim().to_owned();
        at += length + 1;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["ply"] if number == 1 => {}
            _ if number == 1 => {
                return Err(in_line(1, format!("the file begins with `{}` instead of ply", shortened(&line))));
            }
            ["format", "ascii", _] => encoding = Some(Encoding::Text),
            ["format", "binary_little_endian", _] => encoding = Some(Encoding::Little),
            ["format", "binary_big_endian", _] => encoding = Some(Encoding::Big),
            ["element", name, count] => {
                let count =
                    count.parse().map_err(|_| in_line(number, format!("`{}` is no count", shortened(count))))?;
                elements.push(Element { name: name.to_owned(), count, properties: Vec::new() });
            }
            ["property", "list", count, kind, name] => add(&mut elements, number, Some(count), kind, name)?,
            ["property", kind, name] => add(&mut elements, number, None, kind, name)?,
            ["end_header"] => {
                let encoding = encoding.ok_or_else(|| in_line(number, "the header names no format"))?;
                return Ok(Header { encoding, elements, body: at, lines: number });
            }
            ["comment" | "obj_info", ..] | [] => {}
            _ => return Err(in_line(number, format!("`{}` is not understood", shortened(&line)))),
        }
    }
    Err(in_line(1, "the header has no end"))
}

fn add(elements: &mut [Element], line: usize, list: Option<&str>, kind: &str, name: &str) -> Result<(), MeshReadError> {
    let known = |word: &str| kind_of(word).ok_or_else(|| in_line(line, format!("`{}` is no type", shortened(word))));
    let property = Property { name: name.to_owned(), list: list.map(known).transpose()?, kind: known(kind)? };
    let element = elements.last_mut().ok_or_else(|| in_line(line, "a property comes before its element"))?;
    element.properties.push(property);
    Ok(())
}

fn kind_of(word: &str) -> Option<Kind> {
    Some(match word {
        "char" | "int8" => Kind::I8,
        "uchar" | "uint8" => Kind::U8,
        "short" | "int16" => Kind::I16,
        "ushort" | "uint16" => Kind::U16,
        "int" | "int32" => Kind::I32,
        "uint" | "uint32" => Kind::U32,
        "float" | "float32" => Kind::F32,
        "double" | "float64" => Kind::F64,
        _ => return None,
    })
}

/// What is left of the body.
struct Source<'a> {
    rest: &'a [u8],
    encoding: Encoding,
    line: usize,
}

impl Source<'_> {
    /// The next element; each has a line of its own in text.
    fn begin(&mut self) {
        self.line += 1;
    }

    fn number(&mut self, kind: Kind) -> Option<f64> {
        match self.encoding {
            Encoding::Text => {
                self.rest = self.rest.trim_ascii_start();
                let end = self.rest.iter().position(u8::is_ascii_whitespace).unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                std::str::from_utf8(word).ok()?.parse().ok()
            }
            Encoding::Little => self.binary(kind, false),
            Encoding::Big => self.binary(kind, true),
        }
    }

    fn binary(&mut self, kind: Kind, is_big: bool) -> Option<f64> {
        let size = match kind {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        };
        let (bytes, rest) = self.rest.split_at_checked(size)?;
        self.rest = rest;
        let mut raw = [0; 8];
        raw[..size].copy_from_slice(bytes);
        if is_big {
            raw[..size].reverse();
        }
        let four = [raw[0], raw[1], raw[2], raw[3]];
        Some(match kind {
            Kind::I8 => f64::from(raw[0] as i8),
            Kind::U8 => f64::from(raw[0]),
            Kind::I16 => f64::from(i16::from_le_bytes([raw[0], raw[1]])),
            Kind::U16 => f64::from(u16::from_le_bytes([raw[0], raw[1]])),
            Kind::I32 => f64::from(i32::from_le_bytes(four)),
            Kind::U32 => f64::from(u32::from_le_bytes(four)),
            Kind::F32 => f64::from(f32::from_le_bytes(four)),
            Kind::F64 => f64::from_le_bytes(raw),
        })
    }

    fn missing(&self) -> String {
        match self.encoding {
            Encoding::Text => format!("a number is missing or misspelt (about line {})", self.line),
            _ => "the file ends within it".to_owned(),
        }
    }
}
