//! Operators of coarse levels: the finer operator between bilinear interpolation and its transpose, with walls at zero.

/// A stencil around a cell: rows below, same, above; columns left, same, right.
pub type Stencil = [[f64; 3]; 3];

/// The share of a coarse cell in the cell at this offset from it.
fn share(dx: isize, dy: isize) -> f64 {
    let one = |d: isize| match d {
        0 => 1.0,
        -1 | 1 => 0.5,
        _ => 0.0,
    };
    one(dx) * one(dy)
}

/// The coarse stencil of a level without walls.
pub fn coarsened_pattern(stencil: &Stencil) -> Stencil {
    galerkin([0, 0], &|_, _| true, &|_, _| *stencil)
}

/// The row of the Galerkin product that belongs to the coarse cell at the fine cell `centre`.
pub fn galerkin(
    centre: [isize; 2],
    is_free: &impl Fn(isize, isize) -> bool,
    stencil: &impl Fn(usize, usize) -> Stencil,
) -> Stencil {
    // The operator on the coarse cell's hat: nonzero up to two cells away.
    let mut image = [[0.0; 5]; 5];
    for dy in -1..=1 {
        for dx in -1..=1 {
            let at = [centre[0] + dx, centre[1] + dy];
            if !is_free(at[0], at[1]) {
                continue;
            }
            let row = stencil(at[0].max(0) as usize, at[1].max(0) as usize);
            for (sy, line) in row.iter().enumerate() {
                for (sx, a) in line.iter().enumerate() {
                    image[(dy + 1) as usize + sy][(dx + 1) as usize + sx] += share(dx, dy) * a;
                }
            }
        }
    }
    let mut product = [[0.0; 3]; 3];
    for (j, line) in image.iter().enumerate() {
        for (i, a) in line.iter().enumerate() {
            let (dx, dy) = (i as isize - 2, j as isize - 2);
            if *a == 0.0 || !is_free(centre[0] + dx, centre[1] + dy) {
                continue;
            }
            for (cy, target) in product.iter_mut().enumerate() {
                for (cx, sum) in target.iter_mut().enumerate() {
                    *sum += a * share(dx - 2 * (cx as isize - 1), dy - 2 * (cy as isize - 1));
                }
            }
        }
    }
    product
}
