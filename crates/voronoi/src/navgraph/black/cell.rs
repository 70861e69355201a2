//! The cell of a disc while it shrinks: its arcs, and when each of them vanishes.
//!
//! Two envelopes cross at most twice, and the sign of the derivative tells which crossing is the one where one follows the
//! other: no angles are compared but to say how wide an arc still is.
//!
//! Levels count from the end, when the cell is the path from the centre to its first point: they are negative before. Much may
//! happen close to the end, where the border with what is nearest is a needle, and radii would have no digits to tell what
//! comes first. The distance from the end has, since it is a product.

use crate::graph::Graph;
use crate::meeting::meetings;
use crate::navgraph::GraphDisc;
use crate::site::{Site, goes_on, nearly_spoke};
use wayfront_geometry::Point;

/// Halvings that find when an arc vanishes.
const HALVINGS: u32 = 48;
/// Tolerance: Levels and places along sides are rounded by this share.
const SLACK: f64 = 1e-9;
/// Tolerance: And distances by this share of the cell's size.
const ROUNDING: f64 = 1e-14;
/// Tolerance: The square of a distance at which slopes of borders grow no more.
const STEEPEST: f64 = 1e-100;

/// An arc of the border: its site, and the node at which the edge to the next arc begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub face: u32,
    pub node: u32,
    /// When it vanishes, and where its neighbours meet then.
    pub level: f64,
    pub meeting: Point,
    /// From the centre to that of the site, and how far that is; the direction to the line of a side, and how far that is.
    towards: Point,
    apart: f64,
    is_side: bool,
    /// How far the site is from the centre; then by how much farther than the nearest.
    lag: f64,
}

impl Arc {
    /// `a` and `b` of 1/rho = a + b·u at a level.
    fn border(&self, level: f64) -> (f64, Point) {
        let scale = 1.0 / self.width(level);
        let a = if self.is_side { scale } else { scale * (self.apart - (self.lag - level)) };
        (a, self.towards * scale)
    }

    /// What `b` is `towards` divided by.
    #[inline]
    fn width(&self, level: f64) -> f64 {
        let gap = self.lag - level;
        let width = if self.is_side { gap } else { gap * (self.apart - 0.5 * gap) };
        width.max(STEEPEST)
    }

    /// The level at which a place, relative to the centre, is on the border of the shrinking cell with this site.
    fn level_at(&self, place: Point, away: f64) -> f64 {
        if self.is_side {
            let (up, along) = (-self.towards.dot(place), self.towards.cross(place));
            let gap = if up > 0.0 { along * along / (away + up) } else { away - up };
            return self.lag - gap;
        }
        let (dot, cross, product) = (-self.towards.dot(place), self.towards.cross(place), self.apart * away);
        let short = if dot > 0.0 { cross * cross / (product + dot) } else { product - dot };
        self.lag - 2.0 * short / (away + self.apart + place.distance(self.towards))
    }
}

/// How three borders turn around the centre at a place in which they meet.
struct Bends {
    /// Per border: the slope of 1/rho is `towards` over its width.
    towards: [Point; 3],
    widths: [f64; 3],
    across: Point,
}

impl Bends {
    fn of(arcs: [&Arc; 3], level: f64, place: Point) -> Self {
        Self { towards: arcs.map(|arc| arc.towards), widths: arcs.map(|arc| arc.width(level)), across: place.left() }
    }

    /// The border after this one follows it.
    fn follows(&self, k: usize) -> bool {
        let [before, after] = [k, k + 1].map(|k| self.towards[k].dot(self.across));
        after * self.widths[k] > before * self.widths[k + 1]
    }

    /// It does but for rounding.
    fn may_follow(&self, k: usize) -> bool {
        let slope = self.towards[k + 1] * (1.0 / self.widths[k + 1]) - self.towards[k] * (1.0 / self.widths[k]);
        slope.dot(self.across) > -SLACK * slope.length() * self.across.length()
    }
}

/// The cell of a disc while it shrinks.
pub(super) struct Cell<'a> {
    pub graph: &'a Graph,
    pub centre: Point,
    radius: f64,
    /// How far its border is, at most.
    pub reach: f64,
    /// How far the nearest site is.
    nearest: f64,
}

impl<'a> Cell<'a> {
    pub fn around(graph: &'a Graph, face: u32, disc: GraphDisc) -> Self {
        let GraphDisc { centre, radius } = disc;
        let away = |h: u32| {
            let offset = graph.vertex(graph.origin(h)).at - centre;
            offset.dot(offset)
        };
        let reach = graph.ring(face).map(away).fold(0.0, f64::max).sqrt() * (1.0 + SLACK);
        Self { graph, centre, radius, reach, nearest: 0.0 }
    }

    pub fn arc(&self, face: u32, node: u32) -> Arc {
        let (towards, apart, is_side, lag) = match *self.graph.site(face) {
            Site::Side { start, along, .. } => {
                // The free space of a side is on its left; the centre may be beyond its end, and beyond its line.
                let offset = along.cross(self.centre - start);
                (-along.left(), offset, true, offset)
            }
            Site::Point(at) => {
                let apart = at.distance(self.centre);
                (at - self.centre, apart, false, apart)
            }
            Site::Disc { centre, radius } => {
                let apart = centre.distance(self.centre);
                (centre - self.centre, apart, false, apart - radius)
            }
        };
        Arc { face, node, level: f64::INFINITY, meeting: self.centre, towards, apart, is_side, lag }
    }

    /// Finds what is nearest, from which on levels count.
    pub fn begin(&mut self, arcs: &mut [Arc]) -> u32 {
        let away = |arc: &Arc| if arc.is_side { self.distance(self.graph.site(arc.face)) } else { arc.lag };
        let nearest =
            arcs.iter().map(|arc| (away(arc), arc.face)).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (distance, face) = nearest.unwrap_or((0.0, 0));
        self.nearest = distance;
        arcs.iter_mut().for_each(|arc| arc.lag -= distance);
        face
    }

    /// That at which the cell is whole.
    pub fn first_level(&self) -> f64 {
        -(self.nearest + self.radius)
    }

    /// How far the centre is from a site.
    pub fn distance(&self, site: &Site) -> f64 {
        match *site {
            Site::Side { start, end, along, length } => {
                let x = along.dot(self.centre - start);
                if x < 0.0 {
                    start.distance(self.centre)
                } else if x > length {
                    end.distance(self.centre)
                } else {
                    along.cross(self.centre - start)
                }
            }
            _ => site.distance(self.centre),
        }
    }

    /// When the arc of `b` between those of `a` and `c` vanishes, not before `now`, and where they meet then: of the places as
    /// far from all three, one at which `b` follows `a` and `c` follows `b` around the centre.
    pub fn vanishing(&self, arcs: [&Arc; 3], now: f64) -> (f64, Point) {
        let [a, b, c] = arcs;
        let never = (f64::INFINITY, self.centre);
        if a.face == c.face {
            return (touching(a, b, now), self.centre);
        }
        let sites = arcs.map(|arc| self.graph.site(arc.face));
        let has_sides = a.is_side || b.is_side || c.is_side;
        let is_ray = |i: &Site, j: &Site| has_sides && (nearly_spoke(i, j) || goes_on(i, j));
        let rays = [is_ray(sites[0], sites[1]), is_ray(sites[1], sites[2])];
        if rays == [true, true] {
            return never;
        }
        let first = if a.lag.abs() < b.lag.abs() { a } else { b };
        let first = if c.lag.abs() < first.lag.abs() { c } else { first };
        // At this level, and up to rounding not before.
        let slack = ROUNDING * self.reach - SLACK * self.first_level();
        let (mut best, mut tied) = (never, never);
        for place in meetings(sites, self.centre).into_iter().flatten() {
            let (square, v) = (place.dot(place), self.centre + place);
            // The centre itself: there is no direction in which one follows the other.
            let is_centre = square <= (ROUNDING * self.reach) * (ROUNDING * self.reach);
            if square > self.reach * self.reach || has_sides && !is_centre && !self.is_within(sites, rays, v) {
                continue;
            }
            let level = first.level_at(place, square.sqrt());
            if level < now - slack || level > slack || level >= best.0 || !self.is_met(sites, v) {
                continue;
            }
            if is_centre {
                tied = (level, v);
                continue;
            }
            let bends = Bends::of(arcs, level.min(0.0), place);
            if (0..2).all(|k| rays[k] || bends.follows(k)) {
                best = (level, v);
            } else if (0..2).all(|k| rays[k] || bends.may_follow(k)) {
                tied = (level, v);
            }
        }
        // On the way of the disc itself all borders end in one direction: then none follows another.
        if best.0 == f64::INFINITY { tied } else { best }
    }

    /// A place is as far from each of three sites.
    fn is_met(&self, [a, b, c]: [&Site; 3], v: Point) -> bool {
        let slack = SLACK * self.reach;
        if let (Some((p, r)), Some((q, s)), Some((o, t))) = (a.circle(), b.circle(), c.circle())
            && r == s
            && s == t
        {
            // Circles of one size, as nearly all in a crowd: squares differ by more than their roots times the larger root.
            let [x, y, z] = [p, q, o].map(|centre| (v - centre).dot(v - centre));
            let (low, high) = (x.min(y).min(z), x.max(y).max(z));
            if (high - low) * (high - low) <= slack * slack * high {
                return true;
            }
        }
        let room = b.distance(v);
        [a, c].iter().all(|site| (site.distance(v) - room).abs() <= slack)
    }

    /// The place is in front of each side, and not beyond its ends; on the ray from an end it is not.
    fn is_within(&self, sites: [&Site; 3], rays: [bool; 2], v: Point) -> bool {
        let is_on_ray = [rays[0], rays[0] || rays[1], rays[1]];
        sites.iter().zip(is_on_ray).all(|(site, is_on_ray)| match **site {
            Site::Side { start, along, length, .. } => {
                let (x, slack) = (along.dot(v - start), SLACK * self.reach);
                (is_on_ray || (-slack..=length + slack).contains(&x)) && along.cross(v - start) >= 0.0
            }
            _ => true,
        })
    }
}

/// When the border with `b`, between two arcs of `a`, only touches that with `a`.
fn touching(a: &Arc, b: &Arc, now: f64) -> f64 {
    let height = |level: f64| {
        let (own, other) = (b.border(level), a.border(level));
        own.0 - other.0 + (own.1 - other.1).length()
    };
    if height(0.0) > 0.0 {
        return f64::INFINITY;
    }
    let (mut low, mut high) = (now, 0.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if height(middle) > 0.0 { low = middle } else { high = middle }
    }
    high
}
