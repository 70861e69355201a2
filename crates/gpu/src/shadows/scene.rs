//! What the method knows of a scene: edges that block sight, corners, sources in straight pieces, and a layer for each
//! speed.

use crate::device::GpuError;
use std::sync::Arc;
use wayfront_domain::{CornerId, Domain, Scene, SideId, Traversal, TraversalStep};
use wayfront_geometry::Point;
use wayfront_world::{Shape, Source, Weight};

/// Generators, beside the corners: straight pieces of sources; a point is a piece without length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SourcePiece {
    pub ends: [Point; 2],
    pub offset: f64,
    /// Which source it is a piece of.
    pub source: usize,
}

/// A corner at which paths may turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    pub corner: CornerId,
    pub at: Point,
    /// The layer on which paths go on from here; `None` if that is the one they came on.
    pub layer: Option<usize>,
}

/// What a number in the texture of generators stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShadowGenerator {
    /// A straight piece of a source, or a corner: then both ends are the same.
    pub ends: [Point; 2],
    /// How fast paths go on from there.
    pub speed: f64,
    /// The source that it is a piece of; `None` for corners.
    pub source: Option<usize>,
}

const NO_TURN: u32 = u32::MAX;

/// A scene as the method sees it.
#[derive(Clone, Debug)]
pub struct ShadowScene {
    pub(super) domain: Arc<Domain>,
    pub(super) edges: Vec<[Point; 2]>,
    pub(super) turns: Vec<Turn>,
    /// The turn of each corner of the domain, [`NO_TURN`] without.
    turn_of: Vec<u32>,
    pub(super) sources: Vec<SourcePiece>,
    /// The speed of each layer; the first is 1.
    pub(super) speeds: Vec<f64>,
}

impl ShadowScene {
    /// Of a scene: closed doors are walls.
    ///
    /// # Errors
    /// If the scene has barriers, whose prices the method does not know.
    pub fn of(scene: &Scene) -> Result<Self, GpuError> {
        let barriers = scene.world().barriers.len();
        if barriers > 0 {
            return Err(GpuError::Unsupported {
                method: "the method of shadows",
                what: format!("barriers ({barriers} of them), which are crossed at a price"),
                advice: "leave them out with --plain, or take the exact map",
            });
        }
        Ok(Self::new(scene.walled_domain(), scene.sources(), scene.weights()))
    }

    /// Of a free space, its sources and corners that change the speed.
    #[must_use]
    pub fn new(domain: &Arc<Domain>, sources: &[Source], weights: &[Weight]) -> Self {
        let mut others: Vec<f64> = weights.iter().map(|weight| weight.weight).collect();
        others.sort_unstable_by(f64::total_cmp);
        others.dedup();
        // Where nothing slows down, the ordinary speed needs no layer of its own.
        if others.first() == Some(&1.0) {
            others.remove(0);
        }
        let layer = |at: Point| {
            let weight = weights.iter().find(|weight| weight.corner == at)?;
            others.iter().position(|&speed| speed == weight.weight).map(|k| k + 1)
        };
        let corners = (0..domain.corner_count() as u32).map(CornerId);
        // Where the speed changes a leg may end without a turn; and to keep away from a slow corner it ends at any other,
        // those that no shortest path turns at included.
        let may_shun = others.iter().any(|&speed| speed < 1.0);
        let turns = corners.filter_map(|corner| {
            let at = domain.point(corner);
            let layer = layer(at);
            (domain.bends(corner) || layer.is_some() || may_shun).then_some(Turn { corner, at, layer })
        });
        let turns: Vec<Turn> = turns.collect();
        let mut turn_of = vec![NO_TURN; domain.corner_count()];
        (0..).zip(&turns).for_each(|(k, turn)| turn_of[turn.corner.index()] = k);
        let speeds = [1.0].into_iter().chain(others).collect();
        Self { domain: domain.clone(), edges: edges(domain), turns, turn_of, sources: pieces(domain, sources), speeds }
    }

    /// Corners may slow paths down: at the speed of the start one may turn anywhere to keep away from them.
    pub(super) fn may_shun(&self) -> bool {
        self.speeds.iter().any(|&speed| speed < 1.0)
    }

    /// The number of a corner's turn, if paths may turn there.
    pub(super) fn turn_of(&self, corner: CornerId) -> Option<usize> {
        self.turn_of.get(corner.index()).filter(|&&turn| turn != NO_TURN).map(|&turn| turn as usize)
    }

    /// The layer on which one goes on that arrives on another: a corner's speed counts for paths that have that of the
    /// start, or a lower one.
    pub(super) fn layer_behind(&self, turn: &Turn, layer: usize) -> usize {
        turn.layer.filter(|&own| layer == 0 || self.speeds[own] > self.speeds[layer]).unwrap_or(layer)
    }

    /// The same with other sources.
    #[must_use]
    pub fn with_sources(&self, sources: &[Source]) -> Self {
        Self { sources: pieces(&self.domain, sources), ..self.clone() }
    }

    /// What a number of the textures stands for: pieces of sources have the first ones, then each corner on each layer.
    /// `None` for pixels without.
    #[must_use]
    pub fn generator(&self, number: u32) -> Option<ShadowGenerator> {
        let number = number as usize;
        if let Some(piece) = self.sources.get(number) {
            return Some(ShadowGenerator { ends: piece.ends, speed: self.speeds[0], source: Some(piece.source) });
        }
        let corner = number - self.sources.len();
        let turn = self.turns.get(corner / self.speeds.len())?;
        Some(ShadowGenerator { ends: [turn.at; 2], speed: self.speeds[corner % self.speeds.len()], source: None })
    }

    /// How many edges block sight.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }
}

/// The outlines; a wall without thickness once, though both of its sides are outlines.
fn edges(domain: &Domain) -> Vec<[Point; 2]> {
    let sides = (0..3 * domain.free_triangles() as u32).map(SideId).filter(|&side| domain.twin(side).is_none());
    let mut edges: Vec<[Point; 2]> = sides
        .map(|side| {
            let [a, b] = domain.side_points(side);
            if (a.x, a.y) <= (b.x, b.y) { [a, b] } else { [b, a] }
        })
        .collect();
    let key = |[a, b]: &[Point; 2]| [a.x, a.y, b.x, b.y].map(f64::to_bits);
    edges.sort_by_key(key);
    edges.dedup();
    edges
}

/// Straight pieces of sources. Of a segment one may see an end, and not the point that is nearest; and where it passes a corner
/// it may touch free space behind a wall that ends there. These points are pieces by themselves.
fn pieces(domain: &Domain, sources: &[Source]) -> Vec<SourcePiece> {
    let mut all = Vec::new();
    for (source, Source { shape, offset, .. }) in sources.iter().enumerate() {
        let mut add = |ends: [Point; 2]| all.push(SourcePiece { ends, offset: *offset, source });
        let line = match shape {
            Shape::Point(p) => &[*p][..],
            Shape::Segment(ends) => &ends[..],
            Shape::Polyline(points) => &points[..],
        };
        line.windows(2).filter(|pair| pair[0] != pair[1]).for_each(|pair| add([pair[0], pair[1]]));
        let mut points: Vec<Point> = line.windows(2).flat_map(|pair| passed(domain, [pair[0], pair[1]])).collect();
        points.extend(line);
        points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        points.dedup();
        points.into_iter().for_each(|p| add([p, p]));
    }
    all
}

/// Corners that a segment passes, as the exact map has them.
fn passed(domain: &Domain, [from, to]: [Point; 2]) -> Vec<Point> {
    let mut trail = Traversal::default();
    if !domain.trail_through_gates_into(from, to, &mut trail) {
        return Vec::new();
    }
    let through = |leg: &TraversalStep| match leg {
        TraversalStep::Through(corner) => Some(domain.point(*corner)),
        TraversalStep::Within(_) => None,
    };
    trail.legs().iter().filter_map(through).collect()
}
