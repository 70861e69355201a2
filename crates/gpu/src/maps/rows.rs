//! The rows that a map is on the card, computed in `f64` and rounded once.

use super::grid::LocateGrid;
use bytemuck::{Pod, Zeroable};
use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_pathmap::view::{Bound, LayerId, MapView, Root, RootKind};

/// No generator.
pub const NONE: u32 = u32::MAX;

/// A generator: nodes first, then flat fronts, as their numbers say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct GeneratorRow {
    /// Where it is, relative to the map's centre.
    pub at: [f32; 2],
    /// What the rounding of `at` left.
    pub rest: [f32; 2],
    /// What it costs to be there.
    pub cost: f32,
    /// Cost per length from there on.
    pub slowness: f32,
    /// Unit vector of a flat front's segment; zero for nodes.
    pub unit: [f32; 2],
    /// Length of a flat front's segment.
    pub length: f32,
    /// The generator after it, on the way to the source.
    pub parent: u32,
}

/// A free triangle: its corners, which are generators, and its candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct TriangleRow {
    pub corners: [u32; 3],
    pub first: u32,
}

/// A generator that may win in a triangle, and between which rays. For nodes these are unit vectors, zero without bound;
/// for flat fronts the distance along the segment at which the ray leaves it, and nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CandidateRow {
    pub generator: u32,
    pub left: [f32; 2],
    pub right: [f32; 2],
}

/// All rows of a map.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub centre: Point,
    pub size: f64,
    pub generators: Vec<GeneratorRow>,
    /// One more than there are triangles: the last one says where candidates end.
    pub triangles: Vec<TriangleRow>,
    pub candidates: Vec<CandidateRow>,
    pub grid: LocateGrid,
    pub has_flats: bool,
    /// From some generators on one does not walk at speed one.
    pub has_weights: bool,
}

impl Rows {
    /// The rows of a map, in the memory of those of another.
    pub fn set(&mut self, map: &PathMap) {
        let view = map.view();
        let domain = view.domain();
        let bounds = domain.bounds();
        self.centre = bounds.min.lerp(bounds.max, 0.5);
        self.size = bounds.size();
        self.has_flats = !view.flats().is_empty();
        self.set_generators(view);
        self.has_weights = self.generators.iter().any(|row| row.slowness != 1.0);
        let before = std::mem::take(&mut self.triangles);
        self.set_triangles(view);
        let is_same = |(a, b): (&TriangleRow, &TriangleRow)| a.corners == b.corners;
        let is_known = before.len() == self.triangles.len() && before.iter().zip(&self.triangles).all(is_same);
        if !is_known || !self.grid.is_over(&bounds, domain) {
            self.grid = LocateGrid::over(domain);
        }
    }

    fn set_generators(&mut self, view: MapView<'_>) {
        let parent = |root: Option<Root>| root.map_or(NONE, |root| view.number(root).0);
        self.generators.clear();
        for node in view.nodes() {
            let (at, rest) = halves(node.at() - self.centre);
            let (cost, slowness) = (node.cost() as f32, view.slowness(node.layer()) as f32);
            let parent = parent(node.parent().get());
            self.generators.push(GeneratorRow { at, rest, cost, slowness, unit: [0.0; 2], length: 0.0, parent });
        }
        for flat in view.flats() {
            let [from, to] = flat.ends();
            let (at, rest) = halves(from - self.centre);
            let slowness = view.slowness(LayerId::FIRST) as f32;
            self.generators.push(GeneratorRow {
                at,
                rest,
                cost: flat.cost() as f32,
                slowness,
                unit: rounded(flat.unit()),
                length: from.distance(to) as f32,
                parent: NONE,
            });
        }
    }

    fn set_triangles(&mut self, view: MapView<'_>) {
        self.triangles.clear();
        self.candidates.clear();
        let domain = view.domain();
        for triangle in (0..domain.free_triangles() as u32).map(TriangleId) {
            let corners = triangle.sides().map(|side| domain.side(side).origin.index() as u32);
            let first = self.candidates.len() as u32;
            for node in view.bending_nodes(triangle).filter(|&id| view.node(id).cost() < f64::INFINITY) {
                let generator = node.index() as u32;
                self.candidates.push(CandidateRow { generator, ..Default::default() });
            }
            self.candidates.extend(view.windows(triangle).iter().map(|window| CandidateRow {
                generator: view.number(window.root).0,
                left: ray(view, window.root, window.left),
                right: ray(view, window.root, window.right),
            }));
            self.triangles.push(TriangleRow { corners, first });
        }
        let end = self.candidates.len() as u32;
        self.triangles.push(TriangleRow { corners: [0; 3], first: end });
    }
}

/// The bound of a window as a row has it.
fn ray(view: MapView<'_>, root: Root, bound: Bound) -> [f32; 2] {
    let Some((through, along)) = view.bound_line(root, bound) else { return [0.0; 2] };
    match root.kind() {
        RootKind::Node(_) => {
            let length = along.length();
            if length > 0.0 { rounded(along * (1.0 / length)) } else { [0.0; 2] }
        }
        RootKind::Flat(id) => {
            let flat = view.flat(id);
            [(through - flat.ends()[0]).dot(flat.unit()) as f32, 0.0]
        }
    }
}

fn rounded(p: Point) -> [f32; 2] {
    [p.x as f32, p.y as f32]
}

/// A point as two of `f32`: their sum is the point to 48 bits.
pub fn halves(p: Point) -> ([f32; 2], [f32; 2]) {
    let high = rounded(p);
    (high, rounded(Point::new(p.x - f64::from(high[0]), p.y - f64::from(high[1]))))
}
