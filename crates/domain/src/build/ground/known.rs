//! Which things of a world are known already: the same kind, with the same points.
//!
//! Most are where they were in the list, but for single things that were added or left out; the others are looked up by
//! a fingerprint of their points. Linear.

use crate::layout::outlines::{Lines, Part};
use std::collections::HashMap;
use wayfront_geometry::Point;

/// A thing that is part of the ground.
pub(super) struct Known {
    kind: Kind,
    lines: Vec<Vec<Point>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Area,
    Obstacle,
    Wall,
}

impl Kind {
    fn of(part: &Part) -> Self {
        match part.lines {
            Lines::Area(_) => Self::Area,
            Lines::Obstacle(_) => Self::Obstacle,
            Lines::Wall(_) => Self::Wall,
        }
    }
}

impl Known {
    pub fn of(part: &Part) -> Self {
        Self { kind: Kind::of(part), lines: part.lines().map(<[Point]>::to_vec).collect() }
    }

    /// It has the same points in the same order.
    fn is(&self, part: &Part) -> bool {
        self.kind == Kind::of(part) && part.lines().eq(self.lines.iter().map(Vec::as_slice))
    }

    pub fn is_polygon(&self) -> bool {
        self.kind != Kind::Wall
    }

    /// How many rings or polylines it has.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }
}

/// How the things of a world compare with those known.
pub(super) struct Comparison {
    /// Per known thing: which part of the world it is, if it is still there.
    pub part_of: Vec<Option<usize>>,
    /// The parts of the world that are not known.
    pub loose: Vec<usize>,
}

impl Comparison {
    pub fn of(known: &[Known], parts: &[Part]) -> Self {
        let mut part_of: Vec<Option<usize>> = vec![None; known.len()];
        let rest = match_in_order(known, parts, &mut part_of);
        let loose = match_by_points(known, parts, rest, &mut part_of);
        Self { part_of, loose }
    }

    /// Something that was known has gone or was moved.
    pub fn lacks_something(&self) -> bool {
        self.part_of.contains(&None)
    }

    /// Nothing that was known is there any more.
    pub fn lacks_everything(&self) -> bool {
        !self.part_of.is_empty() && self.part_of.iter().all(Option::is_none)
    }

    /// The parts that are known, in their order.
    pub fn found(&self) -> Vec<usize> {
        let mut found: Vec<usize> = self.part_of.iter().copied().flatten().collect();
        found.sort_unstable();
        found
    }
}

/// Goes through both lists side by side, and over single things that only one of them has. What is not found remains.
fn match_in_order(known: &[Known], parts: &[Part], part_of: &mut [Option<usize>]) -> Vec<usize> {
    let is = |k: usize, p: usize| known.get(k).zip(parts.get(p)).is_some_and(|(known, part)| known.is(part));
    let (mut k, mut rest) = (0, Vec::new());
    for p in 0..parts.len() {
        if !is(k, p) && is(k + 1, p) {
            k += 1; // gone
        }
        if is(k, p) {
            part_of[k] = Some(p);
            k += 1;
        } else {
            rest.push(p);
            if !is(k, p + 1) {
                k += 1; // moved, not added
            }
        }
    }
    rest
}

/// Looks for each of the `rest` among the known things that have no part yet; those not found remain.
fn match_by_points(known: &[Known], parts: &[Part], rest: Vec<usize>, part_of: &mut [Option<usize>]) -> Vec<usize> {
    let mut by_print: HashMap<u64, Vec<usize>> = HashMap::new();
    // From the last to the first, so that of equal things the first is taken first.
    for k in (0..known.len()).rev().filter(|&k| part_of[k].is_none()) {
        by_print.entry(fingerprint(known[k].lines.iter().map(Vec::as_slice))).or_default().push(k);
    }
    let mut take = |part: &Part| {
        let same = by_print.get_mut(&fingerprint(part.lines()))?;
        let at = same.iter().rposition(|&k| known[k].is(part))?;
        Some(same.remove(at))
    };
    let is_loose = |&p: &usize| match take(&parts[p]) {
        Some(k) => {
            part_of[k] = Some(p);
            false
        }
        None => true,
    };
    rest.into_iter().filter(is_loose).collect()
}

/// The same for the same points; hardly ever for others (FNV-1a on words).
fn fingerprint<'a>(lines: impl Iterator<Item = &'a [Point]>) -> u64 {
    let mut print = 0xcbf2_9ce4_8422_2325u64;
    for p in lines.flatten() {
        for v in [p.x, p.y] {
            // Adding zero turns -0.0 into 0.0.
            print = (print ^ (v + 0.0).to_bits()).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        }
    }
    print
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::outlines::parts;
    use wayfront_world::{Polygon, World};

    fn square(x: f64) -> Polygon {
        Polygon::ring([(x, 0.0), (x + 1.0, 0.0), (x + 1.0, 1.0), (x, 1.0)])
    }

    #[test]
    fn things_are_found_wherever_they_stand_in_the_list() {
        let world = |xs: &[f64]| World::new().with_obstacles(xs.iter().map(|&x| square(x)).collect());
        let before = world(&[0.0, 3.0, 3.0, 6.0]);
        let known: Vec<Known> = parts(&before, &[]).iter().map(Known::of).collect();
        let after = world(&[9.0, 0.0, 3.0, 6.0]);
        let found = Comparison::of(&known, &parts(&after, &[]));
        // One in front, and one of two equal ones gone.
        assert_eq!(found.part_of, [Some(1), Some(2), None, Some(3)]);
        assert_eq!(found.loose, [0]);
        assert!(found.lacks_something());
        assert_eq!(found.found(), [1, 2, 3]);
        let turned = Comparison::of(&known, &parts(&world(&[6.0, 3.0, 7.0, 3.0, 0.0]), &[]));
        assert_eq!(turned.part_of, [Some(4), Some(1), Some(3), Some(0)]);
        assert_eq!(turned.loose, [2]);
        assert!(!turned.lacks_something());
        // An area is not an obstacle, whatever its points.
        assert_eq!(Comparison::of(&known, &parts(&World::default(), &before.obstacles)).loose, [0, 1, 2, 3]);
    }
}
