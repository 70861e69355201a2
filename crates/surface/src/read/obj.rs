//! Wavefront OBJ: vertices and faces; everything else is passed over.

use super::{MeshReadError, Soup, in_line, lines, point, shortened};

pub fn read(bytes: &[u8]) -> Result<Soup, MeshReadError> {
    let mut soup = Soup::default();
    let mut corners = Vec::new();
    for (number, line) in lines(bytes) {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("v") => soup.points.push(point(&mut words, number)?),
            Some("f") => {
                corners.clear();
                for word in words.take_while(|word| !word.starts_with('#')) {
                    corners.push(corner(word, soup.points.len(), number)?);
                }
                if corners.len() < 3 {
                    return Err(in_line(number, format!("a face needs three corners, not {}", corners.len())));
                }
                soup.push_face(&corners);
            }
            _ => {}
        }
    }
    Ok(soup)
}

/// `7`, `7/1`, `7//3` or, counted back from the last vertex, `-1`.
fn corner(word: &str, vertices: usize, line: usize) -> Result<u32, MeshReadError> {
    let index = word.split('/').next().and_then(|first| first.parse::<i64>().ok());
    let vertex = match index {
        Some(k) if k > 0 => Some(k - 1),
        Some(k) if k < 0 => Some(vertices as i64 + k),
        _ => None,
    };
    // Vertices may follow their faces: what does not exist in the end is reported by the mesh.
    vertex.and_then(|k| u32::try_from(k).ok()).ok_or_else(|| {
        in_line(line, format!("`{}` is no vertex: they are counted from 1, or back from -1", shortened(word)))
    })
}
