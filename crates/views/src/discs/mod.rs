//! Maps for discs in other forms: on pixels, and as lines traced between them.
//!
//! Pixels are answers of the exact map at their centres. Lines of equal cost and borders of regions are traced from pixel
//! to pixel: where two neighbours differ, the place between them is found by asking the map, so the points of all lines
//! lie on the true ones; what is thinner than a pixel may be missed. Cost: `pixels`, and a few questions for each point of a
//! line.

mod geojson;
mod lines;
mod npz;
mod pixels;

use crate::sample::NO_GENERATOR;
use wayfront_bodies::SceneMap;
use wayfront_domain::NoPath;
use wayfront_geometry::Raster;
use wayfront_pathmap::Answer;

/// A map for discs on pixels.
///
/// ```
/// use std::sync::Arc;
/// use wayfront_domain::{Domain, Guide};
/// use wayfront_geometry::Raster;
/// use wayfront_bodies::SceneMap;
/// use wayfront_views::DiscSample;
///
/// let world = wayfront_world::builtin("sizes").unwrap();
/// let domain = Arc::new(Domain::without_doors(&world).unwrap());
/// let map = SceneMap::new(domain.clone(), &world.sources, 0.7).unwrap();
/// let sample = DiscSample::of(&map, &Raster::fitting(domain.bounds(), 120)?);
/// let at = sample.raster().centre(20, 30);
/// let cost = f64::from(sample.costs()[30 * sample.raster().width() + 20]);
/// assert!((cost - map.cost(at).unwrap()).abs() < 1e-5);
/// assert!(!sample.isolines(&map, &[5.0, 10.0]).is_empty());
/// # Ok::<(), wayfront_geometry::RasterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiscSample {
    raster: Raster,
    costs: Vec<f32>,
    generators: Vec<u32>,
}

impl DiscSample {
    /// A map on pixels, computed on the current threads of `rayon`: the map's generators, and its costs rounded to `f32`. The
    /// result is the same for any number of threads.
    #[must_use]
    pub fn of(map: &SceneMap, raster: &Raster) -> Self {
        let (width, height) = (raster.width(), raster.height());
        let (mut costs, mut generators) = (vec![f32::NAN; width * height], vec![NO_GENERATOR; width * height]);
        pixels::fill(map, raster, &mut costs, &mut generators);
        Self { raster: *raster, costs, generators }
    }

    /// Which pixels.
    #[must_use]
    pub fn raster(&self) -> &Raster {
        &self.raster
    }

    /// Cost at the centre of every pixel, row by row, the lowest first. NaN where the disc has no room, infinite where no
    /// source can be reached.
    #[must_use]
    pub fn costs(&self) -> &[f32] {
        &self.costs
    }

    /// Number of every pixel's generator; [`NO_GENERATOR`] without.
    #[must_use]
    pub fn generators(&self) -> &[u32] {
        &self.generators
    }

    /// Costs and generators, without a copy.
    #[must_use]
    pub fn into_parts(self) -> (Vec<f32>, Vec<u32>) {
        (self.costs, self.generators)
    }
}

fn pixel(answer: Result<Answer, NoPath>) -> (f32, u32) {
    match answer {
        Ok(answer) => (answer.cost as f32, answer.generator.0),
        Err(NoPath::Unreachable) => (f32::INFINITY, NO_GENERATOR),
        Err(NoPath::Blocked) => (f32::NAN, NO_GENERATOR),
    }
}
