//! The fast lane for lists of points: `[[x, y], [x, y], …]` straight into a vector, without a node per number.
//!
//! A scan either reads a whole list or reads nothing, and then the general parser has its turn and says what is wrong.
//! Only the plainest numbers are taken (JSON's grammar, a subset of TOML's), so the two cannot disagree.

use super::scan_number;
use wayfront_geometry::Point;

/// What may stand between the tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gaps {
    /// White space.
    Json,
    /// White space and comments, and a comma before the closing bracket.
    Toml,
}

/// Reads the non-empty list of pairs whose opening bracket is at `start`: the points and the byte behind the list.
pub(crate) fn scan_points(bytes: &[u8], start: usize, gaps: Gaps) -> Option<(Vec<Point>, usize)> {
    let mut at = open(bytes, start, gaps)?;
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let mut points = Vec::with_capacity(8);
    loop {
        let (point, end) = scan_pair(bytes, at, gaps)?;
        points.push(point);
        at = skip_gap(bytes, end, gaps);
        match bytes.get(at)? {
            b',' => at = skip_gap(bytes, at + 1, gaps),
            b']' => return Some((points, at + 1)),
            _ => return None,
        }
        if gaps == Gaps::Toml && bytes.get(at) == Some(&b']') {
            return Some((points, at + 1));
        }
    }
}

#[inline]
fn scan_pair(bytes: &[u8], start: usize, gaps: Gaps) -> Option<(Point, usize)> {
    let at = open(bytes, start, gaps)?;
    let (x, end, _) = scan_number(bytes, at)?;
    let comma = skip_gap(bytes, end, gaps);
    if bytes.get(comma) != Some(&b',') {
        return None;
    }
    let (y, end, _) = scan_number(bytes, skip_gap(bytes, comma + 1, gaps))?;
    let close = skip_gap(bytes, end, gaps);
    (bytes.get(close) == Some(&b']')).then_some((Point::new(x, y), close + 1))
}

#[inline]
fn open(bytes: &[u8], start: usize, gaps: Gaps) -> Option<usize> {
    (bytes.get(start) == Some(&b'[')).then(|| skip_gap(bytes, start + 1, gaps))
}

/// The next byte at or behind `at` that means something.
#[inline]
pub(crate) fn skip_gap(bytes: &[u8], mut at: usize, gaps: Gaps) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'#') if gaps == Gaps::Toml => at = end_of_line(bytes, at),
            _ => return at,
        }
    }
}

/// The newline that ends the line of `at`, or the end of the text.
pub(crate) fn end_of_line(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |i| at + i)
}

/// Where the point `index` stands in the list of points at `start`. Only asked for when something is wrong with it, so
/// that sound lists need not remember the places of their points.
pub(crate) fn place_of_point(bytes: &[u8], start: usize, index: usize) -> usize {
    let (mut at, mut depth, mut seen) = (start, 0usize, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'[' => {
                depth += 1;
                if depth == 2 {
                    if seen == index {
                        return at;
                    }
                    seen += 1;
                }
            }
            b']' => depth = depth.saturating_sub(1),
            b'#' => at = end_of_line(bytes, at),
            _ => {}
        }
        if depth == 0 {
            break;
        }
        at += 1;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_whole_lists_or_nothing() {
        let text = b"[ [1, 2] ,\n[3e1,-4.5]]rest";
        let (points, end) = scan_points(text, 0, Gaps::Json).unwrap();
        assert_eq!(points, [Point::new(1.0, 2.0), Point::new(30.0, -4.5)]);
        assert_eq!(&text[end..], b"rest");
        let toml = b"[[1, 2], # [9, 9]\n [3, 4],]";
        assert_eq!(scan_points(toml, 0, Gaps::Toml).unwrap().1, toml.len());
        for broken in ["[]", "[[1,2]", "[[1,2,3]]", "[[1,2],]", "[[1]]", "[1,2]", "[[1,2] [3,4]]", "[[1_0,2]]", "[["] {
            assert!(scan_points(broken.as_bytes(), 0, Gaps::Json).is_none(), "{broken}");
        }
    }

    #[test]
    fn finds_the_place_of_a_point() {
        let text = b"x = [[1, 2], # [9, 9]\n [3, 4], [5, 6]]";
        assert_eq!(&text[place_of_point(text, 4, 2)..], b"[5, 6]]");
        assert_eq!(place_of_point(text, 4, 7), 4);
    }
}
