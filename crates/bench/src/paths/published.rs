//! What the papers report for their maps: GTX 970, i7 at 3.4 GHz, a buffer of 1000 x 1000 pixels.

use serde::Serialize;

/// The figures for one map.
#[derive(Clone, Copy, Serialize)]
pub struct Published {
    #[serde(skip)]
    pub name: &'static str,
    /// Obstacles, and their vertices.
    pub polygons: usize,
    pub vertices: usize,
    /// Seconds of the build on the graphics card.
    pub gpu_build: f64,
    /// Seconds of the build, and of the transfer of its result.
    pub gpu_build_and_transfer: f64,
    /// CGAL's distances per second, and the papers' own.
    pub cgal_per_second: f64,
    pub map_per_second: f64,
}

/// All of them, in the papers' order.
pub const TABLE: [Published; 12] = [
    row("Concave1", [2, 12], [0.0011, 0.0207], [1_530_456.0, 9_678_293.0]),
    row("Concave2", [13, 96], [0.0088, 0.0465], [723_589.0, 7_958_298.0]),
    row("Spiral", [1, 38], [0.0022, 0.0274], [1_152_206.0, 5_435_787.0]),
    row("SpmEx1", [3, 15], [0.0016, 0.0215], [1_301_066.0, 9_669_309.0]),
    row("SpmEx2", [13, 91], [0.0100, 0.0470], [720_928.0, 8_278_968.0]),
    row("Profiling0", [4, 16], [0.0014, 0.0221], [1_150_880.0, 10_511_710.0]),
    row("Profiling1", [16, 64], [0.0054, 0.0404], [704_423.0, 9_273_255.0]),
    row("Profiling2", [36, 144], [0.0456, 0.0858], [457_435.0, 8_164_065.0]),
    row("Profiling3", [64, 256], [0.1251, 0.1680], [373_985.0, 7_815_736.0]),
    row("Profiling4", [100, 400], [0.2701, 0.3099], [232_336.0, 7_267_917.0]),
    row("Profiling5", [196, 784], [0.8564, 0.8863], [153_881.0, 6_075_666.0]),
    row("Profiling6", [400, 1600], [2.7371, 2.8070], [92_909.0, 5_011_099.0]),
];

const fn row(name: &'static str, counts: [usize; 2], seconds: [f64; 2], per_second: [f64; 2]) -> Published {
    Published {
        name,
        polygons: counts[0],
        vertices: counts[1],
        gpu_build: seconds[0],
        gpu_build_and_transfer: seconds[1],
        cgal_per_second: per_second[0],
        map_per_second: per_second[1],
    }
}
