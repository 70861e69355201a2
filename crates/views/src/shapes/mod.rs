//! The map as vector shapes: regions, their borders, and lines of equal cost.
//!
//! [`MapShapes::new`] cuts each triangle into *cells*, one for each generator that wins somewhere in it; a cell lies
//! between simple curves in its generator's own coordinates (see `frame`, `cell`). Borders, isolines and regions are
//! read off the cells, and joined over the triangles. All points lie on the true curves up to rounding; the tolerance
//! says how far a curve may be from the chord between two points of its polyline.
//!
//! Cost: linear in the triangles; within one, quadratic in its windows that can win there.
//!
//! Where speeds differ, regions end at other curves: such maps are traced over small triangles instead (see `traced`).

mod along;
mod border;
mod cell;
mod frame;
pub(crate) mod geojson;
mod isoline;
mod join;
mod patch;
mod region;
mod traced;
mod view;

pub use border::{Border, BorderKind};
pub use isoline::{Isoline, round_levels};
pub use join::Line;
pub(crate) use join::join;
pub use region::Region;

use cell::Cell;
use frame::{Curve, Frame};
use rayon::prelude::*;
use traced::Traced;
use view::{Regions, Views};
use wayfront_domain::TriangleId;
use wayfront_geometry::Point;
use wayfront_pathmap::view::MapView;
use wayfront_pathmap::{GeneratorId, PathMap};

/// Tolerance: How far chords may be from curves, as a share of the world's size, unless the caller says otherwise: less
/// than a pixel of most pictures.
const TOLERANCE: f64 = 1e-3;
/// Tolerance: Lengths this many grains long are more than rounding.
const MARGIN: f64 = 100.0;
/// Tolerance: Ends of lines this close are the same, as a share of the world's size: where curves touch, rounding of
/// 1e-12 grows to its square root.
const SAME_END: f64 = 1e-6;

/// The vector shapes of a map.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::Domain;
/// use wayfront_pathmap::PathMap;
/// use wayfront_views::{BorderKind, MapShapes};
/// use wayfront_world::{Polygon, Source, World};
///
/// let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
/// let world = World::new().area(Polygon::ring(square));
/// let sources = [Source::point((2.0, 5.0)), Source::point((8.0, 5.0))];
/// let map = PathMap::new(Arc::new(Domain::without_doors(&world).unwrap()), &sources).unwrap();
/// let shapes = MapShapes::new(&map);
/// let borders = shapes.borders();
/// assert_eq!(borders.len(), 1);
/// assert_eq!(borders[0].kind, BorderKind::Line);
/// assert!(borders[0].line.points.iter().all(|p| (p.x - 5.0).abs() < 1e-9));
/// let circles = shapes.isolines(&[1.0]);
/// assert!(circles.len() == 2 && circles.iter().all(|c| c.line.is_closed));
/// ```
pub struct MapShapes<'a> {
    map: &'a PathMap,
    view: MapView<'a>,
    views: Views<'a>,
    /// None if the map is traced.
    cells: Vec<Cell>,
    traced: Option<Traced>,
    regions: Regions<'a>,
    tolerance: f64,
}

impl<'a> MapShapes<'a> {
    /// The shapes of a map, within a thousandth of the world's size.
    #[must_use]
    pub fn new(map: &'a PathMap) -> Self {
        Self::within(map, map.domain().bounds().size() * TOLERANCE)
    }

    /// The shapes of a map; straight pieces stand for curves within `tolerance`.
    #[must_use]
    pub fn within(map: &'a PathMap, tolerance: f64) -> Self {
        let view = map.view();
        let (views, regions) = (Views::new(view), Regions::new(view));
        let tolerance = usable(tolerance, views.grain);
        let traced = (!map.is_even()).then(|| Traced::new(view, &regions, tolerance));
        let triangles = if traced.is_some() { 0 } else { map.domain().free_triangles() as u32 };
        let cells = on_all_threads(triangles, 256, |triangle, cells| cell::cells_of(&views, triangle, cells));
        Self { map, view, views, cells, traced, regions, tolerance }
    }

    /// The same shapes within another tolerance. The cells are kept, which are exact; only maps that are traced are traced
    /// again.
    #[must_use]
    pub fn to_tolerance(self, tolerance: f64) -> Self {
        if self.traced.is_some() {
            Self::within(self.map, tolerance)
        } else {
            Self { tolerance: usable(tolerance, self.views.grain), ..self }
        }
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &'a PathMap {
        self.map
    }

    /// How far straight pieces may be from the curves that they stand for.
    #[must_use]
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// The generator that stands for a generator's region. Generators in the same place with the same cost share a
    /// region, and so do the two sides of a segment.
    #[must_use]
    pub fn region(&self, generator: GeneratorId) -> GeneratorId {
        self.regions.of_number(generator)
    }

    /// The cost at a point if one goes straight to a generator, whether or not it is seen; infinite for unknown ones.
    #[must_use]
    pub fn cost_from(&self, generator: GeneratorId, p: Point) -> f64 {
        self.view.numbered(generator).map_or(f64::INFINITY, |root| self.view.cost_from(root, p))
    }

    /// The highest cost anywhere, which is at a corner or on a border; absent if nothing is reached.
    #[must_use]
    pub fn max_cost(&self) -> Option<f64> {
        if let Some(traced) = &self.traced {
            return traced.max_cost();
        }
        let ends = |cell: &'_ Cell| {
            let frame = cell.frame;
            let points = cell.pieces.iter().flat_map(move |p| [p.from, p.to].map(|ray| frame.on(p.far.0, ray)));
            let generator = self.views.generator(cell.root);
            points.map(|p| generator.cost_at(p)).filter(|c| c.is_finite()).fold(f64::NEG_INFINITY, f64::max)
        };
        self.cells.iter().map(ends).filter(|c| c.is_finite()).max_by(f64::total_cmp)
    }

    /// Takes points of shapes to where they are in the world.
    fn place(&self, points: &mut [Point]) {
        points.iter_mut().for_each(|p| *p = self.views.world(*p));
    }

    /// Lengths below this are rounding.
    fn grain(&self) -> f64 {
        MARGIN * self.views.grain
    }

    /// Ends this close are the same: where curves touch, rounding grows to its square root.
    fn reach(&self) -> f64 {
        (self.map.domain().bounds().size() * SAME_END).max(self.grain())
    }
}

/// Finer than rounding is no tolerance.
fn usable(tolerance: f64, grain: f64) -> f64 {
    if tolerance > grain { tolerance } else { grain.max(f64::MIN_POSITIVE) }
}

/// What there is in all triangles, in their order, on all threads of rayon's current pool; each takes at least so many.
fn on_all_threads<T: Send>(triangles: u32, least: u32, find: impl Fn(TriangleId, &mut Vec<T>) + Sync) -> Vec<T> {
    let threads = rayon::current_num_threads() as u32;
    let share = triangles.div_ceil(threads).max(least);
    let part = |first: u32| {
        let mut found = Vec::new();
        (first..(first + share).min(triangles)).for_each(|triangle| find(TriangleId(triangle), &mut found));
        found
    };
    if triangles <= share {
        return part(0);
    }
    let parts: Vec<Vec<T>> = (0..triangles.div_ceil(share)).into_par_iter().map(|k| part(k * share)).collect();
    parts.into_iter().flatten().collect()
}

/// Points on a curve from ray to ray, such that chords stay within `tolerance` of it.
fn flatten(frame: &Frame, curve: Curve, [from, to]: [f64; 2], tolerance: f64) -> Vec<Point> {
    let mut points = vec![frame.on(curve, from)];
    bisect(frame, curve, [from, to], tolerance, 12, &mut points);
    points
}

fn bisect(frame: &Frame, curve: Curve, [from, to]: [f64; 2], tolerance: f64, depth: u32, points: &mut Vec<Point>) {
    let middle = (from + to) / 2.0;
    let [a, m, b] = [from, middle, to].map(|ray| frame.on(curve, ray));
    let chord = wayfront_geometry::closest_on_segment(a, b, m);
    // Around a point the middle ray need not be where the arc is farthest from its chord, but half of it is close.
    if depth == 0 || m.distance(chord) <= 0.5 * tolerance {
        points.push(b);
        return;
    }
    bisect(frame, curve, [from, middle], tolerance, depth - 1, points);
    bisect(frame, curve, [middle, to], tolerance, depth - 1, points);
}
