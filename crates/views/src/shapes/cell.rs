//! Cells: the parts of triangles that one generator wins.
//!
//! The cost of going straight to a generator grows by 1 per length along its rays, any other cost by at most 1. So on
//! each ray the generator wins up to some place and nowhere beyond it: a cell is what lies between a patch's near
//! border and the nearest of the curves from which others win, a lower envelope of functions of one variable. Between
//! events (corners of patches, ends of what others see) the same curves take part; there the envelope is wrapped from
//! crossing to crossing, which have closed forms.
//!
//! Degenerate cases: a border along a triangle's side belongs to the side, not to a cell (curves nearly on a far side
//! lose against it), so that it is found once, where cells on both sides of it differ. In triangles hardly thicker than
//! rounding lengths count down to a thousandth of the usual grain (see `Views::grain_in`).

use super::frame::{Curve, Frame, Rays};
use super::patch::{Edge, Patch};
use super::view::{Claim, View, Views};
use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::view::Root;

/// Crossings between two events; more are rounding.
const MOST_CROSSINGS: usize = 200;

/// Tolerance: Share of a cell's range of rays within which two rays are one.
const SAME_RAY: f64 = 1e-11;
/// Tolerance: Share of the grain, and of a strip's length along a ray, down to which lengths count where a part is
/// thin.
const GRAIN_SHARE: f64 = 1e-3;
/// Tolerance: Share of a strip's length along a ray below which a rival's part of it is rounding.
const THIN: f64 = 1e-8;
/// Tolerance: Share of a strip's width by which one looks beyond a crossing to see which curve is the nearer one there.
const ASIDE: f64 = 1e-7;
/// Tolerance: Share of a cell's range of rays within which a piece begins at the first ray: where curves touch a ray,
/// rounding grows to its square root.
const TOUCHING: f64 = 1e-6;

/// A strip of rays with the same near and far border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub from: f64,
    pub to: f64,
    /// Absent at the generator itself.
    pub near: Option<(Curve, Edge)>,
    pub far: (Curve, Edge),
}

/// A cell's border along a ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rim {
    pub edge: Edge,
    pub ends: [Point; 2],
    /// Unit vector out of the cell.
    pub out: Point,
}

/// What one generator wins of one patch.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub root: Root,
    pub triangle: TriangleId,
    pub frame: Frame,
    pub pieces: Vec<Piece>,
    pub rims: Vec<Rim>,
}

/// Another view, in the coordinates of the generator whose cell is sought.
struct Rival {
    root: Root,
    claim: Claim,
    outline: Vec<Point>,
    edges: Vec<Edge>,
}

/// Something that ends rays, between two events.
#[derive(Clone, Copy)]
struct Limit {
    curve: Curve,
    edge: Edge,
}

/// The cells of a triangle.
pub(crate) fn cells_of(views: &Views, triangle: TriangleId, cells: &mut Vec<Cell>) {
    let (seen, grain) = (views.of(triangle), views.grain_in(triangle));
    for (k, view) in seen.iter().enumerate() {
        let middle =
            view.patch.points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / view.patch.len() as f64);
        let parts = match view.generator.frame(middle).rays {
            Rays::Around => view.patch.clone().fans_from(view.generator.frame(middle).origin, grain),
            Rays::Ahead => vec![view.patch.clone()],
        };
        for part in parts {
            let middle = part.points.iter().fold(Point::default(), |sum, &p| sum + p) * (1.0 / part.len() as f64);
            let frame = view.generator.frame(middle);
            let rivals = rivals(views, &seen, k, &frame, grain);
            let part = Patch { points: frame.outline(&part.points, views.rounding()), ..part };
            let sweep = Sweep { frame, part: &part, rivals: &rivals, grain };
            cells.extend(sweep.cell(view.root, triangle));
        }
    }
}

fn rivals(views: &Views, seen: &[View], own: usize, frame: &Frame, grain: f64) -> Vec<Rival> {
    let rival = |(k, view): (usize, &View)| {
        if k == own || !view.meets(&seen[own], grain) || views.are_apart(view, &seen[own]) {
            return None;
        }
        let is_first = (view.root, k) < (seen[own].root, own);
        let claim = view.generator.claim(frame, is_first, grain);
        let outline = frame.outline(&view.patch.points, views.rounding());
        let edges = view.patch.edges.clone();
        (!matches!(claim, Claim::Never)).then_some(Rival { root: view.root, claim, outline, edges })
    };
    seen.iter().enumerate().filter_map(rival).collect()
}

/// Where a ray runs through a convex outline: distances at which it enters and leaves, and over which edges.
struct Hits {
    enter: (f64, usize),
    leave: (f64, usize),
}

fn hits(frame: &Frame, outline: &[Point], ray: f64) -> Option<Hits> {
    let mut found: [(f64, usize); 2] = [(f64::INFINITY, 0), (f64::NEG_INFINITY, 0)];
    let measure = frame.beside_and_along(ray);
    let place = |k: usize| measure(outline[k]);
    let mut next = place(0);
    for k in 0..outline.len() {
        let (a, depth_a) = next;
        next = place((k + 1) % outline.len());
        let (b, depth_b) = next;
        if (a <= 0.0) != (b <= 0.0) {
            let depth = depth_a + (depth_b - depth_a) * (a / (a - b));
            if depth < found[0].0 {
                found[0] = (depth, k);
            }
            if depth > found[1].0 {
                found[1] = (depth, k);
            }
        }
    }
    let [enter, leave] = found;
    let is_behind = frame.rays == Rays::Around && leave.0 <= 0.0;
    (enter.0 < leave.0 && !is_behind).then_some(Hits { enter, leave })
}

struct Sweep<'a> {
    frame: Frame,
    part: &'a Patch,
    rivals: &'a [Rival],
    grain: f64,
}

impl Sweep<'_> {
    fn cell(&self, root: Root, triangle: TriangleId) -> Option<Cell> {
        let [low, high] = self.range()?;
        let mut pieces = Vec::new();
        let events = self.events(low, high);
        let least = (high - low) * SAME_RAY;
        for pair in events.windows(2).filter(|pair| pair[1] - pair[0] > least) {
            self.between(pair[0], pair[1], &mut pieces);
        }
        let rims = self.rims([low, high], &pieces);
        let frame = self.frame;
        (!pieces.is_empty()).then_some(Cell { root, triangle, frame, pieces, rims })
    }

    /// First and last ray of the part.
    fn range(&self) -> Option<[f64; 2]> {
        let is_ray = |q: &&Point| self.frame.rays == Rays::Ahead || q.length() > self.grain;
        let rays = self.part.points.iter().filter(is_ray).map(|&q| self.frame.ray(q));
        let [low, high] = rays.fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], r| [l.min(r), h.max(r)]);
        let width = match self.frame.rays {
            // A width of pi or more is rounding: parts are convex and do not contain the origin.
            Rays::Around if high - low > 3.2 => return None,
            Rays::Around => (high - low) * self.part.points.iter().map(|q| q.length()).fold(0.0, f64::max),
            Rays::Ahead => high - low,
        };
        (width > self.grain).then_some([low, high])
    }

    /// Rays at which something begins or ends.
    fn events(&self, low: f64, high: f64) -> Vec<f64> {
        let mut events = vec![low, high];
        let mut add = |ray: f64| {
            if ray > low && ray < high {
                events.push(ray);
            }
        };
        self.part.points.iter().for_each(|&q| add(self.frame.ray(q)));
        for rival in self.rivals {
            rival.outline.iter().for_each(|&q| add(self.frame.ray(q)));
            if let Claim::Beyond(curve) = rival.claim {
                for k in 0..rival.outline.len() {
                    let (a, b) = (rival.outline[k], rival.outline[(k + 1) % rival.outline.len()]);
                    self.frame.zeros(curve.minus(self.frame.line(a, b))).for_each(&mut add);
                }
                for k in 0..self.part.len() {
                    let [a, b] = self.part.ends(k);
                    self.frame.zeros(curve.minus(self.frame.line(a, b))).for_each(&mut add);
                }
            }
        }
        events.sort_by(f64::total_cmp);
        events
    }

    /// The pieces between two events.
    fn between(&self, from: f64, to: f64, pieces: &mut Vec<Piece>) {
        let frame = &self.frame;
        let middle = (from + to) / 2.0;
        let Some(own) = hits(frame, &self.part.points, middle) else { return };
        let reach = if frame.rays == Rays::Around { own.leave.0 } else { 1.0 };
        // The curve of an edge along a ray is nothing to compute with.
        if (to - from) * reach <= self.grain {
            return;
        }
        let starts_here = frame.rays == Rays::Around && own.enter.0 <= self.grain;
        let line = |outline: &[Point], k: usize| frame.line(outline[k], outline[(k + 1) % outline.len()]);
        let near = (!starts_here).then(|| (line(&self.part.points, own.enter.1), self.part.edges[own.enter.1]));
        let mut limits =
            vec![Limit { curve: line(&self.part.points, own.leave.1), edge: self.part.edges[own.leave.1] }];
        // The middle ray stands for its strip, also where the part is hardly thicker than the grain on that ray only.
        let span = own.leave.0 - own.enter.0;
        let grain = (GRAIN_SHARE * span).clamp(GRAIN_SHARE * self.grain, self.grain);
        let entered = self.part.edges[own.enter.1];
        let is_side = matches!(entered, Edge::Side(_)) && !starts_here;
        for rival in self.rivals {
            let Some(seen) = hits(frame, &rival.outline, middle) else { continue };
            let start = match rival.claim {
                Claim::Beyond(curve) => self.distance(curve, middle),
                _ => f64::NEG_INFINITY,
            };
            let (first, last) = (own.enter.0.max(seen.enter.0), own.leave.0.min(seen.leave.0));
            // What is seen over so short a distance is rounding, or next to the far border.
            if last - first.max(start) <= grain + THIN * span {
                continue;
            }
            match rival.claim {
                Claim::Beyond(curve) if start >= seen.enter.0 - grain => {
                    limits.push(Limit { curve, edge: Edge::Rival(rival.root) });
                }
                // Over the same side: along rays at a small angle to it rounding is far apart.
                _ if is_side && rival.edges[seen.enter.1] == entered => return,
                _ if seen.enter.0 <= own.enter.0 + grain => return,
                _ => limits.push(Limit { curve: line(&rival.outline, seen.enter.1), edge: Edge::Cut }),
            }
        }
        self.wrap(from, to, near, &limits, pieces);
    }

    /// The distance at which a curve meets a ray; beyond everything if it does not.
    fn distance(&self, curve: Curve, ray: f64) -> f64 {
        let v = self.frame.eval(curve, ray);
        match self.frame.rays {
            Rays::Around if v <= 0.0 => f64::INFINITY,
            Rays::Around => 1.0 / v,
            Rays::Ahead => -v,
        }
    }

    /// The nearest of the limits, from crossing to crossing.
    fn wrap(&self, from: f64, to: f64, near: Option<(Curve, Edge)>, limits: &[Limit], pieces: &mut Vec<Piece>) {
        let step = (to - from) * ASIDE;
        let mut at = from;
        for _ in 0..MOST_CROSSINGS {
            let Some((first, next)) = self.nearest_from(at, to, step, limits) else { return };
            self.cut_near(at, next, near, first, pieces);
            at = next;
            if at >= to - step {
                return;
            }
        }
    }

    /// The nearest limit from one ray on, and where another crosses it. Curves may touch where they start: then only
    /// the middle of the piece decides which is the nearest.
    fn nearest_from(&self, at: f64, to: f64, step: f64, limits: &[Limit]) -> Option<(Limit, f64)> {
        let frame = &self.frame;
        let nearest = |ray: f64| {
            let by_value =
                |a: &usize, b: &usize| frame.eval(limits[*a].curve, ray).total_cmp(&frame.eval(limits[*b].curve, ray));
            (0..limits.len()).max_by(by_value)
        };
        let mut first = nearest(at + step)?;
        let mut next = to;
        for _ in 0..=limits.len() {
            let crossings = limits.iter().flat_map(|other| frame.zeros(limits[first].curve.minus(other.curve)));
            next = crossings.filter(|&ray| ray > at + step).fold(to, f64::min);
            let in_the_middle = nearest((at + next) / 2.0)?;
            if in_the_middle == first {
                break;
            }
            first = in_the_middle;
        }
        Some((limits[first], next))
    }

    /// Leaves out the rays on which the limit lies before the near border.
    fn cut_near(&self, from: f64, to: f64, near: Option<(Curve, Edge)>, far: Limit, pieces: &mut Vec<Piece>) {
        let piece = |from, to| Piece { from, to, near, far: (far.curve, far.edge) };
        let Some((border, _)) = near else { return pieces.push(piece(from, to)) };
        let room = border.minus(far.curve);
        let mut cuts = vec![from, to];
        cuts.extend(self.frame.zeros(room).filter(|&ray| ray > from && ray < to));
        cuts.sort_by(f64::total_cmp);
        for pair in cuts.windows(2).filter(|pair| self.frame.eval(room, (pair[0] + pair[1]) / 2.0) > 0.0) {
            pieces.push(piece(pair[0], pair[1]));
        }
    }

    /// The borders along the first and the last ray.
    fn rims(&self, [low, high]: [f64; 2], pieces: &[Piece]) -> Vec<Rim> {
        let is_close = |piece: &Piece, ray: f64, apart: f64| {
            let reach = if self.frame.rays == Rays::Around { self.distance(piece.far.0, ray) } else { 1.0 };
            // Strips without width are left out.
            apart < (high - low) * TOUCHING || apart * reach <= 4.0 * self.grain
        };
        let first = pieces.first().filter(|p| is_close(p, p.from, p.from - low)).map(|p| (p, low, -1.0));
        let last = pieces.last().filter(|p| is_close(p, p.to, high - p.to)).map(|p| (p, high, 1.0));
        first.into_iter().chain(last).filter_map(|(piece, ray, hand)| self.rim(piece, ray, hand)).collect()
    }

    fn rim(&self, piece: &Piece, ray: f64, hand: f64) -> Option<Rim> {
        let frame = &self.frame;
        let far = frame.on(piece.far.0, ray);
        let near = piece.near.map_or(frame.origin, |(curve, _)| frame.on(curve, ray));
        let along = match frame.rays {
            Rays::Around => far - frame.origin,
            Rays::Ahead => frame.axis.left(),
        };
        let out = match frame.rays {
            Rays::Around => along.left() * (hand / along.length()),
            Rays::Ahead => frame.axis * hand,
        };
        let edge = self.edge_along(ray)?;
        let is_long = far.distance(near) > self.grain && (far - near).dot(along) > 0.0;
        (is_long && out.is_finite()).then_some(Rim { edge, ends: [near, far], out })
    }

    /// The part's edge that runs along a ray: the one that stays closest to it.
    fn edge_along(&self, ray: f64) -> Option<Edge> {
        let measure = self.frame.beside_and_along(ray);
        let beside = |k: usize| self.part.ends(k).map(|q| measure(q).0.abs()).into_iter().fold(0.0, f64::max);
        let is_long = |k: &usize| self.part.ends(*k)[0].distance(self.part.ends(*k)[1]) > 8.0 * self.grain;
        let edges = (0..self.part.len()).filter(is_long).map(|k| (beside(k), self.part.edges[k]));
        edges.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|edge| edge.0 <= 8.0 * self.grain).map(|edge| edge.1)
    }
}
