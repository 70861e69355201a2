//! Costs as a raster of colours.

use crate::colours::ColourMap;
use crate::error::DrawError;
use crate::layers::RasterImage;
use crate::picture::Picture;
use rayon::prelude::*;
use wayfront_domain::Guide;
use wayfront_geometry::{Bounds, Point};
use wayfront_pathmap::PathMap;

/// Colours of a colour map that the eye does not distinguish.
const SHADES: usize = 1024;
/// Finer rasters are stretched: costs change slowly.
const MOST_SAMPLES: f64 = 1500.0;

/// The costs of what the picture shows, one sample for about each pixel; clear where there is no path. Costs
/// above `most` have its colour.
pub fn raster(
    map: &PathMap,
    picture: &Picture,
    colours: ColourMap,
    most: f64,
    opacity: u8,
) -> Result<RasterImage, DrawError> {
    let bounds = picture.options.view.unwrap_or(map.domain().bounds());
    let scale = picture.frame.scale.min(MOST_SAMPLES / bounds.size());
    let [columns, rows] = [bounds.width(), bounds.height()].map(|s| (s * scale).ceil().max(1.0) as u32);
    let shades = colours.table(SHADES);
    let pixel = |cost: f64| {
        let shade = (cost / most * (SHADES - 1) as f64) as usize;
        let colour = shades[shade.min(SHADES - 1)];
        [colour.r, colour.g, colour.b, opacity]
    };
    let costs = spread(&sample(map, bounds, columns, rows), columns as usize);
    let rgba = costs.into_iter().flat_map(|cost| cost.map_or([0; 4], pixel)).collect();
    RasterImage::new(bounds, columns, rows, rgba)
}

/// Samples without a cost take it from beside them: those on outlines are half free, and obstacles cover the rest.
fn spread(costs: &[Option<f64>], columns: usize) -> Vec<Option<f64>> {
    let beside = |k: usize| {
        let left = (!k.is_multiple_of(columns)).then(|| k - 1);
        let right = (!(k + 1).is_multiple_of(columns)).then_some(k + 1);
        let around = [left, right, k.checked_sub(columns), Some(k + columns)];
        around.into_iter().flatten().find_map(|n| costs.get(n).copied().flatten())
    };
    costs.iter().enumerate().map(|(k, cost)| cost.or_else(|| beside(k))).collect()
}

/// The cost at the centre of each sample, row by row. The one place where pictures ask the map point by point; rows are
/// shared among the threads of the current pool.
fn sample(map: &PathMap, bounds: Bounds, columns: u32, rows: u32) -> Vec<Option<f64>> {
    let step = [bounds.width() / f64::from(columns), bounds.height() / f64::from(rows)];
    let centre = |row: u32, column: u32| {
        bounds.min + Point::new((f64::from(column) + 0.5) * step[0], (f64::from(row) + 0.5) * step[1])
    };
    let mut costs = vec![None; columns as usize * rows as usize];
    costs.par_chunks_mut(columns as usize).zip(0_u32..rows).for_each(|(samples, row)| {
        for (cost, column) in samples.iter_mut().zip(0..columns) {
            *cost = map.cost(centre(row, column)).ok();
        }
    });
    costs
}

#[cfg(test)]
mod tests {
    use super::*;
    use wayfront_domain::Domain;
    use wayfront_world::{Polygon, Source, World};

    /// Costs grow from row to row in a tall room with its source at the bottom, whatever thread computes a row.
    #[test]
    fn every_row_has_its_own_costs() {
        let room = Polygon::ring([(0.0, 0.0), (3.0, 0.0), (3.0, 60.0), (0.0, 60.0)]);
        let world = World::new().area(room).source(Source::segment((0.0, 0.0), (3.0, 0.0)));
        let domain = std::sync::Arc::new(Domain::without_doors(&world).unwrap());
        let map = PathMap::new(domain.clone(), &world.sources).unwrap();
        let (columns, rows) = (6, 120);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let costs = pool.install(|| sample(&map, domain.bounds(), columns, rows));
            for (k, cost) in costs.iter().enumerate() {
                let expected = (k / columns as usize) as f64 * 0.5 + 0.25;
                assert!(cost.is_some_and(|cost| (cost - expected).abs() < 1e-9), "{threads}, sample {k}: {cost:?}");
            }
        }
    }

    /// Samples on outlines take the cost of a neighbour on any side, and not that of the next row's other end.
    #[test]
    fn samples_on_outlines_are_coloured_from_all_sides() {
        let some = Some(1.0);
        for beside in [1, 3, 5, 7] {
            let mut costs = [None; 9];
            costs[beside] = some;
            assert_eq!(spread(&costs, 3)[4], some, "from sample {beside}");
        }
        let mut costs = [None; 9];
        costs[2] = some;
        assert_eq!(spread(&costs, 3)[3], None, "a row begins where another ends");
    }
}
