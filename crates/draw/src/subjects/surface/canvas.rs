//! Samples with a depth buffer: triangles, lines and discs, nearest to the viewer wins.

/// Tolerance: How far, as a share of a triangle, a sample may lie outside: both triangles at a common side take the
/// samples on it, so that rounding leaves no holes along seams.
const SEAM: f64 = 1e-9;
/// Lines and discs are moved this far towards the viewer, as shares of the canvas, so that the slope of the surface
/// within their width does not cover them. What is in front of them by less than this does not hide them.
const LINE_FORWARD: f64 = 0.006;
const DISC_FORWARD: f64 = 0.012;
/// Dots of one leg of a line; longer legs reach far beyond every canvas.
const MOST_STEPS: f64 = 1e5;

/// A corner of a triangle on the canvas: right, down, towards the viewer; its depth in the field, and how brightly
/// it is lit.
#[derive(Clone, Copy)]
pub struct CanvasVertex {
    pub at: [f64; 3],
    pub depth: f64,
    pub light: f64,
}

pub struct Canvas {
    side: u32,
    near: Vec<f32>,
    rgb: Vec<[u8; 3]>,
}

impl Canvas {
    pub fn new(side: u32, page: [u8; 3]) -> Self {
        let count = side as usize * side as usize;
        Self { side, near: vec![f32::NEG_INFINITY; count], rgb: vec![page; count] }
    }

    pub const fn side(&self) -> u32 {
        self.side
    }

    fn put(&mut self, x: usize, y: usize, near: f64, rgb: impl FnOnce() -> [u8; 3]) {
        let k = y * self.side as usize + x;
        if near as f32 > self.near[k] {
            self.near[k] = near as f32;
            self.rgb[k] = rgb();
        }
    }

    /// Samples between two places of an axis, as far as they are on the canvas.
    fn range(&self, low: f64, high: f64) -> std::ops::Range<usize> {
        let clamp = |v: f64| v.clamp(0.0, f64::from(self.side)) as usize;
        clamp(low.ceil())..clamp(high.floor() + 1.0)
    }

    /// Fills a triangle; `colour` gets the field's depth by how much it changes from sample to sample, and the light.
    pub fn fill(&mut self, [a, b, c]: [CanvasVertex; 3], colour: impl Fn(f64, f64, f64) -> [u8; 3]) {
        let [p, q, r] = [a.at, b.at, c.at];
        let area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        if area == 0.0 {
            return;
        }
        // How the shares of b and c change along x and y.
        let along = |u: [f64; 3], v: [f64; 3]| [-(v[1] - u[1]) / area, (v[0] - u[0]) / area];
        let (share_b, share_c) = (along(r, p), along(p, q));
        let change = |axis: usize| share_b[axis] * (b.depth - a.depth) + share_c[axis] * (c.depth - a.depth);
        let slope = change(0).hypot(change(1));
        let [low, high] =
            [f64::min, f64::max].map(|pick: fn(f64, f64) -> f64| [0, 1].map(|k| pick(pick(p[k], q[k]), r[k])));
        for y in self.range(low[1], high[1]) {
            for x in self.range(low[0], high[0]) {
                let (dx, dy) = (x as f64 - p[0], y as f64 - p[1]);
                let (v, w) = (share_b[0] * dx + share_b[1] * dy, share_c[0] * dx + share_c[1] * dy);
                if v >= -SEAM && w >= -SEAM && v + w <= 1.0 + SEAM {
                    let near = p[2] + v * (q[2] - p[2]) + w * (r[2] - p[2]);
                    let depth = a.depth + v * (b.depth - a.depth) + w * (c.depth - a.depth);
                    let light = a.light + v * (b.light - a.light) + w * (c.light - a.light);
                    self.put(x, y, near, || colour(depth, slope, light));
                }
            }
        }
    }

    /// A disc that faces the viewer, somewhat in front of where it is.
    pub fn disc(&mut self, [x, y, near]: [f64; 3], radius: f64, rgb: [u8; 3]) {
        // Smaller discs at the same place lie on top of larger ones.
        let near = near + DISC_FORWARD * f64::from(self.side) - radius * 0.05;
        self.round([x, y, near], radius, rgb);
    }

    fn round(&mut self, [x, y, near]: [f64; 3], radius: f64, rgb: [u8; 3]) {
        for row in self.range(y - radius, y + radius) {
            for column in self.range(x - radius, x + radius) {
                if (column as f64 - x).hypot(row as f64 - y) <= radius {
                    self.put(column, row, near, || rgb);
                }
            }
        }
    }

    /// A line, somewhat in front of where it is.
    pub fn line(&mut self, [a, b]: [[f64; 3]; 2], radius: f64, rgb: [u8; 3]) {
        let steps = ((b[0] - a[0]).hypot(b[1] - a[1]) / (radius * 0.5)).ceil().clamp(1.0, MOST_STEPS);
        for step in 0..=steps as usize {
            let t = step as f64 / steps;
            let at = [0, 1, 2].map(|k| a[k] + (b[k] - a[k]) * t);
            self.round([at[0], at[1], at[2] + LINE_FORWARD * f64::from(self.side)], radius, rgb);
        }
    }

    /// The picture at `samples` times less resolution.
    pub fn reduced(&self, samples: u32) -> Vec<u8> {
        let (side, samples) = (self.side as usize, samples as usize);
        let pixels = side / samples;
        let mut rgba = Vec::with_capacity(4 * pixels * pixels);
        for (y, x) in (0..pixels).flat_map(|y| (0..pixels).map(move |x| (y, x))) {
            for channel in 0..3 {
                let block = (0..samples * samples).map(|k| (y * samples + k / samples, x * samples + k % samples));
                let sum: usize = block.map(|(j, i)| usize::from(self.rgb[j * side + i][channel])).sum();
                rgba.push((sum / (samples * samples)) as u8);
            }
            rgba.push(255);
        }
        rgba
    }
}
