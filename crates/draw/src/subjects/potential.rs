//! Pictures of potential maps: the field's depth in colours, lines of equal depth, and routes.

use crate::colours::{Colour, ColourMap};
use crate::error::DrawError;
use crate::layers::{Key, Layer, Mark, Primitive, RasterImage, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use wayfront_domain::CellId;
use wayfront_geometry::Point;
use wayfront_potential::Journey;
use wayfront_potential::PotentialMap;
use wayfront_views::round_levels;
use wayfront_world::World;

const SHADES: usize = 1024;
const ISOLINE: f64 = 1.0;
const ROUTE: f64 = 2.4;
const TRAIL: f64 = 1.2;
/// How often a group is shown along its path.
const SIGHTINGS: usize = 9;

/// How a potential map is drawn.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PotentialStyle {
    /// The colours of the field, from the goal to the deepest cell.
    pub colours: ColourMap,
    /// About how many lines of equal depth; 0 for none.
    pub isolines: usize,
}

impl Default for PotentialStyle {
    fn default() -> Self {
        Self { colours: ColourMap::NearFar, isolines: 24 }
    }
}

impl PotentialStyle {
    /// The same in other colours.
    #[must_use]
    pub fn colours(self, colours: ColourMap) -> Self {
        Self { colours, ..self }
    }

    /// The same with about so many lines of equal depth.
    #[must_use]
    pub fn isolines(self, isolines: usize) -> Self {
        Self { isolines, ..self }
    }
}

impl Picture {
    /// A picture of a world, the field of a potential map in it, and routes on it. Colours and lines show the depth
    /// -ln (1 - p): the potential itself is nearly 1 a few steps away from any goal.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_potential(
        world: &World,
        map: &PotentialMap,
        routes: &[Vec<Point>],
        style: &PotentialStyle,
        options: &Options,
    ) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        let most = deepest(map);
        picture.push(Layer::new("field", ZLevel::Field, Primitive::Image(raster(map, style.colours, most)?)));
        let ends = ["0".into(), short_number(most)];
        picture.push_key(Key::Ramp { label: "depth of the field".into(), map: style.colours, ends });
        if style.isolines > 0 && most > 0.0 {
            isolines(map, &round_levels(0.0, most, style.isolines), &mut picture);
        }
        if !routes.is_empty() {
            push_routes(routes, options, &mut picture);
        }
        Ok(picture)
    }

    /// Adds groups on their paths: the trail of each member, and all members at some moments.
    pub fn push_journeys(&mut self, journeys: &[Journey], options: &Options) {
        let colour = Colour::hex(0xB3_1B_4E);
        let lines: Vec<Vec<Point>> =
            journeys.iter().flat_map(Journey::trails).filter(|trail| trail.len() > 1).collect();
        let stroke = Stroke::new(colour.with_opacity(0.35), TRAIL);
        self.push(Layer::new("trails", ZLevel::Line, Primitive::Lines { lines, closed: false, stroke }));
        let centres = journeys.iter().flat_map(sightings).collect();
        let outline = Some(Stroke::new(options.theme.walkable, 1.0));
        let members = Primitive::Marks { centres, mark: Mark::Disc, radius: 3.6, fill: colour, outline };
        self.push(Layer::new("groups", ZLevel::Mark, members));
        self.push_key(Key::Line { label: "members of a group, at times".into(), stroke });
    }
}

/// The members at moments that are evenly spread, the first and the last among them.
fn sightings(journey: &Journey) -> impl Iterator<Item = Point> + '_ {
    let last = journey.positions.len().saturating_sub(1);
    (0..SIGHTINGS).flat_map(move |k| journey.positions.get(k * last / (SIGHTINGS - 1)).into_iter().flatten().copied())
}

fn deepest(map: &PotentialMap) -> f64 {
    let depths = map.grid().free_cells().map(|cell| map.depth(cell)).filter(|depth| depth.is_finite());
    depths.fold(0.0, f64::max)
}

/// A sample for each cell; clear in walls, grey where no goal can be reached.
fn raster(map: &PotentialMap, colours: ColourMap, most: f64) -> Result<RasterImage, DrawError> {
    let shades = colours.table(SHADES);
    let [columns, rows] = map.grid().size();
    let pixel = |cell: CellId| {
        let depth = map.depth(cell);
        if !map.grid().is_free(cell) {
            [0; 4]
        } else if depth.is_finite() {
            let shade = (depth / most.max(f64::MIN_POSITIVE) * (SHADES - 1) as f64) as usize;
            let Colour { r, g, b, .. } = shades[shade.min(SHADES - 1)];
            [r, g, b, 255]
        } else {
            [200, 200, 200, 255]
        }
    };
    let rgba = (0..map.grid().len() as u32).flat_map(|cell| pixel(CellId(cell))).collect();
    RasterImage::new(map.grid().bounds(), columns as u32, rows as u32, rgba)
}

/// Lines of equal depth, square by square between four centres.
fn isolines(map: &PotentialMap, levels: &[f64], picture: &mut Picture) {
    let [columns, rows] = map.grid().size().map(|count| count as isize);
    let mut lines = Vec::new();
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let places = [(0, 0), (1, 0), (1, 1), (0, 1)];
            let cells = places.map(|(dx, dy)| map.grid().cell_at(column + dx, row + dy));
            let [Some(a), Some(b), Some(c), Some(d)] = cells else { continue };
            let corners = [a, b, c, d].map(|cell| (map.grid().centre(cell), map.depth(cell)));
            if corners.iter().all(|corner| corner.1.is_finite()) {
                levels.iter().for_each(|&level| lines.extend(pieces(corners, level)));
            }
        }
    }
    let stroke = Stroke::new(Colour::hex(0xFF_FF_FF).with_opacity(0.75), ISOLINE);
    picture.push(Layer::new("isolines", ZLevel::Field, Primitive::Lines { lines, closed: false, stroke }));
    if let [first, second, ..] = levels {
        let label = format!("equal depth, every {}", short_number(second - first));
        picture.push_key(Key::Area { label, fill: Colour::hex(0x8A_A8_C8), outline: Colour::hex(0xFF_FF_FF) });
    }
}

/// The pieces of a level's line within a square.
fn pieces(corners: [(Point, f64); 4], level: f64) -> Vec<Vec<Point>> {
    let mut crossings = Vec::new();
    for k in 0..4 {
        let ((p, a), (q, b)) = (corners[k], corners[(k + 1) % 4]);
        if (a < level) != (b < level) {
            crossings.push(p.lerp(q, (level - a) / (b - a)));
        }
    }
    crossings.chunks_exact(2).map(<[Point]>::to_vec).collect()
}

fn push_routes(routes: &[Vec<Point>], options: &Options, picture: &mut Picture) {
    let colour = Colour::hex(0xB3_1B_4E);
    let stroke = Stroke::new(colour, ROUTE);
    let halo = Stroke::new(options.theme.walkable.with_opacity(0.8), ROUTE + 2.0);
    let legs: Vec<Vec<Point>> = routes.iter().filter(|route| route.len() > 1).cloned().collect();
    let lines = |stroke| Primitive::Lines { lines: legs.clone(), closed: false, stroke };
    let layer = Layer::of("routes", ZLevel::Line, vec![lines(halo), lines(stroke)]);
    picture.push(layer);
    let starts = routes.iter().filter_map(|route| route.first()).copied().collect();
    let outline = Some(Stroke::new(options.theme.walkable, 1.4));
    let dots = Primitive::Marks { centres: starts, mark: Mark::Disc, radius: 4.6, fill: colour, outline };
    picture.push(Layer::new("agents", ZLevel::Mark, dots));
    picture.push_key(Key::Line { label: "route".into(), stroke });
}
