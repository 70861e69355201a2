//! Openings in walls: exits that lie on an outline are no wall where they are.
//!
//! Each piece of wall loses the parts that lie within `slack` of an opening along its whole width. Cost: walls times
//! openings, once for each world.

use wayfront_geometry::Point;

/// A piece of wall, parted.
#[derive(Debug, Default, PartialEq)]
pub struct Parted {
    /// What is left of it, in its direction.
    pub wall: Vec<[Point; 2]>,
    /// What openings take away.
    pub open: Vec<[Point; 2]>,
}

/// Parts a piece of wall where openings lie on it.
pub fn part(wall: [Point; 2], openings: &[[Point; 2]], slack: f64) -> Parted {
    let [a, b] = wall;
    let length = a.distance(b);
    let mut taken: Vec<[f64; 2]> = openings.iter().filter_map(|&opening| shared(wall, opening, slack)).collect();
    if taken.is_empty() {
        return Parted { wall: vec![wall], open: Vec::new() };
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
    let (mut parted, mut from) = (Parted::default(), 0.0);
    for [start, end] in taken {
        if start - from > slack {
            parted.wall.push([at(from), at(start)]);
        }
        parted.open.push([at(start), at(end)]);
        from = end.max(from);
    }
    if length - from > slack {
        parted.wall.push([at(from), b]);
    }
    parted
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
        let parted = part(wall, &[segment((6.0, 0.0), (4.0, 0.0)), segment((9.0, 0.0), (12.0, 0.0))], 1e-9);
        assert_eq!(parted.wall, [segment((0.0, 0.0), (4.0, 0.0)), segment((6.0, 0.0), (9.0, 0.0))]);
        assert_eq!(parted.open, [segment((4.0, 0.0), (6.0, 0.0)), segment((9.0, 0.0), (10.0, 0.0))]);
        assert!(part(wall, &[segment((-1.0, 0.0), (11.0, 0.0))], 1e-9).wall.is_empty());
    }

    #[test]
    fn what_only_touches_or_crosses_takes_nothing() {
        let wall = segment((0.0, 0.0), (10.0, 0.0));
        for other in
            [segment((5.0, -1.0), (5.0, 1.0)), segment((5.0, 0.0), (5.0, 3.0)), segment((1.0, 0.1), (3.0, 0.1))]
        {
            assert_eq!(part(wall, &[other], 1e-9), Parted { wall: vec![wall], open: Vec::new() });
        }
    }
}
