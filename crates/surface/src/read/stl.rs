//! STL: triangles with their corners written out, text or binary. Corners at the same place become one vertex.

use super::{BYTE_ORDER_MARK, MeshReadError, Soup, in_line, lines, point, syntax};
use crate::vec3::Vec3;
use std::collections::HashMap;

/// Bytes before the count of triangles, and of a triangle.
const HEADER: usize = 80;
const RECORD: usize = 50;

pub fn read(bytes: &[u8]) -> Result<Soup, MeshReadError> {
    // Binary files may begin with `solid` too: what decides is whether the length fits.
    let count = bytes.get(HEADER..HEADER + 4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
    let written = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    match count {
        Some(count) if bytes.len() == HEADER + 4 + RECORD * count => Ok(binary(&bytes[HEADER + 4..])),
        _ if written.trim_ascii_start().starts_with(b"solid") => text(written),
        Some(count) => {
            let needed = HEADER + 4 + RECORD * count;
            let triangles = if count == 1 { "1 triangle needs".into() } else { format!("{count} triangles need") };
            Err(syntax("header", format!("{triangles} {needed} bytes, but the file has {}", bytes.len())))
        }
        None => Err(syntax("header", "the file is too short for an STL file")),
    }
}

/// Vertices by their places.
#[derive(Default)]
struct Corners {
    soup: Soup,
    known: HashMap<[u64; 3], u32>,
    open: Vec<u32>,
}

impl Corners {
    fn push(&mut self, p: Vec3) {
        let next = self.soup.points.len() as u32;
        let vertex = *self.known.entry(p.to_array().map(|c| (c + 0.0).to_bits())).or_insert(next);
        if vertex == next {
            self.soup.points.push(p);
        }
        self.open.push(vertex);
        if let [a, b, c] = self.open[..] {
            self.soup.faces.push([a, b, c]);
            self.open.clear();
        }
    }
}

fn binary(records: &[u8]) -> Soup {
    let mut corners = Corners::default();
    for record in records.chunks_exact(RECORD) {
        let number = |k: usize| f64::from(f32::from_le_bytes([record[k], record[k + 1], record[k + 2], record[k + 3]]));
        for corner in 1..4 {
            let at = 12 * corner;
            corners.push(Vec3::new(number(at), number(at + 4), number(at + 8)));
        }
    }
    corners.soup
}

fn text(bytes: &[u8]) -> Result<Soup, MeshReadError> {
    let mut corners = Corners::default();
    for (number, line) in lines(bytes) {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("vertex") => corners.push(point(&mut words, number)?),
            Some("endfacet") if !corners.open.is_empty() => {
                return Err(in_line(number, "the facet has not three vertices"));
            }
            _ => {}
        }
    }
    Ok(corners.soup)
}
