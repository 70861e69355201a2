//! Openings in walls: exits that lie on an outline are no wall where they are.
//!
//! Each piece of wall loses the parts that lie within `slack` of an opening along its whole width. Cost: walls times
//! openings, once for each world.

use wayfront_geometry::Point;

/// What is left of a piece of wall, in its direction.
pub fn without_openings(wall: [Point; 2], openings: &[[Point; 2]], slack: f64) -> Vec<[Point; 2]> {
    let [a, b] = wall;
    let length = a.distance(b);
    let mut taken: Vec<[f64; 2]> = openings.iter().filter_map(|&opening| shared(wall, opening, slack)).collect();
    if taken.is_empty() {
        return vec![wall];
    }
    taken.sort_by(|p, q| p[0].total_cmp(&q[0]));
    let at = |along: f64| {
        // Ends stay what they are, to the last bit.
        if along <= 0.0 {
            a
        } else if along >= length {
            b
        } else {
            a.lerp(b, along / length)
        }
    };
    let (mut left, mut from) = (Vec::new(), 0.0);
    for [start, end] in taken {
        if start - from > slack {
            left.push([at(from), at(start)]);
        }
        from = end.max(from);
    }
    if length - from > slack {
        left.push([at(from), b]);
    }
    left
}

/// The part of a wall, as lengths along it, that an opening covers.
fn shared([a, b]: [Point; 2], opening: [Point; 2], slack: f64) -> Option<[f64; 2]> {
    let length = a.distance(b);
    let along = (b - a) * (1.0 / length);
    let [(s, p), (t, q)] = opening.map(|end| ((end - a).dot(along), along.cross(end - a)));
    let (from, to) = (s.min(t).max(0.0), s.max(t).min(length));
    if to - from <= slack {
        return None;
    }
    // How far the opening's line is from the wall where the shared part begins and ends.
    let off = |at: f64| (p + (q - p) * ((at - s) / (t - s))).abs();
    (off(from) <= slack && off(to) <= slack).then_some([from, to])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(a: (f64, f64), b: (f64, f64)) -> [Point; 2] {
        [a.into(), b.into()]
    }

    #[test]
    fn an_exit_parts_the_wall_that_it_lies_on() {
        let wall = segment((0.0, 0.0), (10.0, 0.0));
        let left = without_openings(wall, &[segment((6.0, 0.0), (4.0, 0.0)), segment((9.0, 0.0), (12.0, 0.0))], 1e-9);
        assert_eq!(left, [segment((0.0, 0.0), (4.0, 0.0)), segment((6.0, 0.0), (9.0, 0.0))]);
        assert!(without_openings(wall, &[segment((-1.0, 0.0), (11.0, 0.0))], 1e-9).is_empty());
    }

    #[test]
    fn what_only_touches_or_crosses_takes_nothing() {
        let wall = segment((0.0, 0.0), (10.0, 0.0));
        for other in
            [segment((5.0, -1.0), (5.0, 1.0)), segment((5.0, 0.0), (5.0, 3.0)), segment((1.0, 0.1), (3.0, 0.1))]
        {
            assert_eq!(without_openings(wall, &[other], 1e-9), [wall]);
        }
    }
}
