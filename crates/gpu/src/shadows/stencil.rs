//! Which pixels are free: their centres lie in a free triangle or on its border.

use wayfront_domain::{Domain, TriangleId};
use wayfront_geometry::{Point, Raster};

/// Tolerance: Share of a pixel by which a centre may lie beside a triangle and still count as on its border.
const BESIDE: f64 = 1e-9;

/// A bit for each pixel, row by row, in words.
pub fn free_pixels(domain: &Domain, raster: &Raster) -> Vec<u32> {
    let (width, height) = (raster.width(), raster.height());
    let mut bits = vec![0_u32; (width * height).div_ceil(32)];
    for triangle in (0..domain.free_triangles() as u32).map(TriangleId) {
        // In pixels, with centres at whole numbers.
        let corners = domain.triangle(triangle).map(|p| raster.in_pixels(p));
        let ys = corners.map(|p| p.y);
        let low = (ys[0].min(ys[1]).min(ys[2]) - BESIDE).ceil().max(0.0);
        let high = (ys[0].max(ys[1]).max(ys[2]) + BESIDE).floor().min(height as f64 - 1.0);
        let mut row = low;
        while row <= high {
            if let Some([from, to]) = span(&corners, row) {
                let from = (from - BESIDE).ceil().max(0.0);
                let to = (to + BESIDE).floor().min(width as f64 - 1.0);
                let start = row as usize * width;
                let mut k = from;
                while k <= to {
                    let pixel = start + k as usize;
                    bits[pixel / 32] |= 1 << (pixel % 32);
                    k += 1.0;
                }
            }
            row += 1.0;
        }
    }
    bits
}

/// Where a row crosses a triangle.
fn span(corners: &[Point; 3], row: f64) -> Option<[f64; 2]> {
    let mut span: Option<[f64; 2]> = None;
    let mut see = |x: f64| {
        let [from, to] = span.unwrap_or([x, x]);
        span = Some([from.min(x), to.max(x)]);
    };
    for k in 0..3 {
        let (a, b) = (corners[k], corners[(k + 1) % 3]);
        if (a.y - row).abs() <= BESIDE {
            see(a.x);
        }
        if (a.y - row) * (b.y - row) < 0.0 {
            see(a.x + (row - a.y) / (b.y - a.y) * (b.x - a.x));
        }
    }
    span
}
