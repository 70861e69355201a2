//! From any place to the diagram: straight away from what is nearest.
//!
//! On the ray from the foot through the place, the foot's feature stays the nearest until the ray leaves its cell, and
//! clearance grows all the way. So a disc that can stand at the place can go there, and on to the end of that edge with the
//! larger clearance. The ray crosses the border of the cell once: cells of sides are monotone along the side, those of
//! points and discs star-shaped.

use crate::build::Feature;
use crate::graph::{Graph, NONE};
use crate::nearest::Clearance;
use crate::site::{Bisector, Site, is_spoke};
use crate::voronoi::Voronoi;
use wayfront_domain::{CornerId, SideId};
use wayfront_geometry::Point;

/// Halvings that find the crossing of a ray and an edge: as many as a number has digits.
const HALVINGS: u32 = 60;
/// Tolerance: Directions that differ from parallel by less than this do not say where they meet.
const PARALLEL: f64 = 1e-6;
/// Tolerance: A place in closed form is as far from both sites but for this share of its distance.
const SLACK: f64 = 1e-9;

/// Sides without a cell that are passed before one with a cell.
const MOST_JOINED: usize = 16;
/// Tolerance: Share of the world's size within which sides without a cell end.
const NEARLY_HERE: f64 = 1e-9;

/// Where a ray leaves a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing {
    /// The edge, in the cell's loop.
    pub edge: u32,
    /// In the coordinates of the graph.
    pub at: Point,
}

/// Where a place of the border lies beside the ray: negative before it, counter-clockwise.
fn beside(site: &Site, p: Point, q: Point) -> f64 {
    match *site {
        Site::Side { along, .. } => along.dot(p - q),
        Site::Point(centre) | Site::Disc { centre, radius: _ } => (p - centre).cross(q - centre),
    }
}

/// Both are on the same side of the centre.
fn is_ahead(site: &Site, p: Point, q: Point) -> bool {
    match *site {
        Site::Side { .. } => true,
        Site::Point(centre) | Site::Disc { centre, radius: _ } => (p - centre).dot(q - centre) >= 0.0,
    }
}

/// Where the ray from the site of a face through `p` crosses the border of the face.
pub(crate) fn land(graph: &Graph, face: u32, p: Point) -> Option<Landing> {
    let site = *graph.site(face);
    let mut best: Option<(f64, u32)> = None;
    for h in graph.ring(face) {
        // The border with an own end or side runs along rays: none crosses it, and a place on it would land on the wall.
        if graph.twin(h) == NONE || is_spoke(&site, graph.site(graph.face(graph.twin(h)))) {
            continue;
        }
        let [u, w] = [graph.origin(h), graph.target(h)].map(|v| graph.vertex(v).at);
        if let Some(miss) = missed_by(&site, p, [u, w]).filter(|&miss| best.is_none_or(|(least, _)| miss < least)) {
            best = Some((miss, h));
            if miss == 0.0 {
                break;
            }
        }
    }
    let (_, edge) = best?;
    let twin = graph.twin(edge);
    let [u, w] = [graph.origin(edge), graph.origin(twin)].map(|v| graph.vertex(v).at);
    Some(Landing { edge, at: crossing(&site, graph.site(graph.face(twin)), p, [u, w]) })
}

/// By how much the ray from a site through `p` misses an edge of its border, which runs counter-clockwise: nothing where it
/// crosses, `None` if all of the edge is behind.
#[inline]
pub(crate) fn missed_by(site: &Site, p: Point, [u, w]: [Point; 2]) -> Option<f64> {
    let miss = beside(site, p, u).max(-beside(site, p, w)).max(0.0);
    (is_ahead(site, p, u) || is_ahead(site, p, w)).then_some(miss)
}

/// Where that ray crosses the border with another, between two places of it.
pub(crate) fn crossing(site: &Site, other: &Site, p: Point, [u, w]: [Point; 2]) -> Point {
    if let Some(at) = landing_between(site, other, p, [u, w]) {
        return at;
    }
    let curve = Bisector::between(site, other, u, w);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if beside(site, p, curve.at(middle)) < 0.0 { low = middle } else { high = middle }
    }
    curve.at(f64::midpoint(low, high))
}

/// Where the ray from a site through `p` is as far from another, if that lies between two points of their border and is well
/// determined.
fn landing_between(site: &Site, other: &Site, p: Point, [u, w]: [Point; 2]) -> Option<Point> {
    let (start, unit, near) = match *site {
        Site::Side { start, along, .. } => (start + along * along.dot(p - start), along.left(), 0.0),
        Site::Point(centre) => (centre, (p - centre).unit()?, 0.0),
        Site::Disc { centre, radius } => (centre, (p - centre).unit()?, -radius),
    };
    let at = start + unit * meeting_on_ray(other, start, unit, near)?;
    let (chord, room) = (w - u, site.distance(at));
    let is_met = (other.distance(at) - room).abs() <= SLACK * (room.abs() + chord.length());
    (is_met && (0.0..=chord.dot(chord)).contains(&chord.dot(at - u))).then_some(at)
}

/// How far along a ray a site is as near as what the ray leads away from, which is `near` at its start; `None` if that is
/// badly determined.
pub(crate) fn meeting_on_ray(far: &Site, start: Point, unit: Point, near: f64) -> Option<f64> {
    let circle = |centre: Point, radius: f64| {
        let (off, sum) = (start - centre, near + radius);
        ((off.dot(off) - sum * sum) / 2.0, sum - off.dot(unit))
    };
    let (above, below) = match *far {
        Site::Point(at) => circle(at, 0.0),
        Site::Disc { centre, radius } => circle(centre, radius),
        Site::Side { start: corner, along, .. } => {
            let up = along.left();
            (up.dot(start - corner) - near, 1.0 - up.dot(unit))
        }
    };
    let s = above / below;
    // Nearly parallel to the border: all digits would be gone.
    (below > PARALLEL * (1.0 + near.abs()) && s >= 0.0 && s.is_finite()).then_some(s)
}

impl Voronoi {
    /// The cell of the feature that is nearest, or of what joins it: features as short as rounding have none, and there are none
    /// in slivers as thin as that.
    pub(crate) fn face_of(&self, room: &Clearance) -> Option<u32> {
        let foot = room.foot - self.frame;
        let own = match room.feature {
            Feature::Side(side) => self.piece(self.side_faces[side.index()], foot),
            Feature::Corner(corner) => Some(self.corner_faces[corner.index()]).filter(|&face| face != NONE),
        };
        own.or_else(|| self.face_beside(room.feature, foot))
    }

    /// The nearest cell along the outline in both directions, over sides that have none: a narrow corner is in that of a side
    /// beside it.
    #[cold]
    fn face_beside(&self, feature: Feature, foot: Point) -> Option<u32> {
        let domain = self.domain();
        let ends = match feature {
            Feature::Side(side) => domain.side_corners(side),
            Feature::Corner(corner) => [corner; 2],
        };
        let before = |corner: CornerId| domain.fan(corner).last().map(SideId::prev);
        let after = |corner: CornerId| Some(domain.first_side(corner));
        let found = [self.along_outline(ends[0], 0, before, foot), self.along_outline(ends[1], 1, after, foot)];
        // Beyond the end of a side its vertex is nearest, as far as that is.
        let is_side = |face: u32| matches!(self.graph.site(face), Site::Side { .. });
        let away = |face: u32| self.graph.site(face).foot(foot).distance(foot);
        let found = found.into_iter().flatten();
        found.min_by(|&a, &b| is_side(a).cmp(&is_side(b)).then_with(|| away(a).total_cmp(&away(b))))
    }

    /// From a corner on, by sides that end at their start (0) or at their end (1).
    fn along_outline(
        &self,
        from: CornerId,
        end: usize,
        next: impl Fn(CornerId) -> Option<SideId>,
        foot: Point,
    ) -> Option<u32> {
        let mut corner = from;
        for _ in 0..MOST_JOINED {
            if self.corner_faces[corner.index()] != NONE {
                return Some(self.corner_faces[corner.index()]);
            }
            let side = next(corner)?;
            let face = self.piece(self.side_faces[side.index()], foot);
            corner = self.domain().side_corners(side)[end];
            let gone = (self.domain().point(corner) - self.frame).distance(foot);
            if face.is_some() || gone > NEARLY_HERE * self.domain().bounds().size() {
                return face;
            }
        }
        None
    }

    /// Of the faces of a side, the one nearest to a place on it.
    fn piece(&self, first: u32, foot: Point) -> Option<u32> {
        let is_one = |face: &u32| *face != NONE;
        let faces = std::iter::successors(Some(first).filter(is_one), |&face| {
            Some(self.more_faces[face as usize]).filter(is_one)
        });
        let away = |face: u32| self.graph.site(face).foot(foot).distance(foot);
        faces.min_by(|&a, &b| away(a).total_cmp(&away(b)))
    }

    /// Where the ray from what is nearest through `p` meets the diagram: `p` can go there without losing clearance.
    pub(crate) fn landing(&self, p: Point, room: &Clearance) -> Option<Landing> {
        let face = self.face_of(room)?;
        land(&self.graph, face, p - self.frame)
    }
}
