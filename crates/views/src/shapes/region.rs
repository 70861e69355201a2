//! Regions as polygons.

use super::cell::{Cell, Piece};
use super::patch::Edge;
use super::{MapShapes, flatten};
use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::GeneratorId;
use wayfront_pathmap::view::Root;

/// Tolerance: Share of the tolerance within which rings follow curves. Two neighbours have different chords of the
/// border between them, since each cuts it by its own rays: what lies between these belongs to both, or to none, and is
/// to be less than the tolerance allows a border to be off.
const RING: f64 = 0.2;

/// All points with the same next point.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The generator that stands for it.
    pub generator: GeneratorId,
    /// Rings without holes that do not overlap: together they are the region, within the tolerance. Those of neighbours
    /// may overlap by a fraction of it, along curves.
    pub rings: Vec<Vec<Point>>,
}

impl MapShapes<'_> {
    /// All regions, by generator.
    #[must_use]
    pub fn regions(&self) -> Vec<Region> {
        if let Some(traced) = &self.traced {
            return traced.regions(self.view);
        }
        let mut order: Vec<(Root, usize)> =
            self.cells.iter().enumerate().map(|(k, c)| (self.regions.of(c.root), k)).collect();
        order.sort_unstable();
        let mut regions: Vec<Region> = Vec::new();
        for (region, k) in order {
            let generator = self.view.number(region);
            if regions.last().is_none_or(|last| last.generator != generator) {
                regions.push(Region { generator, rings: Vec::new() });
            }
            if let Some(last) = regions.last_mut() {
                self.rings(&self.cells[k], &mut last.rings);
            }
        }
        regions.iter_mut().flat_map(|region| &mut region.rings).for_each(|ring| self.place(ring));
        regions
    }

    /// The free triangles from which no source can be reached.
    #[must_use]
    pub fn unreachable(&self) -> Vec<[Point; 3]> {
        let domain = self.map.domain();
        let triangles = (0..domain.free_triangles() as u32).map(TriangleId);
        triangles.filter(|&t| !self.is_reached(t)).map(|t| domain.triangle(t)).collect()
    }

    /// All of a triangle is reached, or nothing.
    fn is_reached(&self, triangle: TriangleId) -> bool {
        let [a, b, c] = self.map.domain().triangle(triangle);
        self.view.winner_in(triangle, (a + b + c) * (1.0 / 3.0)).is_some_and(|winner| winner.cost.is_finite())
    }

    /// The outlines of runs of pieces that lie side by side.
    fn rings(&self, cell: &Cell, rings: &mut Vec<Vec<Point>>) {
        for run in cell.pieces.chunk_by(|a, b| a.to == b.from) {
            let mut ring: Vec<Point> = Vec::new();
            for piece in run {
                let points = self.far_border(cell, piece);
                let skip = usize::from(ring.last() == points.first());
                ring.extend(points.into_iter().skip(skip));
            }
            for piece in run.iter().rev() {
                match piece.near {
                    Some((curve, _)) => {
                        ring.extend([piece.to, piece.from].map(|ray| cell.frame.on(curve, ray)));
                    }
                    None => ring.push(cell.frame.origin),
                }
            }
            ring.dedup();
            if ring.len() > 2 && ring.iter().all(|p| p.is_finite()) {
                rings.push(ring);
            }
        }
    }

    fn far_border(&self, cell: &Cell, piece: &Piece) -> Vec<Point> {
        let (curve, edge) = piece.far;
        let ends = [piece.from, piece.to];
        match edge {
            Edge::Rival(_) => flatten(&cell.frame, curve, ends, RING * self.tolerance),
            _ => ends.map(|ray| cell.frame.on(curve, ray)).to_vec(),
        }
    }
}
