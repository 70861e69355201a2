//! Shaded views of meshes with fields and routes.
//!
//! A small rasteriser: triangles are filled into a depth buffer at twice the resolution of the picture, lit from where
//! the viewer stands, coloured by the field with lines of equal depth in it; routes and marks are drawn into the same
//! depth buffer, a little towards the viewer, so that what is behind the surface stays hidden. Parallel projection:
//! lengths in the picture can be compared. Cost: a step for each pixel of each triangle that faces the viewer or not.
//!
//! No library: those that draw with a graphics card (wgpu, 78 packages) need one, also on servers, and give other pixels
//! on other cards; a software rasteriser (euc, 15 packages) would replace the hundred lines of `canvas` only.

mod canvas;
mod view;

pub use view::{Camera, UpAxis};

use crate::colours::{Colour, ColourMap};
use crate::error::DrawError;
use crate::layers::{Key, Layer, Mark, Primitive, RasterImage, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use canvas::{Canvas, CanvasVertex};
use view::View;
use wayfront_geometry::{Bounds, Point};
use wayfront_surface::{Mesh, SurfaceField, Vec3, VertexId};
use wayfront_world::YAxis;

/// Each pixel is the mean of so many samples along each side.
const SAMPLES: u32 = 2;
/// Lines of equal depth are at least so near, as changes of the depth from sample to sample in steps of the lines.
const CLOSEST_LINES: f64 = 0.12;
const ROUTE: Colour = Colour::hex(0xB3_1B_4E);
const GOAL: Colour = Colour::hex(0x12_8A_4A);
/// Obstacles, and what no route leads from.
const BLOCKED: Colour = Colour::hex(0x9A_9F_A6);

/// How a surface is drawn.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SurfaceStyle {
    /// Where the viewer stands.
    pub camera: Camera,
    /// The colours of the field.
    pub colours: ColourMap,
    /// About how many lines of equal depth; 0 for none.
    pub isolines: usize,
}

impl Default for SurfaceStyle {
    fn default() -> Self {
        Self { camera: Camera::default(), colours: ColourMap::NearFar, isolines: 18 }
    }
}

impl SurfaceStyle {
    /// The same from another place.
    #[must_use]
    pub fn camera(self, camera: Camera) -> Self {
        Self { camera, ..self }
    }

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

/// The colours of a field's vertices, from the goal to the farthest; obstacles are grey.
#[must_use]
pub fn vertex_colour(field: &SurfaceField<'_>, v: VertexId, colours: ColourMap, deepest: f64) -> Colour {
    let depth = field.depth(v);
    if depth.is_finite() { colours.at(depth / deepest) } else { BLOCKED }
}

/// The depth that only a fiftieth of the vertices exceeds, and no more than three times that of half of them: beside
/// obstacles it grows without bound.
#[must_use]
pub fn usual_depth(field: &SurfaceField<'_>) -> f64 {
    let mut depths: Vec<f64> = field.mesh().vertices().map(|v| field.depth(v)).filter(|d| d.is_finite()).collect();
    depths.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| depths.get((depths.len().saturating_sub(1) as f64 * share) as usize).copied().unwrap_or(0.0);
    let usual = at(0.98).min(3.0 * at(0.5));
    if usual > 0.0 { usual } else { 1.0 }
}

impl Picture {
    /// A shaded view of a field and routes on it. The scale bar is in the mesh's unit; a parallel projection keeps
    /// lengths that face the viewer.
    ///
    /// # Errors
    /// If the size is impossible.
    pub fn of_surface(
        field: &SurfaceField<'_>,
        routes: &[Vec<Vec3>],
        style: &SurfaceStyle,
        options: &Options,
    ) -> Result<Self, DrawError> {
        let options = Options { length_unit: String::new(), axes: false, ..options.clone() };
        let view = View::new(field, style.camera);
        let bounds = Bounds::of(&[Point::default(), Point::new(view.side, view.side)]);
        let mut picture = Self::new(bounds, YAxis::Down, &options)?;
        let pixels = picture.frame.window[2].round() as u32;
        let canvas = Canvas::new(pixels * SAMPLES, rgb(options.theme.page));
        let rgba = shaded(field, routes, style, view, canvas);
        let raster = RasterImage::new(bounds, pixels, pixels, rgba)?;
        picture.push(Layer::new("surface", ZLevel::Field, Primitive::Image(raster)));
        let deepest = usual_depth(field);
        let ends = ["0".into(), short_number(deepest)];
        picture.push_key(Key::Ramp { label: "depth of the field".into(), map: style.colours, ends });
        if style.isolines > 0 {
            let label = format!("equal depth, every {}", short_number(deepest / style.isolines as f64));
            picture.push_key(Key::Area { label, fill: Colour::hex(0x8A_A8_C8), outline: Colour::hex(0xFF_FF_FF) });
        }
        picture.push_key(Key::Mark { label: "goal".into(), mark: Mark::Disc, fill: GOAL });
        if !routes.is_empty() {
            picture.push_key(Key::Line { label: "route".into(), stroke: Stroke::new(ROUTE, 2.4) });
        }
        Ok(picture)
    }
}

/// The pixels of a view.
fn shaded(
    field: &SurfaceField<'_>,
    routes: &[Vec<Vec3>],
    style: &SurfaceStyle,
    view: View,
    mut canvas: Canvas,
) -> Vec<u8> {
    let view = view.on(canvas.side());
    let deepest = usual_depth(field);
    let ink = FieldInk { shades: style.colours.table(1024), deepest, step: deepest / style.isolines.max(1) as f64 };
    let has_lines = style.isolines > 0;
    for (f, corners) in field.mesh().faces().iter().enumerate() {
        let spots = corners.map(|v| {
            let (p, depth) = (field.mesh().point(VertexId(v)), field.depth(VertexId(v)));
            let light = view.light(corner_normal(field.mesh(), f, VertexId(v)));
            CanvasVertex { at: view.seen(p), depth: depth.min(deepest * 1.5), light }
        });
        let is_blocked = corners.iter().all(|&v| !field.depth(VertexId(v)).is_finite());
        canvas.fill(spots, |depth, slope, light| match is_blocked {
            true => lit(BLOCKED, light),
            false if has_lines && ink.is_on_line(depth, slope) => lit(Colour::hex(0xFF_FF_FF), light),
            false => lit(ink.at(depth), light),
        });
    }
    marks(&view, field, routes, &mut canvas);
    canvas.reduced(SAMPLES)
}

/// The colours of depths, and the lines of equal depth.
struct FieldInk {
    shades: Vec<Colour>,
    deepest: f64,
    step: f64,
}

impl FieldInk {
    fn at(&self, depth: f64) -> Colour {
        let last = self.shades.len() - 1; // tables have at least one entry
        self.shades[((depth / self.deepest * last as f64) as usize).min(last)]
    }

    /// A line is as wide as the depth changes within a sample and a half. Where lines would come too close to be seen
    /// apart there are none.
    fn is_on_line(&self, depth: f64, slope: f64) -> bool {
        let off = (depth / self.step).fract();
        let is_apart = slope < CLOSEST_LINES * self.step;
        is_apart && depth < self.deepest && depth > self.step * 0.5 && off.min(1.0 - off) * self.step < 0.75 * slope
    }
}

/// The mean normal of the triangles around a corner that bend little against this one: smooth where the surface is, and
/// sharp at its edges. The orientation of triangles does not matter.
fn corner_normal(mesh: &Mesh, f: usize, v: VertexId) -> Vec3 {
    let own = mesh.normal(f).unit();
    let around = mesh.vertex_faces(v).iter().map(|&g| mesh.normal(g as usize));
    around.fold(Vec3::default(), |sum, normal| {
        let along = normal.dot(own);
        let is_smooth = along.abs() > 0.6 * normal.length();
        if is_smooth { sum + normal * along.signum() } else { sum }
    })
}

fn rgb(Colour { r, g, b, .. }: Colour) -> [u8; 3] {
    [r, g, b]
}

fn lit(colour: Colour, light: f64) -> [u8; 3] {
    rgb(colour).map(|c| (f64::from(c) * light).clamp(0.0, 255.0) as u8)
}

/// Routes, their starts, and the goal.
fn marks(view: &View, field: &SurfaceField<'_>, routes: &[Vec<Vec3>], canvas: &mut Canvas) {
    let unit = f64::from(canvas.side()) / 1000.0;
    for route in routes {
        for leg in route.windows(2) {
            canvas.line([view.seen(leg[0]), view.seen(leg[1])], 2.0 * unit, rgb(ROUTE));
        }
    }
    for start in routes.iter().filter_map(|route| route.first()) {
        canvas.disc(view.seen(*start), 6.5 * unit, [0xFF, 0xFF, 0xFF]);
        canvas.disc(view.seen(*start), 5.0 * unit, rgb(ROUTE));
    }
    for &v in field.goal() {
        canvas.disc(view.seen(field.mesh().point(v)), 8.5 * unit, [0xFF, 0xFF, 0xFF]);
        canvas.disc(view.seen(field.mesh().point(v)), 6.8 * unit, rgb(GOAL));
    }
}
