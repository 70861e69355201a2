//! How the time grows with the world: the slope of a straight line fitted to logarithms.

use super::{SEED, domain};
use crate::stopwatch::{Figures, repeat};
use crate::table::Section;
use wayfront::world::random_polygons;

const VERTICES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];

pub fn section() -> Section {
    let mut section = Section::new("Growth");
    let mut points = Vec::new();
    for vertices in VERTICES {
        let world = random_polygons(vertices / 6, 6, SEED);
        let size = world.points().count();
        let (times, _) = repeat(|| domain(&world));
        points.push([(size as f64).ln(), times.best.ln()]);
        section.row("world to domain", size, times);
    }
    section.ratio("exponent of growth, by best times", Figures::of(slope(&points)));
    section
}

/// Slope of the line with the least squared distance in y.
pub fn slope(points: &[[f64; 2]]) -> f64 {
    let n = points.len() as f64;
    let mean = |axis: usize| points.iter().map(|p| p[axis]).sum::<f64>() / n;
    let (x, y) = (mean(0), mean(1));
    let together: f64 = points.iter().map(|p| (p[0] - x) * (p[1] - y)).sum();
    let squares: f64 = points.iter().map(|p| (p[0] - x).powi(2)).sum();
    together / squares
}

#[cfg(test)]
mod tests {
    use super::slope;

    #[test]
    fn powers_are_recovered() {
        let points = [1.0f64, 10.0, 50.0, 900.0].map(|n| [n.ln(), (3.0 * n.powf(1.25)).ln()]);
        assert!((slope(&points) - 1.25).abs() < 1e-12);
    }
}
