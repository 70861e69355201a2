//! Lines of equal cost as exact curves: arcs around generators' points, straight pieces ahead of fronts.
//!
//! A line is followed from triangle to triangle, with lower costs on its right hand. Within a triangle it follows the
//! curve of one generator from *event* to event: where the curve leaves the triangle, where the same curve of another
//! generator crosses it, where its generator's view ends. These have closed forms. Between two events nothing changes,
//! so one look at the middle tells whether the line still runs there: no step length, nothing sampled.
//!
//! Costs are continuous, so a line ends only at outlines, or closes. All points have the cost but for rounding. Cost:
//! for each triangle passed, the square of its windows that reach the level.

mod track;

use super::look::Best;
use crate::generators::{NodeId, Root, RootKind};
use crate::map::PathMap;
use crate::wave::front::bound_line;
use track::{Shape, Track};
use wayfront_domain::{NoPath, SideId, Spot, TriangleId};
use wayfront_geometry::{Piece, Point, checkpoint, closest_on_segment, orient};

/// Triangles that a line may pass; more are a circle.
const MOST_STEPS: usize = 1_000_000;
/// Steps in a row that are shorter than rounding; more lead nowhere.
const MOST_IDLE: usize = 100;
/// Triangles around a place that are tried when a line leaves one near a corner.
const MOST_AROUND: usize = 64;

/// Tolerance: Share of the largest coordinate within which costs are equal: a cost is a sum of some distances, each
/// rounded by 1e-16 of a coordinate or two.
const SAME_COST: f64 = 5e-14;
/// Tolerance: Share of the largest coordinate below which stretches are rounding: where curves meet at a small angle,
/// rounding of costs grows.
const GRAIN: f64 = 1e-12;
/// Tolerance: Starts of lines this close are one, in units of [`SAME_COST`]: curves that meet a side at a small angle.
const SAME_PLACE: f64 = 1e3;
/// Tolerance: Curves this close to a point pass it, in units of [`GRAIN`].
const NEAR: f64 = 4.0;
/// Tolerance: Share of the square of a length within which three points are on one line: the middle one was computed on
/// it.
const STRAIGHT: f64 = 1e-14;

/// A line of equal cost, followed with lower costs on its right hand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LevelLine {
    /// Its pieces, end to end.
    pub pieces: Vec<Piece>,
    /// The side of the free space at which it ends; `None` if it came back to its start.
    pub end: Option<SideId>,
}

impl PathMap {
    /// The lines of a cost that lead into the free space from a side at which it ends, lower costs on their right.
    #[must_use]
    pub fn level_lines_from(&self, side: SideId, cost: f64) -> Vec<LevelLine> {
        let follower = Follower::new(self, cost);
        let triangle = side.triangle();
        let [a, b] = self.domain().side_points(side);
        let length = a.distance(b);
        let edge = Shape::Line(a, (b - a) * (1.0 / length));
        let mut shares: Vec<f64> = Vec::new();
        for root in follower.roots_in(triangle) {
            for p in follower.shape(root).into_iter().flat_map(|shape| shape.meets(edge)).flatten() {
                let share = (p - a).dot(b - a) / (length * length);
                let best = follower.best(triangle, p);
                if (0.0..=1.0).contains(&share) && (best.cost - cost).abs() <= follower.tolerance {
                    shares.push(share);
                }
            }
        }
        shares.sort_by(f64::total_cmp);
        shares.dedup_by(|x, y| (*x - *y).abs() * length <= SAME_PLACE * follower.tolerance);
        shares.into_iter().filter_map(|share| follower.follow(triangle, a.lerp(b, share))).collect()
    }

    /// The line of the cost of `p`, from there on, lower costs on its right.
    ///
    /// # Errors
    /// If the point is blocked, or no source can be reached.
    pub fn level_line(&self, p: Point) -> Result<LevelLine, NoPath> {
        let cost = self.answer(p)?.cost;
        let spot = self.domain().locate(p).ok_or(NoPath::Blocked)?;
        let triangles: Vec<TriangleId> = match spot {
            Spot::Inside(triangle) => vec![triangle],
            Spot::On(side) => self.domain().faces(side).map(SideId::triangle).collect(),
            Spot::At(corner) => {
                let domain = self.domain();
                domain.sectors(corner).flat_map(|s| domain.fan(s)).map(SideId::triangle).collect()
            }
        };
        let follower = Follower::new(self, cost);
        Ok(triangles.into_iter().find_map(|t| follower.follow(t, p)).unwrap_or_default())
    }
}

/// A stretch of a line within one triangle, and how far it leads.
#[derive(Clone, Copy)]
struct Stretch {
    track: Track,
    triangle: TriangleId,
    far: f64,
}

struct Follower<'a> {
    map: &'a PathMap,
    level: f64,
    /// Costs this close are equal.
    tolerance: f64,
    /// Stretches shorter than this are rounding.
    grain: f64,
}

impl<'a> Follower<'a> {
    fn new(map: &'a PathMap, level: f64) -> Self {
        let bounds = map.domain().bounds();
        let largest = bounds.corners().iter().fold(bounds.size(), |m, p| m.max(p.x.abs()).max(p.y.abs()));
        Self { map, level, tolerance: SAME_COST * largest, grain: GRAIN * largest }
    }

    fn best(&self, triangle: TriangleId, p: Point) -> Best {
        let mut best = Best::NOTHING;
        self.map.built().look_in(self.map.domain(), triangle, p, &mut best);
        best
    }

    /// The generators that are seen in a triangle and reach the level.
    fn roots_in(&self, triangle: TriangleId) -> Vec<Root> {
        let (domain, built) = (self.map.domain(), self.map.built());
        let corners = triangle.sides().map(|side| NodeId::of(domain.side(side).origin));
        let bending = corners.into_iter().filter(|c| built.nodes[c.index()].bends).map(Root::from);
        let mut roots: Vec<Root> = bending.chain(built.index.of(triangle).iter().map(|w| w.root)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots.retain(|&root| self.shape(root).is_some());
        roots
    }

    /// Where a generator has the level, unless it costs more itself.
    fn shape(&self, root: Root) -> Option<Shape> {
        let built = self.map.built();
        match root.kind() {
            RootKind::Node(node) => {
                let node = &built.nodes[node.index()];
                let radius = self.level - node.cost;
                (radius > self.tolerance).then_some(Shape::Circle(node.at, radius))
            }
            RootKind::Flat(flat) => {
                let flat = &built.flats[flat.index()];
                let distance = self.level - flat.cost;
                (distance >= 0.0).then(|| Shape::Line(flat.from + flat.ahead() * distance, -flat.unit))
            }
        }
    }

    /// Follows the line that passes `p` through a triangle.
    fn follow(&self, triangle: TriangleId, p: Point) -> Option<LevelLine> {
        let mut line = LevelLine::default();
        let first = self.stretch_from(triangle, p, None)?;
        let mut stretch = first;
        let mut idle = 0;
        for _ in 0..MOST_STEPS {
            checkpoint();
            extend(&mut line.pieces, &stretch);
            let end = stretch.track.at(stretch.far);
            let next = self.onward(&stretch, end);
            match next {
                Onward::Stretch(next) => stretch = next,
                Onward::Outline(side) => return Some(LevelLine { end: Some(side), ..line }),
                Onward::Lost => return Some(line),
            }
            idle = if stretch.far > self.grain { 0 } else { idle + 1 };
            let is_back = stretch.triangle == first.triangle && self.passes(&stretch, p);
            if is_back || idle > MOST_IDLE {
                return Some(line);
            }
        }
        Some(line)
    }

    /// A stretch leads over a point.
    fn passes(&self, stretch: &Stretch, p: Point) -> bool {
        let Stretch { track, far, .. } = stretch;
        track.shape.distance(p) <= self.grain && (-self.grain..=far + self.grain).contains(&track.far(p, self.grain))
    }

    /// What follows where a stretch ends: mostly the same curve in the next triangle.
    fn onward(&self, stretch: &Stretch, end: Point) -> Onward {
        let domain = self.map.domain();
        let root = stretch.track.root;
        let near: Vec<SideId> = stretch.triangle.sides().into_iter().filter(|&s| self.is_near(s, end)).collect();
        for side in near.iter().filter_map(|&s| domain.twin(s)) {
            if let Some(next) = self.stretch_of(side.triangle(), end, root) {
                return Onward::Stretch(next);
            }
        }
        if let Some(next) = self.stretch_from(stretch.triangle, end, Some(root)) {
            return Onward::Stretch(next);
        }
        // Near a corner the next triangle may lie behind another one.
        let mut tried = vec![stretch.triangle];
        let mut open: Vec<SideId> = near.iter().filter_map(|&s| domain.twin(s)).collect();
        while let Some(side) = open.pop().filter(|_| tried.len() < MOST_AROUND) {
            let triangle = side.triangle();
            if tried.contains(&triangle) {
                continue;
            }
            tried.push(triangle);
            if let Some(next) = self.stretch_from(triangle, end, None) {
                return Onward::Stretch(next);
            }
            open.extend(triangle.sides().into_iter().filter(|&s| self.is_near(s, end)).filter_map(|s| domain.twin(s)));
        }
        let mut outline = tried.iter().flat_map(|t| t.sides()).filter(|&s| domain.twin(s).is_none());
        match outline.find(|&s| self.is_near(s, end)) {
            Some(side) => Onward::Outline(side),
            None => Onward::Lost,
        }
    }

    fn is_near(&self, side: SideId, p: Point) -> bool {
        let [a, b] = self.map.domain().side_points(side);
        closest_on_segment(a, b, p).distance(p) <= self.grain
    }

    /// The stretch from `p` on of any generator, but for one.
    fn stretch_from(&self, triangle: TriangleId, p: Point, but: Option<Root>) -> Option<Stretch> {
        let passes = |root: &Root| self.shape(*root).is_some_and(|s| s.distance(p) <= NEAR * self.grain);
        let roots = self.roots_in(triangle);
        roots.into_iter().filter(|&r| Some(r) != but).filter(passes).find_map(|root| self.stretch_of(triangle, p, root))
    }

    /// The stretch of one generator's curve from `p` on, if the line runs there.
    fn stretch_of(&self, triangle: TriangleId, p: Point, root: Root) -> Option<Stretch> {
        let shape = self.shape(root)?;
        let track = Track { root, shape, start: shape.nearest(p) };
        let mut from = 0.0;
        for to in self.events(triangle, &track) {
            if to - from <= self.grain {
                // Too short to tell: it belongs to what follows.
                continue;
            }
            if !self.runs(triangle, track.at(0.5 * (from + to))) {
                break;
            }
            from = to;
        }
        (from > 0.0).then_some(Stretch { track, triangle, far: from })
    }

    /// The line passes this point of a generator's curve.
    fn runs(&self, triangle: TriangleId, p: Point) -> bool {
        let [a, b, c] = self.map.domain().triangle(triangle);
        let is_inside = orient(a, b, p) >= 0.0 && orient(b, c, p) >= 0.0 && orient(c, a, p) >= 0.0;
        is_inside && (self.best(triangle, p).cost - self.level).abs() <= self.tolerance
    }

    /// How far along a track something may change, in order.
    fn events(&self, triangle: TriangleId, track: &Track) -> Vec<f64> {
        let domain = self.map.domain();
        let mut events: Vec<f64> = Vec::new();
        let mut meet = |shape: Shape| {
            events.extend(track.shape.meets(shape).into_iter().flatten().map(|p| track.far(p, self.grain)));
        };
        for side in triangle.sides() {
            let [a, b] = domain.side_points(side);
            meet(Shape::Line(a, (b - a) * (1.0 / domain.side(side).length)));
        }
        for root in self.roots_in(triangle).into_iter().filter(|&r| r != track.root) {
            self.shape(root).into_iter().for_each(&mut meet);
        }
        let built = self.map.built();
        let own = built.index.of(triangle).iter().filter(|w| w.root == track.root).flat_map(|w| [w.left, w.right]);
        for (at, way) in own.filter_map(|bound| bound_line(built.generators(), track.root, bound)) {
            meet(Shape::Line(at, way * (1.0 / way.length())));
        }
        events.retain(|&far| far > 0.0 && far.is_finite());
        events.sort_by(f64::total_cmp);
        events
    }
}

/// What follows a stretch.
enum Onward {
    Stretch(Stretch),
    Outline(SideId),
    Lost,
}

/// Adds a stretch; one that goes on along the same curve lengthens the last piece.
fn extend(pieces: &mut Vec<Piece>, stretch: &Stretch) {
    let piece = stretch.track.piece(stretch.far);
    match (pieces.last_mut(), piece) {
        (Some(Piece::Arc(last)), Piece::Arc(arc)) if last.centre == arc.centre && last.radius == arc.radius => {
            last.sweep += arc.sweep;
        }
        (Some(Piece::Straight(last)), Piece::Straight(ends)) if is_straight_on(*last, ends) => last[1] = ends[1],
        _ => pieces.push(piece),
    }
}

fn is_straight_on([a, b]: [Point; 2], [_, c]: [Point; 2]) -> bool {
    let (whole, part) = (c - a, b - a);
    whole.cross(part).abs() <= STRAIGHT * whole.dot(whole).max(part.dot(part)) && whole.dot(part) > 0.0
}
