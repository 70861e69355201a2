//! Pictures of maps that are known on pixels only: regions or costs, and lines where the cost passes a level.

use super::{MapColours, MapStyle, Scale, isoline_colour, unreachable_colours};
use super::{darkened, is_dark};
use crate::colours::{Colour, Theme, kept_colours};
use crate::error::DrawError;
use crate::layers::{Layer, Primitive, RasterImage, ZLevel};
use crate::picture::{Options, Picture};
use std::collections::{BTreeMap, BTreeSet};
use wayfront_geometry::Raster;
use wayfront_views::NO_GENERATOR;
use wayfront_world::World;

/// Colours of a colour map that the eye does not distinguish.
const SHADES: usize = 1024;
/// How much of a line's colour a pixel on it has.
const LINE: f64 = 0.75;

impl Picture {
    /// A picture of a world and of a map on pixels: the cost of each (NaN where blocked, infinite where no source can be
    /// reached) and the number of its generator, row by row, the lowest first. Without routes: pixels have none.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_map_pixels(
        world: &World,
        raster: &Raster,
        costs: &[f32],
        generators: &[u32],
        style: &MapStyle,
        options: &Options,
    ) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        let theme = &options.theme;
        let scale = scale(costs, style);
        let colour: Box<dyn Fn(usize) -> Colour> = match style.colours {
            MapColours::Regions => {
                let (places, neighbours) = pixel_regions(generators, raster.width());
                let number = |&generator: &u32| u64::from(generator).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
                let colours = kept_colours(&places.keys().map(number).collect::<Vec<_>>(), &neighbours);
                let is_dark = is_dark(theme);
                Box::new(move |k| {
                    let colour = colours[places[&generators[k]]];
                    if is_dark { darkened(colour) } else { colour }
                })
            }
            MapColours::Cost(colours) => {
                let (shades, most) = (colours.table(SHADES), scale.max_cost);
                Box::new(move |k| {
                    let shade = (f64::from(costs[k]) / most * (SHADES - 1) as f64) as usize;
                    shades[shade.min(SHADES - 1)]
                })
            }
        };
        let levels = style.levels(&scale);
        let image = image(raster, costs, theme, &levels, colour)?;
        picture.push(Layer::new("field", ZLevel::Field, Primitive::Image(image)));
        style.keys(&scale, theme).into_iter().for_each(|key| picture.push_key(key));
        Ok(picture)
    }
}

fn scale(costs: &[f32], style: &MapStyle) -> Scale {
    let max_cost = costs.iter().filter(|cost| cost.is_finite()).fold(0.0_f64, |most, &cost| most.max(f64::from(cost)));
    let scale = style.scale.unwrap_or(Scale { max_cost, has_unreachable: costs.contains(&f32::INFINITY) });
    style.farthest.map_or(scale, |far| scale.up_to(far))
}

fn image(
    raster: &Raster,
    costs: &[f32],
    theme: &Theme,
    levels: &[f64],
    colour: impl Fn(usize) -> Colour,
) -> Result<RasterImage, DrawError> {
    let ([grey, _], line, width) = (unreachable_colours(theme), isoline_colour(theme), raster.width());
    let band = |cost: f32| levels.partition_point(|&level| level <= f64::from(cost));
    let is_on_line = |k: usize| {
        let next = [!(k + 1).is_multiple_of(width), true].into_iter().zip([k + 1, k + width]);
        let mut next = next.filter(|(is_beside, _)| *is_beside).filter_map(|(_, other)| costs.get(other));
        next.any(|other| other.is_finite() && band(*other) != band(costs[k]))
    };
    let pixel = |(k, cost): (usize, &f32)| match cost {
        cost if cost.is_nan() => [0; 4],
        cost => {
            let fill = if cost.is_finite() { colour(k) } else { grey };
            let Colour { r, g, b, .. } = if cost.is_finite() && is_on_line(k) { fill.mixed(line, LINE) } else { fill };
            [r, g, b, 255]
        }
    };
    let rgba = costs.iter().enumerate().flat_map(pixel).collect();
    RasterImage::new(raster.bounds(), width as u32, raster.height() as u32, rgba)
}

/// The regions of pixels with the same generator: their places in a list, and for each the places of those beside it.
pub fn pixel_regions(generators: &[u32], width: usize) -> (BTreeMap<u32, usize>, Vec<Vec<usize>>) {
    let known: BTreeSet<u32> = generators.iter().copied().filter(|&g| g != NO_GENERATOR).collect();
    let places: BTreeMap<u32, usize> = known.iter().enumerate().map(|(k, &g)| (g, k)).collect();
    let mut beside: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (k, generator) in generators.iter().enumerate() {
        let next = [generators.get(k + 1).filter(|_| (k + 1) % width != 0), generators.get(k + width)];
        for other in next.into_iter().flatten().filter(|other| *other != generator) {
            if let (Some(&a), Some(&b)) = (places.get(generator), places.get(other)) {
                beside.insert((a, b));
            }
        }
    }
    let mut neighbours = vec![Vec::new(); known.len()];
    beside.into_iter().for_each(|(a, b)| neighbours[a].push(b));
    (places, neighbours)
}
