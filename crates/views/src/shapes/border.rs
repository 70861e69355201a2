//! Borders between regions.
//!
//! A border lies inside a triangle (where a cell ends because another generator is cheaper, or because its own sight
//! ends), or along a side of triangles (where the cells on both sides differ). Each is taken from one side only; along a
//! side of triangles it may be found from both, and is drawn once ([`Stretches`]).

use super::along::{SIDE_BY_SIDE, Stretches};
use super::cell::{Cell, Piece, Rim};
use super::frame::{Curve, Frame};
use super::join::{Line, join, straightened};
use super::patch::Edge;
use super::view::{Claim, Generator};
use super::{MapShapes, flatten};
use wayfront_domain::{SideId, TriangleId};
use wayfront_geometry::{Point, closest_on_segment};
use wayfront_pathmap::GeneratorId;
use wayfront_pathmap::view::Root;

/// Why there is a border, and which curve it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BorderKind {
    /// The line up to which a generator sees, with the corner behind which it does not on the other side; or the ray
    /// at the end of a flat front. Straight.
    Shadow,
    /// Two points are equally cheap, one of them dearer at the start.
    Hyperbola,
    /// A point and a flat front are equally cheap.
    Parabola,
    /// Two points with equal costs at the start, or two flat fronts: straight.
    Line,
    /// Two generators are equally cheap, but their costs grow at different rates.
    Oval,
}

/// A border between two regions.
#[derive(Clone, Debug, PartialEq)]
pub struct Border {
    /// The regions on its sides, in no order; the lower number first.
    pub between: [GeneratorId; 2],
    /// Which curve it is.
    pub kind: BorderKind,
    /// Its points lie on the border; between them it is followed within the tolerance.
    pub line: Line,
}

pub(crate) type Key = ([Root; 2], BorderKind);

/// Borders along sides.
type Along = Stretches<[Root; 2], BorderKind>;

/// A part of a side that a region touches: from where to where, as shares of the side.
#[derive(Clone, Copy, Debug)]
struct Touch {
    side: SideId,
    span: [f64; 2],
    root: Root,
}

impl MapShapes<'_> {
    /// The borders between regions of different generators, joined over triangles.
    ///
    /// Regions of the two sides of a segment source count as one, as do those of a source's point and of a corner in
    /// the same place: see [`MapShapes::region`].
    #[must_use]
    pub fn borders(&self) -> Vec<Border> {
        if let Some(traced) = &self.traced {
            return traced.borders(self);
        }
        let (mut lines, mut stretches) = (Vec::new(), Along::new());
        for cells in self.cells.chunk_by(|a, b| a.triangle == b.triangle) {
            cells.iter().for_each(|cell| self.curved_borders(cell, &mut lines, &mut stretches));
            let first = lines.len();
            cells.iter().for_each(|cell| self.borders_along_rays(cell, cells, first, &mut lines, &mut stretches));
        }
        self.borders_along_sides(&mut stretches);
        lines.extend(stretches.merged().map(|(side, key, [from, to])| {
            let [a, b] = self.ends_of(side);
            (key, vec![a.lerp(b, from), a.lerp(b, to)])
        }));
        let mut borders = self.joined_borders(lines, self.reach(), self.grain());
        borders.iter_mut().for_each(|border| self.place(&mut border.line.points));
        borders
    }

    /// Borders from pieces whose ends meet within `reach`, without points that they pass within `grain` anyway.
    pub(crate) fn joined_borders(&self, lines: Vec<(Key, Vec<Point>)>, reach: f64, grain: f64) -> Vec<Border> {
        let joined = join(lines, reach);
        let border = |((between, kind), line): (Key, Line)| Border {
            between: between.map(|root| self.view.number(root)),
            kind,
            line: straightened(line, grain),
        };
        joined.into_iter().filter(|(_, line)| length(&line.points) > self.reach()).map(border).collect()
    }

    fn key(&self, a: Root, b: Root) -> Option<Key> {
        let (p, q) = (self.regions.of(a), self.regions.of(b));
        (p != q).then(|| ([p.min(q), p.max(q)], self.kind(a, b)))
    }

    pub(crate) fn kind(&self, a: Root, b: Root) -> BorderKind {
        let (one, two) = (self.views.generator(a), self.views.generator(b));
        let (near, frame) = match (one, two) {
            (Generator::Front(_), Generator::Point { at, .. }) => (one, two.frame(at)),
            (Generator::Point { at, .. }, _) => (two, one.frame(at)),
            _ => return BorderKind::Line,
        };
        let Claim::Beyond(Curve([constant, ..])) = near.claim(&frame, false, self.views.rounding()) else {
            return BorderKind::Shadow;
        };
        match (one, two) {
            (Generator::Point { cost: a, .. }, Generator::Point { cost: b, .. }) => {
                if (a - b).abs() <= self.grain() || constant == 0.0 { BorderKind::Line } else { BorderKind::Hyperbola }
            }
            _ => BorderKind::Parabola,
        }
    }

    fn curved_borders(&self, cell: &Cell, lines: &mut Vec<(Key, Vec<Point>)>, stretches: &mut Along) {
        for Piece { from, to, far: (curve, edge), .. } in &cell.pieces {
            let Edge::Rival(rival) = *edge else { continue };
            // Seen from the other side too: take it from the lower number.
            if self.regions.of(cell.root) >= self.regions.of(rival) {
                continue;
            }
            let Some(key) = self.key(cell.root, rival) else { continue };
            let points = flatten(&cell.frame, *curve, [*from, *to], self.tolerance);
            if points.iter().all(|p| p.is_finite()) && length(&points) > self.grain() {
                match self.stretch_of(cell.triangle, &points) {
                    Some((side, span)) => stretches.add(side, straight(key), span),
                    None => lines.push((key, points)),
                }
            }
        }
    }

    /// Where a generator's sight ends, another takes over, at the same cost. Mostly, but not always, the other's
    /// sight ends there too: what was found already stands in `lines` from `first` on.
    fn borders_along_rays(
        &self,
        cell: &Cell,
        cells: &[Cell],
        first: usize,
        lines: &mut Vec<(Key, Vec<Point>)>,
        stretches: &mut Along,
    ) {
        let ends_there = |rim: &&Rim| rim.edge == Edge::Bound && !self.goes_on(cell, rim, cells);
        for rim in cell.rims.iter().filter(ends_there) {
            let [a, b] = rim.ends;
            let middle = a.lerp(b, 0.5);
            let Some(beside) = self.beside(cell, rim) else { continue };
            // Otherwise it lies beyond an obstacle thinner than the nudge.
            let is_tie = self.is_tie([cell.root, beside], middle);
            if let Some((between, _)) = self.key(cell.root, beside).filter(|_| is_tie) {
                let key = (between, BorderKind::Shadow);
                let is_known = |known: &(Key, Vec<Point>)| known.0 == key && is_near(&known.1, middle, self.reach());
                if let Some((side, span)) = self.stretch_of(cell.triangle, &[a, b]) {
                    stretches.add(side, straight(key), span);
                } else if !lines[first..].iter().any(is_known) {
                    lines.push((key, vec![a, b]));
                }
            }
        }
    }

    /// The cell's region goes on beyond a ray: sight was parted there by a corner that hides nothing. Along the ray, and
    /// nowhere beside it, that corner is as cheap, and rounding may name it.
    fn goes_on(&self, cell: &Cell, rim: &Rim, cells: &[Cell]) -> bool {
        let middle = rim.ends[0].lerp(rim.ends[1], 0.5);
        let is_same = |other: &&Cell| self.regions.of(other.root) == self.regions.of(cell.root);
        let faces = |other: &Rim| other.edge == Edge::Bound && other.out.dot(rim.out) < 0.0;
        let mut facing = cells.iter().filter(is_same).flat_map(|other| &other.rims).filter(|other| faces(other));
        facing.any(|other| is_near(&other.ends, middle, self.views.rounding()))
    }

    /// The generator that wins beside a cell, as close as can be decided: a region there may be narrow, but close to a ray
    /// that costs grow along the cell's own generator may be as cheap as the winner.
    fn beside(&self, cell: &Cell, rim: &Rim) -> Option<Root> {
        let [a, b] = rim.ends;
        let (middle, longest) = (a.lerp(b, 0.5), a.distance(b) * 0.01);
        let is_other = |root: &Root| self.regions.of(*root) != self.regions.of(cell.root);
        for nudge in [16.0 * self.views.grain, self.grain() * 16.0, self.reach()] {
            let beside = self.view.winner(self.views.world(middle + rim.out * nudge.min(longest))).ok()?.root;
            if is_other(&beside) {
                return Some(beside);
            }
        }
        None
    }

    fn is_tie(&self, roots: [Root; 2], p: Point) -> bool {
        let [a, b] = roots.map(|r| self.views.generator(r).cost_at(p));
        (a - b).abs() <= self.reach()
    }

    /// The side of a triangle along which a line runs, as the lower of the two that lie there, and from where to where.
    fn stretch_of(&self, triangle: TriangleId, points: &[Point]) -> Option<(SideId, [f64; 2])> {
        let inner = triangle.sides().into_iter().filter_map(|side| Some(side.min(self.map.domain().twin(side)?)));
        inner.into_iter().find_map(|side| {
            let [a, b] = self.ends_of(side);
            let is_along = points.iter().all(|&p| closest_on_segment(a, b, p).distance(p) <= self.grain());
            let ends = [*points.first()?, *points.last()?];
            is_along.then(|| (side, self.shares(side, ends)))
        })
    }

    fn ends_of(&self, side: SideId) -> [Point; 2] {
        self.map.domain().side_points(side).map(|p| self.views.local(p))
    }

    fn borders_along_sides(&self, stretches: &mut Along) {
        let domain = self.map.domain();
        let (touches, reach) = (self.touches(), self.reach());
        let of_side = |side: SideId| {
            let first = touches.partition_point(|t| t.side < side);
            touches[first..].iter().take_while(move |t| t.side == side)
        };
        for touch in &touches {
            let Some(twin) = domain.twin(touch.side).filter(|&twin| twin > touch.side) else { continue };
            let [a, b] = self.ends_of(touch.side);
            let length = a.distance(b);
            for other in of_side(twin).take_while(|other| other.span[0] < 1.0 - touch.span[0]) {
                let (from, to) = (touch.span[0].max(1.0 - other.span[1]), touch.span[1].min(1.0 - other.span[0]));
                if (to - from) * length <= reach {
                    continue;
                }
                let middle = a.lerp(b, (from + to) / 2.0);
                let is_tie = self.is_tie([touch.root, other.root], middle);
                if let Some(key) = self.key(touch.root, other.root).filter(|_| is_tie) {
                    stretches.add(touch.side, straight(key), [from, to]);
                }
            }
        }
    }

    /// Where cells touch the sides of their triangles, by side.
    fn touches(&self) -> Vec<Touch> {
        let mut touches = Vec::new();
        for cell in &self.cells {
            let mut add = |edge: Edge, ends: [Point; 2]| {
                if let Edge::Side(k) = edge {
                    let side = cell.triangle.sides()[usize::from(k)];
                    let span = self.shares(side, ends);
                    touches.push(Touch { side, span, root: cell.root });
                }
            };
            let frame: &Frame = &cell.frame;
            for piece in &cell.pieces {
                for (curve, edge) in [Some(piece.far), piece.near].into_iter().flatten() {
                    add(edge, [piece.from, piece.to].map(|ray| frame.on(curve, ray)));
                }
            }
            cell.rims.iter().for_each(|rim| add(rim.edge, rim.ends));
        }
        touches.sort_by(|a, b| a.side.cmp(&b.side).then(a.span[0].total_cmp(&b.span[0])));
        // The pieces of a cell lie side by side: take them together.
        touches.dedup_by(|next, last| {
            let continues =
                next.side == last.side && next.root == last.root && next.span[0] <= last.span[1] + SIDE_BY_SIDE;
            if continues {
                last.span[1] = last.span[1].max(next.span[1]);
            }
            continues
        });
        touches
    }

    fn shares(&self, side: SideId, ends: [Point; 2]) -> [f64; 2] {
        let [a, b] = self.ends_of(side);
        let along = b - a;
        let [s, t] = ends.map(|p| ((p - a).dot(along) / along.dot(along)).clamp(0.0, 1.0));
        [s.min(t), s.max(t)]
    }
}

/// A conic that runs along a side is a straight one.
fn straight((between, kind): Key) -> Key {
    (between, if kind == BorderKind::Shadow { kind } else { BorderKind::Line })
}

fn is_near(line: &[Point], p: Point, reach: f64) -> bool {
    line.windows(2).any(|w| closest_on_segment(w[0], w[1], p).distance(p) <= reach)
}

pub(crate) fn length(points: &[Point]) -> f64 {
    points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}
