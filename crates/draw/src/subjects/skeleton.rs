//! Pictures of skeletons: lines as far from walls as can be, coloured by how wide it is there; narrow places with their
//! widths; a route.

use crate::colours::{Colour, ColourMap};
use crate::error::DrawError;
use crate::layers::{Key, Label, Layer, Mark, Primitive, Stroke, ZLevel, short_number};
use crate::picture::{Options, Picture};
use wayfront_geometry::Point;
use wayfront_voronoi::{Narrow, Skeleton};
use wayfront_world::World;

/// Widths of lines, in units.
const SKELETON: f64 = 2.0;
const ISOLINE: f64 = 0.7;
const NARROW: f64 = 3.6;
const ROUTE: f64 = 3.0;
/// Steps of colour from narrow to wide.
const STEPS: usize = 12;
/// Lines of equal clearance between a wall and the widest place, at most.
const LEVELS: f64 = 8.0;
/// Curves and their polylines differ by less than a third of a pixel.
const TOLERANCE: f64 = 0.3;

/// What a picture of a skeleton shows besides the world.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct SkeletonPicture<'a> {
    /// The skeleton.
    pub skeleton: &'a Skeleton,
    /// Narrow places, to be labelled with their numbers and widths.
    pub narrows: &'a [Narrow],
    /// A route.
    pub route: &'a [Point],
    /// What has no room for this radius is drawn pale.
    pub radius: f64,
}

impl<'a> SkeletonPicture<'a> {
    /// The skeleton alone.
    #[must_use]
    pub fn new(skeleton: &'a Skeleton) -> Self {
        Self { skeleton, narrows: &[], route: &[], radius: 0.0 }
    }

    /// The same with [narrow places](Self::narrows).
    #[must_use]
    pub fn narrows(self, narrows: &'a [Narrow]) -> Self {
        Self { narrows, ..self }
    }

    /// The same with a [route](Self::route).
    #[must_use]
    pub fn route(self, route: &'a [Point]) -> Self {
        Self { route, ..self }
    }

    /// The same for a [radius](Self::radius).
    #[must_use]
    pub fn radius(self, radius: f64) -> Self {
        Self { radius, ..self }
    }
}

impl Picture {
    /// A picture of a world and the skeleton of its free space.
    ///
    /// # Errors
    /// If the world is empty, its extent is not finite, or the size is impossible.
    pub fn of_skeleton(world: &World, shown: &SkeletonPicture, options: &Options) -> Result<Self, DrawError> {
        let mut picture = Self::of_world(world, options)?;
        isolines(shown, options, &mut picture);
        lines(shown, options, &mut picture);
        route(shown.route, &mut picture);
        narrows(shown.narrows, options, &mut picture);
        Ok(picture)
    }
}

/// Edges by width, in steps of equal ratio: doors and halls differ by more than a factor.
fn lines(shown: &SkeletonPicture, options: &Options, picture: &mut Picture) {
    let voronoi = shown.skeleton.voronoi();
    let tolerance = TOLERANCE / picture.frame.scale;
    let edges: Vec<_> = voronoi.edges().filter(|edge| !edge.is_spoke).collect();
    let width = |edge: &wayfront_voronoi::VoronoiEdge| edge.clearances[0] + edge.clearances[1];
    let most = edges.iter().map(width).fold(0.0, f64::max);
    let open = edges.iter().map(width).filter(|&w| w > 2.0 * shown.radius && w > most / 1e3);
    let least = open.fold(most, f64::min).max(most / 100.0);
    let step = |w: f64| {
        let share = if most > least { (w / least).ln() / (most / least).ln() } else { 1.0 };
        (share.clamp(0.0, 1.0) * (STEPS - 1) as f64).round() as usize
    };
    let mut by_step: Vec<Vec<Vec<Point>>> = vec![Vec::new(); STEPS + 1];
    for edge in &edges {
        let mut points = vec![edge.curve.at(0.0)];
        edge.curve.flatten_into(tolerance, &mut points);
        let is_closed = edge.clearances[0].min(edge.clearances[1]) < shown.radius;
        by_step[if is_closed { STEPS } else { step(width(edge)) }].push(points);
    }
    let map = ColourMap::NearFar;
    for (k, lines) in by_step.into_iter().enumerate().filter(|(_, lines)| !lines.is_empty()) {
        let colour = if k == STEPS {
            options.theme.walkable.mixed(options.theme.outline, 0.25)
        } else {
            map.at(k as f64 / (STEPS - 1) as f64)
        };
        let stroke = Stroke::new(colour, SKELETON);
        picture.push(Layer::new("skeleton", ZLevel::Field, Primitive::Lines { lines, closed: false, stroke }));
    }
    let unit = options.length_unit.clone();
    let ends = [least, most].map(|w| format!("{} {unit}", short_number(w)).trim_end().to_owned());
    picture.push_key(Key::Ramp { label: "width".into(), map, ends });
}

/// Lines of equal clearance, in round steps.
fn isolines(shown: &SkeletonPicture, options: &Options, picture: &mut Picture) {
    let voronoi = shown.skeleton.voronoi();
    let most = (0..voronoi.vertex_count() as u32).map(|v| voronoi.vertex(v).1).fold(0.0, f64::max);
    let step = round_step(most / LEVELS);
    let levels = (1..).map(|k| f64::from(k) * step).take_while(|&level| level < most);
    let lines = levels.flat_map(|level| voronoi.isolines(level, TOLERANCE / picture.frame.scale)).collect();
    let stroke = Stroke::new(options.theme.walkable.mixed(options.theme.outline, 0.3), ISOLINE);
    picture.push(Layer::new("isolines", ZLevel::Field, Primitive::Lines { lines, closed: false, stroke }));
    let step = format!("{} {}", short_number(step), options.length_unit);
    let label = format!("every {} from walls", step.trim_end());
    picture.push_key(Key::Line { label, stroke });
}

/// 1, 2 or 5 times a power of ten, not below a number.
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.max(f64::MIN_POSITIVE).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|&step| step >= least).unwrap_or(10.0 * power)
}

fn route(route: &[Point], picture: &mut Picture) {
    if route.len() < 2 {
        return;
    }
    let stroke = Stroke::new(Colour::hex(0x0B_3C_8C), ROUTE).with_arrow();
    let lines = vec![route.to_vec()];
    picture.push(Layer::new("route", ZLevel::Line, Primitive::Lines { lines, closed: false, stroke }));
    picture.push_key(Key::Line { label: "route".into(), stroke });
}

/// Narrow places from wall to wall, with their numbers and widths.
fn narrows(narrows: &[Narrow], options: &Options, picture: &mut Picture) {
    if narrows.is_empty() {
        return;
    }
    let colour = Colour::hex(0xC8_10_2E);
    let stroke = Stroke::new(colour, NARROW);
    let halo = Stroke::new(options.theme.walkable.with_opacity(0.8), NARROW + 2.0);
    let lines = |stroke| {
        let lines = narrows.iter().map(|narrow| narrow.feet.to_vec()).collect();
        Primitive::Lines { lines, closed: false, stroke }
    };
    let centres = narrows.iter().flat_map(|narrow| narrow.feet).collect();
    let marks = Primitive::Marks { centres, mark: Mark::Disc, radius: 2.6, fill: colour, outline: None };
    let label = |(k, narrow): (usize, &Narrow)| {
        let text = format!("{}: {} {}", k + 1, short_number(narrow.width), options.length_unit);
        Label { at: narrow.at, text: text.trim_end().to_owned(), colour }
    };
    let names = Primitive::Labels(narrows.iter().enumerate().map(label).collect());
    picture.push(Layer::of("narrows", ZLevel::Mark, vec![lines(halo), lines(stroke), marks, names]));
    picture.push_key(Key::Line { label: format!("narrow place ({})", narrows.len()), stroke });
}
