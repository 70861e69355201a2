//! The sampled flow map: the flow's directions on a grid.
//!
//! A pixel's direction is the exact one at its centre. Linear in the pixels, each as much as a question to a path map.

use crate::map::FlowMap;
use std::io::{self, Write};
use wayfront_geometry::{Bounds, Raster};
use wayfront_world::numpy::Archive;

/// Directions of a flow on a grid, row by row, the lowest first; NaN where nothing flows.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowField {
    /// Columns and rows.
    pub size: [usize; 2],
    /// What the pixels cover.
    pub bounds: Bounds,
    /// Unit vectors.
    pub directions: Vec<[f32; 2]>,
    /// Distances from the bottom, whose lines of equal distance the directions follow.
    pub distances: Vec<f32>,
}

impl FlowMap {
    /// The flow's directions on a grid of pixels.
    ///
    /// ```
    /// use wayfront_flow::FlowMap;
    /// use wayfront_geometry::Raster;
    /// use wayfront_world::builtin;
    ///
    /// let flow = FlowMap::new(&builtin("corridor").unwrap()).unwrap();
    /// let field = flow.field(&Raster::fitting(flow.domain().bounds(), 100).unwrap());
    /// assert_eq!(field.size[0], 100);
    /// assert!(field.directions[0][0] > 0.99, "at the lower wall the flow runs along it");
    /// ```
    #[must_use]
    pub fn field(&self, raster: &Raster) -> FlowField {
        let (width, height) = (raster.width(), raster.height());
        let (mut directions, mut distances) = (Vec::new(), Vec::new());
        for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row))) {
            let p = raster.centre(column, row);
            let direction = self.direction(p).map_or([f32::NAN; 2], |along| [along.x as f32, along.y as f32]);
            directions.push(direction);
            let answer = self.local_levels().answer(self.frame.local_point(p));
            distances.push(answer.map_or(f32::NAN, |answer| answer.cost as f32));
        }
        FlowField { size: [width, height], bounds: raster.bounds(), directions, distances }
    }
}

impl FlowField {
    /// Writes the field as an archive that `numpy.load` opens: `direction` (rows, columns, x and y), `distance` (rows,
    /// columns) and `bounds` (least x, least y, greatest x, greatest y).
    ///
    /// # Errors
    /// If it cannot be written, or an array is larger than the 4 GiB that such an archive holds.
    pub fn write_npz(&self, out: impl Write) -> io::Result<()> {
        let [width, height] = self.size;
        let mut archive = Archive::new(out);
        archive.add_floats("direction", &[height, width, 2], self.directions.as_flattened())?;
        archive.add_floats("distance", &[height, width], &self.distances)?;
        archive.add_bounds(self.bounds)?;
        archive.finish()
    }
}
