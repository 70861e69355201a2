//! Shaded views of meshes with fields and routes.
//!
//! A small rasteriser: triangles are filled into a depth buffer at twice the resolution of the picture, lit from where
//! the viewer stands, coloured by the field with lines of equal depth in it; routes and marks are drawn into the same
//! depth buffer, a little towards the viewer, so that what is behind the surface stays hidden. Parallel projection:
//! lengths in the picture can be compared. Cost: a step for each pixel of each triangle that faces the viewer or not.

mod canvas;

use crate::ink::Image;
use crate::{Colour, ColourMap, DrawError, png};
use canvas::{Canvas, Spot};
use std::path::Path;
use wayfront_surface::{Field, Mesh, Vec3, VertexId};

/// Each pixel is the mean of so many samples along each side.
const SAMPLES: u32 = 2;
const LARGEST: u32 = 8192;

/// Where the viewer stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Around the upright axis, in degrees.
    pub azimuth: f64,
    /// Above the horizon, in degrees.
    pub elevation: f64,
    /// The axis that points up.
    pub up: UpAxis,
    /// 1 shows the whole mesh; larger is nearer.
    pub zoom: f64,
}

/// The axis that points up in a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpAxis {
    /// As most modelling programs export.
    Y,
    /// As maps and engineers have it.
    #[default]
    Z,
}

impl Default for Camera {
    fn default() -> Self {
        Self { azimuth: 35.0, elevation: 28.0, up: UpAxis::Z, zoom: 1.0 }
    }
}

/// How a surface is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceStyle {
    /// Pixels along each side.
    pub size: u32,
    /// Where the viewer stands.
    pub camera: Camera,
    /// The colours of the field.
    pub colours: ColourMap,
    /// About how many lines of equal depth; 0 for none.
    pub isolines: usize,
}

impl Default for SurfaceStyle {
    fn default() -> Self {
        Self { size: 1000, camera: Camera::default(), colours: ColourMap::NearFar, isolines: 18 }
    }
}

/// A picture of a mesh.
#[derive(Clone, Debug)]
pub struct SurfacePicture {
    size: u32,
    rgba: Vec<u8>,
}

/// The colours of a field's vertices, from the goal to the farthest; obstacles are grey.
#[must_use]
pub fn vertex_colour(field: &Field<'_>, v: VertexId, colours: ColourMap, deepest: f64) -> Colour {
    let depth = field.depth(v);
    if depth.is_finite() { colours.at(depth / deepest) } else { Colour::hex(0x9A_9F_A6) }
}

/// The depth that only a fiftieth of the vertices exceeds: beside obstacles it grows without bound.
#[must_use]
pub fn usual_depth(field: &Field<'_>) -> f64 {
    let mut depths: Vec<f64> = field.mesh().vertices().map(|v| field.depth(v)).filter(|d| d.is_finite()).collect();
    depths.sort_unstable_by(f64::total_cmp);
    depths.get(depths.len().saturating_sub(1) * 49 / 50).copied().filter(|&d| d > 0.0).unwrap_or(1.0)
}

impl SurfacePicture {
    /// A view of a field and routes on it.
    ///
    /// # Errors
    /// If the size is impossible.
    pub fn new(field: &Field<'_>, routes: &[Vec<Vec3>], style: &SurfaceStyle) -> Result<Self, DrawError> {
        let least = 16;
        if style.size < least {
            return Err(DrawError::TooSmall { asked: style.size, least });
        }
        if style.size > LARGEST {
            let side = u64::from(style.size);
            let pixels = u64::from(LARGEST) * u64::from(LARGEST);
            return Err(DrawError::TooLarge { width: side, height: side, side: LARGEST, pixels });
        }
        let mut canvas = Canvas::new(style.size * SAMPLES);
        let view = View::new(field, style, canvas.side());
        let deepest = usual_depth(field);
        let step = deepest / style.isolines.max(1) as f64;
        let shades = style.colours.table(1024);
        for f in 0..field.mesh().face_count() {
            let spots = field.mesh().faces()[f].map(|v| {
                let (p, depth) = (field.mesh().point(VertexId(v)), field.depth(VertexId(v)));
                let light = view.light(corner_normal(field.mesh(), f, VertexId(v)));
                Spot { at: view.seen(p), depth: depth.min(deepest * 1.5), light }
            });
            let is_blocked = field.mesh().faces()[f].iter().all(|&v| !field.depth(VertexId(v)).is_finite());
            canvas.fill(spots, |depth, slope, light| {
                let shade = (depth / deepest * 1023.0) as usize;
                let colour = if is_blocked { Colour::hex(0x9A_9F_A6) } else { shades[shade.min(1023)] };
                // A line is as wide as the depth changes within a sample and a half.
                let line = style.isolines > 0 && slope < 0.4 * step && depth < deepest && depth > step * 0.5 && {
                    let off = (depth / step).fract();
                    off.min(1.0 - off) * step < 0.75 * slope
                };
                lit(if line { Colour::hex(0xFF_FF_FF) } else { colour }, light)
            });
        }
        view.marks(field, routes, &mut canvas);
        Ok(Self { size: style.size, rgba: canvas.reduced(SAMPLES) })
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// If it cannot be encoded.
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        let side = f64::from(self.size);
        let place = [0.0, 0.0, side, side];
        let (columns, rows) = (self.size, self.size);
        png::encode(&Image { place, columns, rows, rgba: self.rgba.clone(), smooth: false })
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// If the ending is another one or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), DrawError> {
        let path = path.as_ref();
        if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("png")) {
            return Err(DrawError::UnknownExtension { path: path.to_owned() });
        }
        std::fs::write(path, self.to_png()?).map_err(|cause| DrawError::Unwritable { path: path.to_owned(), cause })
    }

    /// Four bytes for each pixel, row by row from the top.
    #[must_use]
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }
}

/// The mean normal of the triangles around a corner that bend little against this one: smooth where the surface is, and
/// sharp at its edges. Which way triangles run around does not matter.
fn corner_normal(mesh: &Mesh, f: usize, v: VertexId) -> Vec3 {
    let own = mesh.normal(f).unit();
    let around = mesh.vertex_faces(v).iter().map(|&g| mesh.normal(g as usize));
    around.fold(Vec3::default(), |sum, normal| {
        let along = normal.dot(own);
        let is_smooth = along.abs() > 0.6 * normal.length();
        if is_smooth { sum + normal * along.signum() } else { sum }
    })
}

fn lit(colour: Colour, light: f64) -> [u8; 3] {
    [colour.r, colour.g, colour.b].map(|c| (f64::from(c) * light).clamp(0.0, 255.0) as u8)
}

/// From the mesh's space to samples: right, down, and towards the viewer.
struct View {
    axes: [Vec3; 3],
    centre: Vec3,
    scale: f64,
    middle: f64,
}

impl View {
    fn new(field: &Field<'_>, style: &SurfaceStyle, side: u32) -> Self {
        let Camera { azimuth, elevation, up, zoom } = style.camera;
        let (sa, ca) = azimuth.to_radians().sin_cos();
        let (se, ce) = elevation.to_radians().sin_cos();
        let turned = |right: f64, back: f64, high: f64| match up {
            UpAxis::Z => Vec3::new(right, back, high),
            UpAxis::Y => Vec3::new(right, high, -back),
        };
        let (right, down) = (turned(ca, sa, 0.0), turned(se * sa, -se * ca, -ce));
        let axes = [right, down, right.cross(-down)];
        let [low, high] = field.mesh().bounds();
        let mut view = Self { axes, centre: low.lerp(high, 0.5), scale: 1.0, middle: f64::from(side) / 2.0 };
        let far = field.mesh().vertices().map(|v| {
            let p = field.mesh().point(v) - view.centre;
            p.dot(view.axes[0]).abs().max(p.dot(view.axes[1]).abs())
        });
        let far = far.fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        view.scale = f64::from(side) * 0.46 * zoom / far;
        view
    }

    fn seen(&self, p: Vec3) -> [f64; 3] {
        let p = p - self.centre;
        let [x, y, z] = self.axes.map(|axis| p.dot(axis) * self.scale);
        [self.middle + x, self.middle + y, z]
    }

    /// How bright a triangle is: both sides are lit, from over the viewer's left shoulder.
    fn light(&self, normal: Vec3) -> f64 {
        let normal = normal.unit();
        let lamp = (self.axes[2] * 0.85 - self.axes[0] * 0.35 - self.axes[1] * 0.45).unit();
        let towards = if normal.dot(self.axes[2]) < 0.0 { -normal } else { normal };
        0.42 + 0.6 * towards.dot(lamp).max(0.0)
    }

    /// Routes, their starts, and the goal.
    fn marks(&self, field: &Field<'_>, routes: &[Vec<Vec3>], canvas: &mut Canvas) {
        let unit = f64::from(canvas.side()) / 1000.0;
        for route in routes {
            for leg in route.windows(2) {
                canvas.line([self.seen(leg[0]), self.seen(leg[1])], 2.0 * unit, [0xB3, 0x1B, 0x4E]);
            }
        }
        for start in routes.iter().filter_map(|route| route.first()) {
            canvas.disc(self.seen(*start), 6.5 * unit, [0xFF, 0xFF, 0xFF]);
            canvas.disc(self.seen(*start), 5.0 * unit, [0xB3, 0x1B, 0x4E]);
        }
        for &v in field.goal() {
            canvas.disc(self.seen(field.mesh().point(v)), 8.5 * unit, [0xFF, 0xFF, 0xFF]);
            canvas.disc(self.seen(field.mesh().point(v)), 6.8 * unit, [0x12, 0x8A, 0x4A]);
        }
    }
}
