//! Hilbert's curve: an order of points in which neighbours in the list are neighbours in the plane.

use crate::{Bounds, Point};

/// Place of `p` along Hilbert's curve through a 65,536 x 65,536 grid over `bounds`.
#[inline]
#[must_use]
pub fn hilbert_index(bounds: &Bounds, p: Point) -> u32 {
    let size = bounds.size();
    let scale = if size > 0.0 { 65_535.0 / size } else { 0.0 };
    // Saturating casts keep points outside the bounds on the grid's border.
    let x = ((p.x - bounds.min.x) * scale) as u32;
    let y = ((p.y - bounds.min.y) * scale) as u32;
    curve_place(x.min(65_535), y.min(65_535))
}

fn curve_place(x: u32, y: u32) -> u32 {
    let (mut x, mut y, mut place) = (x, y, 0u32);
    let mut side = 1u32 << 15;
    while side > 0 {
        let right = u32::from(x & side != 0);
        let upper = u32::from(y & side != 0);
        place += side * side * ((3 * right) ^ upper);
        // In the lower half x and y change places, and on its right both are turned around. Masks instead of branches: which
        // of them is taken is random.
        let lower = upper.wrapping_sub(1);
        let turned = 65_535 & lower & right.wrapping_neg();
        (x, y) = (x ^ turned, y ^ turned);
        let change = (x ^ y) & lower;
        (x, y) = (x ^ change, y ^ change);
        side >>= 1;
    }
    place
}
