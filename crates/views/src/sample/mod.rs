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
mod npz;
pub(crate) mod packet;
mod pen;
mod scene;
pub(crate) mod spans;
mod stroke;
mod table;
mod tile;
mod wide;

pub use table::Generator;

use bands::Bands;
use fill::fill;
use scene::Scene;
use table::Table;
use wayfront_geometry::Raster;
use wayfront_pathmap::PathMap;

/// The number of a pixel without generator.
pub const NO_GENERATOR: u32 = u32::MAX;

/// A path map on pixels.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::{Domain, Guide};
/// use wayfront_geometry::Raster;
/// use wayfront_pathmap::PathMap;
/// use wayfront_views::Sample;
///
/// let world = wayfront_world::builtin("two-rooms").unwrap();
/// let domain = Arc::new(Domain::without_doors(&world).unwrap());
/// let map = PathMap::new(domain.clone(), &world.sources).unwrap();
/// let sample = Sample::of(&map, &Raster::fitting(domain.bounds(), 500)?);
///
/// // Every pixel has the exact map's cost at its centre.
/// let centre = sample.raster().centre(40, 30);
/// let exact = map.cost(centre).unwrap();
/// assert!((f64::from(sample.costs()[30 * sample.raster().width() + 40]) - exact).abs() < 1e-5);
///
/// // The sample leads agents by itself.
/// let route = sample.route(centre).unwrap();
/// assert_eq!(route, map.route(centre).unwrap());
/// # Ok::<(), wayfront_geometry::RasterError>(())
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
    /// A map on pixels, computed on all threads of rayon's current pool.
    #[must_use]
    pub fn of(map: &PathMap, raster: &Raster) -> Self {
        Self::on_threads(map, raster, 0)
    }

    /// A map on pixels, computed on some threads (0: all of rayon's current pool).
    #[must_use]
    pub fn on_threads(map: &PathMap, raster: &Raster, threads: usize) -> Self {
        let (costs, generators) = (Vec::new(), Vec::new());
        let mut sample = Self { raster: *raster, costs, generators, table: Table::default(), bands: Bands::default() };
        sample.update(map, raster, threads);
        sample
    }

    /// Makes it that of a map on some pixels, computed on some threads (0: all of rayon's current pool), in its own memory. The
    /// result is the same, bit for bit, for any number of threads.
    pub fn update(&mut self, map: &PathMap, raster: &Raster, threads: usize) {
        let pixels = raster.width() * raster.height();
        let view = map.view();
        self.raster = *raster;
        self.costs.resize(pixels, f32::NAN);
        self.generators.resize(pixels, NO_GENERATOR);
        self.table.copy(view);
        let threads = if threads == 0 { rayon::current_num_threads() } else { threads };
        if view.has_factors() {
            return exact::fill(view, raster, threads, &mut self.costs, &mut self.generators);
        }
        let scene = Scene { view, raster };
        fill(scene, threads, &mut self.bands, &mut self.costs, &mut self.generators);
    }

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

    /// Number of every pixel's generator, a [`GeneratorId`](wayfront_pathmap::GeneratorId); [`NO_GENERATOR`] without.
    #[must_use]
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// Costs and generators of all pixels, for callers that go on with them alone.
    #[must_use]
    pub fn into_parts(self) -> (Vec<f32>, Vec<u32>) {
        (self.costs, self.generators)
    }

    /// What generators are: by their numbers.
    pub fn table(&self) -> impl ExactSizeIterator<Item = Generator> + '_ {
        self.table.iter()
    }
}
