//! Pictures of path maps: regions or costs, lines of equal cost, borders, and the routes of a few walkers.
//!
//! Regions, borders and isolines are vector shapes in PNG and SVG alike; each region is one shape, so that no seams
//! show between its triangles. Costs are a raster.

pub(crate) mod costs;
mod hatch;
mod walkers;

pub use walkers::routes as sample_routes;

use crate::colours::region_colours;
use crate::furniture::short_number;
use crate::{Colour, ColourMap, DrawError, Fill, Key, Layer, Level, Mark, Options, Picture, Shape, Stroke, Theme};
use std::collections::HashMap;
use wayfront_geometry::Point;
use wayfront_pathmap::{Border, Line, MapShapes, PathMap, Region, round_levels};
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
pub enum MapColours {
    /// Which point one goes to next: a calm colour for each region, different from its neighbours'.
    Regions,
    /// The cost, from near to far.
    Cost(ColourMap),
}

/// How a path map is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct MapStyle {
    /// What the colours say.
    pub colours: MapColours,
    /// About how many lines of equal cost; their costs are round numbers. 0 for none.
    pub isolines: usize,
    /// Draw the borders between regions.
    pub borders: bool,
    /// How many walkers, far from each other, show their routes.
    pub walkers: usize,
}

impl Default for MapStyle {
    fn default() -> Self {
        Self { colours: MapColours::Regions, isolines: 25, borders: true, walkers: 8 }
    }
}

impl MapStyle {
    /// Colours by cost, without borders.
    #[must_use]
    pub fn cost() -> Self {
        Self { colours: MapColours::Cost(ColourMap::NearFar), isolines: 12, borders: false, walkers: 8 }
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
    /// let domain = Arc::new(Domain::new(&world)?);
    /// let map = PathMap::new(domain, &world.sources)?;
    /// let picture = Picture::of_path_map(&world, &map, &MapStyle::default(), &Options::default())?;
    /// assert!(picture.to_svg()?.contains("isolines"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_path_map(world: &World, map: &PathMap, style: &MapStyle, options: &Options) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        let shapes = MapShapes::within(map, TOLERANCE / picture.frame.scale);
        let drawing = Drawing { shapes: &shapes, style, theme: &options.theme };
        let borders = shapes.borders();
        drawing.fields(&borders, &mut picture)?;
        drawing.unreachable(&mut picture);
        drawing.isolines(&mut picture);
        if style.borders {
            drawing.borders(&borders, &mut picture);
        }
        drawing.routes(&mut picture);
        Ok(picture)
    }
}

struct Drawing<'a> {
    shapes: &'a MapShapes<'a>,
    style: &'a MapStyle,
    theme: &'a Theme,
}

impl Drawing<'_> {
    fn is_dark(&self) -> bool {
        self.theme.walkable.to_oklab()[0] < 0.5
    }

    fn fields(&self, borders: &[Border], picture: &mut Picture) -> Result<(), DrawError> {
        match self.style.colours {
            MapColours::Regions => self.regions(borders, picture),
            MapColours::Cost(map) => {
                let most = self.shapes.max_cost().unwrap_or(0.0);
                let raster = costs::raster(self.shapes.map(), picture, map, most, 255)?;
                picture.push(Layer::new("costs", Level::Field, Shape::Raster(raster)));
                let ends = ["0".into(), short_number(most)];
                picture.push_key(Key::Ramp { label: "cost".into(), map, ends });
            }
        }
        Ok(())
    }

    fn regions(&self, borders: &[Border], picture: &mut Picture) {
        let regions = self.shapes.regions();
        let colours = region_colours(&neighbours(&regions, borders));
        let shape = |(region, colour): (Region, Colour)| {
            let colour = if self.is_dark() { darkened(colour) } else { colour };
            let outline = Some(Stroke::new(colour, OVERLAP));
            Shape::Polygons { rings: region.rings, fill: Fill::solid(colour), outline }
        };
        let shapes = regions.into_iter().zip(colours).map(shape).collect();
        picture.push(Layer { name: "regions".into(), level: Level::Field, shapes });
    }

    /// Grey and hatched: nobody gets out of there.
    fn unreachable(&self, picture: &mut Picture) {
        let triangles = self.shapes.unreachable();
        if triangles.is_empty() {
            return;
        }
        let grey = mixed(self.theme.walkable, self.theme.outline, 0.22);
        let line = mixed(self.theme.walkable, self.theme.outline, 0.6);
        let lines = hatch::lines(&triangles, 12.0 * picture.frame.unit / picture.frame.scale);
        let rings = triangles.iter().map(|t| t.to_vec()).collect();
        let outline = Some(Stroke::new(grey, OVERLAP));
        let area = Shape::Polygons { rings, fill: Fill::solid(grey), outline };
        let hatching = Shape::Lines { lines, closed: false, stroke: Stroke::new(line, 1.0) };
        let layer = Layer { name: "unreachable".into(), level: Level::Field, shapes: vec![area, hatching] };
        picture.push(layer);
        picture.push_key(Key::Area { label: "unreachable".into(), fill: grey, outline: line });
    }

    fn isolines(&self, picture: &mut Picture) {
        let Some(most) = self.shapes.max_cost().filter(|_| self.style.isolines > 0) else { return };
        let levels = round_levels(0.0, most, self.style.isolines);
        let isolines = self.shapes.isolines(&levels);
        let colour = if self.is_dark() { Colour::hex(0xD0_D8_E0) } else { Colour::hex(0xFF_FF_FF) };
        let stroke = Stroke::new(colour, ISOLINE);
        push_lines("isolines", isolines.iter().map(|i| &i.line), stroke, picture);
        if let [first, second, ..] = levels[..] {
            let label = format!("equal cost, every {}", short_number(second - first));
            // White on the page would not show.
            let fill = mixed(self.theme.obstacle, Colour::from_oklch(0.7, 0.08, 250.0), 0.7);
            picture.push_key(Key::Area { label, fill, outline: colour });
        }
    }

    fn borders(&self, borders: &[Border], picture: &mut Picture) {
        let colour = mixed(self.theme.outline, self.theme.walkable, 0.1);
        push_lines("borders", borders.iter().map(|b| &b.line), Stroke::new(colour, BORDER), picture);
    }

    fn routes(&self, picture: &mut Picture) {
        let routes = walkers::routes(self.shapes.map(), self.style.walkers);
        if routes.is_empty() {
            return;
        }
        let colour = if self.is_dark() { Colour::hex(0x7C_C0_FF) } else { Colour::hex(0x0B_3C_8C) };
        let starts = routes.iter().map(|route| route[0]).collect();
        let stroke = Stroke::new(colour, ROUTE);
        let halo = Stroke::new(self.theme.walkable.with_opacity(0.75), ROUTE + 2.0);
        let lines = |stroke| Shape::Lines { lines: routes.clone(), closed: false, stroke };
        let layer = Layer { name: "routes".into(), level: Level::Line, shapes: vec![lines(halo), lines(stroke)] };
        picture.push(layer);
        let outline = Some(Stroke::new(self.theme.walkable, 1.4));
        let dots = Shape::Marks { centres: starts, mark: Mark::Disc, radius: 4.6, fill: colour, outline };
        picture.push(Layer::new("walkers", Level::Mark, dots));
        picture.push_key(Key::Line { label: "route".into(), stroke });
    }
}

/// Lines on the field: obstacles cover them.
pub(crate) fn push_lines<'a>(name: &str, lines: impl Iterator<Item = &'a Line>, stroke: Stroke, picture: &mut Picture) {
    let (closed, open): (Vec<&Line>, Vec<&Line>) = lines.partition(|line| line.is_closed);
    let shape = |lines: Vec<&Line>, closed: bool| {
        let lines: Vec<Vec<Point>> = lines.into_iter().map(|line| line.points.clone()).collect();
        (!lines.is_empty()).then_some(Shape::Lines { lines, closed, stroke })
    };
    let shapes = [shape(open, false), shape(closed, true)].into_iter().flatten().collect();
    picture.push(Layer { name: name.into(), level: Level::Field, shapes });
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

pub(crate) fn mixed(a: Colour, b: Colour, share: f64) -> Colour {
    let (p, q) = (a.to_oklab(), b.to_oklab());
    Colour::from_oklab([0, 1, 2].map(|k| p[k] + (q[k] - p[k]) * share))
}

/// The same hue for a dark page.
fn darkened(colour: Colour) -> Colour {
    let [l, a, b] = colour.to_oklab();
    Colour::from_oklab([l * 0.5, a * 0.8, b * 0.8])
}
