//! A map on pixels: cost and generator at the centre of every pixel, and answers from that alone.
//!
//! The exact map is sampled triangle by triangle. A row of pixels is compared with the few generators that may win
//! there, eight pixels at a time, in bands of rows that threads share out. A pixel's value is the exact map's cost at
//! its centre, computed relative to the generator: `f32` is enough, however large coordinates are. Pixels that are
//! blocked cost NaN, those from which no source can be reached cost infinity; neither has a generator.
//!
//! A [`Sample`] carries a copy of the table of generators, so it answers without the exact map, in constant time: a
//! point takes the generator of its pixel. See [`Sample::answer`] for what that is worth.

mod bands;
mod candidates;
mod exact;
mod fill;
mod lanes;
mod lookup;
mod pen;
mod raster;
mod spans;
mod stroke;
mod table;
mod tile;
mod wide;

pub use raster::{Raster, RasterFault};
pub use table::Generator;

use crate::map::PathMap;
use bands::Bands;
use fill::{Scene, fill};
use std::sync::OnceLock;
use table::Table;

/// The number of a pixel without generator.
pub const NO_GENERATOR: u32 = u32::MAX;

/// A path map on pixels.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::{Domain, Guide};
/// use wayfront_geometry::Point;
/// use wayfront_pathmap::{PathMap, Raster};
///
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let domain = Arc::new(Domain::new(&world).unwrap());
/// let map = PathMap::new(domain.clone(), &world.sources).unwrap();
/// let sample = map.sample(&Raster::fitting(domain.bounds(), 500)?);
///
/// // Every pixel has the exact map's cost at its centre.
/// let centre = sample.raster().centre(40, 30);
/// let exact = map.cost(centre).unwrap();
/// assert!((f64::from(sample.costs()[30 * sample.raster().width() + 40]) - exact).abs() < 1e-5);
///
/// // The sample leads walkers by itself.
/// let route = sample.route(centre).unwrap();
/// assert_eq!(route, map.route(centre).unwrap());
/// # Ok::<(), wayfront_pathmap::RasterFault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sample {
    raster: Raster,
    costs: Vec<f32>,
    generators: Vec<u32>,
    table: Table,
    bands: Bands,
}

impl Sample {
    /// Which pixels.
    #[must_use]
    pub fn raster(&self) -> &Raster {
        &self.raster
    }

    /// Cost at the centre of every pixel, row by row, the lowest first. NaN where blocked, infinite where no source can
    /// be reached.
    #[must_use]
    pub fn costs(&self) -> &[f32] {
        &self.costs
    }

    /// Number of every pixel's generator, a [`GeneratorId`](crate::GeneratorId); [`NO_GENERATOR`] without.
    #[must_use]
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// What generators are: by their numbers.
    pub fn table(&self) -> impl ExactSizeIterator<Item = Generator> + '_ {
        self.table.iter()
    }
}

impl PathMap {
    /// The map on pixels, computed on all cores.
    #[must_use]
    pub fn sample(&self, raster: &Raster) -> Sample {
        self.sample_on(raster, 0)
    }

    /// The map on pixels, computed on some threads (0: one for each core).
    #[must_use]
    pub fn sample_on(&self, raster: &Raster, threads: usize) -> Sample {
        let (costs, generators) = (Vec::new(), Vec::new());
        let mut sample =
            Sample { raster: *raster, costs, generators, table: Table::default(), bands: Bands::default() };
        self.sample_into(raster, threads, &mut sample);
        sample
    }

    /// The map on pixels, computed on some threads (0: one for each core), in the memory of an earlier sample. The
    /// result is the same, bit for bit, for any number of threads.
    pub fn sample_into(&self, raster: &Raster, threads: usize, sample: &mut Sample) {
        let pixels = raster.width() * raster.height();
        sample.raster = *raster;
        sample.costs.resize(pixels, f32::NAN);
        sample.generators.resize(pixels, NO_GENERATOR);
        sample.table.copy(self.built(), self.domain().corner_count());
        let threads = if threads == 0 { cores() } else { threads };
        if self.built().tariff.has_factors() {
            return exact::fill(self, raster, threads, &mut sample.costs, &mut sample.generators);
        }
        let scene = Scene { map: self, raster };
        fill(scene, threads, &mut sample.bands, &mut sample.costs, &mut sample.generators);
    }
}

/// Number of cores, asked for once: the system takes its time to answer.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
