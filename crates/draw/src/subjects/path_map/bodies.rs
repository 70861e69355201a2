//! Pictures of maps for discs: regions or costs as pixels, lines of equal cost, borders, and the paths of a few bodies.
//!
//! What has no room for the disc stays as the page is, so the picture shows where its centre may be.

use super::pixels::pixel_regions;
use super::{BORDER, ISOLINE, MapColours, MapStyle, ROUTE, Scale, isoline_colour, push_lines, route_colour};
use super::{darkened, is_dark, unreachable_colours};
use crate::colours::{Colour, Theme, kept_colours};
use crate::error::DrawError;
use crate::layers::{Key, Layer, Mark, Primitive, RasterImage, Stroke, ZLevel};
use crate::picture::{Options, Picture};
use wayfront_bodies::SceneMap;
use wayfront_domain::Guide;
use wayfront_geometry::{FarthestFirst, Piece, Point, Raster};
use wayfront_pathmap::GeneratorId;
use wayfront_views::DiscSample;
use wayfront_world::World;

/// Colours of a colour map that the eye does not distinguish.
const SHADES: usize = 1024;
/// Pixels among which starts of paths are chosen.
const CANDIDATES: usize = 2_000;
/// How far what is drawn leaves an arc, as a share of the radius.
const FLATTENING: f64 = 1e-3;

/// A map on the pixels of a picture.
pub(super) fn sample(map: &SceneMap, options: &Options) -> Result<DiscSample, DrawError> {
    let raster = Raster::fitting(map.domain().bounds(), options.size).map_err(|_| DrawError::Empty)?;
    Ok(DiscSample::of(map, &raster))
}

impl Picture {
    /// A picture of a world and its map for bodies of any radius; without one it is [`Self::of_path_map`].
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_map(world: &World, map: &SceneMap, style: &MapStyle, options: &Options) -> Result<Self, DrawError> {
        match map.points() {
            Some(points) => Self::of_path_map(world, points, style, options),
            None => Self::of_disc_map(world, map, &sample(map, options)?, style, options),
        }
    }

    /// A picture of a world and its map for discs, from a sample of it.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_disc_map(
        world: &World,
        map: &SceneMap,
        sample: &DiscSample,
        style: &MapStyle,
        options: &Options,
    ) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        let theme = &options.theme;
        let scale = scale(sample, style);
        let image = match style.colours {
            MapColours::Regions => regions(map, sample, theme),
            MapColours::Cost(colours) => {
                let shades = colours.table(SHADES);
                pixels(sample, theme, |k| {
                    let shade = (f64::from(sample.costs()[k]) / scale.max_cost * (SHADES - 1) as f64) as usize;
                    shades[shade.min(SHADES - 1)]
                })
            }
        }?;
        picture.push(Layer::new("field", ZLevel::Field, Primitive::Image(image)));
        let isolines = sample.isolines(map, &style.levels(&scale));
        push_lines(
            "isolines",
            isolines.iter().map(|i| &i.line),
            Stroke::new(isoline_colour(theme), ISOLINE),
            &mut picture,
        );
        if style.borders {
            let colour = theme.outline.mixed(theme.walkable, 0.1);
            push_lines("borders", sample.borders(map).iter(), Stroke::new(colour, BORDER), &mut picture);
        }
        push_paths(map, &starts(map, sample, style), theme, &mut picture);
        if map.radius() > 0.0 {
            picture.push_key(Key::Area { label: "no room".into(), fill: theme.walkable, outline: theme.outline });
        }
        style.keys(&scale, theme).into_iter().for_each(|key| picture.push_key(key));
        Ok(picture)
    }
}

pub(super) fn scale(sample: &DiscSample, style: &MapStyle) -> Scale {
    let finite = sample.costs().iter().filter(|cost| cost.is_finite());
    let max_cost = finite.fold(0.0_f64, |most, &cost| most.max(f64::from(cost)));
    let has_unreachable = sample.costs().contains(&f32::INFINITY);
    let scale = style.scale.unwrap_or(Scale { max_cost, has_unreachable });
    style.farthest.map_or(scale, |far| scale.up_to(far))
}

/// A colour for each pixel that leads somewhere, grey for those that do not, nothing where there is no room.
fn pixels(sample: &DiscSample, theme: &Theme, colour: impl Fn(usize) -> Colour) -> Result<RasterImage, DrawError> {
    let [grey, _] = unreachable_colours(theme);
    let pixel = |(k, cost): (usize, &f32)| match cost {
        cost if cost.is_nan() => [0; 4],
        cost => {
            let Colour { r, g, b, .. } = if cost.is_finite() { colour(k) } else { grey };
            [r, g, b, 255]
        }
    };
    let rgba = sample.costs().iter().enumerate().flat_map(pixel).collect();
    let raster = sample.raster();
    RasterImage::new(raster.bounds(), raster.width() as u32, raster.height() as u32, rgba)
}

/// A calm colour for each region, different from its neighbours': that of its corner, whatever the radius.
fn regions(map: &SceneMap, sample: &DiscSample, theme: &Theme) -> Result<RasterImage, DrawError> {
    let (width, generators) = (sample.raster().width(), sample.generators());
    let (places, neighbours) = pixel_regions(generators, width);
    let number = |&generator: &u32| {
        let at = map.corner_of(GeneratorId(generator)).unwrap_or_default();
        (at.x.to_bits() ^ at.y.to_bits().rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
    };
    let colours = kept_colours(&places.keys().map(number).collect::<Vec<_>>(), &neighbours);
    pixels(sample, theme, |k| {
        let colour = colours[places[&generators[k]]];
        if is_dark(theme) { darkened(colour) } else { colour }
    })
}

/// Where the paths start that are shown: far from each other and from the sources.
pub(super) fn starts(map: &SceneMap, sample: &DiscSample, style: &MapStyle) -> Vec<Point> {
    if !style.starts.is_empty() {
        return style.starts.clone();
    }
    let (width, height) = (sample.raster().width(), sample.raster().height());
    let every = ((width * height) as f64 / CANDIDATES as f64).sqrt().ceil().max(1.0) as usize;
    let least = 0.06 * map.domain().bounds().size();
    let grid =
        (every / 2..height).step_by(every).flat_map(|row| (every / 2..width).step_by(every).map(move |k| (k, row)));
    let is_away = |&(k, row): &(usize, usize)| {
        let cost = f64::from(sample.costs()[row * width + k]);
        cost.is_finite() && cost > least
    };
    let candidates: Vec<Point> = grid.filter(is_away).map(|(k, row)| sample.raster().centre(k, row)).collect();
    let cost = |p: &Point| map.cost(*p).unwrap_or(0.0);
    let Some(first) = candidates.iter().copied().max_by(|a, b| cost(a).total_cmp(&cost(b))) else { return Vec::new() };
    let mut chosen = vec![first];
    let mut farthest = FarthestFirst::new(&candidates, |a: &Point, b: &Point| a.distance(*b));
    farthest.keep_off(&first);
    while chosen.len() < style.routes {
        let Some((k, _)) = farthest.next().filter(|&(_, distance)| distance > 0.0) else { break };
        chosen.push(candidates[k]);
    }
    chosen.truncate(style.routes);
    chosen
}

fn push_paths(map: &SceneMap, starts: &[Point], theme: &Theme, picture: &mut Picture) {
    let line = |&start: &Point| {
        let path = map.path(start).ok()?;
        let mut line: Vec<Point> = path.pieces.first().map(Piece::start).into_iter().collect();
        path.pieces.iter().for_each(|piece| piece.flatten_into(FLATTENING * path.radius.max(1e-9), &mut line));
        (line.len() > 1).then_some(line)
    };
    let lines: Vec<Vec<Point>> = starts.iter().filter_map(line).collect();
    if lines.is_empty() {
        return;
    }
    let colour = route_colour(theme);
    let halo = Stroke::new(theme.walkable.with_opacity(0.75), ROUTE + 2.0);
    let shape = |stroke| Primitive::Lines { lines: lines.clone(), closed: false, stroke };
    picture.push(Layer::of("routes", ZLevel::Line, vec![shape(halo), shape(Stroke::new(colour, ROUTE))]));
    let outline = Some(Stroke::new(theme.walkable, 1.4));
    let centres = lines.iter().map(|line| line[0]).collect();
    let dots = Primitive::Marks { centres, mark: Mark::Disc, radius: 4.6, fill: colour, outline };
    picture.push(Layer::new("agents", ZLevel::Mark, dots));
}
