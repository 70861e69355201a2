//! Where people were, and for how long: person-seconds per area in colours.

use super::changes::still;
use crate::colours::ColourMap;
use crate::error::DrawError;
use crate::layers::{Key, Layer, Primitive, RasterImage, ZLevel, short_number};
use crate::picture::{Options, Picture};
use wayfront_crowd::Occupancy;
use wayfront_world::World;

const COLOURS: ColourMap = ColourMap::NearFar;
/// The share of all visited cells that the colours distinguish; the few above have the last colour.
const SHOWN: f64 = 0.995;
/// How often cells are blended with their neighbours: an agent is wider than a cell.
const BLENDS: usize = 2;

impl Picture {
    /// A picture of a world and how long people were where. What changes in the run is marked and
    /// explained in the key.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_occupancy(world: &World, occupancy: &Occupancy, options: &Options) -> Result<Self, DrawError> {
        let mut picture = still(world, options)?;
        let [columns, rows] = occupancy.size();
        let area = occupancy.cell() * occupancy.cell();
        let mut density: Vec<f64> = occupancy.seconds().iter().map(|seconds| seconds / area).collect();
        (0..BLENDS).for_each(|_| density = blended(&density, columns));
        let most = most(&density);
        let pixel = |d: f64| {
            let colour = COLOURS.at(d / most);
            // The first shades fade in, so that single steps do not look like an edge.
            let opacity = (255.0 * (d / most * 12.0).min(1.0)) as u8;
            [colour.r, colour.g, colour.b, opacity]
        };
        let rgba = density.iter().flat_map(|&d| pixel(d)).collect();
        let raster = RasterImage::new(occupancy.bounds(), columns as u32, rows as u32, rgba)?.smooth();
        picture.push(Layer::new("occupancy", ZLevel::Field, Primitive::Image(raster)));
        let label = format!("person-seconds per {}²", options.length_unit);
        let ends = ["0".into(), format!("{} and more", short_number(most))];
        picture.push_key(Key::Ramp { label, map: COLOURS, ends });
        Ok(picture)
    }
}

/// What the last colour stands for; never 0.
fn most(density: &[f64]) -> f64 {
    let mut visited: Vec<f64> = density.iter().copied().filter(|&d| d > 0.0).collect();
    visited.sort_by(f64::total_cmp);
    let last = visited.len().saturating_sub(1);
    visited.get((last as f64 * SHOWN) as usize).copied().unwrap_or(1.0)
}

/// Each cell with a share of its neighbours: 1, 2, 1 along both axes.
fn blended(cells: &[f64], columns: usize) -> Vec<f64> {
    let rows = cells.len() / columns;
    let along_x = |k: usize| {
        let (row, column) = (k / columns, k % columns);
        let at = |c: usize| cells[row * columns + c.min(columns - 1)];
        (at(column.saturating_sub(1)) + 2.0 * at(column) + at(column + 1)) / 4.0
    };
    let once: Vec<f64> = (0..cells.len()).map(along_x).collect();
    let along_y = |k: usize| {
        let (row, column) = (k / columns, k % columns);
        let at = |r: usize| once[r.min(rows - 1) * columns + column];
        (at(row.saturating_sub(1)) + 2.0 * at(row) + at(row + 1)) / 4.0
    };
    (0..cells.len()).map(along_y).collect()
}
