//! Where the viewer stands: a parallel projection of the mesh, and how brightly its triangles are lit.

use wayfront_surface::{SurfaceField, Vec3};

/// Where the viewer stands.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
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

impl Camera {
    /// The same from so many degrees around the upright axis.
    #[must_use]
    pub fn azimuth(self, azimuth: f64) -> Self {
        Self { azimuth, ..self }
    }

    /// The same from so many degrees above the horizon.
    #[must_use]
    pub fn elevation(self, elevation: f64) -> Self {
        Self { elevation, ..self }
    }

    /// The same with this axis upwards.
    #[must_use]
    pub fn up(self, up: UpAxis) -> Self {
        Self { up, ..self }
    }

    /// The same from nearer or farther.
    #[must_use]
    pub fn zoom(self, zoom: f64) -> Self {
        Self { zoom, ..self }
    }
}

/// From the mesh's space to samples: right, down, and towards the viewer.
pub struct View {
    axes: [Vec3; 3],
    centre: Vec3,
    /// The side of the square that is seen, in the mesh's unit.
    pub side: f64,
    /// Samples per unit, and to the middle.
    scale: f64,
    middle: f64,
}

impl View {
    pub fn new(field: &SurfaceField<'_>, Camera { azimuth, elevation, up, zoom }: Camera) -> Self {
        let (sa, ca) = azimuth.to_radians().sin_cos();
        let (se, ce) = elevation.to_radians().sin_cos();
        let turned = |right: f64, back: f64, high: f64| match up {
            UpAxis::Z => Vec3::new(right, back, high),
            UpAxis::Y => Vec3::new(right, high, -back),
        };
        let (right, down) = (turned(ca, sa, 0.0), turned(se * sa, -se * ca, -ce));
        let axes = [right, down, right.cross(-down)];
        let [low, high] = field.mesh().bounds();
        let mut view = Self { axes, centre: low.lerp(high, 0.5), side: 1.0, scale: 1.0, middle: 0.0 };
        let far = field.mesh().vertices().map(|v| {
            let p = field.mesh().point(v) - view.centre;
            p.dot(view.axes[0]).abs().max(p.dot(view.axes[1]).abs())
        });
        let far = far.fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        view.side = far / (0.48 * zoom);
        view
    }

    /// The view on a square of so many samples.
    pub fn on(self, samples: u32) -> Self {
        Self { scale: f64::from(samples) / self.side, middle: f64::from(samples) / 2.0, ..self }
    }

    pub fn seen(&self, p: Vec3) -> [f64; 3] {
        let p = p - self.centre;
        let [x, y, z] = self.axes.map(|axis| p.dot(axis) * self.scale);
        [self.middle + x, self.middle + y, z]
    }

    /// How bright a triangle is: both sides are lit, from over the viewer's left shoulder.
    pub fn light(&self, normal: Vec3) -> f64 {
        let normal = normal.unit();
        let lamp = (self.axes[2] * 0.85 - self.axes[0] * 0.35 - self.axes[1] * 0.45).unit();
        let towards = if normal.dot(self.axes[2]) < 0.0 { -normal } else { normal };
        0.42 + 0.6 * towards.dot(lamp).max(0.0)
    }
}
