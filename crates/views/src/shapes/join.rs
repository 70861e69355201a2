//! Pieces of lines joined end to end.
//!
//! Ends that should meet were computed in two triangles and differ by rounding. Pairs of ends are joined from the
//! closest up to a given reach; each end at most once. Ends are found through a grid: near linear.

use std::collections::HashMap;
use wayfront_geometry::Point;

/// A polyline.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its points; the first is not repeated at the end if it is closed.
    pub points: Vec<Point>,
    /// The last point is joined to the first.
    pub is_closed: bool,
}

/// Joins lines whose ends lie within `reach`, if their keys are equal.
pub(crate) fn join<K: Copy + Ord + std::hash::Hash>(lines: Vec<(K, Vec<Point>)>, reach: f64) -> Vec<(K, Line)> {
    let partners = partners(&lines, reach);
    let mut used = vec![false; lines.len()];
    let mut joined = Vec::new();
    // First the chains that have an end, then rings.
    let ends = (0..2 * lines.len()).filter(|&e| partners[e].is_none());
    let starts: Vec<usize> = ends.chain((0..lines.len()).map(|k| 2 * k)).collect();
    for start in starts {
        if !used[start / 2] {
            joined.push((lines[start / 2].0, walk(start, &lines, &partners, &mut used)));
        }
    }
    joined
}

/// End `2k` is the start of line k, end `2k + 1` its end.
fn place<K>(lines: &[(K, Vec<Point>)], end: usize) -> Point {
    let points = &lines[end / 2].1;
    // Lines have points: those without are never made.
    if end.is_multiple_of(2) { points[0] } else { points[points.len() - 1] }
}

fn partners<K: Copy + Ord + std::hash::Hash>(lines: &[(K, Vec<Point>)], reach: f64) -> Vec<Option<usize>> {
    let cell = |p: Point| ((p.x / reach).floor() as i64, (p.y / reach).floor() as i64);
    let mut grid: HashMap<(K, i64, i64), Vec<usize>> = HashMap::new();
    for end in 0..2 * lines.len() {
        let (x, y) = cell(place(lines, end));
        grid.entry((lines[end / 2].0, x, y)).or_default().push(end);
    }
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for end in 0..2 * lines.len() {
        let (key, at) = (lines[end / 2].0, place(lines, end));
        let (x, y) = cell(at);
        let cells = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (key, x + dx, y + dy)));
        let others = cells.filter_map(|c| grid.get(&c)).flatten().filter(|&&other| other > end);
        let apart = others.map(|&other| (at.distance(place(lines, other)), end, other));
        let is_joint = |pair: &(f64, usize, usize)| {
            // The two ends of one short piece are no ring.
            let is_ring = end / 2 == pair.2 / 2;
            pair.0 <= reach && (!is_ring || lines[end / 2].1.len() > 3)
        };
        pairs.extend(apart.filter(is_joint));
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut partners = vec![None; 2 * lines.len()];
    for (_, a, b) in pairs {
        if partners[a].is_none() && partners[b].is_none() {
            (partners[a], partners[b]) = (Some(b), Some(a));
        }
    }
    partners
}

/// From one end through all lines joined to it.
fn walk<K>(start: usize, lines: &[(K, Vec<Point>)], partners: &[Option<usize>], used: &mut [bool]) -> Line {
    let mut points: Vec<Point> = Vec::new();
    let mut end = start;
    loop {
        used[end / 2] = true;
        let piece = &lines[end / 2].1;
        // The joint is in both pieces: keep one of the two.
        let skip = usize::from(!points.is_empty());
        if end.is_multiple_of(2) {
            points.extend(piece.iter().skip(skip));
        } else {
            points.extend(piece.iter().rev().skip(skip));
        }
        match partners[end ^ 1] {
            Some(next) if next == start => {
                points.pop();
                return Line { points, is_closed: true };
            }
            Some(next) if !used[next / 2] => end = next,
            _ => return Line { points, is_closed: false },
        }
    }
}

/// Leaves out points that a line passes anyway, within `grain`.
pub(crate) fn straightened(line: Line, grain: f64) -> Line {
    let Line { points, is_closed } = line;
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for (k, &p) in points.iter().enumerate() {
        let next = points.get(k + 1);
        let is_passed = match (kept.last(), next) {
            (Some(&last), Some(&next)) => is_between(last, next, p, grain),
            _ => false,
        };
        if !is_passed {
            kept.push(p);
        }
    }
    Line { points: kept, is_closed }
}

fn is_between(a: Point, b: Point, p: Point, grain: f64) -> bool {
    let length = a.distance(b);
    length > 0.0 && (b - a).cross(p - a).abs() <= grain * length && (p - a).dot(p - b) <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[[f64; 2]]) -> (u8, Vec<Point>) {
        (0, points.iter().map(|&p| p.into()).collect())
    }

    #[test]
    fn pieces_become_a_ring() {
        let pieces = vec![
            line(&[[0.0, 0.0], [1.0, 0.0]]),
            line(&[[1.0, 1.0], [1.0, 1e-9]]),
            line(&[[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]),
        ];
        let joined = join(pieces, 1e-6);
        assert_eq!(joined.len(), 1);
        assert!(joined[0].1.is_closed);
        assert_eq!(joined[0].1.points.len(), 4);
    }

    #[test]
    fn keys_keep_apart() {
        let (a, mut b) = (line(&[[0.0, 0.0], [1.0, 0.0]]), line(&[[1.0, 0.0], [2.0, 0.0]]));
        assert_eq!(join(vec![a.clone(), b.clone()], 1e-6).len(), 1);
        b.0 = 1;
        assert_eq!(join(vec![a, b], 1e-6).len(), 2);
    }

    #[test]
    fn straight_lines_lose_their_middle() {
        let (_, points) = line(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0]]);
        assert_eq!(straightened(Line { points, is_closed: false }, 1e-9).points.len(), 3);
    }
}
