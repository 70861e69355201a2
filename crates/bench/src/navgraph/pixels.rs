//! The peer that the paper used, on this machine: the two nearest sites of every pixel, 1000 x 1000, in single precision.
//!
//! Squares of pixels, 80 and then 16 wide, leave out sites that cannot be the second nearest of any of them; rows of 16
//! pixels are computed at once, rows of squares on all threads. That is the diagram of first and second order; [`graph`]
//! traces vertices and edges in it.

mod trace;

use rayon::prelude::*;
pub use trace::graph;
use wayfront::Point;

/// Pixels along a side.
const SIDE: usize = 1000;
/// Pixels along the sides of large and small squares.
const LARGE: usize = 80;
const SMALL: usize = 16;

/// A wall from one point to another, or a disc.
#[derive(Clone, Copy)]
pub struct PixelSite {
    from: [f32; 2],
    along: [f32; 2],
    /// One over the square of its length; 0 for a disc.
    scale: f32,
    radius: f32,
}

impl PixelSite {
    /// In pixels: `place` gives them.
    pub fn wall([a, b]: [Point; 2], place: impl Fn(Point) -> [f32; 2]) -> Self {
        let ([x, y], [u, v]) = (place(a), place(b));
        let along = [u - x, v - y];
        let square = along[0] * along[0] + along[1] * along[1];
        Self { from: [x, y], along, scale: if square > 0.0 { 1.0 / square } else { 0.0 }, radius: 0.0 }
    }

    pub fn disc(centre: Point, radius: f32, place: impl Fn(Point) -> [f32; 2]) -> Self {
        Self { from: place(centre), along: [0.0; 2], scale: 0.0, radius }
    }

    #[inline(always)]
    fn distance(&self, x: f32, y: f32) -> f32 {
        let (dx, dy) = (x - self.from[0], y - self.from[1]);
        let share = ((dx * self.along[0] + dy * self.along[1]) * self.scale).clamp(0.0, 1.0);
        let (ex, ey) = (dx - share * self.along[0], dy - share * self.along[1]);
        (ex * ex + ey * ey).sqrt() - self.radius
    }
}

/// The two nearest sites of every pixel, row by row.
pub fn two_nearest_everywhere(sites: &[PixelSite]) -> Vec<[u32; 2]> {
    let mut nearest = vec![[0u32; 2]; SIDE * SIDE];
    nearest.par_chunks_mut(SIDE * LARGE).enumerate().for_each(|(band, rows)| fill_band(sites, band * LARGE, rows));
    nearest
}

/// How many vertices of the diagram the pixels show.
pub fn vertices(sites: &[PixelSite]) -> usize {
    let nearest = two_nearest_everywhere(sites);
    let corner = |x: usize, y: usize| {
        let four = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(|(x, y)| nearest[y * SIDE + x][0]);
        let is_new = |k: usize| !four[..k].contains(&four[k]);
        (0..4).filter(|&k| is_new(k)).count() > 2
    };
    (0..SIDE - 1).into_par_iter().map(|y| (0..SIDE - 1).filter(|&x| corner(x, y)).count()).sum()
}

/// The sites that may be among the two nearest somewhere in a square.
fn cull(sites: &[PixelSite], known: &[u32], [x, y]: [usize; 2], side: usize, kept: &mut Vec<u32>, far: &mut Vec<f32>) {
    let half = side as f32 / 2.0;
    let reach = half * std::f32::consts::SQRT_2;
    far.clear();
    far.extend(known.iter().map(|&k| sites[k as usize].distance(x as f32 + half, y as f32 + half)));
    let mut two = [f32::INFINITY; 2];
    for &distance in far.iter() {
        two = if distance < two[0] { [distance, two[0]] } else { [two[0], two[1].min(distance)] };
    }
    kept.clear();
    kept.extend(
        known.iter().zip(far.iter()).filter(|(_, distance)| **distance <= two[1] + 2.0 * reach).map(|(&k, _)| k),
    );
}

fn fill_band(sites: &[PixelSite], top: usize, rows: &mut [[u32; 2]]) {
    let all: Vec<u32> = (0..sites.len() as u32).collect();
    let (mut large, mut small, mut far) = (Vec::new(), Vec::new(), Vec::new());
    let height = rows.len() / SIDE;
    for left in (0..SIDE).step_by(LARGE) {
        cull(sites, &all, [left, top], LARGE, &mut large, &mut far);
        for y in (0..height).step_by(SMALL) {
            for x in (left..(left + LARGE).min(SIDE)).step_by(SMALL) {
                cull(sites, &large, [x, top + y], SMALL, &mut small, &mut far);
                for row in y..(y + SMALL).min(height) {
                    let two = two_nearest(sites, &small, x, top + row);
                    let width = SMALL.min(SIDE - x);
                    rows[row * SIDE + x..][..width].copy_from_slice(&two[..width]);
                }
            }
        }
    }
}

/// The two nearest of sixteen pixels side by side.
fn two_nearest(sites: &[PixelSite], known: &[u32], left: usize, y: usize) -> [[u32; 2]; SMALL] {
    let (mut first, mut second) = ([f32::INFINITY; SMALL], [f32::INFINITY; SMALL]);
    let (mut one, mut two) = ([0u32; SMALL], [0u32; SMALL]);
    for &k in known {
        let site = &sites[k as usize];
        for lane in 0..SMALL {
            let distance = site.distance((left + lane) as f32 + 0.5, y as f32 + 0.5);
            let (is_first, is_second) = (distance < first[lane], distance < second[lane]);
            second[lane] = if is_first {
                first[lane]
            } else if is_second {
                distance
            } else {
                second[lane]
            };
            two[lane] = if is_first {
                one[lane]
            } else if is_second {
                k
            } else {
                two[lane]
            };
            first[lane] = if is_first { distance } else { first[lane] };
            one[lane] = if is_first { k } else { one[lane] };
        }
    }
    std::array::from_fn(|lane| [one[lane], two[lane]])
}

/// From the world to pixels.
pub fn frame(bounds: wayfront::geometry::Bounds) -> (impl Fn(Point) -> [f32; 2] + Copy, f64) {
    let scale = SIDE as f64 / bounds.width().max(bounds.height());
    let place = move |p: Point| [((p.x - bounds.min.x) * scale) as f32, ((p.y - bounds.min.y) * scale) as f32];
    (place, scale)
}
