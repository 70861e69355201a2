//! Where discs can cross a side, and what that costs at least: windows that come too late are not followed.
//!
//! The centre of a disc that crosses a side is in its *passage*, the part of the side that has room. Whoever knows a
//! cheap way to an end of the passage can walk along the side to any place of it, so a window that is dearer everywhere
//! needs no further look: the rule of the ends of a side, for discs. Costs change by no more than one walks, so it is
//! enough to compare in one place: where both ends offer the same.
//!
//! A leg that leads beyond a side crosses its passage, unless it starts within a radius of the side, or touches a corner
//! beyond it before its centre has crossed: such windows are kept, such corners still looked at. For then the way of the
//! centre, the line of sight and the side would have an end of the side between them, inside of what the disc sweeps.
//!
//! Sides whose passage is in several parts, or so narrow that rounding decides, take no part. Cost: for each side what
//! lies within a radius of it, once; a leg or two for each window that is not too late.

use super::everywhere::AllPlaces;
use super::sight::{Passing, Root};
use super::wave::Wave;
use wayfront_domain::{Domain, SideId, TriangleId};
use wayfront_geometry::{DiscLeg, LegEnd, Point, closest_on_segment};

/// Share of the radius by which passages are certain, or certainly not.
const SURE: f64 = 1e-9;
/// Turns back by less are rounding here, where rays bound what is asked about.
const BACK: f64 = 1e-6;

/// The part of a side in which centres may cross it.
#[derive(Clone, Copy, Debug)]
enum Passage {
    Unknown,
    /// Nobody can cross.
    Closed,
    /// No rule holds.
    Doubtful,
    Open(Open),
}

/// All of it is one piece.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Lengths along the side between which everything with room lies, and between which everything has room.
    outer: [f64; 2],
    inner: [f64; 2],
    /// What a way to the ends of the inner part costs at most.
    most: [f64; 2],
}

/// The passages of all sides, as far as somebody asked.
#[derive(Debug, Default)]
pub(super) struct Passages {
    list: Vec<Passage>,
    near: Near,
}

/// A side as it is stored: once for both of its faces.
struct Stored {
    index: usize,
    ends: [Point; 2],
    /// Unit vector from the first end to the second, and the length.
    along: Point,
    length: f64,
}

impl Stored {
    fn of(domain: &Domain, side: SideId) -> Self {
        let canonical = domain.twin(side).map_or(side, |twin| twin.min(side));
        let ends = domain.side_points(canonical);
        let length = ends[0].distance(ends[1]);
        Self { index: canonical.index(), ends, along: (ends[1] - ends[0]) * (1.0 / length), length }
    }

    fn at(&self, length: f64) -> Point {
        self.ends[0] + self.along * length
    }
}

impl Passages {
    pub fn restart(&mut self, domain: &Domain) {
        self.list.clear();
        self.list.resize(domain.sides().len(), Passage::Unknown);
    }

    /// Not everything that a root sends over a side is too late.
    pub fn admits(
        &mut self,
        wave: &mut Wave<AllPlaces>,
        domain: &Domain,
        root: &Root,
        side: SideId,
        passing: Passing,
    ) -> bool {
        let stored = Stored::of(domain, side);
        let [a, b] = stored.ends;
        let at = root.end.at;
        if closest_on_segment(a, b, at).distance(at) <= root.radius * (1.0 + SURE) {
            return true;
        }
        let open = match self.passage(domain, side, &stored, root.radius) {
            Passage::Closed => return false,
            Passage::Open(open) => open,
            Passage::Doubtful | Passage::Unknown => return true,
        };
        let [low, high] = crossed(root, &stored, passing, open.outer);
        if low > high {
            return false;
        }
        if is_late(wave, root, &stored, &open, [low, high]) {
            return false;
        }
        self.improve(wave, domain, root, &stored, passing);
        true
    }

    /// A root is at an end of a side: it may offer cheap ways to the passage.
    pub fn reach(&mut self, wave: &mut Wave<AllPlaces>, domain: &Domain, root: &Root, side: SideId, passing: Passing) {
        let stored = Stored::of(domain, side);
        self.passage(domain, side, &stored, root.radius);
        self.improve(wave, domain, root, &stored, passing);
    }

    /// Tries ways from a root to the ends of a passage.
    fn improve(&mut self, wave: &mut Wave<AllPlaces>, domain: &Domain, root: &Root, stored: &Stored, passing: Passing) {
        let Passage::Open(mut open) = self.list[stored.index] else { return };
        for k in 0..2 {
            let Some(leg) = DiscLeg::new(root.end, LegEnd::point(stored.at(open.inner[k])), root.radius) else {
                continue;
            };
            if passing.excludes(leg.direction()) {
                continue;
            }
            let Some(cost) = wave.cost_of(root.number, &leg).filter(|&cost| cost < open.most[k]) else { continue };
            if wave.is_free(domain, root.number, &leg) {
                open.most[k] = cost;
                open.most[1 - k] = open.most[1 - k].min(cost + open.inner[1] - open.inner[0]);
            }
        }
        self.list[stored.index] = Passage::Open(open);
    }

    fn passage(&mut self, domain: &Domain, side: SideId, stored: &Stored, radius: f64) -> Passage {
        if let Passage::Unknown = self.list[stored.index] {
            let are_solid = domain.side_corners(side).iter().all(|&corner| domain.is_solid(corner));
            let found = if are_solid { self.near.passage(domain, side, stored, radius) } else { Passage::Doubtful };
            self.list[stored.index] = found;
        }
        self.list[stored.index]
    }
}

/// The lengths along a side between which rays of a root may cross it.
fn crossed(root: &Root, stored: &Stored, passing: Passing, outer: [f64; 2]) -> [f64; 2] {
    let [mut low, mut high] = outer;
    // Whether the root has the first end on its right.
    let is_first_right = (stored.ends[0] - root.end.at).cross(stored.along) > 0.0;
    for (ray, is_right) in [(passing.right, true), (passing.left, false)] {
        if ray == Point::default() {
            continue;
        }
        let start = root.centre(ray);
        let (across, away) = (ray.cross(stored.along), (stored.ends[0] - start).cross(stored.along));
        // Rays that hardly come nearer bound nothing.
        if across * away <= 0.0 || across.abs() < 1e-3 {
            continue;
        }
        let meets = (start + ray * (away / across) - stored.ends[0]).dot(stored.along);
        let slack = SURE * (stored.length + (away / across).abs());
        if is_right == is_first_right {
            low = low.max(meets - slack);
        } else {
            high = high.min(meets + slack);
        }
    }
    [low, high]
}

/// Between two places of a passage a root is dearer than what is known.
fn is_late(wave: &Wave<AllPlaces>, root: &Root, stored: &Stored, open: &Open, [low, high]: [f64; 2]) -> bool {
    let Open { outer, inner, most } = *open;
    if most[0].is_infinite() && most[1].is_infinite() {
        return false;
    }
    // Where both ends offer the same.
    let middle = (most[1] - most[0] + inner[0] + inner[1]) / 2.0;
    let at = middle.clamp(low, high);
    let known = [most[0] + (at - inner[0]).abs(), most[1] + (at - inner[1]).abs()];
    let known = if middle >= high {
        known[0]
    } else if middle <= low {
        known[1]
    } else {
        known[0].max(known[1])
    };
    let Some(leg) = DiscLeg::new(root.end, LegEnd::point(stored.at(at)), root.radius) else { return false };
    let arrival = &wave.arrivals.list[root.number as usize];
    let turn = arrival.turn_to(leg.direction());
    if turn < -BACK {
        return false;
    }
    let cost = arrival.cost + root.radius * turn.max(0.0) + leg.length();
    let rim = (inner[0] - outer[0]).max(outer[1] - inner[1]);
    cost > known + 2.0 * rim + SURE * (cost.abs() + leg.length())
}

/// Memory for what lies near a side.
#[derive(Debug, Default)]
struct Near {
    seen: Vec<TriangleId>,
    open: Vec<SideId>,
    /// Parts of the side that are certainly in the way of something, and those that may be.
    surely: Vec<[f64; 2]>,
    maybe: Vec<[f64; 2]>,
}

impl Near {
    fn passage(&mut self, domain: &Domain, side: SideId, stored: &Stored, radius: f64) -> Passage {
        self.collect(domain, side, stored, radius);
        let outer = gaps(&mut self.surely, stored.length);
        let inner = gaps(&mut self.maybe, stored.length);
        match (outer, inner) {
            (Gaps::None, _) => Passage::Closed,
            (Gaps::One(outer), Gaps::One(inner)) if inner[1] - inner[0] > SURE * radius => {
                Passage::Open(Open { outer, inner, most: [f64::INFINITY; 2] })
            }
            _ => Passage::Doubtful,
        }
    }

    /// All outlines within a radius of the side.
    fn collect(&mut self, domain: &Domain, side: SideId, stored: &Stored, radius: f64) {
        let Self { seen, open, surely, maybe } = self;
        surely.clear();
        maybe.clear();
        seen.clear();
        open.clear();
        for face in [Some(side), domain.twin(side)].into_iter().flatten() {
            seen.push(face.triangle());
            open.extend([face.next(), face.prev()]);
        }
        let reach = radius * (1.0 + 2.0 * SURE);
        let place =
            |p: Point| Point::new((p - stored.ends[0]).dot(stored.along), stored.along.cross(p - stored.ends[0]));
        while let Some(side) = open.pop() {
            let ends = domain.side_points(side).map(place);
            if !is_near(ends, stored.length, reach) {
                continue;
            }
            match domain.twin(side) {
                Some(twin) if !seen.contains(&twin.triangle()) => {
                    seen.push(twin.triangle());
                    open.extend([twin.next(), twin.prev()]);
                }
                Some(_) => {}
                None => {
                    surely.extend(blocked(ends, radius * (1.0 - SURE)));
                    maybe.extend(blocked(ends, radius * (1.0 + SURE)));
                }
            }
        }
        // The ends themselves, though their outlines were met.
        for (list, r) in [(surely, radius * (1.0 - SURE)), (maybe, radius * (1.0 + SURE))] {
            list.extend([[f64::NEG_INFINITY, r], [stored.length - r, f64::INFINITY]]);
        }
    }
}

/// A segment may come within a distance of the part of the x axis from 0 to a length.
fn is_near([a, b]: [Point; 2], length: f64, reach: f64) -> bool {
    if a.y.min(b.y) > reach || a.y.max(b.y) < -reach || a.x.max(b.x) < -reach || a.x.min(b.x) > length + reach {
        return false;
    }
    let axis = [Point::default(), Point::new(length, 0.0)];
    let square = reach * reach;
    let apart = |p: Point, [x, y]: [Point; 2]| {
        let near = closest_on_segment(x, y, p);
        (near - p).dot(near - p) <= square
    };
    // Two segments that do not cross are nearest at an end; sides of triangles do not cross this one.
    apart(a, axis) || apart(b, axis) || axis.iter().any(|&p| apart(p, [a, b]))
}

/// The part of the x axis that is nearer to a segment than a distance.
fn blocked([a, b]: [Point; 2], reach: f64) -> Option<[f64; 2]> {
    let mut part = [f64::INFINITY, f64::NEG_INFINITY];
    let mut add = |low: f64, high: f64| {
        if low < high {
            part = [part[0].min(low), part[1].max(high)];
        }
    };
    for p in [a, b] {
        if p.y.abs() < reach {
            let half = ((reach - p.y) * (reach + p.y)).sqrt();
            add(p.x - half, p.x + half);
        }
    }
    // Beside the inside of the segment: two strips that the axis crosses.
    let along = b - a;
    let length = along.length();
    if length > 0.0 {
        let unit = along * (1.0 / length);
        // At x the foot is (x - a.x) unit.x - a.y unit.y along, and the height (a.x - x) unit.y - a.y unit.x or so.
        let foot = strip(unit.x, -a.x * unit.x - a.y * unit.y, 0.0, length);
        let height = strip(unit.y, -a.x * unit.y + a.y * unit.x, -reach, reach);
        add(foot[0].max(height[0]), foot[1].min(height[1]));
    }
    (part[0] < part[1]).then_some(part)
}

/// The x for which `slope x + offset` lies between two numbers.
fn strip(slope: f64, offset: f64, low: f64, high: f64) -> [f64; 2] {
    if slope == 0.0 {
        return if offset > low && offset < high { [f64::NEG_INFINITY, f64::INFINITY] } else { [1.0, 0.0] };
    }
    let [x, y] = [(low - offset) / slope, (high - offset) / slope];
    [x.min(y), x.max(y)]
}

/// What intervals leave of the length of a side.
enum Gaps {
    None,
    One([f64; 2]),
    Several,
}

fn gaps(blocked: &mut [[f64; 2]], length: f64) -> Gaps {
    blocked.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut found, mut end) = (Gaps::None, 0.0);
    let last = [length, length];
    for &[from, to] in blocked.iter().chain([&last]) {
        let from = from.min(length);
        if from > end {
            found = match found {
                Gaps::None => Gaps::One([end, from]),
                _ => return Gaps::Several,
            };
        }
        end = end.max(to);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocked_parts_are_those_nearer_than_the_radius() {
        let mut state = 7u64;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for _ in 0..2000 {
            let [a, b] = [(); 2].map(|()| Point::new(unit() * 10.0, unit() * 4.0 - 2.0));
            let reach = 0.2 + unit();
            let part = blocked([a, b], reach);
            for k in 0..200 {
                let x = f64::from(k) * 0.07 - 2.0;
                let apart = closest_on_segment(a, b, Point::new(x, 0.0)).distance(Point::new(x, 0.0));
                let is_blocked = part.is_some_and(|[low, high]| low < x && x < high);
                assert!(is_blocked == (apart < reach) || (apart - reach).abs() < 1e-9, "{a} {b} {reach} {x} {part:?}");
            }
        }
    }
}
