//! Pictures of path maps: regions or costs, lines of equal cost, borders, and the routes of a few agents.
//!
//! Regions, borders and isolines are vector shapes in PNG and SVG alike; each region is one shape, so that no seams
//! show between its triangles. Costs are a raster.

mod bodies;
pub(crate) mod costs;
mod film;
mod hatch;
mod numbers;
mod pixels;
mod prepared;
mod sample_routes;
mod scale;

pub use film::{FilmError, MapFilm, film_times};
pub use numbers::RegionNumbers;
pub use prepared::MapDrawing;
pub use sample_routes::sample_routes;
pub use scale::Scale;

use crate::colours::{Colour, ColourMap, Theme, kept_colours};
use crate::error::DrawError;
use crate::layers::{Fill, Key, Layer, Mark, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use std::collections::HashMap;
use wayfront_domain::{Domain, Guide, TriangleId};
use wayfront_geometry::Point;
use wayfront_pathmap::PathMap;
use wayfront_views::{Border, Line, MapShapes, Region, round_levels};
use wayfront_world::World;

/// Widths of lines, in units.
const ISOLINE: f64 = 1.1;
const BORDER: f64 = 1.3;
const ROUTE: f64 = 2.2;
/// Regions reach this far below their neighbours, so that nothing shines through between them.
const OVERLAP: f64 = 0.8;
/// Between the pixels of the largest picture that is looked at from near: half of one.
const TOLERANCE: f64 = 0.5;

/// What the colours of a path map say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MapColours {
    /// Which point one goes to next: a calm colour for each region, different from its neighbours'.
    Regions,
    /// The cost, from near to far.
    Cost(ColourMap),
}

/// How a path map is drawn.
///
/// ```
/// use wayfront_draw::MapStyle;
/// let style = MapStyle::cost().isolines(0).routes(3);
/// assert!(style.isolines == 0 && style.routes == 3 && !style.borders);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapStyle {
    /// What the colours say.
    pub colours: MapColours,
    /// About how many lines of equal cost; their costs are round numbers. 0 for none.
    pub isolines: usize,
    /// Draw the borders between regions.
    pub borders: bool,
    /// How many agents, far from each other, show their routes.
    pub routes: usize,
    /// Where agents start instead; points without a route in this map are left out.
    pub starts: Vec<Point>,
    /// The scale of colours and lines; absent: that of this map. Pictures with a common scale can be compared.
    pub scale: Option<Scale>,
    /// The cost at the far end of the scale, instead of the scale's own.
    pub farthest: Option<f64>,
}

impl Default for MapStyle {
    fn default() -> Self {
        Self {
            colours: MapColours::Regions,
            isolines: 25,
            borders: true,
            routes: 8,
            starts: Vec::new(),
            scale: None,
            farthest: None,
        }
    }
}

impl MapStyle {
    /// Colours by cost, without borders.
    #[must_use]
    pub fn cost() -> Self {
        let colours = MapColours::Cost(ColourMap::NearFar);
        Self { colours, isolines: 12, borders: false, ..Self::default() }
    }

    /// How far the nearest exit is: green near, red far.
    #[must_use]
    pub fn evacuation() -> Self {
        Self { colours: MapColours::Cost(ColourMap::GreenRed), ..Self::cost() }
    }

    /// The same with other colours.
    #[must_use]
    pub fn colours(self, colours: MapColours) -> Self {
        Self { colours, ..self }
    }

    /// The same with about so many lines of equal cost.
    #[must_use]
    pub fn isolines(self, isolines: usize) -> Self {
        Self { isolines, ..self }
    }

    /// The same with or without borders between regions.
    #[must_use]
    pub fn borders(self, borders: bool) -> Self {
        Self { borders, ..self }
    }

    /// The same with the routes of so many agents.
    #[must_use]
    pub fn routes(self, routes: usize) -> Self {
        Self { routes, ..self }
    }

    /// The same with routes from these points.
    #[must_use]
    pub fn starts(self, starts: Vec<Point>) -> Self {
        Self { starts, ..self }
    }

    /// The same on a scale that several pictures share.
    #[must_use]
    pub fn scale(self, scale: impl Into<Option<Scale>>) -> Self {
        Self { scale: scale.into(), ..self }
    }

    /// The same with this cost at the far end of the scale.
    #[must_use]
    pub fn farthest(self, max_cost: impl Into<Option<f64>>) -> Self {
        Self { farthest: max_cost.into(), ..self }
    }

    /// The routes that are shown of a map.
    fn routes_of(&self, map: &PathMap) -> Vec<Vec<Point>> {
        match self.starts.as_slice() {
            [] => sample_routes(map, self.routes),
            starts => starts.iter().filter_map(|&start| map.route(start).ok()).collect(),
        }
    }
}

impl Picture {
    /// A picture of a world and its path map.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use wayfront_domain::Domain;
    /// use wayfront_draw::{MapStyle, Options, Picture};
    /// use wayfront_pathmap::PathMap;
    /// let world = wayfront_world::builtin("two-rooms").unwrap();
    /// let domain = Arc::new(Domain::without_doors(&world)?);
    /// let map = PathMap::new(domain, &world.sources)?;
    /// let picture = Picture::of_path_map(&world, &map, &MapStyle::default(), &Options::default())?;
    /// assert!(picture.to_svg()?.contains("isolines"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_path_map(world: &World, map: &PathMap, style: &MapStyle, options: &Options) -> Result<Self, DrawError> {
        let picture = Self::of_world(world, options)?;
        let shapes = MapShapes::within(map, picture.tolerance());
        let routes = style.routes_of(map);
        picture.with_map(&Drawing { world, shapes: &shapes, routes: &routes, style, theme: &options.theme })
    }

    /// [`Self::of_path_map`] of a map that was prepared, so that its shapes and routes are computed once for several
    /// uses. The picture is the same, pixel by pixel.
    ///
    /// # Errors
    /// As [`Self::of_path_map`].
    pub fn of_map_drawing(
        world: &World,
        drawing: MapDrawing<'_>,
        style: &MapStyle,
        options: &Options,
    ) -> Result<Self, DrawError> {
        let picture = Self::of_world(world, options)?;
        let MapDrawing { shapes, routes } = drawing;
        let shapes = shapes.to_tolerance(picture.tolerance());
        picture.with_map(&Drawing { world, shapes: &shapes, routes: &routes, style, theme: &options.theme })
    }

    /// How far lines may be from curves, in the units of the world.
    fn tolerance(&self) -> f64 {
        TOLERANCE / self.frame.scale
    }

    fn with_map(self, drawing: &Drawing) -> Result<Self, DrawError> {
        let (mut picture, Drawing { shapes, style, theme, .. }) = (self, *drawing);
        let scale = drawing.scale();
        let borders = shapes.borders();
        drawing.fields(&borders, &scale, &mut picture)?;
        push_unreachable(&shapes.unreachable(), theme, &mut picture);
        drawing.isolines(&scale, &mut picture);
        if style.borders {
            drawing.borders(&borders, &mut picture);
        }
        drawing.routes(&mut picture);
        style.keys(&scale, theme).into_iter().for_each(|key| picture.push_key(key));
        Ok(picture)
    }

    /// A picture of a world without sources: all of its free space is unreachable.
    ///
    /// # Errors
    /// As [`Self::of_path_map`].
    pub fn of_unreachable(world: &World, domain: &Domain, options: &Options) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        let triangles = (0..domain.free_triangles() as u32).map(TriangleId);
        push_unreachable(&triangles.map(|t| domain.triangle(t)).collect::<Vec<_>>(), &options.theme, &mut picture);
        Ok(picture)
    }
}

impl MapStyle {
    /// Costs at which there are lines.
    fn levels(&self, scale: &Scale) -> Vec<f64> {
        if self.isolines == 0 { Vec::new() } else { round_levels(0.0, scale.max_cost, self.isolines) }
    }

    /// What explains a map on this scale, below the keys of its world.
    #[must_use]
    pub fn keys(&self, scale: &Scale, theme: &Theme) -> Vec<Key> {
        let mut keys = Vec::new();
        if let MapColours::Cost(map) = self.colours {
            let ends = ["0".into(), short_number(scale.max_cost)];
            keys.push(Key::Ramp { label: "cost".into(), map, ends });
        }
        if scale.has_unreachable {
            let [fill, outline] = unreachable_colours(theme);
            keys.push(Key::Area { label: "unreachable".into(), fill, outline });
        }
        if let [first, second, ..] = self.levels(scale)[..] {
            let label = format!("equal cost, every {}", short_number(second - first));
            // White on the page would not show.
            let fill = theme.obstacle.mixed(Colour::from_oklch(0.7, 0.08, 250.0), 0.7);
            keys.push(Key::Area { label, fill, outline: isoline_colour(theme) });
        }
        if self.routes > 0 || !self.starts.is_empty() {
            keys.push(Key::Line { label: "route".into(), stroke: Stroke::new(route_colour(theme), ROUTE) });
        }
        keys
    }
}

fn is_dark(theme: &Theme) -> bool {
    theme.walkable.to_oklab()[0] < 0.5
}

fn isoline_colour(theme: &Theme) -> Colour {
    if is_dark(theme) { Colour::hex(0xD0_D8_E0) } else { Colour::hex(0xFF_FF_FF) }
}

fn route_colour(theme: &Theme) -> Colour {
    if is_dark(theme) { Colour::hex(0x7C_C0_FF) } else { Colour::hex(0x0B_3C_8C) }
}

/// Ground and hatching.
fn unreachable_colours(theme: &Theme) -> [Colour; 2] {
    [0.22, 0.6].map(|share| theme.walkable.mixed(theme.outline, share))
}

/// What a picture of a map is drawn from.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    world: &'a World,
    shapes: &'a MapShapes<'a>,
    routes: &'a [Vec<Point>],
    style: &'a MapStyle,
    theme: &'a Theme,
}

impl Drawing<'_> {
    fn is_dark(&self) -> bool {
        is_dark(self.theme)
    }

    fn scale(&self) -> Scale {
        let scale = self.style.scale.unwrap_or_else(|| Scale::of(self.shapes));
        self.style.farthest.map_or(scale, |max_cost| scale.up_to(max_cost))
    }

    fn fields(&self, borders: &[Border], scale: &Scale, picture: &mut Picture) -> Result<(), DrawError> {
        match self.style.colours {
            MapColours::Regions => self.regions(borders, picture),
            MapColours::Cost(map) => {
                let raster = costs::raster(self.shapes.map(), picture, map, scale.max_cost, 255)?;
                picture.push(Layer::new("costs", ZLevel::Field, Primitive::Image(raster)));
            }
        }
        Ok(())
    }

    fn regions(&self, borders: &[Border], picture: &mut Picture) {
        let regions = self.shapes.regions();
        let (map, known) = (self.shapes.map(), RegionNumbers::of(self.world));
        let numbers: Vec<u64> = regions.iter().map(|region| known.number(region.generator, map)).collect();
        let colours = kept_colours(&numbers, &neighbours(&regions, borders));
        let shape = |(region, colour): (Region, Colour)| {
            let colour = if self.is_dark() { darkened(colour) } else { colour };
            let outline = Some(Stroke::new(colour, OVERLAP));
            Primitive::Polygons { rings: region.rings, fill: Fill::solid(colour), outline }
        };
        let shapes = regions.into_iter().zip(colours).map(shape).collect();
        picture.push(Layer::of("regions", ZLevel::Field, shapes));
    }

    fn isolines(&self, scale: &Scale, picture: &mut Picture) {
        let isolines = self.shapes.isolines(&self.style.levels(scale));
        let stroke = Stroke::new(isoline_colour(self.theme), ISOLINE);
        push_lines("isolines", isolines.iter().map(|i| &i.line), stroke, picture);
    }

    fn borders(&self, borders: &[Border], picture: &mut Picture) {
        let colour = self.theme.outline.mixed(self.theme.walkable, 0.1);
        push_lines("borders", borders.iter().map(|b| &b.line), Stroke::new(colour, BORDER), picture);
    }

    fn routes(&self, picture: &mut Picture) {
        let routes = self.routes;
        if routes.is_empty() {
            return;
        }
        let colour = route_colour(self.theme);
        let starts = routes.iter().map(|route| route[0]).collect();
        let stroke = Stroke::new(colour, ROUTE);
        let halo = Stroke::new(self.theme.walkable.with_opacity(0.75), ROUTE + 2.0);
        let lines = |stroke| Primitive::Lines { lines: routes.to_vec(), closed: false, stroke };
        let layer = Layer::of("routes", ZLevel::Line, vec![lines(halo), lines(stroke)]);
        picture.push(layer);
        let outline = Some(Stroke::new(self.theme.walkable, 1.4));
        let dots = Primitive::Marks { centres: starts, mark: Mark::Disc, radius: 4.6, fill: colour, outline };
        picture.push(Layer::new("agents", ZLevel::Mark, dots));
    }
}

/// Grey and hatched: no source can be reached from there.
fn push_unreachable(triangles: &[[Point; 3]], theme: &Theme, picture: &mut Picture) {
    if triangles.is_empty() {
        return;
    }
    let [grey, line] = unreachable_colours(theme);
    let lines = hatch::lines(triangles, 12.0 * picture.frame.unit / picture.frame.scale);
    let rings = triangles.iter().map(|t| t.to_vec()).collect();
    let outline = Some(Stroke::new(grey, OVERLAP));
    let area = Primitive::Polygons { rings, fill: Fill::solid(grey), outline };
    let hatching = Primitive::Lines { lines, closed: false, stroke: Stroke::new(line, 1.0) };
    let layer = Layer::of("unreachable", ZLevel::Field, vec![area, hatching]);
    picture.push(layer);
}

/// Lines on the field: obstacles cover them.
pub(crate) fn push_lines<'a>(name: &str, lines: impl Iterator<Item = &'a Line>, stroke: Stroke, picture: &mut Picture) {
    let (closed, open): (Vec<&Line>, Vec<&Line>) = lines.partition(|line| line.is_closed);
    let shape = |lines: Vec<&Line>, closed: bool| {
        let lines: Vec<Vec<Point>> = lines.into_iter().map(|line| line.points.clone()).collect();
        (!lines.is_empty()).then_some(Primitive::Lines { lines, closed, stroke })
    };
    let shapes = [shape(open, false), shape(closed, true)].into_iter().flatten().collect();
    picture.push(Layer::of(name, ZLevel::Field, shapes));
}

/// Which regions lie beside which.
fn neighbours(regions: &[Region], borders: &[Border]) -> Vec<Vec<usize>> {
    let places: HashMap<u32, usize> = regions.iter().enumerate().map(|(k, r)| (r.generator.0, k)).collect();
    let mut neighbours = vec![Vec::new(); regions.len()];
    for border in borders {
        if let [Some(&a), Some(&b)] = border.between.map(|g| places.get(&g.0)) {
            neighbours[a].push(b);
        }
    }
    neighbours.iter_mut().for_each(|beside| {
        beside.sort_unstable();
        beside.dedup();
    });
    neighbours
}

/// The same hue for a dark page.
fn darkened(colour: Colour) -> Colour {
    let [l, a, b] = colour.to_oklab();
    Colour::from_oklab([l * 0.5, a * 0.8, b * 0.8])
}
