//! A triangle of the free space cut into parts, one generator in each.

use super::Part;
use crate::shapes::view::Regions;
use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::view::{MapView, MaybeRoot};

/// Tolerance: What wins at the corners and along the sides of a triangle is asked this share of the path to its middle:
/// on them, some win that win nowhere else in it. Nearer to a ray along a side, those that tie on it differ by rounding
/// only.
const INWARDS: f64 = 2e-6;
/// Halvings of an edge until a crossing is known.
const HALVINGS: u32 = 28;
/// Where more than two regions meet, edges are halved down to this part of the reach.
const FINER: f64 = 8.0;

/// No edge is a border.
const NO_RIVALS: [MaybeRoot; 3] = [MaybeRoot::NONE; 3];

/// A point, and what wins there.
#[derive(Clone, Copy, Debug)]
struct Sample {
    at: Point,
    root: MaybeRoot,
}

/// What is asked in one triangle.
pub(super) struct Cutter<'a> {
    view: MapView<'a>,
    regions: &'a Regions<'a>,
    triangle: TriangleId,
    middle: Point,
    reach: f64,
}

impl<'a> Cutter<'a> {
    pub fn new(view: MapView<'a>, regions: &'a Regions<'a>, triangle: TriangleId, reach: f64) -> Self {
        let [a, b, c] = view.domain().triangle(triangle);
        Self { view, regions, triangle, middle: (a + b + c) * (1.0 / 3.0), reach }
    }

    /// The generator that stands for the region at a point of the triangle.
    pub fn winner(&self, p: Point) -> MaybeRoot {
        let winner = self.view.winner_in(self.triangle, p.lerp(self.middle, INWARDS));
        winner.map_or(MaybeRoot::NONE, |winner| self.regions.of(winner.root).into())
    }

    /// All parts of the triangle; none if no source can be reached from there.
    pub fn cut(&self, parts: &mut Vec<Part>) {
        if self.winner(self.middle).is_none() {
            return;
        }
        let whole = self.view.domain().triangle(self.triangle).map(|p| self.sample(p));
        if let Some(root) = self.cut_small(whole, parts) {
            parts.extend(self.part(root, whole.map(|s| s.at), NO_RIVALS));
        }
    }

    fn sample(&self, at: Point) -> Sample {
        Sample { at, root: self.winner(at) }
    }

    fn part(&self, root: MaybeRoot, corners: [Point; 3], rivals: [MaybeRoot; 3]) -> Option<Part> {
        let root = root.get()?;
        Some(Part { root, corners, costs: corners.map(|p| self.view.cost_from(root, p)), rivals })
    }

    /// What wins everywhere, as far as samples show; otherwise adds the parts.
    fn cut_small(&self, samples: [Sample; 3], parts: &mut Vec<Part>) -> Option<MaybeRoot> {
        let [a, b, c] = longest_first(samples, |s| s.at);
        let length = a.at.distance(b.at);
        if length <= self.reach {
            if a.root == b.root && b.root == c.root {
                return Some(a.root);
            }
            if self.cut_mixed([a, b, c], length <= self.reach / FINER, parts).is_some() {
                return None;
            }
        }
        let m = self.sample((a.at + b.at) * 0.5);
        let halves = [[a, m, c], [m, b, c]];
        match halves.map(|half| (self.cut_small(half, parts), half)) {
            [(Some(one), _), (Some(two), _)] if one == two => Some(one),
            found => {
                for (root, half) in found {
                    parts.extend(root.and_then(|root| self.part(root, half.map(|s| s.at), NO_RIVALS)));
                }
                None
            }
        }
    }

    /// Cuts a triangle along the border in it; `None`, unless it `must` be cut, if more than two regions meet there.
    fn cut_mixed(&self, [a, b, c]: [Sample; 3], must: bool, parts: &mut Vec<Part>) -> Option<()> {
        match [a.root == b.root, b.root == c.root, c.root == a.root] {
            [true, ..] => self.cut_off(c, [a, b], must, parts),
            [_, true, _] => self.cut_off(a, [b, c], must, parts),
            [.., true] => self.cut_off(b, [c, a], must, parts),
            _ if must => self.cut_in_three([a, b, c], parts),
            _ => None,
        }
    }

    /// One corner differs from the two others.
    fn cut_off(&self, a: Sample, [b, c]: [Sample; 2], must: bool, parts: &mut Vec<Part>) -> Option<()> {
        let (p, q) = (self.crossing(a, b, must)?, self.crossing(a, c, must)?);
        self.add(a.root, [a.at, p, q], [MaybeRoot::NONE, b.root, MaybeRoot::NONE], parts);
        self.add(b.root, [b.at, c.at, q], NO_RIVALS, parts);
        self.add(b.root, [b.at, q, p], [MaybeRoot::NONE, a.root, MaybeRoot::NONE], parts);
        Some(())
    }

    /// Three regions meet.
    fn cut_in_three(&self, samples: [Sample; 3], parts: &mut Vec<Part>) -> Option<()> {
        let crossing = |k: usize| self.crossing(samples[k], samples[(k + 1) % 3], true);
        let crossings = [crossing(0)?, crossing(1)?, crossing(2)?];
        let meet = crossings.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / 3.0);
        for k in 0..3 {
            let [own, next, last] = [0, 1, 2].map(|i| samples[(k + i) % 3]);
            let (to_next, to_last) = (crossings[k], crossings[(k + 2) % 3]);
            self.add(own.root, [own.at, to_next, meet], [MaybeRoot::NONE, next.root, MaybeRoot::NONE], parts);
            self.add(own.root, [own.at, meet, to_last], [MaybeRoot::NONE, last.root, MaybeRoot::NONE], parts);
        }
        Some(())
    }

    fn add(&self, root: MaybeRoot, corners: [Point; 3], rivals: [MaybeRoot; 3], parts: &mut Vec<Part>) {
        parts.extend(self.part(root, corners, rivals));
    }

    /// Where one region ends on an edge; `None`, unless it `must` be known, if it is met by a third one. Both triangles
    /// beside the edge find the same point.
    fn crossing(&self, a: Sample, b: Sample, must: bool) -> Option<Point> {
        let [mut near, mut far] = if a.root < b.root { [a, b] } else { [b, a] };
        for _ in 0..HALVINGS {
            let middle = self.sample((near.at + far.at) * 0.5);
            match middle.root {
                root if root == near.root => near = middle,
                root if root == far.root || must => far = Sample { root: far.root, ..middle },
                _ => return None,
            }
        }
        Some((near.at + far.at) * 0.5)
    }
}

/// A triangle turned such that its longest edge comes first.
pub(super) fn longest_first<T: Copy>([a, b, c]: [T; 3], at: impl Fn(T) -> Point) -> [T; 3] {
    let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| at(p).distance(at(q)));
    if ab >= bc && ab >= ca {
        [a, b, c]
    } else if bc >= ca {
        [b, c, a]
    } else {
        [c, a, b]
    }
}
