//! Hatching: parallel lines over triangles.

use wayfront_geometry::Point;

/// More lines than this are no hatching.
const MOST_LINES: f64 = 5_000.0;

/// Lines at 45 degrees, `gap` apart, over the triangles.
pub fn lines(triangles: &[[Point; 3]], gap: f64) -> Vec<Vec<Point>> {
    let across = |p: Point| (p.x - p.y) * std::f64::consts::FRAC_1_SQRT_2;
    let extent = triangles.iter().flatten().map(|&p| across(p));
    let [low, high] = extent.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], a| [l.min(a), h.max(a)]);
    let gap = gap.max((high - low) / MOST_LINES);
    if !(gap > 0.0 && gap.is_finite()) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for &[a, b, c] in triangles {
        let heights = [a, b, c].map(across);
        let [low, high] = heights.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], &x| [l.min(x), h.max(x)]);
        for k in (low / gap).ceil() as i64..=(high / gap).floor() as i64 {
            let level = k as f64 * gap;
            let crossing = |(p, q): (Point, Point)| {
                let (from, to) = (across(p) - level, across(q) - level);
                ((from <= 0.0) != (to <= 0.0)).then(|| p.lerp(q, from / (from - to)))
            };
            let ends: Vec<Point> = [(a, b), (b, c), (c, a)].into_iter().filter_map(crossing).collect();
            if ends.len() == 2 {
                lines.push(ends);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_hatched_over_both_triangles() {
        let [a, b, c, d] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]].map(Point::from);
        let lines = lines(&[[a, b, c], [a, c, d]], 1.0);
        assert!(lines.len() >= 5, "{}", lines.len());
        assert!(lines.iter().flatten().all(|p| (0.0..=4.0).contains(&p.x) && (0.0..=4.0).contains(&p.y)));
        assert!(super::lines(&[], 1.0).is_empty());
    }
}
